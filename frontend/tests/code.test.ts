// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../src/lib/api';
import { Checker } from '../src/lib/checker.svelte';
import { EXAMPLE_NAMES, EXAMPLES, exampleOf } from '../src/lib/examples';
import { methodName } from '../src/lib/strings';
import { c } from '../src/lib/strings/code';
import { usesOwnCode } from '../src/lib/transport/own';
import { Trial } from '../src/lib/trial.svelte';
import { honesty, sortOf, type JudgeRequest, type Judging, type Verdict } from '../src/lib/verdict';

const GOOD = { message: null, line: null };
const REQUEST: JudgeRequest = { rows: 2, cols: 3, goal: 'last' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('knows its examples, however they end', () => {
  for (const name of EXAMPLE_NAMES) expect(exampleOf(`${EXAMPLES[name]}\n`)).toBe(name);
  expect(exampleOf('def estimate(board, goal):\n    return 1\n')).toBeNull();
  for (const source of Object.values(EXAMPLES)) expect(source).toContain('def estimate(board, goal):');
});

it('calls the own heuristic by its name', () => {
  expect(methodName('astar@mine:estimate')).toBe('A* · Your own');
  expect([usesOwnCode('astar@mine:estimate'), usesOwnCode('astar@max(mine:estimate,manhattan)'), usesOwnCode('bfs'), usesOwnCode()]).toEqual([true, true, false, false]);
});

it('tries a text when its writer rests, and only the last one', async () => {
  const keep = vi.fn(async (source: string) => (source === 'c' ? { message: 'SyntaxError', line: 2 } : GOOD));
  const checker = new Checker(keep);
  checker.ask('a');
  expect(checker.state).toBe('waiting');
  checker.ask('b');
  await vi.runAllTimersAsync();
  expect(keep.mock.calls).toEqual([['b']]);
  expect(checker.state).toBe('good');
  checker.ask('c');
  await vi.runAllTimersAsync();
  expect([checker.state, checker.fault]).toEqual(['wrong', { message: 'SyntaxError', line: 2 }]);
});

it('says nothing of a text that has changed meanwhile', async () => {
  const waiting: ((tried: typeof GOOD) => void)[] = [];
  const checker = new Checker(() => new Promise((resolve) => waiting.push(resolve)));
  checker.ask('a', 0);
  await vi.runAllTimersAsync();
  checker.ask('b', 0);
  await vi.runAllTimersAsync();
  expect(waiting.length).toBe(1); // one after another
  waiting[0](GOOD);
  await vi.runAllTimersAsync();
  expect([waiting.length, checker.state]).toEqual([2, 'waiting']);
  waiting[1](GOOD);
  await vi.runAllTimersAsync();
  expect(checker.state).toBe('good');
});

it.each([
  [new ApiError('', 408), 'late'],
  [new ApiError('', 0), 'gone'],
  [new ApiError('expected at most 100000 letters', 422), 'wrong'],
])('tells apart what went wrong: %s', async (error, state) => {
  const checker = new Checker(() => Promise.reject(error));
  checker.ask('a', 0);
  await vi.runAllTimersAsync();
  expect(checker.state).toBe(state);
});

it('follows the referee, and hears no more of one that was sent away', async () => {
  let hear: (event: Judging) => void = () => undefined;
  let signal: AbortSignal | undefined;
  let resolve: (verdict: Verdict) => void = () => undefined;
  const trial = new Trial((_request, listener, abort) => {
    [hear, signal] = [listener, abort];
    return new Promise((done) => (resolve = done));
  });
  const running = trial.start(REQUEST);
  hear({ type: 'judging', done: 100, boards: 360 });
  expect([trial.busy, trial.done, trial.boards]).toEqual([true, 100, 360]);
  trial.reset();
  expect(signal?.aborted).toBe(true);
  hear({ type: 'judging', done: 200, boards: 360 });
  resolve({} as Verdict);
  await running;
  expect([trial.busy, trial.done, trial.verdict]).toEqual([false, 0, null]);
});

it('says what went wrong at the referee', async () => {
  const trial = new Trial(() => Promise.reject(new ApiError('', 408)));
  await trial.start(REQUEST);
  expect([trial.busy, trial.error?.late]).toEqual([false, true]);
});

it('tells a claim that is false from one that could be made', () => {
  const verdict = (admissible: boolean, consistent: boolean, claims: Verdict['claims']) => ({ admissible, consistent, claims });
  expect(sortOf(verdict(true, true, null))).toBe('consistent');
  expect(sortOf(verdict(true, false, null))).toBe('admissible');
  expect(sortOf(verdict(false, false, null))).toBe('neither');
  expect(honesty(verdict(false, false, { admissible: true, consistent: false }))).toBe('false');
  expect(honesty(verdict(true, false, { admissible: true, consistent: true }))).toBe('false');
  expect(honesty(verdict(true, true, null))).toBe('modest');
  expect(honesty(verdict(true, true, { admissible: true, consistent: true }))).toBe('true');
  expect(honesty(verdict(false, false, null))).toBe('true');
});

it('rounds no share to nothing or all', () => {
  expect(c.figures.accuracyValue(0.8765)).toBe('87.7 %');
  expect(c.over(7, 7 / 181_440)).toContain('less than 0.1 %');
  expect(c.figures.versusValue(2, 0.99999, 0)).toContain('larger on more than 99.9 %, smaller on 0 %');
  expect(c.overValues(2, 1)).toBe('It says 2 moves, and the goal is 1 move away.');
});
