// SPDX-License-Identifier: MIT
/** What can be watched of a search without a tree: its bound from below, its best path from above. */

export interface BoundSample {
  elapsed: number;
  generated: number;
  bound: number;
  /** Length of the best path so far, null before there is one. */
  cost: number | null;
}
export interface Round {
  /** The bound, or the length of the path. */
  value: number;
  /** Nodes generated while it was so. */
  generated: number;
  /** Seconds after which it began. */
  elapsed: number;
}

/** Samples with one more; what was proven or found before is never taken back. */
export function addSample(samples: readonly BoundSample[], sample: BoundSample): BoundSample[] {
  const last = samples[samples.length - 1];
  if (!last) return [sample];
  const cost = sample.cost === null || last.cost === null ? (sample.cost ?? last.cost) : Math.min(sample.cost, last.cost);
  return [...samples, { ...sample, elapsed: Math.max(sample.elapsed, last.elapsed), bound: Math.max(sample.bound, last.bound), cost }];
}

/** The iterations: a new one wherever the bound grew, or the path shrank. */
export function rounds(samples: readonly BoundSample[], byCost: boolean): Round[] {
  const found: Round[] = [];
  samples.forEach(({ bound, cost, generated, elapsed }, at) => {
    const value = byCost ? cost : bound;
    if (value === null) return;
    const last = found[found.length - 1];
    const since = generated - (samples[at - 1]?.generated ?? 0);
    if (last?.value === value) last.generated += since;
    else found.push({ value, generated: since, elapsed });
  });
  return found;
}
