// SPDX-License-Identifier: MIT
/** Finished searches side by side: measured, sorted, written down. */

import type { Catalog, CounterInfo, Solution, Stats } from './api';
import { t } from './strings';

/** What searches are compared by: the moves of the path, or a counter. */
export interface Measure {
  name: string;
  heading: string;
  unit: string;
}
/** The name of a measure, or `method`. */
export type Column = string;

type Counter = Pick<CounterInfo, 'name' | 'title' | 'label' | 'unit'>;

/** Stands in until the catalogue comes, so that the table does not open with one column and then jump. */
const USUAL: readonly Counter[] = (
  [
    ['generated', 'nodes'],
    ['expanded', 'nodes'],
    ['max_frontier', 'nodes'],
    ['max_depth', 'nodes'],
    ['elapsed', 'seconds'],
    ['peak_memory', 'bytes'],
  ] as const
).map(([name, unit]) => ({ name, title: name, label: '', unit }));

const HEADINGS: Readonly<Record<string, string>> = t.race.table;

/** The measures of a race, in order; a counter without a unit is no amount, so there is nothing to compare. */
export function measuresOf(catalog: Pick<Catalog, 'counters'> | null): Measure[] {
  const amounts = (catalog?.counters ?? USUAL).filter(({ unit }) => unit !== '');
  return [{ name: 'cost', title: 'cost', label: '', unit: 'moves' }, ...amounts].map(({ name, title, label, unit }) => ({ name, unit, heading: HEADINGS[name] ?? (label || title) }));
}

/** The counters that an answer adds to those that it has told in words of its own. */
export function furtherCounters(catalog: Pick<Catalog, 'counters'> | null, told: readonly string[]): CounterInfo[] {
  return catalog?.counters.filter(({ name, label }) => label !== '' && !told.includes(name)) ?? [];
}

/** Every search has its root at least, and keeps it somewhere: 0 of these is a counter that is not kept. */
const NEVER_ZERO: readonly string[] = ['generated', 'peak_memory', 'max_frontier'];

/** A counter by its name, null where the search does not keep it. */
export function counter(stats: Stats, name: string): number | null {
  const value = (stats as Partial<Record<string, number | null>> & Stats)[name] ?? null;
  return value === 0 && NEVER_ZERO.includes(name) ? null : value;
}

/** A measure of a finished search, null where it has none: moves of a search without a path. */
export function measure(result: Solution, name: string): number | null {
  return name === 'cost' ? result.cost : counter(result.stats, name);
}

/** Who is best at each measure among those that found a path: all count what a search takes, but depth is no contest. */
export function winners(results: readonly Solution[], measures: readonly Measure[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const { name } of measures) {
    if (name === 'max_depth') continue;
    const values = results.filter(({ cost }) => cost !== null).flatMap((result) => measure(result, name) ?? []);
    if (values.length > 1 && new Set(values).size > 1) best.set(name, Math.min(...values));
  }
  return best;
}

/** Whether a search is one of the `winners` at a measure. */
export function wins(result: Solution, name: string, best: ReadonlyMap<string, number>): boolean {
  return result.cost !== null && best.get(name) === measure(result, name);
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

export function toCsv(results: readonly Solution[], measures: readonly Measure[]): string {
  const names = measures.map(({ name }) => name);
  const cell = (value: string | number | null): string => {
    const text = value === null ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [
    ['method', 'status', ...names, 'lower_bound', 'engine', 'moves'],
    ...results.map((result) => [result.method, result.status, ...names.map((name) => measure(result, name)), result.lower_bound, result.engine, result.moves]),
  ];
  return lines.map((line) => line.map(cell).join(',') + '\n').join('');
}
