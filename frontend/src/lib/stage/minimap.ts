// SPDX-License-Identifier: MIT
/** The whole tree on a small canvas beside the stage. */

import { stateOf } from '../tree';
import { boxOf, isDrawn, PITCH, shadeOf, shadesOf, type Camera, type Palette, type Scene } from './scene';

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
