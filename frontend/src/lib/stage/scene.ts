// SPDX-License-Identifier: MIT
/** What the stage draws of a search, where its nodes stand on the screen, and the colours it uses. */

import type { Layout } from '../layout';
import type { State, Tree } from '../tree';

/** Pixels between neighbours at zoom 1, across and down. */
export const PITCH = { tree: [72, 104], map: [9, 9] } as const;
/** From so many pixels between neighbours on, nodes are boards with their sums; then squares with a number; then dots. */
export const BOARD_PITCH = 58;
export const LABEL_PITCH = 25;

export interface Camera {
  zoom: number;
  x: number;
  y: number;
}
export interface Scene {
  tree: Tree;
  layout: Layout;
  /** How many steps are drawn. */
  step: number;
  /** How many nodes are drawn of those that were made by then: fewer in the middle of a step. */
  seen: number;
  /** The only group that is drawn, -1 for all. */
  group: number;
  /** Indices of nodes, -1 for none. */
  current: number;
  marked: number;
  /** On the way from the root to the current node. */
  trail: ReadonlySet<number>;
  /** On the solution, once it is known and reached. */
  solution: ReadonlySet<number>;
  value: (index: number) => number | null;
  /** The name of that value. */
  colour: string;
  range: readonly [number, number];
  cols: number;
  /** What is written under a node: its sum, or why it was put aside. */
  caption: (index: number, state: State) => string;
  /** Whether it is worth more to see all of it than to read it. */
  whole: boolean;
}
export interface Palette {
  ramp: readonly [string, string, string];
  line: string;
  ink: string;
  mute: string;
  accent: string;
  good: string;
  card: string;
  well: string;
}

/** A node's place on the screen. */
export function placeOf(layout: Layout, index: number, camera: Camera): [number, number] {
  const [across, down] = PITCH[layout.kind];
  return [layout.x[index] * across * camera.zoom + camera.x, layout.y[index] * down * camera.zoom + camera.y];
}

export const pitchOf = ({ kind }: Layout, camera: Camera): number => PITCH[kind][0] * camera.zoom;

/** Whether a node is drawn: made by now, and in the group that is shown. */
export function isDrawn(scene: Scene, index: number): boolean {
  const { made, group } = scene.tree.nodes[index];
  return made <= scene.step && index < scene.seen && (scene.group < 0 || group === scene.group);
}

export const boxOf = ({ layout, group }: Scene): readonly number[] => layout.boxes[Math.max(0, group)] ?? [0, 0, 0, 0];

/** Whether nodes are so small that they are dots. */
export const areDots = (scene: Scene, camera: Camera): boolean => pitchOf(scene.layout, camera) < LABEL_PITCH;

/** How many shades of the ramp are told apart. */
const SHADES = 24;

/** The shades of the ramp. */
export function shadesOf(ramp: Palette['ramp']): string[] {
  const channel = (colour: string, place: number) => parseInt(colour.slice(1 + 2 * place, 3 + 2 * place), 16);
  return Array.from({ length: SHADES }, (_, shade) => {
    const scaled = (shade / (SHADES - 1)) * 2;
    const [low, high, part] = scaled <= 1 ? [ramp[0], ramp[1], scaled] : [ramp[1], ramp[2], scaled - 1];
    return `rgb(${[0, 1, 2].map((place) => Math.round(channel(low, place) * (1 - part) + channel(high, place) * part)).join(' ')})`;
  });
}

export function shadeOf(scene: Scene, index: number): number {
  const value = scene.value(index);
  const [low, high] = scene.range;
  if (value === null || high <= low) return SHADES >> 1;
  return Math.round(Math.max(0, Math.min(1, (value - low) / (high - low))) * (SHADES - 1));
}
