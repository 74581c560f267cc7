// SPDX-License-Identifier: MIT
import type { LimitsRequest, SolveRequest } from './api';
import type { Params } from './address';
import { session } from './session.svelte';

const MB = 2 ** 20;
const FIELDS = ['weight', 'beam', 'order', 'seed', 'engine', 'time', 'memory', 'nodes', 'depth'] as const;
type Field = (typeof FIELDS)[number];

/** Methods that are free in how they search: they leave no trace to watch. */
export const UNTRACED = ['optimal', 'anytime'];
/** Seconds for the method that would otherwise use all it is granted. */
const QUICK_SECONDS = 5;
const PROVABLE_CELLS = 16;

/** The searches that take a heuristic, until the server has said so itself. */
const INFORMED = ['greedy', 'astar', 'wastar', 'idastar', 'beam', 'rbfs', 'hill'];

/** A method with its options as a form holds them: texts, empty where nothing was said. */
export class MethodChoice {
  /** Empty for what the solver itself would choose. */
  algorithm = $state('');
  heuristic = $state('manhattan');
  options: Record<Field, string> = $state(blank());

  constructor(params: Params = {}) {
    const [algorithm, heuristic] = (params.method ?? '').split('@', 2);
    this.algorithm = algorithm;
    if (heuristic) this.heuristic = heuristic;
    for (const field of FIELDS) this.options[field] = params[field] ?? '';
  }

  get informed(): boolean {
    const listed = session.catalog?.algorithms.find(({ name }) => name === this.algorithm);
    return listed ? listed.informed : INFORMED.includes(this.algorithm);
  }

  /** `algorithm[@heuristic]`, empty for the solver's choice. */
  get text(): string {
    return this.informed ? `${this.algorithm}@${this.heuristic}` : this.algorithm;
  }

  /** The options that this algorithm has a use for. */
  get used(): Field[] {
    const own: Partial<Record<string, Field>> = { wastar: 'weight', beam: 'beam', hill: 'seed' };
    return FIELDS.filter((field) => !['weight', 'beam', 'seed'].includes(field) || own[this.algorithm] === field);
  }

  params(): Record<string, string> {
    return { method: this.text, ...Object.fromEntries(this.used.map((field) => [field, this.options[field].trim()])) };
  }

  /** What to ask the server for, on a board of so many cells. */
  request(cells = 0): Omit<SolveRequest, 'start' | 'goal'> {
    const said = (field: Field) => (this.used.includes(field) ? this.options[field].trim() : '');
    const number = (field: Field) => (said(field) ? Number(said(field)) : undefined);
    const memory = number('memory');
    const quick = this.algorithm === 'anytime' || (!this.algorithm && cells > PROVABLE_CELLS);
    const limits: LimitsRequest = { time: number('time') ?? (quick ? QUICK_SECONDS : undefined), memory: memory && Math.round(memory * MB), nodes: number('nodes'), depth: number('depth') };
    return {
      method: this.text || undefined,
      order: said('order') || undefined,
      weight: said('weight') || undefined,
      beam_width: number('beam'),
      seed: number('seed'),
      engine: said('engine') || undefined,
      limits,
    };
  }

  /** Ask for four times as much, within what the server grants; false when that is what was asked for already. */
  enlarge(maxTime: number, maxMemory: number, defaultTime: number): boolean {
    const before = JSON.stringify(this.options);
    const grow = (field: Field, fallback: number, most: number) => {
      this.options[field] = String(Math.min(most, 4 * (Number(this.options[field]) || fallback)));
    };
    grow('time', defaultTime, maxTime);
    if (this.options.memory) grow('memory', maxMemory / MB, Math.floor(maxMemory / MB));
    if (this.options.nodes) grow('nodes', 0, Number.MAX_SAFE_INTEGER);
    if (this.options.depth) this.options.depth = String(2 * Number(this.options.depth));
    return JSON.stringify(this.options) !== before;
  }
}

function blank(): Record<Field, string> {
  return Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<Field, string>;
}
