// SPDX-License-Identifier: MIT
import { keyOf, type Growth } from './growth';

/** EPEA*: only the children with the value at hand are made, and the node waits again with the next larger one. */
export function partial(growth: Growth): void {
  const { nodes, rules, trace, tree } = growth;
  const best = new Map<string, number>();
  const root = growth.root(trace[0], 0, 0);
  best.set(keyOf(trace[0].tiles), root);
  growth.watchDepth(root);
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const index = best.get(keyOf(node.tiles)) ?? growth.make(growth.parentOf(node), node.move, node.tiles, node.g, step, 0);
    growth.passDeep(index, step);
    const own = node.g + node.h;
    const value = growth.standing(index).worth ?? own;
    growth.of.push(growth.take(index, step));
    let later = Infinity;
    for (const child of growth.moves(node)) {
      const h = rules.estimate(child.tiles, 0);
      // What only the engine knows and never expands may as well be beyond the solution.
      const f = h === null ? Infinity : node.g + 1 + h;
      if (f > value) later = Math.min(later, f);
      if (f > value || (f < value && value !== own)) continue;
      const made = growth.spread(node, index, step, [child])[0];
      const same = best.get(keyOf(child.tiles));
      if (same !== undefined && nodes[same].g <= node.g + 1) {
        growth.drop(made, step, 'known', same);
        continue;
      }
      if (same !== undefined) growth.drop(same, step, 'cheaper', made);
      best.set(keyOf(child.tiles), made);
      growth.watchDepth(made);
    }
    tree.limits[step] = value;
    if (later < Infinity) growth.back(index, step, later);
  });
  if (!rules.whole) return;
  const goal = rules.found ? best.get(growth.goal) : undefined;
  if (goal === undefined) return growth.passDeep(-1, trace.length);
  growth.open();
  growth.passDeep(goal, trace.length + 1);
  growth.met(goal, trace.length + 1);
}
