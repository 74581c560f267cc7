// SPDX-License-Identifier: MIT
/** Finished searches side by side: measured, sorted, written down. */

import type { Solution } from './api';

export const MEASURES = ['cost', 'generated', 'expanded', 'max_frontier', 'max_depth', 'peak_memory', 'elapsed'] as const;
export type Measure = (typeof MEASURES)[number];
export type Column = 'method' | Measure;

/** A measure of a finished search, null where it has none: moves of a search without a path. */
export function measure(result: Solution, name: Measure): number | null {
  return name === 'cost' ? result.cost : result.stats[name];
}

/** Who is best at each measure among those that found a path; depth is no contest. */
export function winners(results: readonly Solution[]): Map<Measure, number> {
  const best = new Map<Measure, number>();
  for (const name of MEASURES) {
    if (name === 'max_depth') continue;
    const values = results.filter(({ cost }) => cost !== null).map((result) => measure(result, name)!);
    if (values.length > 1 && new Set(values).size > 1) best.set(name, Math.min(...values));
  }
  return best;
}

export function sortResults(results: readonly Solution[], column: Column, down: boolean): Solution[] {
  const sign = down ? -1 : 1;
  return results.toSorted((a, b) => {
    if (column === 'method') return sign * a.method.localeCompare(b.method);
    const [left, right] = [measure(a, column), measure(b, column)];
    // What has no value stands last, either way round.
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

const CSV_COLUMNS = ['method', 'status', ...MEASURES, 'lower_bound', 'engine', 'moves'] as const;

export function toCsv(results: readonly Solution[]): string {
  const cell = (result: Solution, column: (typeof CSV_COLUMNS)[number]): string => {
    const value = (MEASURES as readonly string[]).includes(column) ? measure(result, column as Measure) : result[column as 'method'];
    const text = value === null ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [CSV_COLUMNS.join(','), ...results.map((result) => CSV_COLUMNS.map((column) => cell(result, column)).join(','))].join('\n') + '\n';
}
