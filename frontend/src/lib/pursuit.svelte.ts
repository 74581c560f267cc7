// SPDX-License-Identifier: MIT
import type { ApiError, MethodRequest, Solution, SolveRequest } from './api';
import { encodeBoard, toRows, type Board } from './board';
import { Job, type Sample } from './job.svelte';
import { session } from './session.svelte';

const KEY = 'taquin.search';

/** What outlives a reload: not the search itself, but how to hear of it again, and what was seen of it. */
interface Stored {
  boards: string;
  asked: string;
  running: string[];
  earlier: string[];
  bound: number;
  cost: number | null;
  /** It had come to its end. */
  done: boolean;
}

/** A search in the page's own workers, which is gone with them. */
const isOfPage = (id: string): boolean => id.startsWith('page-');
const least = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));
const boardsKey = (start: Board, goal: Board): string => `${encodeBoard(start)} ${encodeBoard(goal)}`;

/** The shorter of two answers on one board, with the larger of what they prove: so nothing that was seen gets lost. */
export function join(results: readonly Solution[], bound = 0): Solution | null {
  const last = results.at(-1);
  if (!last) return null;
  const proven = results.find(({ status }) => status === 'optimal');
  if (proven) return proven;
  const shortest = results.reduce((best, one) => (one.cost !== null && (best.cost === null || one.cost < best.cost) ? one : best));
  const lower_bound = results.reduce((most, one) => Math.max(most, one.lower_bound), bound);
  if (shortest.cost === null) return { ...last, lower_bound };
  if (shortest.cost === lower_bound) return { ...shortest, lower_bound, status: 'optimal', cause: null, reason: null };
  // What it said of its own bound does not hold for a better one.
  const outdated = shortest.cause === 'within-ratio' && lower_bound > shortest.lower_bound;
  return { ...shortest, lower_bound, ...(outdated ? { cause: null, reason: null } : {}) };
}

/** The curves of searches that run at once, as one: the best path so far, the best bound so far, all nodes. */
export function joinSamples(runs: readonly (readonly Sample[])[], from: Pick<Sample, 'elapsed' | 'bound' | 'cost'>): Sample[] {
  const points = runs.flatMap((samples, run) => samples.map((sample) => ({ ...sample, run }))).sort((a, b) => a.elapsed - b.elapsed);
  const nodes = runs.map(() => 0);
  let { bound, cost } = from;
  return points.map(({ run, ...sample }) => {
    nodes[run] = sample.generated;
    bound = Math.max(bound, sample.bound);
    cost = least(cost, sample.cost);
    return { ...sample, elapsed: from.elapsed + sample.elapsed, generated: nodes.reduce((a, b) => a + b), bound, cost };
  });
}

/**
 * What Solve is after on a board: one search, or two at once, of which one shortens the path while the other raises the bound; and
 * those that went on from them. It outlives the view, and as far as the server does, a reload.
 */
export class Pursuit {
  jobs: Job[] = $state.raw([]);
  /** The options that it was asked with. */
  asked = $state('');
  /** A search of before is gone, with its page or its server. */
  ended = $state(false);
  #boards = $state('');
  /** The best answer of the searches before, and what was ever seen, of searches that are gone too. */
  #best: Solution | null = $state.raw(null);
  #bound = $state(0);
  #cost: number | null = $state(null);
  #before: Sample[] = $state.raw([]);
  #earlier: string[] = $state.raw([]);
  #requests: SolveRequest[] = [];

  constructor() {
    session.onreturn(() => this.#takeUp());
  }

  isAbout(start: Board, goal: Board): boolean {
    return this.#boards === boardsKey(start, goal);
  }

  get busy(): boolean {
    return this.jobs.some(({ busy }) => busy);
  }

  /** Searches ahead of it, 0 where it is not waiting. */
  get queued(): number {
    if (!this.jobs.length) return 0;
    return Math.min(...this.jobs.map(({ state, position }) => (state === 'queued' ? position : 0)));
  }

  /** A search of it was cancelled before it began. */
  get cancelled(): boolean {
    return this.jobs.some(({ state }) => state === 'cancelled');
  }

  /** Two searches ran at once. */
  get together(): boolean {
    return this.jobs.length > 1;
  }

  get error(): ApiError | null {
    return this.jobs.find(({ error }) => error)?.error ?? null;
  }

  /** The line to the server broke, and nobody knows yet what became of the search. */
  get lost(): boolean {
    return this.jobs.some(({ error }) => error?.gone);
  }

  /** What is proven, never less than was seen before. */
  get bound(): number {
    return this.jobs.reduce((most, job) => Math.max(most, job.result?.lower_bound ?? job.progress?.lower_bound ?? 0), this.#bound);
  }

  /** Length of the best path so far. */
  get cost(): number | null {
    return this.jobs.reduce((best, job) => least(best, job.result?.cost ?? job.progress?.cost ?? null), this.#cost);
  }

  get stage(): string {
    return this.jobs.map(({ progress }) => progress?.stage).find(Boolean) ?? '';
  }

  /** The answer, once there is one and nothing runs any more. */
  get result(): Solution | null {
    if (this.busy) return null;
    const found = this.jobs.flatMap(({ result }) => result ?? []);
    return found.length || this.cancelled ? join([...(this.#best ? [this.#best] : []), ...found], this.bound) : null;
  }

  /** The searches used all that they were given: none of them was cancelled, or went away. */
  get spent(): boolean {
    return this.result !== null && !this.cancelled && this.jobs.every(({ result }) => result?.status !== 'cancelled');
  }

  /** The search whose path is shown. */
  get pathId(): string {
    return this.jobs.find(({ result }) => result?.moves === this.result?.moves)?.id ?? this.#earlier.at(-1) ?? '';
  }

  get samples(): Sample[] {
    const last = this.#before.at(-1);
    const joined = joinSamples(this.jobs.map(({ samples }) => samples), { elapsed: last?.elapsed ?? 0, bound: last?.bound ?? 0, cost: last?.cost ?? null });
    return [...this.#before, ...joined];
  }

  /** Search for a way from a start to a goal; on the boards of before it goes on from what is known. */
  start(start: Board, goal: Board, asked: string, requests: readonly MethodRequest[], goOn = false): void {
    if (goOn && this.isAbout(start, goal)) this.#remember();
    else this.reset();
    this.#boards = boardsKey(start, goal);
    this.asked = asked;
    this.ended = false;
    this.jobs = requests.map(() => this.#job());
    const after = this.#earlier.slice(-8);
    this.#requests = requests.map((request) => ({ start: toRows(start), goal: toRows(goal), ...request, ...(after.length ? { after } : {}) }));
    this.jobs.forEach((job, index) => void job.start(this.#requests[index]));
  }

  /** Take up a search of before a reload; false where there was none on these boards, asked in the same way. */
  restore(start: Board, goal: Board, asked: string): boolean {
    const stored = load();
    if (!stored || stored.boards !== boardsKey(start, goal) || stored.asked !== asked) return false;
    // An answer that is gone is found again as it was the first time; only what was interrupted is worth telling.
    if (stored.done && stored.running.every(isOfPage)) return false;
    this.reset();
    save(stored); // for the next reload
    this.#boards = stored.boards;
    this.asked = asked;
    this.#earlier = stored.earlier;
    this.#bound = stored.bound;
    this.#cost = stored.cost;
    this.#requests = [];
    this.jobs = stored.running.map(() => this.#job());
    void this.#attach(stored.running);
    return true;
  }

  cancel(): void {
    for (const job of this.jobs) job.cancel();
  }

  /** The board is another: forget everything, and end what still runs. */
  reset(): void {
    for (const job of this.jobs) job.reset();
    this.jobs = [];
    this.#earlier = [];
    this.#before = [];
    this.#best = this.#cost = null;
    this.#bound = 0;
    this.#boards = this.asked = '';
    this.ended = false;
    save(null);
  }

  /** Keep what the searches so far have found, before others go on from it. */
  #remember(): void {
    this.#before = this.samples;
    [this.#bound, this.#cost] = [this.bound, this.cost];
    this.#best = this.result;
    this.#earlier = [...this.#earlier, ...this.jobs.filter(({ result }) => result).map(({ id }) => id)];
    for (const job of this.jobs) job.reset();
  }

  #job(): Job {
    return new Job(() => this.#follow());
  }

  async #attach(ids: readonly string[]): Promise<void> {
    const { jobs } = this;
    // A request that never arrived is sent again.
    const again = (job: Job, index: number) => (ids[index] || !this.#requests[index] ? job.attach(ids[index]) : job.start(this.#requests[index]));
    // One that was not lost goes on as it is, or stays cancelled.
    await Promise.all(jobs.map((job, index) => (job.state === 'idle' || job.error?.gone ? again(job, index) : null)));
    if (jobs !== this.jobs || !jobs.some(({ error }) => error?.missing)) return;
    // Nobody knows it any more. What was seen of it is still true, so one may go on from there.
    this.jobs = jobs.filter(({ error }) => !error?.missing);
    this.ended = !this.jobs.length;
  }

  /** The server answers again: hear of the searches that were lost. */
  #takeUp(): void {
    if (this.lost) void this.#attach(this.jobs.map(({ id }) => id));
  }

  /** Something has happened to one of the searches. */
  #follow(): void {
    const { bound, cost } = this;
    const found = this.jobs.flatMap(({ result }) => result ?? []);
    // Once it is proven there is nothing left for the other to find.
    if (this.busy && found.length && (cost === bound || found.some(({ status }) => status === 'optimal'))) this.cancel();
    const running = this.jobs.map(({ id }) => id).filter(Boolean);
    if (this.lost) session.lose();
    else if (running.length) save({ boards: this.#boards, asked: this.asked, running, earlier: this.#earlier, bound, cost, done: !this.busy });
  }
}

function load(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null;
  } catch {
    return null;
  }
}

function save(stored: Stored | null): void {
  try {
    if (stored) sessionStorage.setItem(KEY, JSON.stringify(stored));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing still searches.
  }
}

export const pursuit = new Pursuit();
