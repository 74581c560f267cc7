// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { ExpansionRow, Solution } from '../src/lib/api';
import { decodeBoard, goalBoard } from '../src/lib/board';
import { record } from '../src/lib/recording';
import { layOut, Replay, toNodes } from '../src/lib/trace';
import traces from './traces.json';

type Case = { method: string; start: string; result: Solution; expansions: ExpansionRow[]; max_frontier: number };
const cases = traces as unknown as Case[];
const goal = goalBoard(3, 3, 'last');

describe.each(cases.map((one) => [one.method, one] as const))('%s, as the engine ran it', (method, one) => {
  const nodes = toNodes(one.expansions);
  const replay = new Replay(nodes, goal, method);

  it('has the frontier that the engine counted', () => {
    // A path ends in a node that was visited but not expanded, so it is not in the trace.
    const unseen = replay.discipline === 'path' ? 1 : 0;
    expect(Math.max(...replay.sizes()) + unseen).toBe(one.max_frontier);
    expect(replay.sizes()).toHaveLength(nodes.length + 1);
  });

  it('takes the next node off the front', () => {
    if (replay.discipline === 'path') return;
    for (let step = 0; step < nodes.length; step++) {
      const waiting = replay.frontier(step);
      expect(waiting).toHaveLength(replay.sizes()[step]);
      expect(waiting[0].tiles.join()).toBe(nodes[step].tiles.join());
    }
  });

  it('ends in a bound that is the answer where the method proves one', () => {
    const bounds = replay.bounds(one.result.lower_bound).filter((bound) => bound !== null);
    if (bounds.length && one.result.status === 'optimal') expect(bounds[bounds.length - 1]).toBeLessThanOrEqual(one.result.cost!);
    expect([...bounds].sort((a, b) => a - b)).toEqual(bounds);
  });

  it('draws the solution through nodes of the trace', () => {
    const recording = record(one.expansions, goal, method, one.result);
    expect(recording.expanded).toBe(nodes.length);
    if (recording.goal >= 0) expect(recording.solution.size).toBe(one.result.cost! + 1);
  });
});

describe('layout', () => {
  it('keeps leaves apart and parents above the middle of them', () => {
    const nodes = toNodes(cases[0].expansions);
    const { x, y, roots, depth } = layOut(nodes);
    expect(roots).toEqual([0]);
    expect(depth).toBe(Math.max(...nodes.map(({ g }) => g)));
    const places = new Set(nodes.map((_, index) => `${x[index]},${y[index]}`));
    expect(places.size).toBe(nodes.length);
  });

  it('is empty for nothing', () => expect(layOut([])).toMatchObject({ width: 0, depth: 0, roots: [] }));
});

it('has a board for every case', () => {
  for (const { start } of cases) expect(decodeBoard(start)).not.toBeNull();
});
