// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
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

/** What others wrote and is a part of the page, with the licences that they ask to be passed on. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const packages = [...new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))].sort();
      const texts = packages.map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, string>;
        const file = ['LICENSE', 'LICENSE.md'].map((file) => `${folder}/${file}`).find(existsSync);
        return `${name} ${version}, ${license}\n\n${file ? readFileSync(file, 'utf8').trim() : ''}\n`;
      });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') });
    },
  };
}

// File names carry a hash of their content, so that browsers may keep them for good; the same sources give the same names.
export default defineConfig({
  base: './',
  plugins: [svelte(), python(), licences()],
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
  // Patience for a busy machine: no test measures time.
  test: { include: ['tests/**/*.test.ts'], environment: 'node', css: true, testTimeout: 60_000 },
});
