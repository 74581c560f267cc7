// SPDX-License-Identifier: MIT
/** The server's vocabulary, and the calls. Nothing here keeps state. */

import type { Move, Rows } from './board';

export interface AlgorithmInfo {
  name: string;
  title: string;
  informed: boolean;
  optimal: boolean;
  complete: boolean;
  /** Whether its search can be watched. */
  traced: boolean;
  aliases: string[];
}
export interface HeuristicInfo {
  name: string;
  admissible: boolean;
  consistent: boolean;
  relaxation: string;
  aliases: string[];
}
export interface SetInfo {
  name: string;
  about: string;
  size: string;
  count: number;
  /** The least and the largest length of a shortest solution, null where they are not known. */
  optimal: [number, number] | null;
}
export interface EngineInfo {
  name: string;
  about: string;
  available: boolean;
  reason: string | null;
}
export type OptionValue = string | number | boolean | null;
/** As much of JSON schema as describes an option. */
export interface OptionSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'null';
  enum?: OptionValue[];
  minimum?: number;
  maximum?: number;
  examples?: OptionValue[];
  anyOf?: OptionSchema[];
}
/** An option of methods. */
export interface OptionInfo {
  name: string;
  title: string;
  help: string;
  metavar: string;
  /** What holds where nothing is said, null where the solver decides. */
  default: OptionValue;
  /** The default of algorithms that have another. */
  defaults: Record<string, OptionValue>;
  /** The algorithms that it concerns. */
  algorithms: string[];
  schema: OptionSchema;
}
/** A counter of searches. */
export interface CounterInfo {
  name: string;
  title: string;
  /** Its name in an answer, empty where answers leave it out. */
  label: string;
  /** A short heading, empty where the library's own tables leave it out. */
  column: string;
  /** `nodes`, `seconds`, `bytes` or one to come; empty where it is no amount of anything. */
  unit: string;
}
export interface ServerLimits {
  max_side: number;
  max_time: number;
  max_memory: number;
  max_trace: number;
  default_time: number;
  concurrent: number;
}
export interface Catalog {
  version: string;
  algorithms: AlgorithmInfo[];
  heuristics: HeuristicInfo[];
  sets: SetInfo[];
  engines: EngineInfo[];
  goals: string[];
  options: OptionInfo[];
  counters: CounterInfo[];
  limits: ServerLimits;
}

export interface Pair {
  start: Rows;
  goal: Rows;
}
export interface Parsed extends Pair {
  rows: number;
  cols: number;
  solvable: boolean;
  reason: string;
}
export interface Checked {
  solvable: boolean;
  reason: string;
  inversions: number;
  pairs: [number, number][];
  rows_to_goal: number;
  fix?: [number, number] | null;
}
export interface TileFacts {
  tile: number;
  row: number;
  column: number;
  goal_row: number;
  goal_column: number;
  manhattan: number;
  euclidean: number;
}
export interface Conflict {
  line: 'row' | 'column';
  index: number;
  tiles: [number, number];
}
export interface Explained {
  heuristics: Record<string, number | null>;
  refused: Record<string, string>;
  tiles: TileFacts[];
  conflicts: Conflict[];
}
export interface ScrambleRequest {
  rows: number;
  cols: number;
  goal?: string;
  depth?: number;
  walk?: number;
  seed?: number;
}
export interface Scrambled extends Pair {
  seed: number;
}
export interface Hint {
  move: Move | null;
  tile: number | null;
  remaining: number | null;
  proven: boolean;
}
export interface Instance extends Pair {
  id: number;
  optimal: number | null;
}

export interface LimitsRequest {
  time?: number;
  nodes?: number;
  memory?: number;
  depth?: number;
}
/** How to search; the options of the method stand beside the rest under their names. */
export interface MethodRequest {
  method?: string;
  engine?: string;
  limits?: LimitsRequest;
  [option: string]: unknown;
}
export interface SolveRequest extends MethodRequest, Pair {
  trace_limit?: number;
}
export interface Accepted {
  id: string;
  position: number;
}

export type Status = 'optimal' | 'solved' | 'unsolvable' | 'limit' | 'gave-up' | 'cancelled' | 'failed';
/** Why a search ended as it did, for programs; `reason` says it to people. */
export type Cause =
  | 'time-limit'
  | 'node-limit'
  | 'memory-limit'
  | 'out-of-memory'
  | 'depth-limit'
  | 'cancelled'
  | 'exhausted'
  | 'dead-beam'
  | 'local-optimum'
  | 'too-long'
  | 'within-weight'
  | 'within-ratio'
  | 'unsolvable'
  | 'failed';
/** The counters of a search by name: those that the page names itself, and whatever else the catalogue lists. */
export interface Stats {
  generated: number;
  /** null where the method does not count it. */
  expanded: number | null;
  max_frontier: number | null;
  max_depth: number;
  iterations: number;
  elapsed: number;
  peak_memory: number;
  [counter: string]: number | null | undefined;
}
export interface Solution extends Pair {
  status: Status;
  cause: Cause | null;
  reason: string | null;
  cost: number | null;
  moves: string | null;
  lower_bound: number;
  method: string;
  algorithm: string;
  heuristic: string | null;
  engine: string;
  stats: Stats;
  seed: number | null;
  /** All options that concern the method, those that nobody set included. */
  options: Record<string, OptionValue>;
}

/** One expansion as it travels: node, parent, move, g, h, f, tiles. */
export type ExpansionRow = [number, number, Move | null, number, number, number, number[]];
export interface ProgressEvent {
  type: 'progress';
  stats: Stats;
  frontier: number;
  lower_bound: number;
  rate: number;
  /** What is going on when it is not a search, such as the building of a table; empty while it searches. */
  stage: string;
  /** Length of the best path so far. */
  cost: number | null;
}
export type JobEvent =
  | { type: 'queued'; position: number }
  | { type: 'running' }
  | ProgressEvent
  | { type: 'expansions'; items: ExpansionRow[] }
  | { type: 'result'; result: Solution }
  | { type: 'error'; error: { message: string } };

/** What the server refused, with the place it names. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly field?: string,
    readonly row?: number,
    readonly column?: number,
  ) {
    super(message);
  }

  /** The server did not answer at all. */
  get gone(): boolean {
    return this.status === 0;
  }
}

const ROOT = new URL('api/v1/', document.baseURI);

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(new URL(path, ROOT), init);
  } catch {
    throw new ApiError('', 0);
  }
  if (response.ok) return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
  throw await readError(response);
}

async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const error = (body as { error?: { message?: string; field?: string; row?: number; column?: number } } | null)?.error;
  return new ApiError(error?.message ?? response.statusText, response.status, error?.field, error?.row, error?.column);
}

function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

export const api = {
  catalog: () => call<Catalog>('catalog'),
  parse: (text: string, goal?: string) => post<Parsed>('parse', { text, ...(goal ? { goal } : {}) }),
  check: (pair: Pair) => post<Checked>('check', pair),
  explain: (pair: Pair) => post<Explained>('explain', pair),
  scramble: (wish: ScrambleRequest) => post<Scrambled>('scramble', wish),
  hint: (pair: Pair) => post<Hint>('hint', pair),
  instance: (set: string, id: number) => call<Instance>(`sets/${encodeURIComponent(set)}/${id}`),
  solve: (request: SolveRequest) => post<Accepted>('solve', request),
  cancel: (id: string) => call<void>(`jobs/${encodeURIComponent(id)}`, { method: 'DELETE', keepalive: true }),
};

export function eventsSocket(id: string): WebSocket {
  const url = new URL(`jobs/${encodeURIComponent(id)}/events`, ROOT);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url);
}

export function solutionUrl(id: string, format: 'json' | 'txt' | 'gif'): string {
  return new URL(`jobs/${encodeURIComponent(id)}/solution.${format}`, ROOT).href;
}
