// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeBoard, encodeBoard, goalBoard } from '../src/lib/board';
import { Game } from '../src/lib/game.svelte';

const start = decodeBoard('1,2,3/4,5,6/0,7,8')!;
let now = 0;
let game: Game;

beforeEach(() => {
  now = 1000;
  game = new Game(start, goalBoard(3, 3, 'last'), () => now);
});

describe('counting', () => {
  it('counts every slide and takes undone moves off, in the open', () => {
    game.move('R');
    game.move('L');
    game.undo();
    expect([game.moves, game.slides, game.takenBack]).toEqual([1, 3, 1]);
    game.redo();
    expect([game.moves, game.slides, game.takenBack]).toEqual([2, 4, 1]);
  });

  it('counts moves in one direction as one slide', () => {
    game.move('R');
    game.move('R');
    expect([game.moves, game.lines]).toEqual([2, 1]);
    const other = new Game(start, goalBoard(3, 3, 'first'), () => now);
    for (const move of ['U', 'U', 'R', 'D'] as const) other.move(move);
    expect([other.moves, other.lines]).toEqual([4, 3]);
    other.undo();
    expect([other.moves, other.lines]).toEqual([3, 2]);
  });

  it('does not count what is no move', () => {
    expect(game.move('L')).toBe(false);
    expect(game.undo()).toBe(false);
    expect(game.redo()).toBe(false);
    expect(game.slides).toBe(0);
  });

  it('forgets what was undone when another move is made', () => {
    game.move('U');
    game.undo();
    game.move('R');
    expect(game.canRedo).toBe(false);
    expect(game.line).toEqual(['R']);
  });
});

describe('time', () => {
  it('starts with the first move and stops with the last', () => {
    now = 5000;
    game.tick();
    expect(game.elapsed).toBe(0);
    game.move('R');
    now = 7500;
    game.move('R');
    expect(game.finished).toBe(true);
    now = 99000;
    game.tick();
    expect(game.elapsed).toBe(2.5);
  });
});

it('is over when the goal is reached', () => {
  game.move('R');
  game.move('R');
  expect(game.move('L')).toBe(false);
  expect(game.undo()).toBe(false);
  expect(encodeBoard(game.board)).toBe('1,2,3/4,5,6/7,8,0');
});

it('goes on where an address left off, and is over where that is the end', () => {
  game.resume(['R']);
  expect([game.moves, encodeBoard(game.board)]).toEqual([1, '1,2,3/4,5,6/7,0,8']);
  game.restart();
  game.resume(['R', 'R']);
  expect([game.moves, game.finished, game.running]).toEqual([2, true, false]);
  expect([game.move('L'), game.undo()]).toEqual([false, false]);
  game.restart();
  game.resume(['L']);
  expect([game.moves, game.finished]).toEqual([0, false]);
  const solved = new Game(game.goal, game.goal, () => now);
  solved.resume([]);
  expect(solved.finished).toBe(false); // nothing was played
});
