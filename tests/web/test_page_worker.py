# SPDX-License-Identifier: MIT
"""The page's worker answers as the server does, with the same functions, and judges the visitor's own heuristic."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.web.serving import EASY, HARDEST, Service

from taquin.board import Board
from taquin.browser.tasks import answer
from taquin.heuristics import HEURISTICS, parse_heuristic
from taquin.scramble import depth_layers

GOOD = "def estimate(board, goal):\n    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)\n"


def ask_all(task: str, /, **payload: Any) -> list[tuple[str, Any]]:
    frames: list[tuple[str, Any]] = []
    answer(
        json.dumps({"task": task, "payload": payload}), lambda kind, body: frames.append((kind, json.loads(body))), lambda: False
    )
    return frames


def ask(task: str, /, **payload: Any) -> tuple[str, Any]:
    return ask_all(task, **payload)[-1]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def questions() -> list[tuple[str, dict[str, Any]]]:
    """A hundred requests, good and bad."""
    boards: list[Any] = [
        EASY,
        [[1, 2, 3], [4, 5, 6], [8, 7, 0]],
        [[1, 2, 3], [4, 5, 6], [7, 8, 0]],
        [[5, 1, 2, 3], [4, 0, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]],
        [[0, 3], [2, 1]],
        [[1, 2], [3, 3]],
        [[1, 2], [3]],
        [[1, 2], [3, 9]],
        [],
        "1 2 3",
        [[1, 2, "3"], [4, 0, 6], [7, 5, 8]],
        None,
    ]
    goals: list[Any] = ["last", "first", "snail", "nonsense", [[1, 2, 3], [8, 0, 4], [7, 6, 5]], 7]
    asked = [
        (task, {"start": board, "goal": goal}) for task in ("check", "explain") for board in boards[:8] for goal in goals[:4]
    ]
    asked += [("check", {"start": board}) for board in boards] + [("check", {"start": EASY, "goal": goal}) for goal in goals]
    texts = ["1 2 3 / 4 0 6 / 7 5 8", "123406758", "1 2 3\n4 5 6\n7 8 x", "", "1,2,3,0", "15-puzzle", "[[1,2],[3,0]]", "9" * 500]
    asked += [("parse", {"text": text}) for text in texts] + [("parse", {}), ("parse", {"text": 3}), ("parse", {"txt": "1"})]
    asked += [("parse", {"text": "1 2 3 4 5 0", "size": "2x3"}), ("parse", {"text": "1 2 3 0", "goal": "snail"})]
    asked += [("scramble", {"rows": 3, "cols": rows, "seed": 5}) for rows in (3, 4, 1, 500, "3", 2.5)]
    asked += [("scramble", {"depth": depth, "seed": 1}) for depth in (0, 20, 99, -1)]
    asked += [("hint", {"start": board}) for board in boards]
    return asked


def test_a_hundred_questions_have_the_same_answers_as_on_the_server(service: Service) -> None:
    asked = questions()
    assert len(asked) >= 100
    for task, request in asked:
        response = service.post(f"/{task}", request)
        kind, body = ask(task, request=request)
        assert (kind == "R") == (response.status_code == 200), (task, request, body, response.text)
        expected = response.json()
        assert body == (expected if kind == "R" else expected["error"]), (task, request)


def test_the_catalog_differs_in_its_limits_only(service: Service) -> None:
    kind, catalog = ask("catalog")
    theirs = service.get("/catalog").json()
    assert kind == "R"
    assert catalog.keys() == theirs.keys()
    assert catalog["limits"].keys() == theirs["limits"].keys()
    assert (catalog["limits"].pop("own_code"), theirs["limits"].pop("own_code")) == (True, False)
    assert {name: rows for name, rows in catalog.items() if name != "limits"} == {
        name: rows for name, rows in theirs.items() if name != "limits"
    }


def test_searches_have_the_same_answers_and_events(service: Service) -> None:
    for request in (
        {"start": HARDEST, "method": "astar@manhattan", "trace_limit": 50},
        {"start": HARDEST, "method": "wastar@linear-conflict", "weight": "2", "ties": "fifo"},
        {"start": EASY, "method": "optimal"},
        {"start": EASY, "method": "bfs", "limits": {"nodes": 3}},
    ):
        frames: list[tuple[str, Any]] = []
        kind, granted = ask("grant", request=request)
        assert kind == "R"
        line = json.dumps({"task": "solve", "payload": granted})
        answer(line, lambda kind, body, frames=frames: frames.append((kind, json.loads(body))), lambda: False)  # type: ignore[misc]
        events = list(service.events(service.submit(**request)))
        theirs, ours = events[-1]["result"], frames[-1][1]
        for row in (theirs, ours):
            row["stats"].pop("elapsed"), row["stats"].pop("peak_memory"), row["options"].pop("max_memory")
        assert ours == theirs
        assert [body for kind, body in frames if kind == "T"] == [event for event in events if event["type"] == "expansions"]


def test_a_search_that_was_ended_is_answered_for() -> None:
    granted = ask("grant", request={"start": HARDEST, "method": "bfs"})[1]
    for overdue, cause in ((False, "cancelled"), (True, "time-limit")):
        kind, solution = ask("ended", question=granted["question"], progress=None, overdue=overdue)
        assert (kind, solution["cause"]) == ("R", cause)


def test_a_heuristic_of_ones_own_is_kept_used_and_judged() -> None:
    assert ask("own", source=GOOD)[1] == {"message": None, "line": None, "admissible": False, "consistent": False}
    granted = ask("grant", request={"start": HARDEST, "method": "astar@mine:estimate"})[1]
    kind, solution = ask("solve", **granted)
    assert (kind, solution["cost"], solution["method"]) == ("R", 31, "astar@mine:estimate")
    verdict = ask("judge", request={"rows": 2, "cols": 3})[1]
    assert (verdict["verdict"], verdict["exhaustive"]) == ("admissible and consistent", True)
    ask("own", source=GOOD.replace("return sum", "return 2 * sum"))
    verdict = ask("judge", request={"rows": 2, "cols": 3, "goal": "first"})[1]
    assert verdict["counterexample"]["truth"] == 1
    assert verdict["counterexample"]["estimate"] == 2


def test_what_a_heuristic_of_ones_own_claims_proves_nothing_to_other_searches() -> None:
    claim = "import taquin\n\n@taquin.heuristic(consistent=True)\n"
    ask("own", source=claim + GOOD.replace("return sum", "return 9 * sum"))
    own = {"start": HARDEST, "method": "astar@mine:estimate", "limits": {"nodes": 5}}
    stopped = ask("solve", **ask("grant", request=own)[1])[1]
    assert (stopped["status"], stopped["lower_bound"]) == ("limit", 64)

    def known(**request: Any) -> dict[str, Any]:
        granted: dict[str, Any] = ask("grant", request=request | {"start": HARDEST, "after": ["one"]}, earlier={"one": stopped})[
            1
        ]
        return granted

    assert known(method="astar@mine:estimate")["known"]["lower_bound"] == 64
    for method in ("optimal", "bfs", "astar@max(manhattan,misplaced)"):
        granted = known(method=method)
        assert granted["known"]["lower_bound"] == 0
        assert ask("solve", **granted)[1]["cost"] == 31


def test_a_trial_tells_how_far_it_is() -> None:
    ask("own", source=GOOD)
    frames = ask_all("judge", request={"rows": 2, "cols": 4})
    assert [(kind, body["type"], body["done"], body["boards"]) for kind, body in frames[:-1]] == [
        ("P", "judging", done, 20_160) for done in [*range(0, 20_160, 1000), 20_160]
    ]
    assert frames[-1][1]["boards"] == 20_160


EXAMPLES = Path(__file__).parents[2] / "frontend" / "src" / "lib" / "examples"


@pytest.mark.parametrize(
    ("name", "twin", "verdict"),
    [
        ("zero", "zero", "admissible and consistent"),
        ("misplaced", "misplaced", "admissible and consistent"),
        ("manhattan", "manhattan", "admissible and consistent"),
        ("twice", None, "neither admissible nor consistent"),
        ("linear_conflict", "linear-conflict", "admissible and consistent"),
    ],
)
def test_the_examples_of_the_editor_are_what_they_say(name: str, twin: str | None, verdict: str) -> None:
    fault = ask("own", source=(EXAMPLES / f"{name}.py").read_text())[1]
    assert fault["message"] is None
    judged = ask("judge", request={"rows": 2, "cols": 3})[1]
    assert judged["verdict"] == verdict
    assert judged["claims"] in (None, {"admissible": True, "consistent": True})
    if twin is not None:
        goal = Board.goal(3, 3)
        own, registered = parse_heuristic("mine:estimate"), HEURISTICS[twin]
        for layer in depth_layers(goal)[::5]:
            for at in range(0, min(len(layer), 9 * 100), 9):
                board = Board.from_tiles(3, 3, layer[at : at + 9])
                assert own.value(board, goal) == registered.value(board, goal)


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("def estimate(board, goal)\n    return 0\n", 1, "SyntaxError: expected ':'"),
        ("x = 1\n\n1 / 0\n", 3, "ZeroDivisionError"),
        ("def estimate(board, goal):\n    h = 0\n    return board.nothing\n", 3, "AttributeError"),
        ("import json\ndef estimate(board, goal):\n    return json.loads('{')\n", 3, "JSONDecodeError"),
        ("def estimate(board, goal):\n    return 'seven'\n", None, "expected a number"),
        ("x = 3\n", None, "has no 'estimate'"),
        ("def estimate(board, goal):\n    return 0 if board == goal else 1 / 0\n", 2, "ZeroDivisionError"),
    ],
)
def test_what_is_wrong_with_it_is_said_at_its_line(source: str, line: int | None, message: str) -> None:
    fault = ask("own", source=source)[1]
    assert fault["line"] == line
    assert message in fault["message"]
    assert "cannot be used" not in fault["message"]
    assert f"line {line}" not in fault["message"]


def test_what_the_referee_stumbles_over_is_said_at_its_line() -> None:
    source = "def estimate(board, goal):\n    if board.tiles[0] == 5:\n        raise KeyError('five')\n    return 0\n"
    assert ask("own", source=source)[1]["message"] is None
    kind, fault = ask("judge", request={"rows": 2, "cols": 3})
    assert (kind, fault["message"], fault["row"]) == ("E", "it raised KeyError: 'five'", 3)
