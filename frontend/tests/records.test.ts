// SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from 'vitest';
import { decodeBoard, goalBoard } from '../src/lib/board';
import { stopwatch } from '../src/lib/format';
import { Game } from '../src/lib/game.svelte';
import type { Finished } from '../src/lib/records.svelte';
import { mistakesIn } from '../src/lib/review';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
const heard: ((event: { key: string | null }) => void)[] = [];
vi.stubGlobal('addEventListener', (_: string, hear: (typeof heard)[number]) => heard.push(hear));

const { averageOf, bestsOf, gamesToCsv, records } = await import('../src/lib/records.svelte');

const finished = (seconds: number, change: Partial<Finished> = {}): Finished => ({ at: `2026-01-01T00:00:${seconds}`, size: '4x4', board: '1,2/3,0', goal: '', moves: 100, seconds, takenBack: 0, hints: 0, optimum: null, ...change });

describe('records', () => {
  it('averages the latest without the best and the worst', () => {
    expect(averageOf([9, 9, 9, 9], 5)).toBeNull();
    expect(averageOf([100, 10, 20, 30, 40, 50], 5)).toBe(30);
  });

  it('counts only games of the size, without hints', () => {
    const games = [finished(50), finished(20, { hints: 1 }), finished(30, { size: '3x3' }), finished(40, { moves: 200 })];
    expect(bestsOf(games, '4x4')).toEqual({ games: 2, time: 40, moves: 100, rate: 5, ao5: null, ao12: null });
    expect(bestsOf([], '4x4')).toMatchObject({ games: 0, time: null, rate: null });
  });

  it('is written as a table', () => {
    expect(gamesToCsv([finished(40, { optimum: 52 })])).toBe('at,size,moves,seconds,optimum,takenBack,hints,board,goal\n2026-01-01T00:00:40,4x4,100,40,52,0,0,"1,2/3,0",\n');
  });
});

it('keeps the games of two tabs', () => {
  const [own, other] = [finished(50), finished(40, { board: '2,1/3,0', optimum: 7 })];
  const keep = (...games: Finished[]) => kept.set('taquin.games', JSON.stringify(games));
  records.add(own);
  keep(own, other);
  records.complete(own.board, own.goal, 5);
  records.add(finished(30));
  expect(JSON.parse(kept.get('taquin.games')!)).toEqual([{ ...own, optimum: 5 }, other, finished(30)]);
  records.complete(own.board, 'snail', 9);
  expect(records.games.at(-1)!.optimum).toBeNull();
  keep(other);
  for (const hear of heard) hear({ key: 'taquin.games' });
  expect(records.games).toEqual([other]);
  records.clear();
  expect(kept.get('taquin.games')).toBe('[]');
});

describe('a game that is kept', () => {
  let now = 5000;
  const board = decodeBoard('1,2,3/4,5,6/0,7,8')!;
  const open = () => new Game(board, goalBoard(3, 3, 'last'), () => now);

  it('goes on with its clock and its honest counts', () => {
    const game = open();
    game.move('U');
    now += 2500;
    game.move('D');
    game.undo();
    const kept = JSON.parse(JSON.stringify(game.record())) as ReturnType<Game['record']>;
    now += 1000;
    const other = open();
    other.resume(['U']);
    other.takeUp(kept);
    expect([other.moves, other.slides, other.takenBack, other.canRedo]).toEqual([1, 3, 1, true]);
    expect(other.elapsed).toBe(3.5);
    expect(other.running).toBe(true);
  });

  it('stays finished, with the time that it took', () => {
    const game = open();
    game.move('R');
    now += 2500;
    game.move('R');
    now += 99_000;
    const other = open();
    other.resume(['R', 'R']);
    other.takeUp(game.record());
    other.tick();
    expect([other.finished, other.moves, other.elapsed]).toEqual([true, 2, 2.5]);
  });

  it('is another where the moves are others', () => {
    const game = open();
    game.move('U');
    const other = open();
    other.resume(['R']);
    other.takeUp(game.record());
    expect([other.moves, other.slides, other.elapsed]).toEqual([1, 1, 0]);
    other.takeUp(null);
    expect(other.moves).toBe(1);
  });
});

it('finds the moves that led away from the goal', () => {
  expect(mistakesIn([5, 4, 5, 4, 3, 4])).toEqual([2, 5]);
  expect(mistakesIn([null, null, 3, 4, 3])).toEqual([3]);
  expect(mistakesIn([])).toEqual([]);
});

it('shows tenths', () => {
  expect([0, 0.19, 9.999, 65.25, 3600.05].map(stopwatch)).toEqual(['0:00.0', '0:00.1', '0:09.9', '1:05.2', '1:00:00.0']);
});
