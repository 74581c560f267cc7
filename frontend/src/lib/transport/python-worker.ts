// SPDX-License-Identifier: MIT
/** The library inside the page: a worker that runs Python and answers one task at a time. */

import type { Answer, Order } from './python-messages';

/** As much of Pyodide as is used here. */
interface Python {
  registerJsModule(name: string, module: object): void;
  unpackArchive(archive: ArrayBuffer, format: 'zip', options: { extractDir: string }): void;
  pyimport(module: string): { answer(line: string, send: (kind: string, body: string) => void, isCancelled: () => boolean): void };
}

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

async function load(base: string, solves: boolean): Promise<void> {
  const folder = new URL('python/', base);
  const listed = (await (await fetch(new URL('files.json', folder))).json()) as Record<string, number>;
  const total = Object.values(listed).reduce((sum, bytes) => sum + bytes, 0);
  let loaded = 0;
  const files = await Promise.all(
    Object.keys(listed).map(async (name) => {
      const content = await fetchFile(new URL(name, folder), (bytes) => tell({ type: 'loading', loaded: (loaded += bytes), total }));
      return [name, content] as const;
    }),
  );
  const found = new Map(files);
  const script = (name: string): Promise<unknown> => import(/* @vite-ignore */ new URL(name, folder).href);
  const { loadPyodide } = (await script('pyodide.mjs')) as {
    loadPyodide(options: { indexURL: string; env: Record<string, string> }): Promise<Python>;
  };
  const { coresForPython, keepTables, startCore } = (await script('core.mjs')) as {
    startCore(bytes: ArrayBuffer, options: { crew: boolean }): Promise<object>;
    coresForPython(): Record<string, string>;
    keepTables(python: Python): Promise<boolean>;
  };
  const [runtime, core] = await Promise.all([
    loadPyodide({ indexURL: folder.href, env: coresForPython() }),
    startCore(found.get('core.wasm')!, { crew: solves }),
  ]);
  runtime.registerJsModule('taquin_core', core);
  runtime.unpackArchive(found.get('taquin.zip')!, 'zip', { extractDir: '/home/pyodide' });
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
