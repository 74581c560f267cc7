# SPDX-License-Identifier: MIT
"""What holds on every page: addresses, phone and desktop, light and dark, keys, the policy and the budget."""

from __future__ import annotations

import gzip
import re

import pytest
from tests.web.browsing import DESKTOP, PHONE, Open, eventually
from tests.web.serving import Service

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

BOARD = "board=1,2,3/4,0,6/7,5,8"
START = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]
VIEWS = ("play", "solve", "watch", "race", "learn")
BUDGET = 150 * 1024
FIRST_BUDGET = 60 * 1024
"""For what comes with the first view: the others, and the editor above all, are fetched when they are opened."""


def test_a_shared_link_restores_the_view(visit: Open) -> None:
    screen = visit(f"#/solve?{BOARD}&method=idastar@manhattan", permissions=["clipboard-read", "clipboard-write"])
    screen.click("Solve")
    screen.says("step", "0 / 2")
    screen.press("ArrowRight")
    screen.click("Share")
    link = screen.page.evaluate("navigator.clipboard.readText()")
    other = visit(link.partition("/")[2].partition("/")[2].partition("/")[2])
    other.says("verdict", "2 moves, proven shortest")
    other.says("step", "1 / 2")
    other.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    eventually(other.page.get_by_label("Algorithm")).to_have_value("idastar")


def test_a_board_goes_along_from_view_to_view(visit: Open) -> None:
    screen = visit(f"#/play?{BOARD}")
    screen.click("Solve", "link")
    screen.expect_board(START)
    screen.click("Watch", "link")
    screen.expect_board(START)
    screen.press("1")
    screen.expect_board(START)
    screen.page.go_back()
    screen.page.wait_for_function("() => location.hash.startsWith('#/watch')")
    screen.expect_board(START)


def test_an_address_without_a_good_board_says_so(visit: Open) -> None:
    screen = visit("#/play?board=1,1/2,0")
    screen.page.get_by_role("status").filter(has_text="cannot be read").wait_for()
    eventually(screen.page.get_by_role("row")).to_have_count(4)


@pytest.mark.parametrize("view", VIEWS)
def test_everything_fits_a_phone(visit: Open, view: str) -> None:
    page = "/solvable" if view == "learn" else ""
    screen = visit(f"#/{view}{page}?{BOARD}&run=1", viewport=PHONE, has_touch=True)
    if view == "race":
        screen.page.get_by_role("button", name="Race again").wait_for()
        eventually(screen.page.locator("article [data-board]").first).to_have_attribute("data-board", "1,2,3,4,0,6,7,5,8")
    else:
        screen.expect_board(START)
    assert screen.fits()
    screen.keep(f"phone-{view}")


def test_no_width_is_too_narrow(visit: Open) -> None:
    screen = visit("#/solve?board=8,6,7/2,5,4/3,0,1&run=1")
    screen.says("step", "0 / 31")
    for width in (320, 640, 735):
        screen.page.set_viewport_size({"width": width, "height": 740})
        assert screen.fits()
        for name in ("Step", "Last"):  # a click waits until nothing covers the button
            screen.page.get_by_role("button", name=name, exact=True).click()
        screen.says("step", "31 / 31")
        screen.press("Home")
    screen.open(f"#/play?{BOARD}&goal=snail")
    for width in (320, 375):
        screen.page.set_viewport_size({"width": width, "height": 740})
        assert screen.fits()


def test_a_long_path_leaves_no_empty_page(visit: Open) -> None:
    screen = visit(f"#/solve?{BOARD}&method=dfs&run=1")
    eventually(screen.page.get_by_role("list", name="Path").get_by_role("button").nth(300)).to_be_attached()
    end = screen.page.evaluate("document.querySelector('main').getBoundingClientRect().bottom")
    assert screen.page.evaluate("document.documentElement.scrollHeight") <= end + 1


def test_tiles_are_large_enough_for_a_thumb(visit: Open) -> None:
    screen = visit("#/play?board=5,1,2,4/9,6,3,8/13,15,10,11/14,0,7,12", viewport=PHONE, has_touch=True)
    box = screen.page.locator("[data-tile='15'] > *").bounding_box()
    assert box is not None
    assert box["width"] >= 72
    screen.page.touchscreen.tap(*screen.tile(15))
    screen.expect_board([[5, 1, 2, 4], [9, 6, 3, 8], [13, 0, 10, 11], [14, 15, 7, 12]])


@pytest.mark.parametrize("view", VIEWS)
def test_dark_follows_the_system_and_can_be_changed(visit: Open, view: str) -> None:
    page = "/astar" if view == "learn" else ""
    screen = visit(f"#/{view}{page}?{BOARD}", color_scheme="dark")
    body = screen.page.locator("body")
    eventually(body).to_have_css("background-color", "rgb(20, 22, 27)")
    screen.keep(f"dark-{view}")
    screen.click("Light theme")
    eventually(body).to_have_css("background-color", "rgb(250, 247, 242)")
    screen.page.reload()
    screen.page.get_by_role("button", name="Dark theme").wait_for()
    if view != "race":
        screen.page.locator("[role=grid]").first.wait_for()
        board = screen.board()
        assert {tile for row in board for tile in row} == set(range(9))


def test_the_keys_are_shown_on_a_question_mark(visit: Open) -> None:
    screen = visit(f"#/play?{BOARD}")
    screen.press("?")
    dialog = screen.page.get_by_role("dialog", name="Keys")
    dialog.wait_for()
    assert "undo" in dialog.inner_text()
    screen.press("ArrowUp")
    screen.keep("keys")
    screen.press("Escape")
    dialog.wait_for(state="hidden")
    screen.expect_board(START)


def test_focus_can_be_seen_and_the_board_reached(visit: Open) -> None:
    screen = visit(f"#/play?{BOARD}")
    for _ in range(14):
        screen.press("Tab")
        if screen.page.evaluate("document.activeElement.getAttribute('role')") == "grid":
            break
    outline = screen.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    screen.press("ArrowUp")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    live = screen.page.locator("main [aria-live=polite]").first
    eventually(live).to_have_text("5 up, 1 move")


COUNT_MOTION = """() => {
    window.begun = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.begun += 1; return animate.apply(this, how); };
}"""
"""Counts what begins to move: a slide may be over before anybody looks."""


def test_motion_is_there_unless_it_is_asked_not_to_be(visit: Open) -> None:
    for wish, count in (("reduce", 0), ("no-preference", 1)):
        screen = visit(f"#/play?{BOARD}", reduced_motion=wish)
        screen.expect_board(START)
        screen.page.evaluate(COUNT_MOTION)
        screen.press("ArrowUp")
        screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
        assert screen.page.evaluate("window.begun") == count


def test_learn_has_a_page_for_everything_that_is_registered(visit: Open, service: Service) -> None:
    catalog = service.get("/catalog").json()
    screen = visit("#/learn")
    for entry in [*catalog["algorithms"], *catalog["heuristics"]]:
        screen.page.locator(f"nav a[href^='#/learn/{entry['name']}?']").wait_for(state="attached")  # fails if there are two
    screen.open(f"#/learn/manhattan?{BOARD}")
    screen.says("h-value", "h = 2")
    screen.page.mouse.click(*screen.tile(5))
    screen.says("h-value", "h = 1")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.open(f"#/learn/solvable?{BOARD}")
    screen.says("parity", re.compile("this board can be solved"))
    screen.click("Swap two tiles")
    screen.says("parity", re.compile("this board cannot be solved"))
    screen.expect_board([[2, 1, 3], [4, 0, 6], [7, 5, 8]])


def test_pseudocode_lights_up_as_the_search_runs(visit: Open) -> None:
    screen = visit("#/learn/astar")
    code = screen.page.get_by_role("list", name="Pseudocode")
    lit = code.locator("[aria-current=step]")
    lit.wait_for()
    screen.says("step", re.compile("^0 / [1-9]"))
    eventually(lit).to_have_text(re.compile("^frontier"))
    screen.press("k")
    eventually(lit).to_contain_text("least f")
    screen.press("k")
    eventually(lit).to_contain_text("goal")
    screen.expect_board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])
    screen.keep("learn")


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_blocked(visit: Open, service: Service) -> None:
    screen = visit()
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    for view in VIEWS:
        screen.open(f"#/{view}?{BOARD}")
        screen.page.wait_for_load_state("networkidle")
    assert {url for url in asked if not url.startswith((service.url, "about:", "blob:", "data:"))} == set()
    assert not screen.complaints


def test_the_page_keeps_its_budget(visit: Open, service: Service) -> None:
    screen = visit()
    scripts: list[str] = []
    screen.page.on("response", lambda response: scripts.append(response.url) if response.url.endswith(".js") else None)
    for view in VIEWS:
        screen.open(f"#/{view}?{BOARD}")
        screen.page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(service.client.get(url).content)) for url in set(scripts))
    assert 0 < size < BUDGET


def test_the_first_view_is_light(visit: Open, service: Service) -> None:
    screen = visit()
    scripts: list[str] = []
    screen.page.on("response", lambda response: scripts.append(response.url) if response.url.endswith(".js") else None)
    screen.open(f"#/play?{BOARD}")
    screen.page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(service.client.get(url).content)) for url in set(scripts))
    assert 0 < size < FIRST_BUDGET


def test_a_server_that_is_gone_is_said(visit: Open) -> None:
    screen = visit(f"#/solve?{BOARD}")
    screen.expect_board(START)
    screen.page.route("**/api/v1/solve", lambda route: route.abort())
    screen.click("Solve")
    screen.page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    screen.keep("gone")
    screen.page.unroute("**/api/v1/solve")
    screen.click("Try again")
    screen.says("verdict", "2 moves, proven shortest")
    screen.expect_board(START)
    screen.complaints.clear()  # the lost request is reported by the browser


def test_a_server_that_comes_back_is_found(visit: Open) -> None:
    screen = visit(f"#/solve?{BOARD}")
    screen.expect_board(START)
    screen.page.route("**/api/**", lambda route: route.abort())
    screen.page.route("**/assets/Learn*", lambda route: route.abort())
    screen.click("Learn", "link")
    gone = screen.page.get_by_role("alert").filter(has_text="The server does not answer")
    gone.wait_for()
    screen.page.unroute("**/assets/Learn*")
    screen.page.unroute("**/api/**")
    gone.wait_for(state="hidden")
    screen.page.get_by_role("heading", level=1).wait_for()
    screen.complaints.clear()  # the lost requests are reported by the browser


def test_a_message_covers_no_button(visit: Open) -> None:
    screen = visit(f"#/play?{BOARD}", viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    screen.click("Share")
    notice = screen.page.get_by_role("status").filter(has_text="Link copied")
    notice.wait_for()
    message = notice.bounding_box()
    assert message is not None
    for button in screen.page.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        apart = (
            box["x"] >= message["x"] + message["width"]
            or box["x"] + box["width"] <= message["x"]
            or box["y"] >= message["y"] + message["height"]
            or box["y"] + box["height"] <= message["y"]
        )
        assert apart, button.inner_text()


def test_desktop(visit: Open) -> None:
    for view in VIEWS:
        screen = visit(f"#/{view}?{BOARD}", viewport={**DESKTOP, "width": 1440})
        assert screen.fits()
        screen.keep(f"desktop-{view}")
        if view != "learn":
            screen.is_at(BOARD)


def test_learn_is_in_the_order_of_the_textbooks(visit: Open) -> None:
    screen = visit("#/learn", viewport={"width": 1280, "height": 800})
    nav = screen.page.get_by_role("navigation", name="Contents")
    nav.get_by_role("link", name="Pattern databases").wait_for()
    groups = ["Begin here", "Blind search", "Informed search", "Local search", "The solver itself", "Heuristics"]
    assert [title.lower() for title in nav.locator("h2").all_inner_texts()] == [group.lower() for group in groups]
    # Its end is in reach before the page is scrolled.
    nav.get_by_role("link", name="Pattern databases").scroll_into_view_if_needed()
    box = nav.get_by_role("link", name="Pattern databases").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    assert screen.page.evaluate("scrollY") == 0


def test_pattern_databases_are_worked_out_on_a_board(visit: Open) -> None:
    screen = visit("#/learn/patterns")
    screen.says("pattern-sum", "h = 8 + 8 = 16, where Manhattan says 4.")
    screen.page.mouse.click(*screen.tile(8))
    screen.says("pattern-sum", re.compile(r"^h = \d+ \+ \d+ = \d+, where Manhattan says 5\.$"))
    screen.click("An easy board", "radio")
    screen.says("pattern-sum", "h = 1 + 6 = 7, where Manhattan says 5.")
    screen.expect_board([[1, 2, 3], [8, 5, 0], [4, 7, 6]])


def test_a_heuristic_is_shown_on_a_board_that_makes_its_point(visit: Open) -> None:
    screen = visit("#/learn/linear-conflict")
    screen.says("h-value", "h = 12")
    screen.expect_board([[3, 2, 1], [4, 5, 6], [8, 7, 0]])
    screen.click("Your board", "radio")
    screen.says("h-value", re.compile(r"^h = \d+$"))
    assert len(screen.board()) == 4


def test_every_section_of_learn_has_something_to_play_with(visit: Open) -> None:
    screen = visit("#/learn/structures")
    screen.click("Heap by f", "radio")
    screen.click("Take one out")
    screen.says("taken", "Taken so far: D.")
    screen.open("#/learn/search")
    screen.click("Depth-first", "radio")
    screen.page.locator("[aria-current=step]", has_text="stack").wait_for()
    screen.open(f"#/learn/optimal?{BOARD}")
    screen.click("Run it on your board")
    screen.says("verdict", "2 moves, proven shortest")
    eventually(screen.page.locator("[data-board]").first).to_have_attribute("data-board", "1,2,3,4,0,6,7,5,8")
    screen.page.route("**/api/v1/solve", lambda route: None)  # it never answers
    screen.click("Run it on your board")
    screen.click("Stop")
    screen.says("verdict", "Cancelled")
    eventually(screen.page.locator("[data-test=bounds]")).to_have_count(0)
