// SPDX-License-Identifier: MIT
/** What a heuristic sees, as marks to draw on a board. Pure: from two boards to marks. */

import { blankCell, homeCells, type Board } from './board';
import { lineConflicts } from './estimates';
import { t } from './strings';

export interface Arrow {
  from: number;
  to: number;
  /** Along rows and columns, straight as the crow flies, or a jump. */
  shape: 'steps' | 'straight' | 'jump';
}
export interface Overlay {
  /** A short text in the corner of a tile. */
  badges: ReadonlyMap<number, string>;
  arrows: readonly Arrow[];
  /** Cells of two tiles in each other's way. */
  links: readonly (readonly [number, number])[];
  /** Cells that the heuristic looks at in particular. */
  rings: readonly number[];
}

const EMPTY: Overlay = { badges: new Map(), arrows: [], links: [], rings: [] };

interface Wrong {
  tile: number;
  cell: number;
  home: number;
  rows: number;
  cols: number;
}

function wrongTiles(board: Board, goal: Board): Wrong[] {
  const home = homeCells(goal);
  const { cols } = board;
  return board.tiles.flatMap((tile, cell) => {
    if (!tile || home[tile] === cell) return [];
    const rows = Math.abs(Math.floor(cell / cols) - Math.floor(home[tile] / cols));
    return [{ tile, cell, home: home[tile], rows, cols: Math.abs((cell % cols) - (home[tile] % cols)) }];
  });
}

/** The marks of a registered heuristic; `zero` and unknown names have none. */
export function overlayOf(heuristic: string, board: Board, goal: Board): Overlay {
  const wrong = wrongTiles(board, goal);
  const badge = (text: (tile: Wrong) => string) => new Map(wrong.map((tile) => [tile.tile, text(tile)]));
  const arrows = (shape: Arrow['shape']) => wrong.map(({ cell, home }) => ({ from: cell, to: home, shape }));
  const steps = { badges: badge(({ rows, cols }) => String(rows + cols)), arrows: arrows('steps'), links: [], rings: [] };
  switch (heuristic) {
    case 'misplaced':
      return { ...EMPTY, badges: badge(() => '1'), rings: wrong.map(({ cell }) => cell) };
    case 'manhattan':
      return steps;
    case 'euclidean':
      return { ...EMPTY, badges: badge(({ rows, cols }) => decimals(Math.hypot(rows, cols))), arrows: arrows('straight') };
    case 'linear-conflict':
    case 'linear-conflict-pairs':
      return { ...steps, links: lineConflicts(board, goal).map(({ cells }) => cells) };
    case 'corner-conflict':
      return { ...steps, links: lineConflicts(board, goal).map(({ cells }) => cells), rings: shutCorners(board, goal) };
    case 'last-moves':
      return { ...steps, rings: lastMovers(board, goal) };
    case 'gaschnig':
      return { ...EMPTY, badges: badge(() => '1'), arrows: arrows('jump') };
    case 'walking-distance':
      return { ...EMPTY, badges: badge(({ rows, cols }) => `${rows ? `${rows}↕` : ''}${cols ? `${cols}↔` : ''}`), rings: [] };
    case 'inversion':
      return { ...EMPTY, badges: inversionBadges(board, goal) };
    default:
      return EMPTY;
  }
}

const decimals = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** For every tile, how many later ones it should stand behind, read row by row. */
function inversionBadges(board: Board, goal: Board): Map<number, string> {
  const place = homeCells(goal);
  const order = board.tiles.filter((tile) => tile);
  const badges = new Map<number, string>();
  order.forEach((tile, index) => {
    const behind = order.slice(index + 1).filter((later) => place[later] < place[tile]).length;
    if (behind) badges.set(tile, String(behind));
  });
  return badges;
}

/** Corners that hold a wrong tile beside a neighbour at home. */
function shutCorners(board: Board, goal: Board): number[] {
  const { rows, cols } = board;
  const corners = [0, cols - 1, (rows - 1) * cols, rows * cols - 1];
  return corners.filter((corner) => {
    const tile = board.tiles[corner];
    if (!tile || !goal.tiles[corner] || tile === goal.tiles[corner]) return false;
    const beside = [corner % cols ? corner - 1 : corner + 1, corner < cols ? corner + cols : corner - cols];
    return beside.some((cell) => board.tiles[cell] && board.tiles[cell] === goal.tiles[cell]);
  });
}

/** Where the tiles stand of which one must make the last move: those whose homes are next to the blank's. */
function lastMovers(board: Board, goal: Board): number[] {
  const blank = blankCell(goal);
  const { cols } = board;
  const near = goal.tiles.filter((tile, cell) => {
    const rows = Math.abs(Math.floor(cell / cols) - Math.floor(blank / cols));
    return tile && rows + Math.abs((cell % cols) - (blank % cols)) === 1;
  });
  return near.map((tile) => board.tiles.indexOf(tile));
}

/** The badges of an overlay in words, for who does not see them: `5 is 2 away`. */
export function spokenOverlay(heuristic: string, board: Board, goal: Board): string {
  const { badges, links } = overlayOf(heuristic, board, goal);
  const tiles = board.tiles.filter((tile) => badges.has(tile)).map((tile) => t.board.away(tile, badges.get(tile)!));
  const pairs = links.map(([a, b]) => t.board.conflict(board.tiles[a], board.tiles[b]));
  return [...tiles, ...pairs].join(', ');
}
