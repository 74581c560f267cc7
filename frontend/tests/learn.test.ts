// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { ALGORITHM_NAMES, HEURISTIC_NAMES } from '../src/lib/strings';
import { ALGORITHM_PAGES, HEURISTIC_PAGES, PATTERNS } from '../src/lib/strings/learn';

// The documentation has a page for every search and heuristic too. Its words are these: what a change here leaves behind there
// fails, and `scripts/frontend` writes it anew.
it('gives its words to the documentation', async () => {
  const named = <Page>(pages: Record<string, Page>, names: Record<string, string>) =>
    Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, { title: names[name], ...page }]));
  const words = { algorithms: named(ALGORITHM_PAGES, ALGORITHM_NAMES), heuristics: named(HEURISTIC_PAGES, HEURISTIC_NAMES), patterns: PATTERNS };
  await expect(`${JSON.stringify(words, null, 1)}\n`).toMatchFileSnapshot('../../docs/make/learn.json');
});
