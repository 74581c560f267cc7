// SPDX-License-Identifier: MIT
// The compiled core in a page: starts core.wasm and gives Python what `taquin.wasm_core` calls; and keeps its tables.
//
//   const pyodide = await loadPyodide({ env: coresForPython() });
//   pyodide.registerJsModule("taquin_core", await startCore(bytesOrModule, { crew: true }));
//   await keepTables(pyodide); // once the package is there
//
// The core and Python live in the same worker, on the same thread: calls and the core's questions wait for each other. With a
// crew, and where the page may share memory, other workers help with long searches.

import { findCrew } from "./crew.mjs";

const NO_MEMORY = 2; // as in core/wasm/interface.cpp

/** Starts the core from the bytes of core.wasm, or from them compiled (workers may share a `WebAssembly.Module`). */
export async function startCore(source, { crew = false } = {}) {
  let memory;
  let asked; // whom the running call asks

  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at >>> 0, length >>> 0);

  const imports = {
    host: {
      ask(what, at, length) {
        try {
          return asked(what, bytesAt(at, length).slice());
        } catch {
          return -1;
        }
      },
    },
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
      clock_time_get(_clock, _precision, at) {
        new DataView(memory.buffer).setBigUint64(at >>> 0, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      proc_exit(code) {
        throw new Error(`the core ended with ${code}`);
      },
    },
  };
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = exports.memory;
  exports._initialize();

  const core = {
    /** Makes a call; `ask(what, question)` answers the core's questions, and below zero stands for a failure. */
    call(request, ask) {
      const at = exports.taquin_allocate(request.length);
      if (!at) return [NO_MEMORY, new Uint8Array()];
      bytesAt(at, request.length).set(request);
      const outer = asked;
      asked = ask;
      try {
        const status = exports.taquin_call(at, request.length);
        return [status, bytesAt(exports.taquin_reply(), exports.taquin_reply_bytes()).slice()];
      } finally {
        asked = outer;
      }
    },
    /** Returns bytes of the core as they lie there, to be read or written before the next call. */
    bytesAt,
  };
  return crew ? { ...core, crew: await findCrew(core, module) } : core;
}

/** What Pyodide's environment has to say for Python to count the cores that a search may use: it counts one by itself. */
export function coresForPython() {
  return { PYTHON_CPU_COUNT: String(globalThis.crossOriginIsolated ? navigator.hardwareConcurrency : 1) };
}

/**
 * Keeps the tables that are built in the browser's storage, and brings back those of earlier visits; false where the browser has no
 * storage to give: they are then built again on the next visit. What is built is stored when the worker is idle.
 */
export async function keepTables(pyodide) {
  const { FS } = pyodide;
  const folder = pyodide.runPython("from taquin.tables.cache import cache_directory; str(cache_directory())");
  FS.mkdirTree(folder);
  FS.mount(FS.filesystems.IDBFS, { autoPersist: true }, folder);
  return new Promise((resolve) => {
    FS.syncfs(true, (failure) => {
      if (failure) FS.unmount(folder);
      resolve(!failure);
    });
  });
}
