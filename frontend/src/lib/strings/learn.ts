// SPDX-License-Identifier: MIT
/** The pages of Learn that are not about one method, and the words around all of them. */

import { ALGORITHM_PAGES as CLASSIC_PAGES, type AlgorithmPage } from './algorithms';
import { MODERN_PAGES } from './modern';

export { type AlgorithmGroup, type AlgorithmPage, type CodeLine, type Phase } from './algorithms';
/** The pages on algorithms, by the registry's names. */
export const ALGORITHM_PAGES: Record<string, AlgorithmPage> = { ...CLASSIC_PAGES, ...MODERN_PAGES };
export { HEURISTIC_PAGES, type HeuristicPage } from './heuristics';

export const l = {
  groups: { start: 'Begin here', blind: 'Blind search', informed: 'Informed search', local: 'Local search', solver: 'The solver itself', heuristics: 'Heuristics' },
  pages: { play: 'How to play', solvable: 'Solvable boards', search: 'Searching in general', structures: 'Data structures', patterns: 'Pattern databases' },
  choose: 'Page',
  pseudocode: 'Pseudocode',
  properties: 'Properties',
  complete: 'Complete',
  optimal: 'Optimal',
  time: 'Time',
  space: 'Space',
  cost: 'Cost of a value',
  pros: 'For it',
  cons: 'Against it',
  suits: 'Where it fits',
  source: 'Source',
  how: 'How it is computed',
  liveText: 'The engine’s own trace on a small board. Step through it and watch the lines light up.',
  table: 'Table',
  run: 'Run it on your board',
  stop: 'Stop',
  noTrace: 'There is no trace of this method to step through.',
  watch: 'Watch it on your board',
  solveWith: 'Solve your board with it',
  symbols: 'b: children of a node, d: depth of the shortest solution, m: longest path.',
  admissible: 'Admissible: never more than the true distance.',
  notAdmissible: 'Not admissible: may be more than the true distance.',
  consistent: 'Consistent: changes by at most one from a board to its neighbour.',
  notConsistent: 'Not consistent.',
  relaxation: 'The easier puzzle behind it',
  tryBoard: 'Board',
  boards: { example: 'An example', own: 'Your board' },
  tryText: 'Slide tiles and see the value change.',
  value: (value: string) => `h = ${value}`,
  refused: 'not for this shape',
  next: 'Next',
  play: {
    intro: 'The board holds numbered tiles and one empty cell, the blank. A tile beside the blank may slide into it; nothing else moves. The aim is to bring all tiles home, in as few moves as you can.',
    points: [
      'Click a tile in the blank’s row or column and everything between slides along. Each tile counts as one move.',
      'Arrow keys and WASD slide the tile that can go that way. If you think of the blank moving instead, switch that on below the board in Play.',
      'Tiles that are at home turn green.',
      'Solve the first row, then the first column, and what is left is a smaller puzzle. Put the last two tiles of a row in place together: the one into the corner, the other below it, then turn both in.',
      'A hint shows the next move of a shortest solution up to 4x4; on larger boards that of a short one, and it says so. Undo takes a move off the count, and the count says how many were taken back.',
      'The optimum under the board is the length of a shortest solution. No 8-puzzle needs more than 31 moves and no 15-puzzle more than 80.',
    ],
    tryIt: 'Try it: seven moves bring this board home.',
    done: 'Home. That is all there is to it.',
  },
  solvable: {
    intro: 'Half of all arrangements cannot be solved, whatever you do. A count tells which half, before any search.',
    read: 'Read the tiles row by row, without the blank:',
    inversion: 'A pair in the wrong order, a later number before an earlier one of the goal, is an inversion.',
    count: (number: number) => `This board has ${number === 1 ? '1 inversion' : `${number} inversions`}:`,
    none: 'This board has no inversion.',
    more: (number: number) => `and ${number} more`,
    sideways: 'A sideways move does not change the reading, so it changes no inversion.',
    odd: (cols: number) => `With ${cols} columns, a vertical move carries a tile past ${cols - 1} others, an even number, so the number of inversions stays even or stays odd. The goal has none: it must be even.`,
    even: (cols: number) => `With ${cols} columns, a vertical move carries a tile past ${cols - 1} others, an odd number, so each such move turns even into odd. The blank needs some vertical moves to its goal row: inversions and rows together must be even.`,
    blank: (rows: number) => `The blank is ${rows === 1 ? '1 row' : `${rows} rows`} from its goal row.`,
    verdict: (total: number, solvable: boolean) => `Together ${total}, ${total % 2 ? 'odd' : 'even'}: ${solvable ? 'this board can be solved.' : 'this board cannot be solved.'}`,
    swap: 'Swap two tiles',
    swapText: 'Swapping any two tiles turns one half into the other.',
  },
  search: {
    intro: 'Every search here is the same loop. What differs is which node it takes next, and what it remembers.',
    code: [
      { indent: 0, text: 'frontier ← {start}' },
      { indent: 0, text: 'while frontier is not empty' },
      { indent: 1, text: 'take a node n off frontier', note: 'which one? that is the algorithm' },
      { indent: 1, text: 'if n is the goal: return the way to n' },
      { indent: 1, text: 'for each move: make the child c' },
      { indent: 2, text: 'if c is worth keeping: put c on frontier', note: 'what is known? that is the memory' },
    ],
    figure: 'The same board, searched in four orders. Step through them and see which node each takes.',
    terms: [
      ['g', 'moves from the start to a node'],
      ['h', 'an estimate of the moves from a node to the goal'],
      ['f', 'g + h, an estimate of a whole solution through the node'],
      ['frontier', 'nodes made but not yet expanded'],
      ['generated', 'nodes put on the frontier; some textbooks call these explored'],
      ['expanded', 'nodes taken off whose children were made; others call these explored, so the word is avoided here'],
    ],
    letters: 'Three letters measure a search:',
    params: [
      ['b', 'children of a node on average, without the one that undoes the last move'],
      ['d', 'depth of the shortest solution'],
      ['m', 'length of the longest path; without a memory of reached boards it has no end'],
    ],
    table: { head: ['Puzzle', 'Boards', 'b', 'd on average', 'd at most'], rows: [
      ['8-puzzle', '181,440', '1.73', '22', '31'],
      ['15-puzzle', 'about 1.05 · 10^{13}', '2.13', '53', '80'],
      ['24-puzzle', 'about 7.76 · 10^{24}', '2.37', 'about 100', '152 or more'],
    ] },
    after: 'Blind searches take about b^{d} nodes. A heuristic takes off about as many levels as it is worth on average, k of them: b^{d − k}. With b = 2, ten levels are a factor of a thousand.',
  },
  structures: {
    intro: 'The algorithm decides which structure holds the frontier; the structure decides what it costs.',
    head: ['Structure', 'Takes', 'Cost', 'Used by'],
    rows: [
      ['Queue', 'the oldest', 'constant', 'BFS, bidirectional'],
      ['Stack', 'the newest', 'constant', 'DFS'],
      ['Path', 'steps down and back', 'constant, memory of one path', 'DLS, IDS, IDA*, RBFS'],
      ['Heap', 'the smallest f', 'logarithm of its size', 'UCS, greedy, A*, weighted A*'],
      ['Buckets', 'the smallest f, where f is a small whole number', 'constant', 'A* in the native engine'],
      ['Hash table', 'tells whether a board was reached', 'constant, one entry a board', 'all that avoid repeats'],
      ['Bounded layer', 'the best few of a layer', 'one selection a layer', 'beam search'],
      ['Table of sub-puzzles', 'a look-up instead of a search', 'built once', 'walking distance, pattern databases'],
    ],
    figure: 'Put nodes in and take them out.',
    kinds: { queue: 'Queue', stack: 'Stack', heap: 'Heap by f' },
    put: 'Put one in',
    take: 'Take one out',
    taken: (names: string) => `Taken so far: ${names || 'none'}.`,
    node: (name: string, f: number) => `${name}, f = ${f}`,
    ties: 'Ties matter. Among equal f the node with the larger g goes first, then the newest, so that A* runs for the goal once f is right. Children are tried up, left, right, down.',
  },
};

/** The page on pattern databases. */
export const PATTERNS = {
  idea: [
    'Split the tiles into groups. For one group, forget the other tiles: they all look alike, and moving them costs nothing. What is left is a smaller puzzle, and it can be solved completely, once, for every way in which the tiles of the group can stand. The table of those answers is a pattern database.',
    'A move moves one tile, so it counts for one group only. The costs of the groups may be added, and the sum still never overestimates. It sees what Manhattan cannot: tiles of a group that are in each other’s way.',
  ],
  sum: (costs: readonly number[], manhattan: number) => `h = ${costs.join(' + ')} = ${costs.reduce((a, b) => a + b, 0)}, where Manhattan says ${manhattan}.`,
  group: (tiles: readonly number[], cost: number) => `Tiles ${tiles.join(', ')}: ${cost} ${cost === 1 ? 'move' : 'moves'}`,
  badge: 'The small numbers tell how often each tile moves on one cheapest way; the grey ones may move for nothing.',
  boards: { far: 'Two swaps', example: 'An easy board', hard: 'The hardest board' },
  choose: 'Example',
  histogram: (tiles: number, entries: string) => `The table of ${tiles} tiles on 3x3: ${entries} placements, and how many of them cost so many moves.`,
  axis: 'moves',
  steps: [
    'begin with the group at home, at cost 0',
    'search backwards from there: a move of a tile of the group costs 1, any other move 0',
    'write down, for every placement of the group, the least cost at which it was met',
    'h ← the sum of the entries of all groups',
  ],
  facts: [
    ['Cost of a value', 'one look-up a group'],
    ['Memory', 'one entry a placement: 5 tiles on 4x4 make 524,160, 6 tiles on 5x5 make 127,512,000'],
    ['Where it fits', 'It is what `optimal` rests on, on 15- and 24-puzzles. Larger groups are better: they see more tiles in each other’s way.'],
    ['Consistent', 'Not always: the table forgets where the blank is, so a move may change h by more than one.'],
  ],
  solve: 'Solve your board with it',
} as const;

/** Pages in the order of the contents. */
export const START_PAGES = ['play', 'solvable', 'search', 'structures'] as const;
export type StartPage = (typeof START_PAGES)[number];
