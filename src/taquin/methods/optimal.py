# SPDX-License-Identifier: MIT
"""The method `optimal`: IDA* with pattern databases and a move automaton, on threads, in the native core.

It is free to choose its tables and says which it used. Boards up to nine cells are looked up in an exact table. On 4x4 it
begins with 6-6-3, which is built in a moment, and goes over to 7-8 when a board turns out to be hard, or when there are so many
boards that 7-8 pays. The bound that was proven is never proven again: the next tables go on from it.

Where no reflection gives a second view of a board, it is looked up in two partitions that bring different tiles together. A large
board may be searched from its goal: when iterations have become long, a short one is tried from there, under a bound that was
exhausted before, and the search goes on from the end that takes fewer nodes.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from taquin import reasons
from taquin.board import Board, codes_of, moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.errors import VerificationError
from taquin.heuristics import parse_heuristic
from taquin.machine import available_memory, usable_cores
from taquin.methods.ends import End
from taquin.methods.quick_path import quick_path
from taquin.methods.ready_tables import make_automaton_ready, make_ready
from taquin.methods.solvers import CORNERS, EXACT_TILES, make_solver, solver_for, uses_automaton, usual_databases
from taquin.methods.textbook import search_in_core
from taquin.question import Question
from taquin.reasons import Reason
from taquin.solution import Observer, Outcome, Progress, Stats, Status
from taquin.tables.partitions import partition_named
from taquin.tables.patterns import Plan, build_bytes, is_available

if TYPE_CHECKING:
    from taquin._core import OptimalSolver
    from taquin.methods.checkpoint import Checkpoint

EASY_NODES: Final = 12_000_000
"""Where 6-6-3 has not been built yet, boards are solved with the tables that came with the package, until those have taken so
many nodes: about as long as building takes, and 39 of 40 boards need fewer."""
HARD_NODES: Final = 60_000_000
"""A 4x4 board that needs more nodes with 6-6-3 gets 7-8: about when building those begins to pay."""
MANY_NODES: Final = 30_000_000
"""After so many nodes with 6-6-3 for one goal, its next boards begin with 7-8 if it is there already: mapping it has paid."""
MANY_BOARDS: Final = 2
"""After so many boards of one goal, the next begin with 7-8 if it is there already: a batch shall not wait for `MANY_NODES`."""
VERY_MANY_NODES: Final = 1_000_000_000
"""After so many, 7-8 is built if need be: it has cost as much to do without."""
HUGE_PAGE_NODES: Final = 20_000_000
"""After so many nodes with the same tables, they are copied to huge pages: some 20 % faster, for half a second with 7-8."""
HUGE_PAGE_SECONDS: Final = 20.0
"""A search of a large board that may take so long has its tables there from the beginning."""
LONG_NODES: Final = 1 << 28
"""After an iteration of so many nodes the other end is tried: the next takes half a minute on two cores, tables for that end
some seconds if they have to be built."""
LEAST_ROOTS: Final = 20_000
MOST_ROOTS: Final = 500_000
"""Subtrees of an iteration that is written down or sent out."""
NODES_PER_ROOT: Final = 2_000_000
"""Nodes of a mean subtree of a long iteration: the largest has some hundreds of times as many, and must not take a minute."""
USUAL_GROWTH: Final = 8
"""An iteration is about so many times as large as the one before; one that has so many times fewer nodes serves as a trial."""
BUILDING_SHARE: Final = 6
"""Building a table takes at most five times the memory of the tables that are kept."""
LARGEST_QUICK: Final = 16
"""Boards with more cells begin with a quick path: their search may not end in time."""
QUICK_SECONDS: Final = 2.0
NO_LENGTH: Final = 2**31 - 1

_spent: Counter[tuple[str, Board]] = Counter()
"""Nodes that this process has searched, by tables and goal."""
_begun: Counter[Board] = Counter()
"""Boards that this process has begun and that had the choice of their tables, by goal."""
_preparing = threading.Lock()
"""So that two threads do not copy the same tables."""


def solve_optimal(question: Question, observer: Observer) -> Outcome:
    """Find a shortest path, or what could be proven within the limits."""
    if question.start == question.goal:
        return Outcome(Status.OPTIMAL, (), stats=Stats(generated=1, max_frontier=1))
    if question.method.heuristic is not None:
        question.method.heuristic.check_shape(*question.goal.shape)
    elif len(question.goal.tiles) - 1 <= EXACT_TILES:
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


class Stage(NamedTuple):
    """A part of a search: which tables it uses, and when the next one begins."""

    tables: str
    nodes: int | None = None
    """It ends after so many."""
    until_long: bool = False
    """It ends before an iteration that is going to be long."""


class OptimalRun:
    """One board on its way through the stages."""

    def __init__(self, question: Question, observer: Observer) -> None:
        self.question = question
        self.method = question.method
        self.limits = question.limits
        self.threads = question.method["threads"] or usable_cores()
        self.clock = Clock(question.limits, observer)
        self.end = End.at_start(question)
        """Where the search begins."""
        self.used = ""
        self.lower_bound = question.known.lower_bound
        self.nodes = 1
        self.iterations = 0
        self.memory = 0
        self.max_depth = 0
        self.best: bytes | None = None if question.known.moves is None else codes_of(question.known.moves)
        """The shortest path found so far, proven or not."""
        self._next_bound = 0  # where to go on, once an iteration was exhausted
        self._exhausted: dict[int, int] = {}  # nodes of the iterations so far, by bound
        self._checkpoint: Checkpoint | None = None
        self._solver_at_goal: OptimalSolver | None = None
        self._held = 0  # bytes of tables, copies included

    def run(self) -> Outcome:
        """Find a shortest path, or what could be proven before somebody stopped it."""
        try:
            return self.solve()
        except Stopped as stopped:
            return self.outcome(stopped.status, stopped.reason)
        finally:
            if self._checkpoint is not None:
                self._checkpoint.close()

    def solve(self) -> Outcome:
        """Go through the stages until one ends with an answer."""
        if len(self.question.goal.tiles) > LARGEST_QUICK and self.best is None:
            self._find_quick_path()
        for stage in self._stages():
            solver = self._prepare(stage.tables)
            left = self._nodes_left()
            before = self.nodes
            found, stop = self._iterate(solver, stage)
            _spent[stage.tables, self.question.goal] += self.nodes - before
            moves = None if found is None else self.end.forwards(found)
            if moves is None and self.best is not None and self.lower_bound >= len(self.best):
                moves = self.best
            if moves is not None:
                self.best = moves
                self.lower_bound = self.max_depth = len(moves)
                return self.outcome(Status.OPTIMAL)
            if stop in ("cancelled", "time"):
                return self.outcome(*self._why_stopped(stop))
            if stop == "nodes" and left is not None and left == _smaller(stage.nodes, left):
                return self.outcome(Status.LIMIT, reasons.node_limit(self.limits.nodes))
            if self.lower_bound > self._most_moves():
                return self.outcome(Status.GAVE_UP, reasons.depth_limit(self.limits.depth))
        raise AssertionError("the last stage has no limit of its own")

    def _nodes_left(self) -> int | None:
        return None if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes)

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
        self.lower_bound = max(self.lower_bound, found.lower_bound)

    def _stats(self) -> Stats:
        return Stats(self.nodes, 0, 0, self.max_depth, max(self.iterations, 1), self.clock.elapsed(), self.memory)

    def _stages(self) -> Iterator[Stage]:
        """Yield the stages, one after the other as long as there is no answer."""
        goal = self.question.goal
        named = self.method.heuristic
        if named is not None:
            yield Stage(named.name)
        elif goal.shape == (4, 4) and goal.blank in CORNERS[4, 4]:
            kept = self.method["checkpoint"] is not None  # a checkpoint goes on with the tables that it began with
            has_larger = not kept and self._affordable("pdb:8-7")
            straight = has_larger and self._begins_with_large_tables()
            _begun[goal] += 1
            if not straight:
                easy_nodes = EASY_NODES - _spent["pdb:5-5-5", goal]
                if easy_nodes > 0 and not kept and not self._available("pdb:6-6-3"):
                    yield Stage("pdb:5-5-5", easy_nodes)
                usual = "pdb:6-6-3" if self._affordable("pdb:6-6-3") else "pdb:5-5-5"
                yield Stage(usual, HARD_NODES if has_larger else None)
            if has_larger:
                yield Stage("pdb:8-7")
        else:
            yield from self._from_either_end(self._usual())

    def _usual(self) -> str:
        """Name the usual tables; where they cannot be built within the limit, smaller ones that can."""
        goal, limit = self.question.goal, self.limits.memory
        name = usual_databases(goal, limit)
        return name if limit is None or self._affordable(name) else usual_databases(goal, limit // BUILDING_SHARE)

    def _from_either_end(self, name: str) -> Iterator[Stage]:
        """Yield the stages with the usual tables, and with those of the better end when iterations have become long."""
        goal = self.question.goal
        if len(goal.tiles) > LARGEST_QUICK and goal.blank not in CORNERS.get(goal.shape, ()):
            yield Stage(name, until_long=True)
            name = self._tables_of_better_end(name)
        yield Stage(name)

    def _tables_of_better_end(self, name: str) -> str:
        """Try the goal's end, go over to it if it takes fewer nodes, and name the tables to go on with."""
        known = None if self._checkpoint is None else self._checkpoint.trial
        other = self.end.other
        if known is not None:  # before the search was taken up again
            self.nodes += known.nodes
            if known.tables is None:
                return name
            self.end = other
            return known.tables
        bound = self._trial_bound()
        tables = None if bound is None else self._tables_for(other)
        if bound is None or tables is None:
            return name
        before = self.nodes
        solver = self._prepare_at_goal(tables)
        is_better = self._count(solver, other, bound) < self._exhausted[bound]
        if self._checkpoint is not None:
            self._checkpoint.tried(self._next_bound, self.nodes - before, tables if is_better else None)
        if not is_better:
            return name
        self.end, self._solver_at_goal = other, solver
        return tables

    def _trial_bound(self) -> int | None:
        """Return the highest bound whose iteration takes but a fraction of the latest."""
        most = self._exhausted.get(self._next_bound - 2, 0) // USUAL_GROWTH
        return max((bound for bound, nodes in self._exhausted.items() if 0 < nodes <= most), default=None)

    def _tables_for(self, end: End) -> str | None:
        """Name the tables for another end; None if there is no memory for them beside those in use."""
        left = None if self.limits.memory is None else self.limits.memory - self._held
        if left is not None and left <= 0:
            return None
        name = usual_databases(end.question.goal, left)
        return name if self._affordable(name, end) else None

    def _count(self, solver: OptimalSolver, end: End, bound: int) -> int:
        """Count the nodes of an iteration from an end, at most those that it took from the other, where it was exhausted."""
        nodes = self._exhausted[bound]
        done = self.nodes
        moves, _, counted, _, stop = solver.solve(
            end.question.start.tiles,
            self.threads,
            bound,
            bound + 2,
            self.clock.seconds_left(),
            _smaller(nodes, self._nodes_left()),
            self._poll(done, "trying the other end"),
            nodes,
        )
        self.nodes = done + counted
        if moves is not None:
            raise VerificationError("a path was found that is shorter than was proven")
        if stop in ("cancelled", "time"):
            raise Stopped(*self._why_stopped(stop))
        self.clock.check_nodes(self.nodes)
        return nodes if stop else counted

    def _plan(self, name: str, end: End | None = None) -> Plan:
        return partition_named(name).plan((end or self.end).question.goal)

    def _begins_with_large_tables(self) -> bool:
        """Tell whether the large tables are at hand and the cheaper choice: for many boards, or where small ones are missing.

        After boards that took very long with small tables they need not be at hand.
        """
        goal = self.question.goal
        spent = _spent["pdb:6-6-3", goal]
        if spent >= VERY_MANY_NODES:
            return True
        many = spent >= MANY_NODES or _begun[goal] >= MANY_BOARDS
        return self._available("pdb:8-7") and (many or not self._available("pdb:6-6-3"))

    def _available(self, name: str) -> bool:
        return all(map(is_available, self._plan(name).tables))

    def _affordable(self, name: str, end: End | None = None) -> bool:
        """Tell whether tables can be had within the memory there is, beside those of another end that are in use."""
        needed = _bytes_for(self._plan(name, end)) + (0 if end is None else self._held)
        return needed <= min(available_memory() // 2, self.limits.memory or needed)

    def _prepare(self, name: str) -> OptimalSolver:
        """Get the tables and the automaton ready."""
        if self.end.is_goal:
            solver = self._solver_at_goal or self._prepare_at_goal(name)
            self.used = name
            return solver
        plan = self._plan(name)
        self.clock.check_memory(_bytes_for(plan))
        make_ready(plan, self.threads, self.clock, self.report)
        goal = self.question.goal
        if uses_automaton(goal, self.method["automaton"]):
            make_automaton_ready(goal.rows, goal.cols, self.clock)
        self.used = name
        self.memory = max(self.memory, plan.size)
        huge_pages = self._worth_huge_pages(name, 2 * plan.size)
        self._held = 2 * plan.size if huge_pages else plan.size
        with _preparing:
            return solver_for(name, goal, self.method["automaton"], huge_pages)

    def _prepare_at_goal(self, name: str) -> OptimalSolver:
        """Get the tables ready for a search from the goal: they serve this board alone, so nothing is kept for another."""
        goal = self.question.start
        plan = partition_named(name).plan(goal)
        make_ready(plan, self.threads, self.clock, self.report)
        huge_pages = self._worth_huge_pages(name, self._held + 2 * plan.size)
        self.memory += plan.size
        return make_solver(name, goal, self.method["automaton"], huge_pages)

    def _worth_huge_pages(self, name: str, needed: int) -> bool:
        """Tell whether there is memory for tables of its own on huge pages, and the search, or those before, long enough."""
        if needed > min(available_memory() // 2, self.limits.memory or needed):
            return False
        left = self.clock.seconds_left()
        long = len(self.question.goal.tiles) > LARGEST_QUICK and (left is None or left >= HUGE_PAGE_SECONDS)
        return long or _spent[name, self.question.goal] >= HUGE_PAGE_NODES

    def _iterate(self, solver: OptimalSolver, stage: Stage) -> tuple[bytes | None, str]:
        """Iterate to the solution, a limit or the end of the stage; return the moves if solved, and what stopped it."""
        checkpoint = self.method["checkpoint"]
        return self._search(solver, stage) if checkpoint is None else self._search_by_roots(solver, stage, checkpoint)

    def _search(self, solver: OptimalSolver, stage: Stage) -> tuple[bytes | None, str]:
        """Iterate on from the bound that is proven already."""
        start = self.end.question.start.tiles
        done = self.nodes
        moves, bound, nodes, iterations, stop = solver.solve(
            start,
            self.threads,
            self.lower_bound,
            self._length_to_stop_at(solver.estimate(start)),
            self.clock.seconds_left(),
            _smaller(stage.nodes, self._nodes_left()),
            self._poll(done),
            self._exhausted.get(self._next_bound - 2, 0),
            LONG_NODES if stage.until_long else None,
        )
        self._exhausted.update((at, count) for at, count in iterations if at < bound)
        self._next_bound = bound
        self.nodes = done + nodes
        self.lower_bound = max(self.lower_bound, bound)
        self.max_depth = self.lower_bound
        self.iterations += len(iterations)
        return moves, stop

    def _search_by_roots(self, solver: OptimalSolver, stage: Stage, path: Path | None) -> tuple[bytes | None, str]:
        """Iterate over lists of subtree roots and write down each that is finished, in a file if there is to be one."""
        from taquin.methods.checkpoint import Checkpoint  # few searches are cut into roots

        if self._checkpoint is None:
            self._checkpoint = Checkpoint(path, self._identity())
        estimate = solver.estimate(self.end.question.start.tiles)
        stop_at = self._length_to_stop_at(estimate)
        bound = max(self._next_bound, estimate)
        self.lower_bound = max(self.lower_bound, min(bound, stop_at))
        while bound < stop_at:
            before = self.nodes
            roots = _roots_after(self._exhausted.get(self._next_bound - 2, 0))
            moves, stop = self._search_iteration(solver, self._checkpoint, bound, roots)
            self.iterations += 1
            if moves is not None or stop:
                return moves, stop
            self._exhausted[bound] = self.nodes - before
            bound += 2
            self._next_bound = bound
            self.lower_bound = max(self.lower_bound, bound)
            if stage.until_long and self._checkpoint.ends_stage(bound, self._exhausted[bound - 2] >= LONG_NODES):
                break
        return None, ""

    def _search_iteration(
        self, solver: OptimalSolver, checkpoint: Checkpoint, bound: int, roots: int
    ) -> tuple[bytes | None, str]:
        """Search the roots of one iteration that the checkpoint does not have."""
        start = self.end.question.start.tiles
        paths, nodes_above, moves, stop = solver.split(
            start, bound, roots, self.clock.seconds_left(), self._nodes_left(), self._poll(self.nodes)
        )
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
            self.end.question.start.tiles,
            paths,
            bound,
            self.threads,
            self.clock.seconds_left(),
            self._nodes_left(),
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

    def _poll(self, done: int, stage: str = "") -> Callable[[int, int], bool]:
        """Return what the core calls while it searches, after `done` nodes."""

        def poll(nodes: int, bound: int) -> bool:
            self.nodes = done + nodes
            self.lower_bound = max(self.lower_bound, bound)
            self.report(stage)
            return self.clock.cancelled()

        return poll

    def _length_to_stop_at(self, estimate: int) -> int:
        """Return the length that is not searched: that of the path at hand, or the first beyond the depth limit.

        All solutions have the parity of the estimate.
        """
        known = NO_LENGTH if self.best is None else len(self.best)
        beyond = self._most_moves() + 1
        return min(known, beyond + (beyond - estimate) % 2)

    def _most_moves(self) -> int:
        return NO_LENGTH if self.limits.depth is None else self.limits.depth

    def report(self, stage: str = "") -> None:
        """Tell the observer where the search stands, at its pace."""
        self.clock.report(lambda: self._progress(stage))

    def _progress(self, stage: str) -> Progress:
        stats = self._stats()
        cost = None if self.best is None else len(self.best)
        return Progress(stats, 0, self.lower_bound, stats.generated / stats.elapsed, stage, cost)


def _bytes_for(plan: Plan) -> int:
    """Return the memory that tables take, and the building of what is missing."""
    return plan.size + max((build_bytes(table) for table in plan.tables if not is_available(table)), default=0)


def _roots_after(nodes: int) -> int:
    """How many roots to cut the next iteration into, by the nodes of the one before; the same when a checkpoint is taken up."""
    return max(LEAST_ROOTS, min(MOST_ROOTS, USUAL_GROWTH * nodes // NODES_PER_ROOT))


def _smaller(one: int | None, other: int | None) -> int | None:
    """Return the smaller of two limits, None being none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
