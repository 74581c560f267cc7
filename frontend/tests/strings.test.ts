// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { ALGORITHM_NAMES, HEURISTIC_NAMES, methodName } from '../src/lib/strings';
import { ALGORITHM_PAGES, HEURISTIC_PAGES } from '../src/lib/strings/learn';

it('has a page for every name', () => {
  expect(Object.keys(ALGORITHM_PAGES).sort()).toEqual(Object.keys(ALGORITHM_NAMES).sort());
  expect(Object.keys(HEURISTIC_PAGES).sort()).toEqual(Object.keys(HEURISTIC_NAMES).sort());
});

it('has pseudocode in which a search can be followed', () => {
  for (const [name, { code }] of Object.entries(ALGORITHM_PAGES)) {
    expect(code.every(({ indent }) => Number.isInteger(indent)), name).toBe(true);
    const phases = new Set(code.map(({ phase }) => phase));
    if (!['optimal', 'anytime'].includes(name)) for (const phase of ['take', 'test', 'expand'] as const) expect(phases.has(phase), `${name}: ${phase}`).toBe(true);
  }
});

it('raises no voice', () => {
  const words = JSON.stringify([ALGORITHM_PAGES, HEURISTIC_PAGES]);
  expect(words).not.toContain('!');
});

it('names methods', () => {
  expect(methodName('astar@manhattan')).toBe('A* · Manhattan');
  expect(methodName('bfs')).toBe('Breadth-first');
});
