// SPDX-License-Identifier: MIT
import { render } from 'svelte/server';
import { expect, it, vi } from 'vitest';
import type { Cause, Solution } from '../src/lib/api';
import { t } from '../src/lib/strings';

vi.hoisted(() => vi.stubGlobal('document', { baseURI: 'http://localhost/' }));

const { Pursuit } = await import('../src/lib/pursuit.svelte');
const { default: Answer } = await import('../src/components/Answer.svelte');

const stats = { generated: 10, expanded: 5, max_frontier: 3, max_depth: 1, iterations: 1, elapsed: 1, peak_memory: 1 };
const solution = (algorithm: string, cause: Cause | null): Solution => ({ status: 'solved', reason: null, cause, metric: 'tiles', cost: 8, length: 8, slides: 8, moves: 'LLLLLLLL', lower_bound: 2, method: algorithm, algorithm, heuristic: null, engine: 'native', start: [], goal: [], stats, seed: null, options: {} });

function answer(result: Solution | null, awaited = false): string {
  const pursuit = Object.defineProperty(new Pursuit(), 'result', { value: result });
  return render(Answer, { props: { pursuit, checked: null, depth: '', atMaximum: false, awaited, onfix: () => undefined, ongoon: () => undefined } }).body;
}

it('offers larger limits where one was reached, and no other search', () => {
  for (const cause of ['time-limit', 'node-limit', 'memory-limit', 'depth-limit', 'memory-nodes', 'cancelled'] as const) expect(answer(solution('greedy', cause)), cause).toContain(t.solve.again);
  for (const cause of [null, 'within-weight', 'exhausted', 'dead-beam', 'local-optimum'] as const) expect(answer(solution('greedy', cause)), String(cause)).not.toContain('<button');
  expect(answer(solution('anytime', null))).toContain(t.solve.goOn);
});

it('is searching from the moment that an address asks for it', () => {
  expect(answer(null)).toContain(t.solve.empty);
  expect(answer(null, true)).toContain(t.solve.searching);
  expect(answer(null, true)).not.toMatch(new RegExp(`${t.solve.empty}|${t.solve.example}`));
});
