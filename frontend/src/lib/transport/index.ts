// SPDX-License-Identifier: MIT
/** Who answers this page: a server, or where the page was exported, the library inside it. */

import type { Transport } from '../api';
import { alone } from './alone';
import { http } from './http';
import { usesOwnCode } from './own';

/** The library inside the page; fetched only where it is needed. */
export const python = () => import('./python');

const inPage: Transport = {
  catalog: async () => (await python()).python.catalog(),
  parse: async (...args) => (await python()).python.parse(...args),
  check: async (...args) => (await python()).python.check(...args),
  explain: async (...args) => (await python()).python.explain(...args),
  depth: async (...args) => (await python()).python.depth(...args),
  scramble: async (...args) => (await python()).python.scramble(...args),
  hint: async (...args) => (await python()).python.hint(...args),
  review: async (...args) => (await python()).python.review(...args),
  instance: async (...args) => (await python()).python.instance(...args),
  search: async (...args) => (await python()).python.search(...args),
  attach: async (...args) => (await python()).python.attach(...args),
  download: async (...args) => (await python()).python.download(...args),
};

/** A server takes no code: searches with the visitor's own heuristic run in the page all the same. */
const served: Transport = {
  ...http,
  search: (request, ...rest) => (usesOwnCode(request.method) ? inPage : http).search(request, ...rest),
  attach: (id, hear) => (id.startsWith('page-') ? inPage : http).attach(id, hear),
  download: (id, format) => (id.startsWith('page-') ? inPage : http).download(id, format),
};

export const api: Transport = alone ? inPage : served;
