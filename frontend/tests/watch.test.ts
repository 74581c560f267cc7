// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { ExpansionRow, OptionValue, Solution } from '../src/lib/api';
import { goalBoard } from '../src/lib/board';
import { addSample, rounds } from '../src/lib/bounds';
import { candidatesAt, nextQuestion } from '../src/lib/quiz';
import { record } from '../src/lib/recording';
import { tellNode, tellStep } from '../src/lib/story';
import { ALGORITHM_PAGES } from '../src/lib/strings/learn';
import { childrenMade, mainLine, timeline } from '../src/lib/timeline';
import traces from './traces.json';

type Case = { method: string; depth: number | null; options: Record<string, OptionValue>; result: Solution; expansions: ExpansionRow[] };
const cases = (traces as unknown as Case[]).map((one) => [`${one.method} ${JSON.stringify(one.options)} ${one.depth ?? ''}`, one] as const);
const goal = goalBoard(3, 3, 'last');
const recordingOf = ({ method, result, expansions, depth }: Case) => record(expansions, goal, method, result, {}, depth ?? Infinity);

describe.each(cases)('%s', (_, one) => {
  const recording = recordingOf(one);
  const { replay } = recording;
  const { code } = ALGORITHM_PAGES[replay.algorithm];
  const moments = timeline(recording, code);
  const bounds = replay.bounds(one.result.lower_bound);

  it('passes through lines of its pseudocode, step by step', () => {
    expect(moments[0]).toMatchObject({ step: 0, line: code.findIndex(({ phase }) => phase === 'init') });
    moments.forEach((moment, at) => at && expect(moment.step - moments[at - 1].step).toBeGreaterThanOrEqual(0));
    for (let step = 1; step <= recording.steps; step++) {
      const own = moments.filter((moment) => moment.step === step);
      expect(own.length, `step ${step}`).toBeGreaterThan(0);
      expect(mainLine(own, code), `step ${step}`).toBeGreaterThanOrEqual(0);
    }
  });

  it('looks at every child once, and at none before it is made', () => {
    if (['climb', 'learning', 'random'].includes(replay.discipline)) return; // all neighbours at once, in one line
    const looked = moments.filter(({ line, child }) => child >= 0 && code[line].phase === 'expand').map(({ child }) => child);
    const made = Array.from({ length: recording.steps }, (_, at) => childrenMade(replay, at + 1)).flat();
    const first = replay.tree.nodes.flatMap(({ parent }, index) => (parent >= 0 ? [index] : []));
    expect([...new Set(made)].sort((a, b) => a - b)).toEqual(first);
    expect(looked).toEqual(made);
    for (const { child, seen } of moments) if (child >= 0) expect(seen).toBe(child + 1);
  });

  it('is told in sentences', () => {
    for (let step = 0; step <= recording.steps; step++) {
      const story = tellStep(recording, step, bounds, String(one.result.options.ties ?? ''), 20);
      expect(story, `step ${step}`).toMatch(/^[A-Z][^;].*[^.;]\.$/);
      expect(story).not.toMatch(/undefined|NaN|null|\?/);
    }
    replay.tree.nodes.forEach((node, index) => expect(tellNode(recording, index, recording.steps, bounds), JSON.stringify(node)).toMatch(/^[A-Z].*\.$/));
  });

  it('asks questions that have the right answer among several', () => {
    let asked = 0;
    for (let step = nextQuestion(recording, 0); step < recording.steps; step = nextQuestion(recording, step + 1)) {
      const indices = candidatesAt(recording, step).map(({ index }) => index);
      expect(indices).toContain(replay.tree.taken[step + 1]);
      expect(indices.length).toBeGreaterThan(1);
      expect(new Set(indices).size).toBe(indices.length);
      asked += 1;
    }
    if (replay.discipline !== 'random') expect(asked).toBeGreaterThan(0);
  });
});

it('has nothing to ask of a search that it does not know', () => {
  const [, one] = cases[0];
  const recording = record(one.expansions, goal, 'newcomer@manhattan', null);
  expect(nextQuestion(recording, 0)).toBe(recording.steps);
  expect(tellStep(recording, 1, [], '', null)).toBe('Expanded it.');
  expect(timeline(recording, [])).toHaveLength(recording.steps + 1);
});

describe('bounds', () => {
  const sample = (elapsed: number, bound: number, cost: number | null, generated: number) => ({ elapsed, bound, cost, generated });
  const samples = [sample(0.1, 41, 60, 10), sample(0.2, 43, 58, 30), sample(0.3, 42, 59, 90), sample(0.4, 43, null, 100)].reduce(addSample, [] as ReturnType<typeof addSample>);

  it('never takes back what was proven or found', () => {
    expect(samples.map(({ bound }) => bound)).toEqual([41, 43, 43, 43]);
    expect(samples.map(({ cost }) => cost)).toEqual([60, 58, 58, 58]);
  });

  it('counts a round where the bound grew, or the path shrank', () => {
    expect(rounds(samples, false)).toEqual([{ value: 41, generated: 10, elapsed: 0.1 }, { value: 43, generated: 90, elapsed: 0.2 }]);
    expect(rounds(samples, true).map(({ value }) => value)).toEqual([60, 58]);
  });
});
