// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { decodeBoard, goalBoard, type Board } from '../src/lib/board';
import { estimateOf } from '../src/lib/estimates';
import { PatternTable } from '../src/lib/patterns';
import values from './patterns.json';

const goal = goalBoard(3, 3, 'last');
const tables = [new PatternTable(goal, [1, 2, 3, 4]), new PatternTable(goal, [5, 6, 7, 8])];
const sum = (board: Board) => tables.reduce((all, table) => all + table.look(board).cost, 0);

/** Rows for columns, which keeps the goal of the blank: the engine looks a board up this way too. */
function reflect(board: Board): Board {
  const turn = (cell: number) => (cell % 3) * 3 + Math.floor(cell / 3);
  const tiles = board.tiles.slice();
  board.tiles.forEach((tile, cell) => (tiles[turn(cell)] = tile && goal.tiles[turn(goal.tiles.indexOf(tile))]));
  return { ...board, tiles };
}

it.each(values as { board: string; value: number }[])('$board is worth what the engine says', ({ board: text, value }) => {
  const board = decodeBoard(text)!;
  expect(Math.max(sum(board), sum(reflect(board)))).toBe(value);
  expect(sum(board)).toBeGreaterThanOrEqual(estimateOf('manhattan', board, goal)!);
});

it('counts the moves of every tile on one cheapest way', () => {
  const board = decodeBoard('3,2,1/4,5,6/8,7,0')!;
  for (const table of tables) {
    const { cost, moves } = table.look(board);
    expect([...moves.values()].reduce((a, b) => a + b)).toBe(cost);
    expect([...moves.keys()]).toEqual(table.tiles);
  }
});

it('has an entry for every placement of its tiles', () => {
  for (const { histogram } of tables) expect(histogram.reduce((a, b) => a + b)).toBe(9 * 8 * 7 * 6);
  expect(tables[0].histogram[0]).toBe(1);
});
