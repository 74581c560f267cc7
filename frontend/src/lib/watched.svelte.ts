// SPDX-License-Identifier: MIT
import type { Params } from './address';
import type { SolveRequest } from './api';
import { toRows, type Board } from './board';
import { Job } from './job.svelte';
import { layMap, layTree, type Layout } from './layout';
import { isTraced, MethodChoice, USUAL_DEPTH } from './method.svelte';
import { record } from './recording';
import { ALGORITHM_PAGES, type CodeLine } from './strings/learn';
import { methodName } from './strings';
import { w } from './strings/watch';
import { mainLine, timeline, type Moment } from './timeline';
import { isTwoSided, spellAt, type State } from './tree';
import type { Scene } from './stage/scene';

export type Colour = 'f' | 'g' | 'h';
export type Drawing = 'tree' | 'map';

/** Above so many nodes a tree is too wide to be read, and a map is drawn. */
const MOST_TREE_NODES = 1500;
const SECONDS = 10;

/** A search that is watched: asked for, recorded, and read at any step. */
export class Watched {
  readonly method: MethodChoice;
  readonly job = new Job();
  /** What was asked for, so that what is shown belongs to the boards of that question. */
  #goal: Board = $state.raw({ rows: 0, cols: 0, tiles: [] });
  drawing: Drawing | '' = $state('');

  constructor(params: Params) {
    this.method = new MethodChoice(params);
  }

  readonly recording = $derived.by(() => record(this.job.expansions, this.#goal, this.method.text, this.job.result, this.method.settings, Number(this.method.limits.depth) || Infinity));
  readonly replay = $derived(this.recording.replay);
  readonly bounds = $derived(this.replay.bounds(this.recording.total > this.recording.expanded ? 0 : (this.job.result?.lower_bound ?? 0)));
  readonly sizes = $derived(this.replay.sizes());
  readonly code: readonly CodeLine[] = $derived(ALGORITHM_PAGES[this.replay.algorithm]?.code ?? []);
  readonly moments: readonly Moment[] = $derived(timeline(this.recording, this.code));
  /** Where the moments of every step begin. */
  readonly #starts = $derived.by(() => {
    const starts: number[] = [];
    this.moments.forEach(({ step }, at) => (starts[step] ??= at));
    return [...starts, this.moments.length];
  });
  readonly generated = $derived(this.replay.generated());
  readonly drawnAs: Drawing = $derived(this.drawing || (this.replay.tree.nodes.length > MOST_TREE_NODES * Math.max(1, this.#inOneGroup) ? 'map' : 'tree'));
  readonly layout: Layout = $derived.by(() => {
    const { replay } = this;
    if (this.drawnAs === 'tree') return layTree(replay.tree, isTwoSided(replay.algorithm));
    // Where depth itself steers there is no second value to tell nodes apart by.
    return layMap(replay.tree, replay.steering === 'g' ? null : (index) => replay.steer(replay.tree.nodes[index], 0));
  });
  /** Which value the colours show where nobody has chosen one: what steers. */
  readonly steering: Colour = $derived(this.replay.steering === 'g' || this.replay.steering === 'h' ? this.replay.steering : 'f');
  readonly traced = $derived.by(() => isTraced(this.method.algorithm));

  /** How many trees share the nodes, where only one of them is drawn at a time. */
  get #inOneGroup(): number {
    return this.grouped ? this.replay.tree.groups : 1;
  }

  /** Whether its trees are iterations or climbs, of which one is drawn at a time. */
  get grouped(): boolean {
    return this.replay.tree.groups > 1 && !isTwoSided(this.replay.algorithm);
  }

  /** Columns of the boards that it is about. */
  get cols(): number {
    return Math.max(1, this.#goal.cols);
  }

  /** The method in words, with the options that were said, which tell two of a kind apart. */
  get title(): string {
    const said = this.method.used.flatMap(({ name, title }) => (this.method.said(name) ? [`${title.toLowerCase()} ${this.method.said(name)}`] : []));
    return [methodName(this.method.text), ...said].join(', ');
  }

  /** Where depth-limited search turns back. */
  get depthLimit(): number {
    return Number(this.method.limits.depth) || USUAL_DEPTH;
  }

  start(start: Board, goal: Board, limit: number): void {
    this.#goal = goal;
    const request: SolveRequest = { start: toRows(start), goal: toRows(goal), ...this.method.request(start.tiles.length), trace_limit: limit };
    // What leaves no tree is watched for as long as it takes.
    if (this.traced) request.limits = { ...request.limits, time: Math.min(request.limits?.time ?? SECONDS, SECONDS) };
    void this.job.start(request);
  }

  /** The moments of one step. */
  momentsOf(step: number): readonly Moment[] {
    return this.moments.slice(this.#starts[step] ?? 0, this.#starts[step + 1] ?? 0);
  }

  /** A whole step, with the line that stands for it. */
  wholeStep(step: number): Moment {
    return { step, line: step ? mainLine(this.momentsOf(step), this.code) : (this.moments[0]?.line ?? -1), child: -1, seen: Infinity };
  }

  /** The place of a step among the moments. */
  momentAt(step: number): number {
    return this.#starts[Math.min(step, this.recording.steps)] ?? 0;
  }

  /** Iterations or climbs: their name, and the step with which each begins. */
  readonly rounds = $derived.by(() => {
    if (!this.grouped) return [];
    const { tree } = this.replay;
    const rounds: { first: number; size: number }[] = [];
    for (let step = 1; step <= this.recording.steps; step++) {
      const round = (rounds[tree.nodes[tree.taken[step]].group] ??= { first: step, size: 0 });
      round.size += 1;
    }
    return rounds.map(({ first, size }, at) => ({ first, name: this.#roundName(at, first, size) }));
  });

  #roundName(at: number, first: number, size: number): string {
    const { discipline } = this.replay;
    if (discipline === 'climb') return w.climb(at + 1, size);
    if (discipline === 'learning') return w.trial(at + 1, size);
    return w.iteration(this.bounds[first - 1] ?? at, size);
  }

  value(index: number, colour: Colour): number | null {
    const { g, h } = this.replay.tree.nodes[index];
    if (colour === 'g') return g;
    return h === null || colour === 'h' ? h : g + h;
  }

  range(colour: Colour): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    this.replay.tree.nodes.forEach((node, index) => {
      const value = node.why === 'known' ? null : this.value(index, colour);
      if (value !== null) [low, high] = [Math.min(low, value), Math.max(high, value)];
    });
    return low > high ? [0, 0] : [low, high];
  }

  #caption(index: number, state: State, step: number): string {
    const node = this.replay.tree.nodes[index];
    const { why, worth } = spellAt(node, step);
    if (state === 'gone' && why) return w.short[why];
    if (['climb', 'learning', 'random'].includes(this.replay.discipline)) return w.left(node.h);
    if (worth !== null && state === 'waiting' && worth !== node.g + (node.h ?? 0)) return w.worth(worth);
    return this.method.informed ? w.sum(node.g, node.h, this.replay.weightOf(node, step)) : w.depth(node.g);
  }

  /** What the stage draws. */
  scene({ step, child, seen }: Moment, marked: number, colour: Colour, range: readonly [number, number]): Scene {
    const { replay, recording } = this;
    const { tree } = replay;
    // While a walk looks at a child it stands at its parent, which need not be the node that was taken last.
    const current = child >= 0 ? tree.nodes[child].parent : step ? tree.taken[step] : -1;
    return {
      tree,
      layout: this.layout,
      step,
      seen,
      group: this.grouped && this.drawnAs === 'tree' ? (tree.nodes[Math.max(0, current)]?.group ?? 0) : -1,
      current,
      marked: marked >= 0 ? marked : child,
      trail: new Set(current >= 0 ? replay.pathTo(current) : []),
      solution: step >= recording.steps ? recording.solution : new Set<number>(),
      value: (index) => this.value(index, colour),
      colour,
      range,
      cols: this.cols,
      caption: (index, state) => this.#caption(index, state, step),
      whole: isTwoSided(replay.algorithm),
    };
  }
}
