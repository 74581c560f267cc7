// SPDX-License-Identifier: MIT
/**
 * The whole tree behind a trace: what every expansion made, what of it waits, and what became of the rest. The engine tells
 * only what it expanded; its bookkeeping is replayed here as the contract describes it, and nothing is searched.
 */

import { applyMove, opposite, type Board, type Move } from './board';

/** One expansion of the trace. */
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

/** How a search keeps what waits: `none` for one that nothing is known about. */
export type Discipline = 'queue' | 'stack' | 'best' | 'beam' | 'walk' | 'recursive' | 'climb' | 'none';

/** The searches whose bookkeeping is known here; of any other only what it expanded is drawn. */
const DISCIPLINES: Record<string, Discipline> = {
  bfs: 'queue',
  bidirectional: 'queue',
  dfs: 'stack',
  ucs: 'best',
  greedy: 'best',
  astar: 'best',
  wastar: 'best',
  biastar: 'best',
  mm: 'best',
  nbs: 'best',
  bae: 'best',
  beam: 'beam',
  dls: 'walk',
  ids: 'walk',
  idastar: 'walk',
  rbfs: 'recursive',
  hill: 'climb',
};
export const disciplineOf = (algorithm: string): Discipline => DISCIPLINES[algorithm] ?? 'none';

/** Bidirectional searches by a heuristic: where their sides meet, they keep nothing that is no shorter than the best path so far. */
const JOINING = ['biastar', 'mm', 'nbs', 'bae'];
/** Whether a search begins at both ends: it has two frontiers, of which the trace says who is next. */
export const isTwoSided = (algorithm: string): boolean => algorithm === 'bidirectional' || JOINING.includes(algorithm);

/** Searches that take up a board again when they find a cheaper way to it. */
const REOPENING = ['ucs', 'astar', 'wastar', ...JOINING];

/** Why a node was put aside: its board is known, it lies beyond the bound, and so on. */
export type Why = 'known' | 'cheaper' | 'cut' | 'beam' | 'worse' | 'left';

export interface TreeNode {
  /** Index of the parent, -1 for a root. */
  parent: number;
  move: Move | null;
  tiles: readonly number[];
  g: number;
  /** Null where only the engine knows. */
  h: number | null;
  /** The step that made it: 0 for what is there at the start. */
  made: number;
  /** The step that took it, Infinity while the trace lasts. */
  taken: number;
  /** The step that put it aside, Infinity if none did. */
  gone: number;
  why: Why | null;
  /** The node that holds its board, for one that is known already; -1 elsewhere. */
  same: number;
  /** Place in the order in which nodes came to wait. */
  age: number;
  /** Which of several trees: the iteration, the climb, or the side. */
  group: number;
}

export interface Tree {
  nodes: TreeNode[];
  /** For every step the node that it took, -1 for step 0. */
  taken: number[];
  /** For every step the index of the first node that it made; one more at the end. */
  from: number[];
  /** Index of the goal as it was met, -1 without it. */
  goal: number;
  groups: number;
  /** For a step the nodes that waited before and that it put aside. */
  left: Map<number, number[]>;
}

/** What a node is after a number of steps. */
export type State = 'unmade' | 'waiting' | 'taken' | 'gone';

export function stateOf(node: TreeNode, step: number): State {
  if (node.made > step) return 'unmade';
  if (node.taken <= step) return 'taken';
  return node.gone <= step ? 'gone' : 'waiting';
}

export interface Rules {
  goal: Board;
  algorithm: string;
  /** How the algorithm keeps what waits, as far as that can be told here. */
  discipline: Discipline;
  order: readonly Move[];
  /** h of a board, on the side of the start or (1) of the goal; null where only the engine knows. */
  estimate: (tiles: readonly number[], side: number) => number | null;
  /** Those of a layer that the beam keeps. */
  keep: (layer: readonly TreeNode[]) => readonly TreeNode[];
  /** The whole search is in the trace: what was left untold was met by no step. */
  whole: boolean;
  /** It found the goal. */
  found: boolean;
}

const key = (tiles: readonly number[]): string => tiles.join();

export function growTree(trace: readonly TraceNode[], rules: Rules): Tree {
  return new Grower(trace, rules).grow();
}

class Grower {
  readonly #tree: Tree = { nodes: [], taken: [-1], from: [0], goal: -1, groups: 0, left: new Map() };
  readonly #trace: readonly TraceNode[];
  readonly #rules: Rules;
  readonly #discipline: Discipline;
  readonly #goal: string;
  /** The tree's node of every expansion. */
  readonly #of: number[] = [];

  constructor(trace: readonly TraceNode[], rules: Rules) {
    this.#trace = trace;
    this.#rules = rules;
    this.#discipline = rules.discipline;
    this.#goal = key(rules.goal.tiles);
  }

  grow(): Tree {
    if (!this.#trace.length) return this.#tree;
    if (this.#discipline === 'walk') this.#walk();
    else if (this.#discipline === 'recursive') this.#recurse();
    else if (this.#discipline === 'climb') this.#climb();
    else if (this.#discipline === 'none') this.#follow();
    else this.#remember();
    this.#tree.from.push(this.#tree.nodes.length);
    this.#tree.nodes.forEach(({ made, gone }, index) => {
      if (gone <= made || gone === Infinity) return;
      const others = this.#tree.left.get(gone);
      if (others) others.push(index);
      else this.#tree.left.set(gone, [index]);
    });
    this.#tree.groups = this.#tree.nodes.reduce((most, { group }) => Math.max(most, group + 1), 0);
    return this.#tree;
  }

  #make(parent: number, move: Move | null, tiles: readonly number[], g: number, made: number, group: number): number {
    const h = this.#rules.estimate(tiles, isTwoSided(this.#rules.algorithm) ? group : 0);
    return this.#tree.nodes.push({ parent, move, tiles, g, h, made, taken: Infinity, gone: Infinity, why: null, same: -1, age: this.#tree.nodes.length, group }) - 1;
  }

  #root(node: TraceNode, made: number, group: number): number {
    return this.#make(-1, null, node.tiles, node.g, made, group);
  }

  /** Begin a step. */
  #open(): void {
    this.#tree.from.push(this.#tree.nodes.length);
  }

  #take(index: number, step: number): number {
    this.#tree.nodes[index].taken = step;
    this.#tree.taken[step] = index;
    return index;
  }

  #drop(index: number, step: number, why: Why, same = -1): void {
    const node = this.#tree.nodes[index];
    if (node.taken <= step || node.gone <= step) return;
    [node.gone, node.why, node.same] = [step, why, same];
  }

  /** The boards that a node leads to, in the order in which they are tried. */
  #moves(node: TraceNode): { move: Move; tiles: readonly number[] }[] {
    const { goal, order } = this.#rules;
    const board = { rows: goal.rows, cols: goal.cols, tiles: node.tiles };
    return order.flatMap((move) => {
      const next = node.move && move === opposite(node.move) ? null : applyMove(board, move);
      return next ? [{ move, tiles: next.tiles }] : [];
    });
  }

  #met(index: number, step: number): void {
    this.#tree.goal = index;
    this.#take(index, step);
  }

  /** Searches that remember boards: queues, stacks, heaps and beams. */
  #remember(): void {
    const { nodes } = this.#tree;
    const twoSided = isTwoSided(this.#rules.algorithm);
    const joins = JOINING.includes(this.#rules.algorithm);
    const expanded = [new Set<string>(), new Set<string>()];
    let shortest = Infinity;
    const reopens = REOPENING.includes(this.#rules.algorithm);
    const best = [new Map<string, number>(), new Map<string, number>()];
    const put = (side: number, index: number) => best[side].set(key(nodes[index].tiles), index);
    put(0, this.#root(this.#trace[0], 0, 0));
    if (twoSided) put(1, this.#make(-1, null, this.#rules.goal.tiles, 0, 0, 1));
    let layer = 0;
    this.#trace.forEach((node, place) => {
      const step = place + 1;
      const parent = node.parent ? this.#of[node.parent - 1] : -1;
      const side = parent >= 0 ? nodes[parent].group : key(node.tiles) === key(nodes[0].tiles) ? 0 : 1;
      if (this.#discipline === 'beam' && node.g > layer) {
        layer = node.g;
        this.#cutBeam(best[0], layer, step);
      }
      this.#open();
      const known = best[side].get(key(node.tiles));
      const index = known !== undefined && nodes[known].taken === Infinity ? known : this.#make(parent, node.move, node.tiles, node.g, step, side);
      best[side].set(key(node.tiles), index);
      this.#of.push(this.#take(index, step));
      expanded[side].add(key(node.tiles));
      const made = this.#moves(node).map(({ move, tiles }) => this.#make(index, move, tiles, node.g + 1, step, side));
      // The first that is tried comes to lie on top of a stack.
      if (this.#discipline === 'stack') {
        const ages = made.map((child) => nodes[child].age).reverse();
        made.forEach((child, at) => (nodes[child].age = ages[at]));
      }
      for (const child of made) {
        const { tiles, g, h } = nodes[child];
        const same = best[side].get(key(tiles));
        if (same !== undefined && !(reopens && g < nodes[same].g)) {
          this.#drop(child, step, 'known', same);
          continue;
        }
        const met = joins ? best[1 - side].get(key(tiles)) : undefined;
        if (met !== undefined) shortest = Math.min(shortest, g + nodes[met].g);
        const isDone = this.#rules.algorithm === 'bae' && expanded[1 - side].has(key(tiles));
        if (joins && (isDone || g + Math.ceil(h ?? 0) >= shortest)) this.#drop(child, step, isDone ? 'known' : 'cut', isDone ? (met ?? -1) : -1);
        else {
          if (same !== undefined) this.#drop(same, step, 'cheaper', child);
          put(side, child);
        }
      }
    });
    const { whole, found } = this.#rules;
    if (!whole || !found || twoSided) return;
    const goal = best[0].get(this.#goal);
    if (goal === undefined || nodes[goal].taken !== Infinity) return;
    if (this.#discipline === 'beam') this.#cutBeam(best[0], nodes[goal].g, this.#trace.length + 1);
    this.#open();
    this.#met(goal, this.#trace.length + 1);
  }

  /** A new layer begins: only what the beam keeps is left, and what it drops may come again. */
  #cutBeam(best: Map<string, number>, layer: number, step: number): void {
    const { nodes } = this.#tree;
    const made: TreeNode[] = [];
    const places = new Map<TreeNode, number>();
    for (const index of best.values()) {
      const node = nodes[index];
      if (node.g !== layer || stateOf(node, step - 1) !== 'waiting') continue;
      made.push(node);
      places.set(node, index);
    }
    made.sort((a, b) => a.age - b.age);
    const kept = new Set(this.#rules.keep(made));
    for (const node of made) {
      if (kept.has(node)) continue;
      this.#drop(places.get(node)!, step, 'beam');
      best.delete(key(node.tiles));
    }
  }

  /** Depth-first walks without memory make children one at a time: what the trace passes over was turned back from. */
  #walk(): void {
    interface Frame {
      number: number;
      index: number;
      rest: { move: Move; tiles: readonly number[] }[];
      g: number;
    }
    const { nodes } = this.#tree;
    const stack: Frame[] = [];
    let group = -1;
    const make = (frame: Frame, step: number) => {
      const { move, tiles } = frame.rest.shift()!;
      return this.#make(frame.index, move, tiles, frame.g + 1, step, group);
    };
    /** Make the children of a frame up to one, or all; true when it was met. */
    const pass = (frame: Frame, wanted: string | null, step: number): number => {
      while (frame.rest.length) {
        const child = make(frame, step);
        if (key(nodes[child].tiles) === wanted) return child;
        this.#drop(child, step, 'cut');
      }
      return -1;
    };
    this.#trace.forEach((node, place) => {
      const step = place + 1;
      this.#open();
      let index = -1;
      while (stack.length && stack[stack.length - 1].number !== node.parent) pass(stack.pop()!, null, step);
      if (node.parent && stack.length) index = pass(stack[stack.length - 1], key(node.tiles), step);
      if (index < 0) {
        group += 1;
        index = this.#root(node, place ? step : 0, group);
      }
      this.#take(index, step);
      stack.push({ number: node.node, index, rest: this.#moves(node), g: node.g });
    });
    if (!this.#rules.whole) return;
    const step = this.#trace.length + (this.#rules.found ? 1 : 0);
    if (this.#rules.found) this.#open();
    while (stack.length) {
      const goal = pass(stack.pop()!, this.#rules.found ? this.#goal : null, step);
      if (goal >= 0) return this.#met(goal, step);
    }
  }

  /** Recursive best-first search makes all children at once, and forgets a branch when it leaves it. */
  #recurse(): void {
    const { nodes } = this.#tree;
    const below: number[][] = [];
    let path: number[] = [];
    const forget = (index: number, step: number) => {
      for (const child of below[index] ?? []) {
        const node = nodes[child];
        if (node.gone === Infinity) [node.gone, node.why] = [step, 'left'];
        forget(child, step);
      }
    };
    this.#trace.forEach((node, place) => {
      const step = place + 1;
      this.#open();
      const parent = node.parent ? this.#of[node.parent - 1] : -1;
      let index = parent < 0 ? this.#root(node, 0, 0) : (below[parent].find((child) => nodes[child].taken === Infinity && nodes[child].move === node.move) ?? -1);
      const at = path.indexOf(parent);
      if (at + 1 < path.length) forget(path[at + 1], step);
      if (index < 0) {
        // Taken up again: what is known of the branch is only its value.
        const before = below[parent].find((child) => nodes[child].move === node.move);
        if (before !== undefined) [nodes[before].gone, nodes[before].why] = [step, 'left'];
        index = this.#make(parent, node.move, node.tiles, node.g, step, 0);
        below[parent].push(index);
      }
      path = [...path.slice(0, at + 1), index];
      this.#of.push(this.#take(index, step));
      const moves = this.#moves(node);
      const last = this.#rules.whole && this.#rules.found && step === this.#trace.length;
      const goal = last ? moves.findIndex(({ tiles }) => key(tiles) === this.#goal) : -1;
      below[index] = (goal < 0 ? moves : moves.slice(0, goal + 1)).map(({ move, tiles }) => this.#make(index, move, tiles, node.g + 1, step, 0));
      if (goal < 0) return;
      this.#open();
      this.#met(below[index][goal], step + 1);
    });
  }

  /** Hill climbing looks at all neighbours and steps on one of them, or starts another climb. */
  #climb(): void {
    let [group, children] = [-1, [] as number[]];
    const { nodes } = this.#tree;
    const leave = (wanted: string, step: number): number => {
      const chosen = children.find((child) => key(nodes[child].tiles) === wanted) ?? -1;
      for (const child of children) if (child !== chosen) this.#drop(child, step, 'worse');
      return chosen;
    };
    this.#trace.forEach((node, place) => {
      const step = place + 1;
      this.#open();
      const next = leave(node.parent ? key(node.tiles) : '', step);
      if (next < 0) group += 1;
      const index = this.#take(next < 0 ? this.#root(node, place ? step : 0, group) : next, step);
      children = this.#moves(node).map(({ move, tiles }) => this.#make(index, move, tiles, node.g + 1, step, group));
    });
    if (!this.#rules.whole || !this.#rules.found) return;
    const step = this.#trace.length + 1;
    this.#open();
    const goal = leave(this.#goal, step);
    // It may also be met at random, between two climbs.
    if (goal >= 0) this.#met(goal, step);
    else this.#tree.from.pop();
  }

  /** Only what was expanded, of a search whose bookkeeping is not known. */
  #follow(): void {
    let group = -1;
    this.#trace.forEach((node, place) => {
      const step = place + 1;
      this.#open();
      const parent = node.parent ? this.#of[node.parent - 1] : -1;
      if (parent < 0) group += 1;
      const index = parent < 0 ? this.#root(node, place ? step : 0, group) : this.#make(parent, node.move, node.tiles, node.g, step, this.#tree.nodes[parent].group);
      this.#of.push(this.#take(index, step));
    });
  }
}
