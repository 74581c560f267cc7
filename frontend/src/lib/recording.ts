// SPDX-License-Identifier: MIT
/** A recorded search: the engine's trace, the goal it ended with, and where its solution runs. */

import type { ExpansionRow, OptionValue, Solution } from './api';
import { applyMoves, type Board } from './board';
import { stepsOf } from './path';
import { Replay, toNodes } from './trace';
import { isTwoSided } from './tree';

export interface Recording {
  replay: Replay;
  /** How many nodes were expanded within the trace. */
  expanded: number;
  /** How many steps there are: the expansions, and the goal where it was met within the trace. */
  steps: number;
  /** How many nodes the search expanded in all, as far as is known. */
  total: number;
  /** Indices of the nodes on the solution. */
  solution: ReadonlySet<number>;
}

/** The boards of a path as texts, the start first. */
function pathOf(result: Solution): string[] {
  let board: Board | null = { rows: result.start.length, cols: result.start[0].length, tiles: result.start.flat() };
  const keys = [board.tiles.join()];
  for (const step of stepsOf(result.moves ?? '')) {
    board = applyMoves(board, step);
    if (!board) break;
    keys.push(board.tiles.join());
  }
  return keys;
}

/**
 * `method`, `options` and `depth` are what was asked for; the result knows better by what names, and what was left to the defaults.
 */
export function record(rows: readonly ExpansionRow[], goal: Board, method: string, result: Solution | null, options: Record<string, OptionValue> = {}, depth = Infinity): Recording {
  const expanded = rows.length;
  const total = result?.stats.expanded ?? expanded;
  const path = result?.moves ? pathOf(result) : [];
  const ending = { whole: result !== null && total <= expanded, found: path.length > 0, depth, path };
  const replay = new Replay(toNodes(rows), goal, result?.method ?? method, result?.options ?? options, ending);
  const { tree } = replay;
  // Where layers are forgotten the path is put together from halves: it is drawn where the goal was met.
  const solution = new Set(tree.goal >= 0 ? replay.pathTo(tree.goal) : []);
  if (ending.whole && ending.found && isTwoSided(replay.algorithm)) {
    const wanted = new Set(path);
    tree.nodes.forEach((node, index) => node.why === null && wanted.has(node.tiles.join()) && solution.add(index));
  }
  return { replay, expanded, steps: replay.steps, total, solution };
}
