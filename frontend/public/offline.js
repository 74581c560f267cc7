// SPDX-License-Identifier: MIT
/*
 * The service worker of an exported page: keeps what was fetched, so that the page works offline, and gives the page shared
 * memory, which browsers grant only with two headers that a plain host does not send. An export writes its version and files
 * in the place of the two names below; a new version replaces the old one whole.
 */
const VERSION = '%VERSION%';
const FILES = '%FILES%';

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(VERSION).then((cache) => cache.add('./')));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('taquin-') && name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// The page says when it has what it needs first: then the rest is fetched too.
self.addEventListener('message', (event) => {
  event.waitUntil(
    caches.open(VERSION).then(async (cache) => {
      for (const file of JSON.parse(FILES)) if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
    }),
  );
});

async function answer(request) {
  const cache = await caches.open(VERSION);
  const wanted = request.mode === 'navigate' ? new Request('./') : request;
  let response = await cache.match(wanted, { ignoreSearch: true });
  if (!response) {
    response = await fetch(wanted);
    if (response.ok) await cache.put(wanted, response.clone());
  }
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && new URL(event.request.url).origin === location.origin) event.respondWith(answer(event.request));
});
