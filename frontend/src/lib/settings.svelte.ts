// SPDX-License-Identifier: MIT
/** What a person prefers, kept in this browser. */

export type Theme = 'light' | 'dark';
export type TileStyle = 'numbers' | 'picture' | 'rainbow';

const KEY = 'taquin.settings';
const PICTURE_KEY = 'taquin.picture';
interface Stored {
  theme?: Theme;
  style?: TileStyle;
  blankKeys?: boolean;
  speed?: number;
}

function load(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Stored;
  } catch {
    return {};
  }
}

function loadPicture(): string | null {
  try {
    return localStorage.getItem(PICTURE_KEY);
  } catch {
    return null;
  }
}

class Settings {
  #stored = load();
  #system = matchMedia('(prefers-color-scheme: dark)');
  theme: Theme = $state(this.#stored.theme ?? (this.#system.matches ? 'dark' : 'light'));
  /** The user's picture as a data URL, kept for the next visit; it never leaves the browser. */
  original: string | null = $state(loadPicture());
  style: TileStyle = $state(this.#stored.style === 'picture' && !this.original ? 'numbers' : (this.#stored.style ?? 'numbers'));
  /** Arrow keys name the direction of the blank instead of the tile. */
  blankKeys = $state(this.#stored.blankKeys ?? false);
  /** Steps a second when a path plays. */
  speed = $state(this.#stored.speed ?? 4);
  /** Object URL of that picture, cut to the shape of a board. */
  picture: string | null = $state(null);

  /** The look of tiles as they can be drawn now: a picture may still be on its way. */
  get look(): TileStyle {
    return this.style === 'picture' && !this.picture ? 'numbers' : this.style;
  }

  constructor() {
    this.#system.addEventListener('change', (event) => {
      if (!this.#stored.theme) this.theme = event.matches ? 'dark' : 'light';
    });
  }

  toggleTheme(): void {
    this.theme = this.theme === 'dark' ? 'light' : 'dark';
    this.#keep({ theme: this.theme });
  }

  setStyle(style: TileStyle): void {
    this.style = style;
    this.#keep({ style });
  }

  setBlankKeys(on: boolean): void {
    this.blankKeys = on;
    this.#keep({ blankKeys: on });
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.#keep({ speed });
  }

  /** Take another picture: kept if there is room, shown in any case. */
  setOriginal(picture: string): void {
    this.original = picture;
    this.setStyle('picture');
    try {
      localStorage.setItem(PICTURE_KEY, picture);
    } catch {
      // Too large for this browser: it lasts as long as the page.
    }
  }

  setPicture(url: string): void {
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.picture = url;
  }

  #keep(change: Stored): void {
    this.#stored = { ...this.#stored, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // A browser that stores nothing still shows everything.
    }
  }
}

export const settings = new Settings();
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
