// SPDX-License-Identifier: MIT
import { createRawSnippet } from 'svelte';
import { render } from 'svelte/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Solution } from '../src/lib/api';
import { formatPlace, parsePlace } from '../src/lib/address';
import { catalog, option } from './catalog';

// The address of the server is taken from the page.
vi.hoisted(() => vi.stubGlobal('document', { baseURI: 'http://localhost/' }));

const { ApiError } = await import('../src/lib/api');
const { isTraced, MethodChoice, resultParams } = await import('../src/lib/method.svelte');
const { Race } = await import('../src/lib/race.svelte');
const { session } = await import('../src/lib/session.svelte');
const { default: MethodForm } = await import('../src/components/MethodForm.svelte');

const said = (params: Record<string, string>) => Object.fromEntries(Object.entries(params).filter(([, text]) => text));
const children = createRawSnippet(() => ({ render: () => '<b></b>' }));

beforeEach(() => {
  session.catalog = catalog;
  session.gone = false;
});

describe('options that the catalogue lists', () => {
  it('appear, are sent and stand in the address, whatever they are', () => {
    const choice = new MethodChoice({ method: 'bfs' });
    expect(choice.used.map(({ name }) => name)).toEqual(['order', 'dummy']);
    expect(choice.settings).toEqual({ order: 'ULRD', dummy: 'mild' });
    expect(choice.request()).not.toHaveProperty('dummy');
    choice.options.dummy = ' hot ';
    expect(choice.request()).toMatchObject({ method: 'bfs', dummy: 'hot' });
    expect(choice.settings).toEqual({ order: 'ULRD', dummy: 'hot' });
    expect(said(choice.params())).toEqual({ method: 'bfs', dummy: 'hot' });
  });

  it('are sent as what the schema says', () => {
    expect(new MethodChoice({ method: 'beam@misplaced', beam_width: '7' }).request()).toMatchObject({ method: 'beam@misplaced', beam_width: 7 });
    expect(new MethodChoice({ method: 'beam', beam_width: 'wide' }).request()).toMatchObject({ beam_width: 'wide' });
    expect(new MethodChoice({ method: 'optimal', automaton: 'false' }).request()).toMatchObject({ automaton: false });
    expect(new MethodChoice({ method: 'wastar', weight: '3/2' }).request()).toMatchObject({ weight: '3/2' });
  });

  it('stay away from algorithms that they do not concern, and are there again after', () => {
    const choice = new MethodChoice({ method: 'wastar', weight: '3', ties: 'board' });
    choice.algorithm = 'astar';
    expect(choice.request()).not.toHaveProperty('weight');
    expect(said(choice.params())).toEqual({ method: 'astar@manhattan', ties: 'board' });
    choice.algorithm = '';
    expect(said(choice.params())).toEqual({});
    choice.algorithm = 'wastar';
    expect(choice.request()).toMatchObject({ weight: '3', ties: 'board' });
  });

  it('have the defaults of their algorithm, by any of its names', () => {
    expect(new MethodChoice({ method: 'greedy' }).settings.ties).toBe('fifo');
    expect(new MethodChoice({ method: 'a*@zero', order: 'RDLU' }).settings).toEqual({ order: 'RDLU', ties: 'deep,lifo' });
    expect(new MethodChoice({ method: 'a*' }).text).toBe('a*@manhattan');
  });
});

describe('addresses', () => {
  const address = '#/solve?board=1,2/3,0&method=beam@manhattan&beam=5&order=RDLU&engine=native&time=3&run=1&at=2&news=yes';

  it('wait for the catalogue, and then say what was meant', () => {
    session.catalog = null;
    const choice = new MethodChoice(parsePlace(address).params);
    expect(said(choice.params())).toEqual({ method: 'beam@manhattan', beam_width: '5', order: 'RDLU', news: 'yes', engine: 'native', time: '3' });
    session.catalog = catalog;
    expect(said(choice.params())).toEqual({ method: 'beam@manhattan', order: 'RDLU', beam_width: '5', engine: 'native', time: '3' });
    expect(choice.request()).toEqual({ method: 'beam@manhattan', order: 'RDLU', beam_width: 5, engine: 'native', limits: { time: 3 } });
  });

  it('come back', () => {
    const choice = new MethodChoice({ method: 'wastar@zero', weight: '3/2', ties: 'shallow,fifo', nodes: '9' });
    const { params } = parsePlace(formatPlace({ view: 'watch', page: '', params: choice.params() }));
    expect(new MethodChoice(params).request()).toEqual(choice.request());
  });

  it('of a finished search name what is not the default', () => {
    const options = { order: 'ULRD', weight: '3/2', ties: 'deep,lifo', threads: null };
    const result = { method: 'wastar@zero', algorithm: 'wastar', options } as unknown as Solution;
    expect(resultParams(result)).toEqual({ method: 'wastar@zero', weight: '3/2' });
    expect(resultParams({ ...result, method: 'greedy@zero', algorithm: 'greedy', options: { ties: 'deep,lifo' } })).toEqual({ method: 'greedy@zero', ties: 'deep,lifo' });
  });
});

it('takes from the catalogue what can be watched, and guesses before', () => {
  expect(['optimal', 'secret', 'bfs', 'a*'].map(isTraced)).toEqual([false, false, true, true]);
  session.catalog = null;
  expect(['optimal', 'secret', 'bfs'].map(isTraced)).toEqual([false, true, true]);
});

it('asks for more within what is granted', () => {
  const choice = new MethodChoice({ method: 'bfs', nodes: '100' });
  session.catalog = { ...catalog, limits: { ...catalog.limits, max_time: 60 } };
  expect(choice.enlarge(9)).toBe(true);
  expect(choice.limits).toMatchObject({ time: '60', nodes: '400', memory: '' });
  expect(new MethodChoice({ method: 'bfs', time: '60' }).enlarge(9)).toBe(false);
  const comma = new MethodChoice({ method: 'bfs', time: '0,5', memory: '1,5' });
  expect(comma.enlarge(9)).toBe(true);
  expect(comma.limits).toMatchObject({ time: '2', memory: '6' });
  const shallow = new MethodChoice({ method: 'bfs', time: '60' });
  expect([shallow.enlarge(9, 'time-limit'), shallow.enlarge(9, 'depth-limit'), shallow.limits.depth]).toEqual([false, true, '40']);
  const quick = new MethodChoice({});
  expect(quick.defaultTime(25)).toBe(5);
  expect(quick.enlarge(25)).toBe(true);
  expect(quick.limits.time).toBe('20');
});

it('asks for more nodes to keep where a search says that no path fits in them', () => {
  const nodes = option('memory_nodes', ['sma'], { default: 1000, schema: { type: 'integer', minimum: 2, maximum: 10_000 } });
  session.catalog = { ...catalog, algorithms: [...catalog.algorithms, { ...catalog.algorithms[0], name: 'sma', informed: true }], options: [...catalog.options, nodes] };
  const choice = new MethodChoice({ method: 'sma@manhattan', memory_nodes: '20', time: '600' });
  expect(choice.enlarge(9, 'time-limit')).toBe(false);
  expect(choice.enlarge(9, 'memory-nodes')).toBe(true);
  expect(choice.request()).toMatchObject({ memory_nodes: 80 });
  const usual = new MethodChoice({ method: 'sma@manhattan', time: '600' });
  expect([usual.enlarge(9, 'memory-nodes'), usual.options.memory_nodes]).toEqual([true, '4000']);
  expect([usual.enlarge(9, 'memory-nodes'), usual.options.memory_nodes]).toEqual([true, '10000']);
  expect(usual.enlarge(9, 'memory-nodes')).toBe(false);
  const other = new MethodChoice({ method: 'bfs' });
  expect([other.enlarge(9, 'memory-nodes'), other.options]).toEqual([true, {}]);
});

it('sends what is no number as it is, for the server to refuse', () => {
  const limits = (params: Record<string, string>) => new MethodChoice({ method: 'bfs', ...params }).request().limits;
  expect(limits({ time: 'abc', memory: 'much' })).toMatchObject({ time: 'abc', memory: 'much' });
  expect(limits({ time: '2,5', memory: '1' })).toMatchObject({ time: 2.5, memory: 2 ** 20 });
});

it('reads the seconds of a race as those of a search', () => {
  const race = new Race([]);
  expect(['0,5', '2.5', '0', 'abc', ''].map((time) => ((race.time = time), race.seconds))).toEqual([0.5, 2.5, null, null, null]);
});

it('asks for two searches at once where a bound rises while the path gets shorter', () => {
  const names = (method: string, cells: number, leg = 0) => new MethodChoice({ method }).requests(cells, leg).map(({ method, seed }) => [method, seed]);
  expect(names('', 16)).toEqual([[undefined, undefined]]);
  expect(names('', 25)).toEqual([['anytime', undefined], ['optimal', undefined]]);
  expect(names('', 25, 2)).toEqual([['anytime', 2], ['optimal', undefined]]);
  expect(names('', 36)).toEqual([[undefined, undefined]]);
  expect(names('optimal', 25)).toEqual([['optimal', undefined]]);
});

describe('the form', () => {
  const form = (params: Record<string, string>, error: InstanceType<typeof ApiError> | null = null) => render(MethodForm, { props: { method: new MethodChoice(params), error, children } }).body;
  const more = (html: string) => html.indexOf('<details');

  it('has a choice for an enumeration, with the default named', () => {
    const html = form({ method: 'bfs', dummy: 'hot' });
    expect(html).toMatch(/The dummy\s*(<!--.*?-->)*\s*<select[^>]*title="What dummy does\."/);
    expect(html).toContain('Default (mild)');
    expect(html).toMatch(/<option value="hot" selected/);
    expect(html.indexOf('The dummy')).toBeLessThan(more(html));
    expect(html.indexOf('The order')).toBeGreaterThan(more(html));
  });

  it('has a field for a text, with what it may be', () => {
    const html = form({ method: 'greedy' });
    expect(html).toMatch(/<input[^>]*placeholder="fifo"/);
    expect(html).toMatch(/<datalist/);
    expect(form({ method: 'wastar' })).toMatch(/title="What weight does\. At least 1\. At most 1,000\."/);
    expect(form({ method: 'beam' })).toMatch(/<input inputmode="numeric" placeholder="100"/);
    expect(form({ method: 'optimal' })).toMatch(/<input inputmode="numeric" placeholder="Default"/);
    expect(form({ method: 'optimal' })).toContain('Default (yes)');
  });

  it('opens what an address speaks of', () => {
    expect(form({ method: 'bfs' })).not.toMatch(/<details[^>]* open/);
    expect(form({ method: 'bfs', order: 'RDLU' })).toMatch(/<details[^>]* open/);
  });

  it('marks the field that the server refuses', () => {
    const html = form({ method: 'wastar', weight: 'heavy' }, new ApiError('expected a weight', 422, { message: '', field: 'weight' }));
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(html).toMatch(/<input[^>]*title="What weight[^>]*aria-invalid="true"/);
    expect(html).toContain('Expected a weight.');
  });
});
