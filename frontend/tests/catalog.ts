// SPDX-License-Identifier: MIT
/** A catalogue for tests, with an option and a counter that no server knows. */

import type { AlgorithmInfo, Catalog, CounterInfo, OptionInfo } from '../src/lib/api';

const algorithm = (name: string, informed: boolean, traced = true, aliases: string[] = []): AlgorithmInfo => ({ name, title: name, informed, optimal: true, complete: true, traced, aliases });

export const option = (name: string, algorithms: string[], rest: Partial<OptionInfo>): OptionInfo => ({ name, title: `The ${name}`, help: `What ${name} does.`, metavar: '', default: null, defaults: {}, algorithms, schema: { type: 'string' }, ...rest });

const counter = (name: string, unit: string, label = `The ${name}`): CounterInfo => ({ name, title: `title of ${name}`, label, column: '', unit });

export const catalog: Catalog = {
  version: '0',
  algorithms: [algorithm('optimal', false, false), algorithm('bfs', false), algorithm('greedy', true), algorithm('astar', true, true, ['a*']), algorithm('wastar', true), algorithm('beam', true), algorithm('secret', false, false)],
  heuristics: [],
  sets: [],
  engines: [],
  goals: ['last'],
  options: [
    option('order', ['bfs', 'greedy', 'astar', 'wastar', 'beam'], { default: 'ULRD' }),
    option('weight', ['wastar'], { default: '2', schema: { anyOf: [{ type: 'number', minimum: 1, maximum: 1000 }, { type: 'string' }] } }),
    option('ties', ['greedy', 'astar', 'wastar'], { default: 'deep,lifo', defaults: { greedy: 'fifo' }, schema: { type: 'string', examples: ['deep,lifo', 'fifo'] } }),
    option('beam_width', ['beam'], { default: 100, schema: { type: 'integer', minimum: 1, maximum: 10000000 } }),
    option('threads', ['optimal'], { schema: { type: 'integer', minimum: 1, maximum: 1024 } }),
    option('automaton', ['optimal'], { default: true, schema: { type: 'boolean' } }),
    option('dummy', ['bfs'], { default: 'mild', schema: { enum: ['mild', 'hot'] } }),
  ],
  counters: [
    counter('generated', 'nodes'),
    counter('expanded', 'nodes'),
    counter('max_frontier', 'nodes'),
    counter('max_depth', 'nodes'),
    counter('iterations', ''),
    counter('elapsed', 'seconds'),
    counter('peak_memory', 'bytes', ''),
    counter('dummies', 'nodes'),
    counter('spill', 'bytes', ''),
  ],
  limits: {
    max_side: 128,
    max_time: 600,
    max_memory: 2 ** 30,
    max_trace: 3000,
    default_time: 20,
    anytime_time: 3,
    concurrent: 6,
    trace_cells: 1_000_000,
    hint_time: 2,
    hint_memory: 2 ** 28,
    own_code: false,
    gif_moves: 500,
    gif_cells: 400,
  },
};
