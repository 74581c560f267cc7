// SPDX-License-Identifier: MIT
/** A pattern database for a small board: what it costs to bring a group of tiles home, whatever the others do. */

import { MOVES, stepFrom, type Board } from './board';

export interface Pattern {
  /** The fewest moves of the group's tiles. */
  cost: number;
  /** How many of them each tile makes, on one cheapest way. */
  moves: Map<number, number>;
}

/**
 * All ways in which the tiles of a group and the blank can stand, reached from the goal: a move of a tile of the group costs
 * one, a move of any other tile nothing. A placement without the blank costs what it costs with the blank where that is best.
 */
export class PatternTable {
  readonly tiles: readonly number[];
  /** How many placements of the tiles there are of every cost. */
  readonly histogram: readonly number[];
  #cells: number;
  /** By state, the blank last: the cost, and the state before with the tile that moved, -1 for another one. */
  #cost = new Map<number, number>();
  #from = new Map<number, readonly [number, number]>();
  /** By placement, the state of least cost. */
  #best = new Map<number, number>();

  constructor(goal: Board, tiles: readonly number[]) {
    this.tiles = tiles;
    this.#cells = goal.tiles.length;
    this.#spread(goal);
    const histogram: number[] = [];
    for (const state of this.#best.values()) {
      const cost = this.#cost.get(state)!;
      histogram[cost] = (histogram[cost] ?? 0) + 1;
    }
    this.histogram = Array.from(histogram, (number) => number ?? 0);
  }

  #encode(places: readonly number[]): number {
    return places.reduce((code, place) => code * this.#cells + place, 0);
  }

  #decode(state: number): number[] {
    const places: number[] = [];
    for (let left = state, at = 0; at <= this.tiles.length; at++, left = Math.floor(left / this.#cells)) places.unshift(left % this.#cells);
    return places;
  }

  #spread(goal: Board): void {
    const start = this.#encode([...this.tiles.map((tile) => goal.tiles.indexOf(tile)), goal.tiles.indexOf(0)]);
    this.#cost.set(start, 0);
    // All states of one cost before those of the next: moves of other tiles are free and stay within it.
    for (let [now, cost] = [[start], 0]; now.length; cost++) {
      const next: number[] = [];
      for (let at = 0; at < now.length; at++) {
        const state = now[at];
        if (this.#cost.get(state) !== cost) continue;
        const placement = Math.floor(state / this.#cells);
        if (!this.#best.has(placement)) this.#best.set(placement, state);
        for (const [other, tile] of this.#neighbours(state, goal)) {
          const price = cost + Number(tile >= 0);
          if ((this.#cost.get(other) ?? Infinity) <= price) continue;
          this.#cost.set(other, price);
          this.#from.set(other, [state, tile]);
          (tile >= 0 ? next : now).push(other);
        }
      }
      now = next;
    }
  }

  *#neighbours(state: number, { rows, cols }: Board): Generator<[number, number]> {
    const places = this.#decode(state);
    const blank = places[places.length - 1];
    for (const move of MOVES) {
      const cell = stepFrom(rows, cols, blank, move);
      if (cell < 0) continue;
      const at = places.lastIndexOf(cell, places.length - 2);
      const after = places.slice();
      if (at >= 0) after[at] = blank;
      after[after.length - 1] = cell;
      yield [this.#encode(after), at >= 0 ? this.tiles[at] : -1];
    }
  }

  look(board: Board): Pattern {
    const state = this.#best.get(this.#encode(this.tiles.map((tile) => board.tiles.indexOf(tile))))!;
    const moves = new Map(this.tiles.map((tile) => [tile, 0]));
    for (let at = state, from = this.#from.get(at); from; at = from[0], from = this.#from.get(at)) {
      if (from[1] >= 0) moves.set(from[1], moves.get(from[1])! + 1);
    }
    return { cost: this.#cost.get(state)!, moves };
  }
}
