# SPDX-License-Identifier: MIT
"""The referee's verdicts, and the whole spaces it can rest on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from taquin.board import GOALS, Board
from taquin.errors import BoardError
from taquin.heuristics import HEURISTICS
from taquin.heuristics.custom import heuristic
from taquin.instances import depth_counts
from taquin.lab import check_heuristic, explore, space
from taquin.lab.space import boards_at
from taquin.metric import METRICS
from taquin.scramble import depth_layers

TIMES: dict[str, Any] = {"seconds_per_evaluation": 0.0, "manhattan_seconds": 0.0}


def test_counting_pairs_is_convicted_on_3x3() -> None:
    verdict = check_heuristic("linear-conflict-pairs", Board.goal(3, 3))
    assert (verdict.exhaustive, verdict.boards, verdict.moves) == (True, 181_440, 241_920)
    assert verdict.word == "neither admissible nor consistent"
    assert verdict.overestimates == 7
    assert verdict.counterexample is not None
    assert verdict.counterexample.board == Board([[3, 8, 1], [6, 5, 4], [0, 2, 7]])
    assert (verdict.counterexample.estimate, verdict.counterexample.truth) == (28, 26)
    assert verdict.mean_truth == pytest.approx(21.9724, abs=1e-4)
    assert verdict.claims == (False, False)
    assert sum(verdict.histogram.values()) == 181_440
    assert verdict.versus_manhattan > 1
    assert verdict.below_manhattan == 0


@pytest.mark.parametrize("name", HEURISTICS)
def test_verdicts_on_small_boards_match_the_claims(name: str) -> None:
    heuristic = HEURISTICS[name]
    for goal in [Board.goal(2, 3, layout) for layout in GOALS]:
        verdict = check_heuristic(name, goal)
        assert verdict.admissible or not heuristic.admissible
        assert verdict.consistent or not heuristic.consistent


@pytest.mark.parametrize("goal", [Board.goal(2, 3, "snail"), Board.goal(3, 4), Board.goal(17, 17)])
@pytest.mark.parametrize("name", ["linear-conflict", "euclidean", "inversion"])
def test_boards_are_estimated_alike_together_and_alone(name: str, goal: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.lab.referee.NEAR_GOAL", 300)
    together = check_heuristic(name, goal, samples=2)
    monkeypatch.setattr("taquin.methods.textbook.core_is_built", lambda: False)
    assert replace(check_heuristic(name, goal, samples=2), **TIMES) == replace(together, **TIMES)


def test_means_are_over_all_boards() -> None:
    verdict = check_heuristic("zero", Board.goal(2, 2))
    assert (verdict.mean_estimate, verdict.mean_truth, verdict.accuracy) == (0, 3, 0)
    assert verdict.above_manhattan == 0


def test_who_watches_hears_how_many_boards_are_done_and_may_end_it() -> None:
    heard: list[tuple[int, int]] = []
    check_heuristic("zero", Board.goal(2, 3), on_boards=lambda done, boards: heard.append((done, boards)))
    assert heard == [(0, 360), (360, 360)]

    def stop(done: int, boards: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_heuristic("zero", Board.goal(2, 3), on_boards=stop)


def test_a_sample_convicts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greedy_mine.py").write_text("def twice(board, goal):\n    return 2 * (board != goal)\n")
    verdict = check_heuristic("greedy_mine:twice", Board.goal(3, 4), samples=4)
    assert (verdict.exhaustive, verdict.admissible, verdict.claims) == (False, False, None)
    assert verdict.counterexample is not None
    assert (verdict.counterexample.estimate, verdict.counterexample.truth) == (2, 1)
    assert verdict.jump is not None
    assert json.loads(json.dumps(verdict.to_json()))["counterexample"]["truth"] == 1


def test_a_sample_on_4x4_has_far_boards_with_proven_distances() -> None:
    verdict = check_heuristic("manhattan", Board.goal(4, 4), samples=6)
    assert verdict.consistent
    assert verdict.boards > 20_000
    assert max(truth for truth, _ in verdict.histogram) > 30


@pytest.mark.parametrize(("goal", "metric", "least"), [(Board.goal(32, 32), "tiles", 500), (Board.goal(16, 16), "slides", 267)])
def test_fewer_boards_are_checked_where_each_takes_longer(
    goal: Board, metric: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taquin.lab.referee.NEAR_GOAL", 2_000)
    monkeypatch.setattr("taquin.lab.referee.SECONDS_PER_SAMPLE", 0.01)
    verdict = check_heuristic("manhattan", goal, samples=2, metric=metric)
    assert verdict.consistent
    assert not verdict.exhaustive
    assert least <= verdict.boards <= 2 * least + 30


def test_an_inconsistent_but_admissible_heuristic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = "def jumpy(board, goal):\n    return 3 if board.tiles == (1, 2, 0, 4, 5, 3) else 0\n"
    (tmp_path / "jumpy_mine.py").write_text(source.replace("(1, 2, 0, 4, 5, 3)", "(4, 1, 2, 5, 3, 0)"))
    verdict = check_heuristic("jumpy_mine:jumpy", Board.goal(2, 3))
    assert verdict.word == "admissible, not consistent"
    assert verdict.jumps == 2
    assert verdict.jump is not None
    assert (verdict.jump.estimate, verdict.jump.estimate_after) == (3, 0)


def test_what_a_function_declares_is_held_against_it() -> None:
    def twice(board: Board, goal: Board) -> int:
        return 2 * (board != goal)

    verdict = check_heuristic(heuristic(twice, admissible=True), Board.goal(2, 2))
    assert verdict.claims == (True, False)
    assert not verdict.admissible
    assert verdict.to_json()["claims"] == {"admissible": True, "consistent": False}


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)])
def test_explored_counts_are_the_known_ones(shape: tuple[int, int]) -> None:
    for goal in ("last", "first"):
        found = explore(Board.goal(*shape, goal))
        assert found.counts == depth_counts(*shape)
        assert len(found.deepest) == found.counts[-1]


def test_a_goal_with_the_blank_inside() -> None:
    goal = Board.goal(3, 3, "snail")
    found = explore(goal)
    layers = depth_layers(goal)
    assert found.counts == tuple(len(layer) // 9 for layer in layers)
    assert b"".join(bytes(board.tiles) for board in found.deepest) == layers[-1][: 9 * len(found.deepest)]


def test_python_explores_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    native = explore(Board.goal(3, 3))
    monkeypatch.setattr(space, "core_is_built", lambda: False)
    assert explore(Board.goal(3, 3)) == native


def test_a_space_that_is_too_large_is_refused() -> None:
    with pytest.raises(BoardError, match="at most 12 cells, such as 3x4: a 4x4 board has 16!/2 boards"):
        explore(Board.goal(4, 4))


@pytest.mark.parametrize(
    ("goal", "depth"),
    [
        (Board.goal(4, 4), 24),
        (Board.goal(4, 4), 500),
        (Board.goal(4, 5, "snail"), 40),
        (Board.goal(2, 6), 300),
        (Board.goal(9, 9), 60),
    ],
)
@pytest.mark.parametrize("metric", METRICS)
def test_too_many_boards_are_refused_before_they_are_found(
    goal: Board, depth: int, metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(space, "grow_layers")
    with pytest.raises(BoardError, match="more than 1,000,000 boards lie at this depth or before it"):
        next(boards_at(goal, depth, metric))


def test_no_board_is_refused_that_can_be_listed() -> None:
    assert len(list(boards_at(Board.goal(3, 3), 31))) == 2
    assert len(list(boards_at(Board.goal(4, 4), 10))) == depth_counts(4, 4)[10]  # type: ignore[index]
    with pytest.raises(BoardError, match="no 3x3 board is 32 moves from this goal"):
        next(boards_at(Board.goal(3, 3), 32))


def test_what_the_watcher_raises_ends_the_enumeration() -> None:
    def stop(depth: int, count: int) -> None:
        if depth == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore(Board.goal(3, 3), stop)


@pytest.mark.slow
def test_3x4_is_explored_whole() -> None:
    found = explore(Board.goal(3, 4))
    assert (found.states, found.max_depth, found.counts[-1]) == (239_500_800, 53, 18)
    assert found.counts == depth_counts(3, 4)
