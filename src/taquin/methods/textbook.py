# SPDX-License-Identifier: MIT
"""The textbook searches in the compiled core, with the same answers and counters as the reference engine's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from taquin import reasons
from taquin.board import DEFAULT_ORDER, Board, Tiles, moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.compiled_core import compiled_core, core_is_built
from taquin.heuristics import Heuristic
from taquin.heuristics.base import Estimates, Packed, unusable
from taquin.machine import spare_memory, usable_cores
from taquin.method import Method
from taquin.metric import TILES
from taquin.options import LARGEST
from taquin.question import Question
from taquin.reasons import Reason
from taquin.search.annealing import MAX_COOLINGS
from taquin.search.best_first import THOUSANDTHS, TIE_RULES
from taquin.search.iterative import DEFAULT_DEPTH
from taquin.solution import Expansion, Limits, Observer, Outcome, Progress, Stats, Status

WEIGHTED: Final = frozenset(["wastar", "dwastar", "epsilon"])
"""Algorithms that promise a path at most so many times too long."""
TWO_SIDED: Final = frozenset(["biastar", "mm", "nbs", "bae"])
"""Algorithms that estimate towards the start too."""
SEARCHES: Final = TWO_SIDED | {
    *("bfs", "dfs", "dls", "ids", "ucs", "greedy", "astar", "wastar", "dwastar", "epsilon", "ara", "epea", "sma"),
    *("idastar", "dfbnb", "bfida", "bidirectional", "beam", "lrta", "annealing"),
}
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

TIES: Final = {rule: number for number, rule in enumerate(TIE_RULES)}
"""How the core numbers the rules for ties."""
STATUS: Final = {
    "optimal": Status.OPTIMAL,
    "solved": Status.SOLVED,
    "exhausted": Status.GAVE_UP,
    "depth": Status.GAVE_UP,
    "beam": Status.GAVE_UP,
    "memory-nodes": Status.GAVE_UP,
    "local-optimum": Status.GAVE_UP,
    "time": Status.LIMIT,
    "nodes": Status.LIMIT,
    "memory": Status.LIMIT,
    "cancelled": Status.CANCELLED,
}


_ready: set[tuple[str, Board]] = set()
"""Heuristics and goals whose tables this process has made ready: most boards of a batch find theirs here."""


def search_in_core(question: Question, observer: Observer) -> Outcome:
    """Run the search in the core and put its ending into words."""
    method, limits = question.method, question.limits
    if method.algorithm == "dls" and limits.depth is None:
        limits = Limits(limits.time, limits.nodes, limits.memory, DEFAULT_DEPTH)
    heuristic = method.heuristic
    clock = Clock(limits, observer)
    try:
        parts = _parts(heuristic, question.goal, clock)
        backward = _parts(heuristic, question.start, clock) if method.algorithm in TWO_SIDED else []
    except Stopped as stopped:
        return Outcome(stopped.status, reason=stopped.reason, stats=Stats(iterations=0, elapsed=clock.elapsed()))
    scale = max((scale for _, scale in [*parts, *backward]), default=1)
    reporter = _Reporter(clock, scale)
    weight = method["weight"]
    ending, moves, lower_bound, stats = _asked(
        heuristic,
        compiled_core().search,
        algorithm=method.algorithm,
        rows=question.start.rows,
        cols=question.start.cols,
        start=question.start.tiles,
        goal=question.goal.tiles,
        parts=[part for part, _ in parts],
        backward=[part for part, _ in backward],
        factors=[scale // own for _, own in parts],
        admissible=heuristic.admissible if heuristic else True,
        scale=scale,
        order=[DEFAULT_ORDER.index(move) for move in method["order"]],
        weight_over=weight.numerator,
        weight_under=weight.denominator,
        beam_width=method["beam_width"],
        ties=[TIES[rule] for rule in method["ties"]],
        settings=_settings(method),
        seconds=clock.seconds_left(),
        nodes=limits.nodes,
        memory=spare_memory() if limits.memory is None else limits.memory,
        depth=limits.depth,
        trace_limit=min(max(0, observer.trace_limit), LARGEST),
        poll=reporter.poll,
        expansion=reporter.expansion,
    )
    path = None if moves is None else moves_of_codes(moves)
    return Outcome(STATUS[ending], path, lower_bound, _reason(ending, question, limits), Stats(*stats))


def _settings(method: Method) -> dict[str, int]:
    """What single searches ask for by name: options in whole numbers, and what is known of the heuristic."""
    return {
        "epsilon": int(method["epsilon"]),
        "consistent": int(method.heuristic is None or method.heuristic.consistent),
        "cooling": method["cooling"],
        "memory_nodes": method["memory_nodes"],
        "pathmax": int(method["pathmax"] or False),
        "seed": method["seed"],
        "trials": method["trials"],
        "transpositions": method["transpositions"] or 0,
        "weight": int(method["weight"] * THOUSANDTHS),
        "weight_step": int(method["weight_step"] * THOUSANDTHS),
    }


def estimates_towards(heuristic: Heuristic, goal: Board) -> Estimates:
    """Return how many boards are estimated together: all at once, or in the core, or else one by one in Python."""
    if heuristic.many is not None:
        return heuristic.many(goal)
    parts = heuristic.parts or (heuristic,)
    if not core_is_built() or len(parts) > compiled_core().MAX_PARTS or len(goal.tiles) > compiled_core().MAX_CELLS:
        return one_by_one(heuristic, goal)
    if heuristic.metric != TILES or not all(
        part.name in {"zero", *HEURISTICS} or (part.native and not part.patterns) for part in parts
    ):
        return one_by_one(heuristic, goal)
    heuristic.check_shape(goal.rows, goal.cols)
    evaluated = [_evaluated_by(part, goal) for part in parts if part.name != "zero"]

    def estimates(boards: Sequence[Packed]) -> Sequence[int]:
        answer: bytes = _asked(
            heuristic,
            compiled_core().estimate_boards,
            rows=goal.rows,
            cols=goal.cols,
            goal=goal.tiles,
            parts=[part for part, _ in evaluated],
            factors=[heuristic.scale // scale for _, scale in evaluated],
            boards=b"".join(map(bytes, boards)),
        )
        return memoryview(answer).cast("q")

    return estimates


def one_by_one(heuristic: Heuristic, goal: Board) -> Estimates:
    """Return how many boards are estimated in Python, each by itself."""
    estimate = heuristic.towards(goal)
    return lambda boards: [estimate(tuple(board)) for board in boards]


def _asked(heuristic: Heuristic | None, function: Callable[..., Any], **arguments: Any) -> Any:
    """Call a function of the core; what a library of the user's own does wrong is the user's mistake."""
    try:
        return function(**arguments)
    except compiled_core().HeuristicError as failure:
        raise unusable(heuristic.name if heuristic else "", str(failure)) from None


def _parts(heuristic: Heuristic | None, goal: Board, clock: Clock) -> list[tuple[object, int]]:
    """The parts of a heuristic for the core: what each is evaluated by, and the scale of that."""
    if heuristic is None:
        return []
    heuristic.check_shape(goal.rows, goal.cols)
    for part in heuristic.parts or (heuristic,):
        _make_tables_ready(part, goal, clock)
    return [_evaluated_by(part, goal) for part in heuristic.parts or (heuristic,) if part.name != "zero"]


def _make_tables_ready(part: Heuristic, goal: Board, clock: Clock) -> None:
    if (part.name, goal) in _ready or not (plans := part.plans(goal)):
        return
    from taquin.methods.ready_tables import make_ready  # brings in the tables, which most searches do without

    def report(stage: str) -> None:
        clock.report(lambda: Progress(Stats(elapsed=clock.elapsed()), 0, 0, 0.0, stage))

    for plan in plans:
        make_ready(plan, usable_cores(), clock, report)
    _ready.add((part.name, goal))


def _evaluated_by(part: Heuristic, goal: Board) -> tuple[object, int]:
    """Return a native name, a thing of the core's or a Python function, and the scale of what it says."""
    if part.native is not None:
        return part.native(goal)
    return part.name if part.name in HEURISTICS else part.towards(goal), part.scale


def _reason(ending: str, question: Question, limits: Limits) -> Reason | None:
    """Explain an ending in the words of the reference engine."""
    method = question.method
    match ending:
        case "solved" if method.algorithm in WEIGHTED and method.heuristic and method.heuristic.admissible:
            return reasons.within_weight(method["weight"])
        case "exhausted":
            return reasons.EXHAUSTED
        case "depth":
            return reasons.depth_limit(limits.depth)
        case "beam":
            return reasons.DEAD_BEAM
        case "memory-nodes":
            return reasons.memory_nodes(method["memory_nodes"])
        case "local-optimum":
            return reasons.no_cooling_ended(MAX_COOLINGS)
        case "time":
            return reasons.time_limit(limits.time)
        case "nodes":
            return reasons.node_limit(limits.nodes)
        case "memory":
            return reasons.memory_limit(limits.memory)
        case "cancelled":
            return reasons.CANCELLED
        case _:
            return None


class _Reporter:
    """Brings what the core reports to the observer."""

    def __init__(self, clock: Clock, scale: int) -> None:
        self.clock = clock
        self.scale = scale

    def poll(self, stats: tuple[int, int, int, int, int, float, int], frontier: int, lower_bound: int) -> bool:
        """Report progress at the observer's pace; return whether to stop."""
        self.clock.report(lambda: _progress(Stats(*stats), frontier, lower_bound))
        return self.clock.cancelled()

    def expansion(self, node: int, parent: int, move: int, g: int, h: int, tiles: Tiles) -> None:
        """Pass on one line of the trace."""
        value: float = h if self.scale == 1 else h / self.scale
        made_by = DEFAULT_ORDER[move] if move < len(DEFAULT_ORDER) else None
        self.clock.observer.expansion(Expansion(node, parent, made_by, g, value, g + value, tiles))


def _progress(stats: Stats, frontier: int, lower_bound: int) -> Progress:
    return Progress(stats, frontier, lower_bound, stats.generated / max(stats.elapsed, 1e-9))
