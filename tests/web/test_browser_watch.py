# SPDX-License-Identifier: MIT
"""Watch, in a real browser: the engine's own trace, step by step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.browsing import Open
from tests.web.serving import Service

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

START = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]
ADDRESS = "#/watch?board=8,1,3/4,0,2/7,6,5"


def trace(service: Service, method: str) -> list[list[Any]]:
    job = service.submit(start=START, method=method, trace_limit=300)
    return [row for event in service.events(job) if event["type"] == "expansions" for row in event["items"]]


def grid(row: list[Any]) -> list[list[int]]:
    tiles = row[6]
    return [tiles[0:3], tiles[3:6], tiles[6:9]]


@pytest.mark.parametrize("method", ["astar@manhattan", "bfs", "idastar@manhattan"])
def test_the_tree_is_the_engines_trace(visit: Open, service: Service, method: str) -> None:
    rows = trace(service, method)
    screen = visit(f"{ADDRESS}&method={method}")
    screen.says("step", re.compile(r"^0 / \d"))
    screen.expect_board(START)
    for row in rows[:6]:
        screen.press("ArrowRight")
        screen.expect_board(grid(row))
        screen.says("values", re.compile(rf"^g {row[3]} · h {row[4]} · f {row[5]}$"))
    screen.press("ArrowLeft")
    screen.expect_board(grid(rows[4]))
    screen.keep(f"watch-{method.partition('@')[0]}")


def test_it_starts_paused_and_ends_at_the_goal(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan")
    screen.says("step", "0 / 44")
    screen.press("End")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
    screen.says("capped", re.compile("^All 43 expansions are shown"))
    assert "14 moves, proven shortest" in screen.page.locator("main").inner_text()


def test_a_cap_is_said(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=bfs&record=100")
    screen.says("capped", re.compile(r"^Capped: the first 100 of [\d,]{3,} expansions are shown"))
    screen.says("step", "0 / 100")
    screen.expect_board(START)


def test_lists_of_the_frontier_and_the_explored(visit: Open, service: Service) -> None:
    rows = trace(service, "astar@manhattan")
    screen = visit(f"{ADDRESS}&at=5")
    screen.says("step", "5 / 44")
    lists = screen.page.locator("main table")
    explored = lists.nth(1).locator("tbody tr")
    assert explored.count() == 5
    assert explored.first.inner_text().split("\t")[0].strip() == " / ".join(" ".join(map(str, row)) for row in grid(rows[4]))
    first = lists.nth(0).locator("tbody tr").first
    assert "next" in first.inner_text()
    assert " / ".join(" ".join(map(str, row)) for row in grid(rows[5])) in first.inner_text()
    explored.last.get_by_role("button").click()
    screen.expect_board(START)


def test_pointing_at_a_node_shows_its_board(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&at=44")
    screen.says("step", "44 / 44")
    canvas = screen.page.locator("canvas").bounding_box()
    assert canvas is not None
    # The root stands at the top; look for it along the first row of nodes.
    for x in range(0, int(canvas["width"]), 8):
        screen.page.mouse.move(canvas["x"] + x, canvas["y"] + 44)
        if screen.page.locator("[data-test=values]").inner_text().startswith("g 0 "):
            break
    screen.expect_board(START)


def test_the_heuristic_is_drawn_on_the_board(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan")
    screen.says("step", "0 / 44")
    assert sum(map(int, screen.page.locator(".badge").all_inner_texts())) == 10
    screen.page.get_by_label("Show the heuristic on the board").select_option("misplaced")
    assert screen.page.locator(".badge").all_inner_texts() == ["1"] * 5
    screen.expect_board(START)


def test_the_address_restores_the_step(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.says("step", "0 / 44")
    for _ in range(7):
        screen.press("ArrowRight")
    screen.says("step", "7 / 44")
    board = screen.board()
    other = visit("#" + screen.page.url.partition("/#")[2])
    other.says("step", "7 / 44")
    other.expect_board(board)
