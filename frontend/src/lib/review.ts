// SPDX-License-Identifier: MIT
/** What a game looks like afterwards: where the goal came no nearer. */

/** The moves, counted from 1, after which the goal was further away than before. */
export function mistakesIn(distances: readonly (number | null)[]): number[] {
  return distances.flatMap((distance, step) => {
    const before = distances[step - 1];
    return step > 0 && distance !== null && before != null && distance > before ? [step] : [];
  });
}
