// SPDX-License-Identifier: MIT
/** Who goes first of those that wait: the value that steers each search, and what settles ties. */

import { MOVES, isMove, type Move } from './board';
import type { Spell } from './tree';

export type Settings = Readonly<Record<string, unknown>>;

/** What an order looks at. */
export interface Standing extends Pick<Spell, 'age' | 'worth'> {
  tiles: readonly number[];
  g: number;
  h: number | null;
}

/** Says which of two that wait goes first: below zero for the first, zero when it cannot tell. */
export type Rule = (a: Standing, b: Standing) => number;

/** Which value decides who goes first, for words and colours: `wf` and `vf` weigh h, `worth` is kept beside the node. */
export type Steering = 'f' | 'g' | 'h' | 'wf' | 'vf' | 'worth';

const STEERING: Record<string, Steering> = {
  ucs: 'g',
  bfs: 'g',
  bidirectional: 'g',
  dls: 'g',
  ids: 'g',
  dfs: 'g',
  greedy: 'h',
  epsilon: 'h',
  beam: 'h',
  hill: 'h',
  lrta: 'h',
  annealing: 'h',
  wastar: 'wf',
  ara: 'wf',
  dwastar: 'vf',
  epea: 'worth',
  sma: 'worth',
  rbfs: 'worth',
};
export const steeringOf = (algorithm: string): Steering => STEERING[algorithm] ?? 'f';

const TIES: Record<string, Rule> = {
  deep: (a, b) => b.g - a.g,
  shallow: (a, b) => a.g - b.g,
  fifo: (a, b) => a.age - b.age,
  lifo: (a, b) => b.age - a.age,
  board: (a, b) => {
    const cell = a.tiles.findIndex((tile, at) => tile !== b.tiles[at]);
    return cell < 0 ? 0 : a.tiles[cell] - b.tiles[cell];
  },
};

/** What settles ties where the search has no option for it, which is so in uniform cost. */
const USUAL_TIES = 'deep,lifo';

function readTies(text: unknown): Rule[] {
  const names = String(text ?? USUAL_TIES).split(',').map((name) => name.trim());
  // The newest goes first where all that was asked for is equal.
  return [...names.flatMap((name) => TIES[name] ?? []), TIES.lifo];
}

export function readOrder(text: unknown): readonly Move[] {
  const order = [...String(text ?? '').trim().toUpperCase()].filter(isMove);
  return order.length === MOVES.length ? order : MOVES;
}

/** A weight such as 2, 1.5 or 3/2 as a fraction, so that equal values of f are equal here too; 1 without one. */
export function readWeight(text: unknown): [number, number] {
  const [number, under = '1'] = String(text ?? '1').split('/');
  const scale = 10 ** (number.trim().split('.')[1]?.length ?? 0);
  const [top, bottom] = [Math.round(Number(number) * scale), Number(under) * scale];
  // The server refuses what cannot be read, so there is nothing to draw then.
  return top > 0 && bottom > 0 ? [top, bottom] : [1, 1];
}

/** What falling weights are counted in, rounded down. */
export const THOUSANDTHS = 1000;
export function inThousandths(text: unknown): number {
  const [over, under] = readWeight(text);
  return Math.floor((THOUSANDTHS * over) / under);
}

/** The weight of h at a depth when it falls from w at the start to 1 at the depth that h of the start foretells, in thousandths. */
export function fallingWeight(weight: unknown, foretold: number, g: number): number {
  const depth = Math.max(1, Math.ceil(foretold));
  return THOUSANDTHS + Math.floor(((inThousandths(weight) - THOUSANDTHS) * Math.max(0, depth - g)) / depth);
}

/** The order of some rules: each decides where those before it cannot. */
export const sorter = (rules: readonly Rule[]): Rule => (a, b) => {
  // Where both values are unknown, the difference is no number, which tells nothing either.
  for (const rule of rules) {
    const order = rule(a, b);
    if (order) return order;
  }
  return 0;
};

const smallestH: Rule = (a, b) => (a.h ?? Infinity) - (b.h ?? Infinity);
const by = (value: (of: Standing) => number): Rule => (a, b) => value(a) - value(b);

/** What was allowed when a search chose its next node, and whether a round begins with it. */
export interface Allowed {
  limit: number | null;
  fresh: boolean;
}

/** The rules of a search: `root` is h of its start. */
export function rulesOf(algorithm: string, options: Settings, root: number, { limit, fresh }: Allowed = { limit: null, fresh: false }): Rule[] {
  const [over, under] = readWeight(algorithm === 'wastar' ? options.weight : 1);
  const f = ({ g, h }: Standing): number => (h === null ? Infinity : g * under + h * over);
  const worth = (of: Standing): number => of.worth ?? f(of);
  const ties = readTies(options.ties);
  switch (algorithm) {
    case 'dfs':
      return [TIES.lifo];
    // The rest of the layer, then the next one as the beam will keep it.
    case 'beam':
      return [TIES.shallow, smallestH, TIES.lifo];
    case 'ucs':
      return [TIES.shallow, ...ties];
    case 'greedy':
      return [smallestH, ...ties];
    case 'dwastar':
      return [by(({ g, h }) => (h === null ? Infinity : THOUSANDTHS * g + fallingWeight(options.weight, root, g) * h)), ...ties];
    // First those that keep the promise, the least h in front.
    case 'epsilon':
      return [by((of) => (limit === null || f(of) <= limit ? 0 : f(of))), smallestH, by(f), TIES.lifo];
    // What is kept aside waits for the next round.
    case 'ara':
      return [by(({ worth }) => (worth === Infinity && !fresh ? 1 : 0)), by(({ g, h }) => (h === null ? Infinity : THOUSANDTHS * g + (limit ?? THOUSANDTHS) * h)), TIES.deep, TIES.lifo];
    case 'epea':
    case 'sma':
      return [by(worth), TIES.deep, TIES.lifo];
    case 'astar':
    case 'wastar':
    case 'biastar':
    case 'mm':
    case 'nbs':
    case 'bae':
      return [by(f), ...ties];
    default:
      return [TIES.fifo];
  }
}
