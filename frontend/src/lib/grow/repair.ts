// SPDX-License-Identifier: MIT
import { inThousandths, THOUSANDTHS } from '../order';
import { keyOf, type Growth } from './growth';

/** ARA*: rounds of weighted A* on one frontier, with a weight that falls and a best path that shrinks. */
export function repair(growth: Growth): void {
  const { nodes, rules, trace, tree } = growth;
  const fall = inThousandths(rules.options.weight_step);
  let weight = inThousandths(rules.options.weight);
  let cost = rules.depth + 1;
  const best = new Map<string, number>();
  /** Boards expanded in this round. */
  const closed = new Set<string>();
  /** Cheaper ways to some of them, which wait for the next round. */
  let aside: number[] = [];
  best.set(keyOf(trace[0].tiles), growth.root(trace[0], 0, 0));
  const isReady = (index: number) => {
    const { g, h, worth } = growth.standing(index);
    return worth !== Infinity && THOUSANDTHS * g + weight * (h ?? Infinity) < THOUSANDTHS * cost;
  };
  /** Whether there is another round: at weight 1 only where something was kept aside. */
  const goesOn = () => weight > THOUSANDTHS || aside.length > 0;
  const nextRound = (step: number, isTold: boolean) => {
    weight = Math.max(THOUSANDTHS, weight - fall);
    tree.rounds.add(step);
    closed.clear();
    if (isTold) {
      for (const index of aside) if (growth.isWaiting(index)) growth.back(index, step, null, true);
      for (const index of best.values()) if (nodes[index].g + (nodes[index].h ?? 0) >= cost) growth.drop(index, step, 'cut');
    }
    aside = [];
  };
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const known = best.get(keyOf(node.tiles));
    const index = known !== undefined && growth.isWaiting(known) ? known : growth.make(growth.parentOf(node), node.move, node.tiles, node.g, step, 0);
    while (!isReady(index) && goesOn()) nextRound(step, true);
    tree.limits[step] = weight;
    growth.of.push(growth.take(index, step));
    closed.add(keyOf(node.tiles));
    for (const child of growth.spread(node, index, step)) {
      const { tiles, g, h } = nodes[child];
      const same = best.get(keyOf(tiles));
      if (same !== undefined && nodes[same].g <= g) growth.drop(child, step, 'known', same);
      else if (keyOf(tiles) === growth.goal) {
        if (g < cost) {
          growth.reachGoal(child, step);
          cost = g;
        } else growth.drop(child, step, 'cut');
      } else if (g + (h ?? 0) >= cost) growth.drop(child, step, 'cut');
      else {
        if (same !== undefined) growth.drop(same, step, 'cheaper', child);
        best.set(keyOf(tiles), child);
        if (!closed.has(keyOf(tiles))) continue;
        aside.push(child);
        growth.back(child, step, Infinity, true);
      }
    }
  });
  // Who goes next is a matter of the weight then.
  const waiting = [...best.values()].filter((index) => growth.isWaiting(index));
  while (!waiting.some(isReady) && goesOn()) nextRound(trace.length + 1, false);
  tree.limits[trace.length + 1] = weight;
  growth.finishBest();
}
