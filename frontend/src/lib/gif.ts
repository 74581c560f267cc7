// SPDX-License-Identifier: MIT
/** GIF files (version 89a): a palette for all pictures, each picture a rectangle that replaces what was there. */

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Places in the palette, row by row. */
  pixels: Uint8Array;
  /** Hundredths of a second. */
  delay: number;
}

/** The longest code of the format. */
const MOST_BITS = 12;
const COLOURS = 256;

/** A file that grows. */
class Bytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  add(...values: number[]): void {
    for (const value of values) {
      if (this.#length === this.#bytes.length) {
        const larger = new Uint8Array(2 * this.#length);
        larger.set(this.#bytes);
        this.#bytes = larger;
      }
      this.#bytes[this.#length++] = value;
    }
  }

  addShort(...values: number[]): void {
    for (const value of values) this.add(value & 255, value >> 8);
  }

  get all(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}

/** Lempel-Ziv-Welch: every code stands for a row of pixels that came before. */
function compress(pixels: Uint8Array, out: Bytes): void {
  const [clear, end] = [COLOURS, COLOURS + 1];
  const known = new Map<number, number>();
  let [bits, next, held, holds] = [9, end + 1, 0, 0];
  let block: number[] = [];
  const flush = () => {
    if (block.length) out.add(block.length, ...block);
    block = [];
  };
  const write = (code: number) => {
    held |= code << holds;
    holds += bits;
    for (; holds >= 8; holds -= 8, held >>>= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
    }
  };
  out.add(8);
  write(clear);
  let row = pixels[0];
  for (let at = 1; at < pixels.length; at++) {
    const key = row * COLOURS + pixels[at];
    const longer = known.get(key);
    if (longer !== undefined) {
      row = longer;
      continue;
    }
    write(row);
    row = pixels[at];
    if (next === 1 << MOST_BITS) {
      write(clear);
      known.clear();
      [bits, next] = [9, end + 1];
      continue;
    }
    known.set(key, next);
    // A code is as long as the largest that may come.
    if (next === 1 << bits) bits += 1;
    next += 1;
  }
  write(row);
  write(end);
  if (holds) block.push(held & 255);
  flush();
  out.add(0);
}

/** The first frame is the whole picture; `palette` has red, green and blue of at most 256 colours. It begins again at its end. */
export async function encodeGif(width: number, height: number, palette: Uint8Array, frames: Iterable<Frame>): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Bytes();
  const text = (letters: string) => out.add(...[...letters].map((letter) => letter.charCodeAt(0)));
  text('GIF89a');
  out.addShort(width, height);
  out.add(0xf7, 0, 0);
  for (let at = 0; at < 3 * COLOURS; at++) out.add(palette[at] ?? 0);
  out.add(0x21, 0xff, 11);
  text('NETSCAPE2.0');
  out.add(3, 1, 0, 0, 0);
  let count = 0;
  for (const frame of frames) {
    out.add(0x21, 0xf9, 4, 4);
    out.addShort(frame.delay);
    out.add(0, 0, 0x2c);
    out.addShort(frame.x, frame.y, frame.width, frame.height);
    out.add(0);
    compress(frame.pixels, out);
    // The page stays usable meanwhile.
    if (++count % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  out.add(0x3b);
  return out.all;
}

/** How finely colours are told apart: five bits of red, green and blue each. */
const BINS = 1 << 15;
const binOf = (red: number, green: number, blue: number): number => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

interface Box {
  bins: number[];
  /** What splitting it would mend: how many pixels it has and how far their colours are apart. */
  weight: number;
  channel: number;
}

/** A palette for a picture (four bytes a pixel) by median cut, and the picture as places in it. */
export function quantize(data: Uint8ClampedArray): { palette: Uint8Array; pixels: Uint8Array } {
  const counts = new Uint32Array(BINS);
  const sums = [0, 1, 2].map(() => new Float64Array(BINS));
  for (let at = 0; at < data.length; at += 4) {
    const bin = binOf(data[at], data[at + 1], data[at + 2]);
    counts[bin] += 1;
    for (let channel = 0; channel < 3; channel++) sums[channel][bin] += data[at + channel];
  }
  const level = (bin: number, channel: number) => (bin >> (10 - 5 * channel)) & 31;
  const box = (bins: number[]): Box => {
    const spread = [0, 1, 2].map((channel) => {
      let [low, high] = [31, 0];
      for (const bin of bins) [low, high] = [Math.min(low, level(bin, channel)), Math.max(high, level(bin, channel))];
      return high - low;
    });
    const channel = spread.indexOf(Math.max(...spread));
    const size = bins.reduce((sum, bin) => sum + counts[bin], 0);
    return { bins, channel, weight: spread[channel] * Math.sqrt(size) };
  };
  const boxes = [box([...counts.keys()].filter((bin) => counts[bin]))];
  while (boxes.length < COLOURS) {
    const widest = boxes.reduce((best, one, at) => (one.weight > boxes[best].weight ? at : best), 0);
    const { bins, channel, weight } = boxes[widest];
    if (!weight) break;
    bins.sort((a, b) => level(a, channel) - level(b, channel));
    const half = bins.reduce((sum, bin) => sum + counts[bin], 0) / 2;
    let [cut, before] = [1, counts[bins[0]]];
    while (cut < bins.length - 1 && before < half) before += counts[bins[cut++]];
    boxes.splice(widest, 1, box(bins.slice(0, cut)), box(bins.slice(cut)));
  }
  const palette = new Uint8Array(3 * COLOURS);
  const place = new Uint8Array(BINS);
  boxes.forEach(({ bins }, at) => {
    const size = bins.reduce((sum, bin) => sum + counts[bin], 0);
    for (let channel = 0; channel < 3; channel++) palette[3 * at + channel] = Math.round(bins.reduce((sum, bin) => sum + sums[channel][bin], 0) / size);
    for (const bin of bins) place[bin] = at;
  });
  const pixels = new Uint8Array(data.length / 4);
  for (let at = 0; at < pixels.length; at++) pixels[at] = place[binOf(data[4 * at], data[4 * at + 1], data[4 * at + 2])];
  return { palette, pixels };
}
