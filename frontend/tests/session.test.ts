// SPDX-License-Identifier: MIT
import { expect, it, vi } from 'vitest';
import { parsePlace } from '../src/lib/address';
import { decodeBoard, encodeBoard, goalBoard } from '../src/lib/board';

vi.hoisted(() => vi.stubGlobal('document', { baseURI: 'http://localhost/' }));

const { session } = await import('../src/lib/session.svelte');

const goal = goalBoard(3, 3, 'last');
const start = decodeBoard('1,2,3/4,0,6/7,5,8')!;
const midway = decodeBoard('1,2,3/4,5,6/7,0,8')!;
const boardIn = (address: string) => parsePlace(address).params.board;

it('takes the board on show along to other views, and the start once the goal is reached', () => {
  session.set(start, goal);
  session.remember('solve', { ...session.boardParams(), run: '1', at: '1' }, midway);
  expect(boardIn(session.href('play'))).toBe(encodeBoard(midway));
  session.remember('solve', { ...session.boardParams(), run: '1', at: '2' }, goal);
  expect(boardIn(session.href('play'))).toBe(encodeBoard(start));
  expect(parsePlace(session.href('solve')).params.at).toBe('2');
});

it('names the seed of the boards that it made, and of no others', () => {
  session.set(start, goal);
  session.seed = 7;
  session.read({ board: encodeBoard(start) });
  expect(session.seed).toBe(7);
  session.read({ board: encodeBoard(start), goal: 'snail' });
  expect(session.seed).toBeNull();
  session.set(start, goal);
  session.seed = 7;
  session.read({ board: encodeBoard(midway) });
  expect(session.seed).toBeNull();
});
