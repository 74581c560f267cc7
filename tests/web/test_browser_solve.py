# SPDX-License-Identifier: MIT
"""Solve, in a real browser: the answer, the path, cancelling, editing with errors, the way out of unsolvable boards."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.browsing import Open, Screen, eventually

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

START = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
SOLVED = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
ADDRESS = "#/solve?board=0,1,3/4,2,5/7,8,6"
LONG = "#/solve?board=15,14,8,12/10,11,9,13/2,6,1,5/3,7,4,0&method=idastar@misplaced"

TWENTY_FOUR = "14,5,9,2,18/8,23,19,12,17/15,0,10,20,4/6,11,21,1,7/24,3,16,22,13"


def test_solving_gives_a_verdict_and_a_path_to_step_through(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.click("Solve")
    screen.says("verdict", "4 moves, proven shortest")
    screen.expect_board(START)
    screen.press("ArrowRight")
    screen.expect_board([[1, 0, 3], [4, 2, 5], [7, 8, 6]])
    screen.press("k")
    screen.expect_board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
    screen.press("j")
    screen.expect_board([[1, 0, 3], [4, 2, 5], [7, 8, 6]])
    screen.press("End")
    screen.expect_board(SOLVED)
    screen.says("step", "4 / 4")
    screen.keep("solve")
    screen.press("Home")
    screen.expect_board(START)


def test_a_slide_is_one_step(visit: Open) -> None:
    screen = visit("#/solve?board=0,1,2/4,5,3/7,8,6&metric=slides&run=1")
    screen.says("verdict", "2 slides, proven shortest")
    screen.says("other-length", "4 moves of single tiles.")
    screen.says("step", "0 / 2")
    screen.press("ArrowRight")
    screen.expect_board([[1, 2, 0], [4, 5, 3], [7, 8, 6]])
    screen.press("ArrowRight")
    screen.expect_board(SOLVED)
    screen.press("ArrowLeft")
    screen.expect_board([[1, 2, 0], [4, 5, 3], [7, 8, 6]])


def test_stepping_back_with_the_button_shows_the_board_before(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&run=1&at=3")
    screen.says("step", "3 / 4")
    screen.expect_board([[1, 2, 3], [4, 5, 0], [7, 8, 6]])
    screen.click("Step back")
    screen.expect_board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
    screen.says("step", "2 / 4")


def test_playing_runs_to_the_goal_and_stops(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&run=1")
    screen.says("step", "0 / 4")
    screen.press("Space")
    screen.says("step", "4 / 4")
    screen.expect_board(SOLVED)
    screen.page.get_by_role("button", name="Play", exact=True).wait_for()


def test_scrubbing_and_the_list_of_moves(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&run=1")
    screen.says("step", "0 / 4")
    screen.page.get_by_role("button", name="3: right").click()
    screen.expect_board([[1, 2, 3], [4, 5, 0], [7, 8, 6]])
    screen.page.get_by_label("Position").fill("1")
    screen.expect_board([[1, 0, 3], [4, 2, 5], [7, 8, 6]])


def test_cancel_ends_a_long_search(visit: Open) -> None:
    screen = visit(LONG)
    screen.click("Solve")
    screen.says("verdict", re.compile("^Searching"))
    expanded = screen.page.locator("dd").nth(1)
    screen.page.wait_for_function("() => /[1-9]/.test(document.querySelectorAll('dd')[1]?.textContent ?? '')")
    assert re.fullmatch(r"[\d,]+", expanded.inner_text())
    screen.keep("searching")
    screen.click("Cancel")
    screen.says("verdict", "Cancelled")
    screen.expect_board([[15, 14, 8, 12], [10, 11, 9, 13], [2, 6, 1, 5], [3, 7, 4, 0]])
    eventually(screen.page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_a_search_that_the_server_has_not_taken_yet_is_cancelled_too(visit: Open) -> None:
    screen = visit(LONG)
    screen.page.route("**/api/v1/solve", lambda route: None)  # it never answers
    screen.click("Solve")
    screen.says("verdict", re.compile("^Searching"))
    screen.click("Cancel")
    screen.says("verdict", "Cancelled")
    eventually(screen.page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_a_limit_says_what_is_proven_and_can_be_raised(visit: Open) -> None:
    screen = visit(f"{LONG}&time=0.3&run=1")
    screen.says("verdict", "No solution within the limits")
    screen.mentions("Time limit of 0.3 s reached.")
    screen.mentions(re.compile(r"Proven so far: at least \d+ moves"))
    screen.click("Start again with four times the limits")
    screen.page.wait_for_function("() => location.hash.includes('time=1.2')")


def test_methods_and_options_are_taken(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.page.get_by_label("Algorithm").select_option("wastar")
    screen.page.get_by_label("Heuristic").select_option("misplaced")
    screen.page.get_by_label("Weight").fill("3/2")
    screen.click("Solve")
    screen.says("verdict", re.compile("^4 moves"))
    screen.mentions("Weighted A* · Misplaced tiles")
    screen.is_at("method=wastar@misplaced&weight=3/2")
    screen.page.get_by_label("Weight").fill("heavy")
    screen.click("Solve")
    alert = screen.page.get_by_role("alert").filter(has_text="Expected a weight")
    alert.wait_for()
    eventually(screen.page.get_by_label("Weight")).to_have_attribute("aria-invalid", "true")
    screen.expect_board(START)
    screen.complaints.clear()  # the browser reports the refusal as well


def test_editing_marks_the_wrong_tile_and_says_what_to_do(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.press("e")
    cells = screen.page.get_by_role("grid", name="Edit the start").get_by_role("textbox")
    cells.nth(8).fill("1")
    screen.says("edit-error", "Row 3, column 3: 1 stands at row 1, column 2 already, and 6 is missing.")
    eventually(cells.nth(8)).to_have_attribute("aria-invalid", "true")
    eventually(cells.nth(1)).to_have_attribute("aria-invalid", "true")
    eventually(screen.page.get_by_role("button", name="Use this board")).to_be_disabled()
    screen.keep("edit-error")
    cells.nth(8).fill("9")
    screen.says("edit-error", "Row 3, column 3: use a number from 0 to 8.")
    cells.nth(8).fill("6")
    cells.nth(0).fill("4")
    cells.nth(3).fill("")
    screen.says("edit-error", "")
    screen.click("Use this board")
    screen.expect_board([[4, 1, 3], [0, 2, 5], [7, 8, 6]])


def test_text_is_read_and_its_errors_are_explained(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.press("/")
    field = screen.page.get_by_label("Board as text")
    eventually(field).to_be_focused()
    field.fill("1 2 3 / 4 5 6 / 7 8 8")
    screen.press("Enter")
    screen.says("field-error", re.compile("^Row 3, column 3: 8 appears twice"))
    screen.expect_board(START)
    field.fill("806547231")
    screen.press("Enter")
    screen.expect_board([[8, 0, 6], [5, 4, 7], [2, 3, 1]])
    screen.complaints.clear()  # the browser reports the refusal as well


def test_an_unsolvable_board_is_explained_and_mended_by_one_click(visit: Open) -> None:
    screen = visit("#/solve?board=1,2,3/4,5,6/8,7,0")
    screen.says("verdict", "Unsolvable")
    screen.mentions("1 inversion (8-7)")
    eventually(screen.page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    screen.keep("unsolvable")
    screen.click("Swap 7 and 8")
    screen.expect_board(SOLVED)
    screen.click("Solve")
    screen.says("verdict", "Solved already")


def test_a_goal_of_ones_own(visit: Open) -> None:
    screen = visit("#/solve?board=1,2,3/8,4,0/7,6,5")
    screen.page.get_by_label("Goal").select_option("snail")
    screen.click("Solve")
    screen.says("verdict", "1 move, proven shortest")
    screen.page.get_by_label("Goal").select_option("own")
    cells = screen.page.get_by_role("grid", name="Edit the goal").get_by_role("textbox")
    for cell, text in enumerate("120843765"):
        cells.nth(cell).fill(text)
    screen.click("Use this board")
    screen.click("Solve")
    screen.says("verdict", "1 move, proven shortest")
    screen.press("End")
    screen.expect_board([[1, 2, 0], [8, 4, 3], [7, 6, 5]])


def test_the_solution_is_downloaded(visit: Open, tmp_path: Path) -> None:
    screen = visit(f"{ADDRESS}&run=1")
    screen.says("step", "0 / 4")
    with screen.page.expect_download() as download:
        screen.click("JSON")
    saved = tmp_path / "solution.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["moves"] == "RDRD"
    with screen.page.expect_download() as download:
        screen.click("GIF")
    download.value.save_as(saved)
    assert saved.read_bytes().startswith(b"GIF8")
    screen.expect_board(START)


def test_heuristics_are_shown_on_the_tiles(visit: Open) -> None:
    screen = visit("#/solve?board=1,3,2/4,5,6/7,8,0")
    screen.click("Conflicts", "radio")
    eventually(screen.page.locator(".badge")).to_have_text(["1", "1"])
    eventually(screen.page.locator("path.link")).to_have_count(1)
    screen.expect_board([[1, 3, 2], [4, 5, 6], [7, 8, 0]])
    screen.keep("overlay")


def test_a_very_large_board_is_drawn_and_can_be_zoomed(visit: Open) -> None:
    side = 40
    rows = [[row * side + column + 1 for column in range(side)] for row in range(side)]
    rows[-1][-1] = 0
    text = "/".join(",".join(map(str, row)) for row in rows)
    screen = visit(f"#/solve?board={text}", viewport={"width": 700, "height": 500})
    canvas = screen.page.locator("canvas")
    canvas.hover()
    screen.page.mouse.wheel(0, 100)  # as long as all of it is seen the page scrolls
    screen.page.wait_for_function("() => scrollY > 50")
    screen.page.get_by_role("button", name="Zoom in").click()
    eventually(canvas).to_have_attribute("aria-label", re.compile(f"Board, {side} by {side}"))
    screen.press("e")
    for name in ("Rows", "Columns"):
        eventually(screen.page.get_by_role("combobox", name=name)).to_have_value(str(side))
    screen.click("Cancel")
    screen.is_at(text)
    screen.keep("large")


def paste(screen: Screen, text: str, selector: str = "") -> None:
    """Paste as a browser does, into a field or anywhere."""
    screen.page.evaluate(
        """([text, selector]) => {
            const data = new DataTransfer();
            data.setData('text', text);
            const target = selector ? document.querySelector(selector) : document.body;
            target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        [text, selector],
    )


@pytest.mark.parametrize("selector", ["", "[data-board-field]"])
def test_a_rectangle_of_several_lines_is_pasted(visit: Open, selector: str) -> None:
    screen = visit(ADDRESS)
    screen.expect_board(START)
    paste(screen, "1 2 3 4\n5 6 7 8\n9 10 0 11\n", selector)
    screen.expect_board([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 0, 11]])
    screen.says("field-error", re.compile("^Paste any notation"))


def test_seconds_that_are_none_are_refused_with_a_sentence(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.page.get_by_label("Seconds").fill("abc")
    screen.click("Solve")
    screen.page.get_by_role("alert").filter(has_text=re.compile("^Expected a number, got 'abc'")).wait_for()
    eventually(screen.page.get_by_label("Seconds")).to_have_attribute("aria-invalid", "true")
    screen.complaints.clear()  # the browser reports the refusal as well


def test_the_placeholder_is_what_holds(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.page.wait_for_function("() => document.querySelector('[inputmode=decimal]').placeholder === '60'")
    screen.page.get_by_label("Size").select_option("5x5")
    screen.page.wait_for_function("() => document.querySelector('[inputmode=decimal]').placeholder === '5'")
    screen.page.locator("[data-test=seed]").filter(has_text=re.compile(r"Seed \d+")).wait_for()
    eventually(screen.page.get_by_role("grid", name="Board").get_by_role("row")).to_have_count(5)


def test_reading_another_board_leaves_the_old_path_alone(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&run=1&at=4")
    screen.says("step", "4 / 4")
    screen.press("/")
    screen.page.get_by_label("Board as text").fill("806547231")
    screen.press("Enter")
    screen.expect_board([[8, 0, 6], [5, 4, 7], [2, 3, 1]])  # the page complained that a move leaves the board


def test_a_path_is_written_as_runs(visit: Open) -> None:
    screen = visit("#/solve?board=0,1,2,3/4,5,6,7&goal=4,1,2,3/5,6,7,0&run=1")
    screen.says("step", "0 / 4")
    runs = screen.page.get_by_role("list", name="Path").get_by_role("button")
    eventually(runs).to_have_text([re.compile(r"^1\s*D\s*1: down$"), re.compile(r"^2\s*R3\s*2 to 4: right 3 times$")])
    screen.page.get_by_role("button", name="2 to 4: right 3 times").click()
    screen.says("step", "4 / 4")


def counter(screen: Screen, name: str) -> Locator:
    """Find what stands behind the name of a counter."""
    return screen.page.locator("dt").filter(has_text=re.compile(f"^{name}$")).locator("xpath=following-sibling::dd[1]")


def test_counters_that_a_method_does_not_keep_are_blank(visit: Open) -> None:
    screen = visit("#/solve?board=5,1,2,4/9,6,3,8/13,15,10,11/14,0,7,12&method=anytime&time=0.3&run=1")
    screen.says("verdict", re.compile("moves"))
    for name in ("Expanded", "Largest frontier"):
        eventually(counter(screen, name)).to_contain_text("not counted")
    eventually(counter(screen, "Memory")).not_to_have_text("0")


def test_how_deep_a_board_is(visit: Open) -> None:
    screen = visit("#/solve?board=8,6,7/2,5,4/3,0,1&run=1")
    screen.says("verdict", "31 moves, proven shortest")
    screen.says("depth", "Deeper than 99.999 % of 8-puzzles.")


def test_a_search_goes_on_in_another_view(visit: Open) -> None:
    screen = visit(LONG)
    screen.click("Solve")
    screen.says("verdict", re.compile("^Searching"))
    screen.page.wait_for_function("() => /[1-9]/.test(document.querySelectorAll('dd')[1]?.textContent ?? '')")
    before = int(screen.page.locator("dd").first.inner_text().replace(",", ""))
    screen.click("Learn", "link")
    screen.page.locator("nav i.busy").wait_for()
    screen.click("Solve", "link")
    screen.says("verdict", re.compile("^Searching"))
    grown = "before => Number(document.querySelector('dd')?.textContent.replaceAll(',', '')) > before"
    screen.page.wait_for_function(grown, arg=before)
    screen.click("Cancel")
    screen.says("verdict", "Cancelled")


def test_a_search_survives_a_reload(visit: Open) -> None:
    screen = visit(LONG)
    screen.click("Solve")
    screen.page.wait_for_function("() => /[1-9]/.test(document.querySelectorAll('dd')[1]?.textContent ?? '')")
    job = screen.page.evaluate("JSON.parse(sessionStorage.getItem('taquin.search')).running[0]")
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/solve") else None)
    screen.page.reload()
    screen.says("verdict", re.compile("^Searching"))
    screen.page.wait_for_function("() => /[1-9]/.test(document.querySelectorAll('dd')[1]?.textContent ?? '')")
    assert screen.page.evaluate("JSON.parse(sessionStorage.getItem('taquin.search')).running[0]") == job
    assert asked == []
    screen.click("Cancel")
    screen.says("verdict", "Cancelled")


def test_a_search_that_nobody_knows_any_more_says_so_and_goes_on(visit: Open) -> None:
    screen = visit(LONG)
    screen.click("Solve")
    screen.page.wait_for_function("() => /[1-9]/.test(document.querySelectorAll('dd')[1]?.textContent ?? '')")
    kept = "JSON.parse(sessionStorage.getItem('taquin.search')).bound"
    before = screen.page.evaluate(kept)
    screen.page.route(re.compile(r"/jobs/[^/]+$"), lambda route: route.fulfill(status=404, json={"error": {"message": "none"}}))
    screen.page.reload()
    screen.says("verdict", "The search ended with its page or its server")
    bound = screen.page.evaluate(kept)
    assert bound >= before > 0  # the search went on until the page was left
    screen.says("stage", f"At least {bound} moves.")
    screen.click("Go on, four times as long")
    screen.says("verdict", re.compile("^Searching"))
    screen.has_focus("Cancel")
    screen.complaints.clear()  # the browser reports what is not found


def test_going_on_keeps_the_bound_and_the_path(visit: Open) -> None:
    screen = visit(f"#/solve?board={TWENTY_FOUR}&time=1&run=1")
    screen.says("verdict", re.compile(r"^\d+ moves, at most"))
    found = screen.page.locator("[data-test=verdict]").first.inner_text()
    cost, gap = (int(number) for number in re.findall(r"\d+", found))
    with screen.page.expect_request(re.compile("/solve$")) as sent:
        screen.click("Go on, four times as long")
    assert len((sent.value.post_data_json or {})["after"]) == 2
    screen.page.wait_for_function("() => location.hash.includes('time=4')")
    bounds = "() => [...document.querySelectorAll('[data-test=stage]')].map(e => e.textContent).join()"
    seen = screen.page.wait_for_function(f"() => /at least/.test(({bounds})()) && ({bounds})()").json_value()
    assert int(re.findall(r"at least (\d+)", seen)[0]) >= cost - gap
    screen.click("Cancel")
    screen.says("verdict", re.compile(r"^\d+ moves"))
    after = [int(number) for number in re.findall(r"\d+", screen.page.locator("[data-test=verdict]").first.inner_text())]
    assert after[0] <= cost
    assert after[0] - (after[1] if len(after) > 1 else 0) >= cost - gap


def test_what_cannot_be_a_gif_says_so_before_the_click(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&run=1")
    screen.says("step", "0 / 4")
    screen.page.route("**/solution.txt", lambda route: route.fulfill(status=422, json={"error": {"message": "there is no ink"}}))
    screen.click("Text")
    screen.says("download-error", "Text: There is no ink.")
    screen.page.route("**/catalog", limit_gifs)
    screen.page.reload()
    screen.says("step", "0 / 4")
    eventually(screen.page.get_by_role("button", name="GIF", exact=True)).to_be_disabled()
    screen.mentions("A GIF is made of at most 3 moves on at most 400 cells.")
    screen.complaints.clear()  # the browser reports the refusal as well


def test_a_picture_of_the_users_own_is_in_the_gif(visit: Open, tmp_path: Path) -> None:
    image_module = pytest.importorskip("PIL.Image")
    picture, film = tmp_path / "picture.png", tmp_path / "film.gif"
    colours = image_module.new("RGB", (300, 300))
    for cell in range(9):  # one colour for every tile
        colours.paste(
            (cell * 28, 255 - cell * 28, 128), (cell % 3 * 100, cell // 3 * 100, cell % 3 * 100 + 100, cell // 3 * 100 + 100)
        )
    colours.save(picture)
    screen = visit(f"{ADDRESS}&run=1")
    screen.says("step", "0 / 4")
    sent: list[bytes] = []
    screen.page.on("request", lambda request: sent.append(request.post_data_buffer or b""))
    with screen.page.expect_file_chooser() as chooser:
        screen.page.get_by_role("radio", name="Picture").click()
    chooser.value.set_files(picture)
    screen.page.locator(".picture").first.wait_for()
    with screen.page.expect_download() as download:
        screen.click("GIF")
    download.value.save_as(film)
    assert all(len(body) < picture.stat().st_size for body in sent)  # the picture stays in the browser
    with image_module.open(film) as frames:
        assert (frames.n_frames, frames.size) == (5, (480, 480))
        for number, board in enumerate([START, SOLVED]):
            frames.seek(4 * number)
            drawn = frames.convert("RGB")
            for place, tile in enumerate(tile for row in board for tile in row):
                if tile:
                    shade = drawn.getpixel((place % 3 * 160 + 100, place // 3 * 160 + 110))
                    expected = ((tile - 1) * 28, 255 - (tile - 1) * 28, 128)
                    assert max(abs(a - b) for a, b in zip(shade, expected, strict=True)) < 16, (number, place, shade)


def limit_gifs(route: Route) -> None:
    catalog = route.fetch().json()
    catalog["limits"]["gif_moves"] = 3
    route.fulfill(json=catalog)


def test_heuristics_are_composed(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan")
    heuristic = screen.page.get_by_label("Heuristic", exact=True)
    heuristic.select_option("*max")
    screen.page.get_by_label("Linear conflict", exact=True).check()
    for name in ("Manhattan", "Walking distance", "Linear conflict"):
        screen.page.get_by_label(name, exact=True).click()
    eventually(screen.page.locator("fieldset :checked")).to_have_count(2)  # fewer would be nothing to compare
    screen.page.get_by_label("Manhattan", exact=True).check()
    screen.click("Solve")
    screen.says("verdict", "4 moves, proven shortest")
    screen.is_at("method=astar@max(walking-distance,linear-conflict,manhattan)")
    heuristic.select_option("*pdb")
    eventually(screen.page.get_by_label("Tiles of each group")).to_have_value("8")
    screen.click("Solve")
    screen.page.wait_for_function("() => location.hash.includes('pdb:8') && location.hash.includes('run=1')")
    screen.says("verdict", "4 moves, proven shortest")


def test_an_engine_that_is_not_here_says_why(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.page.get_by_text("More options").click()
    absent = screen.page.locator("option", has_text="(not here)")
    eventually(absent).not_to_have_count(0)
    for option in absent.all():
        eventually(option).to_be_disabled()
        name = (option.get_attribute("value") or "?") + ": "
        eventually(screen.page.get_by_text(name).first).to_be_visible()


def test_among_many_arrows_the_one_pointed_at_stands_out(visit: Open) -> None:
    screen = visit("#/solve?board=15,14,8,12/10,11,9,13/2,6,1,5/3,7,4,0&show=manhattan")
    arrows = screen.page.locator("path.arrow")
    arrows.nth(9).wait_for(state="attached")
    eventually(screen.page.locator("path.arrow.faint")).to_have_count(arrows.count())
    screen.page.mouse.move(*screen.tile(15))
    eventually(screen.page.locator("path.arrow.chosen")).to_have_count(1)
    screen.keep("arrows")
