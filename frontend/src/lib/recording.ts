// SPDX-License-Identifier: MIT
/** A recorded search: the engine's trace, the goal it ended with, and where its solution runs. */

import type { ExpansionRow, OptionValue, Solution } from './api';
import { applyMove, isMove, type Board } from './board';
import { layOut, Replay, toNodes, TWO_SIDED, type Layout, type TraceNode } from './trace';

export interface Recording {
  /** The trace, and the goal behind it where the search took it off the frontier within the trace. */
  nodes: TraceNode[];
  /** How many of the nodes were expanded: all but the goal. */
  expanded: number;
  layout: Layout;
  replay: Replay;
  /** Indices of the nodes on the solution. */
  solution: ReadonlySet<number>;
  /** Index of the goal, -1 without it. */
  goal: number;
  total: number;
}

const key = (tiles: readonly number[]): string => tiles.join();

function pathTiles(result: Solution): string[] {
  let board: Board | null = { rows: result.start.length, cols: result.start[0].length, tiles: result.start.flat() };
  const keys = [key(board.tiles)];
  for (const move of result.moves ?? '') {
    board = board && isMove(move) ? applyMove(board, move) : null;
    if (!board) break;
    keys.push(key(board.tiles));
  }
  return keys;
}

/** The node that the goal was made from: the last one that holds the board before it, at its depth. */
function goalParent(nodes: readonly TraceNode[], keys: string[]): TraceNode | null {
  const before = keys[keys.length - 2];
  for (let index = nodes.length - 1; index >= 0; index--) {
    if (nodes[index].g === keys.length - 2 && key(nodes[index].tiles) === before) return nodes[index];
  }
  return null;
}

/** `method` and `options` are what was asked for; the result knows better by what names, and what was left to the defaults. */
export function record(rows: readonly ExpansionRow[], goal: Board, method: string, result: Solution | null, options: Record<string, OptionValue> = {}): Recording {
  const nodes = toNodes(rows);
  const expanded = nodes.length;
  const replay = new Replay(nodes.slice(), goal, result?.method ?? method, result?.options ?? options);
  const total = result?.stats.expanded ?? expanded;
  const solution = new Set<number>();
  let goalIndex = -1;
  if (result?.moves && total <= expanded) {
    const keys = pathTiles(result);
    if (TWO_SIDED.includes(result.algorithm)) {
      const wanted = new Set(keys);
      nodes.forEach((node, index) => wanted.has(key(node.tiles)) && solution.add(index));
    } else {
      const parent = goalParent(nodes, keys);
      if (parent) {
        const moves = result.moves;
        const last = moves[moves.length - 1];
        nodes.push({ node: expanded + 1, parent: parent.node, move: isMove(last) ? last : null, g: moves.length, h: 0, f: moves.length, tiles: goal.tiles });
        goalIndex = expanded;
        for (let node: TraceNode | undefined = nodes[goalIndex]; node; node = nodes[node.parent - 1]) solution.add(node.node - 1);
      }
    }
  }
  return { nodes, expanded, layout: layOut(nodes), replay, solution, goal: goalIndex, total };
}
