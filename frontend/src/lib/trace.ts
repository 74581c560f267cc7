// SPDX-License-Identifier: MIT
/** The engine's trace as a forest, and what can be read off it at every step. Nothing is searched here. */

import type { ExpansionRow } from './api';
import { applyMove, isMove, MOVES, opposite, type Board, type Move } from './board';
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
  /** Null where only the engine knows. */
  h: number | null;
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

/** Searches from both ends: two frontiers, of which the trace says who is next. */
export const TWO_SIDED: readonly string[] = ['bidirectional', 'biastar', 'mm', 'nbs', 'bae'];
/** Searches that put a board back on the frontier when a cheaper way to it is found. */
const REOPENING: readonly string[] = ['ucs', 'astar', 'wastar', 'dwastar', 'epsilon', 'ara', 'epea', 'biastar', 'mm', 'nbs', 'bae'];

/** How a search keeps what waits. */
export type Discipline = 'queue' | 'stack' | 'best' | 'path' | 'beam';

function disciplineOf(algorithm: string): Discipline {
  if (['bfs', 'bfida', 'bidirectional'].includes(algorithm)) return 'queue';
  if (algorithm === 'dfs') return 'stack';
  if (algorithm === 'beam') return 'beam';
  if (algorithm === 'greedy' || REOPENING.includes(algorithm)) return 'best';
  return 'path';
}

/** A board that waits, and its place among all that wait in the order in which they came. */
interface Entry {
  one: Waiting;
  age: number;
}
/** Says which of two goes first: below zero for the first, zero when it cannot tell. */
type Rule = (a: Entry, b: Entry) => number;

const TIES: Record<string, Rule> = {
  deep: (a, b) => b.one.g - a.one.g,
  shallow: (a, b) => a.one.g - b.one.g,
  fifo: (a, b) => a.age - b.age,
  lifo: (a, b) => b.age - a.age,
  board: (a, b) => {
    const cell = a.one.tiles.findIndex((tile, at) => tile !== b.one.tiles[at]);
    return cell < 0 ? 0 : a.one.tiles[cell] - b.one.tiles[cell];
  },
};

/** What settles ties where the search has no option for it, which is so in uniform cost. */
const USUAL_TIES = 'deep,lifo';

function readTies(text: unknown): Rule[] {
  const names = String(text ?? USUAL_TIES).split(',').map((name) => name.trim());
  // The newest goes first where all that was asked for is equal.
  return [...names.flatMap((name) => TIES[name] ?? []), TIES.lifo];
}

function readOrder(text: unknown): readonly Move[] {
  const order = [...String(text ?? '').trim().toUpperCase()].filter(isMove);
  return order.length === MOVES.length ? order : MOVES;
}

/** A weight such as 2, 1.5 or 3/2 as a fraction, so that equal values of f are equal here too; 1 without one. */
function readWeight(text: unknown): [number, number] {
  const [number, under = '1'] = String(text ?? '1').split('/');
  const scale = 10 ** (number.trim().split('.')[1]?.length ?? 0);
  const [top, bottom] = [Math.round(Number(number) * scale), Number(under) * scale];
  // The server refuses what cannot be read, so there is nothing to draw then.
  return top > 0 && bottom > 0 ? [top, bottom] : [1, 1];
}

/** The order of some rules: each decides where those before it cannot. */
function sortBy(waiting: readonly Waiting[], rules: readonly Rule[]): Waiting[] {
  const entries = waiting.map((one, age) => ({ one, age }));
  entries.sort((a, b) => {
    // Where both values are unknown, the difference is no number, which tells nothing either.
    for (const rule of rules) {
      const order = rule(a, b);
      if (order) return order;
    }
    return 0;
  });
  return entries.map(({ one }) => one);
}

const smallestH: Rule = (a, b) => (a.one.h ?? Infinity) - (b.one.h ?? Infinity);

/** Reads a trace: who waits after each expansion, and the curves. */
export class Replay {
  readonly nodes: readonly TraceNode[];
  readonly discipline: Discipline;
  #goal: Board;
  #heuristic: string | null;
  #algorithm: string;
  #order: readonly Move[];
  #rules: readonly Rule[];
  /** How many boards of a layer a beam keeps, NaN where that was not said. */
  #width: number;
  /** For every node, which of the two searches it belongs to: 1 from the goal, 0 from the start, and where there is only one. */
  #sides: readonly number[];
  /** h of the boards in the trace, by side. */
  #estimates = new Map<string, number>();

  /** `options` are those that the search ran with. */
  constructor(nodes: readonly TraceNode[], goal: Board, method: string, options: Readonly<Record<string, unknown>>) {
    const [algorithm, heuristic = null] = method.split('@', 2);
    this.nodes = nodes;
    this.#goal = goal;
    this.#algorithm = algorithm;
    this.#heuristic = heuristic;
    this.discipline = disciplineOf(algorithm);
    this.#order = readOrder(options.order);
    this.#rules = this.#rulesOf(options);
    this.#width = Number(options.beam_width);
    this.#sides = this.#findSides();
    nodes.forEach((node, index) => this.#estimates.set(place(this.#sides[index], node), node.h));
  }

  /** Who goes first of those that wait. */
  #rulesOf(options: Readonly<Record<string, unknown>>): Rule[] {
    if (this.discipline === 'stack') return [TIES.lifo];
    // The rest of the layer, then the next one as the beam will keep it.
    if (this.discipline === 'beam') return [TIES.shallow, smallestH, TIES.lifo];
    if (this.discipline !== 'best') return [TIES.fifo];
    const [over, under] = readWeight(options.weight);
    const f = ({ one: { g, h } }: Entry): number => (h === null ? Infinity : g * under + h * over);
    const value: Rule = this.#algorithm === 'ucs' ? TIES.shallow : this.#algorithm === 'greedy' ? smallestH : (a, b) => f(a) - f(b);
    return [value, ...readTies(options.ties)];
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
    return this.#nextFirst(sortBy([...waiting.values()], this.#rules), step);
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
    return { tiles: node.tiles, g: node.g, h: node.h };
  }

  /** Replay the bookkeeping of a search that remembers boards, as the engine's contract describes it. */
  #walk(step: number, after?: (size: number) => void): Map<string, Waiting> {
    const reopens = REOPENING.includes(this.#algorithm);
    const best = new Map<string, number>();
    const waiting = new Map<string, Waiting>();
    // Where two searches by a heuristic meet, they keep nothing that is no shorter than the best path so far.
    const joins = TWO_SIDED.includes(this.#algorithm) && reopens;
    const expanded = new Set<string>();
    let shortest = Infinity;
    for (const root of this.#roots()) {
      const id = place(this.#sides[root.node - 1], root);
      waiting.set(id, this.#known(root));
      best.set(id, root.g);
    }
    let layer = 0;
    for (let index = 0; index < step; index++) {
      const node = this.nodes[index];
      if (this.discipline === 'beam' && node.g > layer) {
        layer = node.g;
        this.#cutBeam(waiting, best, layer);
      }
      const side = this.#sides[index];
      waiting.delete(place(side, node));
      expanded.add(place(side, node));
      const children = this.#children(node, side);
      // The first that is tried comes to lie on top.
      if (this.discipline === 'stack') children.reverse();
      for (const child of children) {
        const id = place(side, child);
        const known = best.get(id);
        if (known !== undefined && !(reopens && child.g < known)) continue;
        if (joins) {
          const met = place(1 - side, child);
          shortest = Math.min(shortest, child.g + (best.get(met) ?? Infinity));
          if (child.g + Math.ceil(child.h ?? 0) >= shortest || (this.#algorithm === 'bae' && expanded.has(met))) continue;
        }
        best.set(id, child.g);
        waiting.delete(id);
        waiting.set(id, child);
      }
      after?.(waiting.size);
    }
    return waiting;
  }

  #findSides(): number[] {
    const sides: number[] = [];
    const goal = key(this.#goal);
    for (const node of this.nodes) sides.push(!TWO_SIDED.includes(this.#algorithm) ? 0 : node.parent ? sides[node.parent - 1] : Number(key(node) === goal));
    return sides;
  }

  /** A new layer begins: only what the beam keeps is left, and what it drops may come again. */
  #cutBeam(waiting: Map<string, Waiting>, best: Map<string, number>, layer: number): void {
    const made = [...waiting.values()].filter(({ g }) => g === layer);
    const kept = new Set(made.every(({ h }) => h !== null) && this.#width > 0 ? sortBy(made, this.#rules).slice(0, this.#width) : this.#traced(made, layer));
    for (const [id, one] of waiting) {
      if (kept.has(one)) continue;
      waiting.delete(id);
      best.delete(id);
    }
  }

  /** Those of a layer that the trace goes on with: all that can be told where the values are the engine's secret. */
  #traced(made: readonly Waiting[], layer: number): Waiting[] {
    const expanded = new Set(this.nodes.filter(({ g }) => g === layer).map(key));
    return made.filter((one) => expanded.has(key(one)));
  }

  /** The board that a side searches for. */
  #target(side: number): Board {
    const start = side ? this.nodes.find((node, index) => !node.parent && !this.#sides[index]) : undefined;
    return start ? this.#board(start.tiles) : this.#goal;
  }

  #children(node: TraceNode, side: number): Waiting[] {
    const target = this.#target(side);
    return this.#order.filter((move) => !node.move || move !== opposite(node.move)).flatMap((move) => {
      const board = applyMove(this.#board(node.tiles), move);
      if (!board) return [];
      const h = this.#estimates.get(place(side, board)) ?? estimateOf(this.#heuristic, board, target);
      return [{ tiles: board.tiles, g: node.g + 1, h }];
    });
  }

  /** What the engine took next goes in front: nobody else knows that where values are its secret, or boards too deep to be expanded. */
  #nextFirst(waiting: Waiting[], step: number): Waiting[] {
    const next = this.nodes[step];
    const first = next ? waiting.findIndex((one) => key(one) === key(next)) : -1;
    return first > 0 ? [waiting[first], ...waiting.slice(0, first), ...waiting.slice(first + 1)] : waiting;
  }
}

/** A board on one of two sides. */
const place = (side: number, one: { tiles: readonly number[] }): string => `${side}:${key(one)}`;
const key = ({ tiles }: { tiles: readonly number[] }): string => tiles.join();
