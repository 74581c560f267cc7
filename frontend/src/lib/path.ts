// SPDX-License-Identifier: MIT
import { applyMove, isMove, opposite, type Board, type Move } from './board';

/** A start and moves from it. Boards are made by walking from the one asked for last, so long paths cost no memory. */
export class Path {
  readonly start: Board;
  readonly moves: readonly Move[];
  #at = 0;
  #board: Board;

  constructor(start: Board, moves: string) {
    this.start = start;
    this.moves = [...moves].filter(isMove);
    this.#board = start;
  }

  get length(): number {
    return this.moves.length;
  }

  /** The board after `step` moves. */
  at(step: number): Board {
    const target = Math.max(0, Math.min(step, this.length));
    if (target === 0) {
      this.#at = 0;
      this.#board = this.start;
    }
    while (this.#at < target) this.#walk(this.moves[this.#at], 1);
    while (this.#at > target) this.#walk(opposite(this.moves[this.#at - 1]), -1);
    return this.#board;
  }

  #walk(move: Move, by: 1 | -1): void {
    const next = applyMove(this.#board, move);
    if (!next) throw new Error(`move ${this.#at + 1} leaves the board`);
    this.#board = next;
    this.#at += by;
  }
}

/** Moves in one direction, one after the other. */
export interface Run {
  move: Move;
  /** Moves before it. */
  from: number;
  length: number;
}

export function runsOf(moves: readonly Move[]): Run[] {
  const runs: Run[] = [];
  moves.forEach((move, from) => {
    const last = runs.at(-1);
    if (last?.move === move) last.length += 1;
    else runs.push({ move, from, length: 1 });
  });
  return runs;
}

/** R3 for three moves to the right, D for one down. */
export const runText = ({ move, length }: Pick<Run, 'move' | 'length'>): string => (length > 1 ? `${move}${length}` : move);
