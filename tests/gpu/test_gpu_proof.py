# SPDX-License-Identifier: MIT
"""A search that goes on with other tables, and from the other end: the path is as short, and leads from the start to the goal."""

import random

import pytest

from taquin import Board, Status, solve
from taquin.board import Move
from taquin.engines.gpu import fitting, incumbent, proof
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.layout import Layout
from taquin.engines.gpu.proof import Approach, Proof, walked_back
from taquin.engines.gpu.run import MOVES
from taquin.problem import Problem
from taquin.scramble import walk_board
from taquin.tables.patterns import is_at_hand

GOAL = Board.goal(4, 5)


def test_a_path_back() -> None:
    back = {Move.UP: Move.DOWN, Move.LEFT: Move.RIGHT, Move.RIGHT: Move.LEFT, Move.DOWN: Move.UP}
    path = [Move.UP, Move.LEFT, Move.LEFT, Move.DOWN, Move.RIGHT]
    assert [MOVES[move] for move in walked_back([MOVES.index(move) for move in path])] == [back[move] for move in reversed(path)]


@pytest.fixture
def begun(emulated_card: None, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Problem, Layout]]:
    """Note the end and the tables of every search of a board; all are fitted that have more than one iteration."""
    noted: list[tuple[Problem, Layout]] = []
    with_tables = Proof._with_tables

    def with_tables_noted(self: Proof, problem: Problem, layout: Layout, keep_files: bool = True) -> Approach:
        noted.append((problem, layout))
        return with_tables(self, problem, layout, keep_files)

    monkeypatch.setattr(Proof, "_with_tables", with_tables_noted)
    monkeypatch.setattr(proof, "usual_databases", lambda goal: "pdb:4-4-4-4-3")
    monkeypatch.setattr(incumbent, "SMALLEST", 100)  # a short path would end the search too soon
    monkeypatch.setattr(proof, "LONG", 1)
    monkeypatch.setattr(fitting, "WAITED_FOR_AFTER", 1)
    return noted


@pytest.mark.parametrize("better", ["start", "goal"])
def test_either_end_finds_a_shortest_path(
    monkeypatch: pytest.MonkeyPatch, begun: list[tuple[Problem, Layout]], better: str
) -> None:
    start = walk_board(GOAL, 120, random.Random(4))
    usual = solve(start, GOAL, "optimal@pdb:4-4-4-4-3", engine="gpu")
    begun.clear()
    monkeypatch.setattr(
        Proof, "_tried", lambda _self, approach, _most: approach.problem.start != (start if better == "start" else GOAL)
    )
    solution = solve(start, GOAL, "optimal", engine="gpu")
    assert (solution.status, solution.cost) == (Status.OPTIMAL, usual.cost)
    assert solution.stats.generated != usual.stats.generated
    assert [problem.start for problem, _ in begun] == [start, start, GOAL, start if better == "start" else GOAL]
    assert all(layout.views == 2 for _, layout in begun)
    fitted = {table for _, layout in begun[1:] for table in layout.plan.tables}
    assert not all(map(is_at_hand, fitted)), "what serves one board is not kept"


def test_the_trial_tells_which_end_takes_fewer_nodes(
    monkeypatch: pytest.MonkeyPatch, begun: list[tuple[Problem, Layout]]
) -> None:
    found: list[tuple[int, int]] = []
    tried = Proof._tried

    def noted(self: Proof, approach: Approach, most: int) -> int:
        found.append((tried(self, approach, 1 << 40), tried(self, approach, most)))
        return found[-1][1]

    monkeypatch.setattr(Proof, "_tried", noted)
    monkeypatch.setattr(fitting, "WAITED_FOR_AFTER", 1000)
    for seed in range(4, 8):
        found.clear()
        start = walk_board(GOAL, 140, random.Random(seed))
        assert solve(start, GOAL, "optimal", engine="gpu").status is Status.OPTIMAL
        if found:
            (here, _), (there, until) = found
            assert until == there if there < here else until >= here
            assert begun[-1][0].start == (GOAL if there < here else start)
    assert found, "no search came to be long"


def test_named_databases_are_used_to_the_end(monkeypatch: pytest.MonkeyPatch, begun: list[tuple[Problem, Layout]]) -> None:
    monkeypatch.setattr(BoardSearch, "exhaust", lambda *_: pytest.fail("it looked from the other end"))
    start = walk_board(GOAL, 60, random.Random(1))
    assert solve(start, GOAL, "optimal@pdb:4-4-4-4-3", engine="gpu").status is Status.OPTIMAL
    assert len(begun) == 1
