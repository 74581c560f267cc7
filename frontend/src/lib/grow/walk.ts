// SPDX-License-Identifier: MIT
/** Depth-first walks without memory. */

import { keyOf, type Child, type Growth } from './growth';

/** Children are made one at a time: what the trace passes over was turned back from. */
export function walk(growth: Growth): void {
  interface Frame {
    number: number;
    index: number;
    rest: Child[];
    g: number;
  }
  const { nodes, rules, trace } = growth;
  const stack: Frame[] = [];
  let group = -1;
  /** Make the children of a frame up to one, or all; the index of that one, or -1. */
  const pass = (frame: Frame, wanted: string | null, step: number): number => {
    while (frame.rest.length) {
      const { move, tiles } = frame.rest.shift()!;
      const child = growth.make(frame.index, move, tiles, frame.g + 1, step, group);
      if (keyOf(tiles) === wanted) return child;
      growth.drop(child, step, nodes[child].g >= rules.depth ? 'deep' : 'cut');
    }
    return -1;
  };
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    let index = -1;
    while (stack.length && stack[stack.length - 1].number !== node.parent) pass(stack.pop()!, null, step);
    if (node.parent && stack.length) index = pass(stack[stack.length - 1], keyOf(node.tiles), step);
    if (index < 0) {
      group += 1;
      index = growth.root(node, place ? step : 0, group);
    }
    growth.take(index, step);
    stack.push({ number: node.node, index, rest: growth.moves(node), g: node.g });
  });
  if (!rules.whole) return;
  const step = trace.length + (rules.found ? 1 : 0);
  if (rules.found) growth.open();
  while (stack.length) {
    const goal = pass(stack.pop()!, rules.found ? growth.goal : null, step);
    if (goal >= 0) return growth.met(goal, step);
  }
}

/** By how much the bound of branch and bound grows while there is no path. */
const GROWTH = [5, 4] as const;

/** Branch and bound makes all children, visits the least h first, and goes on below the length of the best path. */
export function branch(growth: Growth): void {
  const { nodes, rules, trace, tree } = growth;
  const stack: { index: number; kept: number[] }[] = [];
  let [group, smallestCut] = [-1, Infinity];
  let bound: number | null = null;
  const moves = (index: number): number | null => (nodes[index].h === null ? null : Math.ceil(nodes[index].g + nodes[index].h!));
  const isBeyond = (index: number) => bound !== null && (moves(index) ?? 0) > bound;
  const turnBack = (index: number, step: number) => growth.drop(index, step, nodes[index].g >= rules.depth && !isBeyond(index) ? 'deep' : 'cut');
  trace.forEach((node, place) => {
    const step = place + 1;
    growth.open();
    const parent = growth.parentOf(node);
    while (stack.length && stack[stack.length - 1].index !== parent) for (const child of stack.pop()!.kept) turnBack(child, step);
    let index: number;
    if (parent < 0) {
      group += 1;
      index = growth.root(node, place ? step : 0, group);
      bound = bound === null || smallestCut === Infinity ? (group ? null : Math.ceil(node.h)) : Math.max(smallestCut, Math.floor((bound * GROWTH[0]) / GROWTH[1]));
      smallestCut = Infinity;
    } else {
      const { kept } = stack[stack.length - 1];
      index = kept.find((child) => nodes[child].move === node.move)!;
      // What was due before it is beyond the bound by now, or too deep.
      for (const child of kept.splice(0, kept.indexOf(index) + 1)) if (child !== index) turnBack(child, step);
    }
    tree.limits[step] = bound;
    growth.of.push(growth.take(index, step));
    const kept: number[] = [];
    for (const child of growth.spread(node, index, step)) {
      const isGoal = keyOf(nodes[child].tiles) === growth.goal;
      if (isGoal) nodes[child].h = 0;
      if (isBeyond(child)) {
        smallestCut = Math.min(smallestCut, moves(child)!);
        growth.drop(child, step, 'cut');
      } else if (isGoal) {
        growth.reachGoal(child, step);
        bound = nodes[child].g - 1;
      } else kept.push(child);
    }
    if (kept.every((child) => nodes[child].h !== null)) kept.sort((a, b) => nodes[a].h! - nodes[b].h!);
    stack.push({ index, kept });
    for (const frame of tree.goal >= 0 ? stack : []) {
      for (const child of frame.kept) if (isBeyond(child)) growth.drop(child, step, 'cut');
      frame.kept = frame.kept.filter((child) => !isBeyond(child));
    }
  });
  if (rules.whole) for (const { kept } of stack) for (const child of kept) turnBack(child, trace.length);
  growth.finishBest();
}
