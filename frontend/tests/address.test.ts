// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { formatPlace, parsePlace } from '../src/lib/address';

it('brings a place back', () => {
  const place = { view: 'solve', page: '', params: { board: '1,2/3,0', method: 'astar@max(manhattan,inversion)', at: '3' } } as const;
  expect(formatPlace(place)).toBe('#/solve?board=1,2/3,0&method=astar@max(manhattan,inversion)&at=3');
  expect(parsePlace(formatPlace(place))).toEqual(place);
});

it('keeps odd characters apart', () => {
  const place = { view: 'race', page: '', params: { lanes: 'bfs;a&b=c%?#' } } as const;
  expect(parsePlace(formatPlace(place))).toEqual(place);
});

it('names the page of Learn', () => expect(parsePlace('#/learn/astar')).toEqual({ view: 'learn', page: 'astar', params: {} }));

it.each(['', '#', '#/', '#/nowhere', '#nonsense?x'])('opens Play for %j', (hash) => expect(parsePlace(hash).view).toBe('play'));
