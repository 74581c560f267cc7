// SPDX-License-Identifier: MIT
/** The words of Watch: they come with the view. */

import type { Status } from '../api';
import { count, decimal, estimate } from '../format';
import type { Why } from '../tree';

const NUMBERS = ['no', 'one', 'two', 'three', 'four'];
const word = (number: number): string => NUMBERS[number] ?? count(number);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const plural = (number: number, noun: string): string => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
const children = (number: number): string => (number === 1 ? 'one child' : `${word(number)} children`);
const value = (of: number | null): string => (of === null ? '?' : estimate(of));

/** What steers a search, as a formula. */
const FORMULAS = { f: 'f', g: 'g', h: 'h', wf: 'g + w h', vf: 'g + v h', worth: 'the value' } as const;
const equation = (formula: keyof typeof FORMULAS, of: number | null): string => `${FORMULAS[formula]}${formula === 'worth' ? '' : ' ='} ${value(of)}`;

export const w = {
  title: 'Watch',
  recording: 'Recording the search.',
  record: 'Expansions to record',
  colour: 'Colour by',
  colours: { f: 'f', g: 'g', h: 'h' },
  drawing: 'Draw as',
  drawings: { tree: 'Tree', map: 'Map' },
  legend: 'Legend',
  keys: { taken: 'expanded', waiting: 'waits', gone: 'put aside', current: 'taken now', path: 'solution' },
  capped: (shown: number, all: number) => `Capped: the first ${count(shown)} of ${count(all)} expansions are shown.`,
  soFar: (shown: number, all: number) => `Searching: ${count(shown)} of ${count(all)} expansions so far are shown.`,
  whole: (all: number) => (all === 1 ? 'The one expansion is shown.' : `All ${count(all)} expansions are shown.`),
  help: 'Drag to pan, scroll or pinch to zoom. Point at a node to see its board, click it to go to its step.',
  mapHelp: (columns: boolean) => `Every dot is a node: rows are depth${columns ? ', columns the value that steers' : ''}.`,
  /** Under a board, where there is room for little. */
  sum: (g: number, h: number | null, weight: number) => `${g}+${weight === 1 ? '' : `${decimal(weight)}·`}${value(h)}=${h === null ? '?' : estimate(g + weight * h)}`,
  depth: (g: number) => `g ${g}`,
  left: (h: number | null) => `h ${value(h)}`,
  stacked: (g: number, h: number | null) => `g ${g}\nh ${value(h)}\nf ${h === null ? '?' : estimate(g + h)}`,
  stageKeys: 'Arrow keys go from node to node, Enter goes to the step that took it, plus and minus zoom.',
  stageLabel: (step: number, all: number, method: string) => `Search tree of ${method}, step ${count(step)} of ${count(all)}`,
  follow: 'Follow',
  frontier: (number: number) => `Frontier (${count(number)})`,
  stack: (number: number) => `Current path (${count(number)})`,
  expanded: (number: number) => `Expanded (${count(number)})`,
  next: 'next',
  listed: (number: number) => `${count(number)} more`,
  noneYet: 'Nothing yet.',
  node: (step: number) => `Step ${count(step)}`,
  waits: 'Waits on the frontier',
  aside: 'Put aside',
  root: 'Start, not yet expanded',
  goalNode: 'The goal',
  values: (g: number, h: number | null) => `g ${g} · h ${value(h)} · f ${h === null ? '?' : estimate(g + h)}`,
  overlay: 'Show the heuristic on the board',
  chartF: 'f and bound over expansions',
  chartFrontier: 'Frontier over expansions',
  chartDepth: 'Depth over expansions',
  f: 'f',
  g: 'g',
  h: 'h',
  bound: 'bound',
  iterations: 'Iterations',
  climbs: 'Climbs',
  iteration: (bound: number, size: number) => `bound ${bound}: ${plural(size, 'node')}`,
  trial: (number: number, size: number) => `trial ${number}: ${plural(size, 'step')}`,
  climb: (number: number, size: number) => `climb ${number}: ${plural(size, 'step')}`,
  sides: ['From the start', 'From the goal'],
  solution: 'See the solution',
  trySmall: 'Use an easy board',
  tryHard: 'Use a 24-puzzle',
  empty: (status: Status | undefined, cost: number | null | undefined) =>
    `Nothing was expanded${status === 'unsolvable' ? ': the board cannot be solved' : cost === 0 ? ': the start is the goal' : ''}.`,
  stepBy: 'Step by',
  steps: { node: 'Node', line: 'Line' },
  code: 'Pseudocode',
  noCode: 'There is no pseudocode of this method.',
  variables: 'Variables',
  /** Named as the pseudocode names them. */
  variable: { n: 'n', c: 'c', path: 'path', bound: 'bound', weight: 'w', falling: 'v', best: 'best', value: 'F', learned: 'H(n)', heat: 'T', none: 'none', changed: 'changed' },
  twin: {
    add: 'Compare two',
    remove: 'One method',
    methods: ['First method', 'Second method'],
    chart: 'Nodes generated over expansions',
    done: (steps: number) => `done after ${plural(steps, 'expansion')}`,
    at: (generated: number) => `${plural(generated, 'node')} generated`,
    ratio: (name: string, ratio: number) => `${name} has generated ${decimal(ratio)} times as many nodes.`,
    same: 'Both have generated as many nodes.',
  },
  predict: {
    on: 'Predict',
    title: 'Which node is taken next?',
    text: 'Choose a board. The rule of the search decides, ties included.',
    choice: (g: number, h: number | null) => `${g} + ${value(h)} = ${h === null ? '?' : estimate(g + h)}`,
    right: 'Right.',
    wrong: 'No.',
    go: 'Next question',
    over: 'The search has ended.',
    score: (right: number, asked: number) => (asked ? `${count(right)} of ${count(asked)} right` : ''),
    again: 'From the start',
  },
  bounds: {
    title: 'Bound and iterations',
    text: 'This method leaves no tree to draw: it searches millions of nodes with tables. What can be seen is how its bound grows until a path fits under it.',
    anytimeText: 'This method leaves no tree to draw: it has a path at once and shortens it while it may. What can be seen is the best length, and what is proven from below.',
    chart: 'Moves over seconds',
    best: 'best path',
    proven: 'proven at least',
    iteration: 'Bound',
    nodes: 'Nodes generated',
    time: 'Seconds',
    found: 'Best path',
    quick: 'It was over before there was anything to see. A harder board takes longer.',
    stage: (stage: string) => `${capital(stage)}.`,
  },
  /** Under a node that was put aside, where there is room for two words. */
  short: {
    known: 'known',
    cheaper: 'cheaper way',
    cut: 'cut',
    deep: 'too deep',
    beam: 'off the beam',
    worse: 'not taken',
    left: 'left',
    forgotten: 'forgotten',
    longer: 'longer way',
    over: 'round over',
  } satisfies Record<Why, string>,
  /** Under a node that waits with another value than its f. */
  worth: (of: number) => (of === Infinity ? 'not now' : `value ${estimate(of)}`),
  why: {
    known: (g: number) => `Struck through: its board was reached before, in ${plural(g, 'move')}.`,
    cheaper: 'Struck through: a cheaper way to this board was found.',
    bound: (f: number | null, bound: number | null) => `Struck through: f = ${value(f)} is beyond the bound${bound === null ? '' : ` ${bound}`}.`,
    depth: (limit: number) => `Struck through: at depth ${limit} the walk turns back.`,
    deep: (g: number) => `Struck through: at depth ${g}, the limit, nothing is expanded.`,
    noShorter: (f: number | null) => `Struck through: with f = ${value(f)} no way through it is shorter than the best so far.`,
    seen: 'Struck through: its board was met before in this round, in no more moves.',
    beam: 'Struck through: it fell off the beam.',
    worse: 'Struck through: it was not stepped on.',
    left: 'Left for a better branch, and forgotten.',
    forgotten: 'Forgotten to make room: its value is written down at its parent.',
    longer: 'Struck through: a shorter way to the goal was found.',
    over: 'Left waiting when its round was over.',
  },
  about: {
    waits: (formula: keyof typeof FORMULAS, of: number | null) => `Waits with ${equation(formula, of)}.`,
    best: (moves: number) => `A way to the goal in ${plural(moves, 'move')}, the best so far.`,
    aside: 'Waits for the next round: its board was expanded in this one.',
    end: 'Waits without hope: a path through it has more nodes than may be kept.',
    chance: (h: number | null) => `One of the boards that may be tried, h = ${value(h)}.`,
    taken: (step: number) => `Taken at step ${count(step)}.`,
  },
  /** Why a step took the node that it took. */
  took: {
    start: 'Nothing is taken yet: the start waits.',
    least: (formula: keyof typeof FORMULAS, of: number | null, ties: number, rule: string) =>
      `Took ${equation(formula, of)}, the least${ties ? `; ${ties === 1 ? 'another one has' : `${word(ties)} others have`} the same, so ${rule}` : ''}`,
    goal: (formula: keyof typeof FORMULAS, of: number | null) => (formula === 'h' ? 'Took the goal: h = 0 is the least' : `Took the goal: with ${equation(formula, of)} it is the least`),
    focal: (h: number | null, limit: number | null) => `Took h = ${value(h)}, the least${limit === null ? '' : ` of all with f ≤ ${limit}, which keep the promise`}`,
    round: (weight: number, of: number | null) => `A new round with w = ${decimal(weight)}: took g + w h = ${value(of)}, the least`,
    best: (moves: number) => `Nothing that is left can be shorter: the best way has ${plural(moves, 'move')}`,
    sweep: (bound: number | null) => `A new round: layers of all boards with f up to the bound${bound === null ? '' : ` ${bound}`}, from the start`,
    half: (g: number) => `The goal was met, but not the way kept: a half of it is searched for, from depth ${g} on`,
    layer: (g: number) => `Took the next board of the layer, at depth ${g}`,
    joined: 'The halves are put together: this is the way to the goal',
    branches: (bound: number | null) => `A new round: everything with f up to the bound${bound === null ? '' : ` ${bound}`} is walked, the least h first`,
    queue: (g: number) => `Took the oldest in the queue, at depth ${g}`,
    stack: (g: number) => `Took the newest on the stack, at depth ${g}`,
    beam: (h: number | null, first: boolean) => (first ? `A new layer: the beam keeps the boards with the least h, and takes h = ${value(h)} first` : `Took the next board of the beam, h = ${value(h)}`),
    end: (side: number, g: number, f: number | null) => `${side ? 'From the goal' : 'From the start'}: took a board with g = ${g}${f === null ? '' : ` and f = ${f}`}`,
    side: (side: number, g: number) => `${side ? 'From the goal' : 'From the start'}: took the oldest, at depth ${g}`,
    root: (formula: 'f' | 'g', bound: number) => (formula === 'f' ? `A new round: everything with f up to the bound ${bound} is walked, from the start` : `A new round: everything above depth ${bound} is walked, from the start`),
    depth: (limit: number) => `Walks everything above depth ${limit}, from the start`,
    walk: (formula: 'f' | 'g', of: number | null, bound: number | null) =>
      formula === 'f' ? `Went down: f = ${value(of)} is within the bound${bound === null ? '' : ` ${bound}`}` : `Went down to depth ${value(of)}`,
    met: 'Met the goal on the way down',
    turned: (number: number) => `turned back from ${children(number)}`,
    recursive: (f: number | null) => `Went on with the child that promises most, f = ${value(f)}`,
    climb: (h: number | null) => `Stepped to the neighbour with the least h = ${value(h)}`,
    stuck: (number: number) => `No neighbour was better: a walk at random, and climb ${number} begins`,
    remade: (number: number) => `it was left before, so ${number === 1 ? 'one child is' : `${word(number)} children are`} made again`,
    trial: (number: number) => (number === 1 ? 'Stands on the start, and looks one move ahead' : `Arrived. Trial ${number} begins at the start, with all that was learned`),
    learned: (h: number) => `learned that it is at least ${plural(h, 'move')} from the goal`,
    arrived: (moves: number) => `Arrived: the shortest walk has ${plural(moves, 'move')}`,
    stroll: (h: number | null, before: number | null) =>
      before === null || h === null ? 'Stands on the start, and tries a move at random' : h <= before ? `A random move was taken: h = ${value(h)} is no worse than ${value(before)}` : `A random move was taken by chance, though h rose from ${value(before)} to ${value(h)}`,
    refused: 'The move that was tried would have made h worse, and was refused: it stays',
    plain: 'Expanded it',
  },
  goesFirst: (rules: readonly string[]) => `${rules[0]} goes first${rules.length > 1 ? `, then ${rules[1]}` : ''}`,
  rules: {
    deep: 'the deepest',
    shallow: 'the shallowest',
    fifo: 'the oldest',
    lifo: 'the newest',
    board: 'the first in the order of boards',
  } as Record<string, string>,
  /** What became of the children, and of others. */
  fates: (of: { waiting: number; known: number; cheaper: number; cut: number; goal: number | null; forgotten: number; back: number | null }): string => {
    const said: string[] = [];
    const name = (number: number) => (said.length ? word(number) : children(number));
    if (of.waiting) said.push(`${name(of.waiting)} ${of.waiting === 1 ? 'waits' : 'wait'}`);
    if (of.known) said.push(`${name(of.known)} ${of.known === 1 ? 'was' : 'were'} already known`);
    if (of.cut) said.push(`${name(of.cut)} ${of.cut === 1 ? 'is' : 'are'} cut`);
    if (of.cheaper) said.push(`${word(of.cheaper)} of the boards was reached by a cheaper way`);
    if (of.goal !== null) said.push(`a way to the goal in ${plural(of.goal, 'move')} is found`);
    if (of.back !== null && of.back < Infinity) said.push(`it waits again with the value ${value(of.back)}`);
    if (of.forgotten) said.push(`${of.forgotten === 1 ? 'one node is' : `${word(of.forgotten)} nodes are`} forgotten`);
    return said.join(', ');
  },
  sentence: (parts: readonly string[]): string => `${parts.filter(Boolean).join('; ')}.`,
};
