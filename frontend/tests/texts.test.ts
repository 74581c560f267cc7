// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { decodeBoard, goalBoard } from '../src/lib/board';
import { grouped } from '../src/lib/format';
import { kindOf, largestOf, partsOf } from '../src/lib/heuristic';
import { spokenOverlay } from '../src/lib/overlay';
import { runsOf, runText } from '../src/lib/path';
import { counter } from '../src/lib/results';
import { w } from '../src/lib/strings/watch';
import { ticks } from '../src/lib/ticks';

it('writes a path as runs', () => {
  const runs = runsOf(['R', 'R', 'R', 'D', 'L', 'L']);
  expect(runs.map(runText)).toEqual(['R3', 'D', 'L2']);
  expect(runs.map(({ from }) => from)).toEqual([0, 3, 4]);
  expect(runsOf([])).toEqual([]);
});

it('marks axes with round numbers', () => {
  expect(ticks(0, 10, 4)).toEqual([0, 5, 10]);
  expect(ticks(0, 0.3, 3)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(ticks(71.4, 101, 3)).toEqual([80, 90, 100]);
  expect(ticks(5, 5, 3)).toEqual([5]);
  expect([ticks(0, 1, 3, true), ticks(0, 2, 4, true), ticks(1.5, 2.5, 3, true), ticks(0, 10, 4, true)]).toEqual([[0, 1], [0, 1, 2], [2], [0, 5, 10]]);
});

describe('heuristics that are made of others', () => {
  it('are read and written', () => {
    expect(['manhattan', 'max(a,b)', 'pdb:5-5-5'].map(kindOf)).toEqual(['one', 'max', 'pdb']);
    expect(partsOf('max(manhattan, pdb:5-5-5)')).toEqual(['manhattan', 'pdb:5-5-5']);
    expect(largestOf(['a', 'b'])).toBe('max(a,b)');
    expect(largestOf(['a'])).toBe('a');
  });
});

it('tells apart a counter of 0 and one that is not kept', () => {
  const stats = { generated: 0, expanded: null, max_frontier: 0, max_depth: 0, iterations: 1, elapsed: 0, peak_memory: 0 };
  expect(['generated', 'expanded', 'max_frontier', 'max_depth', 'peak_memory', 'none'].map((name) => counter(stats, name))).toEqual([null, null, null, 0, null, null]);
});

it('separates thousands in sentences of the library', () => {
  expect(grouped('Node limit of 1000000 reached in 2.5 s.')).toBe('Node limit of 1,000,000 reached in 2.5 s.');
});

it('says why nothing was expanded', () => {
  expect([w.empty('unsolvable', null), w.empty('optimal', 0), w.empty('limit', null)]).toEqual(['Nothing was expanded: the board cannot be solved.', 'Nothing was expanded: the start is the goal.', 'Nothing was expanded.']);
});

it('says what an overlay shows', () => {
  const board = decodeBoard('1,3,2/4,5,6/7,8,0')!;
  expect(spokenOverlay('linear-conflict', board, goalBoard(3, 3, 'last'))).toBe("3 is 1 away, 2 is 1 away, 3 and 2 are in each other's way");
});
