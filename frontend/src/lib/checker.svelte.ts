// SPDX-License-Identifier: MIT
/** The text of the editor, tried whenever whoever writes it rests. */

import { ApiError } from './api';

/** Milliseconds without a key before the text is tried. */
const REST = 600;

export type CheckState = 'idle' | 'waiting' | 'good' | 'wrong' | 'late' | 'gone';
export interface Fault {
  message: string;
  /** Null where it has no line of its own. */
  line: number | null;
}
interface Tried {
  message: string | null;
  line: number | null;
}

export class Checker {
  state: CheckState = $state('idle');
  fault: Fault | null = $state.raw(null);
  #wanted: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;

  constructor(private readonly keep: (source: string) => Promise<Tried>) {}

  /** It is known to work. */
  trust(): void {
    this.state = 'good';
  }

  /** Try a text, soon; of those that come while one is tried only the last counts. */
  ask(source: string, rest = REST): void {
    this.#wanted = source;
    this.state = 'waiting';
    this.fault = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#next(), rest);
  }

  /** Ask for no more. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  async #next(): Promise<void> {
    const source = this.#wanted;
    if (this.#busy || source === null) return;
    this.#wanted = null;
    this.#busy = true;
    const [state, fault] = await this.#try(source);
    this.#busy = false;
    if (this.#wanted !== null) return this.#next();
    this.state = state;
    this.fault = fault;
  }

  async #try(source: string): Promise<[CheckState, Fault | null]> {
    try {
      const { message, line } = await this.keep(source);
      return message === null ? ['good', null] : ['wrong', { message, line }];
    } catch (error) {
      if (!(error instanceof ApiError) || error.gone) return ['gone', null];
      return error.late ? ['late', null] : ['wrong', { message: error.message, line: error.row ?? null }];
    }
  }
}
