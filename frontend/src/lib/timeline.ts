// SPDX-License-Identifier: MIT
/** A recorded search line by line: every step passes through the lines of its pseudocode. */

import type { Recording } from './recording';
import type { CodeLine, Phase } from './strings/algorithms';
import { isRemade, spellAt, stateOf } from './tree';

export interface Moment {
  /** How many steps have begun. */
  step: number;
  /** Index of the line, -1 for none. */
  line: number;
  /** The child that is looked at, -1 for none. */
  child: number;
  /** How many nodes are made by then. */
  seen: number;
}

/** The lines that are run for every child: the one that says so, and what is indented under it. */
function loopOf(code: readonly CodeLine[]): [number, number] {
  const first = code.findIndex(({ phase, text }) => phase === 'expand' && text.startsWith('for each'));
  if (first < 0) return [code.length, code.length];
  const after = code.findIndex(({ indent }, at) => at > first && indent <= code[first].indent);
  return [first, after < 0 ? code.length : after];
}

/** The nodes that a step made as children, for the first time or once more. */
export function childrenMade({ tree, discipline }: Recording['replay'], step: number): number[] {
  const again = (tree.changed.get(step) ?? []).filter((index) => isRemade(tree.nodes[index], spellAt(tree.nodes[index], step)));
  // What a step takes is no child of itself, unless it is one that a walk came to.
  const isChild = (index: number) => tree.nodes[index].parent >= 0 && (discipline === 'walk' || index !== tree.taken[step]);
  const made: number[] = [];
  for (let index = tree.from[step]; index < tree.from[step + 1]; index++) if (isChild(index)) made.push(index);
  return [...again, ...made];
}

/** All moments of a search; the first is before its first step. */
export function timeline({ replay, expanded, steps, total }: Recording, code: readonly CodeLine[]): Moment[] {
  const [first, after] = loopOf(code);
  const lineOf = (phase: Phase) => code.findIndex((line) => line.phase === phase);
  const lines = (from: number, to: number, without: readonly (Phase | undefined)[]) =>
    code.flatMap(({ phase }, at) => (at >= from && at < to && phase && !without.includes(phase) ? [at] : []));
  const outside: Phase[] = ['init', 'round', 'done'];
  const head = lines(0, first, outside);
  const tail = lines(after, code.length, [...outside, 'back']);
  const backAt = lineOf('back');
  const hasCut = lineOf('cut') >= 0;
  const { tree, discipline } = replay;
  const walks = discipline === 'walk';
  const moments: Moment[] = [{ step: 0, line: lineOf('init'), child: -1, seen: Infinity }];
  for (let step = 1; step <= steps; step++) {
    const add = (line: number, child = -1, seen = child < 0 ? Infinity : child + 1) => line >= 0 && moments.push({ step, line, child, seen });
    const taken = tree.nodes[tree.taken[step]];
    const before = tree.nodes[tree.taken[step - 1]];
    const isNewRound = !before ? walks : (taken.group !== before.group || (discipline === 'beam' && taken.g > before.g) || tree.rounds.has(step));
    // A walk goes back to its root only after the last children of the round before.
    if (isNewRound && !walks) add(lineOf('round'), -1, tree.from[step]);
    const isGoal = step > expanded;
    const look = (child: number) => {
      const node = tree.nodes[child];
      const met = isGoal && child === tree.goal;
      const cut = node.why === 'cut' && node.gone === node.made;
      const testAt = lineOf('test');
      for (const line of lines(first, met && testAt >= first ? testAt + 1 : after, cut ? (hasCut ? ['add'] : []) : ['cut'])) add(line, child);
      if (cut && !hasCut && walks) for (const line of head) add(line, child);
    };
    const children = childrenMade(replay, step);
    if (walks) {
      children.forEach(look);
      if (isNewRound) add(lineOf('round'));
      if (!isGoal) for (const line of head) add(line);
    } else {
      // What it makes is not there yet when it is taken and tested.
      for (const line of head) add(line, -1, Math.max(tree.from[step], tree.taken[step] + 1));
      if (isGoal) continue;
      children.forEach(look);
      for (const line of tail) add(line);
      if (stateOf(taken, step) === 'waiting' || (tree.changed.get(step) ?? []).some((index) => spellAt(tree.nodes[index], step).why === 'forgotten')) add(backAt);
    }
    // A step that no line speaks of is a moment all the same.
    if (moments[moments.length - 1].step < step) moments.push({ step, line: -1, child: -1, seen: Infinity });
  }
  if (total <= expanded && tree.goal < 0 && steps && lineOf('done') >= 0) moments.push({ step: steps, line: lineOf('done'), child: -1, seen: Infinity });
  return moments;
}

/** The line to show for a whole step: the one that takes its node, `own` being the moments of that step. */
export function mainLine(own: readonly Moment[], code: readonly CodeLine[]): number {
  return (own.find(({ line, child }) => code[line]?.phase === 'take' && child < 0) ?? own[own.length - 1])?.line ?? -1;
}
