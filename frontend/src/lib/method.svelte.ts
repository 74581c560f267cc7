// SPDX-License-Identifier: MIT
import { VIEW_PARAMS, type Params } from './address';
import type { AlgorithmInfo, Cause, LimitsRequest, MethodRequest, OptionInfo, OptionValue, Solution } from './api';
import { readNumber } from './format';
import { controlOf, convert, defaultOf } from './options';
import { session } from './session.svelte';

const MB = 2 ** 20;
const LIMITS = ['time', 'memory', 'nodes', 'depth'] as const;
type Limit = (typeof LIMITS)[number];
/** Options that are limits as well, by the cause of the end of a search for which they were too small. */
const LIMITING: Partial<Record<Cause, string>> = { 'memory-nodes': 'memory_nodes' };

/** Addresses that were shared long ago call some options by other names. */
const FORMER_NAMES = new Map([['beam', 'beam_width']]);
/** Seconds for the method that would otherwise use all it is granted. */
const QUICK_SECONDS = 5;
const PROVABLE_CELLS = 16;
/** Boards up to this size have a bound that rises while one waits. */
const PURSUED_CELLS = 25;

/** The depth at which depth-limited search turns back when nobody says another. */
export const USUAL_DEPTH = 20;

/** The searches that take a heuristic, until the server has said so itself. */
const INFORMED = ['greedy', 'astar', 'wastar', 'idastar', 'beam', 'rbfs', 'hill'];
/** The methods that leave no trace to watch, until then. */
const UNTRACED = ['optimal', 'anytime'];

function listed(algorithm: string): AlgorithmInfo | undefined {
  return session.catalog?.algorithms.find(({ name, aliases }) => name === algorithm || aliases.includes(algorithm));
}

/** Whether the search of an algorithm can be watched. */
export function isTraced(algorithm: string): boolean {
  return listed(algorithm)?.traced ?? !UNTRACED.includes(algorithm);
}

/** The part of an address that names the method of a finished search: its options as far as they are not the defaults. */
export function resultParams({ method, algorithm, options }: Solution): Record<string, string> {
  const params: Record<string, string> = { method };
  for (const option of session.catalog?.options ?? []) {
    const value = options[option.name] ?? null;
    if (value !== null && String(value) !== String(defaultOf(option, algorithm))) params[option.name] = String(value);
  }
  return params;
}

/** A method with its options as a form holds them: texts, empty where nothing was said. */
export class MethodChoice {
  /** Empty for what the solver itself would choose. */
  algorithm = $state('');
  heuristic = $state('manhattan');
  engine = $state('');
  limits: Record<Limit, string> = $state({ time: '', memory: '', nodes: '', depth: '' });
  /** By name, those of other algorithms too: who tries another method and comes back finds them again. */
  options: Record<string, string> = $state({});

  constructor(params: Params = {}) {
    const { method = '', engine = '', ...rest } = params;
    const [algorithm, heuristic] = method.split('@', 2);
    this.algorithm = algorithm;
    if (heuristic) this.heuristic = heuristic;
    this.engine = engine;
    for (const [name, text] of Object.entries(rest)) {
      if (isLimit(name)) this.limits[name] = text;
      // Which of the others are options only the catalogue can tell, and it may come later.
      else if (!VIEW_PARAMS.includes(name) && !name.includes('.')) this.options[FORMER_NAMES.get(name) ?? name] = text;
    }
  }

  get informed(): boolean {
    return listed(this.algorithm)?.informed ?? INFORMED.includes(this.algorithm);
  }

  /** `algorithm[@heuristic]`, empty for the solver's choice. */
  get text(): string {
    return this.informed ? `${this.algorithm}@${this.heuristic}` : this.algorithm;
  }

  /** The options that concern this algorithm, of the solver's choice those that concern all; none before the catalogue is there. */
  get used(): OptionInfo[] {
    const name = listed(this.algorithm)?.name;
    const all = session.catalog?.algorithms.length;
    return session.catalog?.options.filter(({ algorithms }) => (name === undefined ? !this.algorithm && algorithms.length === all : algorithms.includes(name))) ?? [];
  }

  /** What was said about an option, empty for nothing. */
  said(name: string): string {
    return (this.options[name] ?? '').trim();
  }

  defaultOf(option: OptionInfo): OptionValue {
    return defaultOf(option, listed(this.algorithm)?.name ?? this.algorithm);
  }

  /** The options that the search runs with, the defaults included. */
  get settings(): Record<string, OptionValue> {
    return Object.fromEntries(this.used.map((option) => [option.name, this.#value(option) ?? this.defaultOf(option)]));
  }

  params(): Record<string, string> {
    const limits = Object.fromEntries(LIMITS.map((name) => [name, this.limits[name].trim()]));
    return { method: this.text, ...this.#texts(), engine: this.engine, ...limits };
  }

  /** Seconds where nothing is said, on a board of so many cells; null before the catalogue is there. */
  defaultTime(cells: number): number | null {
    const quick = this.algorithm === 'anytime' || (!this.algorithm && cells > PROVABLE_CELLS);
    return quick ? QUICK_SECONDS : (session.catalog?.limits.default_time ?? null);
  }

  /**
   * The searches to ask for at once. A board too large to be proven and small enough to try gets two of them: one shortens the
   * path while the other raises the bound. `leg` counts those before, so that a quick search tries something else.
   */
  requests(cells: number, leg = 0): MethodRequest[] {
    const whole = this.request(cells);
    const seeded = leg && !this.said('seed') ? { seed: leg } : {};
    if (this.algorithm === 'anytime') return [{ ...whole, ...seeded }];
    if (this.algorithm || cells <= PROVABLE_CELLS || cells > PURSUED_CELLS) return [whole];
    return [
      { ...whole, ...seeded, method: 'anytime' },
      { ...whole, method: 'optimal' },
    ];
  }

  /** What to ask the server for, on a board of so many cells. */
  request(cells = 0): MethodRequest {
    // What is no number goes to the server as it is, which says what is wrong with it.
    const number = (name: Limit, unit = 1): number | undefined => {
      const text = this.limits[name].trim();
      if (!text) return undefined;
      const value = readNumber(text);
      return value === null ? (text as unknown as number) : unit === 1 ? value : Math.round(value * unit);
    };
    const time = number('time') ?? (this.algorithm === 'anytime' || (!this.algorithm && cells > PROVABLE_CELLS) ? QUICK_SECONDS : undefined);
    const limits: LimitsRequest = { time, memory: number('memory', MB), nodes: number('nodes'), depth: number('depth') };
    const values = session.catalog ? this.used.map((option) => [option.name, this.#value(option)]) : Object.entries(this.#texts());
    const options = Object.fromEntries(values.filter(([, value]) => value !== null && value !== ''));
    return { ...options, method: this.text || undefined, engine: this.engine || undefined, limits };
  }

  /**
   * Ask for four times as much, within what the server grants, after a search that ended for such a cause; false when that is what
   * was asked for already.
   */
  enlarge(cells: number, cause?: Cause | null): boolean {
    const { max_time: maxTime, max_memory: maxMemory, default_time } = session.catalog?.limits ?? { max_time: 600, max_memory: 2 ** 30, default_time: 60 };
    const defaultTime = this.defaultTime(cells) ?? default_time;
    const asked = () => JSON.stringify([this.limits, this.options]);
    const before = asked();
    const grow = (name: Limit, fallback: number, most: number) => {
      this.limits[name] = String(Math.min(most, 4 * (readNumber(this.limits[name]) || fallback)));
    };
    grow('time', defaultTime, maxTime);
    if (this.limits.memory) grow('memory', maxMemory / MB, Math.floor(maxMemory / MB));
    if (this.limits.nodes) grow('nodes', 0, Number.MAX_SAFE_INTEGER);
    if (this.limits.depth || cause === 'depth-limit') this.limits.depth = String(2 * (readNumber(this.limits.depth) || USUAL_DEPTH));
    const limiting = cause ? this.used.find(({ name }) => name === LIMITING[cause]) : undefined;
    if (limiting) {
      const { name, schema } = limiting;
      this.options[name] = String(Math.min(controlOf(schema).maximum ?? Infinity, 4 * (Number(this.said(name)) || Number(this.defaultOf(limiting)))));
    }
    return asked() !== before;
  }

  /** What was said about an option as a value, null for nothing. */
  #value(option: OptionInfo): OptionValue {
    const text = this.said(option.name);
    return text ? convert(text, option.schema) : null;
  }

  /** What was said about the options of this algorithm; before the catalogue is there, all that may be one. */
  #texts(): Record<string, string> {
    const names = session.catalog ? this.used.map(({ name }) => name) : Object.keys(this.options);
    return Object.fromEntries(names.map((name) => [name, this.said(name)]));
  }
}

const isLimit = (name: string): name is Limit => (LIMITS as readonly string[]).includes(name);
