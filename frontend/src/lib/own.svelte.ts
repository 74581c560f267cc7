// SPDX-License-Identifier: MIT
/** The visitor's own heuristic, kept in this browser: what stands in the editor, and the last of it that worked. */

const KEY = 'taquin.mine';
interface Stored {
  draft?: string;
  source?: string;
  admissible?: boolean;
}

function load(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Stored;
  } catch {
    return {};
  }
}

class Own {
  #stored = load();
  /** What stands in the editor, null before anything was written. */
  draft: string | null = $state(this.#stored.draft ?? null);
  /** What searches use: the last text that worked, empty where there is none. */
  source = $state(this.#stored.source ?? '');
  /** Whether it says of itself that it never overestimates. */
  admissible = $state(this.#stored.admissible ?? false);

  write(draft: string): void {
    this.draft = draft;
    this.#store();
  }

  keep(source: string, admissible: boolean): void {
    this.source = source;
    this.admissible = admissible;
    this.#store();
  }

  #store(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ draft: this.draft ?? undefined, source: this.source, admissible: this.admissible }));
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }
}

export const own = new Own();
