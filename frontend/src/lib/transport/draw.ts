// SPDX-License-Identifier: MIT
/** A random board drawn by the page itself, for the moment before the library is there. */

import type { ScrambleRequest, Scrambled } from '../api';
import { GOAL_NAMES, goalBoard, homeCells, toRows, type Board } from '../board';

/** Draw a uniform board that can be solved; null where more is wished for than that. */
export function drawBoard(wish: ScrambleRequest, random: () => number = Math.random): Scrambled | null {
  const name = GOAL_NAMES.find((known) => known === (wish.goal ?? 'last'));
  if (!name || wish.depth !== undefined || wish.walk !== undefined || wish.seed !== undefined) return null;
  const goal = goalBoard(wish.rows, wish.cols, name);
  const tiles = goal.tiles.slice();
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
  const board: Board = { ...goal, tiles };
  if (!isSolvable(board, goal)) {
    const [a, b] = [0, 1, 2].filter((cell) => tiles[cell] !== 0);
    [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
  }
  return { start: toRows(board), goal: toRows(goal), seed: null };
}

/** Every move exchanges the blank with a tile: exchanges and steps of the blank are both odd or both even. */
export function isSolvable(board: Board, goal: Board): boolean {
  const home = homeCells(goal);
  const seen = new Set<number>();
  let exchanges = 0;
  board.tiles.forEach((_, first) => {
    for (let cell = first; !seen.has(cell); cell = home[board.tiles[cell]]) {
      seen.add(cell);
      if (home[board.tiles[cell]] !== first) exchanges += 1;
    }
  });
  const [from, to] = [board, goal].map(({ tiles }) => tiles.indexOf(0));
  const steps = Math.abs((from % board.cols) - (to % board.cols)) + Math.abs(Math.floor(from / board.cols) - Math.floor(to / board.cols));
  return exchanges % 2 === steps % 2;
}
