// SPDX-License-Identifier: MIT
/** Searches inside the page, with workers that only write down what they are told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Solution, SolveRequest } from '../src/lib/api';
import { decodeBoard, goalBoard, toRows } from '../src/lib/board';
import type { Answer, Order } from '../src/lib/transport/python-messages';

const OWN = 'astar@mine:estimate';
/** Longer than a search may take to stop by itself. */
const PATIENCE = 5000;
const start = decodeBoard('1,2,3/4,0,6/7,5,8')!;
const goal = goalBoard(3, 3, 'last');
const ask = (method: string): SolveRequest => ({ start: toRows(start), goal: toRows(goal), method });
const ended = { status: 'cancelled', cost: null, moves: null, lower_bound: 0, stats: { elapsed: 1, generated: 1 } } as Solution;
const found = { ...ended, lower_bound: 7 };
const ANSWERS: Record<string, object> = { grant: { question: { limits: { time: 60 } }, known: {} }, ended, own: {} };

/** Tasks and starts that nobody answers before the test does. */
let held: Set<string>;
let workers: StubWorker[];

class StubWorker {
  onmessage: (message: { data: Answer }) => void = () => undefined;
  onerror: () => void = () => undefined;
  tasks: { id: number; task: string }[] = [];
  terminated = false;
  stop: SharedArrayBuffer | null = null;

  constructor() {
    workers.push(this);
  }

  postMessage(order: Order): void {
    if (order.type === 'start') {
      this.stop = order.stop;
      // The first one keeps the desk, where the page itself asks.
      if (workers[0] === this || !held.has('start')) void Promise.resolve().then(() => this.tell({ type: 'ready' }));
      return;
    }
    const { task } = JSON.parse(order.line) as { task: string };
    this.tasks.push({ id: order.id, task });
    if (task !== 'solve' && !held.has(task)) void Promise.resolve().then(() => this.answer(task, ANSWERS[task], order.id));
  }

  terminate(): void {
    this.terminated = true;
  }

  tell(data: Answer): void {
    if (!this.terminated) this.onmessage({ data });
  }

  answer(task: string, body = ANSWERS[task], id = this.tasks.findLast((one) => one.task === task)!.id): void {
    this.tell({ type: 'frame', id, kind: 'R', body: JSON.stringify(body) });
  }

  get solves(): boolean {
    return this.tasks.some(({ task }) => task === 'solve');
  }

  /** Whether its last task was asked to stop. */
  get stopped(): boolean {
    return Atomics.load(new Int32Array(this.stop!), 0) === this.tasks.at(-1)!.id;
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const solving = () => workers.filter(({ solves }) => solves);

/** A page that has just been opened, with or without a server behind it. */
async function open(server: '' | 'none', cores = 1) {
  vi.resetModules();
  vi.stubGlobal('document', { baseURI: 'http://localhost/', documentElement: { dataset: server ? { server } : {} } });
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  vi.stubGlobal('crossOriginIsolated', true);
  vi.stubGlobal('Worker', StubWorker);
  const [{ Job }, { Race }, { own }] = await Promise.all([import('../src/lib/job.svelte'), import('../src/lib/race.svelte'), import('../src/lib/own.svelte')]);
  await import('../src/lib/transport/python');
  own.keep('def estimate(board, goal):\n    return 0\n', true);
  return { Job, Race };
}

beforeEach(() => {
  held = new Set();
  workers = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('stops a search that is forgotten, and gives its worker to the next', async () => {
  const { Job } = await open('none');
  const job = new Job();
  void job.start(ask('optimal'));
  await settle();
  expect(job.state).toBe('running');
  const [worker] = solving();
  job.reset();
  expect(worker.stopped).toBe(true);
  worker.answer('solve', ended);
  await settle();
  expect([job.state, job.result]).toEqual(['idle', null]);
  void job.start(ask('optimal'));
  await settle();
  expect(worker.tasks.filter(({ task }) => task === 'solve')).toHaveLength(2);
});

it('ends the worker of a forgotten search that does not stop', async () => {
  const { Job } = await open('none');
  const job = new Job();
  void job.start(ask('optimal'));
  await settle();
  const [worker] = solving();
  job.reset();
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect([worker.terminated, job.state]).toEqual([true, 'idle']);
});

it('does not start a search that was cancelled before it was granted', async () => {
  const { Job } = await open('none');
  held.add('grant');
  const job = new Job();
  void job.start(ask('optimal'));
  await settle();
  job.cancel();
  expect(job.state).toBe('cancelled');
  workers[0].answer('grant');
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(solving()).toEqual([]);
  expect([job.state, job.result]).toEqual(['cancelled', null]);
});

it('does not start a search that was cancelled while its worker started, and keeps that worker', async () => {
  const { Job } = await open('none');
  held.add('start');
  const job = new Job();
  void job.start(ask('optimal'));
  await settle();
  job.cancel();
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect([job.state, job.result?.status]).toEqual(['done', 'cancelled']);
  expect(workers.some(({ terminated }) => terminated)).toBe(false);
  workers.at(-1)!.tell({ type: 'ready' });
  await settle();
  expect(solving()).toEqual([]);
  expect(job.state).toBe('done');
  void job.start(ask('optimal'));
  await settle();
  expect([job.state, solving()]).toEqual(['running', [workers.at(-1)]]);
});

it('does not start a search that was cancelled while its worker was told the heuristic', async () => {
  const { Job } = await open('');
  held.add('own');
  const job = new Job();
  void job.start(ask(OWN));
  await settle();
  job.cancel();
  expect(job.state).toBe('cancelled');
  workers.at(-1)!.answer('own');
  await settle();
  expect(solving()).toEqual([]);
});

it.each(['', 'none'] as const)('does not start the lanes that waited when all were cancelled', async (server) => {
  const { Race } = await open(server);
  const race = new Race([OWN, OWN, OWN]);
  race.start(start, goal);
  await settle();
  expect(race.lanes.map(({ job }) => job.state)).toEqual(['running', 'queued', 'queued']);
  race.cancel();
  expect(race.lanes.map(({ job }) => job.state)).toEqual(['running', 'cancelled', 'cancelled']);
  expect(race.over).toBe(false);
  const [worker] = solving();
  expect(worker.stopped).toBe(true);
  worker.answer('solve', found);
  await settle();
  expect(race.lanes.map(({ job }) => job.state)).toEqual(['done', 'cancelled', 'cancelled']);
  expect(race.over).toBe(true);
  expect(worker.tasks.filter(({ task }) => task === 'solve')).toHaveLength(1);
});

it('leaves a search that was cancelled in the queue at its end when the queue moves', async () => {
  const { Job } = await open('none');
  const jobs = [new Job(), new Job(), new Job()];
  for (const job of jobs) void job.start(ask('optimal'));
  await settle();
  expect(jobs.map(({ state }) => state)).toEqual(['running', 'queued', 'queued']);
  jobs[2].cancel();
  await settle();
  expect(jobs.map(({ state }) => state)).toEqual(['running', 'queued', 'done']);
  solving()[0].answer('solve', found);
  await settle();
  expect(jobs.map(({ state }) => state)).toEqual(['done', 'running', 'done']);
});

it('keeps what was found by a search that was cancelled twice', async () => {
  const { Job } = await open('none');
  const job = new Job();
  void job.start(ask('optimal'));
  await settle();
  job.cancel();
  job.cancel();
  solving()[0].answer('solve', found);
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(job.result?.lower_bound).toBe(7);
});

it('says so when the worker of a search does not start', async () => {
  const { Job } = await open('none');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  held.add('start');
  const job = new Job();
  void job.start(ask('optimal'));
  await settle();
  workers.at(-1)!.tell({ type: 'broken', message: 'no core' });
  await settle();
  expect([job.state, job.error?.gone]).toEqual(['failed', true]);
});
