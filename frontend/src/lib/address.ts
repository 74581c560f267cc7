// SPDX-License-Identifier: MIT
/** Addresses: everything a view needs to come back lies behind the `#`, which never leaves the browser. */

export const VIEWS = ['play', 'solve', 'watch', 'race', 'learn', 'code'] as const;
export type View = (typeof VIEWS)[number];
export type Params = Readonly<Record<string, string>>;
export interface Place {
  view: View;
  /** The page within Learn, empty elsewhere. */
  page: string;
  params: Params;
}

/** What the views that choose a method keep in an address for themselves; anything else there may be an option of the method. */
export const VIEW_PARAMS = ['board', 'goal', 'edit', 'show', 'run', 'at', 'record', 'colour', 'twin', 'predict', 'by', 'draw'];

/** Escape what must be, and leave readable what may be. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|2F|40|3B|3A)/g, (code) => decodeURIComponent(code));
}

export function formatPlace(place: Place): string {
  const query = Object.entries(place.params)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${escape(key)}=${escape(value)}`)
    .join('&');
  return `#/${place.view}${place.page ? `/${place.page}` : ''}${query ? `?${query}` : ''}`;
}

export function parsePlace(hash: string): Place {
  const [path, query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [name, page = ''] = path.split('/', 2);
  const view = VIEWS.find((known) => known === name) ?? 'play';
  return { view, page, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** The place that an address such as `?embed=watch&board=...` names: a view without a header, for a page that holds it. */
export function embeddedPlace(search: string): Place | null {
  const { embed, ...params } = Object.fromEntries(new URLSearchParams(search));
  return embed === undefined ? null : { ...parsePlace(embed), params };
}

/** The options of a second method stand beside those of the first, with this before their names. */
const TWIN = 'twin.';

/** What an address says of the second method, by the names that a first one has. */
export function ofTwin(params: Params): Params {
  return Object.fromEntries(Object.entries(params).flatMap(([name, text]) => (name.startsWith(TWIN) ? [[name.slice(TWIN.length), text]] : [])));
}

/** The parameters of a method as those of a second one. */
export function asTwin({ method, ...options }: Params): Params {
  return { twin: method, ...Object.fromEntries(Object.entries(options).map(([name, text]) => [`${TWIN}${name}`, text])) };
}
