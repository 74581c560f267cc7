// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Python for the browser, as its package brings it: loaded by the page's workers, not a part of any bundle. */
function python(): Plugin {
  const folder = new URL('node_modules/pyodide/', import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
  const notice = `Pyodide ${version}, Python for the browser, unchanged, under the Mozilla Public License 2.0.\nSource: https://github.com/pyodide/pyodide\n`;
  return {
    name: 'python',
    generateBundle() {
      for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'pyodide-lock.json', 'python_stdlib.zip']) {
        this.emitFile({ type: 'asset', fileName: `python/${name}`, source: readFileSync(new URL(name, folder)) });
      }
      this.emitFile({ type: 'asset', fileName: 'python/NOTICE.txt', source: notice });
    },
  };
}

// File names carry a hash of their content, so that browsers may keep them for good; the same sources give the same names.
export default defineConfig({
  base: './',
  plugins: [svelte(), python()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/taquin/web/static',
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', css: true },
});
