// SPDX-License-Identifier: MIT
/**
 * The engine tells only what it expanded; its bookkeeping is replayed here as the contract describes it, and nothing is searched. One
 * file for each way to keep what waits.
 */

import { disciplineOf, type Discipline, type TraceNode, type Tree } from '../tree';
import { follow } from './follow';
import { Growth, type Rules } from './growth';
import { sweep } from './layers';
import { anneal, climb, learn } from './local';
import { bounded } from './memory';
import { partial } from './partial';
import { recurse } from './recurse';
import { remember } from './remember';
import { repair } from './repair';
import { branch, walk } from './walk';

const GROWERS: Record<Discipline, (growth: Growth) => void> = {
  queue: remember,
  stack: remember,
  best: remember,
  beam: remember,
  partial,
  repairing: repair,
  memory: bounded,
  layers: sweep,
  walk,
  branch,
  recursive: recurse,
  climb,
  learning: learn,
  random: anneal,
  none: follow,
};

/** How the tree of a search is grown: what SMA* forgets cannot be told where the values are the engine's secret. */
export function disciplineFor(rules: Pick<Rules, 'algorithm' | 'estimate' | 'goal' | 'options'>): Discipline {
  // What waits is made here move by move: of a search that counts slides only what it expanded is known.
  if (rules.options.metric === 'slides') return 'none';
  const discipline = disciplineOf(rules.algorithm);
  return discipline === 'memory' && rules.estimate(rules.goal.tiles, 0) === null ? 'none' : discipline;
}

export function growTree(trace: readonly TraceNode[], rules: Rules): Tree {
  const growth = new Growth(trace, rules);
  if (!trace.length) return growth.tree;
  GROWERS[disciplineFor(rules)](growth);
  return growth.finish();
}
