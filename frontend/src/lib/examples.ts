// SPDX-License-Identifier: MIT
/** Heuristics to begin with, from none to a good one, as files that the tests of the package run too. */

import linearConflict from './examples/linear_conflict.py?raw';
import manhattan from './examples/manhattan.py?raw';
import misplaced from './examples/misplaced.py?raw';
import twice from './examples/twice.py?raw';
import zero from './examples/zero.py?raw';

export const EXAMPLES = { zero, misplaced, manhattan, twice, linearConflict } as const;
export type ExampleName = keyof typeof EXAMPLES;
export const EXAMPLE_NAMES = Object.keys(EXAMPLES) as ExampleName[];
export const FIRST: ExampleName = 'manhattan';

/** Which example a text is, null for something of one's own. */
export function exampleOf(source: string): ExampleName | null {
  return EXAMPLE_NAMES.find((name) => EXAMPLES[name].trim() === source.trim()) ?? null;
}
