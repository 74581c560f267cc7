// SPDX-License-Identifier: MIT
/** The camera over the stage: what it shows at first, how it follows, zooms and never looks at nothing; and what lies under a point. */

import type { Layout } from '../layout';
import { BOARD_PITCH, boxOf, isDrawn, LABEL_PITCH, PITCH, pitchOf, placeOf, type Camera, type Scene } from './scene';

const [LEAST_PITCH, MOST_PITCH] = [1.5, 220];
const MARGIN = 34;

function clampZoom({ kind }: Layout, zoom: number): number {
  const [across] = PITCH[kind];
  return Math.max(LEAST_PITCH / across, Math.min((kind === 'map' ? 70 : MOST_PITCH) / across, zoom));
}

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

/** Whether a part of the drawing lies outside. */
export function overflows(scene: Scene, camera: Camera, width: number, height: number): boolean {
  const [left, top, right, bottom] = boxOf(scene);
  const [across, down] = PITCH[scene.layout.kind];
  const out = (low: number, high: number, pitch: number, shift: number, size: number) => low * pitch * camera.zoom + shift < -2 || high * pitch * camera.zoom + shift > size + 2;
  return out(left, right, across, camera.x, width) || out(top, bottom, down, camera.y, height);
}
