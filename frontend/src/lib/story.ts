// SPDX-License-Identifier: MIT
/** A recorded search in words: why a step took the node that it took, and what a node is. */

import type { Recording } from './recording';
import { w } from './strings/watch';
import { isTwoSided, stateOf } from './tree';

/** One sentence about a step. */
export function tellStep(recording: Recording, step: number, bounds: readonly (number | null)[], ties: string, depth: number | null): string {
  if (!step) return w.took.start;
  return w.sentence([reason(recording, step, bounds, ties, depth), fates(recording, step)]);
}

function reason({ replay, expanded }: Recording, step: number, bounds: readonly (number | null)[], ties: string, depth: number | null): string {
  const { tree, algorithm, discipline, steering } = replay;
  const index = tree.taken[step];
  const node = tree.nodes[index];
  const isGoal = index === tree.goal && step > expanded;
  const { took } = w;
  switch (discipline) {
    case 'best': {
      if (isTwoSided(algorithm)) return took.end(node.group, node.g, node.h === null ? null : node.g + node.h);
      if (isGoal) return took.goal(steering, replay.steer(node));
      const mine = replay.steer(node);
      const tied = replay.waiting(step - 1).filter((other) => other !== index && replay.steer(tree.nodes[other]) === mine).length;
      const rules = ties.split(',').flatMap((name) => w.rules[name.trim()] ?? []);
      return took.least(steering, mine, tied, w.goesFirst(rules.length ? rules.slice(0, 2) : [w.rules.lifo]));
    }
    case 'queue':
      return algorithm === 'bidirectional' ? took.side(node.group, node.g) : took.queue(node.g);
    case 'stack':
      return took.stack(node.g);
    case 'beam':
      return took.beam(node.h, step > 1 && tree.nodes[tree.taken[step - 1]].g < node.g);
    case 'walk': {
      if (isGoal) return took.met;
      const formula = algorithm === 'idastar' ? 'f' : 'g';
      const bound = bounds[step - 1] ?? null;
      if (node.parent < 0) return bound === null ? took.depth(depth ?? 20) : took.root(formula, bound);
      return took.walk(formula, formula === 'g' ? node.g : node.h === null ? null : node.g + node.h, bound);
    }
    case 'recursive':
      return isGoal ? took.met : took.recursive(node.h === null ? null : node.g + node.h);
    case 'climb':
      return node.parent < 0 && node.group ? took.stuck(node.group + 1) : took.climb(node.h);
    case 'none':
      return took.plain;
  }
}

function fates({ replay }: Recording, step: number): string {
  const { tree, discipline } = replay;
  const made = tree.nodes.slice(tree.from[step], tree.from[step + 1]).filter(({ parent }) => parent >= 0);
  if (discipline === 'walk') {
    const cut = made.filter(({ why }) => why === 'cut').length;
    return cut ? w.took.turned(cut) : '';
  }
  if (!['best', 'queue', 'stack', 'beam'].includes(discipline)) return '';
  const known = made.filter((node) => node.why === 'known' && node.gone === step).length;
  const cheaper = tree.nodes.filter((node) => node.why === 'cheaper' && node.gone === step).length;
  const cut = made.filter((node) => node.why === 'cut').length;
  return w.fates(made.length - known - cut, known, cheaper);
}

/** One sentence about a node. */
export function tellNode({ replay }: Recording, index: number, step: number, bounds: readonly (number | null)[]): string {
  const { tree, algorithm } = replay;
  const node = tree.nodes[index];
  const state = stateOf(node, step);
  if (state === 'waiting') return w.about.waits(replay.steering, replay.steer(node));
  if (state === 'taken' && !(node.why === 'left' && node.gone <= step)) return w.about.taken(node.taken);
  switch (node.why) {
    case 'known':
      return w.why.known(tree.nodes[node.same].g);
    case 'cut':
      return algorithm === 'idastar' ? w.why.bound(node.h === null ? null : node.g + node.h, bounds[Math.min(node.made, bounds.length) - 1] ?? null) : w.why.depth(node.g);
    case null:
      return '';
    default:
      return w.why[node.why];
  }
}
