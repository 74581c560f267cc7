// SPDX-License-Identifier: MIT
/** The pages on heuristics. `^{}` raises, backquotes mark code. */

export interface HeuristicPage {
  idea: string[];
  /** How to compute it, a step a line. */
  steps: string[];
  cost: string;
  pros: string[];
  cons: string[];
  suits: string;
  /** The board of its figure, where another one shows the point better than the usual. */
  board?: string;
}

export const HEURISTIC_PAGES: Record<string, HeuristicPage> = {
  zero: {
    idea: ['No estimate at all: h is 0 everywhere. With it A* becomes uniform cost search and IDA* becomes iterative deepening.'],
    steps: ['h ← 0'],
    cost: 'nothing',
    pros: ['Never wrong, and the measure of what any other heuristic saves.'],
    cons: ['Tells the search nothing.'],
    suits: 'Comparing.',
  },
  misplaced: {
    idea: ['Count the tiles that are not at home. Each of them has to move at least once, and a move moves one tile.'],
    steps: ['for each tile: if it is not on its goal cell, add 1'],
    cost: 'one look at every cell',
    pros: ['The easiest to explain and to compute.'],
    cons: ['A tile one cell away counts as much as one across the board.', 'Never more than the number of tiles, however hard the board.'],
    suits: '8-puzzles, for comparison.',
  },
  manhattan: {
    idea: [
      'Add up how many rows and columns each tile is away from home. A move brings one tile one cell nearer at best, so fewer moves can never do.',
      'It is what the puzzle would cost if tiles could slide through each other.',
    ],
    steps: ['for each tile: add the rows to its goal row and the columns to its goal column'],
    cost: 'one table look-up a tile; a move changes only one of them',
    pros: ['Cheap: after a move only one tile has to be looked at again.', 'Good enough for every 8-puzzle.'],
    cons: ['Ignores that tiles are in each other’s way.', 'On a 15-puzzle it is some 16 moves too low on average.'],
    suits: '8-puzzles, and 15-puzzles with patience.',
  },
  euclidean: {
    idea: ['Add up the straight distances of the tiles from home. A straight line is never longer than a walk along rows and columns, so it never overestimates; for the same reason Manhattan is always at least as good.'],
    steps: ['for each tile: add √(rows² + columns²) to its goal cell'],
    cost: 'one table look-up a tile',
    pros: ['A natural idea from route finding.'],
    cons: ['Weaker than Manhattan on every board.', 'Not whole numbers, so bounds grow in small steps unless rounded up.'],
    suits: 'Comparing; tiles do not fly.',
  },
  'linear-conflict': {
    board: '3,2,1/4,5,6/8,7,0',
    idea: [
      'Two tiles that stand in their goal row, but in the wrong order, cannot pass each other inside it. One has to step out and back: two moves that Manhattan does not count. The same holds for columns.',
      'With three or more in a line, count the fewest tiles that must step out so that the others stand in order.',
    ],
    steps: ['h ← Manhattan', 'for each row and column: take the tiles that stand in it and belong there', 'add 2 for each tile that must leave so that the goal places of the rest increase'],
    cost: 'a look-up for each line',
    pros: ['Clearly stronger than Manhattan at little cost.', 'Admissible and consistent when the fewest tiles are counted.'],
    cons: ['Sees only conflicts within one line.'],
    suits: '15-puzzles: some five to ten times fewer nodes than Manhattan.',
  },
  'linear-conflict-pairs': {
    board: '3,2,1/4,5,6/8,7,0',
    idea: [
      'Linear conflict as several textbooks count it: two moves for every pair in the wrong order. One tile that steps out may end several conflicts at once, so this can be more than the true distance.',
      'Three tiles in reverse order make three pairs, but two of them stepping out are enough.',
    ],
    steps: ['h ← Manhattan', 'for each pair of tiles in their goal line in the wrong order: add 2'],
    cost: 'a look-up for each line',
    pros: ['Easier to write than the right count.'],
    cons: ['Not admissible: A* may return a path that is too long, and would not know.'],
    suits: 'Seeing what goes wrong when a heuristic overestimates.',
  },
  gaschnig: {
    board: '2,1,3/4,6,5/7,8,0',
    idea: ['Let any tile jump into the blank, from anywhere. The fewest such jumps are a lower bound, because a real move is a jump from next door.'],
    steps: ['until all tiles are home', 'if the blank stands on the home of a tile: that tile jumps there', 'otherwise any misplaced tile jumps into the blank', 'h ← the number of jumps'],
    cost: 'one pass over the cycles of the permutation',
    pros: ['Never below misplaced tiles.', 'A model of how a relaxed puzzle gives a heuristic.'],
    cons: ['Knows nothing of distance: usually far below Manhattan.'],
    suits: '8-puzzles, for comparison.',
  },
  inversion: {
    board: '8,6,7/2,5,4/3,0,1',
    idea: ['Read the tiles row by row. A sideways move does not change that reading; a vertical move carries one tile past a fixed number of others, so it can mend only so many pairs in the wrong order. Count the pairs, divide, and do the same by columns.'],
    steps: ['count the pairs that stand in the wrong order, read by rows', 'the vertical moves needed are at least that number over (columns − 1), rounded to the right parity', 'the same by columns gives the sideways moves', 'h ← the sum'],
    cost: 'counting inversions twice',
    pros: ['Independent of Manhattan: sometimes higher where that is low, so `max` of both pays.'],
    cons: ['Alone it is uneven.'],
    suits: '15-puzzles, as one part of a maximum.',
  },
  'walking-distance': {
    board: '8,6,7/2,5,4/3,0,1',
    idea: [
      'Forget which tile is which, but remember how many tiles of each goal row stand in each row. Only vertical moves matter then, and the blank has to walk to make them. A table tells the fewest; the same with columns.',
      'It takes the interplay of tiles along a whole direction into account, which Manhattan cannot.',
    ],
    steps: ['count, for every row, how many of its tiles belong to each goal row', 'look up the fewest vertical moves for that matrix', 'the same with columns', 'h ← the sum'],
    cost: 'two look-ups; the tables are built once by breadth-first search',
    pros: ['The strongest here without pattern databases.', 'Small tables: 24,964 entries for 4x4.'],
    cons: ['Tables grow fast: offered while rows and columns add up to at most 8.'],
    suits: '15-puzzles.',
  },
  'corner-conflict': {
    board: '5,2,3/4,1,6/8,7,0',
    idea: ['If a corner holds a wrong tile and one of the corner’s neighbours is already at home, that neighbour has to move out and back to let the corner be mended. Two moves that linear conflict does not see, unless it counts that tile already.'],
    steps: ['h ← linear conflict', 'for each neighbour of a wrong corner that is at home and in no linear conflict: add 2, once'],
    cost: 'a little more than linear conflict',
    pros: ['Never below linear conflict.'],
    cons: ['Adds something only where corners are wrong.'],
    suits: '15-puzzles, near the goal above all.',
  },
  'last-moves': {
    board: '1,2,3/4,8,5/7,6,0',
    idea: ['Think of the end. Every solution of two or more moves passes a board that is exactly two moves from the goal, and there are only a few of those. Take the Manhattan distance to the nearest of them and add the two moves.'],
    steps: ['list the boards two moves from the goal', 'for each: the Manhattan distance to it, plus 2', 'h ← the smallest of these'],
    cost: 'a few Manhattan distances, most of them shared',
    pros: ['Often two or four moves better than Manhattan.', 'Knows where the blank must end, which others do not, so it combines well.'],
    cons: ['Blind to conflicts in the middle of the board.'],
    suits: '15-puzzles, together with others.',
  },
};
