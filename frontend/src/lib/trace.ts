// SPDX-License-Identifier: MIT
/** The engine's trace, and what can be read off it at every step. Nothing is searched here. */

import type { ExpansionRow } from './api';
import { isMove, MOVES, type Board, type Move } from './board';
import { estimateOf } from './estimates';
import { disciplineOf, growTree, isTwoSided, stateOf, type Discipline, type TraceNode, type Tree, type TreeNode } from './tree';

/** A board that waits, with what is known about it. */
export interface Waiting {
  tiles: readonly number[];
  g: number;
  /** Null where only the engine knows. */
  h: number | null;
  /** Its node in the tree. */
  index: number;
}

export function toNodes(rows: readonly ExpansionRow[]): TraceNode[] {
  return rows.map(([node, parent, move, g, h, f, tiles]) => ({ node, parent, move, g, h, f, tiles }));
}

/** Says which of two that wait goes first: below zero for the first, zero when it cannot tell. */
type Rule = (a: TreeNode, b: TreeNode) => number;

const TIES: Record<string, Rule> = {
  deep: (a, b) => b.g - a.g,
  shallow: (a, b) => a.g - b.g,
  fifo: (a, b) => a.age - b.age,
  lifo: (a, b) => b.age - a.age,
  board: (a, b) => {
    const cell = a.tiles.findIndex((tile, at) => tile !== b.tiles[at]);
    return cell < 0 ? 0 : a.tiles[cell] - b.tiles[cell];
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
const sorter = (rules: readonly Rule[]): Rule => (a, b) => {
  // Where both values are unknown, the difference is no number, which tells nothing either.
  for (const rule of rules) {
    const order = rule(a, b);
    if (order) return order;
  }
  return 0;
};

/** The first few of a sorted list, without sorting all of it where it is long. */
function first(indices: number[], order: (a: number, b: number) => number, most: number): number[] {
  if (indices.length <= 4 * most) return indices.sort(order).slice(0, most);
  const kept: number[] = [];
  for (const index of indices) {
    if (kept.length === most && order(index, kept[most - 1]) >= 0) continue;
    let at = kept.length;
    while (at > 0 && order(index, kept[at - 1]) < 0) at -= 1;
    kept.splice(at, 0, index);
    if (kept.length > most) kept.pop();
  }
  return kept;
}

const smallestH: Rule = (a, b) => (a.h ?? Infinity) - (b.h ?? Infinity);

/** What is known of the search beside its trace. */
export interface Ending {
  /** All of it is in the trace. */
  whole: boolean;
  /** It met the goal. */
  found: boolean;
}

/** Which value decides who goes first, for words and colours; empty where it is the order alone. */
export type Steering = 'f' | 'g' | 'h' | 'wf' | '';

/** Reads a trace: the whole tree, who waits after each step, and the curves. */
export class Replay {
  readonly nodes: readonly TraceNode[];
  readonly discipline: Discipline;
  readonly tree: Tree;
  readonly algorithm: string;
  readonly weight: readonly [number, number];
  #rules: readonly Rule[];

  /** `options` are those that the search ran with. */
  constructor(nodes: readonly TraceNode[], goal: Board, method: string, options: Readonly<Record<string, unknown>>, ending: Ending = { whole: false, found: false }) {
    const [algorithm, heuristic = null] = method.split('@', 2);
    this.nodes = nodes;
    this.algorithm = algorithm;
    // What waits is made here move by move: of a search that counts slides only what it expanded is known.
    this.discipline = options.metric === 'slides' ? 'none' : disciplineOf(algorithm);
    this.weight = readWeight(algorithm === 'wastar' ? options.weight : 1);
    this.#rules = this.#rulesOf(options);
    // A search from both ends estimates twice: towards the goal, and towards the start.
    const sides: number[] = [];
    for (const node of nodes) sides.push(!isTwoSided(algorithm) ? 0 : node.parent ? sides[node.parent - 1] : Number(node.tiles.join() === goal.tiles.join()));
    const estimates = [0, 1].map((side) => new Map(nodes.filter((_, index) => sides[index] === side).map(({ tiles, h }) => [tiles.join(), h])));
    const start = nodes.find((node, index) => !node.parent && !sides[index])?.tiles ?? goal.tiles;
    this.tree = growTree(nodes, {
      goal,
      algorithm,
      discipline: this.discipline,
      order: readOrder(options.order),
      estimate: (tiles, side) => estimates[side].get(tiles.join()) ?? estimateOf(heuristic, { ...goal, tiles }, side ? { ...goal, tiles: start } : goal),
      keep: (layer) => this.#keep(layer, Number(options.beam_width)),
      ...ending,
    });
  }

  /** Whether the search holds a path and not a frontier. */
  get holdsPath(): boolean {
    return ['walk', 'recursive', 'climb', 'none'].includes(this.discipline);
  }

  get steering(): Steering {
    const values: Record<string, Steering> = { ucs: 'g', bfs: 'g', bidirectional: 'g', dls: 'g', ids: 'g', dfs: 'g', greedy: 'h', beam: 'h', hill: 'h', wastar: 'wf' };
    return values[this.algorithm] ?? 'f';
  }

  /** The value that steers, null where only the engine knows. */
  steer({ g, h }: { g: number; h: number | null }): number | null {
    if (this.steering === 'g') return g;
    if (h === null || this.steering === 'h') return h;
    return g + (h * this.weight[0]) / this.weight[1];
  }

  /** Steps: the expansions, and the goal where it was met. */
  get steps(): number {
    return this.tree.taken.length - 1;
  }

  /** Who goes first of those that wait. */
  #rulesOf(options: Readonly<Record<string, unknown>>): Rule[] {
    if (this.discipline === 'stack') return [TIES.lifo];
    // The rest of the layer, then the next one as the beam will keep it.
    if (this.discipline === 'beam') return [TIES.shallow, smallestH, TIES.lifo];
    if (this.discipline !== 'best') return [TIES.fifo];
    const [over, under] = this.weight;
    const f = ({ g, h }: TreeNode): number => (h === null ? Infinity : g * under + h * over);
    const value: Rule = this.algorithm === 'ucs' ? TIES.shallow : this.algorithm === 'greedy' ? smallestH : (a, b) => f(a) - f(b);
    return [value, ...readTies(options.ties)];
  }

  /** Those of a layer that a beam keeps; where values are the engine's secret, those that the trace goes on with. */
  #keep(layer: readonly TreeNode[], width: number): readonly TreeNode[] {
    if (layer.every(({ h }) => h !== null) && width > 0) return layer.toSorted(sorter(this.#rules)).slice(0, width);
    const expanded = new Set(this.nodes.filter(({ g }) => g === layer[0]?.g).map(({ tiles }) => tiles.join()));
    return layer.filter(({ tiles }) => expanded.has(tiles.join()));
  }

  /** Indices from the root to a node, root first. */
  pathTo(index: number): number[] {
    const path: number[] = [];
    for (let at = index; at >= 0; at = this.tree.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** Indices of the nodes that wait after a number of steps, in no order. */
  waiting(step: number): number[] {
    const indices: number[] = [];
    this.tree.nodes.forEach((node, index) => stateOf(node, step) === 'waiting' && indices.push(index));
    return indices;
  }

  /** The boards that wait after `step` steps, those that go first in front: the current path, backwards, where there is no frontier. */
  frontier(step: number, most = Infinity): Waiting[] {
    const { nodes, taken } = this.tree;
    if (!nodes.length) return [];
    if (this.holdsPath) return this.pathTo(step ? taken[step] : 0).reverse().slice(0, most).map((index) => this.#known(index));
    const order = sorter(this.#rules);
    const waiting = this.waiting(step);
    // What the engine took next goes in front: nobody else knows that where values are its secret, or boards too deep to be expanded.
    const next = taken[step + 1] ?? -1;
    const sorted = first(waiting, (a, b) => Number(b === next) - Number(a === next) || order(nodes[a], nodes[b]), most);
    return sorted.map((index) => this.#known(index));
  }

  /** How many wait after each number of expansions, from 0 on. */
  sizes(): number[] {
    if (this.holdsPath) return [1, ...this.nodes.map(({ g }) => g + 1)];
    const change = new Array<number>(this.nodes.length + 1).fill(0);
    for (const { made, taken, gone } of this.tree.nodes) {
      if (made < change.length) change[made] += 1;
      const end = Math.min(taken, gone);
      if (end < change.length) change[end] -= 1;
    }
    let size = 0;
    return change.map((by) => (size += by));
  }

  /**
   * What the search had proven or allowed at each expansion: its bound, null where the method has none.
   * `lowerBound` is what the whole search proved, 0 when the trace is only its beginning.
   */
  bounds(lowerBound: number): (number | null)[] {
    if (this.algorithm === 'ids') return this.#iterations((index) => index + 1);
    if (this.algorithm === 'idastar') return this.#limits(lowerBound);
    const values: Record<string, (node: TraceNode) => number> = { bfs: ({ g }) => g, ucs: ({ g }) => g, astar: ({ f }) => Math.ceil(f) };
    const value = values[this.algorithm];
    let most = 0;
    return this.nodes.map((node) => (value ? (most = Math.max(most, value(node))) : null));
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

  #known(index: number): Waiting {
    const { tiles, g, h } = this.tree.nodes[index];
    return { tiles, g, h, index };
  }
}
