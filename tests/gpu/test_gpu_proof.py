# SPDX-License-Identifier: MIT
"""A search that changes ends: the path is the same length, and leads from the start to the goal."""

import random

import pytest

from taquin import Board, Status, solve
from taquin.board import Move
from taquin.engines.gpu import fitting, incumbent, proof
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.proof import walked_back
from taquin.engines.gpu.run import MOVES
from taquin.engines.gpu.solvers import plan_of
from taquin.problem import Problem
from taquin.scramble import walk_board
from taquin.tables.source import is_at_hand

GOAL = Board.goal(4, 5)


def test_a_path_back() -> None:
    back = {Move.UP: Move.DOWN, Move.LEFT: Move.RIGHT, Move.RIGHT: Move.LEFT, Move.DOWN: Move.UP}
    path = [Move.UP, Move.LEFT, Move.LEFT, Move.DOWN, Move.RIGHT]
    assert [MOVES[move] for move in walked_back([MOVES.index(move) for move in path])] == [back[move] for move in reversed(path)]


@pytest.mark.usefixtures("emulated_card")
@pytest.mark.parametrize("clearly", [0.001, 1, 10**9])
def test_either_end_finds_a_shortest_path(monkeypatch: pytest.MonkeyPatch, clearly: float) -> None:
    monkeypatch.setattr(proof, "usual_databases", lambda goal: "pdb:4-4-4-4-3")
    monkeypatch.setattr(incumbent, "SMALLEST", 100)  # a short path would end the search too soon
    monkeypatch.setattr(fitting, "SMALLEST", 100)
    starts = [walk_board(GOAL, 90, random.Random(seed)) for seed in range(4)]
    plain = [solve(start, GOAL, "optimal", engine="gpu") for start in starts]

    begun: list[Problem] = []
    tables = proof.Proof._with_tables

    def noted(self: proof.Proof, problem: Problem, *rest: object) -> proof.Approach:
        begun.append(problem)
        return tables(self, problem, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(proof.Proof, "_with_tables", noted)
    monkeypatch.setattr(proof, "LONG", 50)
    monkeypatch.setattr(proof, "CLEARLY", clearly)
    turned = [solve(start, GOAL, "optimal", engine="gpu") for start in starts]
    assert [solution.status for solution in turned] == [Status.OPTIMAL] * len(starts)
    assert [solution.cost for solution in turned] == [solution.cost for solution in plain]
    assert any(problem.goal in starts for problem in begun), "no search came to be long"
    assert (begun[-1].goal == GOAL) == (clearly == 10**9)


@pytest.mark.usefixtures("emulated_card")
def test_tables_for_one_board_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "usual_databases", lambda goal: "pdb:4-4-4-4-3")
    monkeypatch.setattr(incumbent, "SMALLEST", 100)
    monkeypatch.setattr(fitting, "SMALLEST", 100)
    monkeypatch.setattr(proof, "LONG", 1)
    start = walk_board(GOAL, 90, random.Random(2))
    tables = plan_of(start, "pdb:4-4-4-4-3").tables
    kept = [is_at_hand(table.name) for table in tables]
    assert not all(kept)
    assert solve(start, GOAL, "optimal", engine="gpu").status is Status.OPTIMAL
    assert [is_at_hand(table.name) for table in tables] == kept


@pytest.mark.usefixtures("emulated_card")
def test_named_databases_are_used_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "LONG", 1)
    monkeypatch.setattr(BoardSearch, "exhaust", lambda *_: pytest.fail("it looked from the other end"))
    start = walk_board(GOAL, 60, random.Random(1))
    assert solve(start, GOAL, "optimal@pdb:4-4-4-4-3", engine="gpu").status is Status.OPTIMAL
