// SPDX-License-Identifier: MIT
/** The engine's trace, and what can be read off it at every step. Nothing is searched here. */

import type { ExpansionRow } from './api';
import type { Board } from './board';
import { estimateOf } from './estimates';
import { disciplineFor, growTree } from './grow';
import { fallingWeight, readOrder, readWeight, rulesOf, sorter, steeringOf, THOUSANDTHS, type Settings, type Standing, type Steering } from './order';
import { holdsPath, isRemade, isTwoSided, LEARNING, ROUNDING, spellAt, spellsOf, stateOf, type Discipline, type TraceNode, type Tree, type TreeNode } from './tree';

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

/** What is known of the search beside its trace. */
export interface Ending {
  /** All of it is in the trace. */
  whole: boolean;
  /** It met the goal. */
  found: boolean;
  /** Nodes at this depth are not expanded. */
  depth: number;
  /** The boards of the path that was found, as texts. */
  path: readonly string[];
}

/** What has come together up to each place. */
function sums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** Reads a trace: the whole tree, who waits after each step, and the curves. */
export class Replay {
  readonly nodes: readonly TraceNode[];
  readonly discipline: Discipline;
  readonly tree: Tree;
  readonly algorithm: string;
  readonly steering: Steering;
  readonly #options: Settings;
  readonly #goal: string;

  /** `options` are those that the search ran with. */
  constructor(nodes: readonly TraceNode[], goal: Board, method: string, options: Settings, ending: Partial<Ending> = {}) {
    const [algorithm, heuristic = null] = method.split('@', 2);
    this.nodes = nodes;
    this.algorithm = algorithm;
    this.steering = steeringOf(algorithm);
    this.#options = options;
    this.#goal = goal.tiles.join();
    // A search from both ends estimates twice: towards the goal, and towards the start.
    const sides: number[] = [];
    for (const node of nodes) sides.push(!isTwoSided(algorithm) ? 0 : node.parent ? sides[node.parent - 1] : Number(node.tiles.join() === this.#goal));
    const told = LEARNING.includes(algorithm) ? [] : nodes;
    const estimates = [0, 1].map((side) => new Map(told.filter((_, index) => sides[index] === side).map(({ tiles, h }) => [tiles.join(), h])));
    const start = nodes.find((node, index) => !node.parent && !sides[index])?.tiles ?? goal.tiles;
    const round = ROUNDING.includes(algorithm) ? Math.ceil : (value: number) => value;
    const guess = (tiles: readonly number[], side: number) => {
      const value = estimateOf(heuristic, { ...goal, tiles }, side ? { ...goal, tiles: start } : goal);
      return value === null ? null : round(value);
    };
    const rules = {
      goal,
      algorithm,
      options,
      order: readOrder(options.order),
      estimate: (tiles: readonly number[], side: number) => estimates[side].get(tiles.join()) ?? guess(tiles, side),
      compare: (allowed?: { limit: number | null; fresh: boolean }) => sorter(rulesOf(algorithm, options, nodes[0]?.h ?? 0, allowed)),
      keep: (layer: readonly TreeNode[]) => this.#keep(layer, Number(options.beam_width)),
      whole: false,
      found: false,
      depth: Infinity,
      path: [],
      ...ending,
    };
    this.discipline = disciplineFor(rules);
    this.tree = growTree(nodes, rules);
  }

  /** Whether the search holds a path and not a frontier. */
  get holdsPath(): boolean {
    return holdsPath(this.discipline);
  }

  /** The weight of h for a node that is looked at after some steps. */
  weightOf({ g }: { g: number }, step: number): number {
    if (this.algorithm === 'dwastar') return fallingWeight(this.#options.weight, this.nodes[0]?.h ?? 0, g) / THOUSANDTHS;
    if (this.algorithm === 'ara') return (this.tree.limits[Math.max(1, step)] ?? THOUSANDTHS) / THOUSANDTHS;
    const [over, under] = readWeight(this.algorithm === 'wastar' ? this.#options.weight : 1);
    return over / under;
  }

  /** Steps in which annealing cools down once. */
  get cooling(): number {
    return Math.max(1, Number(this.#options.cooling) || 1);
  }

  /** The value that steers after some steps, null where only the engine knows. */
  steer(node: TreeNode, step: number): number | null {
    const { worth } = spellAt(node, step);
    if (this.steering === 'g') return node.g;
    if (worth !== null && this.steering === 'worth') return worth;
    if (node.h === null || this.steering === 'h') return node.h;
    return node.g + node.h * this.weightOf(node, step);
  }

  /** Steps: the expansions, and the goal where it was met. */
  get steps(): number {
    return this.tree.taken.length - 1;
  }

  isGoal(index: number): boolean {
    return this.tree.nodes[index].tiles.join() === this.#goal;
  }

  /** Those of a layer that a beam keeps; where values are the engine's secret, those that the trace goes on with. */
  #keep(layer: readonly TreeNode[], width: number): readonly TreeNode[] {
    if (layer.every(({ h }) => h !== null) && width > 0) return layer.toSorted(sorter(rulesOf('beam', {}, 0))).slice(0, width);
    const expanded = new Set(this.nodes.filter(({ g }) => g === layer[0]?.g).map(({ tiles }) => tiles.join()));
    return layer.filter(({ tiles }) => expanded.has(tiles.join()));
  }

  /** Indices from the root to a node, root first. */
  pathTo(index: number): number[] {
    const path: number[] = [];
    for (let at = index; at >= 0; at = this.tree.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** Whether a node is a way to the goal that was found while the search goes on: it is kept, and not on the frontier. */
  isBest(index: number): boolean {
    return (this.discipline === 'repairing' || this.discipline === 'branch') && this.isGoal(index);
  }

  /** Indices of the nodes that wait after a number of steps, in no order. */
  waiting(step: number): number[] {
    const indices: number[] = [];
    this.tree.nodes.forEach((node, index) => stateOf(node, step) === 'waiting' && !this.isBest(index) && indices.push(index));
    return indices;
  }

  /** The boards that wait after `step` steps, those that go first in front: the current path, backwards, where there is no frontier. */
  frontier(step: number, most = Infinity): Waiting[] {
    const { nodes, taken } = this.tree;
    if (!nodes.length) return [];
    if (this.holdsPath) return this.pathTo(step ? taken[step] : 0).reverse().slice(0, most).map((index) => this.#known(index));
    const allowed = { limit: this.tree.limits[step + 1] ?? null, fresh: this.tree.rounds.has(step + 1) };
    const order = sorter(rulesOf(this.algorithm, this.#options, this.nodes[0].h, allowed));
    const standings = new Map<number, Standing>();
    const waiting = this.waiting(step);
    for (const index of waiting) standings.set(index, nodes[index].again ? { ...nodes[index], ...spellAt(nodes[index], step) } : nodes[index]);
    // What the engine took next goes in front: nobody else knows that where values are its secret, or boards too deep to be expanded.
    const next = taken[step + 1] ?? -1;
    const sorted = first(waiting, (a, b) => Number(b === next) - Number(a === next) || order(standings.get(a)!, standings.get(b)!), most);
    return sorted.map((index) => this.#known(index));
  }

  /** How many wait after each number of expansions, from 0 on. */
  sizes(): number[] {
    if (this.holdsPath) return [1, ...this.nodes.map(({ g }) => g + 1)];
    const change = new Array<number>(this.nodes.length + 1).fill(0);
    this.tree.nodes.forEach((node, index) => {
      if (this.isBest(index)) return;
      spellsOf(node).forEach(({ made, taken, gone }, at) => {
        if (made < change.length) change[made] += 1;
        const end = Math.min(taken, gone, node.again?.[at]?.made ?? Infinity);
        if (end < change.length) change[end] -= 1;
      });
    });
    return sums(change);
  }

  /** How many nodes were generated after each step, as the engine counts them. */
  generated(): number[] {
    const made = new Array<number>(this.steps + 1).fill(0);
    // Of what it tries only the engine knows which move it was: one a step.
    if (this.discipline === 'random') return sums(made.map((_, step) => Number(step <= this.nodes.length)));
    const keepsCut = this.discipline === 'walk' || this.discipline === 'branch';
    const keepsRoots = isTwoSided(this.algorithm) || this.discipline === 'climb';
    this.tree.nodes.forEach((node, index) => {
      if (node.parent < 0 && index && !keepsRoots) return;
      for (const spell of spellsOf(node)) {
        if (spell !== node && !isRemade(node, spell)) continue;
        const isRefused = spell.gone === spell.made && (spell.why === 'known' || (spell.why === 'cut' && !keepsCut));
        if (!isRefused && !(this.isBest(index) && !keepsCut)) made[Math.min(spell.made, this.steps)] += 1;
      }
    });
    return sums(made);
  }

  /**
   * What the search had proven or allowed at each expansion: its bound, null where the method has none.
   * `lowerBound` is what the whole search proved, 0 when the trace is only its beginning.
   */
  bounds(lowerBound: number): (number | null)[] {
    if (this.algorithm === 'ids') return this.#iterations((index) => index + 1);
    if (this.algorithm === 'idastar') return this.#limits(lowerBound);
    if (['branch', 'layers', 'partial'].includes(this.discipline)) return this.nodes.map((_, place) => this.tree.limits[place + 1] ?? null);
    const values: Record<string, (node: TraceNode) => number> = { bfs: ({ g }) => g, ucs: ({ g }) => g, astar: ({ f }) => Math.ceil(f), sma: ({ f }) => Math.ceil(f) };
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
