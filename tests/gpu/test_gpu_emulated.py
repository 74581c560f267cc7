# SPDX-License-Identifier: MIT
"""The whole GPU engine on an emulated card: tables, launches, paths, batches, limits; all but the speed and the lanes."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from tests.gpu.emulated_card import make_cupy

from taquin import Board, Limits, Move, Observer, Progress, Question, Solution, Status, parse_method, reasons, solve, solve_many
from taquin.board import moves_of_codes
from taquin.compiled_core import core_is_built
from taquin.engines.gpu import card_run
from taquin.engines.gpu.batch import solve_tiles
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.card_run import CardRun
from taquin.engines.gpu.device import CardMemoryError
from taquin.engines.gpu.engine import GpuEngine
from taquin.engines.gpu.launch import BatchBuffers, BeforeLaunch, Launcher
from taquin.engines.gpu.layout import Layout, layout_of
from taquin.engines.gpu.tables import TABLES, Shelf
from taquin.instances import load_set
from taquin.many.side_by_side import ROOM_PER_JOB
from taquin.methods.quick_path import QuickPath
from taquin.reasons import Cause
from taquin.scramble import depth_layers, layered_board, uniform_board, walk_board
from taquin.solution import Outcome
from taquin.solvability import is_solvable
from taquin.tables import source
from taquin.tables.cache import cache_directory
from taquin.tables.patterns import load_pattern
from taquin.tables.store import path_of

pytestmark = pytest.mark.usefixtures("emulated_card")


def test_it_shows_the_card() -> None:
    about = "optimal paths on Emulated Card, 8 GiB: boards up to 30 cells, batches up to 16; short ones of learned squares"
    assert GpuEngine().about == about


@pytest.mark.parametrize("layout", ["last", "first", "snail"])
def test_depths_of_3x3(layout: str) -> None:
    goal = Board.goal(3, 3, layout)
    rng = random.Random(layout)
    for depth in range(0, len(depth_layers(goal)), 5):
        solution = solve(layered_board(goal, depth, rng), goal, "optimal", engine="gpu")
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


def check_batch(boards: list[tuple[Board, Board]]) -> list[Outcome]:
    """Solve boards in one batch and compare them with the core's answers."""
    known = [solve(start, goal, "optimal", engine="native").cost for start, goal in boards]  # the core builds tables faster
    questions = questions_for_the_card(boards)
    outcomes = GpuEngine().solve_batch(questions, Observer())
    solutions = [question.answer(outcome, "gpu") for question, outcome in zip(questions, outcomes, strict=True)]
    assert [(solution.status, solution.cost) for solution in solutions] == [(Status.OPTIMAL, cost) for cost in known]
    return outcomes


DEEP = {
    (2, 7): ((13, 5, 4, 11, 3, 2, 8, 6, 12, 7, 0, 10, 9, 1), 101),
    (2, 8): ((6, 13, 5, 7, 12, 3, 11, 9, 14, 8, 4, 15, 0, 10, 2, 1), 115),
}
"""Boards whose estimates are above 96, and the lengths of their shortest paths."""


@pytest.mark.parametrize(("rows", "cols"), [(2, 6), (2, 7), (7, 2), (2, 8), (3, 5)])
def test_a_batch_has_boards_of_all_depths(rows: int, cols: int) -> None:
    goal = Board.goal(rows, cols)
    rng = random.Random(cols)
    boards = [goal, goal.apply(Move.UP), *(walk_board(goal, moves, rng) for moves in (9, 20, 35, 50, 60))]
    if (rows, cols) in DEEP:
        tiles, length = DEEP[rows, cols]
        boards.insert(2, Board.from_tiles(rows, cols, tiles))
        outcomes = check_batch([(board, goal) for board in boards])
        assert outcomes[2].lower_bound == length
    else:
        check_batch([(board, goal) for board in boards])


def test_a_batch_has_goals_of_many_kinds() -> None:
    rng = random.Random(8)
    goals = [Board.goal(2, 7, "first"), Board.goal(2, 7), Board.goal(3, 4, "snail"), Board.goal(7, 2, "snail")]
    goals.append(goals[1].apply(Move.LEFT, Move.LEFT, Move.LEFT))  # two views: a reflection leaves the blank where it is
    check_batch([(walk_board(goal, moves, rng), goal) for moves in (0, 1, 12, 40, 55) for goal in goals])


def test_what_a_batch_cannot_carry_is_solved_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.engines.gpu.batch.path_words", lambda _goal: 1)
    alone: list[Board] = []
    solve_alone = GpuEngine.solve

    def noted(self: GpuEngine, question: Question, observer: Observer) -> Outcome:
        alone.append(question.start)
        return solve_alone(self, question, observer)

    monkeypatch.setattr(GpuEngine, "solve", noted)
    goal = Board.goal(3, 3)
    rng = random.Random(4)
    boards = [layered_board(goal, depth, rng) for depth in (31, 0, 16, 17, 5, 24, 15)]
    check_batch([(board, goal) for board in boards])
    assert alone == [boards[0], boards[3], boards[5]]


def test_a_batch_that_is_stopped_keeps_what_is_solved() -> None:
    goal = Board.goal(3, 3)
    rng = random.Random(6)
    boards = [layered_board(goal, depth, rng) for depth in (31, 0, 1, 2, 30, 3, 27)]
    questions = questions_for_the_card([(board, goal) for board in boards])
    whole = GpuEngine().solve_batch(questions, Observer())
    kept = []
    for asked in range(1, 12):
        outcomes = GpuEngine().solve_batch(questions, Watcher(asked))
        stopped = [number for number, outcome in enumerate(outcomes) if outcome.status is Status.CANCELLED]
        kept.append(len(boards) - len(stopped))
        for number, outcome in enumerate(outcomes):
            if number in stopped:
                assert (outcome.moves, outcome.reason) == (None, reasons.CANCELLED)
                assert outcome.lower_bound <= whole[number].lower_bound
            else:
                assert (outcome.status, outcome.moves) == (Status.OPTIMAL, whole[number].moves)
    assert kept[0] < len(boards) == kept[-1]
    assert any(0 < count < len(boards) for count in kept)


def test_a_batch_of_several_parts_keeps_those_before_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.engines.gpu.batch.MAX_ROOTS", 3)
    goal = Board.goal(3, 3)
    boards = [layered_board(goal, depth, random.Random(depth)) for depth in (1, 2, 3, 4, 0, 5, 6)]
    questions = questions_for_the_card([(board, goal) for board in boards])
    assert [outcome.lower_bound for outcome in GpuEngine().solve_batch(questions, Observer())] == [1, 2, 3, 4, 0, 5, 6]
    outcomes = GpuEngine().solve_batch(questions, Watcher(2))  # before the batch, and before the launch of the first part
    assert [outcome.status for outcome in outcomes[:3]] == [Status.OPTIMAL] * 3
    assert [outcome.lower_bound for outcome in outcomes[3:]] == [4, 0, 5, 0]
    assert [str(outcome.status) for outcome in outcomes[3:]] == ["cancelled", "optimal", "cancelled", "cancelled"]


def test_no_goal_of_a_batch_is_begun_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    launcher = CardRun.launcher

    def noted(self: CardRun, layout: Layout, path_words: int, prune: bool, shelf: Shelf | None = None) -> object:
        begun.append(layout.blank)
        return launcher(self, layout, path_words, prune, shelf)

    monkeypatch.setattr(CardRun, "launcher", noted)
    goals = [Board.goal(3, 3), Board.goal(3, 3, "first")]
    boards = [(layered_board(goal, 31, random.Random(1)), goal) for goal in goals]
    outcomes = GpuEngine().solve_batch(questions_for_the_card(boards), Watcher(2))
    assert [outcome.status for outcome in outcomes] == [Status.CANCELLED] * 2
    assert begun == [8]


def test_the_shares_of_a_batch_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[CardRun] = []

    def noted(limits: Limits, observer: Observer) -> CardRun:
        runs.append(CardRun(limits, observer))
        return runs[-1]

    monkeypatch.setattr("taquin.engines.gpu.batch.CardRun", noted)
    goal = Board.goal(3, 3)
    boards = [layered_board(goal, depth, random.Random(depth)) for depth in (0, 3, 20, 25, 26, 27, 31)]
    outcomes = GpuEngine().solve_batch(questions_for_the_card([(board, goal) for board in boards]), Observer())
    shares = [outcome.stats.generated for outcome in outcomes]
    assert sum(shares) == runs[0].work.generated
    assert max(shares) - min(shares) <= 1
    assert [outcome.stats.max_depth for outcome in outcomes] == [0, 3, 20, 25, 26, 27, 31]
    alone = [solve(board, goal, "optimal@pdb:4-4", engine="gpu").stats.iterations for board in boards]
    assert [outcome.stats.iterations for outcome in outcomes] == alone
    solved = GpuEngine().solve_batch(questions_for_the_card([(goal, goal)] * 3), Observer())
    assert [outcome.stats.generated for outcome in solved] == [1, 1, 1]


def test_a_batch_takes_smaller_tables_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    launcher = CardRun.launcher

    def short(self: CardRun, layout: Layout, path_words: int, prune: bool, shelf: Shelf | None = None) -> object:
        tried.append(self.used)
        if self.used == "pdb:8-7":
            raise CardMemoryError
        return launcher(self, layout, path_words, prune, shelf)

    monkeypatch.setattr(CardRun, "launcher", short)
    goal = Board.goal(4, 4)
    outcomes = check_batch([(walk_board(goal, 30, random.Random(1)), goal)])
    assert tried == ["pdb:8-7", "pdb:6-6-3"]
    assert outcomes[0].heuristic == "pdb:6-6-3"


def test_a_batch_for_which_memory_is_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = Board.goal(3, 3)
    boards = [(layered_board(goal, depth, random.Random(depth)), goal) for depth in (1, 2, 3, 31)]
    make_roots = Launcher.make_roots

    def second_fails(self: Launcher, homes: np.ndarray) -> object:
        if len(homes) == 1:
            raise MemoryError
        return make_roots(self, homes)

    monkeypatch.setattr(Launcher, "make_roots", second_fails)
    monkeypatch.setattr("taquin.engines.gpu.batch.MAX_ROOTS", 3)
    outcomes = GpuEngine().solve_batch(questions_for_the_card(boards), Observer())
    assert [outcome.status for outcome in outcomes] == [Status.OPTIMAL] * 3 + [Status.LIMIT]
    assert outcomes[3].reason is card_run.TOO_LITTLE_MEMORY


def test_a_batch_with_many_boards_that_cannot_be_solved() -> None:
    rng = random.Random(1)
    goal = Board.goal(3, 3)
    boards = [(Board.from_tiles(3, 3, rng.sample(range(9), 9)), goal) for _ in range(300)]
    solutions = list(solve_many(questions_for_the_card(boards), jobs=1))
    assert [solution.start for solution in solutions] == [start for start, _ in boards]
    solvable = [is_solvable(start, goal) for start, _ in boards]
    assert solvable.count(False) > ROOM_PER_JOB  # more than may wait for those before them
    assert [solution.solved for solution in solutions] == solvable


class Stoppable(Observer):
    stopped = False

    def cancelled(self) -> bool:
        return self.stopped


def test_what_a_stopped_batch_has_solved_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    observer = Stoppable()
    search = Launcher.search

    def stopping(self: Launcher, count: int, before_launch: BeforeLaunch, batch: BatchBuffers | None = None) -> int | None:
        observer.stopped = batch is not None and batch.round > 3
        return search(self, count, before_launch, batch)

    monkeypatch.setattr(Launcher, "search", stopping)
    goal = Board.goal(3, 3)
    rng = random.Random(2)
    questions = questions_for_the_card([(uniform_board(goal, rng), goal) for _ in range(4 * ROOM_PER_JOB)])
    solutions = list(solve_many(questions, jobs=1, observer=observer))
    assert [solution.start for solution in solutions] == [question.start for question in questions]
    assert {solution.status for solution in solutions} == {Status.OPTIMAL, Status.CANCELLED}


def test_a_batch_that_breaks_down_is_the_answer_of_its_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_self: Launcher, _homes: object) -> None:
        raise RuntimeError("the card fell out")

    monkeypatch.setattr(Launcher, "make_roots", broken)
    goal = Board.goal(3, 3)
    boards = [(goal, goal), (goal.apply(Move.UP), goal), (Board([[2, 1, 3], [4, 5, 6], [7, 8, 0]]), goal)]
    questions = [*questions_for_the_card(boards), Question(boards[1][0], goal, parse_method("optimal"), "native")]
    solutions = list(solve_many(questions, jobs=2))
    assert [solution.status for solution in solutions] == [Status.FAILED, Status.FAILED, Status.UNSOLVABLE, Status.OPTIMAL]
    assert solutions[0].reason == "RuntimeError: the card fell out"


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
