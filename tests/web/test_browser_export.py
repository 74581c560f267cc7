# SPDX-License-Identifier: MIT
"""The exported page, from a sub-path of the plainest server there is: every view, proven answers, cancelling, no network."""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.waiting import wait_until
from tests.wasm.serving import Quiet
from tests.web.browsing import DESKTOP, PHONE, Screen, eventually

from taquin import random_board
from taquin.instances import load_set
from taquin.web.site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("export")]

PATIENCE = 120_000
"""Milliseconds that Python may take to start and to search on a busy machine."""
KORF = load_set("korf15").instances[0]
HARDEST = "15,14,8,12/10,11,9,13/2,6,5,1/3,7,4,0"
"""80 moves away, and half a billion nodes."""


class Host:
    """A plain server, and what was asked of it."""

    def __init__(self, folder: Path) -> None:
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/some/where"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "some" / "where")
    running = Host(folder)
    yield running
    running.close()


@pytest.fixture(scope="module")
def screen(browser: Browser, host: Host) -> Iterator[Screen]:
    """One visit for all tests: Python starts once."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    foreign: list[str] = []
    own = (host.url, "blob:", "data:", "about:")
    context.on("request", lambda request: None if request.url.startswith(own) else foreign.append(request.url))
    shown = Screen(context.new_page(), host.url)
    shown.page.set_default_timeout(PATIENCE)
    yield shown
    context.close()
    assert not shown.complaints
    assert not foreign


def says(screen: Screen, text: str | re.Pattern[str]) -> None:
    from playwright.sync_api import expect

    expect(screen.page.locator("[data-test=verdict]").first).to_have_text(text, timeout=PATIENCE)


def address(board: tuple[tuple[int, ...], ...]) -> str:
    return "/".join(",".join(map(str, row)) for row in board)


def go(screen: Screen, place: str) -> None:
    """Go to another view of the same page: Python runs on."""
    screen.page.evaluate("place => { location.hash = place }", place)


def scrambled(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    return random_board(f"{rows}x{cols}", seed=1).grid


def test_a_game_begins_before_python_is_there(screen: Screen) -> None:
    screen.page.route("**/python/*", lambda route: route.abort())
    screen.open("#/play?board=1,2,3/4,5,6/7,0,8")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.press("ArrowLeft")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
    screen.page.goto("about:blank")  # it asks no more, and what it says has been heard
    screen.page.unroute("**/python/*")
    screen.complaints.clear()  # that nothing came


def test_a_fifteen_puzzle_is_proven(screen: Screen) -> None:
    screen.open(f"#/solve?board={address(KORF.start.grid)}&goal=first&run=1")
    says(screen, f"{KORF.optimal} moves, proven shortest")
    screen.keep("export-solve")


def test_python_starts_from_kept_memory_and_without_it(screen: Screen) -> None:
    kept = "async () => { const cache = await caches.open('taquin-snapshots'); return (await cache.keys()).length }"
    screen.page.wait_for_function(kept, timeout=PATIENCE)
    for damage in (False, True):
        if damage:
            screen.page.evaluate(
                "async () => { const cache = await caches.open('taquin-snapshots');"
                " for (const name of await cache.keys()) await cache.put(name, new Response('damaged')) }"
            )
        screen.open("#/play")
        screen.open("#/solve?board=8,6,7/2,5,4/3,0,1&method=astar@manhattan&run=1")
        says(screen, "31 moves, proven shortest")
    screen.complaints.clear()  # of the damage


def test_large_boards_get_short_paths(screen: Screen) -> None:
    for rows, cols in ((5, 5), (10, 10)):
        board = scrambled(rows, cols)
        go(screen, f"#/solve?board={address(board)}&method=anytime&time=2&run=1")
        says(screen, re.compile(r"^[\d,]+ moves"))


def test_cancelling_ends_a_search_and_keeps_what_it_counted(screen: Screen) -> None:
    from playwright.sync_api import expect

    screen.open(f"#/solve?board={address(KORF.start.grid)}&goal=first&method=idastar@misplaced&run=1")
    explored = screen.page.get_by_text("Generated", exact=True).locator("xpath=following-sibling::*")
    expect(explored.first).to_have_text(re.compile(r"\d"), timeout=PATIENCE)
    screen.click("Cancel")
    says(screen, re.compile("Cancelled"))
    screen.open("#/solve?board=0,1,3/4,2,5/7,8,6&run=1")
    says(screen, "4 moves, proven shortest")


def test_a_search_that_ended_with_the_page_says_so(screen: Screen) -> None:
    screen.page.evaluate("sessionStorage.clear()")  # what the tests before have left
    screen.open(f"#/solve?board={HARDEST}&goal=first&method=idastar@misplaced&run=1")
    kept = "() => JSON.parse(sessionStorage.getItem('taquin.search') ?? '{}').bound > 0"
    screen.page.wait_for_function(kept, timeout=PATIENCE)
    screen.page.reload()
    says(screen, "The search ended with its page or its server")
    screen.says("stage", re.compile(r"At least \d+ moves\."))
    screen.click("Go on, four times as long")
    says(screen, re.compile("^Searching"))
    screen.click("Cancel")
    says(screen, "Cancelled")


def test_a_hard_board_has_helpers_until_it_is_cancelled(screen: Screen) -> None:
    page = screen.page

    def count(script: str) -> int:
        page.evaluate("0")  # of workers that come and go nobody hears but while the page is asked something
        return sum(script in worker.url for worker in page.workers)

    screen.open("")  # not the first visit, so that it may share memory
    if page.evaluate("navigator.hardwareConcurrency") < 2:
        pytest.skip("one core needs no helpers")

    def has_helpers() -> bool:
        """A foreman runs the same script: every worker that solves has one, and the first worker of all does not solve."""
        return count("helper.mjs") >= max(2, count("python-worker"))

    screen.open(f"#/solve?board={HARDEST}&goal=first&run=1")
    wait_until(has_helpers, "helpers")
    screen.click("Cancel")
    says(screen, re.compile("Cancelled"))
    wait_until(lambda: not has_helpers(), "the end of the helpers")


def test_watch_race_and_learn(screen: Screen) -> None:
    from playwright.sync_api import expect

    go(screen, "#/watch?board=0,1,3/4,2,5/7,8,6&method=astar@manhattan&run=1")
    screen.page.locator("svg [data-node], canvas").first.wait_for(timeout=PATIENCE)
    go(screen, "#/race?board=8,6,7/2,5,4/3,0,1&run=1")
    expect(screen.page.locator("table tbody tr")).not_to_have_count(0, timeout=PATIENCE)
    go(screen, "#/learn/astar")
    screen.page.get_by_role("heading", level=1).first.wait_for()


def test_it_is_embedded_without_its_header(screen: Screen) -> None:
    screen.open("?embed=watch&board=0,1,3/4,2,5/7,8,6&method=bfs")
    eventually(screen.page.locator("header")).to_have_count(0)
    screen.open("")
    eventually(screen.page.locator("header")).to_have_count(1)


def test_it_works_without_a_network_after_the_first_visit(screen: Screen, host: Host) -> None:
    screen.page.wait_for_function(
        """async () => {
            const name = (await caches.keys()).find((name) => name !== 'taquin-snapshots');
            return name && (await (await caches.open(name)).keys()).length >= 20;
        }""",
        timeout=PATIENCE,
    )
    host.close()
    screen.open("#/solve?board=8,6,7/2,5,4/3,0,1&method=astar@manhattan&run=1")
    says(screen, "31 moves, proven shortest")
    assert screen.page.evaluate("crossOriginIsolated")
    screen.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    screen.keep("export-phone")
