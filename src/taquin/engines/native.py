# SPDX-License-Identifier: MIT
"""The native engine: the searches of `core/`, with the same answers and counters as the reference engine."""

from __future__ import annotations

from typing import Final

from taquin import reasons
from taquin.board import Move, Tiles
from taquin.heuristics import Heuristic
from taquin.problem import Method, Problem
from taquin.search.iterative import DEFAULT_DEPTH
from taquin.solution import Expansion, Limits, Observer, Outcome, Progress, Stats, Status
from taquin.tables.memory import spare_memory

try:
    import taquin._core as core

    UNUSABLE = None
except ModuleNotFoundError:  # installed where no compiler was found
    UNUSABLE = "the compiled core is not installed; reinstall Taquin where a C++20 compiler is found"
except ImportError as error:  # built for another machine or Python
    UNUSABLE = f"the compiled core cannot be loaded ({error}); reinstall Taquin"
BUILT = UNUSABLE is None

SEARCHES: Final = frozenset(["bfs", "dfs", "dls", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "bidirectional", "beam"])
"""Algorithms with a native twin."""
HEURISTICS: Final = frozenset(
    [
        "misplaced",
        "manhattan",
        "euclidean",
        "linear-conflict",
        "linear-conflict-pairs",
        "gaschnig",
        "inversion",
        "walking-distance",
    ]
)
"""Heuristics with a native twin; others are called back in Python."""

MOVES: Final = tuple(Move)
UNREACHABLE: Final = 10**18
REPORT_INTERVAL: Final = 0.1
STATUS: Final = {
    "optimal": Status.OPTIMAL,
    "solved": Status.SOLVED,
    "exhausted": Status.GAVE_UP,
    "depth": Status.GAVE_UP,
    "beam": Status.GAVE_UP,
    "time": Status.LIMIT,
    "nodes": Status.LIMIT,
    "memory": Status.LIMIT,
    "cancelled": Status.CANCELLED,
}


class NativeEngine:
    """Runs the long searches in C++, outside the interpreter's lock."""

    name = "native"
    about = "compiled: the same searches at machine speed, boards up to 64 cells"

    def missing(self) -> str | None:
        """Tell whether the compiled core was built."""
        return UNUSABLE

    def declines(self, problem: Problem) -> str | None:
        """Take the algorithms that have a twin, on boards that fit."""
        method = problem.method
        if method.algorithm == "anytime":
            return None
        if method.algorithm == "optimal":
            return (
                None
                if len(problem.start.tiles) <= core.MAX_PATTERN_CELLS
                else f"optimal takes boards up to {core.MAX_PATTERN_CELLS} cells"
            )
        if method.algorithm not in SEARCHES:
            return f"{method.algorithm} runs in Python only"
        if len(problem.start.tiles) > core.MAX_CELLS:
            return f"it takes boards up to {core.MAX_CELLS} cells"
        if method.heuristic and len(method.heuristic.parts) > core.MAX_PARTS:
            return f"it takes max(...) of at most {core.MAX_PARTS} heuristics"
        return None

    def solve(self, problem: Problem, limits: Limits, observer: Observer) -> Outcome:
        """Run the search in the core and put its ending into words."""
        method = problem.method
        if method.algorithm == "optimal":
            from taquin.engines.optimal import solve_optimal  # brings in the tables

            return solve_optimal(problem, limits, observer)
        if method.algorithm == "anytime":
            from taquin.engines.anytime import solve_anytime

            return solve_anytime(problem, limits, observer)
        if method.algorithm == "dls" and limits.depth is None:
            limits = Limits(limits.time, limits.nodes, limits.memory, DEFAULT_DEPTH)
        heuristic = method.heuristic
        parts = _parts(heuristic, problem)
        scale = heuristic.scale if heuristic else 1
        watcher = _Watcher(observer, scale)
        ending, moves, lower_bound, stats = core.search(
            algorithm=method.algorithm,
            rows=problem.start.rows,
            cols=problem.start.cols,
            start=problem.start.tiles,
            goal=problem.goal.tiles,
            parts=[part for part, _ in parts],
            factors=[factor for _, factor in parts],
            admissible=heuristic.admissible if heuristic else True,
            scale=scale,
            order=[MOVES.index(move) for move in method.order],
            weight_over=method.weight.numerator,
            weight_under=method.weight.denominator,
            beam_width=method.beam_width,
            seconds=limits.time,
            nodes=_fitting(limits.nodes),
            memory=_fitting(spare_memory() if limits.memory is None else limits.memory),
            depth=_fitting(limits.depth),
            trace_limit=min(max(0, observer.trace_limit), UNREACHABLE),
            poll=watcher.poll,
            expansion=watcher.expansion,
        )
        path = None if moves is None else tuple(map(MOVES.__getitem__, moves))
        return Outcome(STATUS[ending], path, lower_bound, _reason(ending, method, limits), Stats(*stats))


def _fitting(limit: int | None) -> int | None:
    """Bring a limit to what the core can count to: it is not reached either way."""
    return None if limit is None else min(limit, UNREACHABLE)


def _parts(heuristic: Heuristic | None, problem: Problem) -> list[tuple[object, int]]:
    """The parts of a heuristic for the core: a native name or a Python function, and the factor to the common scale."""
    if heuristic is None:
        return []
    heuristic.check_shape(problem.goal.rows, problem.goal.cols)
    return [
        (_evaluated_by(part, problem), heuristic.scale // part.scale)
        for part in heuristic.parts or (heuristic,)
        if part.name != "zero"
    ]


def _evaluated_by(part: Heuristic, problem: Problem) -> object:
    if part.native is not None:
        return part.native(problem.goal)
    return part.name if part.name in HEURISTICS else part.towards(problem.goal)


def _reason(ending: str, method: Method, limits: Limits) -> str:
    """Explain an ending in the words of the reference engine."""
    match ending:
        case "solved" if method.algorithm == "wastar" and method.heuristic and method.heuristic.admissible:
            return reasons.within_weight(method.weight)
        case "exhausted":
            return reasons.EXHAUSTED
        case "depth":
            return reasons.depth_limit(limits.depth)
        case "beam":
            return reasons.DEAD_BEAM
        case "time":
            return reasons.time_limit(limits.time)
        case "nodes":
            return reasons.node_limit(limits.nodes)
        case "memory":
            return reasons.memory_limit(limits.memory)
        case "cancelled":
            return reasons.CANCELLED
        case _:
            return ""


class _Watcher:
    """Brings what the core reports to an observer."""

    def __init__(self, observer: Observer, scale: int) -> None:
        self.observer = observer
        self.scale = scale
        self.next_report = REPORT_INTERVAL

    def poll(self, stats: tuple[int, int, int, int, int, float, int], frontier: int, lower_bound: int) -> bool:
        """Report progress at the observer's pace; return whether to stop."""
        now = Stats(*stats)
        if now.elapsed >= self.next_report:
            self.next_report = now.elapsed + REPORT_INTERVAL
            self.observer.progress(Progress(now, frontier, lower_bound, now.generated / now.elapsed))
        return bool(self.observer.cancelled())

    def expansion(self, node: int, parent: int, move: int, g: int, h: int, tiles: Tiles) -> None:
        """Pass on one line of the trace."""
        value: float = h if self.scale == 1 else h / self.scale
        made_by = MOVES[move] if move < len(MOVES) else None
        self.observer.expansion(Expansion(node, parent, made_by, g, value, g + value, tiles))
