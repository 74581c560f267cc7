# SPDX-License-Identifier: MIT
"""The method `optimal`: IDA* with pattern databases and a move automaton, on threads, in the native core.

It is free to choose its tables and says which it used. Boards up to nine cells are looked up in an exact table. On 4x4 it
begins with 6-6-3, which is built in a moment, and goes over to 7-8 when a board turns out to be hard, or when so many boards
were solved that 7-8 pays. The bound that was proven is never proven again: the next tables go on from it.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from taquin import reasons
from taquin.board import Board, moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.compiled_core import compiled_core
from taquin.heuristics import parse_heuristic
from taquin.machine import available_memory, usable_cores
from taquin.methods.quick_path import quick_path
from taquin.methods.ready_tables import make_automaton_ready, make_ready
from taquin.methods.textbook import search_in_core
from taquin.question import Question
from taquin.reasons import Reason
from taquin.solution import Observer, Outcome, Progress, Stats, Status
from taquin.tables.automata import load_automaton
from taquin.tables.partitions import databases, databases_in_huge_pages, partition_named
from taquin.tables.patterns import Plan, build_bytes, is_available

if TYPE_CHECKING:
    from taquin._core import OptimalSolver
    from taquin.methods.checkpoint import Checkpoint

EXACT_TILES: Final = 8
"""Boards with at most so many tiles fit one table whole."""
EASY_NODES: Final = 3_000_000
"""Where 6-6-3 has not been built yet, a board that needs fewer nodes is solved with the tables that came with the package."""
HARD_NODES: Final = 60_000_000
"""A 4x4 board that needs more nodes with 6-6-3 gets 7-8: about when building those begins to pay."""
MANY_NODES: Final = 30_000_000
"""After so many nodes with 6-6-3 for one goal, its next boards begin with 7-8 if it is there already: mapping it has paid."""
VERY_MANY_NODES: Final = 1_000_000_000
"""After so many, 7-8 is built if need be: it has cost as much to do without."""
HUGE_PAGE_NODES: Final = 20_000_000
"""After so many nodes with the same tables, they are copied to huge pages: some 20 % faster, for half a second with 7-8."""
HUGE_PAGE_SECONDS: Final = 20.0
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

_spent: Counter[tuple[str, Board]] = Counter()
"""Nodes that this process has searched, by tables and goal."""
_preparing = threading.Lock()
"""So that two threads do not copy the same tables."""


def solve_optimal(question: Question, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    if question.start == question.goal:
        return Outcome(Status.OPTIMAL, (), stats=Stats(generated=1, max_frontier=1))
    if len(question.goal.tiles) - 1 <= EXACT_TILES and question.method.heuristic is None:
        return _solve_exactly(question, observer)
    return OptimalRun(question, observer).run()


def _solve_exactly(question: Question, observer: Observer) -> Outcome:
    """Follow a table that knows the distance of every board; A* then expands little more than the path."""
    name = f"pdb:{len(question.goal.tiles) - 1}"
    method = question.method.with_algorithm("astar", _exact_heuristic(name))
    outcome = search_in_core(replace(question, method=method), observer)
    return replace(outcome, heuristic=name)


_exact_heuristic = lru_cache(maxsize=16)(parse_heuristic)
"""Made once for many boards."""


class OptimalRun:
    """One board on its way through the stages."""

    def __init__(self, question: Question, observer: Observer) -> None:
        self.question = question
        self.method = question.method
        self.limits = question.limits
        self.threads = question.method["threads"] or usable_cores()
        self.clock = Clock(question.limits, observer)
        self.used = ""
        self.lower_bound = 0
        self.nodes = 1
        self.iterations = 0
        self.memory = 0
        self.max_depth = 0
        self.best: bytes | None = None
        """The shortest path found so far, proven or not."""

    def run(self) -> Outcome:
        """Find a shortest path, or what could be proven before somebody stopped it."""
        try:
            return self.solve()
        except Stopped as stopped:
            return self.outcome(stopped.status, stopped.reason)

    def solve(self) -> Outcome:
        """Go through the stages until one ends with an answer."""
        if len(self.question.goal.tiles) > LARGEST_QUICK:
            self._find_quick_path()
        for name, node_limit in self._stages():
            solver = self._prepare(name)
            left = None if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes)
            before = self.nodes
            moves, stop = self._iterate(solver, _smaller(node_limit, left))
            _spent[name, self.question.goal] += self.nodes - before
            if moves is None and self.best is not None and self.lower_bound >= len(self.best):
                moves = self.best
            if moves is not None:
                self.best = moves
                self.lower_bound = self.max_depth = len(moves)
                return self.outcome(Status.OPTIMAL)
            if stop in ("cancelled", "time"):
                return self.outcome(*self._why_stopped(stop))
            if stop == "nodes" and left is not None and left == _smaller(node_limit, left):
                return self.outcome(Status.LIMIT, reasons.node_limit(self.limits.nodes))
            if self.lower_bound > self._most_moves():
                return self.outcome(Status.GAVE_UP, reasons.depth_limit(self.limits.depth))
        raise AssertionError("the last stage has no limit of its own")

    def _why_stopped(self, stop: str) -> tuple[Status, Reason]:
        if stop == "cancelled":
            return Status.CANCELLED, reasons.CANCELLED
        return Status.LIMIT, reasons.time_limit(self.limits.time)

    def outcome(self, status: Status, reason: Reason | None = None) -> Outcome:
        """Close the books; the best path found so far goes with every status."""
        moves = None if self.best is None else moves_of_codes(self.best)
        return Outcome(status, moves, self.lower_bound, reason, self._stats(), heuristic=self.used)

    def _find_quick_path(self) -> None:
        """Begin with a good path, so that there is an answer at every moment and an end of the search in sight."""
        seconds = QUICK_SECONDS if self.limits.time is None else min(QUICK_SECONDS, self.limits.time / 10)
        found = quick_path(self.question, seconds, None, lambda _length, _seconds: None, self.clock.cancelled)
        if found.moves is not None and len(found.moves) <= self._most_moves():
            self.best = found.moves
        self.lower_bound = found.lower_bound

    def _stats(self) -> Stats:
        return Stats(self.nodes, 0, 0, self.max_depth, max(self.iterations, 1), self.clock.elapsed(), self.memory)

    def _stages(self) -> Iterator[tuple[str, int | None]]:
        """Yield the tables to use, each with the nodes after which to try the next."""
        goal = self.question.goal
        named = self.method.heuristic
        if named is not None:
            yield named.name, None
        elif goal.shape == (4, 4) and goal.blank in CORNERS:
            if self.method["checkpoint"] is None and self._affordable("pdb:8-7"):
                if not self._has_paid_for_large_tables():
                    if not self._available("pdb:6-6-3"):
                        yield "pdb:5-5-5", EASY_NODES
                    yield "pdb:6-6-3", HARD_NODES
                yield "pdb:8-7", None
            else:
                yield "pdb:6-6-3", None
        else:
            yield usual_databases(goal, self.limits.memory), None

    def _plan(self, name: str) -> Plan:
        return partition_named(name).plan(self.question.goal)

    def _has_paid_for_large_tables(self) -> bool:
        """Tell whether earlier boards took so long with small tables that the large ones would have been cheaper."""
        spent = _spent["pdb:6-6-3", self.question.goal]
        return spent >= VERY_MANY_NODES or (spent >= MANY_NODES and self._available("pdb:8-7"))

    def _available(self, name: str) -> bool:
        return all(map(is_available, self._plan(name).tables))

    def _affordable(self, name: str) -> bool:
        """Tell whether tables can be had within the memory there is."""
        plan = self._plan(name)
        needed = plan.size + max((build_bytes(table) for table in plan.tables if not is_available(table)), default=0)
        return needed <= min(available_memory() // 2, self.limits.memory or needed)

    def _prepare(self, name: str) -> OptimalSolver:
        """Get the tables and the automaton ready."""
        plan = self._plan(name)
        make_ready(plan, self.threads, self.clock, self.report)
        goal = self.question.goal
        if uses_automaton(goal, self.method["automaton"]):
            make_automaton_ready(goal.rows, goal.cols, self.clock)
        self.used = name
        self.memory = max(self.memory, plan.size)
        huge_pages = self._worth_huge_pages(name, plan)
        with _preparing:
            return solver_for(name, self.question.goal, self.method["automaton"], huge_pages)

    def _worth_huge_pages(self, name: str, plan: Plan) -> bool:
        """Tell whether the search will be, or those before were, long enough for tables of its own on huge pages."""
        copied = 2 * plan.size
        if copied > min(available_memory() // 2, self.limits.memory or copied):
            return False
        left = self.clock.seconds_left()
        long = len(self.question.goal.tiles) > LARGEST_QUICK and (left is None or left >= HUGE_PAGE_SECONDS)
        return long or _spent[name, self.question.goal] >= HUGE_PAGE_NODES

    def _iterate(self, solver: OptimalSolver, node_limit: int | None) -> tuple[bytes | None, str]:
        """Iterate to the solution or a limit; return the moves if solved, and what stopped it."""
        checkpoint = self.method["checkpoint"]
        return self._search(solver, node_limit) if checkpoint is None else self._search_by_roots(solver, checkpoint)

    def _search(self, solver: OptimalSolver, node_limit: int | None) -> tuple[bytes | None, str]:
        """Iterate on from the bound that is proven already."""
        done = self.nodes
        known = NO_LENGTH if self.best is None else len(self.best)
        if (
            self.best is None and self.limits.depth is not None
        ):  # the first length beyond it that has the parity of every solution
            known = self.limits.depth + 1
            known += (known - solver.estimate(self.question.start.tiles)) % 2
        moves, bound, nodes, iterations, stop = solver.solve(
            self.question.start.tiles,
            self.threads,
            self.lower_bound,
            known,
            self.clock.seconds_left(),
            node_limit,
            self._poll(done),
        )
        self.nodes = done + nodes
        self.lower_bound = max(self.lower_bound, bound)
        self.max_depth = self.lower_bound
        self.iterations += len(iterations)
        return moves, stop

    def _search_by_roots(self, solver: OptimalSolver, path: Path | None) -> tuple[bytes | None, str]:
        """Iterate over lists of subtree roots and write down each that is finished, in a file if there is to be one."""
        from taquin.methods.checkpoint import Checkpoint  # few searches are cut into roots

        checkpoint = Checkpoint(path, self._identity())
        try:
            bound = solver.estimate(self.question.start.tiles)
            roots = LEAST_ROOTS
            while True:
                self.lower_bound = max(self.lower_bound, bound)
                before = self.nodes
                moves, stop = self._search_iteration(solver, checkpoint, bound, roots)
                roots = _roots_after(self.nodes - before)
                self.iterations += 1
                if moves is not None or stop:
                    return moves, stop
                bound += 2
                self.lower_bound = bound
                if bound > self._most_moves() or (self.best is not None and bound >= len(self.best)):
                    return None, ""
        finally:
            checkpoint.close()

    def _search_iteration(
        self, solver: OptimalSolver, checkpoint: Checkpoint, bound: int, roots: int
    ) -> tuple[bytes | None, str]:
        """Search the roots of one iteration that the checkpoint does not have."""
        start = self.question.start.tiles
        paths, nodes_above, moves, stop = solver.split(start, bound, roots, self.clock.seconds_left(), self._poll(self.nodes))
        if moves is not None or stop:
            self.nodes += nodes_above
            return moves, stop
        iteration = checkpoint.begin(bound, len(paths), nodes_above)
        self.nodes += iteration.nodes
        done = self.nodes
        todo = [root for root in range(len(paths)) if root not in iteration.done]
        nodes, moves, stop = self._search_roots(
            solver,
            [paths[root] for root in todo],
            bound,
            lambda index, nodes: checkpoint.finished(iteration, todo[index], nodes),
        )
        self.nodes = done + nodes
        return moves, stop

    def _search_roots(
        self, solver: OptimalSolver, paths: list[bytes], bound: int, finished: Callable[[int, int], None]
    ) -> tuple[int, bytes | None, str]:
        """Search subtrees on the threads of this machine; return their nodes, the moves if solved, and what stopped it."""
        nodes, _, moves, stop = solver.search_roots(
            self.question.start.tiles,
            paths,
            bound,
            self.threads,
            self.clock.seconds_left(),
            None if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes),
            self._poll(self.nodes),
            finished,
        )
        return nodes, moves, stop

    def _identity(self) -> dict[str, object]:
        """What a checkpoint belongs to: the boards, and all that decides how the work is cut."""
        return {
            "start": self.question.start.tiles,
            "goal": self.question.goal.tiles,
            "cols": self.question.goal.cols,
            "tables": self.used,
            "automaton": self.method["automaton"],
            "roots": [LEAST_ROOTS, MOST_ROOTS, NODES_PER_ROOT],
        }

    def _poll(self, done: int) -> Callable[[int, int], bool]:
        """Return what the core calls while it searches, after `done` nodes."""

        def poll(nodes: int, bound: int) -> bool:
            self.nodes = done + nodes
            self.lower_bound = max(self.lower_bound, bound)
            self.report()
            return self.clock.cancelled()

        return poll

    def _most_moves(self) -> int:
        return NO_LENGTH if self.limits.depth is None else self.limits.depth

    def report(self, stage: str = "") -> None:
        """Tell the observer where the search stands, at its pace."""
        self.clock.report(lambda: self._progress(stage))

    def _progress(self, stage: str) -> Progress:
        stats = self._stats()
        cost = None if self.best is None else len(self.best)
        return Progress(stats, 0, self.lower_bound, stats.generated / stats.elapsed, stage, cost)


def usual_databases(goal: Board, memory: int | None = None) -> str:
    """Name the pattern databases that a goal's boards are begun with."""
    tiles = len(goal.tiles) - 1
    if tiles <= EXACT_TILES:
        return f"pdb:{tiles}"
    if goal.shape == (4, 4) and goal.blank in CORNERS:
        return "pdb:6-6-3"
    most = SMALL_BOARD_BYTES if tiles < 16 else LARGE_BOARD_BYTES
    most = min(most, available_memory() // 3, memory or most)
    groups = compiled_core().best_partition(goal.rows, goal.cols, goal.blank, most)
    return "pdb:" + "-".join(str(size) for size in sorted(map(len, groups), reverse=True))


def uses_automaton(goal: Board, wanted: bool) -> bool:
    """Tell whether the search for a goal prunes with a move automaton: small boards are solved before it is read."""
    return wanted and len(goal.tiles) - 1 > EXACT_TILES


@lru_cache(maxsize=8)
def solver_for(name: str, goal: Board, automaton: bool, huge_pages: bool = False) -> OptimalSolver:
    """Return the solver of a goal with its tables, made once for many boards; `huge_pages` copies them there."""
    states = load_automaton(goal.rows, goal.cols) if uses_automaton(goal, automaton) else None
    partition = partition_named(name)
    tables = databases_in_huge_pages(partition, goal) if huge_pages else databases(partition, goal)
    solver: OptimalSolver = compiled_core().OptimalSolver(tables, states)
    return solver


def _roots_after(nodes: int) -> int:
    """How many roots to cut the next iteration into, by the nodes of the one before; the same when a checkpoint is taken up."""
    return max(LEAST_ROOTS, min(MOST_ROOTS, USUAL_GROWTH * nodes // NODES_PER_ROOT))


def _smaller(one: int | None, other: int | None) -> int | None:
    """Return the smaller of two limits, None being none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
