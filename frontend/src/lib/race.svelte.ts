// SPDX-License-Identifier: MIT
import type { Solution, Stats } from './api';
import { toRows, type Board } from './board';
import { readNumber } from './format';
import { Job } from './job.svelte';
import { isTraced, MethodChoice } from './method.svelte';
import { Path } from './path';

export const FEWEST_LANES = 2;
export const MOST_LANES = 6;

/** One runner: a method and its search. */
export class Lane {
  readonly method: MethodChoice;
  readonly job = new Job();
  readonly path = $derived.by(() => {
    const result = this.job.result;
    if (!result?.moves) return null;
    return new Path({ rows: result.start.length, cols: result.start[0].length, tiles: result.start.flat() }, result.moves);
  });

  constructor(method: string) {
    this.method = new MethodChoice({ method });
  }

  /** The board of this lane at a step of the shared timeline: it waits at the goal. */
  boardAt(step: number, start: Board): Board {
    return this.path ? this.path.at(step) : start;
  }

  get stats(): Stats | null {
    return this.job.result?.stats ?? this.job.progress?.stats ?? null;
  }
}

export class Race {
  lanes: Lane[] = $state.raw([]);
  time = $state('20');

  constructor(methods: readonly string[]) {
    this.lanes = methods.slice(0, MOST_LANES).map((method) => new Lane(method));
  }

  /** Seconds for every lane, null where what was written is no number of them. */
  get seconds(): number | null {
    const seconds = readNumber(this.time);
    return seconds !== null && seconds > 0 ? seconds : null;
  }

  get busy(): boolean {
    return this.lanes.some(({ job }) => job.busy);
  }

  /** Every lane has come to its end, whichever that was. */
  get over(): boolean {
    return !this.busy && this.lanes.every(({ job }) => job.state !== 'idle');
  }

  get results(): Solution[] {
    return this.lanes.flatMap(({ job }) => job.result ?? []);
  }

  get longest(): number {
    return Math.max(0, ...this.results.map(({ cost }) => cost ?? 0));
  }

  /** How full a lane is: the logarithm of its nodes against the most of any lane. */
  fill(lane: Lane): number {
    const log = (stats: Stats | null) => Math.log1p(stats?.generated ?? 0);
    const most = Math.max(1e-9, ...this.lanes.map(({ stats }) => log(stats)));
    return log(lane.stats) / most;
  }

  add(method: string): void {
    if (this.lanes.length < MOST_LANES) this.lanes = [...this.lanes, new Lane(method)];
  }

  remove(lane: Lane): void {
    if (this.lanes.length <= FEWEST_LANES) return;
    lane.job.reset();
    this.lanes = this.lanes.filter((other) => other !== lane);
  }

  /** Send every lane off at once. */
  start(start: Board, goal: Board): void {
    const { seconds } = this;
    if (seconds === null) return;
    for (const { job, method } of this.lanes) {
      void job.start({ start: toRows(start), goal: toRows(goal), ...method.request(), limits: { time: seconds } });
    }
  }

  /** The methods that generated the least and the most, of those that can be watched; null unless there are two. */
  get extremes(): [string, string] | null {
    const traced = this.results.filter(({ algorithm }) => isTraced(algorithm)).sort((a, b) => a.stats.generated - b.stats.generated);
    return traced.length > 1 ? [traced[0].method, traced[traced.length - 1].method] : null;
  }

  cancel(): void {
    for (const { job } of this.lanes) job.cancel();
  }

  reset(): void {
    for (const { job } of this.lanes) job.reset();
  }
}
