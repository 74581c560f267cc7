// SPDX-License-Identifier: MIT
/** Requests, answers and events as the server describes them. Made by `frontend/make_types.py`: change its models instead. */

/** An algorithm to choose. */
export interface AlgorithmInfo {
  name: string;
  title: string;
  /** Whether it takes a heuristic. */
  informed: boolean;
  optimal: boolean;
  complete: boolean;
  /** Whether its search can be watched. */
  traced: boolean;
  aliases: string[];
}

/** A start and a goal. */
export interface BoardRequest {
  /** A board as a list of rows, 0 for the blank, each number from 0 once. */
  start: number[][];
  goal?: 'last' | 'first' | 'snail' | number[][];
}

/** What there is to choose from, and what is granted. */
export interface Catalog {
  version: string;
  algorithms: AlgorithmInfo[];
  heuristics: HeuristicInfo[];
  options: OptionInfo[];
  sets: SetInfo[];
  engines: EngineInfo[];
  counters: CounterInfo[];
  goals: string[];
  limits: ServerLimits;
}

/** Why a search ended without a proven answer, or how far its answer may be from the best. */
export type Cause = 'time-limit' | 'node-limit' | 'memory-limit' | 'out-of-memory' | 'memory-nodes' | 'depth-limit' | 'cancelled' | 'exhausted' | 'dead-beam' | 'local-optimum' | 'too-long' | 'within-weight' | 'within-ratio' | 'unsolvable' | 'failed';

/** Whether the goal can be reached, and why. */
export interface CheckAnswer {
  start: number[][];
  goal: number[][];
  solvable: boolean;
  reason: string;
  inversions: number;
  pairs: [number, number][];
  rows_to_goal: number;
  /** Two tiles whose exchange makes it solvable. */
  fix: [number, number] | null;
}

/** Two tiles in their goal line in the wrong order. */
export interface ConflictAnswer {
  line: 'row' | 'column';
  index: number;
  tiles: [number, number];
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

/** How deep a board is among all of its shape. */
export interface DepthAnswer {
  /** Share of boards that are nearer to the goal; null where the counts are not known. */
  share: number | null;
  /** The same in words. */
  text: string | null;
}

/** A goal, and the moves of a shortest solution to it. */
export interface DepthRequest {
  /** A board as a list of rows, 0 for the blank, each number from 0 once. */
  goal: number[][];
  cost: number;
  /** What counts as one: the move of a single tile, or a slide of tiles in a line. */
  metric?: 'tiles' | 'slides';
}

/** An engine, there or not. */
export interface EngineInfo {
  name: string;
  about: string;
  available: boolean;
  /** Why it is not there. */
  reason: string | null;
}

/** The body of every answer that is not a success. */
export interface ErrorAnswer {
  error: ErrorDetail;
}

/** What is wrong, and where. */
export interface ErrorDetail {
  message: string;
  field?: string | null;
  row?: number | null;
  column?: number | null;
}

/** The last event of a search that was refused, or failed. */
export interface ErrorEvent {
  type: 'error';
  error: ErrorDetail;
}

/** Some expansions: of each its node, parent, move, g, h, f and tiles. */
export interface ExpansionsEvent {
  type: 'expansions';
  items: [number, number, 'U' | 'L' | 'R' | 'D' | null, number, number, number, number[]][];
}

/** Whether the goal can be reached, and what every heuristic makes of the board. */
export interface ExplainAnswer {
  start: number[][];
  goal: number[][];
  solvable: boolean;
  reason: string;
  inversions: number;
  pairs: [number, number][];
  rows_to_goal: number;
  /** Two tiles whose exchange makes it solvable. */
  fix: [number, number] | null;
  heuristics: Record<string, number | null>;
  refused: Record<string, string>;
  tiles: TileAnswer[];
  conflicts: ConflictAnswer[];
}

/** A heuristic to choose. */
export interface HeuristicInfo {
  name: string;
  admissible: boolean;
  consistent: boolean;
  relaxation: string;
  aliases: string[];
}

/** The next move of the blank, and the tile that it slides. */
export interface HintAnswer {
  move: 'U' | 'L' | 'R' | 'D' | null;
  tile: number | null;
  /** Moves of a shortest solution, null unless proven. */
  remaining: number | null;
  proven: boolean;
  /** The whole path that was found. */
  moves: string | null;
  reason: string | null;
}

/** A start and a goal, and what to count. */
export interface HintRequest {
  /** A board as a list of rows, 0 for the blank, each number from 0 once. */
  start: number[][];
  goal?: 'last' | 'first' | 'snail' | number[][];
  /** What counts as one: the move of a single tile, or a slide of tiles in a line. */
  metric?: 'tiles' | 'slides';
}

/** One board of a set. */
export interface InstanceAnswer {
  set: string;
  id: number;
  start: number[][];
  goal: number[][];
  optimal: number | null;
  solvable: boolean;
  facts: Record<string, number>;
}

/** How far a search is. */
export interface JobAnswer {
  id: string;
  state: 'queued' | 'running' | 'done';
  position: number;
  progress: ProgressEvent | null;
  result: Solution | null;
  error: ErrorDetail | null;
}

export type JobEvent = QueuedEvent | RunningEvent | ProgressEvent | ExpansionsEvent | ResultEvent | ErrorEvent;

/** What the search may use; what is granted caps it. */
export interface LimitsRequest {
  /** Stop after this time. */
  time?: number;
  /** Stop after this many nodes. */
  nodes?: number;
  /** Stop at this memory, such as 500MB or 1GiB. */
  memory?: number;
  /** Do not look deeper than this. */
  depth?: number;
}

/** An option of methods. */
export interface OptionInfo {
  name: string;
  title: string;
  help: string;
  metavar: string;
  /** What holds where nothing is said, null where the solver decides. */
  default: string | number | boolean | null;
  /** The default of algorithms that have another. */
  defaults: Record<string, string | number | boolean | null>;
  /** The algorithms that it concerns. */
  algorithms: string[];
  /** What a value looks like. */
  schema: OptionSchema;
}

/** As much of JSON schema as describes an option. */
export interface OptionSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'null';
  enum?: (string | number | boolean | null)[];
  minimum?: number;
  maximum?: number;
  examples?: (string | number | boolean | null)[];
  anyOf?: OptionSchema[];
}

/** The boards that a text means. */
export interface ParseAnswer {
  start: number[][];
  goal: number[][];
  rows: number;
  cols: number;
  solvable: boolean;
  reason: string;
}

/** A board as somebody typed it. */
export interface ParseRequest {
  text: string;
  size?: string;
  goal?: string;
}

/** How far a search is. */
export interface ProgressEvent {
  type: 'progress';
  stats: Stats;
  frontier: number;
  lower_bound: number;
  rate: number;
  /** What is going on when it is not a search, such as the building of a table; empty while it searches. */
  stage: string;
  /** Cost of the best path so far. */
  cost: number | null;
}

/** A search waits. */
export interface QueuedEvent {
  type: 'queued';
  /** Places before it in the queue. */
  position: number;
}

/** The last event of a search that was answered. */
export interface ResultEvent {
  type: 'result';
  result: Solution;
}

/** How far every board of a game was from the goal. */
export interface ReviewAnswer {
  /** Of the start and after every move, null where that takes too long to find. */
  distances: (number | null)[];
}

/** A game: its start, its goal and the moves of the blank that were made. */
export interface ReviewRequest {
  /** A board as a list of rows, 0 for the blank, each number from 0 once. */
  start: number[][];
  goal?: 'last' | 'first' | 'snail' | number[][];
  moves: string;
  /** What counts as one: the move of a single tile, or a slide of tiles in a line. */
  metric?: 'tiles' | 'slides';
}

/** A search has begun, in a page without a server. */
export interface RunningEvent {
  type: 'running';
}

/** A random board and how to get it again. */
export interface ScrambleAnswer {
  start: number[][];
  goal: number[][];
  seed: number;
}

/** A random board: uniform, by a walk from the goal, or at an exact depth. */
export interface ScrambleRequest {
  rows?: number;
  cols?: number;
  goal?: 'last' | 'first' | 'snail' | number[][];
  depth?: number;
  walk?: number;
  seed?: number;
}

/** What is granted to a page: see `taquin.service.grant`. */
export interface ServerLimits {
  max_side: number;
  concurrent: number;
  max_time: number;
  default_time: number;
  anytime_time: number;
  max_memory: number;
  max_trace: number;
  trace_cells: number;
  hint_time: number;
  hint_memory: number;
  own_code: boolean;
  /** Longest path that becomes a GIF. */
  gif_moves: number;
  /** Largest board that becomes a GIF. */
  gif_cells: number;
}

/** A set of known boards. */
export interface SetInfo {
  name: string;
  about: string;
  size: string;
  count: number;
  /** The least and the largest length of a shortest solution, null where they are not known. */
  optimal: [number, number] | null;
}

/** The answer to a question, in the vocabulary of `taquin solve --json`. */
export interface Solution {
  status: Status;
  /** Why the search ended as it did, for people. */
  reason: string | null;
  /** The same for programs. */
  cause: Cause | null;
  /** What cost and lower bound count: single moves, or slides. */
  metric: 'tiles' | 'slides';
  cost: number | null;
  /** Single moves of the path. */
  length: number | null;
  /** Slides of the path: runs of equal moves. */
  slides: number | null;
  /** Moves of the blank, a letter each; where slides are counted, a letter and a count each, such as `R2 D U3`. */
  moves: string | null;
  lower_bound: number;
  method: string;
  algorithm: string;
  heuristic: string | null;
  engine: string;
  start: number[][];
  goal: number[][];
  stats: Stats;
  seed: number | null;
  /** All options that concern the method, those that nobody set included, and the limits that were set. */
  options: Record<string, string | number | boolean | null>;
}

/** A search: what to solve and how. */
export interface SolveRequest {
  /** A board as a list of rows, 0 for the blank, each number from 0 once. */
  start: number[][];
  goal?: 'last' | 'first' | 'snail' | number[][];
  method?: string;
  engine?: string;
  limits?: LimitsRequest;
  trace_limit?: number;
  /** Searches of the same board and goal that this one goes on from, by their ids: with their best path and the bound that they proved. Those that are forgotten are left out. */
  after?: string[];
  /** What counts as one: the move of a single tile, or a slide of tiles in a line. */
  metric?: 'tiles' | 'slides';
  /** Order in which the blank's moves are tried. */
  order?: string;
  /** How many times too long a path may be: weight of h in wastar and dwastar, the first in ara; bound of epsilon. */
  weight?: number | string;
  /** By how much ara lowers its weight after each path. */
  weight_step?: number | string;
  /** Which of several nodes of equal f goes first: deep, shallow, fifo, lifo, board, or some in order. */
  ties?: string;
  /** Whether mm orders by max(f, 2g + 1) instead of max(f, 2g). */
  epsilon?: boolean;
  /** Boards that beam keeps per layer. */
  beam_width?: number;
  /** Seed of what hill and annealing do at random, and of anytime. */
  seed?: number;
  /** Whether hill steps to the best neighbour or to any better one. */
  climb?: 'steepest' | 'stochastic';
  /** Whether hill, when stuck, walks at random from where it stands or from the start. */
  restart?: 'walk' | 'start';
  /** Moves that annealing tries while it cools down once. */
  cooling?: number;
  /** How often lrta walks from the start to the goal. */
  trials?: number;
  /** Nodes that sma keeps in memory. */
  memory_nodes?: number;
  /** Boards that idastar remembers, so as not to enter them again in an iteration (default: none). */
  transpositions?: number;
  /** Whether astar and idastar carry inconsistent estimates on to parents and children (default: no). */
  pathmax?: boolean;
  /** Threads of optimal and anytime (default: all cores). */
  threads?: number;
  /** How long anytime goes on by itself. */
  quality?: 'fast' | 'good' | 'best';
  /** Whether optimal prunes moves that lead to boards it comes to anyway. */
  automaton?: boolean;
}

/** The counters of a search; null where the method does not count. */
export interface Stats {
  generated: number;
  expanded: number | null;
  max_frontier: number | null;
  max_depth: number;
  iterations: number;
  elapsed: number;
  peak_memory: number;
}

/** How a search ended. */
export type Status = 'optimal' | 'solved' | 'unsolvable' | 'limit' | 'gave-up' | 'cancelled' | 'failed';

/** Where to ask for a search. */
export interface SubmitAnswer {
  id: string;
  /** Place in the queue, 0 when it runs. */
  position: number;
}

/** One tile, rows and columns counted from 1. */
export interface TileAnswer {
  tile: number;
  row: number;
  column: number;
  goal_row: number;
  goal_column: number;
  manhattan: number;
  euclidean: number;
}
