// SPDX-License-Identifier: MIT
/** Searches that remember boards: queues, stacks, heaps and beams, from one end or from both. */

import { readWeight } from '../order';
import { disciplineOf, isTwoSided, JOINING, stateOf, type TreeNode } from '../tree';
import { keyOf, type Growth } from './growth';

/** Searches that take up a board again when they find a cheaper way to it. */
const REOPENING = ['ucs', 'astar', 'wastar', 'dwastar', 'epsilon', ...JOINING];

export function remember(growth: Growth): void {
  const { nodes, trace, rules } = growth;
  const { algorithm } = rules;
  const discipline = disciplineOf(algorithm);
  const twoSided = isTwoSided(algorithm);
  const joins = JOINING.includes(algorithm);
  const reopens = REOPENING.includes(algorithm);
  const expanded = [new Set<string>(), new Set<string>()];
  const best = [new Map<string, number>(), new Map<string, number>()];
  // Where sides meet, nothing is kept that is no shorter than the best path, or than the limit.
  let shortest = rules.depth + 1;
  const focal = algorithm === 'epsilon' ? new Focal(growth) : null;
  const put = (side: number, index: number) => {
    best[side].set(keyOf(nodes[index].tiles), index);
    if (!twoSided) growth.watchDepth(index);
    focal?.add(index, 1);
  };
  const drop = (index: number, step: number, ...why: [why: 'cheaper', same: number]) => {
    if (growth.isWaiting(index)) focal?.add(index, -1);
    growth.drop(index, step, ...why);
  };
  put(0, growth.root(trace[0], 0, 0));
  if (twoSided) put(1, growth.make(-1, null, rules.goal.tiles, 0, 0, 1));
  focal?.allow(1);
  let layer = 0;
  trace.forEach((node, place) => {
    const step = place + 1;
    const parent = growth.parentOf(node);
    const side = parent >= 0 ? nodes[parent].group : keyOf(node.tiles) === keyOf(nodes[0].tiles) ? 0 : 1;
    if (discipline === 'beam' && node.g > layer) {
      layer = node.g;
      cutBeam(growth, best[0], layer, step);
    }
    growth.open();
    const known = best[side].get(keyOf(node.tiles));
    const index = known !== undefined && nodes[known].taken === Infinity ? known : growth.make(parent, node.move, node.tiles, node.g, step, side);
    best[side].set(keyOf(node.tiles), index);
    growth.passDeep(index, step);
    focal?.add(index, -1);
    growth.of.push(growth.take(index, step));
    expanded[side].add(keyOf(node.tiles));
    const made = growth.spread(node, index, step);
    // The first that is tried comes to lie on top of a stack.
    if (discipline === 'stack') {
      const ages = made.map((child) => nodes[child].age).reverse();
      made.forEach((child, at) => (nodes[child].age = ages[at]));
    }
    for (const child of made) {
      const { tiles, g, h } = nodes[child];
      const same = best[side].get(keyOf(tiles));
      if (same !== undefined && !(reopens && g < nodes[same].g)) {
        growth.drop(child, step, 'known', same);
        continue;
      }
      const met = joins ? best[1 - side].get(keyOf(tiles)) : undefined;
      if (met !== undefined) shortest = Math.min(shortest, g + nodes[met].g);
      const isDone = algorithm === 'bae' && expanded[1 - side].has(keyOf(tiles));
      if (joins && (isDone || g + (h ?? 0) >= shortest)) growth.drop(child, step, isDone ? 'known' : 'cut', isDone ? (met ?? -1) : -1);
      else {
        if (same !== undefined) drop(same, step, 'cheaper', child);
        put(side, child);
      }
    }
    focal?.allow(step + 1);
  });
  const { whole, found } = rules;
  if (!whole || twoSided) return;
  const goal = found ? (best[0].get(growth.goal) ?? -1) : -1;
  if (goal < 0 || nodes[goal].taken !== Infinity) return growth.passDeep(-1, trace.length);
  const last = trace.length + 1;
  if (discipline === 'beam') cutBeam(growth, best[0], nodes[goal].g, last);
  growth.open();
  growth.passDeep(goal, last);
  growth.met(goal, last);
}

/** A new layer begins: only what the beam keeps is left, and what it drops may come again. */
function cutBeam(growth: Growth, best: Map<string, number>, layer: number, step: number): void {
  const { nodes, rules } = growth;
  const made: TreeNode[] = [];
  const places = new Map<TreeNode, number>();
  for (const index of best.values()) {
    const node = nodes[index];
    if (node.g !== layer || stateOf(node, step - 1) !== 'waiting') continue;
    made.push(node);
    places.set(node, index);
  }
  made.sort((a, b) => a.age - b.age);
  const kept = new Set(rules.keep(made));
  for (const node of made) {
    if (kept.has(node)) continue;
    growth.drop(places.get(node)!, step, 'beam');
    best.delete(keyOf(node.tiles));
  }
}

/** The largest f that keeps the promise of A*-epsilon: w times the least f that waits, or ever was the least. */
class Focal {
  readonly #growth: Growth;
  /** How many wait with each f. */
  readonly #counts: number[] = [];
  #least = 0;

  constructor(growth: Growth) {
    this.#growth = growth;
  }

  add(index: number, by: 1 | -1): void {
    const { g, h } = this.#growth.nodes[index];
    if (h !== null) this.#counts[g + h] = (this.#counts[g + h] ?? 0) + by;
  }

  /** Write down what is allowed at a step. */
  allow(step: number): void {
    const least = this.#counts.findIndex((count) => count > 0);
    if (least < 0) return;
    this.#least = Math.max(this.#least, least);
    const [over, under] = readWeight(this.#growth.rules.options.weight);
    this.#growth.tree.limits[step] = Math.floor((this.#least * over) / under);
  }
}
