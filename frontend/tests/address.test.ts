// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { embeddedPlace, formatPlace, parsePlace } from '../src/lib/address';

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

it('reads the address of a page within another page', () => {
  expect(embeddedPlace('?embed=watch&board=1,2/0,3&method=bfs')).toEqual({ view: 'watch', page: '', params: { board: '1,2/0,3', method: 'bfs' } });
  expect(embeddedPlace('?embed=learn/astar')).toEqual({ view: 'learn', page: 'astar', params: {} });
  expect(embeddedPlace('?token=x')).toBeNull();
});
