// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { decodeBoard, encodeBoard } from '../src/lib/board';
import { Path, runText, stepsOf } from '../src/lib/path';

const start = decodeBoard('0,1,3/4,2,5/7,8,6')!;

it('walks forwards, backwards and by leaps', () => {
  const path = new Path(start, 'RDRD');
  expect(path.length).toBe(4);
  const boards = ['0,1,3/4,2,5/7,8,6', '1,0,3/4,2,5/7,8,6', '1,2,3/4,0,5/7,8,6', '1,2,3/4,5,0/7,8,6', '1,2,3/4,5,6/7,8,0'];
  for (const step of [0, 4, 1, 3, 2, 0, 4, 3, 2, 1]) expect(encodeBoard(path.at(step))).toBe(boards[step]);
});

it('stays within its ends', () => {
  const path = new Path(start, 'RD');
  expect(encodeBoard(path.at(-5))).toBe(encodeBoard(start));
  expect(encodeBoard(path.at(99))).toBe('1,2,3/4,0,5/7,8,6');
});

it('says when a move leaves the board', () => expect(() => new Path(start, 'U').at(1)).toThrow('move 1 leaves the board'));

it('takes a slide as one step', () => {
  const path = new Path({ rows: 2, cols: 3, tiles: [0, 1, 2, 3, 4, 5] }, 'R2 D L2');
  expect(path.length).toBe(3);
  expect(path.at(1).tiles).toEqual([1, 2, 0, 3, 4, 5]);
  expect(path.at(3).tiles).toEqual([1, 2, 5, 0, 3, 4]);
  expect(path.at(1).tiles).toEqual([1, 2, 0, 3, 4, 5]);
  expect(path.runs.map(runText)).toEqual(['R2', 'D', 'L2']);
  expect(path.runs.map(({ from }) => from)).toEqual([0, 1, 2]);
});

it('reads moves with and without counts', () => {
  expect(stepsOf('RRD')).toEqual([['R'], ['R'], ['D']]);
  expect(stepsOf('R D')).toEqual([['R'], ['D']]);
  expect(stepsOf('R2 D U12').map(({ length }) => length)).toEqual([2, 1, 12]);
  expect(stepsOf('')).toEqual([]);
});
