// SPDX-License-Identifier: MIT
import type { ScrambleRequest } from './api';
import { blankCell, goalBoard, type GoalName } from './board';

const DIFFICULTIES = ['easy', 'medium', 'hard', 'hardest', 'any'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The deepest boards of small shapes, for a goal with the blank in a corner. */
const DEEPEST: Record<string, number> = { '2x2': 6, '2x3': 21, '3x2': 21, '2x4': 36, '4x2': 36, '3x3': 31 };
const SHARE: Record<string, number> = { easy: 0.3, medium: 0.6, hard: 0.8, hardest: 1 };
/** Random moves for every cell of a larger board. */
const WALK: Record<string, number> = { easy: 2, medium: 6, hard: 20 };

/** The largest distance from a goal, null where exact depths are not offered. */
export function deepest(rows: number, cols: number, goal: GoalName): number | null {
  const blank = blankCell(goalBoard(rows, cols, goal));
  const corner = [0, cols - 1].includes(blank % cols) && [0, rows - 1].includes(Math.floor(blank / cols));
  if (rows === 3 && cols === 3 && !corner) return 30;
  return corner ? (DEEPEST[`${rows}x${cols}`] ?? null) : null;
}

/** The difficulties that a shape offers: only small boards have a known hardest. */
export function offered(rows: number, cols: number, goal: GoalName): Difficulty[] {
  return DIFFICULTIES.filter((difficulty) => difficulty !== 'hardest' || deepest(rows, cols, goal) !== null);
}

/** What to ask the server for. */
export function wish(rows: number, cols: number, goal: GoalName, difficulty: Difficulty, seed?: number): ScrambleRequest {
  const most = deepest(rows, cols, goal);
  const base: ScrambleRequest = { rows, cols, goal, ...(seed === undefined ? {} : { seed }) };
  if (difficulty === 'any') return base;
  if (most !== null) return { ...base, depth: Math.max(1, Math.round(most * SHARE[difficulty])) };
  return difficulty in WALK ? { ...base, walk: WALK[difficulty] * rows * cols } : base;
}
