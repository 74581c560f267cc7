// SPDX-License-Identifier: MIT
/** The whole tree behind a trace: what every expansion made, what of it waits, and what became of the rest. `grow/` makes it. */

import type { Move } from './board';

/** One expansion of the trace. */
export interface TraceNode {
  node: number;
  /** 0 for a root. */
  parent: number;
  move: Move | null;
  g: number;
  h: number;
  f: number;
  tiles: readonly number[];
}

/** How a search keeps what waits: `none` for one that nothing is known about. */
export type Discipline = 'queue' | 'stack' | 'best' | 'partial' | 'repairing' | 'memory' | 'beam' | 'layers' | 'walk' | 'branch' | 'recursive' | 'climb' | 'learning' | 'random' | 'none';

/** The searches whose bookkeeping is known here; of any other only what it expanded is drawn. */
const DISCIPLINES: Record<string, Discipline> = {
  bfs: 'queue',
  bidirectional: 'queue',
  dfs: 'stack',
  ucs: 'best',
  greedy: 'best',
  astar: 'best',
  wastar: 'best',
  dwastar: 'best',
  epsilon: 'best',
  biastar: 'best',
  mm: 'best',
  nbs: 'best',
  bae: 'best',
  epea: 'partial',
  ara: 'repairing',
  sma: 'memory',
  beam: 'beam',
  bfida: 'layers',
  dls: 'walk',
  ids: 'walk',
  idastar: 'walk',
  dfbnb: 'branch',
  rbfs: 'recursive',
  hill: 'climb',
  lrta: 'learning',
  annealing: 'random',
};
export const disciplineOf = (algorithm: string): Discipline => DISCIPLINES[algorithm] ?? 'none';

/** Disciplines that hold one path, and no frontier. */
const PATHS: readonly Discipline[] = ['walk', 'branch', 'recursive', 'climb', 'learning', 'random', 'none'];
export const holdsPath = (discipline: Discipline): boolean => PATHS.includes(discipline);

/** Bidirectional searches by a heuristic: where their sides meet, they keep nothing that is no shorter than the best path so far. */
export const JOINING = ['biastar', 'mm', 'nbs', 'bae'];
/** Whether a search begins at both ends: it has two frontiers, of which the trace says who is next. */
export const isTwoSided = (algorithm: string): boolean => algorithm === 'bidirectional' || JOINING.includes(algorithm);

/** Searches that round estimates up to whole moves. */
export const ROUNDING = [...JOINING, 'epea', 'epsilon'];
/** Searches whose trace tells what they have learned of a board, and not what the heuristic says of it. */
export const LEARNING = ['sma', 'lrta'];

/** Why a node was put aside: its board is known, it lies beyond the bound, and so on. */
export type Why = 'known' | 'cheaper' | 'cut' | 'deep' | 'beam' | 'worse' | 'left' | 'forgotten' | 'longer' | 'over';

/** A stay of a node: made, perhaps taken, perhaps put aside. */
export interface Spell {
  /** The step that made it: 0 for what is there at the start. */
  made: number;
  /** The step that took it, Infinity while the trace lasts. */
  taken: number;
  /** The step that put it aside, Infinity if none did. */
  gone: number;
  why: Why | null;
  /** The node that holds its board, for one that is known already; -1 elsewhere. */
  same: number;
  /** Place in the order in which nodes came to wait. */
  age: number;
  /** The value that it waits with where that is not what its own f says: null elsewhere, Infinity for one that may not be taken now. */
  worth: number | null;
}

export interface TreeNode extends Spell {
  /** Index of the parent, -1 for a root. */
  parent: number;
  move: Move | null;
  tiles: readonly number[];
  g: number;
  /** Null where only the engine knows. */
  h: number | null;
  /** Which of several trees: the iteration, the climb, or the side. */
  group: number;
  /** The stays after the first, of a node that goes back to the frontier or is made again: null for most. */
  again: Spell[] | null;
}

export interface Tree {
  nodes: TreeNode[];
  /** For every step the node that it took, -1 for step 0. */
  taken: number[];
  /** For every step the index of the first node that it made; one more at the end. */
  from: number[];
  /** Index of the goal as it was met, -1 without it. */
  goal: number;
  groups: number;
  /** For a step the nodes that were there before and that it put aside, put back or made again. */
  changed: Map<number, number[]>;
  /** What the search allowed when it chose the node of a step: its bound, or the weight. Empty where it has neither. */
  limits: (number | null)[];
  /** Steps with which a round begins that is no tree of its own. */
  rounds: Set<number>;
}

/** What a node is after a number of steps. */
export type State = 'unmade' | 'waiting' | 'taken' | 'gone';

/** The stay of a node that counts after a number of steps. */
export function spellAt(node: TreeNode, step: number): Spell {
  return node.again?.findLast(({ made }) => made <= step) ?? node;
}

export function stateOf(node: TreeNode, step: number): State {
  const { made, taken, gone } = node.again ? spellAt(node, step) : node;
  if (made > step) return 'unmade';
  if (gone <= step) return 'gone';
  return taken <= step ? 'taken' : 'waiting';
}

/** All stays of a node. */
export const spellsOf = (node: TreeNode): readonly Spell[] => (node.again ? [node, ...node.again] : [node]);

/** Whether a stay began because the node, forgotten by then, was made once more. */
export function isRemade(node: TreeNode, spell: Spell): boolean {
  const spells = spellsOf(node);
  const at = spells.indexOf(spell);
  return at > 0 && spells[at - 1].gone <= spell.made;
}
