// SPDX-License-Identifier: MIT
/** The words of Code, loaded when it is opened. */

import type { GoalName } from '../board';
import type { CheckState } from '../checker.svelte';
import type { ExampleName } from '../examples';
import { count, decimal, estimate, seconds } from '../format';
import type { Sort } from '../verdict';

/** A share; what is not quite nothing or all does not look like it. */
function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'less than 0.1 %';
  if (share > 0.999 && share < 1) return 'more than 99.9 %';
  return `${decimal(Math.round(share * 1000) / 10)} %`;
}
const moves = (number: number): string => `${estimate(number)} ${number === 1 ? 'move' : 'moves'}`;

export const c = {
  title: 'Your own heuristic',
  lead: 'Write a function in Python that says how many moves a board is away from its goal at least. It runs in this page, on your own machine.',
  editor: 'Your heuristic in Python',
  leave: 'Tab indents. Press Escape, then Tab, to leave the editor.',
  examples: 'Examples',
  replaced: 'Undo (Ctrl Z) brings your own text back.',
  exampleNames: {
    zero: 'Zero',
    misplaced: 'Misplaced',
    manhattan: 'Manhattan',
    twice: 'Manhattan twice',
    linearConflict: 'Linear conflict',
  } satisfies Record<ExampleName, string>,
  exampleText: {
    zero: 'Knows nothing. A* still finds a shortest way, after looking at nearly everything.',
    misplaced: 'Counts the tiles that are not at home: each needs at least one move.',
    manhattan: 'Adds up the steps of every tile to its home, as if the others were not there.',
    twice: 'Wrong on purpose: it overestimates, so A* is quick and its way may be too long. Let the referee convict it.',
    linearConflict: 'Manhattan, and two moves more for every tile that has to step aside in its own row or column.',
  } satisfies Record<ExampleName, string>,
  ownText: 'A text of your own.',
  offers: 'What a board offers',
  offersList: [
    ['board.tiles', 'all tiles row by row, 0 for the blank'],
    ['board.grid', 'the same as rows: board.grid[row][col]'],
    ['board.rows, board.cols', 'its size'],
    ['board.blank', 'the cell of the blank in tiles'],
    ['goal', 'the goal, a board as well'],
  ] as const,
  offersAfter: 'Return a number from 0 up; fractions are fine. A claim in front of it, @heuristic(admissible=True), lets A* say that its way is the shortest.',
  states: {
    idle: '',
    waiting: 'Trying it…',
    good: 'It works, and is kept in this browser.',
    wrong: '',
    late: 'It was stopped: on one board it took longer than 5 seconds. Does a loop in it never end?',
    gone: 'Python could not be started in this page. Load it again.',
  } satisfies Record<CheckState, string>,
  line: (line: number) => `Line ${line}`,
  save: 'Save as mine.py',
  open: 'Open a file',
  saveText: 'In the folder of mine.py, the command line takes it too:',
  command: 'taquin solve -m astar@mine:estimate',
  tooLong: (most: number) => `This file is longer than ${count(most)} letters.`,

  use: 'Use it',
  useText: 'On this board, with A*:',
  solve: 'Solve with it',
  watch: 'Watch it',
  race: 'Race it against Manhattan',
  deepest: 'Take the hardest 3x3 board',
  slow: 'Large boards take long: Python in a page does some ten thousand boards a second.',
  notYet: 'As soon as the text works.',

  judge: 'Judge it',
  judgeText: 'The referee compares it with the true distance of every board.',
  size: 'Size',
  sizes: { '3x3': '3x3', '2x3': '2x3, quick' },
  goal: 'Goal',
  goals: { last: 'Blank last', first: 'Blank first', snail: 'Snail', own: 'Of your own' } satisfies Record<GoalName | 'own', string>,
  run: 'Judge it',
  truth: 'Working out the true distances',
  judging: (done: number, boards: number) => `${count(done)} of ${count(boards)} boards`,
  comparing: 'Comparing neighbours',
  lateVerdict: 'The referee stopped after five minutes. Does a loop in it never end on some board?',
  verdict: {
    consistent: 'Admissible and consistent',
    admissible: 'Admissible, not consistent',
    neither: 'Not admissible',
  } satisfies Record<Sort, string>,
  verdictText: {
    consistent: 'It never says too much, and never falls by more than 1 in a move. A* finds a shortest way and opens no board twice.',
    admissible: 'It never says too much, so A* finds a shortest way, but it may have to open boards again.',
    neither: 'It says too much on some boards, so A* may miss the shortest way.',
  } satisfies Record<Sort, string>,
  proven: (boards: number) => `Proven on all ${count(boards)} boards.`,
  over: (number: number, share: number) => `Too much on ${count(number)} boards (${percent(share)}). The one nearest to the goal:`,
  overValues: (said: number, truth: number) => `It says ${moves(said)}, and the goal is ${moves(truth)} away.`,
  jumps: (number: number, share: number) => `Falls by more than 1 on ${count(number)} moves (${percent(share)}). The one nearest to the goal:`,
  jumpValues: (before: number, after: number) => `One move takes it from ${estimate(before)} to ${estimate(after)}.`,
  falseClaim: 'It claims more than is true: searches will call a way the shortest that may not be.',
  modest: 'It may say so itself. With “from taquin import heuristic” at the top and this in front of the function, A* calls its way the shortest:',
  claim: { admissible: '@heuristic(admissible=True)', consistent: '@heuristic(admissible=True, consistent=True)' },
  figures: {
    mean: 'On average it says',
    meanValue: (said: number, truth: number) => `${decimal(said)} of ${decimal(truth)} moves`,
    accuracy: 'Share of the truth',
    accuracyValue: percent,
    versus: 'Against Manhattan',
    versusValue: (times: number, above: number, below: number) => `${decimal(times)} times its value; larger on ${percent(above)}, smaller on ${percent(below)}`,
    cost: 'One evaluation',
    costValue: (own: number, manhattan: number) => `${microseconds(own)}; Manhattan ${microseconds(manhattan)}`,
  },
};

function microseconds(value: number): string {
  return value < 1e-4 ? `${decimal(value * 1e6)} µs` : seconds(value);
}
