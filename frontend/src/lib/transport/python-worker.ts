// SPDX-License-Identifier: MIT
/** The library inside the page: a worker that runs Python and answers one task at a time. */

import type { Answer, Order } from './python-messages';

/** As much of Pyodide as is used here. */
interface Python {
  makeMemorySnapshot(options: { serializer(object: object): string }): Uint8Array<ArrayBuffer>;
  registerJsModule(name: string, module: object): void;
  unpackArchive(archive: ArrayBuffer, format: 'zip', options: { extractDir: string }): void;
  pyimport(module: string): {
    answer(line: string, send: (kind: string, body: string) => void, isCancelled: () => boolean): void;
    prepare(): void;
  };
}

interface PythonOptions {
  indexURL: string;
  env: Record<string, string>;
  _makeSnapshot?: boolean;
  _loadSnapshot?: ArrayBuffer;
  _snapshotDeserializer?(name: string): object;
}

/** Where the memory of a Python that has just started is kept: starting from it takes a fifth of the time. */
const SNAPSHOTS = 'taquin-snapshots';
/** The one object of JavaScript that Python holds when its memory is kept. */
const CORE = 'core';
const ARCHIVE = 'taquin.zip';
const CORE_FILE = 'core.wasm';
const HOME = '/home/pyodide';

let python: ReturnType<Python['pyimport']> | null = null;
let stopped: Int32Array | null = null;

const tell = (answer: Answer): void => postMessage(answer);

/** Fetch a file and say how much of it has come; afterwards the browser has it at hand. */
async function fetchFile(url: URL, arrived: (bytes: number) => void): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    arrived(next.value.length);
  }
  return new Blob(parts).arrayBuffer();
}

/** What is kept of Python's memory, for this very package: null where the browser keeps nothing. */
async function openSnapshots(archive: ArrayBuffer): Promise<{ find(): Promise<ArrayBuffer | undefined>; keep(memory: Uint8Array<ArrayBuffer>): void } | null> {
  try {
    const cache = await caches.open(SNAPSHOTS);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', archive));
    const name = `./${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    return {
      find: async () => (await cache.match(name))?.arrayBuffer(),
      keep: (memory) => {
        const replace = async (): Promise<void> => {
          for (const old of await cache.keys()) await cache.delete(old);
          await cache.put(name, new Response(memory));
        };
        replace().catch(() => undefined); // no room: the next visit starts as this one did
      },
    };
  } catch {
    return null; // not every address has storage of its own
  }
}

async function load(base: string, solves: boolean): Promise<void> {
  const folder = new URL('python/', base);
  const listed = (await (await fetch(new URL('files.json', folder))).json()) as Record<string, number>;
  const total = Object.values(listed).reduce((sum, bytes) => sum + bytes, 0);
  let loaded = 0;
  const file = (name: string): Promise<ArrayBuffer> =>
    fetchFile(new URL(name, folder), (bytes) => tell({ type: 'loading', loaded: (loaded += bytes), total }));
  const [archive, coreFile] = await Promise.all([file(ARCHIVE), file(CORE_FILE)]);
  const snapshots = await openSnapshots(archive);
  const snapshot = await snapshots?.find();
  // Pyodide fetches the others itself; the first time that is watched, and then they are at hand.
  if (!snapshot) await Promise.all(Object.keys(listed).filter((name) => name !== ARCHIVE && name !== CORE_FILE).map(file));
  const script = (name: string): Promise<unknown> => import(/* @vite-ignore */ new URL(name, folder).href);
  const { loadPyodide } = (await script('pyodide.mjs')) as { loadPyodide(options: PythonOptions): Promise<Python> };
  const { coresForPython, keepTables, startCore } = (await script('core.mjs')) as {
    startCore(bytes: ArrayBuffer, options: { crew: boolean }): Promise<object>;
    coresForPython(): Record<string, string>;
    keepTables(python: Python): Promise<boolean>;
  };
  const core = await startCore(coreFile, { crew: solves });
  const options = { indexURL: folder.href, env: coresForPython() };
  let runtime = snapshot && (await loadPyodide({ ...options, _loadSnapshot: snapshot, _snapshotDeserializer: () => core }).catch(() => null));
  if (runtime) {
    runtime.unpackArchive(archive, 'zip', { extractDir: HOME }); // files are not in the memory that is kept
  } else {
    runtime = await loadPyodide({ ...options, _makeSnapshot: snapshots !== null });
    runtime.registerJsModule('taquin_core', core);
    runtime.unpackArchive(archive, 'zip', { extractDir: HOME });
    if (snapshots) {
      runtime.pyimport('taquin.browser.tasks').prepare();
      snapshots.keep(runtime.makeMemorySnapshot({ serializer: () => CORE }));
    }
  }
  if (solves) await keepTables(runtime);
  python = runtime.pyimport('taquin.browser.tasks');
}

onmessage = async ({ data }: MessageEvent<Order>): Promise<void> => {
  if (data.type === 'start') {
    stopped = data.stop && new Int32Array(data.stop);
    try {
      await load(data.base, data.tables);
      tell({ type: 'ready' });
    } catch (error) {
      tell({ type: 'broken', message: String(error) });
    }
    return;
  }
  const { id, line } = data;
  python?.answer(
    line,
    (kind, body) => tell({ type: 'frame', id, kind, body }),
    () => stopped !== null && Atomics.load(stopped, 0) === id,
  );
};
