// SPDX-License-Identifier: MIT
/** A tree while it grows: nodes are made, taken, put aside and put back, step by step of the trace. */

import { applyMove, opposite, type Board, type Move } from '../board';
import { Heap } from '../heap';
import type { Allowed, Rule, Settings } from '../order';
import { isTwoSided, type Spell, type TraceNode, type Tree, type TreeNode, type Why } from '../tree';

export interface Rules {
  goal: Board;
  algorithm: string;
  order: readonly Move[];
  options: Settings;
  /** h of a board, on the side of the start or (1) of the goal; null where only the engine knows. */
  estimate: (tiles: readonly number[], side: number) => number | null;
  /** Who goes first of those that wait. */
  compare: (allowed?: Allowed) => Rule;
  /** Those of a layer that the beam keeps. */
  keep: (layer: readonly TreeNode[]) => readonly TreeNode[];
  /** Nodes at this depth are not expanded. */
  depth: number;
  /** The boards of the path that was found, as keys, the start first: empty without one. */
  path: readonly string[];
  /** The whole search is in the trace: what was left untold was met by no step. */
  whole: boolean;
  /** It found the goal. */
  found: boolean;
}

export interface Child {
  move: Move;
  tiles: readonly number[];
}

export const keyOf = (tiles: readonly number[]): string => tiles.join();

/** The last stay of a node. */
export const lastSpell = (node: TreeNode): Spell => node.again?.[node.again.length - 1] ?? node;

export class Growth {
  readonly tree: Tree = { nodes: [], taken: [-1], from: [0], goal: -1, groups: 0, changed: new Map(), limits: [], rounds: new Set() };
  readonly trace: readonly TraceNode[];
  readonly rules: Rules;
  readonly goal: string;
  /** The tree's node of every expansion. */
  readonly of: number[] = [];
  #age = 0;
  /** Nodes too deep to be expanded, by who is looked at first. */
  readonly #deep: Heap<number>;

  constructor(trace: readonly TraceNode[], rules: Rules) {
    this.trace = trace;
    this.rules = rules;
    this.goal = keyOf(rules.goal.tiles);
    const compare = rules.compare();
    this.#deep = new Heap((a, b) => compare(this.standing(a), this.standing(b)));
  }

  get nodes(): TreeNode[] {
    return this.tree.nodes;
  }

  make(parent: number, move: Move | null, tiles: readonly number[], g: number, made: number, group: number): number {
    const h = this.rules.estimate(tiles, isTwoSided(this.rules.algorithm) ? group : 0);
    const spell: Spell = { made, taken: Infinity, gone: Infinity, why: null, same: -1, age: this.#age++, worth: null };
    return this.nodes.push({ parent, move, tiles, g, h, group, again: null, ...spell }) - 1;
  }

  root(node: TraceNode, made: number, group: number): number {
    return this.make(-1, null, node.tiles, node.g, made, group);
  }

  /** Make the children of a node. */
  spread(node: TraceNode, index: number, step: number, children = this.moves(node)): number[] {
    return children.map(({ move, tiles }) => this.make(index, move, tiles, node.g + 1, step, this.nodes[index].group));
  }

  /** Begin a step. */
  open(): void {
    this.tree.from.push(this.nodes.length);
  }

  /** The tree's node of the parent of an expansion, -1 for a root. */
  parentOf(node: TraceNode): number {
    return node.parent ? this.of[node.parent - 1] : -1;
  }

  take(index: number, step: number): number {
    lastSpell(this.nodes[index]).taken = step;
    this.tree.taken[step] = index;
    return index;
  }

  isWaiting(index: number): boolean {
    const { taken, gone } = lastSpell(this.nodes[index]);
    return taken === Infinity && gone === Infinity;
  }

  /** Put a node aside that waits. */
  drop(index: number, step: number, why: Why, same = -1): void {
    if (this.isWaiting(index)) Object.assign(lastSpell(this.nodes[index]), { gone: step, why, same });
  }

  /** Give up a node, taken or not. */
  leave(index: number, step: number, why: Why): void {
    const spell = lastSpell(this.nodes[index]);
    if (spell.gone === Infinity) Object.assign(spell, { gone: step, why });
  }

  /** Let a node wait again, with a value; as the newest, unless it keeps its place. */
  back(index: number, step: number, worth: number | null, keepsPlace = false): void {
    const node = this.nodes[index];
    const last = lastSpell(node);
    const age = keepsPlace ? last.age : this.#age++;
    if (last.made === step && this.isWaiting(index)) Object.assign(last, { worth, age });
    else (node.again ??= []).push({ made: step, taken: Infinity, gone: Infinity, why: null, same: -1, age, worth });
  }

  /** What an order looks at, as it is now. */
  standing(index: number): TreeNode {
    const node = this.nodes[index];
    return node.again ? { ...node, ...lastSpell(node) } : node;
  }

  /** The boards that a node leads to, in the order in which they are tried; without the move back unless that is allowed. */
  moves(node: TraceNode, withBack = false): Child[] {
    const { goal, order } = this.rules;
    const board = { rows: goal.rows, cols: goal.cols, tiles: node.tiles };
    return order.flatMap((move) => {
      const next = node.move && !withBack && move === opposite(node.move) ? null : applyMove(board, move);
      return next ? [{ move, tiles: next.tiles }] : [];
    });
  }

  met(index: number, step: number): void {
    this.tree.goal = index;
    this.take(index, step);
  }

  /** A way to the goal that need not be the last: it stands until there is a shorter one. */
  reachGoal(index: number, step: number): void {
    if (this.tree.goal >= 0) this.drop(this.tree.goal, step, 'longer');
    this.tree.goal = index;
  }

  /** The end of a search that goes on after its first way to the goal: the best one is taken in a last step. */
  finishBest(): void {
    const best = this.tree.goal;
    this.tree.goal = -1;
    if (best < 0 || !this.rules.whole || !this.rules.found) return;
    this.open();
    this.met(best, this.trace.length + 1);
  }

  /** Remember a node that waits and cannot be expanded. */
  watchDepth(index: number): void {
    if (this.nodes[index].g >= this.rules.depth) this.#deep.push(index);
  }

  /** Put aside what is too deep and was looked at before a node, all of it without one. */
  passDeep(before: number, step: number): void {
    const compare = this.rules.compare();
    for (let top = this.#deep.top; top !== undefined; top = this.#deep.top) {
      if (before >= 0 && (top === before || compare(this.standing(top), this.standing(before)) >= 0)) return;
      this.#deep.pop();
      this.drop(top, step, 'deep');
    }
  }

  /** Close the books. */
  finish(): Tree {
    const { tree } = this;
    tree.from.push(this.nodes.length);
    const change = (step: number, index: number) => {
      const others = tree.changed.get(step);
      if (others) others.push(index);
      else tree.changed.set(step, [index]);
    };
    this.nodes.forEach((node, index) => {
      if (node.gone > node.made && node.gone < Infinity) change(node.gone, index);
      for (const { made, gone } of node.again ?? []) {
        change(made, index);
        if (gone > made && gone < Infinity) change(gone, index);
      }
      tree.groups = Math.max(tree.groups, node.group + 1);
    });
    return tree;
  }
}
