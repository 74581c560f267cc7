// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  applyMove,
  applyMoves,
  decodeBoard,
  encodeBoard,
  findProblems,
  goalBoard,
  goalName,
  lineMoves,
  sameBoard,
  smallestMissing,
  swapTiles,
  toRows,
} from '../src/lib/board';

const board = (text: string) => decodeBoard(text)!;

describe('goals', () => {
  it.each([
    ['last', '1,2,3/4,5,6/7,8,0'],
    ['first', '0,1,2/3,4,5/6,7,8'],
    ['snail', '1,2,3/8,0,4/7,6,5'],
  ] as const)('%s', (name, text) => {
    expect(encodeBoard(goalBoard(3, 3, name))).toBe(text);
    expect(goalName(board(text))).toBe(name);
  });

  it('winds the snail on boards that are not square', () => {
    expect(toRows(goalBoard(2, 4, 'snail'))).toEqual([
      [1, 2, 3, 4],
      [0, 7, 6, 5],
    ]);
  });

  it('does not know an arrangement of its own', () => expect(goalName(board('2,1/3,0'))).toBeNull());
});

describe('addresses', () => {
  it('come back', () => {
    for (const [rows, cols] of [
      [2, 2],
      [3, 5],
      [10, 10],
      [128, 128],
    ]) {
      const goal = goalBoard(rows, cols, 'snail');
      expect(sameBoard(decodeBoard(encodeBoard(goal))!, goal)).toBe(true);
    }
  });

  it.each(['', '1,2/3', '1,2,3', '1,1/2,0', '1,2/3,4', '1,2/x,0', '1,2/3,-0', '0/1', '1,2/3,00000000'])('refuse %j', (text) => expect(decodeBoard(text)).toBeNull());
});

describe('moves', () => {
  it('name the direction of the blank', () => {
    expect(encodeBoard(applyMove(board('1,2/3,0'), 'U')!)).toBe('1,0/3,2');
    expect(encodeBoard(applyMove(board('1,2/3,0'), 'L')!)).toBe('1,2/0,3');
  });

  it('stay on the board', () => {
    expect(applyMove(board('1,2/3,0'), 'R')).toBeNull();
    expect(applyMoves(board('1,2/3,0'), ['U', 'U'])).toBeNull();
  });

  it('slide a whole line', () => {
    expect(lineMoves(board('1,2,3/4,5,6/7,8,0'), 6)).toEqual(['L', 'L']);
    expect(lineMoves(board('1,2,3/4,5,6/7,8,0'), 2)).toEqual(['U', 'U']);
    expect(lineMoves(board('1,2,3/4,5,6/7,8,0'), 8)).toEqual([]);
    expect(lineMoves(board('1,2,3/4,5,6/7,8,0'), 4)).toEqual([]);
  });
});

describe('editing', () => {
  it('finds nothing wrong with a board', () => expect(findProblems([1, 2, 3, 0])).toEqual([]));

  it('names what is wrong and where', () => {
    expect(findProblems([1, 1, null, 9])).toEqual([
      { cell: 1, kind: 'twice', first: 0 },
      { cell: 2, kind: 'empty' },
      { cell: 3, kind: 'range' },
    ]);
    expect(findProblems([NaN, 0, 1, 2])[0]).toEqual({ cell: 0, kind: 'range' });
    expect(smallestMissing([1, 1, 3, 0])).toBe(2);
    expect(smallestMissing([1, 2, 3, 0])).toBeNull();
  });

  it('swaps two tiles wherever they stand', () => expect(encodeBoard(swapTiles(board('1,2/3,0'), 1, 3))).toBe('3,2/1,0'));
});
