// SPDX-License-Identifier: MIT
/** The library's vocabulary, and what can be asked of it: the same over HTTP and from a worker inside the page. */

import type { Rows } from './board';
import type * as wire from './wire';
import type { Catalog, ErrorDetail, ExplainAnswer, HintAnswer, InstanceAnswer, ParseAnswer, SolveRequest } from './wire';

export type {
  AlgorithmInfo,
  Catalog,
  Cause,
  CounterInfo,
  EngineInfo,
  ErrorDetail,
  HeuristicInfo,
  LimitsRequest,
  OptionInfo,
  OptionSchema,
  ProgressEvent,
  ServerLimits,
  SetInfo,
  Solution,
  SolveRequest,
  Stats,
  Status,
  ConflictAnswer as Conflict,
  ExplainAnswer as Explained,
  HintAnswer as Hint,
  InstanceAnswer as Instance,
  ParseAnswer as Parsed,
  TileAnswer as TileFacts,
} from './wire';

export type OptionValue = wire.OptionInfo['default'];
export type Checked = wire.CheckAnswer;
export interface Pair {
  start: Rows;
  goal: Rows;
}
export type ScrambleRequest = wire.ScrambleRequest & { rows: number; cols: number };
export interface Scrambled extends Pair {
  /** How to get it again; null for a board that the page drew by itself. */
  seed: number | null;
}
/** How to search; the options of the method stand beside the rest under their names. */
export type MethodRequest = Omit<wire.SolveRequest, 'start' | 'goal' | 'trace_limit'>;
export type Format = 'json' | 'txt' | 'gif';
/** One expansion as it travels: node, parent, move, g, h, f, tiles. */
export type ExpansionRow = wire.ExpansionsEvent['items'][number];
export type JobEvent =
  | wire.JobEvent
  /** The line broke and was taken up again: everything is told from the start. */
  | { type: 'again' }
  /** Nobody answers any more. */
  | { type: 'lost' };

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

  /** What was asked for is not there, or not any more. */
  get missing(): boolean {
    return this.status === 404;
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
  parse(text: string, goal?: string): Promise<ParseAnswer>;
  check(pair: Pair): Promise<Checked>;
  explain(pair: Pair): Promise<ExplainAnswer>;
  /** How deep a board is whose shortest solution has so many moves. */
  depth(goal: Rows, cost: number): Promise<wire.DepthAnswer>;
  scramble(wish: ScrambleRequest): Promise<Scrambled>;
  hint(pair: Pair): Promise<HintAnswer>;
  /** How far every board of a game was from the goal. */
  review(pair: Pair, moves: string): Promise<wire.ReviewAnswer>;
  instance(set: string, id: number): Promise<InstanceAnswer>;
  /** `signal` says that nobody wants it any more, also before it was taken on. */
  search(request: SolveRequest, hear: (event: JobEvent) => void, signal: AbortSignal): Promise<Search>;
  /** Listen again to a search of before a reload or a loss of the line; one that nobody knows any more is refused with 404. */
  attach(id: string, hear: (event: JobEvent) => void): Promise<Search>;
  /** The solution of a search that is done, as a file. */
  download(id: string, format: Format): Promise<Blob>;
}
