// SPDX-License-Identifier: MIT
/** Taps, drags and swipes on a board, turned into "this line slides" or "a tile moves this way". */

import { blankCell, lineMoves, type Board, type Move } from './board';

const TAP = 8;
const SWIPE = 24;
const COMMIT = 0.35;

export interface Drag {
  cells: ReadonlySet<number>;
  x: number;
  y: number;
}
export interface GestureTarget {
  board: () => Board;
  /** Slide the line from the blank to this cell. */
  slide: (cell: number) => void;
  /** Move the tile beside the blank in this direction. */
  swipe: (direction: Move) => void;
}

interface Press {
  id: number;
  cell: number;
  x: number;
  y: number;
  size: number;
  line: Move[];
}

/** The direction in which tiles go when the blank goes the other way. */
const TOWARDS: Record<Move, readonly [number, number]> = { U: [0, 1], D: [0, -1], L: [1, 0], R: [-1, 0] };

export class Gesture {
  drag: Drag | null = $state.raw(null);
  #press: Press | null = null;
  #target: GestureTarget;

  constructor(target: GestureTarget) {
    this.#target = target;
  }

  down(event: PointerEvent): void {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
    if (!cell || event.button !== 0 || this.#press) return;
    const number = Number(cell.dataset.cell);
    const line = lineMoves(this.#target.board(), number);
    this.#press = { id: event.pointerId, cell: number, x: event.clientX, y: event.clientY, size: cell.offsetWidth, line };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.id !== event.pointerId || !press.line.length) return;
    const [x, y] = this.#along(press, event);
    this.drag = x || y ? { cells: this.#lineCells(press), x, y } : null;
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#press = null;
    const far = [event.clientX - press.x, event.clientY - press.y];
    const [x, y] = press.line.length ? this.#along(press, event) : [0, 0];
    const tapped = Math.hypot(...far) < TAP;
    if (press.line.length && (tapped || Math.abs(x + y) > COMMIT * press.size)) this.#target.slide(press.cell);
    else if (!tapped && Math.max(Math.abs(far[0]), Math.abs(far[1])) > SWIPE && Math.abs(x + y) < TAP) this.#swipe(far);
    this.drag = null;
  }

  cancel(): void {
    this.#press = null;
    this.drag = null;
  }

  #swipe([x, y]: number[]): void {
    if (Math.abs(x) > Math.abs(y)) this.#target.swipe(x > 0 ? 'R' : 'L');
    else this.#target.swipe(y > 0 ? 'D' : 'U');
  }

  /** How far the line has been pulled towards the blank, at most one cell. */
  #along(press: Press, event: PointerEvent): [number, number] {
    const [right, down] = TOWARDS[press.line[0]];
    const pulled = (event.clientX - press.x) * right + (event.clientY - press.y) * down;
    const length = Math.max(0, Math.min(pulled, press.size));
    return [length * right, length * down];
  }

  #lineCells(press: Press): Set<number> {
    const board = this.#target.board();
    const blank = blankCell(board);
    const step = (press.cell - blank) / press.line.length;
    return new Set(press.line.map((_, index) => blank + step * (index + 1)));
  }
}
