// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { decodeBoard, goalBoard } from '../src/lib/board';
import { estimateOf, lineConflicts } from '../src/lib/estimates';
import { overlayOf } from '../src/lib/overlay';
import { ALGORITHM_NAMES, HEURISTIC_NAMES, methodName } from '../src/lib/strings';
import { ALGORITHM_PAGES, HEURISTIC_PAGES, l } from '../src/lib/strings/learn';

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

const goal = goalBoard(3, 3, 'last');
const boards = Object.entries({ ...ALGORITHM_PAGES, ...HEURISTIC_PAGES }).flatMap(([name, { board }]) => (board ? [[name, board] as const] : []));

it.each(boards)('has a board that can be solved for %s', (_, text) => {
  const { cols, tiles } = decodeBoard(text)!;
  const order = tiles.filter((tile) => tile);
  const inversions = order.reduce((sum, tile, at) => sum + order.slice(at + 1).filter((later) => later < tile).length, 0);
  expect([cols, inversions % 2]).toEqual([3, 0]);
});

it('has boards on which the point can be seen', () => {
  const of = (name: string) => decodeBoard(HEURISTIC_PAGES[name].board!)!;
  expect(lineConflicts(of('linear-conflict'), goal).length).toBeGreaterThan(2);
  const pairs = of('linear-conflict-pairs');
  expect(estimateOf('linear-conflict-pairs', pairs, goal)!).toBeGreaterThan(estimateOf('linear-conflict', pairs, goal)!);
  expect(overlayOf('corner-conflict', of('corner-conflict'), goal).rings.length).toBeGreaterThan(0);
});

it('tests the start where a search tests children as they are made', () => {
  for (const name of ['dls', 'ids', 'idastar', 'rbfs']) expect(ALGORITHM_PAGES[name].code[0].text, name).toMatch(/^if start is the goal/);
});

it('calls nothing explored but where it tells what textbooks say', () => {
  const words = JSON.stringify([ALGORITHM_PAGES, HEURISTIC_PAGES]);
  expect(words).not.toMatch(/explored/i);
});

it('keeps remarks apart from code', () => {
  for (const { text } of l.search.code) expect(text).not.toMatch(/\s{2,}|\?/);
});
