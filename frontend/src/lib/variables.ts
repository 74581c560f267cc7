// SPDX-License-Identifier: MIT
/** The variables of a search's pseudocode at a moment, with their values. */

import { count, estimate } from './format';
import { w } from './strings/watch';
import type { CodeLine } from './strings/algorithms';
import { childrenMade, type Moment } from './timeline';
import type { Replay } from './trace';
import { spellAt, stateOf } from './tree';

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

/** How many wait in the middle of a step: the node that was taken is gone, and of its children those are there that were looked at. */
function sizeAt(replay: Replay, code: readonly CodeLine[], sizes: readonly number[], { step, line, child, seen }: Moment): number | undefined {
  // What is kept are all nodes that were not forgotten, whether they wait or not.
  if (replay.discipline === 'memory') return replay.tree.nodes.filter((node) => ['waiting', 'taken'].includes(stateOf(node, step))).length;
  if (!step || seen === Infinity || step >= sizes.length) return sizes[Math.min(step, sizes.length - 1)];
  const isAdded = (index: number) => stateOf(replay.tree.nodes[index], step) === 'waiting' && !replay.isBest(index);
  const children = child < 0 ? [] : childrenMade(replay, step);
  const before = children.slice(0, children.indexOf(child) + (code[line]?.phase === 'add' ? 1 : 0));
  return sizes[step - 1] - 1 + before.filter(isAdded).length;
}

/** `sizes` and `bounds` are those of the search, step by step. */
export function variablesAt(replay: Replay, code: readonly CodeLine[], sizes: readonly number[], bounds: readonly (number | null)[], moment: Moment): Variable[] {
  const { step, child } = moment;
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
  const size = sizeAt(replay, code, sizes, moment);
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

/** The names to light up in a line: what it gives a value to, and what else has changed with it. */
export function litIn(text: string, variables: readonly Variable[], changed: readonly string[]): string[] {
  return variables.flatMap(({ name }) => (text.includes(`${name} ←`) || (changed.includes(name) && mentions(name).test(text)) ? [name] : []));
}
