// SPDX-License-Identifier: MIT
import type { Component } from 'svelte';
import type { View } from './lib/address';
import Play from './views/Play.svelte';

export type Views = Partial<Record<View, Component>>;

/** Play comes with the page; the others when they are opened. */
const LATER: Record<Exclude<View, 'play'>, () => Promise<{ default: Component }>> = {
  solve: () => import('./views/Solve.svelte'),
  watch: () => import('./views/Watch.svelte'),
  race: () => import('./views/Race.svelte'),
  learn: () => import('./views/Learn.svelte'),
  code: () => import('./views/Code.svelte'),
};

export async function loadView(name: View): Promise<Component> {
  return name === 'play' ? Play : (await LATER[name]()).default;
}
