// SPDX-License-Identifier: MIT
/** The engine's trace as a forest, and what can be read off it at every step. Nothing is searched here. */

import type { ExpansionRow } from './api';
import { applyMove, MOVES, opposite, type Board, type Move } from './board';
import { estimateOf } from './estimates';

export interface TraceNode {
  node: number;
  /** 0 for a root. */
  parent: number;
  move: Move | null;
  g: number;
  h: number;
  f: number;
  tiles: readonly number[];
}

/** A board that waits, with what is known about it. */
export interface Waiting {
  tiles: readonly number[];
  g: number;
  h: number | null;
  /** Number of the node it was made from, 0 for a root. */
  parent: number;
  /** Its number in the trace if it is expanded later, else 0. */
  later: number;
}

export function toNodes(rows: readonly ExpansionRow[]): TraceNode[] {
  return rows.map(([node, parent, move, g, h, f, tiles]) => ({ node, parent, move, g, h, f, tiles }));
}

export interface Layout {
  /** Place of every node by index (its number less 1): across in units of a node, down in layers. */
  x: Float64Array;
  y: Float64Array;
  width: number;
  depth: number;
  /** Indices of the roots. */
  roots: number[];
}

/** Lay the forest out once for all steps, so that nothing jumps while it grows: every node above the middle of its leaves. */
export function layOut(nodes: readonly TraceNode[]): Layout {
  const size = nodes.length;
  const leaves = new Float64Array(size);
  for (let index = size - 1; index >= 0; index--) {
    leaves[index] ||= 1;
    const parent = nodes[index].parent - 1;
    if (parent >= 0) leaves[parent] += leaves[index];
  }
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  const used = new Float64Array(size);
  const left = new Float64Array(size);
  const roots: number[] = [];
  let [width, depth] = [0, 0];
  nodes.forEach((node, index) => {
    const parent = node.parent - 1;
    if (parent >= 0) {
      left[index] = left[parent] + used[parent];
      used[parent] += leaves[index];
    } else {
      left[index] = roots.length ? width + 1 : 0;
      width = left[index] + leaves[index];
      roots.push(index);
    }
    x[index] = left[index] + leaves[index] / 2;
    y[index] = node.g;
    depth = Math.max(depth, node.g);
  });
  return { x, y, width, depth, roots };
}

/** How a search keeps what waits. */
export type Discipline = 'queue' | 'stack' | 'best' | 'path' | 'beam';

export function disciplineOf(algorithm: string): Discipline {
  if (algorithm === 'bfs' || algorithm === 'bidirectional') return 'queue';
  if (algorithm === 'dfs') return 'stack';
  if (algorithm === 'beam') return 'beam';
  if (['ucs', 'greedy', 'astar', 'wastar'].includes(algorithm)) return 'best';
  return 'path';
}

/** Reads a trace: who waits after each expansion, and the curves. */
export class Replay {
  readonly nodes: readonly TraceNode[];
  readonly discipline: Discipline;
  #goal: Board;
  #heuristic: string | null;
  #algorithm: string;
  #firstIndex = new Map<string, number>();

  constructor(nodes: readonly TraceNode[], goal: Board, method: string) {
    const [algorithm, heuristic = null] = method.split('@', 2);
    this.nodes = nodes;
    this.#goal = goal;
    this.#algorithm = algorithm;
    this.#heuristic = heuristic;
    this.discipline = disciplineOf(algorithm);
    nodes.forEach((node, index) => this.#firstIndex.set(key(node), index));
  }

  #board(tiles: readonly number[]): Board {
    return { rows: this.#goal.rows, cols: this.#goal.cols, tiles };
  }

  /** The nodes from the root to a node, root first. */
  pathTo(node: TraceNode): TraceNode[] {
    const path = [node];
    while (path[0].parent > 0) path.unshift(this.nodes[path[0].parent - 1]);
    return path;
  }

  /** The boards that wait after `step` expansions, those that go first in front. */
  frontier(step: number): Waiting[] {
    if (this.discipline === 'path') return step ? this.pathTo(this.nodes[step - 1]).map((node) => this.#known(node)).reverse() : this.#start();
    const waiting = this.#walk(step);
    return this.#sort([...waiting.values()], step);
  }

  /** How many wait after each number of expansions, from 0 on. */
  sizes(): number[] {
    if (this.discipline === 'path') return [1, ...this.nodes.map(({ g }) => g + 1)];
    const sizes: number[] = [this.#roots().length];
    this.#walk(this.nodes.length, (size) => sizes.push(size));
    return sizes;
  }

  /**
   * What the search had proven or allowed at each expansion: its bound, null where the method has none.
   * `lowerBound` is what the whole search proved, 0 when the trace is only its beginning.
   */
  bounds(lowerBound: number): (number | null)[] {
    if (this.#algorithm === 'ids') return this.#iterations((index) => index + 1);
    if (this.#algorithm === 'idastar') return this.#limits(lowerBound);
    const values: Record<string, (node: TraceNode) => number> = { bfs: ({ g }) => g, ucs: ({ g }) => g, astar: ({ f }) => Math.ceil(f) };
    const value = values[this.#algorithm];
    let most = 0;
    return this.nodes.map((node) => (value ? (most = Math.max(most, value(node))) : null));
  }

  #roots(): TraceNode[] {
    return this.nodes.filter(({ parent }) => !parent);
  }

  /** For every node a number that depends on its iteration. */
  #iterations(value: (iteration: number) => number): number[] {
    let iteration = -1;
    return this.nodes.map(({ parent }) => value(parent ? iteration : ++iteration));
  }

  #limits(lowerBound: number): number[] {
    const most: number[] = [];
    const numbers = this.#iterations((iteration) => iteration);
    this.nodes.forEach((node, index) => (most[numbers[index]] = Math.max(most[numbers[index]] ?? 0, Math.ceil(node.f))));
    most.forEach((bound, iteration) => (most[iteration] = Math.max(bound, most[iteration - 1] ?? 0)));
    if (most.length) most[most.length - 1] = Math.max(most[most.length - 1], lowerBound);
    return numbers.map((iteration) => most[iteration]);
  }

  #start(): Waiting[] {
    return this.nodes.slice(0, 1).map((node) => this.#known(node));
  }

  #known(node: TraceNode): Waiting {
    return { tiles: node.tiles, g: node.g, h: node.h, parent: node.parent, later: node.node };
  }

  /** Replay the bookkeeping of a search that remembers boards, as the engine's contract describes it. */
  #walk(step: number, after?: (size: number) => void): Map<string, Waiting> {
    const reopens = ['ucs', 'astar', 'wastar'].includes(this.#algorithm);
    const best = new Map<string, number>();
    const waiting = new Map<string, Waiting>();
    const sides = this.#sides();
    const id = (side: number, one: { tiles: readonly number[] }) => `${side}:${key(one)}`;
    for (const root of this.#roots()) {
      const place = id(sides[root.node - 1], root);
      waiting.set(place, this.#known(root));
      best.set(place, root.g);
    }
    let layer = 0;
    for (let index = 0; index < step; index++) {
      const node = this.nodes[index];
      if (this.discipline === 'beam' && node.g > layer) {
        layer = node.g;
        this.#cutBeam(waiting, layer);
      }
      const side = sides[index];
      waiting.delete(id(side, node));
      for (const child of this.#children(node)) {
        const place = id(side, child);
        const known = best.get(place);
        if (known !== undefined && !(reopens && child.g < known)) continue;
        best.set(place, child.g);
        waiting.delete(place);
        waiting.set(place, child);
      }
      after?.(waiting.size);
    }
    return waiting;
  }

  /** For every node, which of the two searches of a bidirectional one it belongs to; 0 elsewhere. */
  #sides(): number[] {
    const sides: number[] = [];
    let roots = 0;
    for (const { parent } of this.nodes) sides.push(this.#algorithm !== 'bidirectional' ? 0 : parent ? sides[parent - 1] : roots++);
    return sides;
  }

  /** A new layer begins: only what the beam kept is left, which is what the trace goes on with. */
  #cutBeam(waiting: Map<string, Waiting>, layer: number): void {
    for (const [id, { later, g }] of waiting) if (!later || g < layer) waiting.delete(id);
  }

  #children(node: TraceNode): Waiting[] {
    return MOVES.filter((move) => !node.move || move !== opposite(node.move)).flatMap((move) => {
      const board = applyMove(this.#board(node.tiles), move);
      if (!board) return [];
      const later = this.#firstIndex.get(key(board));
      const found = later === undefined ? null : this.nodes[later];
      const h = found?.h ?? estimateOf(this.#heuristic, board, this.#goal);
      return [{ tiles: board.tiles, g: node.g + 1, h, parent: node.node, later: found?.node ?? 0 }];
    });
  }

  #sort(waiting: Waiting[], step: number): Waiting[] {
    const next = this.nodes[step];
    const order: Record<string, (one: Waiting) => number> = {
      ucs: ({ g }) => g,
      greedy: ({ h }) => h ?? Infinity,
      astar: ({ g, h }) => (h === null ? Infinity : g + h),
      wastar: ({ g, h }) => (h === null ? Infinity : g + 2 * h),
    };
    const value = order[this.#algorithm];
    if (this.discipline === 'stack') waiting.reverse();
    // Newest first among equals; sort is stable.
    if (value) waiting.reverse().sort((a, b) => value(a) - value(b) || b.g - a.g);
    if (!next) return waiting;
    const first = waiting.findIndex((one) => key(one) === key(next));
    return first > 0 ? [waiting[first], ...waiting.slice(0, first), ...waiting.slice(first + 1)] : waiting;
  }
}

const key = ({ tiles }: { tiles: readonly number[] }): string => tiles.join();
