# SPDX-License-Identifier: MIT
"""A real browser on a real server, and what a user sees: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from tests.web.serving import Service

if TYPE_CHECKING:  # tests of the API do without a browser
    from playwright.sync_api import Browser, BrowserContext, Locator, Page
    from playwright.sync_api._generated import LocatorAssertions

SHOTS = Path(__file__).parent / "screenshots"
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 375, "height": 740}
PATIENCE = 60_000
"""Milliseconds after which a page hangs, however busy the machine is."""
ATTEMPTS = 50
"""How often a board is read that was right a moment before."""

TILES = "rows => rows.map(row => [...row.querySelectorAll('[role=gridcell]')].map(cell => Number(cell.dataset.tile || -1)))"
NAMED = """names => [...document.querySelectorAll("[role=grid][aria-label*='board' i]")].some(grid => {
    const cells = [...grid.querySelectorAll("[role=gridcell]")];
    return cells.length === names.length && cells.every((cell, at) => RegExp(names[at]).test(cell.ariaLabel ?? ""));
})"""


def eventually(place: Locator) -> LocatorAssertions:
    """Wait until something holds of a place: what a page learns from its server it shows when it has it, not at once."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect(place)


class Screen:
    """A page of the app, and what stands on it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)

    def open(self, address: str) -> Screen:
        """Open an address of the app as somebody does who was sent it."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.url}/{address}")
        self.page.locator("main > *").first.wait_for()
        return self

    def board(self, label: str = "Board") -> list[list[int]]:
        """Read the tiles off the grid, row by row; 0 for the blank."""
        rows = self.page.get_by_role("grid", name=label).get_by_role("row")
        tiles: list[list[int]] = rows.evaluate_all(TILES)
        return tiles

    def expect_board(self, rows: list[list[int]]) -> None:
        """Wait until the grid shows exactly these tiles, and names them to those who cannot see it."""
        from playwright.sync_api import TimeoutError as WaitedLong

        names = [f"^{tile}(, home)?$" if tile else "^blank$" for row in rows for tile in row]
        for _ in range(ATTEMPTS):  # a view that is just going away may show the board, too
            try:  # all cells in one question: asked one by one they are most of what a test costs
                self.page.wait_for_function(NAMED, arg=names, timeout=PATIENCE)
            except WaitedLong:
                break
            if self.board() == rows:
                return
        raise AssertionError(f"expected the board {rows}, found {self.board()}")

    def says(self, test: str, text: str | re.Pattern[str]) -> None:
        """Wait until an element of the page says so."""
        eventually(self.page.locator(f"[data-test={test}]").first).to_have_text(text)

    def mentions(self, text: str | re.Pattern[str]) -> None:
        """Wait until the page says so somewhere."""
        eventually(self.page.locator("main")).to_contain_text(text)

    def is_at(self, part: str) -> None:
        """Wait until the address has such a part."""
        self.page.wait_for_function("part => decodeURIComponent(location.hash).includes(part)", arg=part)

    def has_focus(self, text: str) -> None:
        """Wait until keys go to what says so."""
        self.page.wait_for_function("text => document.activeElement.textContent.trim().startsWith(text)", arg=text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, name: str, role: Literal["button", "link", "radio"] = "button") -> None:
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def tile(self, number: int) -> tuple[float, float]:
        """Return the middle of a tile on the screen."""
        box = self.page.locator(f"[role=grid] [data-tile='{number}']").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def fits(self) -> bool:
        """Tell whether nothing hangs over the right edge."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        return width <= 0

    def keep(self, name: str) -> None:
        """Keep a picture of the page to look at."""
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", animations="disabled")


Open = Callable[..., Screen]


@pytest.fixture(name="visit")
def make_visit(browser: Browser, service: Service) -> Iterator[Open]:
    """Open pages, each in a profile of its own; a page that complains fails the test."""
    contexts: list[BrowserContext] = []
    screens: list[Screen] = []

    def visit(address: str = "", **options: Any) -> Screen:
        context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", **options})
        contexts.append(context)
        screens.append(Screen(context.new_page(), service.url))
        return screens[-1].open(address)

    yield visit
    complaints = [complaint for screen in screens for complaint in screen.complaints]
    for context in contexts:
        context.close()
    assert not complaints
