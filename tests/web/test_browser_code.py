# SPDX-License-Identifier: MIT
"""A heuristic of one's own in the page: written, tried, used in searches, judged; on a server and in an exported folder."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.browsing import DESKTOP, PHONE, Open, Screen, eventually

from taquin.web.site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("export")]

DEEPEST = "board=8,6,7/2,5,4/3,0,1"
PYTHON = 180_000
"""Milliseconds that Python may take to start in a page, or to judge all boards, on a busy machine."""
WRONG = "def estimate(board, goal):\n    h = 0\n    return board.nothing\n"
ENDLESS = "def estimate(board, goal):\n    while True:\n        pass\n"


def see(place: Locator, text: str | re.Pattern[str]) -> None:
    """Wait until a place says so, as long as Python may need to start."""
    from playwright.sync_api import expect

    expect(place).to_contain_text(text, timeout=PYTHON)


def part(screen: Screen, test: str) -> Locator:
    return screen.page.locator(f"[data-test={test}]").first


def open_file(screen: Screen, source: str) -> None:
    screen.page.locator("input[type=file]").set_input_files(
        {"name": "mine.py", "mimeType": "text/x-python", "buffer": source.encode()}
    )


def take_example(screen: Screen, name: str) -> None:
    screen.click(name)
    see(part(screen, "checked"), "It works")


def test_a_heuristic_is_written_tried_and_used(visit: Open, tmp_path: Path) -> None:
    screen = visit(f"#/code?{DEEPEST}")
    page = screen.page
    page.set_default_timeout(PYTHON)
    editor = page.get_by_role("textbox", name="Your heuristic in Python")

    open_file(screen, WRONG)
    see(part(screen, "checked"), re.compile("^Line 3: it raised AttributeError"))
    page.locator(".cm-lint-marker-error").wait_for()
    eventually(page.locator(".cm-lintRange-error")).to_have_text("return board.nothing")
    eventually(page.get_by_role("button", name="Solve with it")).to_be_disabled()
    screen.keep("code-error")

    # The line leads to the place; numbers that are typed there are text, and no keys of the page.
    screen.click("Line 3")
    screen.press("Shift+End")
    page.keyboard.type("    return 12")
    see(part(screen, "checked"), "It works")
    eventually(editor).to_contain_text("return 12")
    screen.is_at("#/code")
    screen.press("Escape", "Tab")
    screen.has_focus("Save as")

    take_example(screen, "Manhattan")
    with page.expect_download() as saved:
        screen.click("Save as mine.py")
    assert saved.value.suggested_filename == "mine.py"
    saved.value.save_as(tmp_path / "mine.py")
    assert "def estimate(board, goal):" in (tmp_path / "mine.py").read_text()

    screen.click("Solve with it", "link")
    see(part(screen, "verdict"), "31 moves, proven shortest")
    eventually(page.get_by_label("Heuristic", exact=True)).to_have_value("mine:estimate")
    page.reload()  # it is kept, and told to the workers of the new page
    see(part(screen, "verdict"), "31 moves, proven shortest")

    page.go_back()
    screen.click("Watch it", "link")
    see(part(screen, "capped"), "the first 300 of")
    screen.press("End")
    see(part(screen, "values"), re.compile(r"g \d+ · h \d+ · f \d+"))
    page.go_back()
    screen.click("Race it against Manhattan", "link")
    page.get_by_role("button", name="Race again").wait_for()
    for place in ("First, 31 moves", "Second, 31 moves"):
        eventually(page.locator("[data-test=lane-state]").filter(has_text=place)).to_have_count(1)
    eventually(page.get_by_role("table")).to_contain_text("A* · Your own")

    page.go_back()
    open_file(screen, ENDLESS)
    see(part(screen, "checked"), "It was stopped")
    take_example(screen, "Zero")


def test_a_link_to_somebody_elses_heuristic_says_so(visit: Open) -> None:
    screen = visit(f"#/solve?{DEEPEST}&method=astar@mine:estimate&run=1")
    screen.page.get_by_role("alert").filter(has_text="stayed in that browser").wait_for()
    eventually(screen.page.get_by_label("Heuristic", exact=True).locator("option:checked")).to_have_text("Your own")


@pytest.mark.parametrize(
    ("name", "options"), [("phone", {"viewport": PHONE, "has_touch": True}), ("dark", {"color_scheme": "dark"})]
)
def test_the_editor_fits_and_follows_the_theme(visit: Open, name: str, options: dict[str, object]) -> None:
    screen = visit(f"#/code?{DEEPEST}", **options)
    editor = screen.page.get_by_role("textbox", name="Your heuristic in Python")
    editor.wait_for()
    assert screen.fits()
    ink = "getComputedStyle(document.body).color"
    assert editor.evaluate("element => getComputedStyle(element).color") == screen.page.evaluate(ink)
    nav = screen.page.locator("header nav a")
    boxes = [box for link in nav.all() if (box := link.bounding_box()) is not None]
    assert len({box["y"] for box in boxes}) == 1
    assert len(boxes) == 6
    screen.keep(f"code-{name}")
    editor.click()
    screen.press("Control+a")
    screen.page.keyboard.type("x = 1")  # a browser that types over a selection writes styles, which the policy forbids
    eventually(editor).to_have_text("x = 1")
    screen.press("Escape", "Tab", "3")
    screen.page.wait_for_function("() => location.hash.startsWith('#/watch')")


@pytest.fixture(name="exported")
def serve_export(tmp_path: Path) -> Iterator[str]:
    """The address of the exported page, which a plain host serves from a folder below its root."""
    write_site(tmp_path / "below" / "taquin")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/below/taquin"
        server.shutdown()
        thread.join()


def test_an_exported_page_convicts_a_heuristic_that_says_too_much(browser: Browser, exported: str) -> None:
    options: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce"}
    context = browser.new_context(**options)
    screen = Screen(context.new_page(), exported)
    screen.page.set_default_timeout(PYTHON)
    screen.open(f"#/code?{DEEPEST}")
    take_example(screen, "Manhattan twice")

    screen.click("Judge it")
    see(part(screen, "judging"), re.compile(r"[\d,]+ of 181,440 boards"))
    screen.click("Cancel")
    part(screen, "judging").wait_for(state="detached")
    screen.click("2x3, quick", "radio")
    screen.click("Judge it")
    see(part(screen, "judgement"), "Not admissible")
    screen.click("3x3", "radio")
    part(screen, "judgement").wait_for(state="detached")
    screen.click("Judge it")
    see(part(screen, "judgement"), "Not admissible")
    found = part(screen, "counterexample")
    see(found, "Too much on 157,176 boards (86.6 %)")
    see(found, "It says 2 moves, and the goal is 1 move away.")
    eventually(found.locator("[data-board]")).to_have_attribute("data-board", "1,2,3,4,5,0,7,8,6")
    jump = part(screen, "jump").locator("[data-board]")
    eventually(jump).to_have_count(2)
    for place, board in enumerate(("1,2,3,4,5,0,7,8,6", "1,2,3,4,5,6,7,8,0")):
        eventually(jump.nth(place)).to_have_attribute("data-board", board)
    screen.keep("code-judged")

    screen.click("Solve with it", "link")
    see(part(screen, "verdict"), re.compile(r"^3\d moves"))
    assert not screen.complaints
    context.close()
