# SPDX-License-Identifier: MIT
"""The whole GPU engine on an emulated card: tables, launches, paths, batches, limits; all but the speed and the lanes."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from tests.gpu.emulated_card import make_cupy

from taquin import Board, Limits, Move, Observer, Progress, Question, Solution, Status, parse_method, solve, solve_many
from taquin.board import moves_of_codes
from taquin.compiled_core import core_is_built
from taquin.engines.gpu import card_run
from taquin.engines.gpu.batch import solve_tiles
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.card_run import CardRun
from taquin.engines.gpu.device import CardMemoryError
from taquin.engines.gpu.engine import GpuEngine
from taquin.engines.gpu.launch import Launcher
from taquin.engines.gpu.layout import Layout, layout_of
from taquin.engines.gpu.tables import TABLES, Shelf
from taquin.instances import load_set
from taquin.methods.quick_path import QuickPath
from taquin.reasons import Cause
from taquin.scramble import board_at_depth, depth_layers, uniform_board, walk_board
from taquin.tables import source
from taquin.tables.cache import cache_directory
from taquin.tables.patterns import load_pattern
from taquin.tables.store import path_of

pytestmark = pytest.mark.usefixtures("emulated_card")


def test_it_shows_the_card() -> None:
    assert GpuEngine().about == "optimal paths on Emulated Card, 8 GiB: boards up to 30 cells, batches up to 16"


@pytest.mark.parametrize("layout", ["last", "first", "snail"])
def test_depths_of_3x3(layout: str) -> None:
    goal = Board.goal(3, 3, layout)
    rng = random.Random(layout)
    for depth in range(0, len(depth_layers(goal)), 5):
        solution = solve(board_at_depth(goal, depth, rng), goal, "optimal", engine="gpu")
        assert (solution.engine, solution.status, solution.cost) == ("gpu", Status.OPTIMAL, depth)
        assert solution.heuristic == "pdb:4-4"


def test_15_puzzles() -> None:
    for instance in load_set("korf15").instances[78:82]:
        solution = solve(instance.start, instance.goal, "optimal@pdb:5-5-5", engine="gpu")
        assert (solution.status, solution.cost, solution.lower_bound) == (Status.OPTIMAL, instance.optimal, instance.optimal)


@pytest.mark.parametrize("automaton", [True, False])
def test_counters_are_those_of_the_native_engine(automaton: bool) -> None:
    instance = load_set("korf15").instances[87]
    method = parse_method("optimal@pdb:5-5-5", automaton=automaton)
    assert instance.optimal is not None
    limits = Limits(depth=instance.optimal - 10)
    ours, native = (solve(instance.start, instance.goal, method, engine=engine, limits=limits) for engine in ("gpu", "native"))
    assert (ours.status, ours.lower_bound) == (native.status, native.lower_bound) == (Status.GAVE_UP, instance.optimal - 8)
    assert ours.stats.generated == native.stats.generated


def test_nodes_that_wait_outside_the_card_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[int] = []
    balance = Launcher._balance

    def balance_noted(self: Launcher, count: int) -> int:
        count = balance(self, count)
        waiting.append(len(self._waiting))
        return count

    monkeypatch.setattr("taquin.engines.gpu.launch.STACK_CAPACITIES", (2048,))  # room for all subtrees of a split
    instance = load_set("korf15").instances[87]
    assert instance.optimal is not None
    limits = Limits(depth=instance.optimal - 6)
    plain = solve(instance.start, instance.goal, "optimal@pdb:5-5-5", engine="gpu", limits=limits)
    TABLES.drop()
    monkeypatch.setattr(Launcher, "begin_with", 1000)
    monkeypatch.setattr(Launcher, "_balance", balance_noted)
    tight = solve(instance.start, instance.goal, "optimal@pdb:5-5-5", engine="gpu", limits=limits)
    assert max(waiting) > 0
    assert tight.stats.generated == plain.stats.generated


def test_a_limit_on_a_large_board_leaves_a_path_and_a_bound() -> None:
    goal = Board.goal(3, 6)
    start = uniform_board(goal, random.Random(6))
    solution = solve(start, goal, "optimal@pdb:4-4-3-3-3", engine="gpu", limits=Limits(nodes=2000))
    assert solution.status is Status.LIMIT
    assert solution.cost is not None
    assert 0 < solution.lower_bound <= solution.cost


def test_a_path_as_short_as_the_bound_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = Board.goal(3, 6)
    start = walk_board(goal, 40, random.Random(2))
    known = solve(start, goal, "optimal@pdb:4-4-3-3-3", engine="native")
    moves = bytes(list(Move).index(move) for move in known.moves or ())
    found = QuickPath(moves, 0, 1, False)

    def at_once(
        _question: object, _seconds: object, _boards: object, improved: Callable[[int, float], None], _poll: object
    ) -> QuickPath:
        improved(len(moves), 0.0)
        return found

    monkeypatch.setattr(card_run, "quick_path", at_once)
    monkeypatch.setattr(BoardSearch, "_iterate", lambda _self, _root, before_launch: before_launch() and None)
    solution = solve(start, goal, "optimal@pdb:4-4-3-3-3", engine="gpu")
    assert (solution.status, solution.cost, solution.lower_bound) == (Status.OPTIMAL, known.cost, known.cost)


def test_rectangles() -> None:
    for rows, cols, sizes in ((3, 4, "6-5"), (2, 6, "4-4-3"), (4, 5, "4-4-4-4-3")):
        goal = Board.goal(rows, cols)
        start = walk_board(goal, 40, random.Random(rows))
        costs = {solve(start, goal, f"optimal@pdb:{sizes}", engine=engine).cost for engine in ("gpu", "native")}
        assert len(costs) == 1


class Watcher(Observer):
    def __init__(self, asked: int = 1 << 60) -> None:
        self.asked = asked
        self.heard: list[Progress] = []

    def progress(self, progress: Progress) -> None:
        self.heard.append(progress)

    def cancelled(self) -> bool:
        self.asked -= 1
        return self.asked < 0


def test_a_second_view_gives_way_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    launcher = CardRun.launcher

    def short(self: CardRun, layout: Layout, path_words: int, prune: bool, shelf: Shelf | None = None) -> object:
        tried.append(layout.views)
        if layout.views > 1:
            raise CardMemoryError
        return launcher(self, layout, path_words, prune, shelf)

    monkeypatch.setattr(CardRun, "launcher", short)
    goal = Board.goal(4, 5)
    solution = solve(walk_board(goal, 40, random.Random(1)), goal, "optimal@pdb:4-4-4-4-3", engine="gpu")
    assert solution.status is Status.OPTIMAL
    assert tried == [2, 1]


def test_room_for_other_tables() -> None:
    layout = layout_of(Board.goal(4, 5), "pdb:4-4-4-4-3")
    needed = 2 * 4 * layout.first_words[-1]
    run = CardRun(Limits(memory=needed), Observer())
    run.work.beam_bytes = needed  # what a beam had for a while does not count
    assert run.has_room_for(layout)
    assert not CardRun(Limits(memory=needed - 1), Observer()).has_room_for(layout)


def test_limits() -> None:
    hard = load_set("korf15").instances[0]

    def ask(limits: Limits) -> Solution:
        return solve(hard.start, hard.goal, "optimal@pdb:5-5-5", engine="gpu", limits=limits)

    few = ask(Limits(nodes=100_000))
    assert (few.status, few.reason) == (Status.LIMIT, "node limit of 100000 reached")
    assert 100_000 <= few.stats.generated < 200_000
    assert ask(Limits(time=0.0)).reason == "time limit of 0 s reached"
    assert ask(Limits(memory=1000)).reason == "memory limit of 1000 bytes reached"
    shallow = ask(Limits(depth=3))
    assert shallow.status is Status.GAVE_UP
    assert shallow.lower_bound > 3


def test_cancelling() -> None:
    hard = load_set("korf15").instances[0]
    solution = solve(hard.start, hard.goal, "optimal@pdb:5-5-5", engine="gpu", observer=Watcher(3))
    assert solution.status is Status.CANCELLED


def test_a_card_with_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    small = make_cupy(free=1 << 20)
    monkeypatch.setattr("taquin.engines.gpu.launch.cupy", lambda: small)
    start = Board.goal(3, 3, "snail")
    solution = solve(start, start, "optimal", engine="gpu")
    assert solution.status is Status.LIMIT
    assert "the card has too little memory" in solution.reason
    assert solution.cause is Cause.OUT_OF_MEMORY


def test_tables_are_built_on_the_card_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    goal = Board.goal(3, 4, "snail")
    tables = layout_of(goal, "pdb:6-5").plan.tables
    expected = [bytes(load_pattern(table)) for table in tables]
    for table in tables:
        source.forget(table.name)
        path_of(cache_directory(), table.name).unlink(missing_ok=True)  # an earlier test may have loaded it
    solve(walk_board(goal, 30, random.Random(1)), goal, "optimal", engine="gpu")
    for table, content in zip(tables, expected, strict=True):
        source.forget(table.name)
        assert source.is_available(table.name)
        assert bytes(load_pattern(table)) == content


def questions_for_the_card(boards: list[tuple[Board, Board]]) -> list[Question]:
    return [Question(start, goal, parse_method("optimal"), "gpu") for start, goal in boards]


def test_batches() -> None:
    rng = random.Random(3)
    goals = [Board.goal(3, 3), Board.goal(3, 3, "snail")]
    boards = [(uniform_board(goal, rng), goal) for _ in range(50) for goal in goals]
    boards += [(goals[0], goals[0]), (Board([[2, 1, 3], [4, 5, 6], [7, 8, 0]]), goals[0])]
    solutions = list(solve_many(questions_for_the_card(boards), jobs=2))
    assert [(solution.start, solution.goal) for solution in solutions] == boards
    assert [s.cost for s in solutions] == [solve(start, goal, "optimal", engine="native").cost for start, goal in boards]
    assert solutions[-1].status is Status.UNSOLVABLE
    assert all(solution.engine == "gpu" for solution in solutions)


def test_a_batch_is_larger_than_what_may_wait_and_others_come_between() -> None:
    rng = random.Random(7)
    goal = Board.goal(3, 3)
    questions = questions_for_the_card([(uniform_board(goal, rng), goal) for _ in range(400)])
    questions[50] = replace(questions[50], engine="native")
    questions[51] = replace(questions[51], limits=Limits(nodes=1))
    questions[52] = replace(questions[52], method=parse_method("bfs"))
    solutions = list(solve_many(questions, jobs=2))
    assert [solution.start for solution in solutions] == [question.start for question in questions]
    engines = ["gpu"] * 50 + ["native"] + ["gpu"] * 349
    assert [solution.engine for solution in solutions] == engines
    expected = {51: Status.LIMIT, 52: Status.FAILED}
    assert [solution.status for solution in solutions] == [expected.get(number, Status.OPTIMAL) for number in range(400)]


def test_a_batch_of_tiles() -> None:
    goal = Board.goal(3, 3, "snail")
    boards = [uniform_board(goal, random.Random(seed)) for seed in range(30)]
    result = solve_tiles(np.array([board.tiles for board in boards], dtype=np.uint8), goal)
    assert list(result.lengths) == [solve(board, goal, "optimal", engine="native").cost for board in boards]
    for number, board in enumerate(boards):
        assert board.apply(*moves_of_codes(result.moves(number))) == goal


def test_a_batch_that_is_cancelled() -> None:
    goal = Board.goal(3, 3)
    boards = [(uniform_board(goal, random.Random(seed)), goal) for seed in range(5)]
    outcomes = GpuEngine().solve_batch(questions_for_the_card(boards), Watcher(2))
    assert [outcome.status for outcome in outcomes] == [Status.CANCELLED] * 5


def test_without_the_compiled_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.compiled_core._import_core", lambda: (None, "it is not installed"))
    assert not core_is_built()
    goal = Board.goal(4, 4, "first")
    solution = solve(walk_board(goal, 40, random.Random(2)), goal, "optimal@pdb:5-5-5", engine="gpu")
    assert solution.status is Status.OPTIMAL


def test_the_command_line_solves_batches() -> None:
    from click.testing import CliRunner

    from taquin.cli import main

    rng = random.Random(5)
    boards = [uniform_board(Board.goal(3, 3), rng) for _ in range(20)]
    lines = "\n".join(" ".join(map(str, board.tiles)) for board in boards) + "\nno board\n2 1 3 4 5 6 7 8 0\n"
    result = CliRunner().invoke(main, ["batch", "-", "--engine", "gpu"], input=lines)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["index"] for row in rows] == list(range(1, 23))
    assert [row["cost"] for row in rows[:20]] == [solve(board, engine="native").cost for board in boards]
    assert {row["engine"] for row in rows[:20]} == {"gpu"}
    assert "error" in rows[20]
    assert rows[21]["status"] == "unsolvable"
