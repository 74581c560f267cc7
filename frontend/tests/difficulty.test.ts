// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { deepest, offered, wish } from '../src/lib/difficulty';

it('knows the hardest small boards', () => {
  expect(deepest(3, 3, 'last')).toBe(31);
  expect(deepest(3, 3, 'snail')).toBe(30);
  expect(deepest(4, 4, 'last')).toBeNull();
  expect(deepest(3, 2, 'snail')).toBeNull();
});

it('asks for exact depths where they are offered and for walks elsewhere', () => {
  expect(wish(3, 3, 'last', 'hardest')).toEqual({ rows: 3, cols: 3, goal: 'last', depth: 31 });
  expect(wish(4, 4, 'last', 'easy', 7)).toEqual({ rows: 4, cols: 4, goal: 'last', walk: 32, seed: 7 });
  expect(wish(4, 4, 'last', 'any')).toEqual({ rows: 4, cols: 4, goal: 'last' });
  expect(offered(4, 4, 'last')).not.toContain('hardest');
});
