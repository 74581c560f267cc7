// SPDX-License-Identifier: MIT
import { api } from './transport';
import { toRows, type Board } from './board';
import { count } from './format';
import { Job } from './job.svelte';
import { session } from './session.svelte';
import { t } from './strings';

const PROVABLE_CELLS = 16;
const SECONDS = 10;

/** The length of a shortest solution, found in the background; where that takes too long, what is proven. */
export class Optimum {
  job = new Job();
  #bound = $state(0);
  #unsolvable = $state(false);
  #turn = 0;

  /** The shortest length, null unless proven. */
  get moves(): number | null {
    return this.job.result?.status === 'optimal' ? this.job.result.cost : null;
  }

  get bound(): number {
    return Math.max(this.#bound, this.job.result?.lower_bound ?? this.job.progress?.lower_bound ?? 0);
  }

  get unsolvable(): boolean {
    return this.#unsolvable || this.job.result?.status === 'unsolvable';
  }

  get text(): string {
    if (this.moves !== null) return count(this.moves);
    if (this.job.busy) return t.play.optimumWait;
    return this.bound > 0 ? t.play.optimumAtLeast(this.bound) : t.play.optimumUnknown;
  }

  async find(start: Board, goal: Board): Promise<void> {
    this.stop();
    const turn = this.#turn;
    const pair = { start: toRows(start), goal: toRows(goal) };
    if (start.tiles.length <= PROVABLE_CELLS) return this.job.start({ ...pair, limits: { time: SECONDS } });
    try {
      const [checked, explained] = await Promise.all([api.check(pair), api.explain(pair), session.loadCatalog()]);
      if (turn !== this.#turn) return;
      this.#unsolvable = !checked.solvable;
      const trusted = session.catalog?.heuristics.filter(({ admissible }) => admissible) ?? [];
      this.#bound = Math.ceil(Math.max(0, ...trusted.map(({ name }) => explained.heuristics[name] ?? 0)));
    } catch {
      // Without an answer the optimum stays unknown, which the page says.
    }
  }

  stop(): void {
    this.#turn += 1;
    this.#bound = 0;
    this.#unsolvable = false;
    this.job.reset();
  }
}
