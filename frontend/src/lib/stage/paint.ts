// SPDX-License-Identifier: MIT
/** Paints the tree of a search on a canvas: boards while there are few, dots when there are thousands. */

import { stateOf, type State, type Tree } from '../tree';
import { BOARD_PITCH, isDrawn, PITCH, pitchOf, placeOf, shadeOf, shadesOf, type Camera, type Palette, type Scene } from './scene';

/** Larger boards would be too small to read: their nodes show the value. */
const MOST_TILES = 36;

const isDark = (colour: string): boolean => {
  const [red, green, blue] = colour.match(/\d+/g)!.map(Number);
  return red * 0.3 + green * 0.59 + blue * 0.11 < 140;
};

const number = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

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
  const label = (text: string, middle: number, y: number) => {
    const wide = context.measureText(text).width;
    const x = Math.max(middle, wide / 2 + 3);
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
  const text = scene.caption(index, state);
  // The lines to the children begin here: what is written stands before them.
  context.strokeStyle = palette.well;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeText(text, x, bottom + 10, pitch - 4);
  context.fillStyle = state === 'gone' ? palette.mute : palette.ink;
  context.fillText(text, x, bottom + 10, pitch - 4);
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
