# SPDX-License-Identifier: MIT
"""The method `optimal`: shortest, with proof, whatever the tables, threads and interruptions."""

import json
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.waiting import wait_until

from taquin import Board, Limits, Progress, Solution, Status, compare, parse_method, solve
from taquin.depth import describe_difficulty
from taquin.errors import InputError, MethodError
from taquin.heuristics import parse_heuristic
from taquin.instances import Instance, load_set
from taquin.lab.space import explore
from taquin.methods import optimal, solvers
from taquin.methods.checkpoint import Checkpoint, Trial
from taquin.methods.ends import End
from taquin.methods.optimal import OptimalRun
from taquin.methods.solvers import solver_for, usual_databases
from taquin.question import Question, ask
from taquin.reasons import Cause
from taquin.scramble import depth_layers, layered_board, uniform_board, walk_board
from taquin.solution import Observer
from taquin.tables.partitions import partition_named


@pytest.mark.parametrize("layout", ["last", "first", "snail"])
def test_every_depth_of_3x3(layout: str) -> None:
    goal = Board.goal(3, 3, layout)
    rng = random.Random(layout)
    for depth in range(len(depth_layers(goal))):
        solution = solve(layered_board(goal, depth, rng), goal)
        assert (solution.method, solution.status, solution.cost) == ("optimal", Status.OPTIMAL, depth)


@pytest.mark.parametrize("automaton", [True, False])
@pytest.mark.parametrize("threads", [1, 2])
def test_korf_lengths(threads: int, automaton: bool) -> None:
    method = parse_method("optimal@pdb:6-6-3", threads=threads, automaton=automaton)
    for instance in load_set("korf15").instances:
        assert solve(instance.start, instance.goal, method).cost == instance.optimal


def test_node_totals_of_exhausted_iterations_do_not_depend_on_threads() -> None:
    instance = load_set("korf15").instances[87]
    totals = set()
    for threads in (1, 2, 3):
        method = parse_method("optimal@pdb:5-5-5", threads=threads)
        assert instance.optimal is not None
        solution = solve(instance.start, instance.goal, method, limits=Limits(depth=instance.optimal - 2))
        assert (solution.status, solution.lower_bound) == (Status.GAVE_UP, instance.optimal)
        totals.add(solution.stats.generated)
    assert len(totals) == 1


def test_the_automaton_saves_nodes_and_nothing_else() -> None:
    instance = load_set("korf15").instances[81]
    with_it, without = (
        solve(instance.start, instance.goal, parse_method("optimal@pdb:5-5-5", threads=1, automaton=use)) for use in (True, False)
    )
    assert with_it.cost == without.cost == instance.optimal
    assert with_it.stats.generated < 0.8 * without.stats.generated


def test_many_boards_copy_their_tables_to_huge_pages_and_change_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    instances = load_set("korf15").instances[:4]
    method = parse_method("optimal@pdb:5-5-5", threads=1)

    def totals() -> list[int]:
        return [solve(instance.start, instance.goal, method).stats.generated for instance in instances]

    mapped = totals()
    monkeypatch.setattr(optimal, "HUGE_PAGE_NODES", 0)
    assert totals() == mapped


def test_many_boards_get_the_large_tables_where_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = load_set("korf15").instances[0]
    run = optimal.OptimalRun(Question(instance.start, instance.goal, parse_method("optimal")), Observer())
    monkeypatch.setattr(optimal, "is_available", lambda _table: True)
    monkeypatch.setattr(optimal, "available_memory", lambda: 8 << 30)
    spent = {optimal.MANY_NODES - 1: "pdb:6-6-3", optimal.MANY_NODES: "pdb:8-7"}
    for nodes, first in spent.items():
        monkeypatch.setattr(optimal, "_begun", Counter())
        monkeypatch.setattr(optimal, "_spent", Counter({("pdb:6-6-3", instance.goal): nodes}))
        assert next(run._stages())[0] == first


def test_a_batch_goes_over_to_the_large_tables_after_a_few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    instances = load_set("korf15").instances[: optimal.MANY_BOARDS + 2]
    monkeypatch.setattr(optimal, "_spent", Counter())
    monkeypatch.setattr(optimal, "_begun", Counter())
    monkeypatch.setattr(optimal, "available_memory", lambda: 8 << 30)
    for at_hand, last in ((("6-6-3", "8-7"), "pdb:8-7"), (("6-6-3",), "pdb:6-6-3")):
        optimal._begun.clear()
        plans = [partition_named(f"pdb:{name}").plan(instances[0].goal) for name in at_hand]
        names = {table.name for plan in plans for table in plan.tables}
        monkeypatch.setattr(optimal, "is_available", lambda table, names=names: table.name in names)
        begun = [next(OptimalRun(_question(instance), Observer())._stages()).tables for instance in instances]
        assert begun == ["pdb:6-6-3"] * optimal.MANY_BOARDS + [last] * 2


def test_large_tables_at_hand_are_not_passed_over_for_small_ones_that_would_have_to_be_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    instance = load_set("korf15").instances[0]
    monkeypatch.setattr(optimal, "_spent", Counter())
    monkeypatch.setattr(optimal, "_begun", Counter())
    monkeypatch.setattr(optimal, "available_memory", lambda: 8 << 30)
    names = {table.name for table in partition_named("pdb:8-7").plan(instance.goal).tables}
    monkeypatch.setattr(optimal, "is_available", lambda table: table.name in names)
    assert next(OptimalRun(_question(instance), Observer())._stages()).tables == "pdb:8-7"


def _question(instance: Instance) -> Question:
    return Question(instance.start, instance.goal, parse_method("optimal"))


def test_any_goal_of_4x4() -> None:
    rng = random.Random(7)
    for _ in range(2):
        goal = uniform_board(Board.goal(4, 4), rng)
        start = uniform_board(goal, rng)
        first, second = compare(start, ["optimal@pdb:5-5-5", "optimal"], goal)
        assert first.cost == second.cost
        assert first.status is second.status is Status.OPTIMAL


class Watcher(Observer):
    """Keeps the bounds that it hears of, and cancels when it has heard of enough."""

    def __init__(self, enough: int | None = None) -> None:
        self.enough = enough
        self.bounds: list[int] = []

    def progress(self, progress: Progress) -> None:
        self.bounds.append(progress.lower_bound)

    def cancelled(self) -> bool:
        return len(self.bounds) == self.enough


class UntilProven(Watcher):
    """Cancels when so many moves are proven necessary."""

    def cancelled(self) -> bool:
        return self.enough is not None and max(self.bounds, default=0) >= self.enough


HARD = load_set("depth80").instances[0]


class UntilRisen(Watcher):
    """Cancels when it has heard of two bounds, one after the other."""

    def cancelled(self) -> bool:
        return len(set(self.bounds)) > 1


def test_the_bound_rises() -> None:
    watcher = UntilRisen()
    solution = solve(HARD.start, HARD.goal, parse_method("optimal@pdb:5-5-5", threads=1), observer=watcher)
    assert solution.status is Status.CANCELLED
    assert watcher.bounds == sorted(watcher.bounds)
    assert 50 < watcher.bounds[0] < solution.lower_bound <= 80


def test_cancelling() -> None:
    watcher = Watcher(enough=3)
    solution = solve(HARD.start, HARD.goal, "optimal@pdb:5-5-5", observer=watcher)
    assert solution.status is Status.CANCELLED
    assert len(watcher.bounds) == 3
    assert solution.lower_bound > 50


def test_optimal_takes_pattern_databases_only() -> None:
    with pytest.raises(MethodError, match="optimal takes pattern databases"):
        parse_method("optimal@manhattan")


class TestCheckpoint:
    METHOD = "optimal@pdb:5-5-5"
    INSTANCE = load_set("korf15").instances[87]

    def test_a_finished_journal_answers_with_the_same_total(self, tmp_path: Path) -> None:
        path = tmp_path / "journal"
        method = parse_method(self.METHOD, threads=1, checkpoint=path)
        first = solve(self.INSTANCE.start, self.INSTANCE.goal, method)
        second = solve(self.INSTANCE.start, self.INSTANCE.goal, method)
        assert first.cost == second.cost == self.INSTANCE.optimal
        assert first.stats.generated == second.stats.generated

    def test_kill_in_the_middle_of_an_iteration(self, tmp_path: Path) -> None:
        plain = solve(
            self.INSTANCE.start, self.INSTANCE.goal, parse_method(self.METHOD, threads=1, checkpoint=tmp_path / "whole")
        )
        path = tmp_path / "journal"
        code = (
            "import sys, taquin.methods.checkpoint as c; from tests.unit.test_optimal import *; c.FLUSH_INTERVAL = 0.0\n"
            "case = TestCheckpoint; method = parse_method(case.METHOD, threads=1, checkpoint=sys.argv[1])\n"
            "solve(case.INSTANCE.start, case.INSTANCE.goal, method)"
        )
        process = subprocess.Popen([sys.executable, "-c", code, str(path)])
        wait_until(lambda: process.poll() is not None or (path.exists() and path.stat().st_size >= 5000), "a checkpoint")
        process.send_signal(signal.SIGKILL)
        process.wait()
        with path.open("ab") as file:
            file.write(b'{"done": [[12, 34], [5')  # what a power cut in the middle of a line leaves
        resumed = solve(self.INSTANCE.start, self.INSTANCE.goal, parse_method(self.METHOD, threads=1, checkpoint=path))
        assert resumed.cost == plain.cost
        assert resumed.stats.generated == plain.stats.generated

    def test_a_journal_of_another_search_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "journal"
        method = parse_method(self.METHOD, checkpoint=path)
        solve(load_set("korf15").instances[78].start, "first", method)
        with pytest.raises(InputError, match="another search"):
            solve(self.INSTANCE.start, "first", method)
        path.write_text("precious notes\n")
        with pytest.raises(InputError, match="not a checkpoint"):
            solve(self.INSTANCE.start, "first", method)
        assert path.read_text() == "precious notes\n"

    def test_work_that_no_search_has_done_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "journal"
        checkpoint = Checkpoint(path, {})
        checkpoint.finished(checkpoint.begin(40, 10, 5), 10, 7)  # of the roots 0 to 9
        checkpoint.close()
        with pytest.raises(InputError, match="work that no search has done"):
            Checkpoint(path, {})
        path.write_bytes(path.read_bytes().splitlines(keepends=True)[0] * 2)
        with pytest.raises(InputError, match="work that no search has done"):
            Checkpoint(path, {})


def goal_with_blank(rows: int, cols: int, blank: int) -> Board:
    tiles = list(range(1, rows * cols))
    return Board.from_tiles(rows, cols, [*tiles[:blank], 0, *tiles[blank:]])


USUAL = {
    (4, 4, 15): "pdb:6-6-3",
    (4, 4, 2): "pdb:6-6-3/2",  # the second partition in the place of a reflection
    (4, 4, 5): "pdb:7-7-1",  # on a diagonal
    (3, 4, 11): "pdb:8-3",  # solved before more tables are built
    (3, 5, 14): "pdb:7-7",
    (4, 5, 19): "pdb:6-6-6-1/2",
    (5, 5, 0): "pdb:6-6-6-6",
    (5, 5, 24): "pdb:6-6-6-6",
    (4, 6, 23): "pdb:6-6-6-5/2",
    (5, 6, 29): "pdb:5-5-5-5-5-4/2",
    (5, 7, 17): "pdb:5-5-5-5-5-5-4",  # in the middle
}


DEEPEST_3X4 = [
    (3, 2, 0, 1, 7, 6, 5, 8, 11, 10, 9, 4),
    (3, 2, 0, 1, 11, 6, 5, 4, 7, 10, 9, 8),
    (3, 2, 0, 4, 7, 6, 5, 1, 11, 10, 9, 8),
    (3, 2, 4, 8, 7, 6, 5, 9, 11, 10, 0, 1),
    (7, 2, 0, 1, 3, 6, 5, 4, 11, 10, 9, 8),
]
"""What `explore(goal_with_blank(3, 4, 1))` calls the deepest: 53 moves. It takes ten seconds, and is tested with the referee."""


class TestTwoPartitions:
    @pytest.mark.parametrize(("place", "name"), USUAL.items())
    def test_they_are_usual_where_there_is_no_reflection(
        self, monkeypatch: pytest.MonkeyPatch, place: tuple[int, int, int], name: str
    ) -> None:
        monkeypatch.setattr(solvers, "available_memory", lambda: 64 << 30)
        goal = goal_with_blank(*place)
        assert usual_databases(goal) == name
        if place != (3, 4, 11) and place != (3, 5, 14):
            assert len(partition_named(name).plan(goal).views) == 2

    @pytest.mark.parametrize("memory", [1 << 30, 500 << 20, 300 << 20, 100 << 20, 10 << 20, 1 << 20])
    def test_they_stay_within_the_memory(self, monkeypatch: pytest.MonkeyPatch, memory: int) -> None:
        for place in ((4, 6, 23), (4, 6, 13), (5, 6, 29), (4, 4, 2)):
            goal = goal_with_blank(*place)
            monkeypatch.setattr(solvers, "available_memory", lambda: 64 << 30)
            assert partition_named(usual_databases(goal, memory)).plan(goal).size <= memory
            monkeypatch.setattr(solvers, "available_memory", lambda: 3 * memory)
            assert partition_named(usual_databases(goal)).plan(goal).size <= memory

    @pytest.mark.parametrize("blank", [11, 1, 9])
    def test_no_estimate_exceeds_the_distance(self, blank: int) -> None:
        goal = goal_with_blank(3, 4, blank)
        one, two = (parse_heuristic(name).towards(goal) for name in ("pdb:4-4-3", "pdb:4-4-3/2"))
        layer, seen, larger = {goal}, {goal}, 0
        for depth in range(13):
            assert all(two(board.tiles) <= depth for board in layer)
            larger += sum(one(board.tiles) < two(board.tiles) for board in layer)
            assert all(one(board.tiles) <= two(board.tiles) for board in layer)
            layer = {next_board for board in layer for _, next_board in board.neighbours()} - seen
            seen |= layer
        assert larger > 0

    @pytest.mark.parametrize("place", [(3, 4, 1), (3, 4, 9), (2, 5, 3)])
    def test_paths_are_shortest(self, place: tuple[int, int, int]) -> None:
        goal = goal_with_blank(*place)
        name = {12: "pdb:4-4-3/2", 10: "pdb:4-3-2/2"}[len(goal.tiles)]
        layer, seen = {goal}, {goal}
        rng = random.Random(str(place))
        for depth in range(15):
            for start in rng.sample(sorted(layer, key=lambda board: board.tiles), min(3, len(layer))):
                solution = solve(start, goal, parse_method(f"optimal@{name}", threads=1))
                assert (solution.status, solution.cost) == (Status.OPTIMAL, depth)
            layer = {next_board for board in layer for _, next_board in board.neighbours()} - seen
            seen |= layer

    def test_the_deepest_boards_of_2x5(self) -> None:
        goal = goal_with_blank(2, 5, 3)
        space = explore(goal)
        assert space.deepest
        for start in space.deepest:
            solution = solve(start, goal, "optimal@pdb:5-4/2")
            assert (solution.status, solution.cost) == (Status.OPTIMAL, space.max_depth)

    @pytest.mark.slow
    def test_the_deepest_boards_of_3x4(self) -> None:
        goal = goal_with_blank(3, 4, 1)
        for tiles in DEEPEST_3X4:
            solution = solve(Board.from_tiles(3, 4, tiles), goal, "optimal@pdb:6-5/2")
            assert (solution.status, solution.cost) == (Status.OPTIMAL, 53)

    def test_they_save_nodes_and_nothing_else(self) -> None:
        goal = goal_with_blank(4, 4, 2)
        start = walk_board(goal, 90, random.Random(3))
        one, two = (solve(start, goal, parse_method(f"optimal@{name}", threads=1)) for name in ("pdb:5-5-5", "pdb:5-5-5/2"))
        assert one.cost == two.cost
        assert two.stats.generated < one.stats.generated

    @pytest.mark.parametrize("engine", ["python", "native"])
    def test_a_named_search_takes_them_too(self, engine: str) -> None:
        goal = goal_with_blank(3, 3, 1)
        start = layered_board(goal, 22, random.Random(1))
        solution = solve(start, goal, "astar@pdb:4-4/2", engine=engine)
        assert solution.cost == 22

    @pytest.mark.parametrize("text", ["pdb:6-6-3/3", "pdb:6-6-3/", "pdb:1+2-3/2", "pdb:/2", "pdb:6/2-3"])
    def test_texts_that_say_something_else_are_refused(self, text: str) -> None:
        with pytest.raises(MethodError, match="two partitions"):
            parse_heuristic(text)


GOAL45 = Board.goal(4, 5)
HARD45 = uniform_board(GOAL45, random.Random(11))
START45 = walk_board(GOAL45, 140, random.Random(3))
HERE, THERE = "start", "goal"


class Ends:
    """Searches of 4x5 boards with small tables, which try the other end early."""

    def __init__(self) -> None:
        self.trials: list[tuple[int, int]] = []
        """The bound and the nodes of each."""
        self.iterated: list[tuple[str, int]] = []
        """The end that each stage began at, and the bound."""

    def solve(self, start: Board = START45, limits: Limits | None = None, checkpoint: Path | None = None) -> Solution:
        return solve(start, GOAL45, parse_method("optimal", threads=1, checkpoint=checkpoint), limits=limits or Limits())


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Ends:
    """Note what runs do; no quick path ends them, and the other end is tried after an iteration of a thousand nodes."""
    noted = Ends()
    count, iterate = OptimalRun._count, OptimalRun._iterate

    def count_noted(self: OptimalRun, solver: object, end: End, bound: int) -> int:
        assert bound < self.lower_bound, "the bound of a trial was exhausted before"
        noted.trials.append((bound, count(self, solver, end, bound)))  # type: ignore[arg-type]
        return noted.trials[-1][1]

    def iterate_noted(self: OptimalRun, solver: object, stage: optimal.Stage) -> tuple[bytes | None, str]:
        noted.iterated.append((THERE if self.end.is_goal else HERE, self._next_bound))
        return iterate(self, solver, stage)  # type: ignore[arg-type]

    monkeypatch.setattr(OptimalRun, "_count", count_noted)
    monkeypatch.setattr(OptimalRun, "_iterate", iterate_noted)
    monkeypatch.setattr(OptimalRun, "_find_quick_path", lambda _self: None)
    monkeypatch.setattr(solvers, "LARGE_BOARD_BYTES", 1 << 20)
    monkeypatch.setattr(optimal, "LONG_NODES", 1000)
    monkeypatch.setattr(optimal, "LEAST_ROOTS", 100)  # else splitting finds the path
    assert usual_databases(GOAL45) == "pdb:4-4-4-4-3/2"
    return noted


def prefer(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """Let an end win every trial; its nodes are counted all the same."""
    count = OptimalRun._count

    def counted(self: OptimalRun, solver: object, other: End, bound: int) -> int:
        count(self, solver, other, bound)  # type: ignore[arg-type]
        return 0 if end == THERE else 1 << 62

    monkeypatch.setattr(OptimalRun, "_count", counted)


class TestTheBetterEnd:
    @pytest.mark.parametrize("better", [HERE, THERE])
    def test_either_end_finds_a_shortest_path(self, monkeypatch: pytest.MonkeyPatch, ends: Ends, better: str) -> None:
        prefer(monkeypatch, better)
        solution = ends.solve()
        plain = solve(START45, GOAL45, "optimal@pdb:4-4-4-4-3/2")
        assert (solution.status, solution.cost, solution.lower_bound) == (Status.OPTIMAL, plain.cost, plain.cost)
        (first, _), (then, bound) = ends.iterated[:2]
        assert (first, then) == (HERE, better)
        ((tried, _),) = ends.trials
        assert tried < bound, "what was proven is not proven again"

    def test_the_end_with_fewer_nodes_serves(self, ends: Ends) -> None:
        chosen = set()
        for seed in (0, 1, 3, 4, 5, 9):
            start = walk_board(GOAL45, 140, random.Random(seed))
            ends.trials.clear()
            ends.iterated.clear()
            solution = ends.solve(start)
            last = ends.iterated[-1][0]
            assert solution.cost == solve(start, GOAL45, "optimal@pdb:4-4-4-4-3/2").cost
            if not ends.trials:
                continue
            ((bound, nodes),) = ends.trials
            here = exhausted_nodes(start, GOAL45, bound)
            there = exhausted_nodes(GOAL45, start, bound)
            assert nodes == min(here, there)
            assert last == (THERE if there < here else HERE)
            chosen.add(last)
        assert chosen == {HERE, THERE}

    def test_a_depth_limit(self, monkeypatch: pytest.MonkeyPatch, ends: Ends) -> None:
        prefer(monkeypatch, THERE)
        cost = ends.solve().cost
        assert cost is not None
        solution = ends.solve(limits=Limits(depth=cost - 1))
        assert (solution.status, solution.cause, solution.lower_bound) == (Status.GAVE_UP, Cause.DEPTH_LIMIT, cost)

    def test_a_node_limit_in_the_trial(self, ends: Ends) -> None:
        with_trial = ends.solve(HARD45, Limits(nodes=2_000_000))
        assert (with_trial.status, with_trial.cause) == (Status.LIMIT, Cause.NODE_LIMIT)
        ends.trials.clear()
        nodes_before = sum(exhausted(HARD45, GOAL45, 1000))
        solution = ends.solve(HARD45, Limits(nodes=nodes_before + 1))
        assert (solution.status, solution.cause) == (Status.LIMIT, Cause.NODE_LIMIT)
        assert not ends.trials, "the trial was stopped before it could tell"
        assert len(ends.iterated) == 3, "there is no stage after it"

    def test_time_and_cancelling(self, monkeypatch: pytest.MonkeyPatch, ends: Ends) -> None:
        solution = ends.solve(HARD45, Limits(time=0.5))
        assert (solution.status, solution.cause) == (Status.LIMIT, Cause.TIME_LIMIT)
        solution = solve(HARD45, GOAL45, "optimal", observer=UntilProven(41))
        assert solution.status is Status.CANCELLED
        assert solution.lower_bound > 40

    def test_what_it_says_meanwhile(self, monkeypatch: pytest.MonkeyPatch, ends: Ends) -> None:
        said = []
        poll = OptimalRun._poll

        def polled(self: OptimalRun, done: int, stage: str = "") -> Callable[[int, int], bool]:
            said.append(stage)
            return poll(self, done, stage)

        monkeypatch.setattr(OptimalRun, "_poll", polled)
        ends.solve()
        assert said == ["", "trying the other end", ""]

    def test_without_the_memory_there_is_no_trial(self, ends: Ends) -> None:
        size = partition_named("pdb:4-4-4-4-3/2").plan(GOAL45).size
        solution = ends.solve(limits=Limits(memory=size))
        assert (solution.status, ends.trials) == (Status.OPTIMAL, [])
        solution = ends.solve(limits=Limits(memory=20 * size))
        assert (solution.status, len(ends.trials)) == (Status.OPTIMAL, 1)
        assert solution.stats.peak_memory <= 20 * size

    def test_named_tables_and_classical_ones_stay_at_the_start(self, monkeypatch: pytest.MonkeyPatch, ends: Ends) -> None:
        assert solve(START45, GOAL45, "optimal@pdb:4-4-4-4-3/2").status is Status.OPTIMAL
        assert ends.trials == []
        for goal in (Board.goal(4, 4), Board.goal(5, 5), Board.goal(5, 5, "first"), goal_with_blank(4, 4, 2)):
            run = OptimalRun(Question(goal.apply(goal.moves()[0]), goal, parse_method("optimal")), Observer())
            assert not any(stage.until_long for stage in run._stages())

    @pytest.mark.parametrize("better", [HERE, THERE])
    @pytest.mark.parametrize("interrupted_after", [2_000, 8_000, 40_000])
    def test_a_checkpoint_is_taken_up(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ends: Ends, better: str, interrupted_after: int
    ) -> None:
        prefer(monkeypatch, better)
        whole = ends.solve(checkpoint=tmp_path / "whole")
        assert (whole.status, len(ends.trials)) == (Status.OPTIMAL, 1)
        assert whole.cost == solve(START45, GOAL45, "optimal@pdb:4-4-4-4-3/2").cost
        assert whole.stats.generated > 40_000
        cut = ends.solve(limits=Limits(nodes=interrupted_after), checkpoint=tmp_path / "cut")
        assert cut.cause is Cause.NODE_LIMIT
        tried = len(ends.trials)
        resumed = ends.solve(checkpoint=tmp_path / "cut")
        assert (resumed.cost, resumed.stats.generated) == (whole.cost, whole.stats.generated)
        assert ends.iterated[-1][0] == better
        assert len(ends.trials) == (2 if tried == 2 else tried + 1), "a trial that was noted is not made again"
        again = ends.solve(checkpoint=tmp_path / "cut")
        assert again.stats.generated == whole.stats.generated

    def test_an_iteration_that_was_begun_goes_on_from_its_end(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ends: Ends
    ) -> None:
        monkeypatch.setattr(optimal, "LONG_NODES", 1 << 60)
        ends.solve(limits=Limits(nodes=40_000), checkpoint=tmp_path / "cut")
        monkeypatch.setattr(optimal, "LONG_NODES", 1)
        solution = ends.solve(checkpoint=tmp_path / "cut")
        assert solution.status is Status.OPTIMAL
        journal = Checkpoint(tmp_path / "cut", dict(identity_of(tmp_path / "cut")))
        assert journal.trial is None or journal.trial.bound == max(journal.iterations)
        journal.close()

    def test_a_journal_with_a_broken_trial_is_refused(self, tmp_path: Path, ends: Ends) -> None:
        path = tmp_path / "journal"
        ends.solve(limits=Limits(nodes=2_000), checkpoint=path)
        text = path.read_text()
        path.write_text(text + '{"tried": 50, "nodes": "many", "tables": null}\n' + '{"done": [[1, 2]]}\n')
        with pytest.raises(InputError, match="checkpoint"):
            ends.solve(checkpoint=path)


def identity_of(path: Path) -> dict[str, object]:
    header = json.loads(path.read_text().splitlines()[0])
    return {name: value for name, value in header.items() if name not in ("taquin", "version", "check")}


def exhausted_nodes(start: Board, goal: Board, bound: int) -> int:
    """Return the nodes of the iteration under a bound that no path keeps within."""
    solver = solver_for(usual_databases(goal), goal, True)
    found, _, nodes, _, _ = solver.solve(start.tiles, 1, bound, bound + 2, None, None, lambda _nodes, _bound: False)
    assert found is None
    return nodes


def exhausted(start: Board, goal: Board, long: int) -> list[int]:
    """Return the nodes of the iterations up to the first long one."""
    solver = solver_for(usual_databases(goal), goal, True)
    _, _, _, iterations, _ = solver.solve(start.tiles, 1, 0, 1 << 30, None, None, lambda _nodes, _bound: False, 0, long)
    return [nodes for _, nodes in iterations]


def test_a_trial_is_written_down(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Checkpoint(path, {"start": [1]})
    first = journal.begin(40, 3, 5)
    journal.finished(first, 0, 7)
    assert journal.ends_stage(42, is_long=True)
    assert not journal.ends_stage(42, is_long=False)
    journal.tried(42, 11, "pdb:5-5-4")
    journal.begin(42, 3, 6)
    journal.close()
    again = Checkpoint(path, {"start": [1]})
    assert again.trial == Trial(42, 11, "pdb:5-5-4")
    assert again.iterations[40].done == {0: 7}
    assert again.ends_stage(42, is_long=False)
    assert not again.ends_stage(44, is_long=True)
    again.close()


def test_difficulty() -> None:
    assert describe_difficulty(Board.goal(4, 4), 80) == "80 moves: deeper than 99.99999999 % of 15-puzzles"
    assert describe_difficulty(Board.goal(3, 3), 0) == "0 moves: among the easiest 8-puzzles"
    assert describe_difficulty(Board.goal(3, 4, "first"), 1) is not None
    middle = Board([[1, 2, 3], [4, 0, 5], [6, 7, 8]])
    assert describe_difficulty(middle, 10) is None
    assert describe_difficulty(Board.goal(9, 9), 10) is None


def test_tables_that_came_along_are_used_until_building_others_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "_spent", Counter())
    monkeypatch.setattr(OptimalRun, "_available", lambda _run, _name: False)
    question = ask(HARD.start, HARD.goal, "optimal")

    def first() -> optimal.Stage:
        return next(OptimalRun(question, Observer())._stages())

    assert first() == ("pdb:5-5-5", optimal.EASY_NODES, False)
    optimal._spent["pdb:5-5-5", HARD.goal] = optimal.EASY_NODES - 5
    assert first() == ("pdb:5-5-5", 5, False)
    optimal._spent["pdb:5-5-5", HARD.goal] = optimal.EASY_NODES
    assert first().tables == "pdb:6-6-3"
