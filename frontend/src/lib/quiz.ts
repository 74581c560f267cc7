// SPDX-License-Identifier: MIT
/** Questions about a recorded search: which node is taken next? */

import type { Recording } from './recording';

export interface Candidate {
  index: number;
  tiles: readonly number[];
  g: number;
  h: number | null;
}

const MOST = 4;

/** The boards to choose from after a step, the right one among them; empty where there is nothing to choose. */
export function candidatesAt({ replay, steps }: Recording, step: number): Candidate[] {
  const { tree, discipline } = replay;
  const next = step < steps ? tree.taken[step + 1] : -1;
  // Of what is left to chance, and of what is not known, nothing can be asked.
  if (next < 0 || discipline === 'none' || discipline === 'random') return [];
  let likely: number[];
  if (discipline === 'walk') {
    // What may come next are the children, not yet looked at, of the nodes on the path.
    const path = new Set(step ? replay.pathTo(tree.taken[step]) : []);
    likely = tree.nodes.flatMap(({ parent, made }, index) => (path.has(parent) && made > step ? [index] : []));
  } else if (replay.holdsPath) {
    const from = step ? tree.taken[step] : -1;
    likely = replay.waiting(step).filter((index) => discipline === 'recursive' || discipline === 'branch' || tree.nodes[index].parent === from);
  } else likely = replay.frontier(step, MOST).map(({ index }) => index);
  if (!likely.includes(next) || likely.length < 2) return [];
  const chosen = [next, ...likely.filter((index) => index !== next)].slice(0, MOST);
  // In the order in which they were made, which gives nothing away.
  return chosen.sort((a, b) => a - b).map((index) => ({ index, tiles: tree.nodes[index].tiles, g: tree.nodes[index].g, h: tree.nodes[index].h }));
}

/** The first step from one on after which there is something to choose, the last one without any. */
export function nextQuestion(recording: Recording, step: number): number {
  for (let at = step; at < recording.steps; at++) if (candidatesAt(recording, at).length) return at;
  return recording.steps;
}
