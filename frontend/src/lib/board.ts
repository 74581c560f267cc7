// SPDX-License-Identifier: MIT
/** Boards and moves, as the Python package has them: 0 is the blank, a move names the direction of the blank. */

export type Move = 'U' | 'L' | 'R' | 'D';
export type GoalName = 'last' | 'first' | 'snail';
export type Rows = number[][];

export interface Board {
  readonly rows: number;
  readonly cols: number;
  /** All cells row by row. */
  readonly tiles: readonly number[];
}

export const MOVES: readonly Move[] = ['U', 'L', 'R', 'D'];
export const GOAL_NAMES: readonly GoalName[] = ['last', 'first', 'snail'];
const MIN_SIDE = 2;
const MAX_SIDE = 128;
/** Boards of so many cells a side are made of tiles that can be slid, marked and dressed up; larger ones are a drawing. */
export const LARGEST_GRID = 12;
export const GRID_SIDES: readonly number[] = Array.from({ length: LARGEST_GRID - MIN_SIDE + 1 }, (_, index) => index + MIN_SIDE);

const STEP: Record<Move, readonly [number, number]> = { U: [-1, 0], L: [0, -1], R: [0, 1], D: [1, 0] };
const OPPOSITE: Record<Move, Move> = { U: 'D', D: 'U', L: 'R', R: 'L' };

export const opposite = (move: Move): Move => OPPOSITE[move];
export const isMove = (letter: string): letter is Move => letter in STEP && letter.length === 1;

export function fromRows(rows: Rows): Board {
  return { rows: rows.length, cols: rows[0].length, tiles: rows.flat() };
}

export function toRows(board: Board): Rows {
  return Array.from({ length: board.rows }, (_, row) => board.tiles.slice(row * board.cols, (row + 1) * board.cols));
}

export function sameBoard(a: Board, b: Board): boolean {
  return a.cols === b.cols && a.tiles.length === b.tiles.length && a.tiles.every((tile, cell) => tile === b.tiles[cell]);
}

export const isTiled = ({ rows, cols }: Board): boolean => Math.max(rows, cols) <= LARGEST_GRID;

export const blankCell = (board: Board): number => board.tiles.indexOf(0);

/** The named goal of a shape. */
export function goalBoard(rows: number, cols: number, name: GoalName): Board {
  const size = rows * cols;
  if (name === 'first') return { rows, cols, tiles: Array.from({ length: size }, (_, cell) => cell) };
  if (name === 'last') return { rows, cols, tiles: Array.from({ length: size }, (_, cell) => (cell + 1) % size) };
  const tiles = new Array<number>(size).fill(0);
  spiral(rows, cols).forEach((cell, index) => (tiles[cell] = (index + 1) % size));
  return { rows, cols, tiles };
}

function spiral(rows: number, cols: number): number[] {
  const cells: number[] = [];
  let [top, left, bottom, right] = [0, 0, rows - 1, cols - 1];
  while (top <= bottom && left <= right) {
    for (let col = left; col <= right; col++) cells.push(top * cols + col);
    for (let row = top + 1; row <= bottom; row++) cells.push(row * cols + right);
    if (top < bottom) for (let col = right - 1; col >= left; col--) cells.push(bottom * cols + col);
    if (left < right) for (let row = bottom - 1; row > top; row--) cells.push(row * cols + left);
    [top, left, bottom, right] = [top + 1, left + 1, bottom - 1, right - 1];
  }
  return cells;
}

/** Which named goal a board is, null for an arrangement of somebody's own. */
export function goalName(board: Board): GoalName | null {
  return GOAL_NAMES.find((name) => sameBoard(goalBoard(board.rows, board.cols, name), board)) ?? null;
}

/** For every tile, the cell where it belongs. */
export function homeCells(goal: Board): number[] {
  const home = new Array<number>(goal.tiles.length);
  goal.tiles.forEach((tile, cell) => (home[tile] = cell));
  return home;
}

/** The cell that a blank at `blank` reaches, -1 off the board. */
export function stepFrom(rows: number, cols: number, blank: number, move: Move): number {
  const [down, right] = STEP[move];
  const row = Math.floor(blank / cols) + down;
  const col = (blank % cols) + right;
  return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
}

/** The board after a move, null when it leaves the board. */
export function applyMove(board: Board, move: Move): Board | null {
  const blank = blankCell(board);
  const cell = stepFrom(board.rows, board.cols, blank, move);
  if (cell < 0) return null;
  const tiles = board.tiles.slice();
  tiles[blank] = tiles[cell];
  tiles[cell] = 0;
  return { rows: board.rows, cols: board.cols, tiles };
}

/** The board after all moves, null when one leaves the board. */
export function applyMoves(board: Board, moves: Iterable<Move>): Board | null {
  let now: Board | null = board;
  for (const move of moves) {
    now = applyMove(now, move);
    if (!now) return null;
  }
  return now;
}

/** The moves that bring the blank to a cell of its own row or column, empty for any other cell. */
export function lineMoves(board: Board, cell: number): Move[] {
  const blank = blankCell(board);
  const rows = Math.floor(cell / board.cols) - Math.floor(blank / board.cols);
  const cols = (cell % board.cols) - (blank % board.cols);
  if (rows === 0 && cols !== 0) return new Array<Move>(Math.abs(cols)).fill(cols > 0 ? 'R' : 'L');
  if (cols === 0 && rows !== 0) return new Array<Move>(Math.abs(rows)).fill(rows > 0 ? 'D' : 'U');
  return [];
}

/** The text that stands for a board in an address: `1,2,3/4,5,6/7,8,0`, which the command line reads too. */
export function encodeBoard(board: Board): string {
  return toRows(board)
    .map((row) => row.join(','))
    .join('/');
}

/** Read that text; null unless it is a whole board. */
export function decodeBoard(text: string): Board | null {
  const rows = text.split('/').map((row) => row.split(',').map((cell) => (/^\d{1,5}$/.test(cell.trim()) ? Number(cell) : NaN)));
  const cols = rows[0].length;
  if (rows.some((row) => row.length !== cols)) return null;
  if (Math.min(rows.length, cols) < MIN_SIDE || Math.max(rows.length, cols) > MAX_SIDE) return null;
  const board = fromRows(rows);
  const seen = new Set(board.tiles);
  const whole = seen.size === board.tiles.length && board.tiles.every((tile) => tile >= 0 && tile < board.tiles.length);
  return whole ? board : null;
}

export interface CellProblem {
  cell: number;
  kind: 'empty' | 'range' | 'twice';
  /** For `twice`, the cell that holds the number first. */
  first?: number;
}

/** What is wrong with cells as they were typed: null stands for one that is empty or no number. */
export function findProblems(cells: readonly (number | null)[]): CellProblem[] {
  const first = new Map<number, number>();
  const problems: CellProblem[] = [];
  cells.forEach((tile, cell) => {
    if (tile === null) problems.push({ cell, kind: 'empty' });
    else if (!Number.isInteger(tile) || tile < 0 || tile >= cells.length) problems.push({ cell, kind: 'range' });
    else if (first.has(tile)) problems.push({ cell, kind: 'twice', first: first.get(tile) });
    else first.set(tile, cell);
  });
  return problems;
}

/** The smallest number that no cell holds, null when none is missing. */
export function smallestMissing(cells: readonly (number | null)[]): number | null {
  const seen = new Set(cells);
  for (let tile = 0; tile < cells.length; tile++) if (!seen.has(tile)) return tile;
  return null;
}

/** A board with two tiles exchanged, wherever they stand. */
export function swapTiles(board: Board, a: number, b: number): Board {
  const tiles = board.tiles.map((tile) => (tile === a ? b : tile === b ? a : tile));
  return { rows: board.rows, cols: board.cols, tiles };
}
