// SPDX-License-Identifier: MIT
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// File names carry a hash of their content, so that browsers may keep them for good; the same sources give the same names.
export default defineConfig({
  base: './',
  plugins: [svelte()],
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
