// SPDX-License-Identifier: MIT
/** Both themes are held to WCAG AA: 4.5 for text, 3 for the edges of fields and for marks. */
import css from '../src/tokens.css?raw';
import { describe, expect, it } from 'vitest';


function tokens(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0];
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]));
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT: [string, string[]][] = [
  ['ink', ['paper', 'card', 'well', 'accent-soft', 'good-soft', 'bad-soft', 'cool-soft']],
  ['mute', ['paper', 'card', 'well']],
  ['accent', ['paper', 'card']],
  ['accent-deep', ['accent-soft', 'card']],
  ['on-accent', ['accent', 'accent-deep']],
  ['good', ['paper', 'card', 'well']],
  ['cool', ['paper', 'card', 'cool-soft']],
  ['bad', ['paper', 'card', 'bad-soft']],
  ['tile-ink', ['tile', 'tile-low', 'tile-home', 'tile-home-low']],
  ['paper', ['ink']],
];
const MARKS: [string, string[]][] = [
  ['edge', ['paper', 'card']],
  ['cool', ['paper', 'card', 'well']],
  ['accent', ['tile', 'tile-low', 'tile-home', 'well']],
];

describe.each([
  ['light', ':root'],
  ['dark', ":root[data-theme='dark']"],
])('%s', (_name, selector) => {
  const colours = tokens(selector);
  const pairs = (table: [string, string[]][]) => table.flatMap(([front, backs]) => backs.map((back) => [front, back] as const));

  it.each(pairs(TEXT))('%s on %s can be read', (front, back) => expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(4.5));
  it.each(pairs(MARKS))('%s on %s can be seen', (front, back) => expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(3));
});
