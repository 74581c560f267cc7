// SPDX-License-Identifier: MIT
/** The library's vocabulary, and what can be asked of it: the same over HTTP and from a worker inside the page. */

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
  /** How to get it again; null for a board that the page drew by itself. */
  seed: number | null;
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
export type Format = 'json' | 'txt' | 'gif';

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
  | { type: 'error'; error: ErrorDetail }
  /** The line broke and was taken up again: everything is told from the start. */
  | { type: 'again' }
  /** Nobody answers any more. */
  | { type: 'lost' };

/** What is wrong with a request, and where. */
export interface ErrorDetail {
  message: string;
  field?: string | null;
  row?: number | null;
  column?: number | null;
}

/** What was refused, with the place that it names. */
export class ApiError extends Error {
  readonly field?: string;
  readonly row?: number;
  readonly column?: number;

  constructor(
    message: string,
    readonly status: number,
    detail?: ErrorDetail,
  ) {
    super(message);
    this.field = detail?.field ?? undefined;
    this.row = detail?.row ?? undefined;
    this.column = detail?.column ?? undefined;
  }

  /** It took too long, and was ended. */
  get late(): boolean {
    return this.status === 408;
  }

  /** Nobody answered at all. */
  get gone(): boolean {
    return this.status === 0;
  }
}

/** A search that was taken on. */
export interface Search {
  readonly id: string;
  /** Places before it in the queue. */
  readonly position: number;
  /** Stop it; what it has found so far is still told. */
  cancel(): Promise<void>;
  /** Hear no more of it. */
  leave(): void;
}

/** Who answers: a server, or the library inside the page. No view knows which. */
export interface Transport {
  catalog(): Promise<Catalog>;
  parse(text: string, goal?: string): Promise<Parsed>;
  check(pair: Pair): Promise<Checked>;
  explain(pair: Pair): Promise<Explained>;
  scramble(wish: ScrambleRequest): Promise<Scrambled>;
  hint(pair: Pair): Promise<Hint>;
  instance(set: string, id: number): Promise<Instance>;
  search(request: SolveRequest, hear: (event: JobEvent) => void): Promise<Search>;
  /** The solution of a search that is done, as a file. */
  download(id: string, format: Format): Promise<Blob>;
}
