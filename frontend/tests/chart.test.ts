// SPDX-License-Identifier: MIT
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import LineChart from '../src/components/LineChart.svelte';
import { paintOverlay, type Painted } from '../src/lib/stage/paint';

type Props = Parameters<typeof LineChart>[1];
const chart = (props: Partial<Props>) => render(LineChart, { props: { title: 'Chart', series: [], ...props } as Props }).body;
const written = (html: string) => [...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
const colour = 'good' as const;

it('writes whole numbers where something is counted', () => {
  const html = chart({ series: [{ name: 'frontier', colour, values: [0, 1] }] });
  expect(written(html)).toEqual(['0', '1', '0', '1']);
  expect(written(chart({ series: [{ name: 'bound', colour, values: [0, 1] }], x: [0, 0.3], formatX: String }))).toEqual(['0', '1', '0', '0.1', '0.2', '0.3']);
});

it('writes the last number so that it is not cut', () => {
  expect(chart({ series: [{ name: 'f', colour, values: new Array<number>(1001).fill(5) }] })).toMatch(/text-anchor="end"[^>]*>1,000</);
});

it('names only what it draws', () => {
  const html = chart({ series: [{ name: 'bound', colour, values: [null, null] }, { name: 'nodes', colour, values: [1, 2] }] });
  expect(html).not.toContain('bound');
  expect(html).toContain('nodes');
});

it('leaves the numbers of a map whole', () => {
  const left: number[] = [];
  const context = new Proxy({}, { get: (_, name) => (name === 'measureText' ? (text: string) => ({ width: 7 * text.length }) : name === 'fillText' ? (text: string, x: number) => left.push(x - 3.5 * text.length) : () => undefined), set: () => true });
  const layout = { kind: 'map', rows: [{ at: 0, label: '5' }, { at: 50, label: '123,456' }], columns: [] };
  const scene = { layout, tree: { nodes: [], goal: -1 }, trail: [], solution: [], marked: -1, current: -1, step: 0 };
  paintOverlay(context as CanvasRenderingContext2D, { scene, camera: { x: 0, y: 40, zoom: 1 }, palette: {}, width: 300 } as unknown as Painted);
  expect(left.length).toBe(2);
  expect(Math.min(...left)).toBeGreaterThan(0);
});
