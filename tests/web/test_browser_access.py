# SPDX-License-Identifier: MIT
"""Everybody can use it: axe finds nothing wrong with any view, in both themes and both sizes, and keys do what a mouse does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsing import DESKTOP, PHONE, Open, Screen, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
BOARD = "board=1,2,3/4,0,6/7,5,8"
ADDRESSES = {
    "play": f"#/play?{BOARD}",
    "solve": f"#/solve?{BOARD}&run=1&show=manhattan",
    "solve-empty": f"#/solve?{BOARD}",
    "watch": f"#/watch?{BOARD}&method=astar@manhattan&run=1",
    "race": f"#/race?{BOARD}&run=1",
    "learn": "#/learn/astar",
    "code": "#/code",
}

READY = {
    "play": "[data-test=optimum]",
    "solve": "[data-test=step]",
    "watch": "[role=grid]",
    "race": "article",
    "code": ".cm-content",
}
"""What stands on a view once it is there."""


def violations(screen: Screen) -> list[str]:
    """Return what axe finds wrong: the rule and the element."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run npm ci in frontend/")
    screen.page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = screen.page.evaluate("async () => (await axe.run(document)).violations")
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("view", ADDRESSES)
def test_axe_finds_nothing_wrong(visit: Open, view: str, size: str) -> None:
    options = {"viewport": PHONE, "has_touch": True} if size == "phone" else {"viewport": DESKTOP}
    screen = visit(ADDRESSES[view], color_scheme="light", **options)
    screen.page.locator(READY.get(view, "main h1")).first.wait_for(state="attached")
    if view == "solve":
        screen.says("verdict", "2 moves, proven shortest")
    assert violations(screen) == []
    screen.click("Dark theme")
    screen.page.get_by_role("button", name="Light theme").wait_for()
    assert violations(screen) == []
    assert screen.fits()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_wrong_after_a_game(visit: Open, theme: str) -> None:
    screen = visit("#/play?board=1,2,3/4,5,6/0,7,8", color_scheme=theme)
    screen.says("optimum", "2")
    screen.press("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft")
    dialog = screen.page.get_by_role("dialog", name="Solved")
    dialog.wait_for()
    assert violations(screen) == []
    dialog.get_by_role("button", name="Where moves were lost").click()
    screen.says("review", re.compile("^1 move led away"))
    assert violations(screen) == []
    screen.click("History")
    screen.page.get_by_role("dialog", name="Your games").wait_for()
    assert violations(screen) == []


def test_ctrl_z_takes_back(visit: Open) -> None:
    screen = visit(f"#/play?{BOARD}")
    screen.press("ArrowUp", "Control+z")
    screen.expect_board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    screen.press("Control+y")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.press("Control+z", "Control+Shift+Z")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])


def test_solve_keeps_the_focus(visit: Open) -> None:
    screen = visit(f"#/solve?{BOARD}")
    button = screen.page.get_by_role("button", name="Solve", exact=True)
    eventually(button).to_be_enabled()  # what is disabled cannot have the focus
    button.focus()
    screen.press("Enter")
    screen.says("verdict", "2 moves, proven shortest")
    screen.has_focus("Solve")


def test_the_answer_is_announced_where_it_comes(visit: Open) -> None:
    screen = visit(f"#/solve?{BOARD}")
    live = screen.page.locator("[aria-live=polite]:has([data-test=verdict])").first
    live.evaluate("element => { element.dataset.mark = 'before' }")
    screen.click("Solve")
    screen.says("verdict", "2 moves, proven shortest")
    eventually(screen.page.locator("[data-mark=before]")).to_contain_text("2 moves")


def test_distances_on_the_tiles_are_said(visit: Open) -> None:
    screen = visit(f"#/solve?{BOARD}&show=manhattan")
    screen.says("overlay-words", "5 is 1 away, 8 is 1 away")


def test_lists_that_scroll_can_be_reached(visit: Open) -> None:
    screen = visit("#/solve?board=8,6,7/2,5,4/3,0,1&run=1")
    screen.says("step", "0 / 31")
    assert screen.page.get_by_role("list", name="Path").get_attribute("tabindex") == "0"
