// SPDX-License-Identifier: MIT
import { formatPlace, parsePlace, type Params, type Place, type View } from './address';

/** Where the page is. A view reads its parameters once when it opens and writes them back as its state changes. */
class Router {
  place: Place = $state.raw(parsePlace(location.hash));
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
