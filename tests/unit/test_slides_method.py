# SPDX-License-Identifier: MIT
"""`optimal` counting slides: the fewest, with proof, on every shape, within every limit."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from taquin import Board, Limits, Move, Progress, Status, explain, parse_method, random_board
from taquin.clock import Clock
from taquin.methods import slides
from taquin.methods.slides import solve_slides
from taquin.metric import cost_of
from taquin.question import Known, Question
from taquin.reasons import Cause
from taquin.scramble import uniform_board, walk_board
from taquin.solution import NO_LIMITS, Observer, Outcome
from taquin.tables.slides import plan_slides


def neighbours(board: Board) -> Iterator[Board]:
    for move in Move:
        slid = board
        while True:
            row, col = divmod(slid.blank, slid.cols)
            down, right = move.step
            if not (0 <= row + down < slid.rows and 0 <= col + right < slid.cols):
                break
            slid = slid.apply(move)
            yield slid


def layers(goal: Board, deepest: int = 1000) -> list[list[Board]]:
    """All boards by their distance from the goal in slides."""
    seen, found = {goal}, [[goal]]
    while found[-1] and len(found) <= deepest:
        fresh = {board for last in found[-1] for board in neighbours(last)} - seen
        seen |= fresh
        found.append(sorted(fresh, key=lambda board: board.tiles))
    return [layer for layer in found if layer]


def ask(start: Board, goal: Board, limits: Limits | None = None, known: Known | None = None, threads: int = 1) -> Outcome:
    question = Question(start, goal, parse_method("optimal", threads=threads), limits=limits or Limits(), known=known or Known())
    return solve_slides(question, Observer())


def check(start: Board, goal: Board, depth: int, threads: int = 1) -> None:
    outcome = ask(start, goal, threads=threads)
    assert outcome.moves is not None
    assert start.apply(*outcome.moves) == goal
    assert (outcome.status, cost_of(outcome.moves, "slides"), outcome.lower_bound) == (Status.OPTIMAL, depth, depth)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small tables, so that nothing is built for seconds."""
    monkeypatch.setattr(slides, "USUAL_ENTRIES", slides.FEW_ENTRIES)


@pytest.mark.parametrize("layout", ["last", "first", "snail"])
@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4)])
def test_small_boards(rows: int, cols: int, layout: str) -> None:
    goal, rng = Board.goal(rows, cols, layout), random.Random(f"{rows}x{cols}{layout}")
    for depth, layer in enumerate(layers(goal)):
        for board in rng.sample(layer, min(20, len(layer))):
            check(board, goal, depth)


@pytest.mark.parametrize(
    ("rows", "cols", "layout"), [(3, 3, "snail"), (3, 4, "last"), (4, 4, "snail"), (5, 3, "first"), (5, 5, "last")]
)
def test_boards_near_their_goals(rows: int, cols: int, layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slides, "USUAL_ENTRIES", slides.FEW_ENTRIES)
    monkeypatch.setattr(slides, "LARGE_BOARD_ENTRIES", 2_000_000)
    goal, rng = Board.goal(rows, cols, layout), random.Random(f"{rows}x{cols}")
    for depth, layer in enumerate(layers(goal, deepest=5)):
        for board in rng.sample(layer, min(2, len(layer))):
            check(board, goal, depth, threads=2)


@pytest.mark.usefixtures("small")
def test_random_4x4_boards_need_at_most_43() -> None:
    goal, rng = Board.goal(4, 4), random.Random(43)
    for _ in range(5):
        board = uniform_board(goal, rng)
        outcome = ask(board, goal, threads=2)
        assert outcome.moves is not None
        assert board.apply(*outcome.moves) == goal
        assert cost_of(outcome.moves, "slides") == outcome.lower_bound <= 43


GOAL = Board.goal(4, 4)
HARD = uniform_board(GOAL, random.Random(1))
"""Its shortest path has 33 slides."""


@pytest.mark.usefixtures("small")
class TestLimits:
    def test_nodes(self) -> None:
        outcome = ask(HARD, GOAL, Limits(nodes=50_000))
        assert outcome.reason is not None
        assert (outcome.status, outcome.reason.cause, outcome.moves) == (Status.LIMIT, Cause.NODE_LIMIT, None)
        assert outcome.lower_bound > 20
        assert 49_900 <= outcome.stats.generated < 100_000

    def test_time(self) -> None:
        outcome = ask(HARD, GOAL, Limits(time=0))
        assert outcome.reason is not None
        assert (outcome.status, outcome.reason.cause) == (Status.LIMIT, Cause.TIME_LIMIT)

    def test_depth(self) -> None:
        near = walk_board(GOAL, 30, random.Random(1))
        needed = ask(near, GOAL).lower_bound
        outcome = ask(near, GOAL, Limits(depth=needed - 1))
        assert outcome.reason is not None
        assert (outcome.status, outcome.reason.cause, outcome.lower_bound) == (Status.GAVE_UP, Cause.DEPTH_LIMIT, needed)
        assert ask(near, GOAL, Limits(depth=needed)).status is Status.OPTIMAL

    def test_memory_that_the_usual_tables_would_exceed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        outcome = ask(walk_board(GOAL, 30, random.Random(1)), GOAL, Limits(memory=4_000_000))
        assert outcome.status is Status.OPTIMAL
        assert outcome.stats.peak_memory <= 4_000_000

    def test_cancelling(self) -> None:
        class Impatient(Observer):
            def cancelled(self) -> bool:
                return True

        question = Question(HARD, GOAL, parse_method("optimal"))
        assert solve_slides(question, Impatient()).status is Status.CANCELLED

    def test_what_is_known(self) -> None:
        near = walk_board(GOAL, 30, random.Random(1))
        found = ask(near, GOAL)
        assert found.moves is not None
        again = ask(near, GOAL, known=Known(found.lower_bound, found.moves))
        assert (again.status, again.moves, again.stats.generated) == (Status.OPTIMAL, found.moves, 1)
        assert ask(near, GOAL, known=Known(found.lower_bound)).lower_bound == found.lower_bound

    def test_the_goal_itself(self) -> None:
        assert ask(GOAL, GOAL).moves == ()


def test_usual_tables_are_built_when_small_ones_have_taken_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(slides, "FEW_ENTRIES", 5000)
    monkeypatch.setattr(slides, "EASY_NODES", 1000)
    goal, rng = Board.goal(3, 4, "snail"), random.Random(7)
    monkeypatch.setitem(slides._spent, goal, 0)
    few, usual = (plan_slides(3, 4, goal.blank, entries) for entries in (5000, slides.USUAL_ENTRIES))
    assert ask(walk_board(goal, 4, rng), goal).status is Status.OPTIMAL
    assert all(table.is_available for table in few)
    assert not any(table.is_available for table in usual)
    assert ask(uniform_board(goal, rng), goal).status is Status.OPTIMAL
    assert all(table.is_available for table in usual)


@pytest.mark.usefixtures("small")
def test_node_totals_of_exhausted_iterations_do_not_depend_on_threads() -> None:
    totals = {ask(HARD, GOAL, Limits(depth=27), threads=threads).stats.generated for threads in (1, 2, 3)}
    assert len(totals) == 1


def test_building_is_reported_and_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(slides, "EASY_NODES", 1)

    class Watching(Observer):
        stages: tuple[str, ...] = ()

        def progress(self, progress: Progress) -> None:
            self.stages += (progress.stage,)

        def cancelled(self) -> bool:
            return any(stage.startswith("building ") for stage in self.stages)

    goal, watching = Board.goal(5, 3, "snail"), Watching()
    monkeypatch.setattr("taquin.clock.REPORT_INTERVAL", 0.0)
    outcome = solve_slides(Question(walk_board(goal, 40, random.Random(2)), goal, parse_method("optimal")), watching)
    assert outcome.status is Status.CANCELLED


def test_tables_are_shared_by_goals_that_look_alike() -> None:
    corners = {plan_slides(4, 4, blank, slides.USUAL_ENTRIES) for blank in (0, 3, 12, 15)}
    assert len(corners) == 1
    assert sum(table.size for table in corners.pop()) < 60_000_000


def test_a_large_board_is_bounded_by_small_tables() -> None:
    question = Question(random_board("5x5", seed=3), Board.goal(5, 5), parse_method("anytime", metric="slides"))
    estimates = explain(question.start, metric="slides")["heuristics"]
    found = slides.bound_slides(question, Clock(NO_LIMITS, Observer()))
    assert max(filter(None, estimates.values())) < 25
    assert found.lower_bound >= 30
    assert found.moves is None
