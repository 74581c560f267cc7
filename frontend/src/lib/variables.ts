// SPDX-License-Identifier: MIT
/** The variables of a search's pseudocode at a moment, with their values. */

import { count, estimate } from './format';
import { w } from './strings/watch';
import type { CodeLine } from './strings/algorithms';
import type { Moment } from './timeline';
import type { Replay } from './trace';
import { spellAt } from './tree';

export interface Variable {
  name: string;
  /** The node that it stands for, -1 for a number. */
  index: number;
  text: string;
}

/** How pseudocode calls what waits. */
const COLLECTIONS = ['queue', 'stack', 'frontier', 'kept', 'beam', 'layer'];
/** The temperature that annealing begins with. */
const HOT = 1.5;

/** Whether a line of pseudocode speaks of a variable. */
export const mentions = (name: string): RegExp => new RegExp(`(?<![\\w])${name.replace(/[()]/g, '\\$&')}(?![\\w])`, 'u');

/** `sizes` and `bounds` are those of the search, step by step. */
export function variablesAt(replay: Replay, code: readonly CodeLine[], sizes: readonly number[], bounds: readonly (number | null)[], { step, child }: Moment): Variable[] {
  const { tree, discipline } = replay;
  if (!tree.nodes.length) return [];
  const isNamed = (name: string) => code.some(({ text }) => mentions(name).test(text));
  const said: Variable[] = [];
  const say = (name: string, text: string, index = -1) => said.push({ name, index, text });
  // While a walk looks at a child, n is the node that it stands at, which is not the last one that was taken.
  const index = child >= 0 ? tree.nodes[child].parent : step ? tree.taken[step] : -1;
  const node = index >= 0 ? tree.nodes[index] : null;
  if (node) say(w.variable.n, w.stacked(node.g, node.h), index);
  if (child >= 0) say(w.variable.c, w.stacked(tree.nodes[child].g, tree.nodes[child].h), child);
  const size = sizes[Math.min(step, sizes.length - 1)];
  if (replay.holdsPath) say(w.variable.path, count(replay.pathTo(Math.max(0, index)).length));
  else if (size !== undefined) say(COLLECTIONS.find(isNamed) ?? 'frontier', count(size));
  const bound = bounds[Math.min(step, bounds.length) - 1] ?? null;
  if (bound !== null && isNamed(w.variable.bound)) say(w.variable.bound, count(bound));
  if (replay.steering === 'wf' && node) say(w.variable.weight, estimate(replay.weightOf(node, step)));
  if (replay.steering === 'vf' && child >= 0) say(w.variable.falling, estimate(replay.weightOf(tree.nodes[child], step)));
  if (discipline === 'partial' && node && step) say(w.variable.value, estimate(tree.limits[step] ?? node.g + (node.h ?? 0)));
  if (discipline === 'repairing' || discipline === 'branch') {
    const best = tree.nodes.reduce((least, { g, made, why, gone }, at) => (made <= step && replay.isGoal(at) && !(why === 'cut' && gone === made) ? Math.min(least, g) : least), Infinity);
    say(w.variable.best, best < Infinity ? count(best) : w.variable.none);
  }
  if (discipline === 'learning' && step && step <= replay.nodes.length) say(w.variable.learned, estimate(replay.nodes[step - 1].h));
  if (discipline === 'random') {
    const cooling = replay.cooling;
    say(w.variable.heat, estimate((HOT * (cooling - (Math.max(0, step - 1) % cooling))) / cooling));
  }
  if (discipline === 'recursive' && node && step) {
    const value = spellAt(node, step - 1).worth;
    if (value !== null) say('F(n)', estimate(value));
  }
  return said;
}

/** The names of those that have another value than before. */
export function changedSince(before: readonly Variable[], now: readonly Variable[]): string[] {
  return now.filter(({ name, index, text }) => !before.some((one) => one.name === name && one.index === index && one.text === text)).map(({ name }) => name);
}
