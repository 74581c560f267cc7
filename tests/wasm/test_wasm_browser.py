# SPDX-License-Identifier: MIT
"""The core in a real page: a worker of Chromium runs Python with it, and finds the tables of the last visit in its storage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.wasm.serving import PATIENCE, Quiet, run_in, serve_page

import taquin

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wasm")]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
STORED = """() => new Promise(resolve => {
    const opening = indexedDB.open('/home/pyodide/.cache/taquin');
    opening.onsuccess = () => {
        const keys = opening.result.transaction('FILE_DATA').objectStore('FILE_DATA').getAllKeys();
        keys.onsuccess = () => { opening.result.close(); resolve(keys.result); };
    };
})"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve_page(tmp_path_factory.mktemp("page"), Quiet) as served:
        yield served


def visit(page: Page, address: str) -> Any:
    page.goto(address)
    return json.loads(run_in(page, PROGRAM))


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
