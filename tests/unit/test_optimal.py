# SPDX-License-Identifier: MIT
"""The method `optimal`: shortest, with proof, whatever the tables, threads and interruptions."""

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from taquin import Board, Limits, Progress, Status, compare, parse_method, solve
from taquin.depth import describe_difficulty
from taquin.errors import InputError, MethodError
from taquin.instances import load_set
from taquin.methods import optimal
from taquin.methods.checkpoint import Checkpoint
from taquin.question import Question
from taquin.scramble import board_at_depth, depth_layers, uniform_board
from taquin.solution import Observer


@pytest.mark.parametrize("layout", ["last", "first", "snail"])
def test_every_depth_of_3x3(layout: str) -> None:
    goal = Board.goal(3, 3, layout)
    rng = random.Random(layout)
    for depth in range(len(depth_layers(goal))):
        solution = solve(board_at_depth(goal, depth, rng), goal)
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
        monkeypatch.setattr(optimal, "_spent", Counter({("pdb:6-6-3", instance.goal): nodes}))
        assert next(run._stages())[0] == first


def test_any_goal_of_4x4() -> None:
    rng = random.Random(7)
    for _ in range(2):
        goal = uniform_board(Board.goal(4, 4), rng)
        start = uniform_board(goal, rng)
        first, second = compare(start, ["optimal@pdb:5-5-5", "optimal"], goal)
        assert first.cost == second.cost
        assert first.status is second.status is Status.OPTIMAL


class Watcher(Observer):
    def __init__(self, seconds: float = float("inf")) -> None:
        self.end = time.perf_counter() + seconds
        self.bounds: list[int] = []

    def progress(self, progress: Progress) -> None:
        self.bounds.append(progress.lower_bound)

    def cancelled(self) -> bool:
        return time.perf_counter() > self.end


HARD = load_set("depth80").instances[0]


def test_a_time_limit_carries_what_is_proven_and_the_bound_rises() -> None:
    watcher = Watcher()
    method = parse_method("optimal@pdb:5-5-5", threads=1)
    solution = solve(HARD.start, HARD.goal, method, limits=Limits(time=2.5), observer=watcher)
    assert (solution.status, solution.reason) == (Status.LIMIT, "time limit of 2.5 s reached")
    assert 50 < solution.lower_bound <= 80
    assert watcher.bounds == sorted(watcher.bounds)
    assert len(set(watcher.bounds)) > 1


def test_cancelling() -> None:
    watcher = Watcher(0.5)
    solution = solve(HARD.start, HARD.goal, "optimal@pdb:5-5-5", observer=watcher)
    assert solution.status is Status.CANCELLED
    assert time.perf_counter() < watcher.end + 1.0  # promised 0.1; the machine may be busy
    assert solution.lower_bound > 50


def test_node_limit() -> None:
    solution = solve(HARD.start, HARD.goal, "optimal@pdb:5-5-5", limits=Limits(nodes=100_000))
    assert (solution.status, solution.reason) == (Status.LIMIT, "node limit of 100000 reached")
    assert 95_000 < solution.stats.generated < 300_000  # threads report in batches


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
        while process.poll() is None and (not path.exists() or path.stat().st_size < 5000):
            time.sleep(0.005)
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


def test_difficulty() -> None:
    assert describe_difficulty(Board.goal(4, 4), 80) == "80 moves: deeper than 99.99999999 % of 15-puzzles"
    assert describe_difficulty(Board.goal(3, 3), 0) == "0 moves: among the easiest 8-puzzles"
    assert describe_difficulty(Board.goal(3, 4, "first"), 1) is not None
    middle = Board([[1, 2, 3], [4, 0, 5], [6, 7, 8]])
    assert describe_difficulty(middle, 10) is None
    assert describe_difficulty(Board.goal(9, 9), 10) is None
