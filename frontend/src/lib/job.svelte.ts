// SPDX-License-Identifier: MIT
import { ApiError, type ExpansionRow, type JobEvent, type ProgressEvent, type Search, type Solution, type SolveRequest, type Stats } from './api';
import { api } from './transport';

/** A search that is cancelled before it began is `cancelled`; later ones are `done`, with a result that says so. */
export type JobState = 'idle' | 'sending' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface Sample {
  elapsed: number;
  bound: number;
  generated: number;
  frontier: number;
  /** Length of the best path so far. */
  cost: number | null;
}

/** One search: asked for, watched, cancelled, answered. */
export class Job {
  state: JobState = $state('idle');
  id = $state('');
  position = $state(0);
  progress: ProgressEvent | null = $state.raw(null);
  result: Solution | null = $state.raw(null);
  error: ApiError | null = $state.raw(null);
  samples: Sample[] = $state.raw([]);
  /** The trace as it came. */
  expansions: ExpansionRow[] = $state.raw([]);
  #search: Search | null = null;
  /** Somebody asked for its end: should it be taken up again, that is passed on. */
  #unwanted = false;
  /** Aborted when this search is forgotten: what it still says does not count, and one on its way need not begin. */
  #forgotten = new AbortController();

  /** Whoever looks after it is told of every change. */
  constructor(private readonly changed: () => void = () => undefined) {}

  get busy(): boolean {
    return this.state === 'sending' || this.state === 'queued' || this.state === 'running';
  }

  start(request: SolveRequest): Promise<void> {
    this.reset();
    return this.#begin((hear, signal) => api.search(request, hear, signal));
  }

  /** Hear of a search again that was begun before a reload or a loss of the line. */
  attach(id: string): Promise<void> {
    const unwanted = this.#unwanted;
    this.reset();
    this.id = id; // so that it can be asked for once more, should nobody answer
    this.#unwanted = unwanted;
    return this.#begin((hear) => api.attach(id, hear));
  }

  async #begin(ask: (hear: (event: JobEvent) => void, signal: AbortSignal) => Promise<Search>): Promise<void> {
    const { signal } = this.#forgotten;
    this.state = 'sending';
    try {
      const search = await ask((event) => signal.aborted || this.#take(event), signal);
      if (signal.aborted) return end(search);
      this.#search = search;
      this.id = search.id;
      this.position = search.position;
      if (this.state === 'sending') this.state = search.position > 0 ? 'queued' : 'running';
      if (this.#unwanted) this.cancel();
      this.changed();
    } catch (error) {
      if (!signal.aborted) this.#fail(error instanceof ApiError ? error : new ApiError(String(error), 0));
    }
  }

  /** Ask for an end; what was found so far still arrives. */
  cancel(): void {
    if (this.busy && !this.id) {
      // Nobody has taken it on, so nothing was found that one would have to wait for.
      this.reset();
      this.state = 'cancelled';
      return this.changed();
    }
    this.#unwanted = true;
    const { signal } = this.#forgotten;
    // By the time this fails another search may have begun, which has nothing to do with it.
    if (this.busy) this.#search?.cancel().catch((error: ApiError) => signal.aborted || this.#fail(error));
  }

  /** Forget everything; a search that still runs is cancelled. */
  reset(): void {
    if (this.busy && this.#search) end(this.#search);
    this.#forgotten.abort();
    this.#forgotten = new AbortController();
    this.#search = null;
    this.#unwanted = false;
    this.state = 'idle';
    this.id = '';
    this.position = 0;
    this.progress = this.result = this.error = null;
    this.samples = [];
    this.expansions = [];
  }

  #take(event: JobEvent): void {
    switch (event.type) {
      case 'queued':
        this.state = 'queued';
        this.position = event.position;
        break;
      case 'running':
        this.state = 'running';
        break;
      case 'progress':
        this.state = 'running';
        this.progress = event;
        this.#sample(event.stats, event.lower_bound, event.cost, event.frontier);
        break;
      case 'expansions':
        this.expansions = this.expansions.concat(event.items);
        break;
      case 'again':
        this.expansions = [];
        break;
      case 'result':
        this.result = event.result;
        this.#sample(event.result.stats, event.result.lower_bound, event.result.cost, 0);
        this.state = 'done';
        break;
      case 'error':
        return this.#fail(new ApiError(event.error.message, 500, event.error));
      case 'lost':
        return this.#fail(new ApiError('', 0));
    }
    this.changed();
  }

  #sample({ elapsed, generated }: Stats, bound: number, cost: number | null, frontier: number): void {
    const last = this.samples[this.samples.length - 1];
    if (!last || elapsed >= last.elapsed) this.samples = [...this.samples.slice(-2000), { elapsed, generated, bound, cost, frontier }];
  }

  #fail(error: ApiError): void {
    this.error = error;
    this.state = 'failed';
    this.#search?.leave();
    this.changed();
  }
}

/** Stop a search that nobody wants any more. */
function end(search: Search): void {
  search.leave();
  search.cancel().catch(() => undefined);
}
