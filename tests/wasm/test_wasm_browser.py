# SPDX-License-Identifier: MIT
"""The core in a real page: a worker of Chromium runs Python with it, and finds the tables of the last visit in its storage."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.wasm.conftest import HERE, find_pyodide, pack
from tests.web.browsing import start_browser as start_browser

import taquin

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 120_000
PROGRAM = """
import json
import taquin
from taquin.tables.partitions import partition_named
from taquin.tables.patterns import is_available

korf = taquin.load_instances("korf15")[0]
before = all(map(is_available, partition_named("pdb:6-6-3").plan(korf.goal).tables))
solution = taquin.solve(korf.start, goal=korf.goal, method="optimal@pdb:6-6-3")
json.dumps({"before": before, "engine": solution.engine, "cost": solution.cost, "nodes": solution.stats.generated})
"""
ASK = """program => {
    window.worker ??= new Worker('worker.mjs', { type: 'module' });
    return new Promise(resolve => { worker.onmessage = ({ data }) => resolve(data); worker.postMessage(program); });
}"""
STORED = """() => new Promise(resolve => {
    const opening = indexedDB.open('/home/pyodide/.cache/taquin');
    opening.onsuccess = () => {
        const keys = opening.result.transaction('FILE_DATA').objectStore('FILE_DATA').getAllKeys();
        keys.onsuccess = () => { opening.result.close(); resolve(keys.result); };
    };
})"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pyodide, package = find_pyodide(), Path(taquin.__file__).parent
    if pyodide is None:
        pytest.skip("npm's pyodide cannot be installed")
    folder = tmp_path_factory.mktemp("page")
    (folder / "pyodide").symlink_to(pyodide.parent)
    (folder / "index.html").write_text("<!doctype html><title>Taquin</title>")
    pack(package, folder / "taquin.zip")
    for file in (package / "wasm_core" / "core.mjs", package / "wasm_core" / "core.wasm", HERE / "worker.mjs"):
        shutil.copy(file, folder)
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()
        thread.join()


def visit(page: Page, address: str) -> Any:
    page.goto(address)
    told = page.evaluate(ASK, PROGRAM)
    assert "failure" not in told, told["failure"]
    assert told["kept"]
    return json.loads(told["answer"])


def test_tables_are_kept_for_the_next_visit(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    korf = taquin.load_instances("korf15")[0]
    native = taquin.solve(korf.start, goal=korf.goal, method="optimal@pdb:6-6-3", threads=1)
    expected = {"engine": "wasm", "cost": native.cost, "nodes": native.stats.generated}
    assert visit(page, address) == {"before": False, **expected}
    page.wait_for_function(f"async () => (await ({STORED})()).filter(name => name.endsWith('.taquin')).length >= 2")
    assert visit(page, address) == {"before": True, **expected}
    context.close()
