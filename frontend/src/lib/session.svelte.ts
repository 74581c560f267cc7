// SPDX-License-Identifier: MIT
/** What all views share: the board and its goal, the server's catalogue, and one line for messages. */

import type { Catalog } from './api';
import { api } from './transport';
import { formatPlace, type Params, type View } from './address';
import { decodeBoard, encodeBoard, goalBoard, goalName, type Board, type GoalName } from './board';

const FIRST_BOARD = '5,1,2,4/9,6,3,8/13,15,10,11/14,0,7,12';

class Session {
  start: Board = $state.raw(decodeBoard(FIRST_BOARD)!);
  goal: Board = $state.raw(goalBoard(4, 4, 'last'));
  catalog: Catalog | null = $state.raw(null);
  /** The server did not answer. */
  gone = $state(false);
  /** A passing message, also read out. */
  notice = $state('');
  #params: Partial<Record<View, Params>> = {};
  #loading: Promise<void> | null = null;

  /** The catalogue has come, or it will not: until then nobody knows what the options in an address mean. */
  get ready(): boolean {
    return this.catalog !== null || this.gone;
  }

  /** Take start and goal from an address; say whether it named a board. */
  read(params: Params): boolean {
    const start = params.board ? decodeBoard(params.board) : null;
    if (!start) return false;
    this.start = start;
    this.goal = readGoal(params.goal, start);
    return true;
  }

  set(start: Board, goal?: Board): void {
    this.start = start;
    if (goal) this.goal = goal;
    else if (goal === undefined && !sameShape(start, this.goal)) {
      this.goal = goalBoard(start.rows, start.cols, goalName(this.goal) ?? 'last');
    }
  }

  /** The part of an address that names the boards. */
  boardParams(start = this.start, goal = this.goal): Record<string, string> {
    const name = goalName(goal);
    return { board: encodeBoard(start), goal: name === 'last' ? '' : (name ?? encodeBoard(goal)) };
  }

  remember(view: View, params: Params): void {
    this.#params[view] = params;
  }

  /** The address of a view with the present board; what was run on another board is not run again. */
  href(view: View): string {
    if (view === 'learn') return formatPlace({ view, page: '', params: {} });
    const kept = this.#params[view] ?? {};
    const now = this.boardParams();
    const same = kept.board === now.board && (kept.goal ?? '') === now.goal;
    const { run: _run, at: _at, moves: _moves, ...lasting } = kept;
    return formatPlace({ view, page: '', params: { ...(same ? kept : lasting), ...now } });
  }

  loadCatalog(): Promise<void> {
    this.#loading ??= api.catalog().then(
      (catalog) => {
        this.catalog = catalog;
        this.gone = false;
      },
      () => {
        this.gone = true;
        this.#loading = null;
      },
    );
    return this.#loading;
  }

  say(text: string): void {
    this.notice = text;
  }
}

const sameShape = (a: Board, b: Board): boolean => a.rows === b.rows && a.cols === b.cols;

function readGoal(text: string | undefined, start: Board): Board {
  const own = text ? decodeBoard(text) : null;
  if (own && sameShape(own, start)) return own;
  const name: GoalName = text === 'first' || text === 'snail' ? text : 'last';
  return goalBoard(start.rows, start.cols, name);
}

export const session = new Session();

