// SPDX-License-Identifier: MIT
/** An exported page keeps its files, so that it works offline after the first visit. */

import { alone } from './alone';

/** How long the page waits for the service worker, in milliseconds: what it fetches before is not kept. */
const PATIENCE = 1500;

async function register(): Promise<void> {
  if (!alone || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL('offline.js', document.baseURI), { updateViaCache: 'none' });
    if (navigator.serviceWorker.controller) return;
    await Promise.race([
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })),
      new Promise((resolve) => setTimeout(resolve, PATIENCE)),
    ]);
  } catch {
    // Not every host or browser allows it: the page works all the same, online.
  }
}

export const offline = {
  /** Whether the files of this page are kept from an earlier visit. */
  warm: alone && Boolean(globalThis.navigator?.serviceWorker?.controller),
  ready: register(),
  /** Fetch what nobody has asked for yet. */
  keepRest(): void {
    if (alone) navigator.serviceWorker?.controller?.postMessage('keep');
  },
};
