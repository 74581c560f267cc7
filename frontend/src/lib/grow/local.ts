// SPDX-License-Identifier: MIT
/** Searches that stand on one board: they look at its neighbours and step on one of them. */

import { keyOf, type Growth } from './growth';

/** Put aside the neighbours that were not stepped on; the one that was, or -1. */
function choose(growth: Growth, children: readonly number[], wanted: string, step: number): number {
  const chosen = children.find((child) => keyOf(growth.nodes[child].tiles) === wanted) ?? -1;
  for (const child of children) if (child !== chosen) growth.drop(child, step, 'worse');
  return chosen;
}

function end(growth: Growth, children: readonly number[]): void {
  if (!growth.rules.whole || !growth.rules.found) return;
  const step = growth.trace.length + 1;
  growth.open();
  const goal = choose(growth, children, growth.goal, step);
  // It may also be met at random, between two climbs.
  if (goal >= 0) growth.met(goal, step);
  else growth.tree.from.pop();
}

/** Hill climbing steps on a better neighbour, or starts another climb. */
export function climb(growth: Growth): void {
  let [group, children] = [-1, [] as number[]];
  growth.trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const next = choose(growth, children, node.parent ? keyOf(node.tiles) : '', step);
    if (next < 0) group += 1;
    const index = growth.take(next < 0 ? growth.root(node, place ? step : 0, group) : next, step);
    children = growth.spread(node, index, step);
  });
  end(growth, children);
}

/** Simulated annealing tries one move at random, which is told only when it is taken: else it stands where it stood. */
export function anneal(growth: Growth): void {
  let [index, children] = [-1, [] as number[]];
  growth.trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const stays = index >= 0 && node.parent !== place;
    if (stays) {
      growth.back(index, step, null, true);
      growth.take(index, step);
    } else {
      const next = choose(growth, children, keyOf(node.tiles), step);
      index = growth.take(next < 0 ? growth.root(node, 0, 0) : next, step);
      children = growth.spread(node, index, step);
    }
  });
  end(growth, children);
}

/** LRTA* steps on the best neighbour, back too, and learns; at the goal a trial ends and the next begins at the start. */
export function learn(growth: Growth): void {
  const { nodes, trace, rules, tree } = growth;
  const learned = new Map<string, number>();
  let [group, children] = [-1, [] as number[]];
  let best = -1;
  const arrive = (step: number): number => {
    const goal = choose(growth, children, growth.goal, step);
    if (goal >= 0 && (best < 0 || nodes[goal].g < nodes[best].g)) best = goal;
    return goal;
  };
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    let index: number;
    if (node.parent) index = choose(growth, children, keyOf(node.tiles), step);
    else {
      const goal = arrive(step);
      if (goal >= 0) growth.take(goal, step);
      group += 1;
      index = growth.root(node, place ? step : 0, group);
      nodes[index].h = learned.get(keyOf(node.tiles)) ?? nodes[index].h;
    }
    growth.take(index, step);
    learned.set(keyOf(node.tiles), node.h);
    children = growth.spread(node, index, step, growth.moves(node, true));
    for (const child of children) nodes[child].h = learned.get(keyOf(nodes[child].tiles)) ?? nodes[child].h;
  });
  if (!rules.whole || !rules.found) return;
  const step = trace.length + 1;
  const goal = arrive(step);
  if (goal >= 0) nodes[goal].taken = step;
  if (best < 0) return;
  growth.open();
  tree.goal = best;
  tree.taken[step] = best;
}
