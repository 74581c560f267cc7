// SPDX-License-Identifier: MIT
/** What the referee says of a heuristic. */

import type { GoalName, Rows } from './board';

export interface JudgeRequest {
  rows: number;
  cols: number;
  goal: GoalName | Rows;
}

/** How far the referee is. */
export interface Judging {
  type: 'judging';
  done: number;
  boards: number;
}

export interface Verdict {
  goal: Rows;
  boards: number;
  /** Moves between two boards. */
  moves: number;
  overestimates: number;
  jumps: number;
  admissible: boolean;
  consistent: boolean;
  /** What it says of itself, null where it says nothing. */
  claims: { admissible: boolean; consistent: boolean } | null;
  counterexample: { board: Rows; estimate: number; truth: number } | null;
  jump: { board: Rows; neighbour: Rows; estimate: number; estimate_after: number } | null;
  mean_estimate: number;
  mean_truth: number;
  /** Mean share of the true distance. */
  accuracy: number;
  versus_manhattan: number;
  above_manhattan: number;
  below_manhattan: number;
  seconds_per_evaluation: number;
  manhattan_seconds: number;
}

export type Sort = 'consistent' | 'admissible' | 'neither';

export function sortOf({ admissible, consistent }: Pick<Verdict, 'admissible' | 'consistent'>): Sort {
  return consistent ? 'consistent' : admissible ? 'admissible' : 'neither';
}

/** Whether it promises what it does not keep, and whether it could promise more than it does. */
export function honesty({ admissible, consistent, claims }: Pick<Verdict, 'admissible' | 'consistent' | 'claims'>): 'false' | 'modest' | 'true' {
  const said = claims ?? { admissible: false, consistent: false };
  if ((said.admissible && !admissible) || (said.consistent && !consistent)) return 'false';
  return said.admissible === admissible && said.consistent === consistent ? 'true' : 'modest';
}
