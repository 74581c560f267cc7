# SPDX-License-Identifier: MIT
"""The method `optimal`: IDA* with pattern databases and a move automaton, on threads, in the native core.

It is free to choose its tables and says which it used. Boards up to nine cells are looked up in an exact table. On 4x4 it
begins with 6-6-3, which is built in a moment, and goes over to 7-8 when a board turns out to be hard, or when so many boards
were solved that 7-8 pays. The bound that was proven is never proven again: the next tables go on from it.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from taquin import reasons
from taquin.board import Board, Move
from taquin.cores import usable_cores
from taquin.engines import ENGINES
from taquin.engines.anytime import quick_path
from taquin.engines.checkpoint import Journal
from taquin.heuristics import parse_heuristic
from taquin.heuristics.pattern import databases, load_plan, partition_named, settled_databases
from taquin.problem import Problem
from taquin.solution import Limits, Observer, Outcome, Progress, Stats, Status
from taquin.tables.automata import load_automaton
from taquin.tables.memory import available_memory
from taquin.tables.patterns import BuildCancelledError, Plan, build_bytes, is_at_hand, native_core

if TYPE_CHECKING:
    from taquin._core import OptimalSolver

EXACT_TILES: Final = 8
"""Boards with at most so many tiles fit one table whole."""
EASY_NODES: Final = 3_000_000
"""Where 6-6-3 has not been built yet, a board that needs fewer nodes is solved with the tables that came with the package."""
HARD_NODES: Final = 60_000_000
"""A 4x4 board that needs more nodes with 6-6-3 gets 7-8: about when building those begins to pay."""
MANY_NODES: Final = 30_000_000
"""After so many nodes with 6-6-3 for one goal, its next boards begin with 7-8 where that is at hand: mapping it has paid."""
VERY_MANY_NODES: Final = 1_000_000_000
"""After so many, 7-8 is built if need be: it has cost as much to do without."""
SETTLING_NODES: Final = 20_000_000
"""After so many nodes with the same tables, they are copied to huge pages: some 20 % faster, for half a second with 7-8."""
SETTLED_SECONDS: Final = 20.0
"""A search of a large board that may take so long has its tables there from the beginning."""
SMALL_BOARD_BYTES: Final = 64 << 20
LARGE_BOARD_BYTES: Final = 300 << 20
"""Tables that boards up to 16 cells, and larger ones, may use."""
CORNERS: Final = (0, 3, 12, 15)
"""Of a 4x4 board: the classical partitions are for a blank at home in one of them."""
LEAST_ROOTS: Final = 20_000
MOST_ROOTS: Final = 500_000
"""Subtrees of an iteration that is written down or sent out."""
NODES_PER_ROOT: Final = 2_000_000
"""Nodes of a mean subtree of a long iteration: the largest has some hundreds of times as many, and must not take a minute."""
USUAL_GROWTH: Final = 8
"""An iteration is about so many times as large as the one before."""
LARGEST_QUICK: Final = 16
"""Boards with more cells begin with a quick path: their search may not end in time."""
QUICK_SECONDS: Final = 2.0
NO_LENGTH: Final = 2**31 - 1
REPORT_INTERVAL: Final = 0.1
MOVES: Final = tuple(Move)

_spent: Counter[tuple[str, Board]] = Counter()
"""Nodes that this process has searched, by tables and goal."""
_preparing = threading.Lock()
"""So that two threads do not copy the same tables."""


class Stopped(Exception):  # noqa: N818 - no error: it carries a status
    """Time ran out or somebody cancelled while tables were being built."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def solve_optimal(problem: Problem, limits: Limits, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    if problem.start == problem.goal:
        return Outcome(Status.OPTIMAL, (), stats=Stats(generated=1, max_frontier=1))
    if len(problem.goal.tiles) - 1 <= EXACT_TILES and problem.method.heuristic is None:
        return _solve_exactly(problem, limits, observer)
    run = OptimalRun(problem, limits, observer)
    try:
        return run.solve()
    except Stopped as stopped:
        return run.outcome(stopped.status, stopped.reason)


def _solve_exactly(problem: Problem, limits: Limits, observer: Observer) -> Outcome:
    """Follow a table that knows the distance of every board; A* then expands little more than the path."""
    name = f"pdb:{len(problem.goal.tiles) - 1}"
    method = replace(problem.method, algorithm="astar", heuristic=parse_heuristic(name))
    outcome = ENGINES["native"].solve(replace(problem, method=method), limits, observer)
    return replace(outcome, heuristic=name)


class OptimalRun:
    """One board on its way through the stages."""

    def __init__(self, problem: Problem, limits: Limits, observer: Observer) -> None:
        self.problem = problem
        self.limits = limits
        self.observer = observer
        self.threads = problem.method.threads or usable_cores()
        self.begin = time.perf_counter()
        self.next_report = self.begin + REPORT_INTERVAL
        self.used = ""
        self.lower_bound = 0
        self.nodes = 1
        self.iterations = 0
        self.memory = 0
        self.max_depth = 0
        self.best: bytes | None = None
        """The shortest path found so far, proven or not."""

    def solve(self) -> Outcome:
        """Go through the stages until one ends with an answer."""
        if len(self.problem.goal.tiles) > LARGEST_QUICK:
            self._find_quick_path()
        for name, node_limit in self._stages():
            solver = self._prepare(name)
            left = None if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes)
            before = self.nodes
            moves, stop = self._iterate(solver, _smaller(node_limit, left))
            _spent[name, self.problem.goal] += self.nodes - before
            if moves is None and self.best is not None and self.lower_bound >= len(self.best):
                moves = self.best
            if moves is not None:
                self.best = moves
                self.lower_bound = self.max_depth = len(moves)
                return self.outcome(Status.OPTIMAL, "")
            if stop == "cancelled":
                return self.outcome(Status.CANCELLED, reasons.CANCELLED)
            if stop == "time":
                return self.outcome(Status.LIMIT, reasons.time_limit(self.limits.time))
            if stop == "nodes" and left is not None and left == _smaller(node_limit, left):
                return self.outcome(Status.LIMIT, reasons.node_limit(self.limits.nodes))
            if self.lower_bound > self._most_moves():
                return self.outcome(Status.GAVE_UP, reasons.depth_limit(self.limits.depth))
        raise AssertionError("the last stage has no limit of its own")

    def outcome(self, status: Status, reason: str) -> Outcome:
        """Close the books; the best path found so far goes with every status."""
        moves = None if self.best is None else tuple(map(MOVES.__getitem__, self.best))
        return Outcome(status, moves, self.lower_bound, reason, self._stats(), heuristic=self.used)

    def _find_quick_path(self) -> None:
        """Begin with a good path, so that there is an answer at every moment and an end of the search in sight."""
        seconds = QUICK_SECONDS if self.limits.time is None else min(QUICK_SECONDS, self.limits.time / 10)
        found = quick_path(self.problem, seconds, None, lambda _length, _seconds: None, self.observer.cancelled)
        if len(found.moves) <= self._most_moves():
            self.best = found.moves
        self.lower_bound = found.lower_bound

    def _stats(self) -> Stats:
        elapsed = time.perf_counter() - self.begin
        return Stats(self.nodes, 0, 0, self.max_depth, max(self.iterations, 1), elapsed, self.memory)

    def _stages(self) -> Iterator[tuple[str, int | None]]:
        """Yield the tables to use, each with the nodes after which to try the next."""
        goal = self.problem.goal
        named = self.problem.method.heuristic
        if named is not None:
            yield named.name, None
        elif goal.shape == (4, 4) and goal.blank in CORNERS:
            if self.problem.method.checkpoint is None and self._affordable("pdb:8-7"):
                if not self._has_paid_for_large_tables():
                    if not self._at_hand("pdb:6-6-3"):
                        yield "pdb:5-5-5", EASY_NODES
                    yield "pdb:6-6-3", HARD_NODES
                yield "pdb:8-7", None
            else:
                yield "pdb:6-6-3", None
        else:
            yield usual_databases(goal, self.limits.memory), None

    def _plan(self, name: str) -> Plan:
        return partition_named(name).plan(self.problem.goal)

    def _has_paid_for_large_tables(self) -> bool:
        """Tell whether earlier boards took so long with small tables that the large ones would have been cheaper."""
        spent = _spent["pdb:6-6-3", self.problem.goal]
        return spent >= VERY_MANY_NODES or (spent >= MANY_NODES and self._at_hand("pdb:8-7"))

    def _at_hand(self, name: str) -> bool:
        return all(map(is_at_hand, self._plan(name).tables))

    def _affordable(self, name: str) -> bool:
        """Tell whether tables can be had within the memory there is."""
        plan = self._plan(name)
        needed = plan.size + max((build_bytes(table) for table in plan.tables if not is_at_hand(table)), default=0)
        return needed <= min(available_memory() // 2, self.limits.memory or needed)

    def _prepare(self, name: str) -> OptimalSolver:
        """Get the tables and the automaton ready."""
        plan = self._plan(name)
        try:
            load_plan(plan, self.threads, self._building)
        except BuildCancelledError:
            if self.observer.cancelled():
                raise Stopped(Status.CANCELLED, reasons.CANCELLED) from None
            raise Stopped(Status.LIMIT, reasons.time_limit(self.limits.time)) from None
        self.used = name
        self.memory = max(self.memory, plan.size)
        settled = self._worth_settling(name, plan)
        with _preparing:
            return solver_for(name, self.problem.goal, self.problem.method.automaton, settled)

    def _worth_settling(self, name: str, plan: Plan) -> bool:
        """Tell whether the search will be, or those before were, long enough for tables of its own on huge pages."""
        copied = 2 * plan.size
        if copied > min(available_memory() // 2, self.limits.memory or copied):
            return False
        left = self._seconds_left()
        long = len(self.problem.goal.tiles) > LARGEST_QUICK and (left is None or left >= SETTLED_SECONDS)
        return long or _spent[name, self.problem.goal] >= SETTLING_NODES

    def _building(self, what: str, share: float) -> bool:
        self._report(f"building {what}: {share:.0%}")
        left = self._seconds_left()
        return not self.observer.cancelled() and (left is None or left > 0)

    def _iterate(self, solver: OptimalSolver, node_limit: int | None) -> tuple[bytes | None, str]:
        """Iterate to the solution or a limit; return the moves if solved, and what stopped it."""
        checkpoint = self.problem.method.checkpoint
        return self._search(solver, node_limit) if checkpoint is None else self._search_with_journal(solver, checkpoint)

    def _search(self, solver: OptimalSolver, node_limit: int | None) -> tuple[bytes | None, str]:
        """Iterate on from the bound that is proven already."""
        done = self.nodes
        known = NO_LENGTH if self.best is None else len(self.best)
        if (
            self.best is None and self.limits.depth is not None
        ):  # the first length beyond it that has the parity of every solution
            known = self.limits.depth + 1
            known += (known - solver.estimate(self.problem.start.tiles)) % 2
        moves, bound, nodes, iterations, stop = solver.solve(
            self.problem.start.tiles,
            self.threads,
            self.lower_bound,
            known,
            self._seconds_left(),
            node_limit,
            self._poll(done),
        )
        self.nodes = done + nodes
        self.lower_bound = max(self.lower_bound, bound)
        self.max_depth = self.lower_bound
        self.iterations += len(iterations)
        return moves, stop

    def _search_with_journal(self, solver: OptimalSolver, path: Path | None) -> tuple[bytes | None, str]:
        """Iterate over lists of subtree roots and write down each that is finished, in a file if there is to be one."""
        journal = Journal(path, self._question())
        try:
            bound = solver.estimate(self.problem.start.tiles)
            roots = LEAST_ROOTS
            while True:
                self.lower_bound = max(self.lower_bound, bound)
                before = self.nodes
                moves, stop = self._search_iteration(solver, journal, bound, roots)
                roots = _roots_after(self.nodes - before)
                self.iterations += 1
                if moves is not None or stop:
                    return moves, stop
                bound += 2
                self.lower_bound = bound
                if bound > self._most_moves() or (self.best is not None and bound >= len(self.best)):
                    return None, ""
        finally:
            journal.close()

    def _search_iteration(self, solver: OptimalSolver, journal: Journal, bound: int, roots: int) -> tuple[bytes | None, str]:
        """Search the roots of one iteration that the journal does not have."""
        start = self.problem.start.tiles
        paths, nodes_above, moves = solver.split(start, bound, roots)
        if moves is not None:
            self.nodes += nodes_above
            return moves, ""
        iteration = journal.begin(bound, len(paths), nodes_above)
        self.nodes += iteration.nodes
        done = self.nodes
        todo = [root for root in range(len(paths)) if root not in iteration.done]
        nodes, moves, stop = self._search_roots(
            solver,
            [paths[root] for root in todo],
            bound,
            lambda index, nodes: journal.finished(iteration, todo[index], nodes),
        )
        self.nodes = done + nodes
        return moves, stop

    def _search_roots(
        self, solver: OptimalSolver, paths: list[bytes], bound: int, finished: Callable[[int, int], None]
    ) -> tuple[int, bytes | None, str]:
        """Search subtrees on the threads of this machine; return their nodes, the moves if solved, and what stopped it."""
        nodes, _, moves, stop = solver.search_roots(
            self.problem.start.tiles,
            paths,
            bound,
            self.threads,
            self._seconds_left(),
            None if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes),
            self._poll(self.nodes),
            finished,
        )
        return nodes, moves, stop

    def _question(self) -> dict[str, object]:
        """What a journal belongs to."""
        return {
            "start": self.problem.start.tiles,
            "goal": self.problem.goal.tiles,
            "cols": self.problem.goal.cols,
            "tables": self.used,
            "automaton": self.problem.method.automaton,
            "roots": [LEAST_ROOTS, MOST_ROOTS, NODES_PER_ROOT],
        }

    def _poll(self, done: int) -> Callable[[int, int], bool]:
        """Return what the core calls while it searches, after `done` nodes."""

        def poll(nodes: int, bound: int) -> bool:
            self.nodes = done + nodes
            self.lower_bound = max(self.lower_bound, bound)
            self._report("")
            return self.observer.cancelled()

        return poll

    def _most_moves(self) -> int:
        return NO_LENGTH if self.limits.depth is None else self.limits.depth

    def _seconds_left(self) -> float | None:
        if self.limits.time is None:
            return None
        return max(0.0, self.limits.time - (time.perf_counter() - self.begin))

    def _report(self, stage: str) -> None:
        now = time.perf_counter()
        if now >= self.next_report:
            self.next_report = now + REPORT_INTERVAL
            stats = self._stats()
            cost = None if self.best is None else len(self.best)
            self.observer.progress(Progress(stats, 0, self.lower_bound, stats.generated / stats.elapsed, stage, cost))


def usual_databases(goal: Board, memory: int | None = None) -> str:
    """Name the pattern databases that a goal's boards are begun with."""
    tiles = len(goal.tiles) - 1
    if tiles <= EXACT_TILES:
        return f"pdb:{tiles}"
    if goal.shape == (4, 4) and goal.blank in CORNERS:
        return "pdb:6-6-3"
    most = SMALL_BOARD_BYTES if tiles < 16 else LARGE_BOARD_BYTES
    most = min(most, available_memory() // 3, memory or most)
    groups = native_core().best_partition(goal.rows, goal.cols, goal.blank, most)
    return "pdb:" + "-".join(str(size) for size in sorted(map(len, groups), reverse=True))


@lru_cache(maxsize=8)
def solver_for(name: str, goal: Board, automaton: bool, settled: bool = False) -> OptimalSolver:
    """Return the solver of a goal with its tables, made once for many boards; `settled` copies them to huge pages."""
    states = load_automaton(goal.rows, goal.cols) if automaton and len(goal.tiles) - 1 > EXACT_TILES else None
    partition = partition_named(name)
    tables = settled_databases(partition, goal) if settled else databases(partition, goal)
    solver: OptimalSolver = native_core().OptimalSolver(tables, states)
    return solver


def _roots_after(nodes: int) -> int:
    """How many roots to cut the next iteration into, by the nodes of the one before; the same when a journal is taken up."""
    return max(LEAST_ROOTS, min(MOST_ROOTS, USUAL_GROWTH * nodes // NODES_PER_ROOT))


def _smaller(one: int | None, other: int | None) -> int | None:
    """Return the smaller of two limits, None being none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
