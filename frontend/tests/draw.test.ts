// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { applyMoves, fromRows, goalBoard, type Board } from '../src/lib/board';
import { drawBoard, isSolvable } from '../src/lib/transport/draw';

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) => permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]));
}

describe('a board that the page draws', () => {
  it('knows which boards can be solved: on 2x3, those that can be reached', () => {
    const goal = goalBoard(2, 3, 'last');
    const reached = new Map<string, Board>([[String(goal.tiles), goal]]);
    for (const board of reached.values())
      for (const move of ['U', 'L', 'R', 'D'] as const) {
        const next = applyMoves(board, [move]);
        if (next && !reached.has(String(next.tiles))) reached.set(String(next.tiles), next);
      }
    for (const tiles of permutations([0, 1, 2, 3, 4, 5])) {
      expect(isSolvable({ ...goal, tiles }, goal)).toBe(reached.has(String(tiles)));
    }
  });

  it('can always be solved', () => {
    for (const name of ['last', 'first', 'snail'] as const) {
      for (let round = 0; round < 50; round++) {
        const dealt = drawBoard({ rows: 4, cols: 3, goal: name })!;
        expect(isSolvable(fromRows(dealt.start), fromRows(dealt.goal))).toBe(true);
        expect([...new Set(dealt.start.flat())].length).toBe(12);
      }
    }
  });

  it('leaves what is wished for exactly to the library', () => {
    expect(drawBoard({ rows: 3, cols: 3, depth: 12 })).toBeNull();
    expect(drawBoard({ rows: 3, cols: 3, seed: 1 })).toBeNull();
  });
});
