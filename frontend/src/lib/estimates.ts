// SPDX-License-Identifier: MIT
/**
 * The simple heuristics, for boards that a trace does not list: those still waiting on the frontier. The engine's own
 * values are shown wherever there are any; tests hold the two to each other.
 */

import { homeCells, type Board } from './board';

export interface LineConflict {
  line: 'row' | 'column';
  index: number;
  tiles: readonly [number, number];
  cells: readonly [number, number];
}

interface Line {
  line: 'row' | 'column';
  index: number;
  cells: number[];
  /** The tiles that stand in this line and belong there, with the place where they belong. */
  settled: { tile: number; cell: number; place: number }[];
}

function lines(board: Board, goal: Board): Line[] {
  const { rows, cols } = board;
  const home = homeCells(goal);
  const make = (line: Line['line'], index: number, cells: number[]): Line => {
    const settled = cells
      .map((cell) => ({ tile: board.tiles[cell], cell, place: cells.indexOf(home[board.tiles[cell]]) }))
      .filter(({ tile, place }) => tile && place >= 0);
    return { line, index, cells, settled };
  };
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  return [
    ...range(rows).map((row) => make('row', row + 1, range(cols).map((col) => row * cols + col))),
    ...range(cols).map((col) => make('column', col + 1, range(rows).map((row) => row * cols + col))),
  ];
}

/** Every two tiles that stand in their goal line in reversed order. */
export function lineConflicts(board: Board, goal: Board): LineConflict[] {
  return lines(board, goal).flatMap(({ line, index, settled }) =>
    settled.flatMap((first, at) =>
      settled
        .slice(at + 1)
        .filter((second) => first.place > second.place)
        .map((second) => ({ line, index, tiles: [first.tile, second.tile], cells: [first.cell, second.cell] }) as const),
    ),
  );
}

/** How many must leave the line so that the places that stay increase. */
function fewestRemovals(places: number[]): number {
  const lowestEnd: number[] = [];
  for (const place of places) {
    const at = lowestEnd.findIndex((end) => end > place);
    lowestEnd[at < 0 ? lowestEnd.length : at] = place;
  }
  return places.length - lowestEnd.length;
}

function sumOverTiles(board: Board, goal: Board, measure: (rows: number, cols: number) => number): number {
  const home = homeCells(goal);
  const { cols } = board;
  return board.tiles.reduce((sum, tile, cell) => {
    if (!tile) return sum;
    const rows = Math.abs(Math.floor(cell / cols) - Math.floor(home[tile] / cols));
    return sum + measure(rows, Math.abs((cell % cols) - (home[tile] % cols)));
  }, 0);
}

const manhattan = (board: Board, goal: Board): number => sumOverTiles(board, goal, (rows, cols) => rows + cols);

/** The engine counts Euclidean distances in units of 2^-16, each tile rounded down. */
const SCALE = 2 ** 16;

const ESTIMATES: Record<string, (board: Board, goal: Board) => number> = {
  zero: () => 0,
  misplaced: (board, goal) => sumOverTiles(board, goal, (rows, cols) => Math.sign(rows + cols)),
  manhattan,
  euclidean: (board, goal) => sumOverTiles(board, goal, (rows, cols) => Math.floor(Math.hypot(rows, cols) * SCALE)) / SCALE,
  'linear-conflict': (board, goal) =>
    manhattan(board, goal) +
    2 * lines(board, goal).reduce((sum, { settled }) => sum + fewestRemovals(settled.map(({ place }) => place)), 0),
  'linear-conflict-pairs': (board, goal) => manhattan(board, goal) + 2 * lineConflicts(board, goal).length,
};

/** The value of a heuristic, null where only the engine can tell. */
export function estimateOf(heuristic: string | null, board: Board, goal: Board): number | null {
  return heuristic === null ? 0 : (ESTIMATES[heuristic]?.(board, goal) ?? null);
}
