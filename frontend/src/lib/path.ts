// SPDX-License-Identifier: MIT
import { applyMoves, isMove, opposite, type Board, type Move } from './board';

/** What an answer writes: a letter for each move of the blank, or where slides are counted `R2 D U3`. Each step is its single moves. */
export function stepsOf(text: string): Move[][] {
  if (!/[\s\d]/.test(text)) return [...text].filter(isMove).map((move) => [move]);
  return [...text.matchAll(/([ULRD])(\d*)/g)].map(([, move, length]) => new Array<Move>(Number(length || 1)).fill(move as Move));
}

/** A start and steps from it, moves or slides. Boards are made by walking from the one asked for last, so long paths cost no memory. */
export class Path {
  readonly start: Board;
  readonly steps: readonly (readonly Move[])[];
  /** As an answer wrote it. */
  readonly text: string;
  #at = 0;
  #board: Board;

  constructor(start: Board, moves: string) {
    this.start = start;
    this.steps = stepsOf(moves);
    this.text = moves;
    this.#board = start;
  }

  get length(): number {
    return this.steps.length;
  }

  /** The steps as a list shows them: slides one by one, single moves in one direction together. */
  get runs(): Run[] {
    if (this.steps.every(({ length }) => length === 1)) return runsOf(this.steps.flat());
    return this.steps.map(({ 0: move, length: tiles }, from) => ({ move, from, length: 1, tiles }));
  }

  /** The board after so many steps. */
  at(step: number): Board {
    const target = Math.max(0, Math.min(step, this.length));
    if (target === 0) {
      this.#at = 0;
      this.#board = this.start;
    }
    while (this.#at < target) this.#walk(this.steps[this.#at], 1);
    while (this.#at > target) this.#walk(this.steps[this.#at - 1].map(opposite), -1);
    return this.#board;
  }

  #walk(step: readonly Move[], by: 1 | -1): void {
    const next = applyMoves(this.#board, step);
    if (!next) throw new Error(`move ${this.#at + 1} leaves the board`);
    this.#board = next;
    this.#at += by;
  }
}

/** Moves in one direction, one after the other. */
export interface Run {
  move: Move;
  /** Steps before it. */
  from: number;
  /** Its steps. */
  length: number;
  /** How many tiles move. */
  tiles: number;
}

export function runsOf(moves: readonly Move[]): Run[] {
  const runs: Run[] = [];
  moves.forEach((move, from) => {
    const last = runs.at(-1);
    if (last?.move === move) last.tiles = last.length += 1;
    else runs.push({ move, from, length: 1, tiles: 1 });
  });
  return runs;
}

/** R3 for three moves to the right, D for one down. */
export const runText = ({ move, tiles }: Pick<Run, 'move' | 'tiles'>): string => (tiles > 1 ? `${move}${tiles}` : move);
