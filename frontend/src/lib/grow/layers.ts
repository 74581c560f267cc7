// SPDX-License-Identifier: MIT
import { keyOf, type Growth } from './growth';

/**
 * Breadth-first heuristic search: sweeps of layers within a bound on f. Only the layer before and the next one are remembered. A sweep
 * that meets its target ends at once; when that is the goal, the halves of the path are swept for, and their halves again.
 */
export function sweep(growth: Growth): void {
  const { nodes, rules, trace, tree } = growth;
  /** The boards that each sweep expands, which tell what was within the bound where values are the engine's secret. */
  const expanded: Set<string>[] = [];
  for (const node of trace) {
    if (!node.parent) expanded.push(new Set());
    expanded[expanded.length - 1].add(keyOf(node.tiles));
  }
  let [group, depth, bound, smallestCut] = [-1, 0, Math.ceil(trace[0].h), Infinity];
  let target = growth.goal;
  /** Once the goal is met: from and to which depth of the path the sweeps go. */
  let halves: [number, number][] | null = null;
  let [before, layer, following] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];

  const begin = (node: (typeof trace)[number], step: number): number => {
    for (const index of [...layer.values(), ...following.values()]) growth.drop(index, step, nodes[index].g >= rules.depth ? 'deep' : 'over');
    group += 1;
    if (halves) {
      const [, last] = halves.shift() ?? [0, 0];
      target = rules.path[last] ?? '';
    } else if (group) bound = Math.max(bound, Math.ceil(smallestCut === Infinity ? bound : smallestCut));
    smallestCut = Infinity;
    depth = node.g;
    const root = growth.root(node, step > 1 ? step : 0, group);
    [before, layer, following] = [new Map(), new Map([[keyOf(node.tiles), root]]), new Map()];
    return root;
  };
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    if (!node.parent) begin(node, step);
    else if (node.g > depth) {
      for (const index of layer.values()) growth.drop(index, step, 'deep');
      [before, layer, following, depth] = [layer, following, new Map(), node.g];
    }
    const known = layer.get(keyOf(node.tiles));
    const index = known ?? growth.make(growth.parentOf(node), node.move, node.tiles, node.g, step, group);
    tree.limits[step] = bound;
    growth.of.push(growth.take(index, step));
    for (const child of growth.moves(node)) {
      const key = keyOf(child.tiles);
      const made = growth.spread(node, index, step, [child])[0];
      const same = before.get(key) ?? following.get(key);
      const isTarget = key === target;
      if (key === growth.goal) nodes[made].h = 0;
      const { g, h } = nodes[made];
      if (same !== undefined) growth.drop(made, step, 'known', same);
      else if (h === null ? !isTarget && group < expanded.length - 1 && !expanded[group].has(key) : g + h > bound) {
        if (h !== null) smallestCut = Math.min(smallestCut, g + h);
        growth.drop(made, step, 'cut');
      } else {
        following.set(key, made);
        if (isTarget && !halves && key === growth.goal) {
          halves = halvesOf(g, Math.floor(bound / 2));
          growth.tree.goal = made;
        }
        if (isTarget) break;
      }
    }
  });
  const goal = tree.goal;
  tree.goal = -1;
  if (!rules.whole || !rules.found || goal < 0) return;
  growth.open();
  growth.met(goal, trace.length + 1);
}

/** The sweeps that find a path of some length when its board at the depth of the relay is known. */
function halvesOf(length: number, relay: number): [number, number][] {
  const between = (first: number, last: number): [number, number][] => {
    const middle = (first + last) >> 1;
    return last - first < 2 ? [] : [[first, last], ...between(first, middle), ...between(middle, last)];
  };
  return relay < length ? [...between(0, relay), ...between(relay, length)] : between(0, length);
}
