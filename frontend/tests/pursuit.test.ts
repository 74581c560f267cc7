// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobEvent, Search, Solution, SolveRequest } from '../src/lib/api';
import { decodeBoard, goalBoard } from '../src/lib/board';

vi.hoisted(() => vi.stubGlobal('document', { baseURI: 'http://localhost/' }));

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) });

interface Running {
  request: SolveRequest | null;
  hear: (event: JobEvent) => void;
  cancelled: boolean;
}
const running = new Map<string, Running>();
let known = new Set<string>();
let numbers = 0;
/** Nobody answers who is asked for a search of before. */
let away = false;
vi.mock('../src/lib/transport', async () => {
  const { ApiError } = await import('../src/lib/api');
  const listen = (id: string, request: SolveRequest | null, hear: Running['hear']): Search => {
    const entry: Running = { request, hear, cancelled: false };
    running.set(id, entry);
    return { id, position: 0, cancel: async () => void (entry.cancelled = true), leave: () => undefined };
  };
  return {
    api: {
      search: async (request: SolveRequest, hear: Running['hear']) => listen(`job${++numbers}`, request, hear),
      attach: async (id: string, hear: Running['hear']) => {
        if (away) throw new ApiError('', 0);
        if (!known.has(id)) throw new ApiError('', 404);
        return listen(id, null, hear);
      },
      catalog: async () => ({}),
    },
  };
});

const { join, joinSamples, Pursuit } = await import('../src/lib/pursuit.svelte');
const { session } = await import('../src/lib/session.svelte');

const start = decodeBoard('1,2,3/4,0,6/7,5,8')!;
const goal = goalBoard(3, 3, 'last');
const stats = { generated: 10, expanded: null, max_frontier: null, max_depth: 1, iterations: 1, elapsed: 1, peak_memory: 1 };
const solution = (change: Partial<Solution>): Solution => ({ status: 'limit', reason: 'time', cause: 'time-limit', metric: 'tiles', cost: null, length: null, slides: null, moves: null, lower_bound: 0, method: 'optimal', algorithm: 'optimal', heuristic: null, engine: 'native', start: [], goal: [], stats, seed: null, options: {}, ...change });
const progress = (lower_bound: number, cost: number | null): JobEvent => ({ type: 'progress', stats, frontier: 0, lower_bound, rate: 1, stage: '', cost });
const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
};

describe('answers on one board', () => {
  it('keep the shorter path and the larger bound', () => {
    const joined = join([solution({ cost: 101, moves: 'L', lower_bound: 77, algorithm: 'anytime', status: 'solved' }), solution({ lower_bound: 91 })])!;
    expect(joined).toMatchObject({ cost: 101, moves: 'L', lower_bound: 91, status: 'solved' });
    expect(join([solution({ lower_bound: 60 })], 70)).toMatchObject({ lower_bound: 70, status: 'limit' });
    expect(join([])).toBeNull();
  });

  it('are proven where path and bound meet', () => {
    expect(join([solution({ cost: 95, moves: 'L', lower_bound: 77, status: 'solved' }), solution({ lower_bound: 95 })])).toMatchObject({ status: 'optimal', cost: 95, reason: null });
  });

  it('have one curve that never gets worse', () => {
    const at = (elapsed: number, bound: number, cost: number | null, generated: number) => ({ elapsed, bound, cost, generated, frontier: 0 });
    const curve = joinSamples([[at(1, 0, 101, 0), at(3, 77, 95, 0)], [at(2, 85, 103, 500)]], { elapsed: 10, bound: 80, cost: null });
    expect(curve.map(({ elapsed, bound, cost, generated }) => [elapsed, bound, cost, generated])).toEqual([[11, 80, 101, 0], [12, 85, 101, 500], [13, 85, 95, 500]]);
  });
});

describe('a pursuit', () => {
  beforeEach(() => {
    kept.clear();
    running.clear();
    known = new Set();
    numbers = 0;
    away = false;
    session.gone = false;
    vi.useFakeTimers(); // a server that was lost is asked for by a clock
  });

  it('goes on from the searches before, and never shows a worse bound', async () => {
    const pursuit = new Pursuit();
    pursuit.start(start, goal, 'a', [{ method: 'anytime' }, { method: 'optimal' }]);
    await settle();
    running.get('job1')!.hear({ type: 'result', result: solution({ cost: 8, moves: 'LLLLLLLL', lower_bound: 2, status: 'solved', algorithm: 'anytime' }) });
    running.get('job2')!.hear({ type: 'result', result: solution({ lower_bound: 6 }) });
    await settle();
    expect(pursuit.result).toMatchObject({ cost: 8, lower_bound: 6, status: 'solved' });
    expect(pursuit.pathId).toBe('job1');
    pursuit.start(start, goal, 'a', [{ method: 'optimal' }], true);
    await settle();
    expect(running.get('job3')!.request?.after).toEqual(['job1', 'job2']);
    running.get('job3')!.hear(progress(2, 10));
    expect([pursuit.bound, pursuit.cost]).toEqual([6, 8]);
    running.get('job3')!.hear({ type: 'result', result: solution({ lower_bound: 2 }) });
    expect(pursuit.result).toMatchObject({ cost: 8, lower_bound: 6 });
  });

  it('ends the other search once it is proven', async () => {
    const pursuit = new Pursuit();
    pursuit.start(start, goal, 'a', [{ method: 'anytime' }, { method: 'optimal' }]);
    await settle();
    running.get('job2')!.hear({ type: 'result', result: solution({ status: 'optimal', cost: 2, moves: 'DR', lower_bound: 2 }) });
    await settle();
    expect(running.get('job1')!.cancelled).toBe(true);
  });

  it('is cancelled before the server has taken it, and says so', async () => {
    const pursuit = new Pursuit();
    pursuit.start(start, goal, '{}', [{ method: 'optimal' }]);
    expect([pursuit.busy, pursuit.cancelled]).toEqual([true, false]);
    pursuit.cancel();
    expect([pursuit.busy, pursuit.cancelled, pursuit.result]).toEqual([false, true, null]);
    await settle();
    expect(running.get('job1')).toMatchObject({ cancelled: true }); // what was on its way is ended when it arrives
    expect([pursuit.busy, pursuit.cancelled]).toEqual([false, true]);
    pursuit.start(start, goal, '{}', [{ method: 'optimal' }]);
    await settle();
    expect([pursuit.busy, pursuit.cancelled]).toEqual([true, false]);
  });

  it('keeps what it has when going on is cancelled before the server has taken it', async () => {
    const pursuit = new Pursuit();
    pursuit.start(start, goal, '{}', [{ method: 'anytime' }]);
    await settle();
    running.get('job1')!.hear({ type: 'result', result: solution({ cost: 101, moves: 'L', lower_bound: 77, status: 'solved' }) });
    pursuit.start(start, goal, '{}', [{ method: 'anytime' }], true);
    pursuit.cancel();
    expect(pursuit.result).toMatchObject({ cost: 101, lower_bound: 77 });
  });

  it('has not spent what it was given where a search was cancelled', async () => {
    const pursuit = new Pursuit();
    expect(pursuit.spent).toBe(false);
    pursuit.start(start, goal, '{}', [{ method: 'anytime' }]);
    await settle();
    expect(pursuit.spent).toBe(false);
    running.get('job1')!.hear({ type: 'result', result: solution({ cost: 101, moves: 'L', lower_bound: 77, status: 'solved' }) });
    expect(pursuit.spent).toBe(true);
    pursuit.start(start, goal, '{}', [{ method: 'anytime' }], true);
    pursuit.cancel();
    expect([pursuit.result?.status, pursuit.spent]).toEqual(['solved', false]);
    await settle();
    pursuit.start(start, goal, '{}', [{ method: 'anytime' }], true);
    await settle();
    running.get('job3')!.hear({ type: 'result', result: solution({ lower_bound: 77, status: 'cancelled' }) });
    expect([pursuit.result?.status, pursuit.spent]).toEqual(['solved', false]);
  });

  it('is taken up after a reload, as long as somebody knows it', async () => {
    const before = new Pursuit();
    before.start(start, goal, 'a', [{ method: 'optimal' }]);
    await settle();
    running.get('job1')!.hear(progress(5, null));
    await settle();
    known.add('job1');
    const after = new Pursuit();
    expect(after.restore(start, goal, 'other')).toBe(false);
    expect(after.restore(start, goal, 'a')).toBe(true);
    await settle();
    expect([after.busy, after.bound, after.ended]).toEqual([true, 5, false]);
    known.clear();
    const late = new Pursuit();
    late.restore(start, goal, 'a');
    await settle();
    expect([late.busy, late.bound, late.ended]).toEqual([false, 5, true]);
  });

  /** Search, leave the page, come back, and cancel before anybody has answered. */
  const cancelOnReturn = async (forgotten = false) => {
    const before = new Pursuit();
    before.start(start, goal, 'a', [{ method: 'optimal' }]);
    await settle();
    running.get('job1')!.hear(progress(5, 8));
    if (!forgotten) known.add('job1');
    const after = new Pursuit();
    after.restore(start, goal, 'a');
    after.cancel();
    return after;
  };

  it('is cancelled while it is taken up, and what it found still arrives', async () => {
    const pursuit = await cancelOnReturn();
    expect([pursuit.busy, pursuit.cancelled]).toEqual([true, false]); // it had begun long ago
    await settle();
    expect(running.get('job1')!.cancelled).toBe(true);
    running.get('job1')!.hear({ type: 'result', result: solution({ status: 'cancelled', cost: 8, lower_bound: 6 }) });
    expect(pursuit.result).toMatchObject({ status: 'cancelled', cost: 8, lower_bound: 6 });
    expect(JSON.parse(kept.get('taquin.search')!)).toMatchObject({ running: ['job1'], done: true });
  });

  it('says that it ended where nobody knows the search that is cancelled', async () => {
    const pursuit = await cancelOnReturn(true);
    await settle();
    expect([pursuit.busy, pursuit.ended, pursuit.bound, pursuit.cost]).toEqual([false, true, 5, 8]);
  });

  it('is told of its end later where nobody answers', async () => {
    away = true;
    const pursuit = await cancelOnReturn();
    await settle();
    expect([pursuit.lost, running.get('job1')!.cancelled]).toEqual([true, false]);
    away = false;
    await session.loadCatalog();
    await settle();
    expect([pursuit.lost, running.get('job1')!.cancelled]).toEqual([false, true]);
  });

  it('asks again only for what was lost', async () => {
    const pursuit = new Pursuit();
    pursuit.start(start, goal, 'a', [{ method: 'anytime' }, { method: 'optimal' }]);
    await settle();
    known.add('job1').add('job2');
    const other = running.get('job2')!;
    running.get('job1')!.hear({ type: 'lost' });
    await session.loadCatalog();
    await settle();
    expect([pursuit.lost, pursuit.busy]).toEqual([false, true]);
    expect([other.cancelled, running.get('job2')]).toEqual([false, other]);
  });

  it('is lost with the server, and found again when it answers', async () => {
    const pursuit = new Pursuit();
    pursuit.start(start, goal, 'a', [{ method: 'optimal' }]);
    await settle();
    known.add('job1');
    running.get('job1')!.hear({ type: 'lost' });
    await settle();
    expect([pursuit.lost, session.gone]).toEqual([true, true]);
    await session.loadCatalog();
    await settle();
    expect(session.gone).toBe(false);
    expect([pursuit.lost, pursuit.busy]).toEqual([false, true]);
  });
});
