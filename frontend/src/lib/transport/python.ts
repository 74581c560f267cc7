// SPDX-License-Identifier: MIT
/**
 * The library inside the page answers: one worker for what takes no time, one for what may take a while, others for searches.
 *
 * A search is stopped through shared memory where the page may have it, and by ending its worker where not.
 */

import {
  ApiError,
  type Catalog,
  type Checked,
  type ErrorDetail,
  type Explained,
  type Format,
  type Hint,
  type Instance,
  type JobEvent,
  type Parsed,
  type ProgressEvent,
  type Scrambled,
  type Search,
  type Solution,
  type SolveRequest,
  type Transport,
} from '../api';
import type { DepthAnswer, ReviewAnswer } from '../wire';
import { loading } from '../loading.svelte';
import { own } from '../own.svelte';
import { t } from '../strings';
import type { Judging, JudgeRequest, Verdict } from '../verdict';
import type { Answer, Order } from './python-messages';
import { drawBoard } from './draw';
import { offline } from './offline';
import { usesOwnCode } from './own';

/** A search that does not stop by itself within so many milliseconds is ended with its worker. */
const CANCEL_GRACE = 1000;
/** So many milliseconds beyond its limit a search may take to prepare and to end. */
const SLACK = 10_000;
/** Hints and explanations get so many milliseconds. */
const HELPER_TIME = 20_000;
/** How long a source may take to be tried, and to be judged on every board. */
const OWN_CODE_GRACE = 5000;
const JUDGE_PATIENCE = 300_000;
const MOST_SEARCHES = 6;

interface Pending {
  resolve(body: string): void;
  reject(error: ApiError): void;
  /** What a task tells on the way is its own affair. */
  hear(event: never): void;
}

/** The question of a search, as its worker takes it. */
interface Granted {
  question: { limits: { time?: number } };
  known: object;
  allow_custom: boolean;
  trace_limit: number;
}

/** One worker and the tasks that it was given; it does them one after another. */
class PythonWorker {
  readonly ready: Promise<void>;
  /** Which of the visitor's sources it has. */
  source = '';
  #worker = new Worker(new URL('./python-worker.ts', import.meta.url), { type: 'module' });
  #stop = typeof SharedArrayBuffer === 'undefined' || !globalThis.crossOriginIsolated ? null : new SharedArrayBuffer(4);
  #pending = new Map<number, Pending>();
  #last = 0;
  #ended = false;
  #fail: () => void = () => undefined;

  constructor(solves: boolean) {
    this.ready = new Promise((resolve, reject) => {
      this.#fail = () => reject(new ApiError('', 0));
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.type === 'loading') loading.show(data.loaded, data.total);
        else if (data.type === 'ready') {
          loading.finish();
          resolve();
        } else if (data.type === 'broken') {
          console.error(data.message);
          this.#fail();
        } else this.#take(data.id, data.kind, data.body);
      };
      this.#worker.onerror = this.#fail;
    });
    this.ready.catch(() => this.end());
    this.#order({ type: 'start', base: document.baseURI, tables: solves, stop: this.#stop });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether a task can be asked to stop. */
  get canStop(): boolean {
    return this.#stop !== null;
  }

  async call<T, Event = JobEvent>(task: string, payload: object, hear: (event: Event) => void = () => undefined): Promise<T> {
    const id = ++this.#last; // before the wait, so that it can be stopped from now on
    await this.ready;
    if (this.#ended) throw new ApiError('', 0);
    const body = await new Promise<string>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, hear });
      this.#order({ type: 'task', id, line: JSON.stringify({ task, payload }) });
    });
    return JSON.parse(body) as T;
  }

  /** Ask the task at hand to stop. */
  stop(): void {
    if (this.#stop) Atomics.store(new Int32Array(this.#stop), 0, this.#last);
  }

  /** End it with all that it does. */
  end(): void {
    this.#ended = true;
    this.#worker.terminate();
    this.#fail(); // whoever waits for it to start would wait for ever
    for (const { reject } of this.#pending.values()) reject(new ApiError('', 0));
    this.#pending.clear();
  }

  #order(order: Order): void {
    this.#worker.postMessage(order);
  }

  #take(id: number, kind: string, body: string): void {
    const task = this.#pending.get(id);
    if (!task) return;
    if (kind === 'P' || kind === 'T') return task.hear(JSON.parse(body) as never);
    this.#pending.delete(id);
    if (kind === 'R') return task.resolve(body);
    const detail = JSON.parse(body) as ErrorDetail;
    task.reject(new ApiError(detail.message, kind === 'E' ? 422 : 500, detail));
  }
}

/** The workers: one for what takes no time, one for what may, the others each for a search at a time. */
class Crew {
  /** Whether the first worker is at work and another one stands by. */
  settled = false;
  #desk: PythonWorker | null = null;
  #helper: PythonWorker | null = null;
  #idle: PythonWorker[] = [];
  #busy = 0;
  #waiting: { take(worker: PythonWorker): void; moved(position: number): void }[] = [];

  get desk(): PythonWorker {
    if (!this.#desk || this.#desk.ended) this.#desk = new PythonWorker(false);
    return this.#desk;
  }

  get helper(): PythonWorker {
    if (!this.#helper || this.#helper.ended) this.#helper = new PythonWorker(true);
    return this.#helper;
  }

  /** Give out a worker as soon as there is one; `moved` hears of the place in the queue. */
  take(moved: (position: number) => void): Promise<PythonWorker> {
    if (this.#busy < Math.min(MOST_SEARCHES, Math.max(1, navigator.hardwareConcurrency))) {
      this.#busy += 1;
      return Promise.resolve(this.#idle.pop() ?? new PythonWorker(true));
    }
    return new Promise((take) => {
      this.#waiting.push({ take, moved });
      moved(this.#waiting.length);
    });
  }

  give(worker: PythonWorker): void {
    const free = worker.ended ? new PythonWorker(true) : worker;
    const next = this.#waiting.shift();
    if (next) {
      next.take(free);
      this.#waiting.forEach(({ moved }, index) => moved(index + 1));
      return;
    }
    this.#busy -= 1;
    this.#idle.push(free);
  }

  /** Have a worker ready before somebody asks. */
  prepare(): void {
    if (!this.#busy && !this.#idle.length) this.#idle.push(new PythonWorker(true));
  }

  /** Let a worker know the visitor's own source. */
  async teach(worker: PythonWorker): Promise<void> {
    if (worker.source === own.source) return;
    worker.source = own.source;
    await worker.call('own', { source: own.source });
  }
}

const crew = new Crew();
const results = new Map<string, Solution>();
let searches = 0;

/** Wait for the first worker: what it fetches, the others find at hand. */
async function pythonIsThere(): Promise<PythonWorker> {
  await offline.ready;
  const desk = crew.desk;
  if (offline.warm) crew.prepare(); // everything is at hand: the worker of the first search starts beside
  await desk.ready;
  if (!crew.settled) {
    crew.settled = true;
    offline.keepRest();
    crew.prepare();
  }
  return desk;
}

async function ask<T>(task: string, payload: object = {}): Promise<T> {
  return (await pythonIsThere()).call<T>(task, payload);
}

/** Ask for what may take a while; it is given up after some seconds, so that others are answered. */
async function askHelper<T>(task: string, payload: object): Promise<T> {
  await pythonIsThere(); // it is fetched once, by the first worker
  const helper = crew.helper;
  await helper.ready;
  const timer = setTimeout(() => helper.end(), HELPER_TIME);
  try {
    return await helper.call<T>(task, payload);
  } catch (error) {
    throw helper.ended ? new ApiError(t.python.tooLong, 503) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** One search in a worker of its own. */
class PageSearch implements Search {
  readonly id = `page-${++searches}`;
  position = 0;
  /** Where it runs; before that there is nothing to stop. */
  #worker: PythonWorker | null = null;
  #granted: Granted | null = null;
  #progress: ProgressEvent | null = null;
  /** It has come to its end, or is not to begin any more. */
  #over = false;
  /** Nobody listens any more. */
  #left = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly request: SolveRequest,
    private readonly hear: (event: JobEvent) => void,
  ) {}

  /** Resolves once the search is taken on; what is wrong with the request is thrown. */
  async begin(): Promise<void> {
    const ownCode = usesOwnCode(this.request.method);
    // A link may have come from somebody whose heuristic stayed in his own browser.
    if (ownCode && !own.source) throw new ApiError(t.code.missing, 422, { message: t.code.missing, field: 'heuristic' });
    await offline.ready;
    if (!ownCode) this.#granted = await ask<Granted>('grant', this.#wish);
    if (this.#over) return;
    const running = crew.take((position) => this.#tell({ type: 'queued', position: (this.position = position) })).then((worker) => this.#run(worker));
    if (ownCode) await running;
    else running.catch((error: unknown) => this.#fail(error));
  }

  /** What is asked for, with the solutions that it goes on from; what the visitor's own heuristic claims is no proof. */
  get #wish(): object {
    const known = (this.request.after ?? []).flatMap((id) => {
      const row = results.get(id);
      return row && !usesOwnCode(row.method) ? [[id, row]] : [];
    });
    return { request: this.request, earlier: Object.fromEntries(known) as Record<string, Solution> };
  }

  async cancel(): Promise<void> {
    if (this.#over) return;
    const worker = this.#worker;
    if (!worker) return this.#tellEnd(false); // its worker is given back when it is there
    if (!worker.canStop) return this.#end(false);
    worker.stop();
    this.#timer ??= setTimeout(() => this.#end(false), CANCEL_GRACE);
  }

  leave(): void {
    this.#left = true;
  }

  async #run(worker: PythonWorker): Promise<void> {
    if (this.#over) return crew.give(worker);
    try {
      await worker.ready;
      await crew.teach(worker);
      this.#granted ??= await worker.call<Granted>('grant', this.#wish);
    } catch (error) {
      crew.give(worker);
      throw error;
    }
    this.#tell({ type: 'running' });
    if (this.#over) return crew.give(worker); // it was cancelled meanwhile
    void this.#search(worker, this.#granted);
  }

  async #search(worker: PythonWorker, granted: Granted): Promise<void> {
    const seconds = granted.question.limits.time ?? 600;
    const overdue = setTimeout(() => this.#end(true), seconds * 1000 + SLACK);
    this.#worker = worker;
    try {
      const result = await worker.call<Solution>('solve', granted, (event) => {
        if (event.type === 'progress') this.#progress = event;
        this.#tell(event);
      });
      this.#finish(result);
    } catch (error) {
      this.#fail(error);
    } finally {
      clearTimeout(overdue);
      clearTimeout(this.#timer);
      this.#worker = null;
      crew.give(worker);
    }
  }

  /** End the worker, and say what the search had found. */
  #end(overdue: boolean): void {
    this.#worker?.end();
    void this.#tellEnd(overdue);
  }

  async #tellEnd(overdue: boolean): Promise<void> {
    this.#over = true;
    if (!this.#granted || this.#left) return;
    const payload = { question: this.#granted.question, known: this.#granted.known, progress: this.#progress, overdue };
    this.#finish(await ask<Solution>('ended', payload));
  }

  #finish(result: Solution): void {
    this.#over = true;
    results.set(this.id, result);
    if (!this.#left) this.hear({ type: 'result', result });
  }

  #fail(error: unknown): void {
    this.#tell(error instanceof ApiError && !error.gone ? { type: 'error', error } : { type: 'lost' });
    this.#over = true;
  }

  #tell(event: JobEvent): void {
    if (!this.#over && !this.#left) this.hear(event);
  }
}

async function download(id: string, format: Format): Promise<Blob> {
  const row = results.get(id);
  if (!row) throw new ApiError('', 0);
  if (format === 'json') return new Blob([JSON.stringify(row)], { type: 'application/json' });
  const { base64 } = await askHelper<{ base64: string }>('download', { row, form: format, style: {} });
  return (await fetch(`data:application/octet-stream;base64,${base64}`)).blob();
}

export const python: Transport = {
  catalog: () => ask<Catalog>('catalog'),
  parse: (text, goal) => ask<Parsed>('parse', { request: { text, ...(goal ? { goal } : {}) } }),
  check: (request) => ask<Checked>('check', { request }),
  explain: (request) => askHelper<Explained>('explain', { request }),
  depth: (goal, cost) => ask<DepthAnswer>('depth', { request: { goal, cost } }),
  // A game may begin before Python is there.
  scramble: async (request) => (loading.done ? null : drawBoard(request)) ?? askHelper<Scrambled>('scramble', { request }),
  hint: (request) => askHelper<Hint>('hint', { request }),
  review: (pair, moves) => askHelper<ReviewAnswer>('review', { request: { ...pair, moves } }),
  instance: (name, number) => ask<Instance>('instance', { name, number }),
  search: async (request, hear, signal) => {
    const search = new PageSearch(request, hear);
    // Whoever asks has no other way to stop it before it is taken on.
    signal.addEventListener('abort', () => {
      search.leave();
      void search.cancel();
    });
    await search.begin();
    return search;
  },
  // A search of a page ends with it.
  attach: () => Promise.reject(new ApiError('', 404)),
  download,
};

/** What is wrong with a source, if anything, and what it says of itself. */
export interface Kept {
  message: string | null;
  line: number | null;
  admissible: boolean;
  consistent: boolean;
}

/** Runs something in a worker that is ended if it takes too long or is not wanted any more: the visitor's code may never return. */
async function inWorkshop<T>(milliseconds: number, work: (worker: PythonWorker) => Promise<T>, signal?: AbortSignal): Promise<T> {
  await offline.ready;
  const worker = await crew.take(() => undefined);
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => worker.end();
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    await worker.ready;
    timer = setTimeout(() => {
      late = true;
      worker.end();
    }, milliseconds);
    return await work(worker);
  } catch (error) {
    throw late ? new ApiError('', 408) : error;
  } finally {
    signal?.removeEventListener('abort', end);
    clearTimeout(timer);
    crew.give(worker);
  }
}

export const workshop = {
  /** Try a source and keep it for all searches, unless it is wrong. */
  keep: async (source: string): Promise<Kept> => {
    const kept = await inWorkshop(OWN_CODE_GRACE, (worker) => {
      worker.source = source;
      return worker.call<Kept>('own', { source });
    });
    if (kept.message === null) own.keep(source, kept.admissible);
    return kept;
  },
  /** Hold the kept source against the truth. */
  judge: (request: JudgeRequest, hear: (event: Judging) => void, signal: AbortSignal): Promise<Verdict> =>
    inWorkshop(
      JUDGE_PATIENCE,
      async (worker) => {
        await crew.teach(worker);
        return worker.call<Verdict, Judging>('judge', { request }, hear);
      },
      signal,
    ),
};
