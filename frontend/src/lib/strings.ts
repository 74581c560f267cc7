// SPDX-License-Identifier: MIT
/** Every word on the page. The pages of Learn are long and lie in `strings/`, loaded when they are opened. */

import type { Status } from './api';
import type { Move } from './board';
import { count, decimal } from './format';
import { OWN } from './transport/own';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const plural = (number: number, noun: string): string => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
const DIRECTIONS: Record<Move, string> = { U: 'up', L: 'left', R: 'right', D: 'down' };

export const t = {
  name: 'Taquin',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  loading: 'Loading',
  share: 'Share',
  shared: 'Link copied. It restores this view.',
  shareFailed: 'Copy the address from the browser to share this view.',
  copied: 'Copied.',
  dark: 'Dark theme',
  light: 'Light theme',
  skip: 'Skip to the content',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomFit: 'Show everything',
  moves: (number: number) => plural(number, 'move'),
  direction: (move: Move) => DIRECTIONS[move],
  gone: {
    title: 'The server does not answer',
    text: 'It may have been stopped. Start it with “taquin web”, then try again.',
  },
  python: {
    loading: (loaded: number, total: number) =>
      loaded < total ? `Fetching Python and the solver: ${megabytes(loaded)} of ${megabytes(total)} MB, once` : 'Starting Python…',
    tooLong: 'That took too long; try a smaller board.',
    broken: 'Python could not be started',
    brokenText: 'Its files did not arrive, or this browser does not run them. Try again.',
  },
  badAddress: 'The board in this address cannot be read, so another one is shown.',

  views: { play: 'Play', solve: 'Solve', watch: 'Watch', race: 'Race', learn: 'Learn', code: 'Code' },

  board: {
    label: 'Board',
    goal: 'Goal',
    large: (label: string, rows: number, cols: number) => `${label}, ${rows} by ${cols}, drag to pan and zoom to read the numbers`,
    cell: (tile: number, home: boolean) => (tile === 0 ? 'blank' : home ? `${tile}, home` : String(tile)),
    text: 'Board as text',
    textHint: 'Rows with / between them, nine digits, JSON, or moves from the solved board such as 3x3: ULDR.',
    read: 'Read',
    edit: 'Edit',
    rows: 'Rows',
    cols: 'Columns',
    scramble: 'Scramble',
    sets: 'Known boards',
    setNumber: 'Number',
    setOpen: 'Open',
    known: (optimal: number) => `Known shortest: ${optimal} moves.`,
    goals: { last: '1 2 3 …, blank last', first: 'Blank first, 1 2 3 …', snail: 'Snail', own: 'Of your own' },
    editStart: 'Edit the start',
    editGoal: 'Edit the goal',
    editing: 'Type the number of each tile, 0 or nothing for the blank. Arrow keys go from cell to cell.',
    cellName: (row: number, col: number) => `Row ${row}, column ${col}`,
    use: 'Use this board',
    problems: {
      empty: (row: number, col: number, missing: number | null) =>
        `Row ${row}, column ${col} is empty${missing === null ? '' : `: ${missing} is missing`}.`,
      range: (row: number, col: number, most: number) => `Row ${row}, column ${col}: use a number from 0 to ${most}.`,
      twice: (row: number, col: number, tile: number, firstRow: number, firstCol: number, missing: number | null) =>
        `Row ${row}, column ${col}: ${tile} stands at row ${firstRow}, column ${firstCol} already${missing === null ? '' : `, and ${missing} is missing`}.`,
    },
    unsolvable: 'Unsolvable',
    swap: (a: number, b: number) => `Swap ${a} and ${b}`,
  },

  play: {
    title: 'Play',
    moves: 'Moves',
    time: 'Time',
    optimum: 'Optimum',
    optimumWait: 'working',
    optimumAtLeast: (moves: number) => `at least ${count(moves)}`,
    optimumUnknown: 'not known',
    takenBack: (number: number, slides: number) => `${count(number)} taken back, ${count(slides)} slides in all`,
    counting: 'Every tile that slides is one move, so a row of three counts three. Undo takes moves off the count, and says so.',
    undo: 'Undo',
    redo: 'Redo',
    restart: 'Restart',
    hint: 'Hint',
    hinting: 'Looking for the best move',
    hintText: (tile: number, move: Move, remaining: number | null) =>
      `Slide ${tile} ${DIRECTIONS[move]}${remaining === null ? '' : remaining === 1 ? ': the last move' : `: ${count(remaining)} moves to go at best`}.`,
    hintUnproven: 'This move lies on a solution, perhaps not on the shortest.',
    hintNone: 'No hint was found in time on this board.',
    newGame: 'New game',
    size: 'Size',
    difficulty: 'Difficulty',
    difficulties: { easy: 'Easy', medium: 'Medium', hard: 'Hard', hardest: 'Hardest', any: 'Any board' },
    difficultyText: {
      depth: (moves: number) => `exactly ${moves} moves from the goal`,
      walk: (moves: number) => `${count(moves)} random moves from the goal`,
      any: 'every solvable board equally likely',
    },
    seed: 'Seed',
    seedHint: 'Empty for a new one; the same seed gives the same board.',
    seedUsed: (seed: number) => `Seed ${seed}`,
    goal: 'Goal',
    deal: 'Deal',
    looks: 'Tiles',
    look: { numbers: 'Numbers', picture: 'Picture', rainbow: 'Rainbow' },
    choosePicture: 'Choose a picture',
    otherPicture: 'Another picture',
    pictureStays: 'The picture stays in this browser.',
    pictureBad: 'This file is not a picture that the browser can show.',
    blankKeys: 'Arrow keys move the blank',
    keysHelp: 'Arrow keys, WASD, swipe, click or drag slide the tiles.',
    tooBig: 'Boards up to 10 by 10 are for playing; larger ones can be solved.',
    moved: (tile: number, move: Move, moves: number) => `${tile} ${DIRECTIONS[move]}, ${plural(moves, 'move')}`,
    wall: 'There is no tile to slide that way.',
    unsolvable: 'This board cannot be solved. Swap two tiles in Solve, or deal a new one.',
    finish: {
      title: (perfect: boolean) => (perfect ? 'Solved, and it cannot be done in fewer' : 'Solved'),
      text: (moves: number, time: string) => `${plural(moves, 'move')} in ${time}.`,
      optimal: (moves: number) => `The shortest solution has ${moves}.`,
      ratio: (percent: number) => `${percent} % more than needed.`,
      atLeast: (moves: number) => `No solution is shorter than ${moves} moves; the shortest is not known.`,
      you: 'You',
      best: 'Shortest',
      bound: 'At least',
      help: (takenBack: number, slides: number, hints: number) =>
        [takenBack ? `${plural(takenBack, 'move')} taken back (${count(slides)} slides in all)` : '', hints ? plural(hints, 'hint') : '']
          .filter(Boolean)
          .join(', '),
      again: 'New game',
      same: 'Same board again',
      see: 'See a shortest solution',
    },
  },

  solve: {
    title: 'Solve',
    empty: 'Press Solve for the shortest way to the goal.',
    run: 'Solve',
    searching: 'Searching',
    foundSoFar: (moves: number) => `Found ${moves} moves so far.`,
    notCounted: 'not counted',
    queued: (position: number) => `Waiting for ${plural(position, 'search').replace('searchs', 'searches')} ahead`,
    method: 'Method',
    algorithm: 'Algorithm',
    heuristic: 'Heuristic',
    automatic: 'Best for this board',
    automaticText: 'A proven shortest solution where that is feasible; on boards above 4x4 a short one in 5 seconds.',
    noHeuristic: 'This search uses no heuristic.',
    engine: 'Engine',
    engineAuto: 'Fastest that fits',
    standard: (value: string) => (value ? `Default (${value})` : 'Default'),
    yes: 'yes',
    no: 'no',
    range: (least: number | null, most: number | null) => [least === null ? '' : `At least ${decimal(least)}.`, most === null ? '' : `At most ${decimal(most)}.`].filter(Boolean).join(' '),
    seconds: 'Seconds',
    memory: 'Memory, MB',
    nodes: 'Nodes',
    depth: 'Depth',
    none: 'none',
    more: 'More options',
    admissible: 'Admissible: it never overestimates.',
    inadmissible: 'Not admissible: it may overestimate, so the path may not be shortest.',
    verdict: {
      optimal: (moves: number) => (moves === 0 ? 'Solved already' : `${plural(moves, 'move')}, proven shortest`),
      solved: (moves: number) => plural(moves, 'move'),
      within: (moves: number, more: number) => `${plural(moves, 'move')}, at most ${count(more)} from optimal`,
      unsolvable: 'Unsolvable',
      limit: 'No solution within the limits',
      'gave-up': 'No solution found',
      cancelled: 'Cancelled',
      failed: 'The search failed',
    },
    notProven: 'Not proven shortest.',
    proven: (moves: number) => `Proven so far: at least ${plural(moves, 'move')}.`,
    goOn: 'Go on with four times the limits',
    atMaximum: 'The server allows no more than this.',
    took: (time: string, engine: string, method: string) => `${time} · ${method} · ${engine}`,
    explored: 'Generated',
    expanded: 'Expanded',
    frontier: 'Frontier',
    maxFrontier: 'Largest frontier',
    bound: 'Bound',
    rate: 'Rate',
    perSecond: (rate: string) => `${rate} nodes/s`,
    depthReached: 'Depth',
    memoryUsed: 'Memory',
    elapsed: 'Time',
    path: 'Path',
    pathNote: 'Letters name the direction of the blank.',
    chart: 'Bound and nodes while searching',
    chartBound: 'bound',
    chartNodes: 'nodes',
    copy: 'Copy moves',
    downloads: { json: 'JSON', txt: 'Text', gif: 'GIF' },
    watch: 'Watch this search',
    watchOther: 'Watch A* on this board',
    show: 'Show on tiles',
    overlays: { none: 'Nothing', manhattan: 'Manhattan', 'linear-conflict': 'Conflicts', euclidean: 'Straight lines' },
    estimates: 'Heuristics on this board',
    estimateRefused: 'not for this shape',
  },

  player: {
    label: 'Steps',
    first: 'First',
    back: 'Step back',
    play: 'Play',
    pause: 'Pause',
    forward: 'Step',
    last: 'Last',
    position: (step: number, length: number) => `${count(step)} / ${count(length)}`,
    scrub: 'Position',
    speed: 'Speed',
    speedValue: (speed: number) => `${decimal(speed)} a second`,
  },

  race: {
    title: 'Race',
    run: 'Start the race',
    again: 'Race again',
    stop: 'Cancel all',
    add: 'Add a lane',
    remove: (number: number) => `Remove lane ${number}`,
    lane: (number: number) => `Lane ${number}`,
    time: 'Seconds each',
    badTime: 'Seconds each: use a number above 0.',
    twin: 'Watch the least and the most side by side',
    over: (name: string, moves: number) => `The race is over. First: ${name}, ${plural(moves, 'move')}.`,
    overNone: 'The race is over. Nobody arrived.',
    ready: 'Ready',
    queued: (position: number) => `Waiting, place ${position}`,
    searching: (nodes: string) => `Searching, ${nodes} nodes`,
    fill: 'Bars grow with the logarithm of the nodes generated.',
    result: 'Result',
    table: {
      method: 'Method',
      cost: 'Moves',
      generated: 'Generated',
      expanded: 'Expanded',
      max_frontier: 'Largest frontier',
      max_depth: 'Depth',
      peak_memory: 'Memory',
      elapsed: 'Time',
    },
    best: 'best',
    proven: 'Proven shortest',
    status: {
      optimal: 'Finished',
      solved: 'Finished',
      unsolvable: 'Unsolvable',
      limit: 'Limit reached',
      'gave-up': 'Gave up',
      cancelled: 'Cancelled',
      failed: 'Failed',
    } satisfies Record<Status, string>,
    finished: (place: number, moves: number) => `${['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'][place - 1]}, ${plural(moves, 'move')}`,
    csv: 'CSV',
    json: 'JSON',
    empty: 'The table fills as lanes finish.',
    wins: (names: string) => `Best at ${names}`,
    sort: (name: string) => `Sort by ${name}`,
  },

  keys: {
    title: 'Keys',
    groups: [
      {
        name: 'Board',
        keys: [
          ['Arrows, W A S D', 'slide a tile (Play)'],
          ['Z', 'undo'],
          ['Shift Z', 'redo'],
          ['N', 'new game'],
          ['H', 'hint'],
          ['E', 'edit the board'],
          ['/', 'go to the board field'],
        ],
      },
      {
        name: 'Path and search',
        keys: [
          ['Space', 'play or pause'],
          ['← → or J K', 'step back, step'],
          ['Home, End', 'first, last'],
          ['+ −', 'zoom the tree'],
          ['Arrows in the tree', 'go from node to node'],
          ['Enter in the tree', 'go to the step of a node'],
        ],
      },
      {
        name: 'Everywhere',
        keys: [
          ['1 to 6', 'Play, Solve, Watch, Race, Learn, Code'],
          ['?', 'this list'],
        ],
      },
    ] as const,
    hint: 'Keys',
  },

  learn: { title: 'Learn', contents: 'Contents' },

  /** The view itself has its words in `strings/code.ts`. */
  code: {
    name: 'Your own',
    claimed: 'Your function, which says that it never overestimates.',
    unclaimed: 'Your function. It does not say that it never overestimates, so the path may not be proven shortest.',
    edit: 'Edit it',
    missing: 'This search uses a heuristic that somebody wrote under Code, and it stayed in that browser. Write one of your own under Code.',
  },
};

/** Names as people write them, for the registry's names. */
export const ALGORITHM_NAMES: Record<string, string> = {
  optimal: 'Optimal (fastest)',
  anytime: 'Anytime (quick and short)',
  bfs: 'Breadth-first (BFS)',
  dfs: 'Depth-first (DFS)',
  dls: 'Depth-limited (DLS)',
  ids: 'Iterative deepening (IDS)',
  ucs: 'Uniform cost (UCS)',
  greedy: 'Greedy best-first',
  astar: 'A*',
  wastar: 'Weighted A*',
  idastar: 'IDA*',
  bidirectional: 'Bidirectional BFS',
  beam: 'Beam search',
  rbfs: 'Recursive best-first (RBFS)',
  hill: 'Hill climbing',
};

export const HEURISTIC_NAMES: Record<string, string> = {
  zero: 'Zero',
  misplaced: 'Misplaced tiles',
  manhattan: 'Manhattan',
  euclidean: 'Euclidean',
  'linear-conflict': 'Linear conflict',
  'linear-conflict-pairs': 'Linear conflict, by pairs',
  gaschnig: 'Gaschnig',
  inversion: 'Inversion distance',
  'walking-distance': 'Walking distance',
  'corner-conflict': 'Corner conflict',
  'last-moves': 'Last moves',
};

/** A heuristic as a title; the visitor's own has no name but that. */
export function heuristicName(heuristic: string): string {
  return heuristic === OWN ? t.code.name : (HEURISTIC_NAMES[heuristic] ?? heuristic);
}

/** A method as a title: `A* · Manhattan`. */
export function methodName(method: string): string {
  const [algorithm, heuristic] = method.split('@', 2);
  const name = (ALGORITHM_NAMES[algorithm] ?? algorithm).replace(/ \(.*\)$/, '');
  return heuristic ? `${name} · ${heuristicName(heuristic)}` : name;
}
