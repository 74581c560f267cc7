# SPDX-License-Identifier: MIT
"""The compiled core in WebAssembly: what a page that runs Python has instead of `taquin._core`.

`core.wasm` is built from `core/wasm/` by `scripts/wasm` and committed; `core.mjs` starts it, and the page registers what it gives
as the module `taquin_core`, `host` calls that, `wire` is how, and `core` has the form of `taquin._core`. Where the page may share
memory, `crew.mjs` has other workers (`helper.mjs`) help with long optimal searches; `iterations` says when.
"""
