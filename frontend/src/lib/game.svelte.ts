// SPDX-License-Identifier: MIT
import { applyMove, applyMoves, encodeBoard, isMove, opposite, sameBoard, type Board, type Move } from './board';
import { runsOf } from './path';

/** What outlives a change of view and a reload. */
export interface GameRecord {
  start: string;
  goal: string;
  line: string;
  moves: number;
  slides: number;
  takenBack: number;
  hints: number;
  /** When the first move was made, in milliseconds of the clock on the wall; null before it. */
  began: number | null;
  elapsed: number;
}

/** A clock that does not begin anew with every page. */
const wallClock = (): number => performance.timeOrigin + performance.now();

/** A game: the line of moves that stands, and an honest count of everything that was ever slid. */
export class Game {
  start: Board = $state.raw()!;
  goal: Board = $state.raw()!;
  board: Board = $state.raw()!;
  line: Move[] = $state.raw([]);
  /** How many moves of the line stand; those behind can be redone. */
  moves = $state(0);
  /** Every single slide of a tile: moves, and those that undo and redo them. */
  slides = $state(0);
  takenBack = $state(0);
  hints = $state(0);
  /** Seconds since the first move, up to the last one when finished. */
  elapsed = $state(0);
  finished = $state(false);
  #began: number | null = null;
  #now: () => number;

  constructor(start: Board, goal: Board, now: () => number = wallClock) {
    this.#now = now;
    this.deal(start, goal);
  }

  deal(start: Board, goal: Board): void {
    this.start = this.board = start;
    this.goal = goal;
    this.line = [];
    this.moves = this.slides = this.takenBack = this.hints = this.elapsed = 0;
    this.#began = null;
    this.finished = false;
  }

  restart(): void {
    this.deal(this.start, this.goal);
  }

  /** All of it, to be kept. */
  record(): GameRecord {
    const { moves, slides, takenBack, hints, elapsed } = this;
    return { start: encodeBoard(this.start), goal: encodeBoard(this.goal), line: this.line.join(''), moves, slides, takenBack, hints, elapsed, began: this.#began };
  }

  /** Take up a game that was kept, if it stands where this one does: its clock has run on. */
  takeUp(kept: GameRecord | null): void {
    const { start, goal, line } = this.record();
    if (!kept || kept.start !== start || kept.goal !== goal || kept.line.slice(0, kept.moves) !== line.slice(0, this.moves)) return;
    const moves = [...kept.line].filter(isMove);
    if (!applyMoves(this.start, moves)) return;
    this.line = moves;
    this.moves = kept.moves;
    this.slides = kept.slides;
    this.takenBack = kept.takenBack;
    this.hints = kept.hints;
    this.elapsed = kept.elapsed;
    this.#began = kept.began;
    this.tick();
  }

  /** Go on where an address left off: the moves stand, the game may be over, and unless it was kept, the clock starts anew. */
  resume(moves: Move[]): void {
    const board = applyMoves(this.start, moves);
    if (!board || !moves.length) return;
    this.board = board;
    this.line = moves;
    this.moves = this.slides = moves.length;
    this.finished = sameBoard(board, this.goal);
  }

  /** The moves that stand as slides: a run of equal ones is one. */
  get lines(): number {
    return runsOf(this.line.slice(0, this.moves)).length;
  }

  get running(): boolean {
    return this.#began !== null && !this.finished;
  }

  get canUndo(): boolean {
    return this.moves > 0 && !this.finished;
  }

  get canRedo(): boolean {
    return this.moves < this.line.length && !this.finished;
  }

  /** Make a move; false when it leaves the board or the game is over. */
  move(move: Move): boolean {
    if (!this.#slide(move)) return false;
    this.line = [...this.line.slice(0, this.moves), move];
    this.moves += 1;
    this.finished = sameBoard(this.board, this.goal);
    return true;
  }

  undo(): boolean {
    if (!this.canUndo || !this.#slide(opposite(this.line[this.moves - 1]))) return false;
    this.moves -= 1;
    this.takenBack += 1;
    return true;
  }

  redo(): boolean {
    if (!this.canRedo || !this.#slide(this.line[this.moves])) return false;
    this.moves += 1;
    this.finished = sameBoard(this.board, this.goal);
    return true;
  }

  tick(): void {
    if (this.#began !== null && !this.finished) this.elapsed = (this.#now() - this.#began) / 1000;
  }

  #slide(move: Move): boolean {
    const next = this.finished ? null : applyMove(this.board, move);
    if (!next) return false;
    this.#began ??= this.#now();
    this.tick();
    this.board = next;
    this.slides += 1;
    return true;
  }
}
