// SPDX-License-Identifier: MIT
import { keyOf, lastSpell, type Growth } from './growth';

/**
 * Recursive best-first search makes all children at once. When it leaves a branch it forgets what is below it and writes the least
 * value seen there down at the branch, which waits with it; when it comes back the children are made again.
 */
export function recurse(growth: Growth): void {
  const { nodes, rules, trace } = growth;
  /** The children of every node on the path. */
  const below = new Map<number, number[]>();
  let path: number[] = [];
  const worth = (index: number): number | null => {
    const { worth, g, h } = growth.standing(index);
    return worth ?? (h === null ? null : g + h);
  };
  const least = (children: readonly number[]): number | null => {
    const values = children.map(worth);
    // What became of a board at the depth limit is not told.
    const isTold = values.every((value) => value !== null) && children.every((child) => nodes[child].g < rules.depth);
    return isTold ? Math.min(...(values as number[])) : null;
  };
  const leave = (index: number, step: number) => {
    const children = below.get(index) ?? [];
    const value = least(children);
    for (const child of children) growth.leave(child, step, 'left');
    below.delete(index);
    growth.back(index, step, value);
  };
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const parent = growth.parentOf(node);
    const at = path.indexOf(parent);
    for (const index of path.slice(at + 1).reverse()) leave(index, step);
    const index = parent < 0 ? growth.root(node, 0, 0) : below.get(parent)!.find((child) => nodes[child].move === node.move)!;
    const value = worth(index);
    path = [...path.slice(0, at + 1), index];
    growth.of.push(growth.take(index, step));
    const moves = growth.moves(node);
    const isLast = rules.whole && rules.found && step === trace.length;
    const goal = isLast ? moves.findIndex(({ tiles }) => keyOf(tiles) === growth.goal) : -1;
    const made = goal < 0 ? moves : moves.slice(0, goal + 1);
    const before = nodes[index].again ? nodes.flatMap(({ parent: of }, child) => (of === index ? [child] : [])) : [];
    const children = made.map((child) => {
      const again = before.find((one) => nodes[one].move === child.move);
      if (again === undefined) return growth.spread(node, index, step, [child])[0];
      growth.back(again, step, null);
      return again;
    });
    for (const child of children) {
      const { g, h } = nodes[child];
      // A branch that was left before is worth at least what was written down at it.
      lastSpell(nodes[child]).worth = h === null ? null : Math.max(g + h, value ?? 0);
      if (g >= rules.depth && keyOf(nodes[child].tiles) !== growth.goal) growth.drop(child, step, 'deep');
    }
    below.set(index, children);
    if (goal < 0) return;
    growth.open();
    growth.met(children[goal], step + 1);
  });
}
