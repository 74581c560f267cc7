// SPDX-License-Identifier: MIT
/** A path as a moving picture in the look that the page has, drawn by the page: a picture of the user's own is sent nowhere. */

import { homeCells, type Board } from './board';
import { encodeGif, quantize, type Frame } from './gif';
import type { Path } from './path';
import type { TileStyle } from './settings.svelte';

/** About the longer side of the board, in pixels. */
const SIDE = 480;
const LEAST_CELL = 16;
/** Hundredths of a second that a board stands, and the last one. */
const [STEP, END] = [45, 200];

export interface Look {
  style: TileStyle;
  /** Address of the picture, cut to the shape of the board. */
  picture: string | null;
}

/** A square of the sheet, or of the board, in cells. */
type Square = readonly [col: number, row: number];

export async function drawFilm(path: Path, goal: Board, look: Look): Promise<Blob> {
  const { rows, cols } = path.start;
  const cell = Math.max(LEAST_CELL, Math.floor(SIDE / Math.max(rows, cols)));
  const home = homeCells(goal);
  const { palette, pixels } = quantize(await drawSheet(goal, look, cell));
  const wide = cols * cell;
  /** Copy tiles from their home on the sheet: the blank has its place there too. */
  const copy = (squares: readonly { tile: number; at: Square }[], left: number, top: number, width: number, height: number): Uint8Array => {
    const part = new Uint8Array(width * cell * height * cell);
    for (const { tile, at } of squares) {
      const [fromCol, fromRow] = [home[tile] % cols, Math.floor(home[tile] / cols)];
      for (let y = 0; y < cell; y++) {
        const from = (fromRow * cell + y) * wide + fromCol * cell;
        part.set(pixels.subarray(from, from + cell), ((at[1] - top) * cell + y) * width * cell + (at[0] - left) * cell);
      }
    }
    return part;
  };
  const squareOf = (place: number): Square => [place % cols, Math.floor(place / cols)];

  function* frames(): Iterable<Frame> {
    const whole = path.start.tiles.map((tile, place) => ({ tile, at: squareOf(place) }));
    yield { x: 0, y: 0, width: wide, height: rows * cell, pixels: copy(whole, 0, 0, cols, rows), delay: path.length ? STEP : END };
    let before = path.start;
    for (let step = 1; step <= path.length; step++) {
      const board = path.at(step);
      // Only two cells change: where the blank was and where it is.
      const places = [before.tiles.indexOf(0), board.tiles.indexOf(0)].sort((a, b) => a - b);
      const [[left, top], [right, bottom]] = places.map(squareOf);
      const [width, height] = [right - left + 1, bottom - top + 1];
      const squares = places.map((place) => ({ tile: board.tiles[place], at: squareOf(place) }));
      yield { x: left * cell, y: top * cell, width: width * cell, height: height * cell, pixels: copy(squares, left, top, width, height), delay: step === path.length ? END : STEP };
      before = board;
    }
  }
  return new Blob([await encodeGif(wide, rows * cell, palette, frames())], { type: 'image/gif' });
}

/** All tiles at home, as four bytes a pixel. */
async function drawSheet(goal: Board, { style, picture }: Look, cell: number): Promise<Uint8ClampedArray> {
  const { rows, cols, tiles } = goal;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cols * cell, rows * cell];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim();
  const image = style === 'picture' && picture ? await load(picture) : null;
  context.fillStyle = colour('tray');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const gap = Math.max(1, Math.round(cell / 40));
  tiles.forEach((tile, place) => {
    if (!tile) return;
    const [x, y] = [(place % cols) * cell, Math.floor(place / cols) * cell];
    const size = cell - 2 * gap;
    context.save();
    context.beginPath();
    context.roundRect(x + gap, y + gap, size, size, size * (image ? 0.09 : 0.17));
    context.clip();
    if (image) context.drawImage(image, ((place % cols) * image.width) / cols, (Math.floor(place / cols) * image.height) / rows, image.width / cols, image.height / rows, x, y, cell, cell);
    else {
      context.fillStyle = style === 'rainbow' ? rainbow(tile, rows * cols) : colour('tile');
      context.fillRect(x, y, cell, cell);
    }
    context.restore();
    if (image) return label(context, String(tile), x + gap, y + gap, size);
    context.font = `660 ${size * (String(tile).length > 2 ? 0.36 : 0.46)}px system-ui, sans-serif`;
    context.fillStyle = style === 'rainbow' ? '#241a0c' : colour('tile-ink');
    context.fillText(String(tile), x + cell / 2, y + cell / 2 + size * 0.03, size * 0.9);
  });
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

const rainbow = (tile: number, cells: number): string => `oklch(0.86 0.1 ${Math.round(((tile - 1) / (cells - 1)) * 320 + 20)})`;

/** The number on a part of a picture, in its corner. */
function label(context: CanvasRenderingContext2D, text: string, x: number, y: number, size: number): void {
  const height = size * 0.24;
  context.font = `660 ${height * 0.72}px system-ui, sans-serif`;
  const width = Math.max(height, context.measureText(text).width + height * 0.5);
  context.fillStyle = 'rgb(20 15 8 / 0.72)';
  context.beginPath();
  context.roundRect(x + size * 0.06, y + size * 0.06, width, height, height * 0.3);
  context.fill();
  context.fillStyle = '#ffffff';
  context.fillText(text, x + size * 0.06 + width / 2, y + size * 0.06 + height * 0.54);
}

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}
