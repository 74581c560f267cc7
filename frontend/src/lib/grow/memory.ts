// SPDX-License-Identifier: MIT
import { Heap } from '../heap';
import { keyOf, lastSpell, type Growth } from './growth';

/** What SMA* knows of a node that it keeps. */
interface Kept {
  /** How many children are kept. */
  children: number;
  /** What children that are not kept are worth. */
  forgotten: Map<number, number>;
  isExpanded: boolean;
}
interface Leaf {
  index: number;
  value: number;
  made: number;
}

/** SMA*: A* on a tree that keeps a number of nodes, forgets the worst leaf, and writes its value down at the parent. */
export function bounded(growth: Growth): void {
  const { nodes, rules, trace } = growth;
  const most = Number(rules.options.memory_nodes) || Infinity;
  const kept = new Map<number, Kept>();
  const made = new Map<number, number[]>();
  const worth = (index: number): number => growth.standing(index).worth!;
  const leaves = new Heap<Leaf>((a, b) => (a.value === b.value ? nodes[a.index].g - nodes[b.index].g || a.made - b.made : b.value - a.value));
  const compare = rules.compare();
  /** Nodes at the end of the memory, or too deep: worth nothing once they are looked at. */
  const ends = new Heap<number>((a, b) => compare(growth.standing(a), growth.standing(b)));
  const isEnd = (index: number) => nodes[index].g + 1 >= most || nodes[index].g >= rules.depth;
  const wait = (index: number) => {
    const { worth: value, age } = growth.standing(index);
    if (!kept.get(index)!.children) leaves.push({ index, value: value!, made: age });
  };
  const keep = (index: number, value: number) => {
    lastSpell(nodes[index]).worth = value;
    kept.set(index, { children: 0, forgotten: new Map(), isExpanded: false });
    const { parent } = nodes[index];
    if (parent >= 0) kept.get(parent)!.children += 1;
    wait(index);
    if (isEnd(index)) ends.push(index);
  };
  const holds = ({ index, value, made: at }: Leaf) => kept.has(index) && !kept.get(index)!.children && worth(index) === value && growth.standing(index).age === at;
  const forgetWorst = (step: number) => {
    while (leaves.top && !holds(leaves.top)) leaves.pop();
    const worst = leaves.pop();
    if (!worst) return false;
    const { parent } = nodes[worst.index];
    kept.delete(worst.index);
    growth.leave(worst.index, step, 'forgotten');
    const above = kept.get(parent)!;
    above.children -= 1;
    above.forgotten.set(worst.index, worst.value);
    growth.back(parent, step, Math.min(...above.forgotten.values()), true);
    wait(parent);
    return true;
  };
  keep(growth.root(trace[0], 0, 0), trace[0].h);
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const parent = growth.parentOf(node);
    const index = parent < 0 ? 0 : made.get(parent)!.find((child) => nodes[child].move === node.move)!;
    for (let top = ends.top; top !== undefined && (!kept.has(top) || compare(growth.standing(top), growth.standing(index)) < 0); top = ends.top) {
      ends.pop();
      if (!kept.has(top)) continue;
      growth.back(top, step, Infinity, true);
      wait(top);
    }
    const value = worth(index);
    growth.of.push(growth.take(index, step));
    const own = kept.get(index)!;
    if (!own.isExpanded) {
      const before = made.get(index);
      if (before) for (const child of before) growth.back(child, step, null);
      else made.set(index, growth.spread(node, index, step));
      for (const child of made.get(index)!) keep(child, Math.max(value, nodes[child].g + nodes[child].h!));
      own.isExpanded = true;
    } else {
      for (const child of made.get(index)!) {
        if (own.forgotten.get(child) !== value) continue;
        own.forgotten.delete(child);
        growth.back(child, step, null);
        keep(child, value);
      }
    }
    if (own.forgotten.size) {
      growth.back(index, step, Math.min(...own.forgotten.values()), true);
      wait(index);
    }
    while (kept.size > most && forgetWorst(step));
  });
  if (!rules.whole || !rules.found) return;
  const goals = [...kept.keys()].filter((index) => keyOf(nodes[index].tiles) === growth.goal && growth.isWaiting(index));
  goals.sort((a, b) => compare(growth.standing(a), growth.standing(b)));
  if (!goals.length) return;
  growth.open();
  growth.met(goals[0], trace.length + 1);
}
