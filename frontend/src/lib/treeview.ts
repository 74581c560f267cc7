// SPDX-License-Identifier: MIT
/** Draws the forest of a trace on a canvas: which part is seen, which node is under a point, how it is painted. */

import type { Layout, TraceNode } from './trace';

const ACROSS = 30;
const DOWN = 46;
const BOARD_ZOOM = 2.2;
const LABEL_ZOOM = 0.8;

export interface Camera {
  zoom: number;
  x: number;
  y: number;
}
export interface Scene {
  nodes: readonly TraceNode[];
  layout: Layout;
  /** How many nodes are drawn. */
  step: number;
  current: number;
  hovered: number;
  /** Indices on the way from the root to the current node. */
  trail: ReadonlySet<number>;
  /** Indices on the solution, once it is known and reached. */
  solution: ReadonlySet<number>;
  /** Index of the goal, which is drawn but was not expanded; -1 without it. */
  goal: number;
  value: (node: TraceNode) => number;
  range: readonly [number, number];
  cols: number;
  /** Names written over the roots. */
  titles: readonly string[];
}
export interface Palette {
  ramp: readonly [string, string, string];
  line: string;
  ink: string;
  mute: string;
  accent: string;
  good: string;
  card: string;
}

const at = (layout: Layout, index: number, camera: Camera): [number, number] => [
  layout.x[index] * ACROSS * camera.zoom + camera.x,
  (layout.y[index] * DOWN + 34) * camera.zoom + camera.y,
];

/** The camera that shows everything, or as much as is still readable. */
export function fit(layout: Layout, width: number, height: number): Camera {
  const [wide, high] = [Math.max(1, layout.width) * ACROSS, (layout.depth + 1) * DOWN + 40];
  const zoom = Math.max(0.04, Math.min(1.4, (width - 30) / wide, (height - 20) / high));
  return { zoom, x: (width - wide * zoom) / 2, y: 12 };
}

/** The camera at a size that can be read, the first root in the middle. */
export function atRoot(layout: Layout, width: number, _height: number): Camera {
  const zoom = 0.7;
  return { zoom, x: width / 2 - layout.x[0] * ACROSS * zoom, y: 12 };
}

/** Move the camera just enough that a node is well inside. */
export function follow(layout: Layout, index: number, camera: Camera, width: number, height: number): Camera {
  const [x, y] = at(layout, index, camera);
  const [marginX, marginY] = [Math.min(48, width * 0.18), Math.min(32, height * 0.18)];
  const shift = (value: number, margin: number, size: number) => Math.max(0, margin - value) - Math.max(0, value - (size - margin));
  return { ...camera, x: camera.x + shift(x, marginX, width), y: camera.y + shift(y, marginY, height) };
}

export function zoomAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = Math.max(0.03, Math.min(6, camera.zoom * factor));
  const scale = zoom / camera.zoom;
  return { zoom, x: x - (x - camera.x) * scale, y: y - (y - camera.y) * scale };
}

/** The drawn node nearest to a point, -1 when none is near. */
export function nodeAt(scene: Scene, camera: Camera, x: number, y: number): number {
  let [found, nearest] = [-1, Math.max(14, 16 * camera.zoom) ** 2];
  for (let index = 0; index < scene.step; index++) {
    const [nodeX, nodeY] = at(scene.layout, index, camera);
    const distance = (nodeX - x) ** 2 + (nodeY - y) ** 2;
    if (distance < nearest) [found, nearest] = [index, distance];
  }
  return found;
}

/** A colour between the three of the ramp. */
function rampColour(ramp: Palette['ramp'], share: number): string {
  const scaled = Math.max(0, Math.min(1, share)) * 2;
  const [low, high] = scaled <= 1 ? [ramp[0], ramp[1]] : [ramp[1], ramp[2]];
  const part = scaled <= 1 ? scaled : scaled - 1;
  const channel = (colour: string, place: number) => parseInt(colour.slice(1 + 2 * place, 3 + 2 * place), 16);
  return `rgb(${[0, 1, 2].map((place) => Math.round(channel(low, place) * (1 - part) + channel(high, place) * part)).join(' ')})`;
}

const isDark = (colour: string): boolean => {
  const [red, green, blue] = colour.match(/\d+/g)!.map(Number);
  return red * 0.3 + green * 0.59 + blue * 0.11 < 140;
};

export function paint(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, width: number, height: number): void {
  context.clearRect(0, 0, width, height);
  paintEdges(context, scene, camera, palette);
  paintTitles(context, scene, camera, palette);
  const radius = Math.max(2.2, 10 * camera.zoom);
  if (!scene.step && scene.nodes.length) paintWaiting(context, scene, camera, palette, radius);
  for (let index = 0; index < scene.step; index++) {
    const [x, y] = at(scene.layout, index, camera);
    if (x < -60 || y < -60 || x > width + 60 || y > height + 60) continue;
    paintNode(context, scene, camera, palette, index, x, y, radius);
  }
}

function paintEdges(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette): void {
  const groups = [
    { colour: palette.line, width: Math.max(0.7, camera.zoom * 1.3), wanted: () => true },
    { colour: palette.accent, width: Math.max(1.6, camera.zoom * 2), wanted: (index: number) => scene.trail.has(index) },
    { colour: palette.good, width: Math.max(2.4, camera.zoom * 3), wanted: (index: number) => scene.solution.has(index) },
  ];
  for (const group of groups) {
    context.beginPath();
    for (let index = 0; index < scene.step; index++) {
      const parent = scene.nodes[index].parent - 1;
      if (parent < 0 || !group.wanted(index)) continue;
      const [x1, y1] = at(scene.layout, parent, camera);
      const [x2, y2] = at(scene.layout, index, camera);
      const middle = (y1 + y2) / 2;
      context.moveTo(x1, y1);
      context.bezierCurveTo(x1, middle, x2, middle, x2, y2);
    }
    context.strokeStyle = group.colour;
    context.lineWidth = group.width;
    context.stroke();
  }
}

function paintTitles(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette): void {
  context.fillStyle = palette.mute;
  context.font = '600 12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  let free = -Infinity;
  scene.layout.roots.forEach((root, number) => {
    const title = scene.titles[number];
    if (!title || root >= scene.step) return;
    const [x, y] = at(scene.layout, root, camera);
    const half = context.measureText(title).width / 2;
    if (x - half < free) return;
    free = x + half + 10;
    context.fillText(title, x, y - Math.max(8, 16 * camera.zoom));
  });
}

/** Before the first step the root waits. */
function paintWaiting(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, radius: number): void {
  const [x, y] = at(scene.layout, 0, camera);
  context.setLineDash([4, 3]);
  context.strokeStyle = palette.mute;
  context.lineWidth = 1.6;
  context.beginPath();
  context.roundRect(x - radius, y - radius, 2 * radius, 2 * radius, radius * 0.35);
  context.stroke();
  context.setLineDash([]);
}

function paintNode(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, palette: Palette, index: number, x: number, y: number, radius: number): void {
  const node = scene.nodes[index];
  const value = scene.value(node);
  const [low, high] = scene.range;
  const colour = index === scene.goal ? rampColour([palette.good, palette.good, palette.good], 0) : rampColour(palette.ramp, high > low ? (value - low) / (high - low) : 0.5);
  const drawn = camera.zoom >= BOARD_ZOOM ? 11.5 * camera.zoom : radius;
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x - drawn, y - drawn, 2 * drawn, 2 * drawn, drawn * 0.35);
  context.fill();
  if (index === scene.current || index === scene.hovered) {
    context.strokeStyle = index === scene.current ? palette.accent : palette.ink;
    context.lineWidth = Math.max(2, 2.4 * camera.zoom);
    context.stroke();
  }
  context.fillStyle = isDark(colour) ? '#ffffff' : '#10151d';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  if (camera.zoom >= BOARD_ZOOM) paintBoard(context, node.tiles, scene.cols, x, y, drawn);
  else if (camera.zoom >= LABEL_ZOOM) {
    context.font = `650 ${9.5 * camera.zoom}px system-ui, sans-serif`;
    context.fillText(Number.isInteger(value) ? String(value) : value.toFixed(1), x, y + 0.5, 2 * radius - 2);
  }
}

function paintBoard(context: CanvasRenderingContext2D, tiles: readonly number[], cols: number, x: number, y: number, radius: number): void {
  const size = (2 * radius * 0.9) / Math.max(cols, tiles.length / cols);
  const [left, top] = [x - (size * cols) / 2, y - (size * tiles.length) / cols / 2];
  context.font = `600 ${size * 0.62}px system-ui, sans-serif`;
  tiles.forEach((tile, cell) => {
    if (tile) context.fillText(String(tile), left + ((cell % cols) + 0.5) * size, top + (Math.floor(cell / cols) + 0.54) * size, size);
  });
}
