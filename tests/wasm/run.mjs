// SPDX-License-Identifier: MIT
// Runs Python in Pyodide under Node, with the package and the core in WebAssembly, as a page does:
//
//   node run.mjs PYODIDE.mjs PACKAGE.zip CORE FOLDER PROGRAM.py [ARGUMENT...]
//
// CORE is the folder of core.mjs and core.wasm; the program finds FOLDER as /given and the rest as `arguments`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodidePath, zip, core, folder, program, ...args] = process.argv.slice(2);
const read = (path) => new Uint8Array(readFileSync(path)); // Pyodide knows no Buffer

try {
  const { loadPyodide } = await import(pathToFileURL(pyodidePath));
  const { startCore } = await import(pathToFileURL(`${core}/core.mjs`));
  const pyodide = await loadPyodide();
  const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
  pyodide.unpackArchive(read(zip), "zip", { extractDir: packages });
  pyodide.registerJsModule("taquin_core", await startCore(read(`${core}/core.wasm`)));
  pyodide.mountNodeFS("/given", folder);
  pyodide.globals.set("arguments", pyodide.toPy(args));
  pyodide.runPython(readFileSync(program, "utf8"), { filename: program });
} catch (error) {
  console.error(error.message); // Node would print the megabyte of JavaScript that the error comes from
  process.exitCode = 1;
}
