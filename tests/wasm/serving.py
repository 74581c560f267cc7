# SPDX-License-Identifier: MIT
"""A page whose worker runs the Python it is sent, with the core beside it."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.wasm.conftest import HERE, find_pyodide, pack

import taquin

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 120_000
"""Milliseconds that a page may take on a busy machine."""
ASK = """program => {
    window.worker ??= new Worker('worker.mjs', { type: 'module' });
    return new Promise(resolve => { worker.onmessage = ({ data }) => resolve(data); worker.postMessage(program); });
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


class Isolating(Quiet):
    """Sends what a page needs to share memory."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@contextmanager
def serve_page(folder: Path, handler: type[Quiet]) -> Iterator[str]:
    """Serve the page from a new folder; gives its address."""
    pyodide, package = find_pyodide(), Path(taquin.__file__).parent
    if pyodide is None:
        pytest.skip("npm's pyodide cannot be installed")
    (folder / "pyodide").symlink_to(pyodide.parent)
    (folder / "index.html").write_text("<!doctype html><title>Taquin</title>")
    pack(package, folder / "taquin.zip")
    for file in (*(package / "wasm_core").glob("*.mjs"), package / "wasm_core" / "core.wasm", HERE / "worker.mjs"):
        shutil.copy(file, folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()
        thread.join()


def run_in(page: Page, program: str) -> Any:
    """Run Python in the page's worker and return its last value."""
    told = page.evaluate(ASK, program)
    assert "failure" not in told, told["failure"]
    assert told["kept"]
    return told["answer"]
