// SPDX-License-Identifier: MIT
import { api, ApiError, eventsSocket, type ExpansionRow, type JobEvent, type ProgressEvent, type Solution, type SolveRequest, type Stats } from './api';

export type JobState = 'idle' | 'sending' | 'queued' | 'running' | 'done' | 'failed';
const RETRIES = 3;

export interface Sample {
  elapsed: number;
  bound: number;
  generated: number;
  frontier: number;
}

/** One search on the server: asked for, watched, cancelled, answered. */
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
  #socket: WebSocket | null = null;
  #turn = 0;
  #lost = 0;

  get busy(): boolean {
    return this.state === 'sending' || this.state === 'queued' || this.state === 'running';
  }

  async start(request: SolveRequest): Promise<void> {
    this.reset();
    const turn = this.#turn;
    this.state = 'sending';
    try {
      const accepted = await api.solve(request);
      if (turn !== this.#turn) return void api.cancel(accepted.id).catch(() => undefined);
      this.id = accepted.id;
      this.position = accepted.position;
      this.state = accepted.position > 0 ? 'queued' : 'running';
      this.#listen(turn);
    } catch (error) {
      if (turn === this.#turn) this.#fail(error instanceof ApiError ? error : new ApiError(String(error), 0));
    }
  }

  /** Ask the server to stop; what it has found so far still arrives. */
  cancel(): void {
    const turn = this.#turn;
    if (this.state === 'sending') this.reset();
    // By the time this fails another search may have begun, which has nothing to do with it.
    else if (this.busy) api.cancel(this.id).catch((error: ApiError) => turn === this.#turn && this.#fail(error));
  }

  /** Forget everything; a search that still runs is cancelled. */
  reset(): void {
    if (this.busy && this.id) api.cancel(this.id).catch(() => undefined);
    this.#turn += 1;
    this.#lost = 0;
    this.#socket?.close();
    this.#socket = null;
    this.state = 'idle';
    this.id = '';
    this.position = 0;
    this.progress = this.result = this.error = null;
    this.samples = [];
    this.expansions = [];
  }

  #listen(turn: number): void {
    const socket = eventsSocket(this.id);
    this.expansions = [];
    this.#socket = socket;
    socket.onmessage = (message) => {
      if (turn === this.#turn) this.#take(JSON.parse(message.data as string) as JobEvent);
    };
    socket.onclose = () => {
      if (turn !== this.#turn || !this.busy) return;
      // A line that breaks is taken up again: the server waits a moment, then tells everything from the start.
      if (++this.#lost > RETRIES) return this.#fail(new ApiError('', 0));
      setTimeout(() => turn === this.#turn && this.busy && this.#listen(turn), 400);
    };
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
        this.#sample(event.stats, event.lower_bound, event.frontier);
        break;
      case 'expansions':
        this.expansions = this.expansions.concat(event.items);
        break;
      case 'result':
        this.result = event.result;
        this.#sample(event.result.stats, event.result.lower_bound, 0);
        this.state = 'done';
        this.#socket?.close();
        break;
      case 'error':
        this.#fail(new ApiError(event.error.message, 500));
    }
  }

  #sample({ elapsed, generated }: Stats, bound: number, frontier: number): void {
    const last = this.samples[this.samples.length - 1];
    if (!last || elapsed >= last.elapsed) this.samples = [...this.samples.slice(-2000), { elapsed, generated, bound, frontier }];
  }

  #fail(error: ApiError): void {
    this.error = error;
    this.state = 'failed';
    this.#socket?.close();
  }
}
