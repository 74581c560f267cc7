// SPDX-License-Identifier: MIT
/** What all views share: the board and its goal, the server's catalogue, and one line for messages. */

import type { Catalog } from './api';
import { api } from './transport';
import { alone } from './transport/alone';
import { formatPlace, type Params, type View } from './address';
import { decodeBoard, encodeBoard, goalBoard, goalName, sameBoard, type Board, type GoalName } from './board';

/** Milliseconds between two questions whether a server that was lost is there again. */
const ASK_AGAIN = 2000;
const FIRST_BOARD = '5,1,2,4/9,6,3,8/13,15,10,11/14,0,7,12';

class Session {
  start: Board = $state.raw(decodeBoard(FIRST_BOARD)!);
  goal: Board = $state.raw(goalBoard(4, 4, 'last'));
  catalog: Catalog | null = $state.raw(null);
  /** The server did not answer. */
  gone = $state(false);
  /** What the board was drawn with, null for one that came otherwise. */
  seed: number | null = $state(null);
  /** A passing message, also read out. */
  notice = $state('');
  /** What is on show: the start, or where a game or a path has come to. It goes along from view to view. */
  here: Board = $state.raw(this.start);
  #kept: Partial<Record<View, { params: Params; here: Board; goal: Board }>> = {};
  #loading: Promise<void> | null = null;
  #returns: (() => void)[] = [];
  #asking: ReturnType<typeof setTimeout> | undefined;

  /** The catalogue has come, or it will not: until then nobody knows what the options in an address mean. */
  get ready(): boolean {
    return this.catalog !== null || this.gone;
  }

  /** Take start and goal from an address; say whether it named a board. */
  read(params: Params): boolean {
    const start = params.board ? decodeBoard(params.board) : null;
    if (!start) return false;
    const goal = readGoal(params.goal, start);
    // From view to view it is the same board.
    if (!sameBoard(start, this.start) || !sameBoard(goal, this.goal)) this.seed = null;
    this.start = this.here = start;
    this.goal = goal;
    return true;
  }

  set(start: Board, goal?: Board): void {
    this.start = this.here = start;
    this.seed = null;
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

  /** Keep what a view would need to come back, and the board that it shows. */
  remember(view: View, params: Params, shown = this.start): void {
    // Who has come to the goal wants to see how others come there, not that it is reached.
    this.here = sameBoard(shown, this.goal) ? this.start : shown;
    this.#kept[view] = { params, here: this.here, goal: this.goal };
  }

  /** The address of a view with the board on show. A view that showed the same board comes back as it was; on another, nothing is run again. */
  href(view: View): string {
    if (view === 'learn') return formatPlace({ view, page: '', params: {} });
    const kept = this.#kept[view];
    if (kept && sameBoard(kept.here, this.here) && sameBoard(kept.goal, this.goal)) return formatPlace({ view, page: '', params: kept.params });
    const { run: _run, at: _at, moves: _moves, ...lasting } = kept?.params ?? {};
    return formatPlace({ view, page: '', params: { ...lasting, ...this.boardParams(this.here) } });
  }

  loadCatalog(): Promise<void> {
    // While nobody answers, what came before does not count: ask whether somebody does again.
    if (this.gone) this.#loading = null;
    this.#loading ??= api.catalog().then(
      (catalog) => {
        this.catalog = catalog;
        const back = this.gone;
        this.gone = false;
        if (back) for (const act of this.#returns) act();
      },
      () => {
        this.#loading = null;
        this.lose();
      },
    );
    return this.#loading;
  }

  /** The server does not answer: say so, and look whether it comes back. */
  lose(): void {
    this.gone = true;
    clearTimeout(this.#asking);
    // Python in the page does not come back by itself; a person may ask for it again.
    if (!alone) this.#asking = setTimeout(() => void this.loadCatalog(), ASK_AGAIN);
  }

  /** Do something whenever a server that was lost is there again. */
  onreturn(act: () => void): void {
    this.#returns.push(act);
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

