// SPDX-License-Identifier: MIT
/** Where the nodes of a tree stand: as a tree while there are few, as a map of depth and value when there are thousands. */

import type { Tree } from './tree';

export interface Layout {
  kind: 'tree' | 'map';
  /** Place of every node: across in units of a node, down in layers. */
  x: Float32Array;
  y: Float32Array;
  /** What of the plane the nodes of each group take: left, top, right, bottom. */
  boxes: [number, number, number, number][];
  /** Lines of a map: what stands at the left of its rows and above its columns. */
  rows: { at: number; label: string }[];
  columns: { at: number; label: string }[];
}

const GAP = 1;

/** The outline of a subtree, deepest layer first, so that a parent is pushed on at no cost. */
interface Outline {
  left: number[];
  right: number[];
  /** To be added to all of them. */
  shift: number;
}

/** Put an outline to the right of another as near as their layers allow; returns how far it was moved. */
function join(a: Outline, b: Outline): { both: Outline; moved: number } {
  const common = Math.min(a.left.length, b.left.length);
  let moved = -Infinity;
  for (let up = 1; up <= common; up++) {
    moved = Math.max(moved, a.right[a.right.length - up] + a.shift + GAP - b.left[b.left.length - up] - b.shift);
  }
  b.shift += moved;
  // The deeper one stays and takes the other's outer edge: the cost is the depth of the shallower.
  const [stays, goes, edge] = a.left.length >= b.left.length ? ([a, b, 'right'] as const) : ([b, a, 'left'] as const);
  for (let up = 1; up <= goes.left.length; up++) stays[edge][stays[edge].length - up] = goes[edge][goes[edge].length - up] + goes.shift - stays.shift;
  return { both: stays, moved };
}

/**
 * Lay a tree out once for all steps, so that nothing jumps while it grows: subtrees as near to each other as they can be,
 * every node above the middle of its children. Each group lies at the same place, except that of two sides the second grows
 * upwards from below.
 */
export function layTree(tree: Tree, twoSided = false): Layout {
  const { nodes } = tree;
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, index) => parent >= 0 && children[parent].push(index));
  const offset = new Float32Array(nodes.length);
  const outlines: (Outline | null)[] = nodes.map(() => null);
  for (let index = nodes.length - 1; index >= 0; index--) {
    let whole: Outline | null = null;
    const places: number[] = [];
    for (const child of children[index]) {
      const own = outlines[child]!;
      outlines[child] = null;
      if (!whole) {
        whole = own;
        places.push(0);
        continue;
      }
      const { both, moved } = join(whole, own);
      whole = both;
      places.push(moved);
    }
    const middle = places.length ? (places[0] + places[places.length - 1]) / 2 : 0;
    children[index].forEach((child, at) => (offset[child] = places[at] - middle));
    if (!whole) whole = { left: [], right: [], shift: 0 };
    whole.shift -= middle;
    whole.left.push(-whole.shift);
    whole.right.push(-whole.shift);
    outlines[index] = whole;
  }
  const x = new Float32Array(nodes.length);
  const y = new Float32Array(nodes.length);
  const deepest = [0, 0];
  nodes.forEach(({ g, group }) => (deepest[Math.min(group, 1)] = Math.max(deepest[Math.min(group, 1)], g)));
  nodes.forEach(({ parent, g, group }, index) => {
    x[index] = parent >= 0 ? x[parent] + offset[index] : 0;
    y[index] = twoSided && group === 1 ? deepest[0] + deepest[1] + 1 - g : g;
  });
  const layout: Layout = { kind: 'tree', x, y, boxes: [], rows: [], columns: [] };
  layout.boxes = boxesOf(tree, layout, twoSided);
  return layout;
}

function boxesOf(tree: Tree, { x, y }: Layout, together: boolean): Layout['boxes'] {
  const boxes: Layout['boxes'] = [];
  tree.nodes.forEach(({ group }, index) => {
    const box = (boxes[together ? 0 : group] ??= [Infinity, Infinity, -Infinity, -Infinity]);
    box[0] = Math.min(box[0], x[index]);
    box[1] = Math.min(box[1], y[index]);
    box[2] = Math.max(box[2], x[index]);
    box[3] = Math.max(box[3], y[index]);
  });
  if (together) for (let group = 1; group < tree.groups; group++) boxes[group] = boxes[0];
  return boxes;
}

/** How wide a map is for its height. */
const SHAPE = 1.8;
const STRETCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Rows by depth, columns by value, one column without any; within a cell the nodes stand in the order in which they came. */
export function layMap(tree: Tree, value: ((index: number) => number | null) | null): Layout {
  const { nodes } = tree;
  const cell = nodes.map(({ g }, index) => {
    const of = value ? value(index) : 0;
    return { row: g, column: of === null ? Infinity : Math.ceil(of) };
  });
  const rows = [...new Set(cell.map(({ row }) => row))].sort((a, b) => a - b);
  const columns = [...new Set(cell.map(({ column }) => column))].sort((a, b) => a - b);
  const rowOf = new Map(rows.map((row, at) => [row, at]));
  const columnOf = new Map(columns.map((column, at) => [column, at]));
  const count = rows.map(() => new Array<number>(columns.length).fill(0));
  const seen = cell.map(({ row, column }) => count[rowOf.get(row)!][columnOf.get(column)!]++);
  const most = columns.map((_, at) => count.reduce((size, row) => Math.max(size, row[at]), 1));
  const measure = (stretch: number) => {
    const widths = most.map((size) => Math.ceil(Math.sqrt(stretch * size)));
    const heights = count.map((row) => row.reduce((high, size, column) => Math.max(high, Math.ceil(size / widths[column])), 1));
    return { widths, heights, shape: Math.abs(Math.log((total(widths) + 1.5 * columns.length) / (total(heights) + rows.length) / SHAPE)) };
  };
  const { widths, heights } = STRETCHES.map(measure).reduce((best, one) => (one.shape < best.shape ? one : best));
  const [left, top] = [sums(widths, 1.5), sums(heights, 1)];
  const x = new Float32Array(nodes.length);
  const y = new Float32Array(nodes.length);
  cell.forEach(({ row, column }, index) => {
    const [down, across] = [rowOf.get(row)!, columnOf.get(column)!];
    x[index] = left[across] + (seen[index] % widths[across]);
    y[index] = top[down] + Math.floor(seen[index] / widths[across]);
  });
  const layout: Layout = {
    kind: 'map',
    x,
    y,
    boxes: [],
    rows: rows.map((row, at) => ({ at: top[at] + (heights[at] - 1) / 2, label: String(row) })),
    columns: value ? columns.map((column, at) => ({ at: left[at] + (widths[at] - 1) / 2, label: Number.isFinite(column) ? String(column) : '?' })) : [],
  };
  layout.boxes = boxesOf(tree, layout, true);
  return layout;
}

const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

function sums(sizes: readonly number[], gap: number): number[] {
  let at = 0;
  return sizes.map((size) => (at += size + gap) - size - gap);
}
