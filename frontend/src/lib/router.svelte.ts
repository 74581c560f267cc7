// SPDX-License-Identifier: MIT
import { embeddedPlace, formatPlace, parsePlace, type Params, type Place, type View } from './address';

/** Where the page is. A view reads its parameters once when it opens and writes them back as its state changes. */
class Router {
  /** Whether this page is a part of another one, which has its own header. */
  readonly embedded = embeddedPlace(location.search) !== null;
  place: Place = $state.raw((location.hash ? null : embeddedPlace(location.search)) ?? parsePlace(location.hash));
  /** Grows with every arrival from outside: a link, the back button, a typed address. */
  arrivals = $state(0);

  constructor() {
    addEventListener('hashchange', () => {
      this.place = parsePlace(location.hash);
      this.arrivals += 1;
    });
  }

  /** Keep the address in step with the view's state, without a step in the history. */
  keep(params: Params): void {
    this.place = { ...this.place, params };
    const hash = formatPlace(this.place);
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  }

  open(view: View, params: Params = {}, page = ''): void {
    location.hash = formatPlace({ view, page, params });
  }
}

export const router = new Router();
