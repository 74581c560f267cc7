// SPDX-License-Identifier: MIT
// A worker of a page that runs the Python it is sent, with the core beside it.
import { coresForPython, keepTables, startCore } from "./core.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const bytes = async (name) => (await fetch(name)).arrayBuffer();

async function start() {
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href, env: coresForPython() });
  pyodide.unpackArchive(await bytes("taquin.zip"), "zip", { extractDir: pyodide.runPython("import site; site.getsitepackages()[0]") });
  pyodide.registerJsModule("taquin_core", await startCore(await bytes("core.wasm"), { crew: true }));
  return { pyodide, kept: await keepTables(pyodide) };
}

const started = start();

onmessage = async ({ data }) => {
  try {
    const { pyodide, kept } = await started;
    postMessage({ kept, answer: pyodide.runPython(data) });
  } catch (error) {
    postMessage({ failure: error.message });
  }
};
