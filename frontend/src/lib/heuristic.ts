// SPDX-License-Identifier: MIT
/** Heuristics that are made of others, as methods name them: `max(manhattan,walking-distance)`, `pdb:5-5-5`. */

export type Kind = 'one' | 'max' | 'pdb';

export function kindOf(heuristic: string): Kind {
  return heuristic.startsWith('max(') ? 'max' : heuristic.startsWith('pdb:') ? 'pdb' : 'one';
}

/** The heuristics of which the largest counts; of a single one, itself. */
export function partsOf(heuristic: string): string[] {
  const inner = /^max\((.*)\)$/.exec(heuristic)?.[1] ?? heuristic;
  return inner.split(',').map((part) => part.trim()).filter(Boolean);
}

/** The largest of several, or the only one. */
export function largestOf(parts: readonly string[]): string {
  return parts.length > 1 ? `max(${parts.join(',')})` : (parts[0] ?? '');
}

/** A usual partition of a board of so many cells into groups of tiles. */
export function usualPartition(cells: number): string {
  return { 6: '5', 9: '8', 12: '6-5', 16: '5-5-5', 25: '6-6-6-6' }[cells] ?? '4';
}
