# SPDX-License-Identifier: MIT
"""The core in WebAssembly: the native engine of a page that runs Python itself, without a server."""

from __future__ import annotations

from taquin.compiled_core import IN_PAGE, core_problem
from taquin.engines.native import NativeEngine


class WasmEngine(NativeEngine):
    """Asks the core as the native engine does, on one thread; `optimal` has helpers where the page may share memory."""

    name = "wasm"
    about = "the compiled core in a web page: the same searches, a little slower; threads for optimal alone"
    takes_threads = False
    takes_processes = False

    def missing(self) -> str | None:
        """Tell whether this is a page that has loaded the core."""
        return core_problem() if IN_PAGE else "it runs in a web page only; native is the same core"
