# SPDX-License-Identifier: MIT
"""Race, in a real browser: lanes, the shared timeline, the table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.web.browsing import Open, Screen, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

ADDRESS = "#/race?board=8,1,3/4,0,2/7,6,5&lanes=astar@manhattan;greedy@manhattan;bfs"
SOLVED = "1,2,3,4,5,6,7,8,0"


def lanes(screen: Screen) -> list[str]:
    return [board.get_attribute("data-board") or "" for board in screen.page.locator("article [data-board]").all()]


def expect_lanes(screen: Screen, *boards: str) -> None:
    """Wait until there are so many lanes, with these boards."""
    shown = screen.page.locator("article [data-board]")
    eventually(shown).to_have_count(len(boards))
    for lane, board in enumerate(boards):
        eventually(shown.nth(lane)).to_have_attribute("data-board", board)


def finish(screen: Screen) -> None:
    screen.page.get_by_role("button", name="Race again").wait_for()


def column(screen: Screen, index: int) -> list[str]:
    return [row.locator("th, td").nth(index).inner_text().split("\n")[0].strip() for row in screen.page.locator("tbody tr").all()]


def test_a_race_runs_all_lanes_and_fills_the_table(visit: Open) -> None:
    screen = visit(ADDRESS)
    expect_lanes(screen, *["8,1,3,4,0,2,7,6,5"] * 3)
    screen.click("Start the race")
    finish(screen)
    assert sorted(column(screen, 0)) == ["A* · Manhattan", "Breadth-first", "Greedy best-first · Manhattan"]
    screen.press("End")
    expect_lanes(screen, *[SOLVED] * 3)
    screen.keep("race")
    screen.press("Home", "ArrowRight")
    assert all(board != SOLVED and board != "8,1,3,4,0,2,7,6,5" for board in lanes(screen))
    third = screen.page.get_by_role("article", name="Lane 3")
    third.get_by_label("Algorithm").select_option("ids")
    eventually(third.locator("[data-test=lane-state]")).to_have_text("Ready")
    eventually(screen.page.locator("tbody tr")).to_have_count(2)
    screen.click("Remove lane 3")
    screen.has_focus("Add a lane")


def test_the_table_sorts_both_ways(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&run=1")
    finish(screen)
    screen.click("Sort by Generated")
    eventually(screen.page.locator("th[aria-sort=ascending]")).to_have_text("Generated")
    up = [int(text.replace(",", "")) for text in column(screen, 2)]
    assert up == sorted(up)
    screen.click("Sort by Generated")
    eventually(screen.page.locator("th[aria-sort=descending]")).to_have_text("Generated")
    assert [int(text.replace(",", "")) for text in column(screen, 2)] == up[::-1]
    screen.press("End")
    expect_lanes(screen, *[SOLVED] * 3)


def test_the_table_is_exported(visit: Open, tmp_path: Path) -> None:
    screen = visit(f"{ADDRESS}&run=1")
    finish(screen)
    with screen.page.expect_download() as download:
        screen.click("CSV")
    saved = tmp_path / "race"
    download.value.save_as(saved)
    rows = list(csv.DictReader(saved.read_text().splitlines()))
    assert {row["method"]: row["cost"] for row in rows}["astar@manhattan"] == "14"
    with screen.page.expect_download() as download:
        screen.click("JSON")
    download.value.save_as(saved)
    assert {row["status"] for row in json.loads(saved.read_text())} == {"optimal", "solved"}


def test_two_to_six_lanes(visit: Open) -> None:
    screen = visit("#/race?board=1,2,3/4,0,6/7,5,8&lanes=bfs;ids")
    eventually(screen.page.get_by_role("button", name="Remove lane 1")).to_be_disabled()
    for _ in range(4):
        screen.click("Add a lane")
    eventually(screen.page.get_by_role("button", name="Add a lane")).to_be_disabled()
    expect_lanes(screen, *["1,2,3,4,0,6,7,5,8"] * 6)
    screen.page.get_by_role("article", name="Lane 3").get_by_label("Algorithm").select_option("dfs")
    screen.page.get_by_role("button", name="Remove lane 4").click()
    screen.is_at("lanes=bfs;ids;dfs;")
    screen.click("Start the race")
    finish(screen)
    screen.press("End")
    expect_lanes(screen, *[SOLVED] * 5)


def test_all_lanes_are_cancelled_together(visit: Open) -> None:
    hard = "15,14,8,12/10,11,9,13/2,6,1,5/3,7,4,0"
    screen = visit(f"#/race?board={hard}&lanes=idastar@misplaced;ids&run=1")
    screen.page.locator("[data-test=lane-state]", has_text="Searching").nth(1).wait_for()
    screen.click("Cancel all")
    finish(screen)
    eventually(screen.page.locator("[data-test=lane-state]")).to_have_text(["Cancelled", "Cancelled"])
    expect_lanes(screen, *[hard.replace("/", ",")] * 2)


def test_lanes_that_the_server_has_not_taken_yet_are_cancelled_too(visit: Open) -> None:
    screen = visit("#/race?board=8,1,3/4,0,2/7,6,5&lanes=bfs;ids")
    screen.page.route("**/api/v1/solve", lambda route: None)  # it never answers
    screen.click("Start the race")
    screen.click("Cancel all")
    finish(screen)
    eventually(screen.page.locator("[data-test=lane-state]")).to_have_text(["Cancelled", "Cancelled"])
    screen.says("race-over", "The race is over. Nobody arrived.")


def test_seconds_that_are_no_number_are_refused(visit: Open) -> None:
    screen = visit(ADDRESS)
    field = screen.page.get_by_label("Seconds each")
    field.fill("abc")
    screen.says("race-note", "Seconds each: use a number above 0.")
    eventually(screen.page.get_by_role("button", name="Start the race")).to_be_disabled()
    field.fill("5")
    screen.says("race-note", "Bars grow with the logarithm of the nodes generated.")
    screen.click("Start the race")
    finish(screen)
    expect_lanes(screen, *["8,1,3,4,0,2,7,6,5"] * 3)


def test_the_end_is_told_and_two_lanes_are_watched_with_one_click(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.says("race-over", "")  # there before its text, so that it is read out
    screen.click("Start the race")
    finish(screen)
    screen.page.locator("[data-test=race-over]", has_text="The race is over. First: ").wait_for(state="attached")
    screen.click("Watch the least and the most side by side", "link")
    screen.page.wait_for_function("() => location.hash.includes('twin=bfs')")
    screen.page.locator("[data-test=generated]").nth(1).wait_for()
    screen.expect_board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])
