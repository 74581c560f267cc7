// SPDX-License-Identifier: MIT
import type { Growth } from './growth';

/** Only what was expanded, of a search whose bookkeeping is not known. */
export function follow(growth: Growth): void {
  let group = -1;
  growth.trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const parent = growth.parentOf(node);
    if (parent < 0) group += 1;
    const index = parent < 0 ? growth.root(node, place ? step : 0, group) : growth.make(parent, node.move, node.tiles, node.g, step, growth.nodes[parent].group);
    growth.of.push(growth.take(index, step));
  });
}
