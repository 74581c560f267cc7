# SPDX-License-Identifier: MIT
"""What the API says about boards is what the package says."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.serving import EASY, HARDEST, UNSOLVABLE, Service

import taquin
from taquin.engines import ENGINES
from taquin.explanation import check, explain
from taquin.heuristics import HEURISTICS
from taquin.listing import catalog as library_catalog
from taquin.search import SEARCHES

GOAL = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]


def test_catalog_lists_the_registries(service: Service) -> None:
    catalog = service.get("/catalog").json()
    assert [row["name"] for row in catalog["algorithms"]] == list(SEARCHES)
    assert [row["name"] for row in catalog["heuristics"]] == list(HEURISTICS)
    assert [row["name"] for row in catalog["engines"]] == list(ENGINES)
    assert catalog["goals"] == ["last", "first", "snail"]
    assert {"name": "korf15", "count": 100, "size": "4x4"}.items() <= catalog["sets"][0].items()
    assert {"max_side", "max_time", "max_memory", "max_trace", "concurrent"} <= catalog["limits"].keys()
    assert catalog["version"] == taquin.__version__


def test_the_catalog_is_the_librarys_with_the_servers_limits(service: Service) -> None:
    catalog = service.get("/catalog").json()
    limits = catalog.pop("limits")
    assert catalog == library_catalog()
    assert limits["max_side"] == 128


def test_check_and_explain_are_the_librarys(service: Service) -> None:
    for rows in (EASY, HARDEST, UNSOLVABLE):
        assert service.post("/check", {"start": rows, "goal": "snail"}).json() == check(rows, "snail")
        assert service.post("/explain", {"start": rows, "goal": "snail"}).json() == explain(rows, "snail")


def test_parse(service: Service) -> None:
    answer = service.post("/parse", {"text": "1 2 3 / 4 0 6 / 7 5 8"}).json()
    assert answer["start"] == EASY
    assert answer["goal"] == GOAL
    assert (answer["rows"], answer["cols"], answer["solvable"]) == (3, 3, True)


def test_parse_with_size_and_goal(service: Service) -> None:
    answer = service.post("/parse", {"text": "1 2 3 0 5 6 7 4", "size": "2x4", "goal": "first"}).json()
    assert answer["start"] == [[1, 2, 3, 0], [5, 6, 7, 4]]
    assert answer["goal"] == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_parse_finds_the_goal_that_a_scramble_names(service: Service) -> None:
    snail = [[1, 2, 3], [8, 0, 4], [7, 6, 5]]
    for request in ({"text": "3x3 snail: UL"}, {"text": "3x3: UL", "goal": "snail"}, {"text": "3x3: UL", "goal": "123804765"}):
        answer = service.post("/parse", request).json()
        assert (answer["start"], answer["goal"]) == ([[0, 1, 3], [8, 2, 4], [7, 6, 5]], snail)


def test_parse_large_text_in_a_helper(service: Service) -> None:
    rows = taquin.Board.goal(64, 64).grid
    answer = service.post("/parse", {"text": "\n".join(" ".join(map(str, row)) for row in rows)}).json()
    assert answer["rows"] == 64


@pytest.mark.parametrize(
    ("request_body", "field", "place"),
    [
        ({"text": "1 2 3 / 4 4 6 / 7 5 8"}, "text", (2, 2)),
        ({"text": "1 2 3 / 4 x 6 / 7 5 8"}, "text", (2, 2)),
        ({"text": "1 2 3 / 4 5 6 / 7 8"}, "text", (3, None)),
        ({"text": "1 2 3 / 4 5 6 / 7 8 0", "goal": "1 2 3 / 4 5 6 / 7 9 0"}, "goal", (3, 2)),
        ({"text": "1 2 3 / 4 5 6 / 7 8 0", "goal": "middle"}, "goal", (None, None)),
        ({"text": ""}, "text", (None, None)),
        ({"text": "1 2 3 4", "size": "77"}, "text", (None, None)),
    ],
)
def test_parse_says_what_is_wrong_and_where(
    service: Service, request_body: dict[str, Any], field: str, place: tuple[int | None, int | None]
) -> None:
    response = service.post("/parse", request_body)
    assert response.status_code == 422
    error = response.json()["error"]
    assert (error["field"], (error["row"], error["column"])) == (field, place)
    assert error["message"]


@pytest.mark.parametrize(
    ("rows", "field", "place"),
    [
        ([[1, 2, 3], [4, 5, 5], [8, 7, 0]], "start", (2, 3)),
        ([[1, 2, 3], [4, 5, 6], [8, 7]], "start", (3, None)),
        ([[1, 2, 3], [4, "5", 6], [8, 7, 0]], "start", (2, 2)),
        ([[1, 2, 3], [4, True, 6], [8, 7, 0]], "start", (2, 2)),
        ([[1, 2, 3], [4, 5.0, 6], [8, 7, 0]], "start", (2, 2)),
        ([1, 2, 3, 0], "start", (None, None)),
        ([], "start", (None, None)),
        ("1 2 3 0", "start", (None, None)),
        (None, "start", (None, None)),
    ],
)
def test_bad_boards_are_named(service: Service, rows: Any, field: str, place: tuple[int | None, int | None]) -> None:
    response = service.post("/check", {"start": rows})
    assert response.status_code == 422
    error = response.json()["error"]
    assert (error["field"], (error["row"], error["column"])) == (field, place)


def test_goal_of_another_shape(service: Service) -> None:
    for path in ("/check", "/explain", "/hint", "/solve"):
        response = service.post(path, {"start": EASY, "goal": [[1, 2], [3, 0]]})
        assert response.status_code == 422
        assert response.json()["error"]["field"] == "goal"


def test_check(service: Service) -> None:
    answer = service.post("/check", {"start": EASY, "goal": "last"}).json()
    assert answer["solvable"]
    assert answer["fix"] is None
    answer = service.post("/check", {"start": UNSOLVABLE, "goal": GOAL}).json()
    assert not answer["solvable"]
    assert answer["inversions"] == 1
    assert answer["pairs"] == [[8, 7]]
    assert answer["rows_to_goal"] == 0
    assert answer["fix"] == [7, 8]


@pytest.mark.parametrize("rank", range(0, 362880, 9973))
def test_fix_makes_a_board_solvable(rank: int) -> None:
    board, goal = taquin.Board.unrank(3, 3, rank), taquin.Board.goal(3, 3)
    fix = check(board, goal)["fix"]
    if fix is None:
        assert taquin.check_solvable(board, goal).solvable
        return
    assert 0 not in fix
    swapped = [fix[1 - fix.index(tile)] if tile in fix else tile for tile in board.tiles]
    assert taquin.check_solvable(taquin.Board.from_tiles(3, 3, swapped), goal).solvable


def test_the_depth_of_a_board_among_all(service: Service) -> None:
    answer = service.post("/depth", {"goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]], "cost": 31}).json()
    assert answer["text"] == "31 moves: deeper than 99.999 % of 8-puzzles"
    assert answer["share"] > 0.99
    inner = service.post("/depth", {"goal": [[1, 2, 3], [4, 0, 5], [6, 7, 8]], "cost": 20}).json()
    assert inner == {"share": None, "text": None}
    slides = service.post("/depth", {"goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]], "cost": 20, "metric": "slides"}).json()
    assert slides == {"share": None, "text": None}  # those were not counted


def test_a_game_is_reviewed(service: Service) -> None:
    game = {"start": [[1, 2, 3], [4, 5, 6], [0, 7, 8]], "moves": "URDLRRR"}
    refused = service.post("/review", game)
    assert refused.status_code == 422
    assert refused.json()["error"]["field"] == "moves"
    assert service.post("/review", game | {"moves": "UDRR"}).json() == {"distances": [2, 3, 2, 1, 0]}
    unfinished = service.post("/review", game | {"moves": "UU"}).json()
    assert unfinished == {"distances": [2, 3, 4]}


def test_a_review_names_the_move_that_leaves_the_board(service: Service) -> None:
    refused = service.post("/review", {"start": [[1, 2, 3], [4, 5, 6], [0, 7, 8]], "moves": "RRR"})
    assert refused.status_code == 422
    assert "move 3 (RIGHT) takes the blank off the board" in refused.text


def test_a_game_is_reviewed_in_slides(service: Service) -> None:
    board = taquin.Board(HARDEST)
    moves = str(service.solve(start=HARDEST)["moves"])
    truth = []
    for move in moves:
        truth.append(taquin.solve(board, metric="slides").cost)
        board = board.apply(taquin.Move(move))
    game = {"start": HARDEST, "moves": moves, "metric": "slides"}
    assert service.post("/review", game).json() == {"distances": [*truth, 0]}


def test_a_game_on_a_larger_board_is_reviewed_from_its_end(service: Service) -> None:
    start = [[5, 1, 2, 4], [9, 6, 3, 8], [13, 15, 10, 11], [14, 0, 7, 12]]
    solved = service.solve(start=start)
    moves = "LR" + solved["moves"]
    distances = service.post("/review", {"start": start, "moves": moves}).json()["distances"]
    cost = solved["cost"]
    assert distances == [cost, cost + 1, *range(cost, -1, -1)] or distances == [cost, cost - 1, *range(cost, -1, -1)]
    unsolvable = service.post("/review", {"start": UNSOLVABLE, "moves": "U"}).json()
    assert unsolvable == {"distances": [None, None]}


def test_explain(service: Service) -> None:
    answer = service.post("/explain", {"start": UNSOLVABLE}).json()
    assert answer["heuristics"]["manhattan"] == 2
    assert answer["heuristics"]["linear-conflict"] == 4
    assert answer["conflicts"] == [{"line": "row", "index": 3, "tiles": [8, 7]}]
    eight = answer["tiles"][7]
    assert eight == {"tile": 8, "row": 3, "column": 1, "goal_row": 3, "goal_column": 2, "manhattan": 1, "euclidean": 1.0}


def test_explain_says_which_heuristic_refuses(service: Service) -> None:
    rows = [list(row) for row in taquin.Board.goal(6, 6).grid]
    answer = service.post("/explain", {"start": rows}).json()
    assert answer["heuristics"]["walking-distance"] is None
    assert "tables" in answer["refused"]["walking-distance"]


def test_scramble_is_seeded(service: Service) -> None:
    request = {"rows": 4, "cols": 5, "seed": 7}
    first, second = (service.post("/scramble", request).json() for _ in range(2))
    assert first == second
    assert first["seed"] == 7
    start, goal = taquin.Board(first["start"]), taquin.Board(first["goal"])
    assert start.shape == (4, 5)
    assert taquin.check_solvable(start, goal).solvable


def test_scramble_at_a_depth(service: Service) -> None:
    answer = service.post("/scramble", {"depth": 20}).json()
    assert taquin.solve(taquin.Board(answer["start"])).cost == 20


def test_scramble_by_a_walk(service: Service) -> None:
    answer = service.post("/scramble", {"rows": 4, "cols": 4, "walk": 3, "seed": 1}).json()
    assert taquin.solve(taquin.Board(answer["start"])).cost == 3


@pytest.mark.parametrize(
    ("request_body", "field"),
    [
        ({"depth": 99}, "depth"),
        ({"rows": 4, "cols": 4, "depth": 9}, "depth"),
        ({"depth": 3, "walk": 3}, "depth"),
        ({"rows": 1}, "rows"),
    ],
)
def test_scramble_refuses(service: Service, request_body: dict[str, int], field: str) -> None:
    response = service.post("/scramble", request_body)
    assert response.status_code == 422
    assert response.json()["error"]["field"] == field


def test_hint_leads_home(service: Service) -> None:
    board = taquin.Board(HARDEST)
    for remaining in range(31, -1, -1):
        answer = service.post("/hint", {"start": [list(row) for row in board.grid]}).json()
        assert (answer["remaining"], answer["proven"]) == (remaining, True)
        if remaining:
            moved = board.apply(taquin.Move(answer["move"]))
            assert moved.tiles[board.blank] == answer["tile"]
            board = moved
    assert answer["move"] is None
    assert board == taquin.Board.goal(3, 3)


def test_hints_in_slides_lead_home(service: Service) -> None:
    board, goal = taquin.Board(HARDEST), taquin.Board.goal(3, 3)
    moves = service.post("/hint", {"start": HARDEST, "metric": "slides"}).json()["moves"]
    for done in range(len(moves) + 1):
        answer = service.post("/hint", {"start": [list(row) for row in board.grid], "metric": "slides"}).json()
        assert answer["proven"]
        assert answer["remaining"] == taquin.solve(board, metric="slides").cost
        if done < len(moves):
            board = board.apply(taquin.Move(moves[done]))
    assert board == goal
    assert service.post("/hint", {"start": HARDEST}).json()["remaining"] == 31
    refused = service.post("/hint", {"start": HARDEST, "metric": "hops"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "metric")


def test_hint_on_an_unsolvable_board(service: Service) -> None:
    response = service.post("/hint", {"start": UNSOLVABLE})
    assert response.status_code == 422
    assert "unsolvable" in response.json()["error"]["message"]


def test_hint_on_a_large_board_claims_nothing(service: Service) -> None:
    start = service.post("/scramble", {"rows": 6, "cols": 6, "seed": 3}).json()["start"]
    answer = service.post("/hint", {"start": start}).json()
    assert not answer["proven"]
    assert answer["remaining"] is None


def test_instance(service: Service) -> None:
    answer = service.get("/sets/korf15/79").json()
    assert (answer["optimal"], answer["facts"]["manhattan"]) == (42, 28)
    assert service.get("/sets/korf15/101").status_code == 404
    assert service.get("/sets/nothing/1").status_code == 404
    assert service.get("/sets/korf15/x").status_code == 422
