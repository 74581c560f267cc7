// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { Solution } from '../src/lib/api';
import { sortResults, toCsv, winners } from '../src/lib/results';

function result(method: string, cost: number | null, generated: number, elapsed: number): Solution {
  const stats = { generated, expanded: generated, max_frontier: 5, max_depth: 9, iterations: 1, elapsed, peak_memory: 100 };
  return { method, cost, stats, status: cost === null ? 'limit' : 'solved', lower_bound: 3, engine: 'native', moves: cost === null ? null : 'U'.repeat(cost) } as Solution;
}

const results = [result('bfs', 31, 900, 0.5), result('greedy@manhattan', 45, 90, 0.1), result('dls', null, 5, 0.01)];

it('marks the best at each measure, among those that arrived', () => {
  const best = winners(results);
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
  const lines = toCsv([result('astar@max(manhattan,inversion)', null, 1, 2)]).split('\n');
  expect(lines[0]).toBe('method,status,cost,generated,expanded,max_frontier,max_depth,peak_memory,elapsed,lower_bound,engine,moves');
  expect(lines[1]).toBe('"astar@max(manhattan,inversion)",limit,,1,1,5,9,100,2,3,native,');
});
