// SPDX-License-Identifier: MIT
/** The few heuristics that the page computes itself, held to the engine's values. */
import { describe, expect, it } from 'vitest';
import { decodeBoard, goalBoard } from '../src/lib/board';
import { estimateOf, lineConflicts } from '../src/lib/estimates';
import { overlayOf } from '../src/lib/overlay';
import values from './estimates.json';

describe.each(values.map((one) => [one.board, one] as const))('%s', (_text, { board: text, goal: name, heuristics, conflicts }) => {
  const board = decodeBoard(text)!;
  const goal = goalBoard(board.rows, board.cols, name as 'last');

  it.each(['zero', 'misplaced', 'manhattan', 'euclidean', 'linear-conflict', 'linear-conflict-pairs'] as const)('%s', (heuristic) => {
    expect(estimateOf(heuristic, board, goal)).toBeCloseTo((heuristics as Record<string, number>)[heuristic], 9);
  });

  it('finds the same conflicts', () => {
    expect(lineConflicts(board, goal).map(({ line, index, tiles }) => ({ line, index, tiles }))).toEqual(conflicts);
  });

  it('shows Manhattan distances that add up', () => {
    const { badges, arrows } = overlayOf('manhattan', board, goal);
    expect([...badges.values()].reduce((sum, badge) => sum + Number(badge), 0)).toBe((heuristics as Record<string, number>).manhattan);
    expect(arrows).toHaveLength(badges.size);
  });

  it('shows the inversions', () => {
    const { badges } = overlayOf('inversion', board, goal);
    expect([...badges.values()].every((badge) => Number(badge) > 0)).toBe(true);
  });
});

it('leaves the rest to the engine', () => {
  const goal = goalBoard(3, 3, 'last');
  expect(estimateOf('walking-distance', goal, goal)).toBeNull();
  expect(estimateOf(null, goal, goal)).toBe(0);
});

it('marks nothing at the goal', () => {
  const goal = goalBoard(4, 4, 'last');
  for (const name of ['misplaced', 'manhattan', 'linear-conflict', 'gaschnig', 'inversion', 'corner-conflict']) {
    expect(overlayOf(name, goal, goal)).toMatchObject({ arrows: [], links: [], rings: [] });
  }
});
