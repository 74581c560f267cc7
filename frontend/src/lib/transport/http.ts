// SPDX-License-Identifier: MIT
/** A server answers: requests over HTTP, searches over a WebSocket. */

import {
  ApiError,
  type Catalog,
  type Checked,
  type ErrorDetail,
  type Explained,
  type Hint,
  type Instance,
  type JobEvent,
  type Parsed,
  type Scrambled,
  type Search,
  type SolveRequest,
  type Transport,
} from '../api';
import type { DepthAnswer, JobAnswer, ReviewAnswer, SubmitAnswer } from '../wire';

const RETRIES = 3;
const RETRY_AFTER = 400;

const root = (): URL => new URL('api/v1/', document.baseURI);

async function send(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(new URL(path, root()), init);
  } catch {
    throw new ApiError('', 0);
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const error = (body as { error?: ErrorDetail } | null)?.error;
  throw new ApiError(error?.message ?? response.statusText, response.status, error);
}

const get = async <T>(path: string): Promise<T> => (await send(path)).json() as Promise<T>;

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await send(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return response.json() as Promise<T>;
}

/** One search on the server, and the line on which it tells. */
class ServerSearch implements Search {
  #socket: WebSocket | null = null;
  #lost = 0;
  #over = false;

  constructor(
    readonly id: string,
    readonly position: number,
    private readonly hear: (event: JobEvent) => void,
  ) {
    this.#listen();
  }

  async cancel(): Promise<void> {
    await send(`jobs/${encodeURIComponent(this.id)}`, { method: 'DELETE', keepalive: true });
  }

  leave(): void {
    this.#over = true;
    this.#socket?.close();
  }

  #listen(): void {
    const url = new URL(`jobs/${encodeURIComponent(this.id)}/events`, root());
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onmessage = (message) => {
      if (this.#over) return;
      const event = JSON.parse(message.data as string) as JobEvent;
      if (event.type === 'result' || event.type === 'error') this.leave();
      this.hear(event);
    };
    socket.onclose = () => {
      if (this.#over) return;
      // A line that breaks is taken up again: the server waits a moment, then tells everything from the start.
      if (++this.#lost > RETRIES) {
        this.#over = true;
        return this.hear({ type: 'lost' });
      }
      setTimeout(() => {
        if (this.#over) return;
        this.hear({ type: 'again' });
        this.#listen();
      }, RETRY_AFTER);
    };
  }
}

export const http: Transport = {
  catalog: () => get<Catalog>('catalog'),
  parse: (text, goal) => post<Parsed>('parse', { text, ...(goal ? { goal } : {}) }),
  check: (pair) => post<Checked>('check', pair),
  explain: (pair) => post<Explained>('explain', pair),
  depth: (goal, cost) => post<DepthAnswer>('depth', { goal, cost }),
  scramble: (wish) => post<Scrambled>('scramble', wish),
  hint: (pair) => post<Hint>('hint', pair),
  review: (pair, moves) => post<ReviewAnswer>('review', { ...pair, moves }),
  instance: (set, id) => get<Instance>(`sets/${encodeURIComponent(set)}/${id}`),
  search: async (request: SolveRequest, hear: (event: JobEvent) => void) => {
    const accepted = await post<SubmitAnswer>('solve', request);
    return new ServerSearch(accepted.id, accepted.position, hear);
  },
  attach: async (id, hear) => {
    const job = await get<JobAnswer>(`jobs/${encodeURIComponent(id)}`);
    return new ServerSearch(job.id, job.position, hear);
  },
  download: async (id, format) => (await send(`jobs/${encodeURIComponent(id)}/solution.${format}`)).blob(),
};
