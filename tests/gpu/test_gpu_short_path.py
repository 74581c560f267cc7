# SPDX-License-Identifier: MIT
"""The method `anytime` on an emulated card: beams that grow and learn, limits, cancelling, and what the processor finds."""

import hashlib
import json
import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.gpu.emulated_card import make_cupy
from tests.gpu.networks import distance_network

from taquin import Board, Limits, Move, Observer, Progress, Question, Solution, Status, clock, parse_method, solve
from taquin.engines import choose_engine
from taquin.engines.gpu import card_run, short_path
from taquin.engines.gpu.engine import GpuEngine
from taquin.engines.gpu.lessons import Samples
from taquin.engines.gpu.short_path import ARRIVE_AT, Ladder, Rung
from taquin.engines.gpu.value_beam import Beams, ValueBeam
from taquin.methods.quick_path import QuickPath
from taquin.question import Known
from taquin.reasons import Cause
from taquin.scramble import uniform_board, walk_board
from taquin.solution import Outcome
from taquin.solver import solve_question
from taquin.tables import learned

pytestmark = pytest.mark.usefixtures("emulated_card", "small_boards")
GOAL = Board.goal(4, 4)
START = uniform_board(GOAL, random.Random(2))
NODES = Limits(nodes=100_000)
"""The card has half of them."""


@pytest.fixture
def small_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let values be learned of 3x3 and 4x4, where no processor looks for paths; the first beam is narrow."""

    def forget() -> None:
        learned.learned_values.cache_clear()
        learned.learned_numbers.cache_clear()

    for side in (3, 4):
        numbers = distance_network(side).tobytes()
        path = tmp_path / learned.learned_file(side).name
        path.write_bytes(zlib.compress(numbers))
        path.with_suffix(".json").write_text(json.dumps({"sha256": hashlib.sha256(numbers).hexdigest()}))
    shipped = learned.learned_file
    monkeypatch.setattr(learned, "learned_file", lambda side: tmp_path / shipped(side).name if side < 5 else shipped(side))
    monkeypatch.setattr(short_path, "FIRST_WIDTH", 64)
    forget()
    yield
    forget()


@pytest.fixture
def widths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the room of every beam."""
    noted: list[int] = []
    run = ValueBeam.run

    def run_noted(self: ValueBeam, starts: Any, width: int, *rest: Any, **named: Any) -> Beams:
        noted.append(width)
        return run(self, starts, width, *rest, **named)

    monkeypatch.setattr(ValueBeam, "run", run_noted)
    return noted


@pytest.fixture
def climbed(monkeypatch: pytest.MonkeyPatch) -> list[Rung]:
    """Note every beam that was run."""
    noted: list[Rung] = []
    climb = Ladder.climb

    def climb_noted(self: Ladder, rung: Rung, width: int, cost: float) -> None:
        noted.append(rung)
        climb(self, rung, width, cost)

    monkeypatch.setattr(Ladder, "climb", climb_noted)
    return noted


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """Note the boards of every path that is learned from."""
    noted: list[np.ndarray] = []
    learn = ValueBeam.learn

    def learn_noted(self: ValueBeam, path: np.ndarray, samples: Samples) -> None:
        noted.append(path)
        learn(self, path, samples)

    monkeypatch.setattr(ValueBeam, "learn", learn_noted)
    return noted


class Watcher(Observer):
    def __init__(self, stop: Callable[[Progress], bool] = lambda _progress: False) -> None:
        self.stop = stop
        self.heard: list[Progress] = []

    def progress(self, progress: Progress) -> None:
        self.heard.append(progress)

    def cancelled(self) -> bool:
        return any(map(self.stop, self.heard))


def solve_on_card(start: Board, goal: Board, limits: Limits = NODES, observer: Observer | None = None) -> Solution:
    solution = solve(start, goal, "anytime", engine="gpu", limits=limits, observer=observer)
    assert solution.engine == "gpu"
    return solution


def question(goal: Board, method: str = "anytime", **options: Any) -> Question:
    return Question(goal, goal, parse_method(method, **options))


def test_beams_grow_until_the_nodes_are_spent(widths: list[int]) -> None:
    solution = solve_on_card(START, GOAL)
    assert solution.status is Status.SOLVED
    assert solution.cause is Cause.WITHIN_RATIO
    assert solution.cost is not None
    assert 0 < solution.lower_bound < solution.cost
    assert len(widths) > 1
    assert all(after >= 2 * before for before, after in pairwise(widths))
    assert NODES.nodes is not None
    assert 0.3 * NODES.nodes < solution.stats.generated < 0.55 * NODES.nodes
    assert solution.stats.peak_memory > widths[-1] * 1000
    assert solution.stats.max_depth == solution.cost


def test_two_rehearsals_teach_the_last_beam(climbed: list[Rung], lessons: list[np.ndarray]) -> None:
    solution = solve_on_card(START, GOAL, Limits(nodes=600_000))
    growing = [rung for rung in climbed if rung.grows]
    first, second, last = climbed[len(growing) :]
    assert growing
    assert not any(rung.learns for rung in growing)
    assert (second.learns, last.learns) == (True, True)
    assert first.arrive_at < second.arrive_at < last.arrive_at == pytest.approx(ARRIVE_AT)
    assert second.width < 2 * first.width < 2 * last.width
    assert len(lessons) == first.learns + 2
    for path in lessons:
        assert path[0].tobytes() == bytes(START.tiles)
        assert path[-1].tobytes() == bytes(GOAL.tiles)
        assert ((path[1:] != path[:-1]).sum(axis=1) == 2).all(), "a move apart"
    assert solution.cost is not None
    assert solution.cost <= len(lessons[-1]) - 1


def test_what_was_learned_is_forgotten_for_the_next_question(lessons: list[np.ndarray]) -> None:
    limits = Limits(nodes=300_000)
    first = solve_on_card(START, GOAL, limits)
    assert lessons
    other = Board.goal(4, 4, "first")
    solve_on_card(uniform_board(other, random.Random(4)), other, limits)
    again = solve_on_card(START, GOAL, limits)
    assert (again.moves, again.stats.generated) == (first.moves, first.stats.generated)


def test_where_memory_bounds_the_width_beams_go_on_learning(climbed: list[Rung], lessons: list[np.ndarray]) -> None:
    limits = Limits(nodes=600_000, memory=1_200_000)
    solution = solve_on_card(START, GOAL, limits)
    assert solution.status is Status.SOLVED
    assert solution.stats.peak_memory <= 1_200_000
    assert solution.stats.generated > 200_000, "of 300,000"
    full = [rung for rung in climbed if rung.width == rung.room and rung.learns]
    assert len(full) > 3
    assert max(rung.width for rung in full) < 1.2 * min(rung.width for rung in full)
    assert len(lessons) >= len(full)


def test_beams_that_kept_every_board_are_the_end_of_it(climbed: list[Rung]) -> None:
    goal = Board.goal(3, 3)
    start = uniform_board(goal, random.Random(1))
    solution = solve_on_card(start, goal, Limits(time=600))
    shortest = solve(start, goal, "optimal", engine="native").cost
    assert solution.cost == shortest
    assert climbed[-1].room < 181_440


@pytest.mark.parametrize("corner", [0, 3, 12, 15])
def test_goals_with_the_blank_in_any_corner(corner: int) -> None:
    tiles = random.Random(corner).sample(range(1, 16), 15)
    goal = Board.from_tiles(4, 4, [*tiles[:corner], 0, *tiles[corner:]])
    start = uniform_board(goal, random.Random(corner))
    solution = solve_on_card(start, goal)
    assert solution.cost is not None, "and answers are replayed"


@pytest.mark.parametrize("seed", [2, 3])
def test_a_path_as_short_as_the_bound_is_optimal(seed: int) -> None:
    start = walk_board(GOAL, 8, random.Random(seed))
    solution = solve_on_card(start, GOAL, Limits())
    assert (solution.status, solution.cost) == (Status.OPTIMAL, solution.lower_bound)


def test_the_goal_itself(widths: list[int]) -> None:
    solution = solve_on_card(GOAL, GOAL)
    assert (solution.status, solution.moves) == (Status.OPTIMAL, ())
    assert not widths


@pytest.mark.parametrize("core", [True, False])
def test_what_was_learned_with_and_without_the_core(core: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not core:
        monkeypatch.setattr(card_run, "core_is_built", lambda: False)
    goal = Board.goal(5, 5, "first")
    start = uniform_board(goal, random.Random(5))
    solution = solve_on_card(start, goal)
    assert solution.status is Status.SOLVED
    assert solution.cost is not None
    assert solution.lower_bound < solution.cost < 2 * solution.lower_bound


def found_by_processor(monkeypatch: pytest.MonkeyPatch, find: Callable[[Callable[[], bool]], tuple[Move, ...]]) -> None:
    """Let the processor find a path, though the board is small, and go on until it is stopped."""

    def quick_path(
        _question: object, _seconds: object, _boards: object, improved: Callable[[int, float], None], poll: Callable[[], bool]
    ) -> QuickPath:
        moves = find(poll)
        improved(len(moves), 0.0)
        return QuickPath(bytes("ULRD".index(str(move)) for move in moves), 3, 1000, False)

    monkeypatch.setattr(card_run, "SMALLEST_FOR_INCUMBENT", 1)
    monkeypatch.setattr(card_run, "core_is_built", lambda: True)
    monkeypatch.setattr(card_run, "quick_path", quick_path)


def test_the_processor_has_the_best_path(monkeypatch: pytest.MonkeyPatch, widths: list[int], lessons: list[np.ndarray]) -> None:
    shortest = solve(START, GOAL, "optimal", engine="native").moves
    assert shortest is not None
    found_by_processor(monkeypatch, lambda _poll: shortest)
    monkeypatch.setattr(Beams, "path", lambda _self: None)
    solution = solve_on_card(START, GOAL)
    assert (solution.status, solution.moves) == (Status.SOLVED, shortest)
    assert solution.stats.generated > 1000
    assert widths
    assert all(len(path) == len(shortest) + 1 for path in lessons), (
        "beams that miss the goal learn from what the processor has found"
    )
    assert lessons


def test_the_processor_is_stopped_when_the_card_has_the_best_path(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = solve_on_card(START, GOAL)
    assert alone.cost is not None
    moves = (*(alone.moves or ()), Move.UP, Move.DOWN)

    def until_stopped(poll: Callable[[], bool]) -> tuple[Move, ...]:
        while not poll():
            pass
        return moves

    found_by_processor(monkeypatch, until_stopped)
    assert solve_on_card(START, GOAL).cost == alone.cost


def test_what_is_known_stays_known() -> None:
    shortest = solve(START, GOAL, "optimal", engine="native")
    asked = Question(START, GOAL, parse_method("anytime"), "gpu", NODES, Known(10, shortest.moves))
    solution = solve_question(asked)
    assert (solution.status, solution.moves) == (Status.SOLVED, shortest.moves)
    proven = solve_question(replace(asked, known=Known(shortest.lower_bound, shortest.moves)))
    assert (proven.status, proven.moves) == (Status.OPTIMAL, shortest.moves)
    assert proven.stats.generated == 0


def test_a_depth_that_is_too_little() -> None:
    solution = solve_on_card(START, GOAL, replace(NODES, depth=20))
    assert (solution.status, solution.cause, solution.moves) == (Status.GAVE_UP, Cause.DEPTH_LIMIT, None)


def test_a_depth_that_is_enough() -> None:
    cost = solve_on_card(START, GOAL).cost
    assert cost is not None
    within = solve_on_card(START, GOAL, replace(NODES, depth=cost))
    assert within.status is Status.SOLVED
    assert within.cost is not None
    assert within.cost <= cost


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(nodes=10), Limits(time=0)])
def test_hardly_anything_is_enough_for_the_processor(limits: Limits) -> None:
    goal = Board.goal(5, 5)
    solution = solve_on_card(uniform_board(goal, random.Random(1)), goal, limits)
    assert solution.status is Status.SOLVED


@pytest.mark.parametrize(("limits", "cause"), [(Limits(nodes=10), Cause.NODE_LIMIT), (Limits(time=0), Cause.TIME_LIMIT)])
def test_and_too_little_for_the_card(limits: Limits, cause: Cause) -> None:
    solution = solve_on_card(START, GOAL, limits)
    assert (solution.status, solution.cause, solution.moves) == (Status.LIMIT, cause, None)
    assert solution.lower_bound > 0


def test_beams_fit_the_memory_that_they_may_have(widths: list[int]) -> None:
    memory = 3_000_000
    solution = solve_on_card(START, GOAL, replace(NODES, memory=memory))
    assert solution.status is Status.SOLVED
    assert 0 < solution.stats.peak_memory <= memory
    assert max(widths) < 2000


@pytest.mark.parametrize("memory", [0, 1000, 850_000])
def test_memory_for_no_beam_at_all(memory: int, widths: list[int]) -> None:
    solution = solve_on_card(START, GOAL, replace(NODES, memory=memory))
    assert (solution.status, solution.cause) == (Status.LIMIT, Cause.MEMORY_LIMIT)
    assert not widths


@pytest.mark.parametrize("widest", [200, 100, 63])
def test_a_beam_without_memory_is_tried_again_narrower(widest: int, monkeypatch: pytest.MonkeyPatch, widths: list[int]) -> None:
    run, refused = ValueBeam.run, []

    def run_within(self: ValueBeam, starts: Any, width: int, *rest: Any, **named: Any) -> Beams:
        if width > widest:
            refused.append(width)
            raise make_cupy().cuda.memory.OutOfMemoryError
        return run(self, starts, width, *rest, **named)

    monkeypatch.setattr(ValueBeam, "run", run_within)
    solution = solve_on_card(START, GOAL)
    assert refused
    assert refused == sorted(refused, reverse=True)
    assert (solution.status, solution.cause) == (
        (Status.SOLVED, Cause.WITHIN_RATIO) if widths else (Status.LIMIT, Cause.OUT_OF_MEMORY)
    )
    assert bool(widths) == (widest >= 64)


def test_a_network_without_memory_leaves_it_to_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise make_cupy().cuda.memory.OutOfMemoryError

    monkeypatch.setattr(ValueBeam, "__init__", full)
    goal = Board.goal(5, 5)
    assert solve_on_card(uniform_board(goal, random.Random(1)), goal).status is Status.SOLVED
    assert solve_on_card(START, GOAL).cause is Cause.OUT_OF_MEMORY


def test_a_path_that_leads_elsewhere_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ([0], [0] * 9, [1, 2]):
        monkeypatch.setattr(Beams, "path", lambda _self, wrong=wrong: wrong)
        assert solve_on_card(START, GOAL).moves is None


def test_progress_tells_of_shorter_and_shorter_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "REPORT_INTERVAL", 0)
    watcher = Watcher()
    solution = solve_on_card(START, GOAL, Limits(nodes=600_000), watcher)
    costs = [progress.cost for progress in watcher.heard if progress.cost is not None]
    assert costs == sorted(costs, reverse=True)
    assert solution.cost is not None
    assert solution.cost < costs[0]
    assert any(progress.stage.startswith("a beam of 64 boards, 9 moves deep") for progress in watcher.heard)
    assert {progress.lower_bound for progress in watcher.heard} == {solution.lower_bound}


def test_cancelling_keeps_the_best_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "REPORT_INTERVAL", 0)
    stopped = solve_on_card(START, GOAL, Limits(time=600), Watcher(lambda progress: progress.cost is not None))
    assert (stopped.status, stopped.cause) == (Status.CANCELLED, Cause.CANCELLED)
    assert stopped.moves is not None
    at_once = solve_on_card(START, GOAL, Limits(time=600), Watcher(lambda _progress: True))
    assert (at_once.status, at_once.moves) == (Status.CANCELLED, None)


def test_cancelling_while_only_the_processor_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "REPORT_INTERVAL", 0)
    monkeypatch.setattr(short_path.ShortPath, "_run_beams", lambda _self: None)
    goal = Board.goal(5, 5)
    watcher = Watcher(lambda progress: progress.cost is not None)
    solution = solve_on_card(uniform_board(goal, random.Random(1)), goal, Limits(time=600), watcher)
    assert solution.status is Status.CANCELLED
    assert solution.moves is not None
    assert watcher.heard[-1].stage == "shortening the path"


def test_the_quality_says_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.methods.anytime.QUALITY_SECONDS", {"fast": 0.01, "good": 600, "best": 600})
    solution = solve(walk_board(GOAL, 30, random.Random(1)), GOAL, "anytime", engine="gpu", quality="fast")
    assert solution.status in {Status.SOLVED, Status.OPTIMAL, Status.LIMIT}


def test_what_it_declines(tmp_path: Path) -> None:
    engine = GpuEngine()
    for goal in (GOAL, Board.goal(5, 5), Board.goal(6, 6, "first")):
        assert engine.declines(question(goal)) is None
    assert engine.declines(question(GOAL, metric="slides")) == "it counts single moves only, not slides"
    assert engine.declines(question(Board.goal(5, 6))) == "its short paths are those of square boards"
    assert engine.declines(question(Board.goal(40, 40))) == "it has no learned values of 40x40 boards"
    inside = "its short paths lead to goals with the blank in a corner"
    assert engine.declines(question(Board.goal(5, 5, "snail"))) == inside
    assert engine.declines(question(GOAL.apply(Move.LEFT))) == inside
    (tmp_path / "learned-4x4.z").write_bytes(b"something else")
    learned.learned_numbers.cache_clear()
    assert engine.declines(question(GOAL)) == "it has no learned values of 4x4 boards"


def test_nobody_gets_the_card_for_it_without_asking() -> None:
    assert choose_engine(question(Board.goal(6, 6))).name == "native"
    assert not GpuEngine().prefers(question(Board.goal(6, 6)))
    assert GpuEngine().batch_size(question(GOAL)) == 1


def test_the_card_is_free_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_self: object) -> Outcome:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(short_path.ShortPath, "outcome", broken)
        with pytest.raises(RuntimeError):
            solve_on_card(START, GOAL)
    assert solve_on_card(START, GOAL).status is Status.SOLVED
