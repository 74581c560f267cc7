// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { ExpansionRow, OptionValue, Solution } from '../src/lib/api';
import { decodeBoard, goalBoard } from '../src/lib/board';
import { record } from '../src/lib/recording';
import { layMap, layTree } from '../src/lib/layout';
import { Replay, toNodes } from '../src/lib/trace';
import { isTwoSided, spellsOf, stateOf } from '../src/lib/tree';
import traces from './traces.json';

type Case = { method: string; options?: Record<string, OptionValue>; start: string; depth: number | null; result: Solution; expansions: ExpansionRow[]; max_frontier: number };
const cases = traces as unknown as Case[];
const goal = goalBoard(3, 3, 'last');

const title = ({ method, options = {}, depth }: Case) => [method, ...Object.entries(options).map(([name, value]) => `${name}=${value}`), depth === null ? '' : `depth=${depth}`].join(' ');
const recorded = ({ expansions, method, result, depth }: Case) => record(expansions, goal, method, result, {}, depth ?? Infinity);
/** Searches that stand on one board: what they look at is not told one by one, or not counted alike. */
const isLocal = (discipline: string) => ['climb', 'learning', 'random'].includes(discipline);

describe.each(cases.map((one) => [title(one), one] as const))('%s, as the engine ran it', (_, one) => {
  const { method } = one;
  const { options } = one.result;
  const nodes = toNodes(one.expansions);
  const recording = recorded(one);
  const { replay } = recording;

  it('has the frontier that the engine counted', () => {
    // A path ends in a node that was visited but not expanded, so it is not in the trace.
    const unseen = replay.holdsPath ? 1 : 0;
    // What is too deep is put aside only after the last count.
    if (one.result.status === 'gave-up') return;
    // Of a climb the engine counts the neighbours that it looks at, and the page draws the way that it went.
    if (!isLocal(replay.discipline)) expect(Math.max(...replay.sizes()) + unseen).toBe(one.max_frontier);
    expect(replay.sizes()).toHaveLength(nodes.length + 1);
  });

  it('takes the next node off the front', () => {
    if (replay.holdsPath) return;
    const sizes = replay.sizes();
    for (let step = 0; step < nodes.length; step++) {
      const waiting = replay.frontier(step);
      expect(waiting).toHaveLength(sizes[step]);
      // A round that starts from nothing has its root when it begins.
      if (step && !nodes[step].parent && !isTwoSided(replay.algorithm) && replay.tree.taken[step + 1] !== 0) continue;
      expect(waiting[0].tiles.join()).toBe(nodes[step].tiles.join());
    }
  });

  it('lists the first few as it lists all', () => {
    const steps = [0, Math.floor(nodes.length / 2), nodes.length];
    for (const step of steps) expect(replay.frontier(step, 3)).toEqual(replay.frontier(step).slice(0, 3));
  });

  it('knows who goes first without being told', () => {
    // Two searches that take turns keep two frontiers, of which the trace says who is next.
    if (replay.holdsPath || isTwoSided(method.split('@')[0])) return;
    for (let step = 1; step < nodes.length; step++) {
      const begun = new Replay(nodes.slice(0, step), goal, method, options, { depth: one.depth ?? Infinity });
      if (!nodes[step].parent && replay.discipline === 'layers') continue;
      // What is too deep is taken off and put aside before anybody tells of it.
      const first = begun.frontier(step).find(({ g }) => g < (one.depth ?? Infinity));
      expect(first?.tiles.join(), `step ${step}`).toBe(nodes[step].tiles.join());
    }
  });

  it('ends in a bound that is the answer where the method proves one', () => {
    const bounds = replay.bounds(one.result.lower_bound).filter((bound) => bound !== null);
    if (bounds.length && one.result.status === 'optimal') expect(bounds[bounds.length - 1]).toBeLessThanOrEqual(one.result.cost!);
    // Branch and bound lowers its bound with every path that it finds.
    const rising = replay.discipline === 'branch' ? bounds.slice(0, bounds.indexOf(Math.max(...bounds)) + 1) : bounds;
    expect([...rising].sort((a, b) => a - b)).toEqual(rising);
  });

  it('draws the solution through nodes of the tree', () => {
    expect(recording.expanded).toBe(nodes.length);
    const met = recording.replay.tree.goal;
    if (!isTwoSided(replay.algorithm)) expect(met >= 0, 'the goal is met').toBe(one.result.status !== 'gave-up');
    if (met >= 0) {
      expect(recording.steps).toBe(nodes.length + 1);
      // A climb begins somewhere on the way.
      expect(recording.solution.size).toBe(one.result.cost! + 1 - Math.min(...[...recording.solution].map((index) => recording.replay.tree.nodes[index].g)));
    }
  });

  it('makes what the engine counted as generated', () => {
    if (replay.discipline === 'climb') return; // what it walks at random is counted, and not told
    expect(replay.generated().at(-1)).toBe(one.result.stats.generated);
  });

  it('takes at every step the node of the trace, and nothing that was put aside', () => {
    const { tree } = replay;
    nodes.forEach((node, place) => {
      const taken = tree.nodes[tree.taken[place + 1]];
      expect([taken.tiles, taken.g]).toEqual([node.tiles, node.g]);
      expect(['taken', 'waiting']).toContain(stateOf(taken, place + 1));
      if (taken.parent >= 0) expect(tree.nodes[taken.parent].tiles).toEqual(nodes[node.parent - 1].tiles);
    });
  });

  it('says of what is known already where it stands', () => {
    for (const { why, same, tiles, g } of replay.tree.nodes) {
      if (why !== 'known') continue;
      expect(replay.tree.nodes[same].tiles).toEqual(tiles);
      if (['astar', 'wastar', 'ucs'].includes(replay.algorithm)) expect(replay.tree.nodes[same].g).toBeLessThanOrEqual(g);
    }
  });
});

describe('what only the engine knows', () => {
  it.each(cases.filter(({ method }) => method.includes('@')).map((one) => [title(one), one] as const))('leaves the trace as it is: %s', (_, one) => {
    const secret = { ...one.result, method: `${one.method.split('@')[0]}@secret` };
    const { replay, steps } = record(one.expansions, goal, secret.method, secret, {}, one.depth ?? Infinity);
    expect(steps).toBeGreaterThanOrEqual(one.expansions.length);
    one.expansions.forEach(([, , , g, , , tiles], place) => {
      const taken = replay.tree.nodes[replay.tree.taken[place + 1]];
      expect([taken.tiles, taken.g]).toEqual([tiles, g]);
    });
  });
});

describe('what was put aside', () => {
  const find = (method: string, depth: number | null = null) => recorded(cases.find((one) => one.method === method && one.depth === depth)!);
  const whys = (method: string, depth: number | null = null) => new Set(find(method, depth).replay.tree.nodes.flatMap((node) => spellsOf(node).flatMap(({ why }) => why ?? [])));

  it.each([
    ['dwastar@manhattan', ['cheaper', 'known']],
    ['epsilon@manhattan', ['cheaper', 'known']],
    ['ara@euclidean', ['cheaper', 'cut', 'known']],
    ['epea@euclidean', ['known']],
    ['sma@manhattan', ['forgotten']],
    ['dfbnb@manhattan', ['cut']],
    ['bfida@manhattan', ['cut', 'known', 'over']],
    ['lrta@manhattan', ['worse']],
    ['annealing@manhattan', ['worse']],
    ['rbfs@manhattan', ['left']],
  ] as const)('has its reason in %s', (method, expected) => expect([...whys(method)].sort()).toEqual(expected));

  it.each([
    ['greedy@manhattan', 16],
    ['bfs', 7],
    ['bfs', 5],
    ['dfs', 9],
    ['epsilon@manhattan', 15],
  ] as const)('is struck through at the limit of the depth: %s', (method, depth) => {
    const { replay, steps } = find(method, depth);
    const deep = replay.tree.nodes.filter(({ why }) => why === 'deep');
    expect(deep.length).toBeGreaterThan(0);
    for (const node of deep) expect([node.g, stateOf(node, steps)]).toEqual([depth, 'gone']);
    if (method === 'bfs' && depth === 5) expect(replay.waiting(steps)).toEqual([]);
  });

  it('comes again as the same node where a branch is taken up again', () => {
    for (const method of ['rbfs@manhattan', 'sma@manhattan', 'epea@euclidean']) {
      const { nodes } = find(method).replay.tree;
      expect(nodes.some(({ again }) => again?.length), method).toBe(true);
      expect(new Set(nodes.filter(({ why }) => why !== 'known').map(({ parent, move }) => `${parent}${move}`)).size, method).toBe(nodes.filter(({ why }) => why !== 'known').length);
    }
  });
});

describe('the order of the frontier', () => {
  // The blank stands in the middle, so there are four children; the heuristic zero finds them all equal.
  const tiles = [1, 2, 3, 4, 0, 5, 7, 8, 6];
  const root = toNodes([[1, 0, null, 0, 0, 0, tiles]]);
  const child: Record<string, string> = { U: '1,0,3,4,2,5,7,8,6', L: '1,2,3,0,4,5,7,8,6', R: '1,2,3,4,5,0,7,8,6', D: '1,2,3,4,8,5,7,0,6' };
  const letter = (text: string) => Object.keys(child).find((move) => child[move] === text);
  const order = (method: string, options: Record<string, OptionValue>) => new Replay(root, goal, method, options).frontier(1).map(({ tiles: text }) => letter(text.join())).join('');

  it.each([
    ['bfs', { order: 'DRUL' }, 'DRUL'],
    ['dfs', { order: 'DRUL' }, 'DRUL'],
    ['ucs', { order: 'ULRD' }, 'DRLU'],
    ['greedy@zero', { order: 'ULRD', ties: 'fifo' }, 'ULRD'],
    ['greedy@zero', { order: 'ULDR', ties: 'lifo' }, 'RDLU'],
    ['astar@zero', { order: 'ULRD', ties: 'deep' }, 'DRLU'],
    ['astar@zero', { order: 'ULRD', ties: 'shallow,fifo' }, 'ULRD'],
    ['astar@zero', { order: 'RDLU', ties: 'board' }, 'ULRD'],
    ['beam@zero', { order: 'ULRD', beam_width: 2 }, 'DRLU'],
  ] as const)('%s %j', (method, options, expected) => expect(order(method, options)).toBe(expected));

  // One more expansion, of the child that went right and stands one move from the goal.
  const two = [...root, ...toNodes([[2, 1, 'R', 1, 1, 2, child.R.split(',').map(Number)]])];
  const depths = (method: string, options: Record<string, OptionValue>) => new Replay(two, goal, method, options).frontier(2).map(({ g }) => g).join('');

  it.each([
    ['greedy@zero', { ties: 'deep,lifo' }, '22111'],
    ['greedy@zero', { ties: 'shallow,fifo' }, '11122'],
    ['wastar@zero', { weight: '2', ties: 'deep' }, '11122'],
    // Manhattan: 3 for the three first children, 0 and 2 for the two behind the right one.
    ['wastar@manhattan', { weight: '3/2', ties: 'deep' }, '22111'],
    ['astar@manhattan', { ties: 'shallow' }, '21112'],
    ['astar@manhattan', { ties: 'deep' }, '22111'],
  ] as const)('looks at depth, %s %j', (method, options, expected) => expect(depths(method, options)).toBe(expected));

  it('reads every way to write a weight', () => {
    const places = (weight: OptionValue) => JSON.stringify(new Replay(two, goal, 'wastar@manhattan', { weight, ties: 'fifo' }).frontier(2));
    expect(new Set(['3/2', '1.5', '1.50', 1.5].map(places)).size).toBe(1);
  });

  it('keeps of a layer what fits the beam, the newest of equals, and may meet the rest again', () => {
    const [down, right] = ['D', 'R'].map((move) => child[move].split(',').map(Number));
    const nodes = [...root, ...toNodes([[2, 1, 'D', 1, 0, 1, down], [3, 1, 'R', 1, 0, 1, right]])];
    const replay = new Replay(nodes, goal, 'beam@zero', { order: 'ULRD', beam_width: 2 });
    expect(replay.sizes()).toEqual([1, 4, 3, 4]);
    expect(replay.frontier(2)[0].tiles).toEqual(right);
  });
});

describe('layout', () => {
  it.each(cases.map((one) => [title(one), one] as const))('keeps nodes apart and parents above the middle of their children: %s', (_, one) => {
    const { replay } = recorded(one);
    const { nodes } = replay.tree;
    const { x, y, boxes } = layTree(replay.tree, one.method === 'bidirectional');
    expect(boxes).toHaveLength(replay.tree.groups);
    const rows = new Map<string, number[]>();
    nodes.forEach(({ group }, index) => {
      const row = `${one.method === 'bidirectional' ? 0 : group}:${y[index]}`;
      rows.set(row, [...(rows.get(row) ?? []), x[index]]);
    });
    for (const places of rows.values()) {
      places.sort((a, b) => a - b);
      places.forEach((place, at) => at && expect(place - places[at - 1]).toBeGreaterThan(0.99));
    }
    nodes.forEach((_node, index) => {
      const children = nodes.flatMap(({ parent }, child) => (parent === index ? [x[child]] : []));
      if (children.length) expect(x[index]).toBeCloseTo((Math.min(...children) + Math.max(...children)) / 2, 3);
    });
  });

  it('is narrower than its leaves side by side', () => {
    const { replay } = record(cases[0].expansions, goal, cases[0].method, cases[0].result);
    const parents = new Set(replay.tree.nodes.map(({ parent }) => parent));
    const [left, , right] = layTree(replay.tree).boxes[0];
    expect(right - left).toBeLessThan(replay.tree.nodes.filter((_, index) => !parents.has(index)).length * 0.7);
  });

  it('maps depth and value, every node at a place of its own', () => {
    const { replay } = record(cases[1].expansions, goal, cases[1].method, cases[1].result);
    const { nodes } = replay.tree;
    const map = layMap(replay.tree, (index) => nodes[index].g);
    expect(new Set(nodes.map((_, index) => `${map.x[index]},${map.y[index]}`)).size).toBe(nodes.length);
    nodes.forEach(({ parent }, index) => parent >= 0 && expect(map.y[index]).toBeGreaterThan(map.y[parent]));
    expect(map.rows.map(({ label }) => label)).toEqual(map.columns.map(({ label }) => label));
    expect(layMap(replay.tree, null).columns).toEqual([]);
  });

  it('is empty for nothing', () => expect(layTree(new Replay([], goal, 'bfs', {}).tree)).toMatchObject({ boxes: [] }));
});

it('draws only what was expanded of a search that it does not know', () => {
  const { replay } = record(cases[0].expansions, goal, 'newcomer@manhattan', null);
  expect(replay.tree.nodes).toHaveLength(cases[0].expansions.length);
  expect(replay.tree.nodes.every((node) => stateOf(node, replay.steps) === 'taken')).toBe(true);
});

it('has a board for every case', () => {
  for (const { start } of cases) expect(decodeBoard(start)).not.toBeNull();
});
