// SPDX-License-Identifier: MIT
/** A recorded search in words: why a step took the node that it took, and what a node is. */

import type { Recording } from './recording';
import { w } from './strings/watch';
import { isRemade, isTwoSided, spellAt, stateOf, type TreeNode } from './tree';

type Bounds = readonly (number | null)[];

/** One sentence about a step. */
export function tellStep(recording: Recording, step: number, bounds: Bounds, ties: string, depth: number | null): string {
  if (!step) return w.took.start;
  return w.sentence([reason(recording, step, bounds, ties, depth), fates(recording, step)]);
}

const sum = ({ g, h }: { g: number; h: number | null }): number | null => (h === null ? null : g + h);

function reason(recording: Recording, step: number, bounds: Bounds, ties: string, depth: number | null): string {
  const { replay, expanded } = recording;
  const { tree, algorithm, discipline, steering } = replay;
  const index = tree.taken[step];
  const node = tree.nodes[index];
  const isGoal = index === tree.goal && step > expanded;
  const isRoot = node.parent < 0;
  const bound = bounds[step - 1] ?? null;
  const { took } = w;
  switch (discipline) {
    case 'best':
    case 'partial':
    case 'memory': {
      if (isTwoSided(algorithm)) return took.end(node.group, node.g, sum(node));
      const mine = replay.steer(node, step - 1);
      if (isGoal) return took.goal(steering, mine);
      if (algorithm === 'epsilon') return took.focal(node.h, tree.limits[step] ?? null);
      return took.least(steering, mine, tiedWith(recording, index, step, mine), rulesIn(ties));
    }
    case 'repairing': {
      if (isGoal) return took.best(node.g);
      const mine = replay.steer(node, step);
      return tree.rounds.has(step) ? took.round(replay.weightOf(node, step), mine) : took.least(steering, mine, 0, '');
    }
    case 'queue':
      return algorithm === 'bidirectional' ? took.side(node.group, node.g) : took.queue(node.g);
    case 'stack':
      return took.stack(node.g);
    case 'beam':
      return took.beam(node.h, step > 1 && tree.nodes[tree.taken[step - 1]].g < node.g);
    case 'layers':
      if (isGoal) return took.joined;
      if (!isRoot) return took.layer(node.g);
      return isHalf(recording, node.group) ? took.half(node.g) : took.sweep(bound);
    case 'walk': {
      if (isGoal) return took.met;
      const formula = algorithm === 'idastar' ? 'f' : 'g';
      if (isRoot) return bound === null ? took.depth(depth ?? 20) : took.root(formula, bound);
      return took.walk(formula, formula === 'g' ? node.g : sum(node), bound);
    }
    case 'branch':
      if (isGoal) return took.best(node.g);
      return isRoot ? took.branches(bound) : took.walk('f', sum(node), bound);
    case 'recursive':
      return isGoal ? took.met : took.recursive(replay.steer(node, step - 1));
    case 'climb':
      return isRoot && node.group ? took.stuck(node.group + 1) : took.climb(node.h);
    case 'learning':
      if (isGoal) return took.arrived(node.g);
      return isRoot ? took.trial(node.group + 1) : took.climb(node.h);
    case 'random':
      if (isGoal) return took.met;
      if (isRoot || tree.taken[step - 1] !== index) return took.stroll(node.h, tree.nodes[node.parent]?.h ?? null);
      return took.refused;
    case 'none':
      return took.plain;
  }
}

/** How many that waited have the value of a node. */
function tiedWith({ replay }: Recording, index: number, step: number, value: number | null): number {
  return replay.waiting(step - 1).filter((other) => other !== index && replay.steer(replay.tree.nodes[other], step - 1) === value).length;
}

function rulesIn(ties: string): string {
  const rules = ties.split(',').flatMap((name) => w.rules[name.trim()] ?? []);
  return w.goesFirst(rules.length ? rules.slice(0, 2) : [w.rules.lifo]);
}

/** Whether a sweep looks for a half of the path: the goal was met before. */
function isHalf({ replay }: Recording, group: number): boolean {
  const { tree } = replay;
  return tree.nodes.some((node, index) => node.group < group && replay.isGoal(index) && node.why !== 'cut');
}

/** What a step did beside taking its node. */
function fates({ replay, expanded }: Recording, step: number): string {
  const { tree, discipline } = replay;
  if (step > expanded) return '';
  const taken = tree.taken[step];
  const changed = (tree.changed.get(step) ?? []).map((index) => tree.nodes[index]);
  const made = tree.nodes.slice(tree.from[step], tree.from[step + 1]).filter(({ parent }) => parent >= 0);
  const cut = (nodes: readonly TreeNode[]) => nodes.filter(({ why, gone, made }) => (why === 'cut' || why === 'deep') && gone === made).length;
  if (discipline === 'walk') return cut(made) ? w.took.turned(cut(made)) : '';
  if (discipline === 'learning') {
    const [node, told] = [tree.nodes[taken], replay.nodes[step - 1]];
    return node.h !== null && told.h > node.h ? w.took.learned(told.h) : '';
  }
  if (['climb', 'random', 'none'].includes(discipline)) return '';
  const remade = changed.filter((node) => isRemade(node, spellAt(node, step)));
  if (discipline === 'recursive') return remade.length ? w.took.remade(remade.length) : '';
  const known = made.filter((node) => node.why === 'known' && node.gone === step).length;
  const cheaper = changed.filter((node) => node.why === 'cheaper' && node.gone === step).length;
  const goal = made.find((node) => !node.why && replay.isBest(tree.nodes.indexOf(node, tree.from[step])));
  const forgotten = [...new Set([...changed, ...made])].filter((node) => spellAt(node, step).why === 'forgotten' && spellAt(node, step).gone === step).length;
  return w.fates({
    waiting: made.length + remade.length - known - cut(made) - Number(goal !== undefined),
    known,
    cheaper,
    cut: cut(made),
    goal: goal?.g ?? null,
    forgotten,
    back: (discipline === 'partial' || discipline === 'memory') && stateOf(tree.nodes[taken], step) === 'waiting' ? spellAt(tree.nodes[taken], step).worth : null,
  });
}

/** One sentence about a node. */
export function tellNode(recording: Recording, index: number, step: number, bounds: Bounds): string {
  const { replay } = recording;
  const { tree, algorithm, discipline } = replay;
  const node = tree.nodes[index];
  const state = stateOf(node, step);
  const spell = spellAt(node, step);
  if (state === 'waiting') return waits(recording, index, step);
  if (state === 'taken') return w.about.taken(spell.taken);
  switch (spell.why) {
    case 'known':
      return w.why.known(tree.nodes[spell.same].g);
    case 'deep':
      return w.why.deep(node.g);
    case 'cut': {
      if (algorithm === 'dls' || algorithm === 'ids') return w.why.depth(node.g);
      if (isTwoSided(algorithm) || discipline === 'repairing') return w.why.noShorter(sum(node));
      const bound = bounds[Math.min(spell.gone, bounds.length) - 1] ?? null;
      const f = sum(node);
      // Within the bound it can only be one of those that a table of transpositions keeps out.
      return discipline === 'walk' && f !== null && bound !== null && f <= bound ? w.why.seen : w.why.bound(f, bound);
    }
    case null:
      return '';
    default:
      return w.why[spell.why];
  }
}

function waits({ replay }: Recording, index: number, step: number): string {
  const { tree, discipline, steering } = replay;
  const node = tree.nodes[index];
  if (replay.isBest(index)) return w.about.best(node.g);
  if (spellAt(node, step).worth === Infinity) return discipline === 'memory' ? w.about.end : w.about.aside;
  if (discipline === 'random') return w.about.chance(node.h);
  return w.about.waits(steering, replay.steer(node, step));
}
