// SPDX-License-Identifier: MIT
/** The games that were finished in this browser: kept here, told to nobody, and saved as a file when somebody asks for it. */

import type { GameRecord } from './game.svelte';

/** A finished game. */
export interface Finished {
  /** When, as ISO date. */
  at: string;
  size: string;
  /** The start as text, so that it can be played again. */
  board: string;
  goal: string;
  moves: number;
  seconds: number;
  takenBack: number;
  hints: number;
  /** Moves of a shortest solution, null where it is not known. */
  optimum: number | null;
}

/** What a player wants to know of all games of one size. */
export interface Bests {
  games: number;
  time: number | null;
  moves: number | null;
  /** Moves a second, of the quickest hand. */
  rate: number | null;
  /** Averages of the latest 5 and 12, the best and the worst of them left out; null before there are so many. */
  ao5: number | null;
  ao12: number | null;
}

const KEY = 'taquin.games';
const GAME_KEY = 'taquin.game';
const MOST = 2000;

/** The mean of the latest so many without the best and the worst, as speed solvers reckon it. */
export function averageOf(seconds: readonly number[], number: number): number | null {
  if (seconds.length < number) return null;
  const sorted = seconds.slice(-number).sort((a, b) => a - b);
  const counted = sorted.slice(1, -1);
  return counted.reduce((sum, one) => sum + one, 0) / counted.length;
}

const least = (values: readonly number[]): number | null => (values.length ? Math.min(...values) : null);

/** The bests of one size; a game with a hint is in the history and sets no record. */
export function bestsOf(games: readonly Finished[], size: string): Bests {
  const own = games.filter((game) => game.size === size && !game.hints);
  const times = own.map(({ seconds }) => seconds);
  const rates = own.flatMap(({ moves, seconds }) => (seconds > 0 ? [moves / seconds] : []));
  return { games: own.length, time: least(times), moves: least(own.map(({ moves }) => moves)), rate: rates.length ? Math.max(...rates) : null, ao5: averageOf(times, 5), ao12: averageOf(times, 12) };
}

export function gamesToCsv(games: readonly Finished[]): string {
  const names = ['at', 'size', 'moves', 'seconds', 'optimum', 'takenBack', 'hints', 'board', 'goal'] as const;
  const cell = (value: string | number | null) => (value === null ? '' : /[",]/.test(String(value)) ? `"${value}"` : String(value));
  return [names.join(','), ...games.map((game) => names.map((name) => cell(game[name])).join(','))].map((line) => `${line}\n`).join('');
}

function load<T>(key: string, fallback: T, store: () => Storage = () => localStorage): T {
  try {
    return (JSON.parse(store().getItem(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

function save(key: string, value: unknown, store: () => Storage = () => localStorage): void {
  try {
    store().setItem(key, JSON.stringify(value));
  } catch {
    // A browser that stores nothing lets one play all the same.
  }
}

class Records {
  games: Finished[] = $state.raw(load<Finished[]>(KEY, []));

  constructor() {
    // Another tab has finished a game, or forgotten all: without a key, all that is kept.
    addEventListener('storage', ({ key }) => (key === KEY || key === null) && (this.games = load(KEY, [])));
  }

  add(game: Finished): void {
    this.#change((games) => [...games, game].slice(-MOST));
  }

  /** The shortest solution of a game may be found only after its end. */
  complete(board: string, goal: string, optimum: number): void {
    this.#change((games) => {
      const at = games.findLastIndex((game) => game.board === board && game.goal === goal);
      return games.map((game, index) => (index === at && game.optimum === null ? { ...game, optimum } : game));
    });
  }

  clear(): void {
    this.#change(() => []);
  }

  /** What other tabs have kept counts, even where this one has not been told of it yet. */
  #change(change: (games: Finished[]) => Finished[]): void {
    this.games = change(load(KEY, this.games));
    save(KEY, this.games);
  }
}

export const records = new Records();

/** The game that is being played, for the next view and after a reload; a later visit begins a new one. */
export const keptGame = {
  load: (): GameRecord | null => load<GameRecord | null>(GAME_KEY, null, () => sessionStorage),
  save: (game: GameRecord): void => save(GAME_KEY, game, () => sessionStorage),
};
