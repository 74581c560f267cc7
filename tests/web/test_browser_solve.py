# SPDX-License-Identifier: MIT
"""Solve, in a real browser: the answer, the path, cancelling, editing with errors, the way out of unsolvable boards."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.web.browsing import Open

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

START = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
SOLVED = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
ADDRESS = "#/solve?board=0,1,3/4,2,5/7,8,6"
LONG = "#/solve?board=15,14,8,12/10,11,9,13/2,6,1,5/3,7,4,0&method=idastar@misplaced"


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
    screen.page.wait_for_function("() => /[1-9]/.test(document.querySelectorAll('dd')[1].textContent)")
    assert re.fullmatch(r"[\d,]+", expanded.inner_text())
    screen.keep("searching")
    screen.click("Cancel")
    screen.says("verdict", "Cancelled")
    screen.expect_board([[15, 14, 8, 12], [10, 11, 9, 13], [2, 6, 1, 5], [3, 7, 4, 0]])
    assert screen.page.get_by_role("button", name="Solve", exact=True).is_enabled()


def test_a_limit_says_what_is_proven_and_can_be_raised(visit: Open) -> None:
    screen = visit(f"{LONG}&time=0.3&run=1")
    screen.says("verdict", "No solution within the limits")
    assert "Time limit of 0.3 s reached." in screen.page.locator("main").inner_text()
    assert re.search(r"Proven so far: at least \d+ moves", screen.page.locator("main").inner_text())
    screen.click("Go on with four times the limits")
    screen.page.wait_for_function("() => location.hash.includes('time=1.2')")


def test_methods_and_options_are_taken(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.page.get_by_label("Algorithm").select_option("wastar")
    screen.page.get_by_label("Heuristic").select_option("misplaced")
    screen.page.get_by_label("Weight").fill("3/2")
    screen.click("Solve")
    screen.says("verdict", re.compile("^4 moves"))
    assert "Weighted A* · Misplaced tiles" in screen.page.locator("main").inner_text()
    assert "method=wastar@misplaced&weight=3/2" in screen.page.url
    screen.page.get_by_label("Weight").fill("heavy")
    screen.click("Solve")
    alert = screen.page.get_by_role("alert").filter(has_text="expected a weight")
    alert.wait_for()
    assert screen.page.get_by_label("Weight").get_attribute("aria-invalid") == "true"
    screen.expect_board(START)
    screen.complaints.clear()  # the browser reports the refusal as well


def test_editing_marks_the_wrong_tile_and_says_what_to_do(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.press("e")
    cells = screen.page.get_by_role("grid", name="Edit the start").get_by_role("textbox")
    cells.nth(8).fill("1")
    screen.says("edit-error", "Row 3, column 3: 1 stands at row 1, column 2 already, and 6 is missing.")
    assert cells.nth(8).get_attribute("aria-invalid") == "true"
    assert cells.nth(1).get_attribute("aria-invalid") == "true"
    assert screen.page.get_by_role("button", name="Use this board").is_disabled()
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
    assert field.evaluate("field => field === document.activeElement")
    field.fill("1 2 3 / 4 5 6 / 7 8 8")
    screen.press("Enter")
    screen.says("field-error", re.compile("row 3, column 3: 8 appears twice"))
    screen.expect_board(START)
    field.fill("806547231")
    screen.press("Enter")
    screen.expect_board([[8, 0, 6], [5, 4, 7], [2, 3, 1]])
    screen.complaints.clear()  # the browser reports the refusal as well


def test_an_unsolvable_board_is_explained_and_mended_by_one_click(visit: Open) -> None:
    screen = visit("#/solve?board=1,2,3/4,5,6/8,7,0")
    screen.says("verdict", "Unsolvable")
    assert "1 inversion (8-7)" in screen.page.locator("main").inner_text()
    assert screen.page.get_by_role("button", name="Solve", exact=True).is_disabled()
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
    assert screen.page.locator(".badge").all_inner_texts() == ["1", "1"]
    assert screen.page.locator("path.link").count() == 1
    screen.expect_board([[1, 3, 2], [4, 5, 6], [7, 8, 0]])
    screen.keep("overlay")


def test_a_very_large_board_is_drawn_and_can_be_zoomed(visit: Open) -> None:
    side = 40
    rows = [[row * side + column + 1 for column in range(side)] for row in range(side)]
    rows[-1][-1] = 0
    text = "/".join(",".join(map(str, row)) for row in rows)
    screen = visit(f"#/solve?board={text}")
    screen.page.get_by_role("button", name="Zoom in").click()
    assert f"Board, {side} by {side}" in (screen.page.locator("canvas").get_attribute("aria-label") or "")
    assert text in screen.page.url
    screen.keep("large")
