// SPDX-License-Identifier: MIT
/** Draws the tree of a search on a canvas: which part is seen, which node is under a point, how it is painted. */

import type { Layout } from './layout';
import { stateOf, type State, type Tree } from './tree';

/** Pixels between neighbours at zoom 1, across and down. */
const PITCH = { tree: [72, 104], map: [9, 9] } as const;
/** From so many pixels between neighbours on, nodes are boards with their sums; then squares with a number; then dots. */
const BOARD_PITCH = 58;
const LABEL_PITCH = 25;
const [LEAST_PITCH, MOST_PITCH] = [1.5, 220];
const MARGIN = 34;
/** Larger boards would be too small to read: their nodes show the value. */
const MOST_TILES = 36;
/** How many shades of the ramp are told apart. */
const SHADES = 24;

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

const pitchOf = ({ kind }: Layout, camera: Camera): number => PITCH[kind][0] * camera.zoom;

function clampZoom({ kind }: Layout, zoom: number): number {
  const [across] = PITCH[kind];
  return Math.max(LEAST_PITCH / across, Math.min((kind === 'map' ? 70 : MOST_PITCH) / across, zoom));
}

/** Whether a node is drawn: made by now, and in the group that is shown. */
export function isDrawn(scene: Scene, index: number): boolean {
  const { made, group } = scene.tree.nodes[index];
  return made <= scene.step && index < scene.seen && (scene.group < 0 || group === scene.group);
}

const boxOf = ({ layout, group }: Scene): readonly number[] => layout.boxes[Math.max(0, group)] ?? [0, 0, 0, 0];

/** The camera that shows everything. */
export function fit(scene: Scene, width: number, height: number): Camera {
  const [left, top, right, bottom] = boxOf(scene);
  const [across, down] = PITCH[scene.layout.kind];
  const room = [width - 2 * MARGIN, height - 2 * MARGIN];
  const most = scene.layout.kind === 'map' ? 3 : 1.15;
  const zoom = clampZoom(scene.layout, Math.min(most, room[0] / Math.max(1, (right - left) * across), room[1] / Math.max(1, (bottom - top) * down)));
  const middle = (low: number, high: number, pitch: number, size: number) => size / 2 - ((low + high) / 2) * pitch * zoom;
  // What does not fill the stage hangs from its top.
  const y = (bottom - top) * down * zoom < room[1] ? MARGIN + 14 - top * down * zoom : middle(top, bottom, down, height);
  return { zoom, x: middle(left, right, across, width), y };
}

/** The camera to begin with: all of it where that can be read, else what is around a node, as large as their number allows. */
export function opening(scene: Scene, index: number, width: number, height: number): Camera {
  const whole = fit(scene, width, height);
  const size = scene.tree.nodes.length;
  const readable = scene.layout.kind === 'map' || scene.whole ? 0 : (size <= 400 ? BOARD_PITCH + 6 : LABEL_PITCH + 3) / PITCH.tree[0];
  if (whole.zoom >= readable || !size) return whole;
  return follow(scene, Math.max(0, index), { zoom: readable, x: width / 2, y: MARGIN + 14 }, width, height);
}

/** Move the camera just enough that a node is well inside. */
export function follow({ layout }: Scene, index: number, camera: Camera, width: number, height: number): Camera {
  if (index < 0 || index >= layout.x.length) return camera;
  const [x, y] = placeOf(layout, index, camera);
  const shift = (value: number, before: number, after: number, size: number) => Math.max(0, before - value) - Math.max(0, value - (size - after));
  // Room at the sides for siblings and the minimap, and below for the children.
  const side = Math.min(200, width * 0.36);
  const below = Math.min(height * 0.42, PITCH[layout.kind][1] * camera.zoom * 1.5 + 12);
  return { ...camera, x: camera.x + shift(x, side, side, width), y: camera.y + shift(y, Math.min(MARGIN + 60, height * 0.25), below, height) };
}

export function zoomAt(scene: Scene, camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = clampZoom(scene.layout, camera.zoom * factor);
  const scale = zoom / camera.zoom;
  return { zoom, x: x - (x - camera.x) * scale, y: y - (y - camera.y) * scale };
}

/** The same camera, moved back to the nearest node where it would show none. */
export function hold(scene: Scene, camera: Camera, width: number, height: number): Camera {
  const margin = Math.min(24, width / 4, height / 4);
  let [nearest, dx, dy] = [Infinity, 0, 0];
  for (let index = 0; index < scene.tree.nodes.length; index++) {
    if (!isDrawn(scene, index)) continue;
    const [x, y] = placeOf(scene.layout, index, camera);
    const outX = Math.max(0, margin - x) - Math.max(0, x - (width - margin));
    const outY = Math.max(0, margin - y) - Math.max(0, y - (height - margin));
    if (!outX && !outY) return camera;
    const distance = outX ** 2 + outY ** 2;
    if (distance < nearest) [nearest, dx, dy] = [distance, outX, outY];
  }
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** The drawn node nearest to a point, -1 when none is near. */
export function nodeAt(scene: Scene, camera: Camera, x: number, y: number): number {
  let [found, nearest] = [-1, Math.max(14, pitchOf(scene.layout, camera) * 0.6) ** 2];
  for (let index = 0; index < scene.tree.nodes.length; index++) {
    if (!isDrawn(scene, index)) continue;
    const [nodeX, nodeY] = placeOf(scene.layout, index, camera);
    const distance = (nodeX - x) ** 2 + (nodeY - y) ** 2;
    if (distance < nearest) [found, nearest] = [index, distance];
  }
  return found;
}

/** The drawn node that an arrow key leads to: the parent, the first child, or the next one in the same layer; -1 for none. */
export function neighbour(scene: Scene, index: number, key: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'): number {
  const { nodes } = scene.tree;
  if (index < 0) return scene.current >= 0 ? scene.current : nodes.findIndex((_, at) => isDrawn(scene, at));
  if (key === 'ArrowUp') return nodes[index].parent;
  if (key === 'ArrowDown') return nodes.findIndex(({ parent }, at) => parent === index && isDrawn(scene, at));
  const { x, y } = scene.layout;
  const sign = key === 'ArrowRight' ? 1 : -1;
  let [found, nearest] = [-1, Infinity];
  for (let at = 0; at < nodes.length; at++) {
    const by = (x[at] - x[index]) * sign;
    if (y[at] === y[index] && by > 0 && by < nearest && isDrawn(scene, at)) [found, nearest] = [at, by];
  }
  return found;
}

/** The shades of the ramp. */
function shadesOf(ramp: Palette['ramp']): string[] {
  const channel = (colour: string, place: number) => parseInt(colour.slice(1 + 2 * place, 3 + 2 * place), 16);
  return Array.from({ length: SHADES }, (_, shade) => {
    const scaled = (shade / (SHADES - 1)) * 2;
    const [low, high, part] = scaled <= 1 ? [ramp[0], ramp[1], scaled] : [ramp[1], ramp[2], scaled - 1];
    return `rgb(${[0, 1, 2].map((place) => Math.round(channel(low, place) * (1 - part) + channel(high, place) * part)).join(' ')})`;
  });
}

function shadeOf(scene: Scene, index: number): number {
  const value = scene.value(index);
  const [low, high] = scene.range;
  if (value === null || high <= low) return SHADES >> 1;
  return Math.round(Math.max(0, Math.min(1, (value - low) / (high - low))) * (SHADES - 1));
}

const isDark = (colour: string): boolean => {
  const [red, green, blue] = colour.match(/\d+/g)!.map(Number);
  return red * 0.3 + green * 0.59 + blue * 0.11 < 140;
};

const number = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Whether nodes are so small that they are dots. */
export const areDots = (scene: Scene, camera: Camera): boolean => pitchOf(scene.layout, camera) < LABEL_PITCH;

/** What was painted on a layer, so that the next step need not paint it again. */
export interface Painted {
  scene: Scene;
  camera: Camera;
  palette: Palette;
  width: number;
  height: number;
}

export function paint(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, width: number, height: number): void {
  context.clearRect(0, 0, width, height);
  const seen = inView(scene, camera, width, height, null);
  const pitch = pitchOf(scene.layout, camera);
  const shades = shadesOf(palette.ramp);
  paintEdges(context, scene, camera, palette, seen, pitch);
  paintWays(context, scene, camera, palette, pitch);
  for (const index of seen) paintNode(context, scene, camera, palette, shades, index, pitch);
}

/** Paint the dots of a layer: only those that changed where it holds an earlier step of the same picture. */
export function paintLayer(context: CanvasRenderingContext2D, before: Painted | null, { scene, camera, palette, width, height }: Painted): void {
  const since = before && isSamePicture(before, { scene, camera, palette, width, height }) ? before.scene.step : -1;
  if (since < 0) context.clearRect(0, 0, width, height);
  const seen = inView(scene, camera, width, height, since < 0 ? null : changedIn(scene.tree, since, scene.step));
  const pitch = pitchOf(scene.layout, camera);
  paintEdges(context, scene, camera, palette, seen, pitch);
  paintDots(context, scene, camera, palette, seen, pitch);
}

/** What moves over the dots: the way to the node at hand, the solution, the axes. */
export function paintOverlay(context: CanvasRenderingContext2D, { scene, camera, palette, width }: Painted): void {
  const pitch = pitchOf(scene.layout, camera);
  paintWays(context, scene, camera, palette, pitch);
  paintMarks(context, scene, camera, palette, pitch);
  if (scene.layout.kind === 'map') paintAxes(context, scene, camera, palette, width);
}

/** Above so many steps everything is painted anew. */
const MOST_STEPS = 400;

function isSamePicture(before: Painted, now: Painted): boolean {
  const [a, b] = [before.scene, now.scene];
  const same = a.layout === b.layout && a.group === b.group && a.seen === Infinity && b.seen === Infinity && a.range[0] === b.range[0] && a.range[1] === b.range[1] && a.colour === b.colour;
  const [c, d] = [before.camera, now.camera];
  const placed = c.zoom === d.zoom && c.x === d.x && c.y === d.y && before.width === now.width && before.height === now.height && before.palette.ramp.join() === now.palette.ramp.join();
  return same && placed && b.step >= a.step && b.step - a.step < MOST_STEPS;
}

/** The nodes that steps made, took or put aside. */
function changedIn(tree: Tree, since: number, step: number): number[] {
  const changed: number[] = [];
  for (let at = since + 1; at <= step; at++) {
    for (let index = tree.from[at]; index < tree.from[at + 1]; index++) changed.push(index);
    changed.push(tree.taken[at], ...(tree.changed.get(at) ?? []));
  }
  return changed;
}

function inView(scene: Scene, camera: Camera, width: number, height: number, among: readonly number[] | null): number[] {
  const { layout, tree } = scene;
  const edge = Math.max(60, pitchOf(layout, camera));
  const [across, down] = PITCH[layout.kind].map((size) => size * camera.zoom);
  const seen: number[] = [];
  const look = (index: number) => {
    if (!isDrawn(scene, index)) return;
    const [x, y] = [layout.x[index] * across + camera.x, layout.y[index] * down + camera.y];
    if (x > -edge && y > -edge && x < width + edge && y < height + edge) seen.push(index);
  };
  if (among) among.forEach(look);
  else for (let index = 0; index < tree.nodes.length; index++) look(index);
  return seen;
}

function stroke(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, indices: Iterable<number>, colour: string, width: number, alpha = 1): void {
  const { tree, layout } = scene;
  context.beginPath();
  for (const index of indices) {
    const { parent } = tree.nodes[index];
    if (parent < 0 || !isDrawn(scene, index)) continue;
    const [x1, y1] = placeOf(layout, parent, camera);
    const [x2, y2] = placeOf(layout, index, camera);
    const middle = (y1 + y2) / 2;
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1, middle, x2, middle, x2, y2);
  }
  context.globalAlpha = alpha;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
  context.globalAlpha = 1;
}

const thickness = (pitch: number): number => Math.max(0.6, Math.min(1.6, pitch / 30));

/** The edges of a tree; on a map thousands of lines would hide the dots. */
function paintEdges(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, seen: readonly number[], pitch: number): void {
  if (scene.layout.kind === 'tree') stroke(context, scene, camera, seen, palette.line, thickness(pitch), 0.75);
}

/** The way to the node at hand, and the solution. */
function paintWays(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, pitch: number): void {
  stroke(context, scene, camera, scene.trail, palette.accent, thickness(pitch) * 1.6 + 0.4);
  stroke(context, scene, camera, scene.solution, palette.good, thickness(pitch) * 1.8 + 0.8);
}

const dotSize = ({ layout }: Scene, pitch: number): number => Math.max(1.4, Math.min(pitch * (layout.kind === 'map' ? 0.82 : 0.62), 14));

/** Thousands of nodes, painted shade by shade. */
function paintDots(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, seen: readonly number[], pitch: number): void {
  const { tree, layout, step } = scene;
  const shades = shadesOf(palette.ramp);
  const size = dotSize(scene, pitch);
  const filled: number[][] = shades.map(() => []);
  const hollow: number[][] = shades.map(() => []);
  const gone: number[] = [];
  for (const index of seen) {
    const state = stateOf(tree.nodes[index], step);
    if (state === 'gone') gone.push(index);
    else (state === 'taken' ? filled : hollow)[shadeOf(scene, index)].push(index);
  }
  const [across, down] = PITCH[layout.kind].map((unit) => unit * camera.zoom);
  const square = (index: number, side: number) => context.fillRect(layout.x[index] * across + camera.x - side / 2, layout.y[index] * down + camera.y - side / 2, side, side);
  // A dot may have been painted in another state before.
  context.fillStyle = palette.well;
  for (const index of gone) square(index, size + 0.6);
  context.globalAlpha = 0.45;
  context.fillStyle = palette.mute;
  for (const index of gone) square(index, Math.max(1, size * 0.4));
  context.globalAlpha = 1;
  // Too small for an outline, what waits is a small dot.
  const outlined = size >= 4;
  shades.forEach((shade, at) => {
    context.fillStyle = shade;
    for (const index of filled[at]) square(index, size);
    for (const index of hollow[at]) square(index, outlined ? size : Math.max(1, size * 0.55));
  });
  if (!outlined) return;
  context.fillStyle = palette.card;
  for (const indices of hollow) for (const index of indices) square(index, size - 2.4);
}

/** The goal, the node that is pointed at, and the node at hand. */
function paintMarks(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, pitch: number): void {
  const { tree, step } = scene;
  for (const index of [tree.goal, scene.marked, scene.current]) {
    if (index < 0 || !isDrawn(scene, index)) continue;
    const isGoal = index === tree.goal && stateOf(tree.nodes[index], step) === 'taken';
    if (index === tree.goal && !isGoal && index !== scene.marked) continue;
    const [x, y] = placeOf(scene.layout, index, camera);
    context.fillStyle = isGoal ? palette.good : index === scene.current ? palette.accent : palette.ink;
    context.strokeStyle = palette.card;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, Math.max(5, dotSize(scene, pitch) * 0.9), 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Depth at the left and the value at the top, where the eye is. */
function paintAxes(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, width: number): void {
  const { rows, columns } = scene.layout;
  const [across, down] = PITCH.map;
  context.font = '600 11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const label = (text: string, x: number, y: number) => {
    const wide = context.measureText(text).width;
    context.fillStyle = palette.well;
    context.globalAlpha = 0.85;
    context.fillRect(x - wide / 2 - 3, y - 8, wide + 6, 16);
    context.globalAlpha = 1;
    context.fillStyle = palette.mute;
    context.fillText(text, x, y);
  };
  context.textAlign = 'center';
  let free = -Infinity;
  for (const { at, label: text } of rows) {
    const y = at * down * camera.zoom + camera.y;
    if (y < Math.max(free, 26)) continue;
    label(text, 15, y);
    free = y + 17;
  }
  free = -Infinity;
  for (const { at, label: text } of columns) {
    const x = at * across * camera.zoom + camera.x;
    if (x < Math.max(free, 34) || x > width) continue;
    label(text, x, 12);
    free = x + context.measureText(text).width + 14;
  }
}

function paintNode(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, shades: readonly string[], index: number, pitch: number): void {
  const node = scene.tree.nodes[index];
  const state = stateOf(node, scene.step);
  const [x, y] = placeOf(scene.layout, index, camera);
  const isGoal = index === scene.tree.goal && state === 'taken';
  const shade = isGoal ? palette.good : shades[shadeOf(scene, index)];
  const asBoard = pitch >= BOARD_PITCH;
  const half = asBoard ? pitch * 0.36 : Math.min(pitch * 0.4, 15);
  if (asBoard && node.parent >= 0) paintMove(context, scene, camera, palette, index);
  context.globalAlpha = state === 'gone' ? 0.5 : 1;
  context.beginPath();
  context.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.28);
  context.fillStyle = state === 'taken' ? shade : palette.card;
  context.fill();
  context.lineWidth = state === 'waiting' ? 2 : 1;
  context.strokeStyle = state === 'gone' ? palette.mute : shade;
  context.stroke();
  const ink = state !== 'taken' ? palette.ink : isGoal ? palette.card : isDark(shade) ? '#ffffff' : '#10151d';
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  if (asBoard && node.tiles.length <= MOST_TILES) paintBoard(context, node.tiles, scene.cols, x, y, half);
  else {
    const value = scene.value(index);
    context.font = `650 ${Math.min(18, half * 0.95)}px system-ui, sans-serif`;
    context.fillText(value === null ? '?' : number(value), x, y + 0.5, 2 * half - 2);
  }
  if (state === 'gone') strike(context, palette, x, y, half);
  context.globalAlpha = 1;
  if (asBoard) paintCaption(context, scene, palette, index, state, x, y + half, pitch);
  if (index === scene.current || index === scene.marked) {
    context.beginPath();
    context.roundRect(x - half - 2, y - half - 2, 2 * half + 4, 2 * half + 4, half * 0.3);
    context.strokeStyle = index === scene.current ? palette.accent : palette.ink;
    context.lineWidth = 3;
    context.stroke();
  }
}

function strike(context: CanvasRenderingContext2D, palette: Palette, x: number, y: number, half: number): void {
  context.beginPath();
  context.moveTo(x - half, y + half);
  context.lineTo(x + half, y - half);
  context.strokeStyle = palette.mute;
  context.lineWidth = Math.max(1.2, half / 12);
  context.stroke();
}

function paintCaption(context: CanvasRenderingContext2D, scene: Scene, palette: Palette, index: number, state: State, x: number, bottom: number, pitch: number): void {
  context.font = `${state === 'gone' ? 500 : 620} ${Math.max(10, Math.min(13, pitch * 0.16))}px system-ui, sans-serif`;
  context.fillStyle = state === 'gone' ? palette.mute : palette.ink;
  context.fillText(scene.caption(index, state), x, bottom + 10, pitch - 4);
}

const ARROWS: Record<string, string> = { U: '↑', D: '↓', L: '←', R: '→' };

/** The way the blank went, on the edge. */
function paintMove(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, index: number): void {
  const { parent, move } = scene.tree.nodes[index];
  if (!move) return;
  const [x1, y1] = placeOf(scene.layout, parent, camera);
  const [x2, y2] = placeOf(scene.layout, index, camera);
  // Near the child, where the lines of siblings are apart.
  const [x, y] = [x1 + (x2 - x1) * 0.84, y1 + (y2 - y1) * 0.6];
  context.beginPath();
  context.arc(x, y, 8, 0, 2 * Math.PI);
  context.fillStyle = palette.well;
  context.fill();
  context.fillStyle = palette.mute;
  context.font = '650 12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(ARROWS[move], x, y);
}

function paintBoard(context: CanvasRenderingContext2D, tiles: readonly number[], cols: number, x: number, y: number, half: number): void {
  const size = (2 * half * 0.92) / Math.max(cols, tiles.length / cols);
  const [left, top] = [x - (size * cols) / 2, y - (size * tiles.length) / cols / 2];
  context.font = `600 ${size * 0.66}px system-ui, sans-serif`;
  tiles.forEach((tile, cell) => {
    if (tile) context.fillText(String(tile), left + ((cell % cols) + 0.5) * size, top + (Math.floor(cell / cols) + 0.54) * size, size);
  });
}

/** Everything on a small canvas, and what of it is seen. */
export function paintMinimap(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, small: readonly [number, number], width: number, height: number): void {
  const [wide, high] = small;
  const { scale, left, top } = minimapScale(scene, small);
  const [across, down] = PITCH[scene.layout.kind];
  context.clearRect(0, 0, wide, high);
  const shades = shadesOf(palette.ramp);
  const size = scene.tree.nodes.length > 3000 ? 1 : 1.6;
  for (let index = 0; index < scene.tree.nodes.length; index++) {
    if (!isDrawn(scene, index)) continue;
    const state = stateOf(scene.tree.nodes[index], scene.step);
    if (state === 'gone') continue;
    context.fillStyle = scene.solution.has(index) ? palette.good : state === 'taken' ? shades[shadeOf(scene, index)] : palette.mute;
    context.fillRect((scene.layout.x[index] * across - left) * scale, (scene.layout.y[index] * down - top) * scale, size, size);
  }
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.5;
  const corner = (value: number, from: number) => (value / camera.zoom - from) * scale;
  context.strokeRect(corner(-camera.x, left), corner(-camera.y, top), (width / camera.zoom) * scale, (height / camera.zoom) * scale);
}

function minimapScale(scene: Scene, [wide, high]: readonly [number, number]): { scale: number; left: number; top: number } {
  const [left, top, right, bottom] = boxOf(scene);
  const [across, down] = PITCH[scene.layout.kind];
  const scale = Math.min((wide - 10) / Math.max(1, (right - left) * across), (high - 10) / Math.max(1, (bottom - top) * down));
  return {
    scale,
    left: ((left + right) / 2) * across - wide / 2 / scale,
    top: ((top + bottom) / 2) * down - high / 2 / scale,
  };
}

/** The camera that a point of the minimap stands for. */
export function fromMinimap(scene: Scene, camera: Camera, small: readonly [number, number], x: number, y: number, width: number, height: number): Camera {
  const { scale, left, top } = minimapScale(scene, small);
  return { ...camera, x: width / 2 - (x / scale + left) * camera.zoom, y: height / 2 - (y / scale + top) * camera.zoom };
}

/** Whether a part of the drawing lies outside. */
export function overflows(scene: Scene, camera: Camera, width: number, height: number): boolean {
  const [left, top, right, bottom] = boxOf(scene);
  const [across, down] = PITCH[scene.layout.kind];
  const out = (low: number, high: number, pitch: number, shift: number, size: number) => low * pitch * camera.zoom + shift < -2 || high * pitch * camera.zoom + shift > size + 2;
  return out(left, right, across, camera.x, width) || out(top, bottom, down, camera.y, height);
}
