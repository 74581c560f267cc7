// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { Solution } from '../src/lib/api';
import { furtherCounters, measuresOf, sortResults, toCsv, winners } from '../src/lib/results';
import { catalog } from './catalog';

function result(method: string, cost: number | null, generated: number, elapsed: number, rest: Record<string, number> = {}): Solution {
  const stats = { generated, expanded: generated, max_frontier: 5, max_depth: 9, iterations: 1, elapsed, peak_memory: 100, ...rest };
  return { method, cost, stats, status: cost === null ? 'limit' : 'solved', lower_bound: 3, engine: 'native', moves: cost === null ? null : 'U'.repeat(cost) } as Solution;
}

const usual = measuresOf(null);
const results = [result('bfs', 31, 900, 0.5), result('greedy@manhattan', 45, 90, 0.1), result('dls', null, 5, 0.01)];

it('marks the best at each measure, among those that arrived', () => {
  const best = winners(results, usual);
  expect(best.get('cost')).toBe(31);
  expect(best.get('generated')).toBe(90);
  expect(best.has('max_frontier')).toBe(false);
  expect(best.has('max_depth')).toBe(false);
});

it('sorts both ways and leaves what has no value at the end', () => {
  const methods = (down: boolean) => sortResults(results, 'cost', down).map(({ method }) => method);
  expect(methods(false)).toEqual(['bfs', 'greedy@manhattan', 'dls']);
  expect(methods(true)).toEqual(['greedy@manhattan', 'bfs', 'dls']);
  expect(sortResults(results, 'method', false)[0].method).toBe('bfs');
});

it('writes CSV', () => {
  const lines = toCsv([result('astar@max(manhattan,inversion)', null, 1, 2)], usual).split('\n');
  expect(lines[0]).toBe('method,status,cost,generated,expanded,max_frontier,max_depth,elapsed,peak_memory,lower_bound,engine,moves');
  expect(lines[1]).toBe('"astar@max(manhattan,inversion)",limit,,1,1,5,9,2,100,3,native,');
});

const all = measuresOf(catalog);
const dummies = [3, 1, 2].map((value) => result(`m${value}`, 10 + value, 50, 1, { dummies: value }));

it('has the same columns before the catalogue comes as a server without news gives it', () => {
  const known = usual.map(({ name }) => name);
  expect(all.filter(({ name }) => known.includes(name))).toEqual(usual);
});

it('compares by a counter it has never heard of, under the name that the server gives it', () => {
  expect(all.map(({ heading }) => heading)).toEqual(['Moves', 'Generated', 'Expanded', 'Largest frontier', 'Depth', 'Time', 'Memory', 'The dummies', 'title of spill']);
  expect(all.at(-1)).toEqual({ name: 'spill', heading: 'title of spill', unit: 'bytes' });
  expect(winners(dummies, all).get('dummies')).toBe(1);
});

it('sorts by a counter it has never heard of, and by one that a result lacks', () => {
  const methods = (down: boolean) => sortResults([result('old', 1, 1, 1), ...dummies], 'dummies', down).map(({ method }) => method);
  expect(methods(false)).toEqual(['m1', 'm2', 'm3', 'old']);
  expect(methods(true)).toEqual(['m3', 'm2', 'm1', 'old']);
});

it('writes a counter it has never heard of, and nothing where a result lacks it', () => {
  const [head, line] = toCsv(dummies, all).split('\n');
  expect(head).toBe('method,status,cost,generated,expanded,max_frontier,max_depth,elapsed,peak_memory,dummies,spill,lower_bound,engine,moves');
  expect(line).toBe('m3,solved,13,50,50,5,9,1,100,3,,3,native,UUUUUUUUUUUUU');
});

it('adds to an answer the counters with a label that it does not tell already', () => {
  const told = ['generated', 'expanded', 'max_frontier', 'max_depth', 'elapsed', 'peak_memory'];
  expect(furtherCounters(catalog, told).map(({ label }) => label)).toEqual(['The iterations', 'The dummies']);
  expect(furtherCounters(null, told)).toEqual([]);
});
