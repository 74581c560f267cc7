# SPDX-License-Identifier: MIT
"""The built site: without a warning, without a network, with a live app in its pages; as files it can still be searched."""

from __future__ import annotations

import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from tests.waiting import HANGS
from tests.wasm.serving import PATIENCE, Quiet

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r'<(?:script|img|iframe|source)\b[^>]*?\bsrc="([^"]+)"|<link\b[^>]*?\bhref="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="pip install '.[docs]'")
    pytest.importorskip("mkdocstrings", reason="pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, env=environment, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_everything_that_a_page_loads_is_in_the_site(site: Path) -> None:
    # The page of a host for addresses that it does not know has paths from its root.
    pages = [page for page in site.rglob("*.html") if page.relative_to(site).parts[0] not in ("app", "404.html")]
    assert len(pages) > 50
    for page in pages:
        for found in LOADED.finditer(page.read_text(encoding="utf-8")):
            parts = urlsplit(found[1] or found[2])
            assert not parts.netloc, f"{page.name} loads {parts.geturl()}"
            assert not parts.path or parts.scheme == "data" or (page.parent / unquote(parts.path)).exists(), (
                f"{page.name}: {parts.path}"
            )


def test_the_app_is_live_in_a_page(browser: Browser, address: str) -> None:
    page = browser.new_page()
    foreign: list[str] = []
    page.on(
        "request", lambda request: None if request.url.startswith((address, "data:", "blob:")) else foreign.append(request.url)
    )
    page.goto(f"{address}/searches/astar.html")
    frame = page.frame_locator("iframe.live")
    frame.locator("iframe, main").first.scroll_into_view_if_needed(timeout=PATIENCE)
    frame.locator("[data-test=step]", has_text=re.compile(r"/ [1-9]")).first.wait_for(state="attached", timeout=PATIENCE)
    assert not foreign
    page.close()


def test_files_can_be_searched(browser: Browser, site: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto((site / "index.html").as_uri())
    page.locator(".md-search__input").click()
    page.locator(".md-search__input").press_sequentially("walking distance")
    page.locator(".md-search-result__item", has_text="Walking distance").first.wait_for(timeout=PATIENCE)
    page.close()
