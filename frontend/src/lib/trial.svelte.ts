// SPDX-License-Identifier: MIT
import { ApiError } from './api';
import type { Judging, JudgeRequest, Verdict } from './verdict';

type Judge = (request: JudgeRequest, hear: (event: Judging) => void, signal: AbortSignal) => Promise<Verdict>;

/** One heuristic before the referee: asked for, followed, cancelled, answered. */
export class Trial {
  busy = $state(false);
  done = $state(0);
  /** How many there are to judge, 0 before that is known. */
  boards = $state(0);
  verdict: Verdict | null = $state.raw(null);
  error: ApiError | null = $state.raw(null);
  #abort: AbortController | null = null;

  constructor(private readonly judge: Judge) {}

  async start(request: JudgeRequest): Promise<void> {
    this.reset();
    const abort = (this.#abort = new AbortController());
    const wanted = () => this.#abort === abort;
    this.busy = true;
    try {
      const verdict = await this.judge(request, ({ done, boards }) => wanted() && ([this.done, this.boards] = [done, boards]), abort.signal);
      if (wanted()) this.verdict = verdict;
    } catch (error) {
      if (wanted()) this.error = error instanceof ApiError ? error : new ApiError(String(error), 0);
    } finally {
      if (wanted()) this.busy = false;
    }
  }

  /** Forget everything, and end what runs. */
  reset(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.busy = false;
    this.done = this.boards = 0;
    this.verdict = this.error = null;
  }
}
