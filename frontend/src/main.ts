// SPDX-License-Identifier: MIT
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { router } from './lib/router.svelte';
import { loadView } from './views';

// The view that the address names comes with the page around it; one that does not come is asked for again there.
const { view } = router.place;
const first = await loadView(view).then(
  (loaded) => ({ [view]: loaded }),
  () => ({}),
);
mount(App, { target: document.getElementById('app')!, props: { first } });
