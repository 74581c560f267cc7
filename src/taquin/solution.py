# SPDX-License-Identifier: MIT
"""What a search may use, what it reports while it runs and what it gives back: the same in every engine."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import Field, dataclass, field, fields
from typing import Any, Final

from taquin.board import Board, Move
from taquin.errors import InputError, MoveError, VerificationError, quote
from taquin.metric import SLIDES, TILES, UNITS, cost_of, counted, steps_of
from taquin.moves import format_moves, parse_moves
from taquin.options import LARGEST, Option, byte_size, seconds, whole_number
from taquin.reasons import Cause, Reason


class Status(enum.StrEnum):
    """How a search ended."""

    OPTIMAL = "optimal"
    """A path, proven shortest."""
    SOLVED = "solved"
    """A valid path, not proven shortest."""
    UNSOLVABLE = "unsolvable"
    """No path exists, by parity."""
    LIMIT = "limit"
    """Time, nodes or memory ran out."""
    GAVE_UP = "gave-up"
    """The method ended without a path that may exist: depth limit, dead beam, local optimum."""
    CANCELLED = "cancelled"
    """Somebody asked it to stop."""
    FAILED = "failed"
    """There is no answer: the process died, or a heuristic of the user's own broke down."""


LONGEST_TIME: Final = 1e15
"""Seconds that nobody will see the end of."""


@dataclass(frozen=True)
class Limits:
    """What a search may use; None means no limit.

    >>> Limits(time=2.5, nodes=10**6)
    Limits(time=2.5, nodes=1000000, memory=None, depth=None)
    """

    time: float | None = None
    """Seconds of wall clock."""
    nodes: int | None = None
    """Generated nodes; checked before each expansion, so the last one may exceed it by its children."""
    memory: int | None = None
    """Bytes that the search itself allocates."""
    depth: int | None = None
    """Nodes this deep are not expanded; it counts what the metric counts."""

    def __post_init__(self) -> None:
        time = self.time
        if time is not None and (isinstance(time, bool) or not isinstance(time, int | float) or not time >= 0):  # NaN neither
            raise InputError(f"expected a time limit of 0 seconds or more, got {quote(time)}", field="time")
        if time is not None:  # 5 and 5.0 are one limit, and a time without end is none
            object.__setattr__(self, "time", None if time > LONGEST_TIME else abs(float(time)))
        for name in ("nodes", "memory", "depth"):
            limit = getattr(self, name)
            if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 0):
                raise InputError(f"expected a whole number from 0 on as limit of {name}, got {quote(limit)}", field=name)
            if limit is not None and limit > LARGEST:  # cannot be reached: the same as none, and native code can count to it
                object.__setattr__(self, name, LARGEST)

    def to_json(self) -> dict[str, Any]:
        """Return the limits that are set."""
        return {name: value for name, value in vars(self).items() if value is not None}


NO_LIMITS: Final = Limits()

LIMITS: Final = (
    Option("time", "Seconds", seconds("a positive number of seconds"), "Stop after this time.", switch="--time-limit"),
    Option("nodes", "Nodes", whole_number("a number of nodes", 1), "Stop after this many nodes.", switch="--node-limit"),
    Option("memory", "Memory", byte_size(), "Stop at this memory, such as 500MB or 1GiB.", switch="--memory-limit"),
    Option("depth", "Depth", whole_number("a depth", 0), "Do not look deeper than this.", switch="--max-depth"),
)
"""The limits as people set them: a field of `Limits` each, named as the field."""


def read_limits(values: dict[str, Any]) -> Limits:
    """Return the limits that texts or JSON values set; `InputError` names the one that is wrong."""
    known = {option.name: option for option in LIMITS}
    for name in values:
        if name not in known:
            raise InputError(f"expected the limits {', '.join(known)}, got {quote(name)}", field="limits")
    # Texts are read as people write them; numbers may be all that `Limits` takes, 0 too, since they may have been written by it.
    read = {name: known[name].read(value) if isinstance(value, str) else value for name, value in values.items()}
    return Limits(**read)


UNCOUNTED: Final = ("expanded", "max_frontier")
"""Counters that a method which counts no expansions leaves at 0."""


def _counter(title: str, label: str = "", column: str = "", unit: str = "nodes", start: float = 0) -> Any:
    """Declare a counter: its name in reports, in an answer for people, and above a column; empty where it is not shown."""
    return field(default=start, metadata={"title": title, "label": label, "column": column, "unit": unit})


@dataclass
class Stats:
    """The counters of a search.

    Best-first and breadth-first searches count a node as generated when it is put on the frontier and test for the goal
    when they take it off. Searches that go on after their first path (`biastar`, `mm`, `nbs`, `bae`, `ara`, `dfbnb`)
    look for it when a node is made, and do not keep what cannot be on a better one; `bfida` looks then too, and counts
    boards again when it searches for the halves of its path. The depth-first family (`dls`, `ids`, `idastar`, `dfbnb`,
    `rbfs`) follows Korf: it never undoes the previous move, makes children one at a time, counts each when it is made,
    pruned or not, and tests it there; the root counts once however many iterations there are. `optimal`, where it
    searches with pattern databases, counts as they do but only what it generates: `expanded` and `max_frontier` are
    then 0, and null in JSON.

    Answers, tables and reports show the fields by what they say of themselves: a new counter is a new field.
    """

    generated: int = _counter("nodes generated", "Nodes generated", "generated")
    """Nodes put on the frontier, the root included, and again when a cheaper way to one is found or `sma` had forgotten it."""
    expanded: int = _counter("nodes expanded", "Nodes expanded", "expanded")
    """Nodes taken off the frontier whose children were made, again when reopened, and each time in `epea` and `sma`, which make
    some of the children at a time; never stale entries or the goal."""
    max_frontier: int = _counter("maximum frontier", "Maximum frontier", "frontier")
    """Most live frontier entries at once, both sides together; in the depth-first family the longest path of nodes."""
    max_depth: int = _counter("maximum depth", "Maximum depth", "depth")
    """Depth of the deepest node taken off the frontier, or visited in the depth-first family; the goal included."""
    iterations: int = _counter("iterations", "Iterations", unit="", start=1)
    """Depth-first iterations, rounds of `ara` and `bfida`, climbs, coolings or trials; 1 where a search has none."""
    elapsed: float = _counter("time (s)", "Time", "time", unit="seconds", start=0.0)
    """Seconds."""
    peak_memory: int = _counter("peak memory (bytes)", unit="bytes")
    """Most bytes held by the search at once: exact in the native engine, estimated in Python."""

    @property
    def counts_expansions(self) -> bool:
        """Whether the method counted what it expanded: `optimal` with pattern databases does not."""
        return self.expanded > 0 or self.generated <= 1

    def to_json(self) -> dict[str, Any]:
        """Return the counters; what the method did not count is None, never 0."""
        counters = dict(vars(self))
        return counters if self.counts_expansions else counters | dict.fromkeys(UNCOUNTED)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Stats:
        """Return the counters that `to_json` wrote."""
        return cls(**{name: value for name, value in row.items() if value is not None})


COUNTERS: Final[tuple[Field[Any], ...]] = fields(Stats)
"""The counters, in order, each with `metadata`: `title`, `label`, `column`, `unit`."""


@dataclass(frozen=True)
class Progress:
    """Where a running search stands, told to its observer about ten times a second."""

    stats: Stats
    frontier: int
    """Live frontier entries now."""
    lower_bound: int
    """Moves, or slides, proven necessary so far: the current bound of an iterative search."""
    rate: float
    """Generated nodes a second since the start."""
    stage: str = ""
    """What is going on when it is not a search, such as the building of a table."""
    cost: int | None = None
    """Cost of the best path found so far."""


@dataclass(frozen=True)
class Expansion:
    """One line of a trace: a node in the order of expansion."""

    node: int
    """Its number, from 1 in the order of expansion."""
    parent: int
    """The number of the node it was made from, 0 for a root."""
    move: Move | None
    """The move that made it, None for a root."""
    g: int
    h: float
    f: float
    tiles: tuple[int, ...]
    """The board at this node, row by row."""


class Observer:
    """Watches a search from outside: derive from it and write the methods you need; one that raises ends the search.

    >>> class Patience(Observer):
    ...     def cancelled(self):
    ...         return True
    >>> from taquin import solve
    >>> str(solve("8 6 7 / 2 5 4 / 3 0 1", method="bfs", observer=Patience()).status)
    'cancelled'
    """

    trace_limit: int = 0
    """How many expansions to report at most, 0 for none."""

    def progress(self, progress: Progress) -> None:
        """Hear where the search stands, about ten times a second."""

    def expansion(self, expansion: Expansion) -> None:
        """Take one expansion, until `trace_limit` have been reported."""

    def cancelled(self) -> Any:
        """Tell whether the search should stop; asked at least ten times a second, and anything true is yes."""
        return False


def as_observer(value: object) -> Observer:
    """Return an observer; an object that is none but has some of its methods will do."""
    if value is None:
        return Observer()
    traced = getattr(value, "trace_limit", 0)
    if not isinstance(traced, int) or isinstance(traced, bool):
        raise InputError(f"expected a whole number as trace_limit of an observer, got {quote(traced)}", field="trace_limit")
    if isinstance(value, Observer):
        return value
    names = [name for name in ("progress", "expansion", "cancelled") if callable(getattr(value, name, None))]
    if not names:
        raise TypeError(f"expected an observer, derived from taquin.Observer, got {quote(value)}")
    adapted = Observer()
    for name in names:
        setattr(adapted, name, getattr(value, name))
    adapted.trace_limit = traced
    return adapted


@dataclass(frozen=True)
class Outcome:
    """What an engine found, before anybody has checked it."""

    status: Status
    moves: tuple[Move, ...] | None = None
    """The path found as single moves, None without one; in slides, a run of equal moves is one."""
    lower_bound: int = 0
    """Moves, or slides, proven necessary."""
    reason: Reason | None = None
    """Which limit, or why; None when there is nothing to explain."""
    stats: Stats = field(default_factory=Stats)
    heuristic: str = ""
    """The heuristic that was used, where the method leaves the choice."""


@dataclass(frozen=True)
class Solution:
    """The answer of `solve()`: an outcome with its question."""

    status: Status
    """How it ended, one of the words of `Status`: `solution.status == "optimal"`."""
    start: Board
    goal: Board
    moves: tuple[Move, ...] | None
    lower_bound: int
    reason: str
    """Why it ended so, in words; empty when there is nothing to explain."""
    cause: Cause | None
    """The same for programs."""
    stats: Stats
    method: str
    """The canonical `algorithm[@heuristic]`."""
    engine: str
    """The engine that ran."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options that the method used, and the limits that were set, named `max_time` and so on."""
    chosen_heuristic: str = ""
    """The heuristic that the engine chose, where the method leaves the choice."""

    @property
    def metric(self) -> str:
        """What was counted: the moves of single `tiles`, or `slides`."""
        return self.options.get("metric", TILES)  # type: ignore[no-any-return]

    @property
    def cost(self) -> int | None:
        """What the path costs in the metric asked for, None without one."""
        return None if self.moves is None else cost_of(self.moves, self.metric)

    @property
    def length(self) -> int | None:
        """Number of single moves, whatever the metric; None without a path."""
        return None if self.moves is None else len(self.moves)

    @property
    def slides(self) -> int | None:
        """Number of slides, whatever the metric: runs of equal moves; None without a path."""
        return None if self.moves is None else cost_of(self.moves, SLIDES)

    @property
    def solved(self) -> bool:
        """Whether there is a path."""
        return self.moves is not None

    @property
    def algorithm(self) -> str:
        """The method's algorithm."""
        return self.method.partition("@")[0]

    @property
    def heuristic(self) -> str | None:
        """The method's heuristic, or the one chosen for it; None for an uninformed search."""
        return self.method.partition("@")[2] or self.chosen_heuristic or None

    @property
    def headline(self) -> str:
        """How it ended in one line: the moves it takes, or why there are none.

        >>> from taquin import solve
        >>> solve("0 1 3 / 4 2 5 / 7 8 6").headline
        'Minimum number of moves = 4'
        """
        if self.solved:
            unit, proven = f"{UNITS[self.metric]}s", self.status is Status.OPTIMAL
            remarks = [] if proven else ["not proven minimal"]
            if self.metric == SLIDES:
                remarks.append(counted(self.length or 0))
            number = f"{'Minimum number' if proven else 'Number'} of {unit} = {self.cost}"
            return f"{number} ({', '.join(remarks)})" if remarks else number
        if self.status is Status.UNSOLVABLE:
            return "Unsolvable puzzle"
        if self.status is Status.CANCELLED:
            return "Interrupted: no solution found yet"
        words = {Status.GAVE_UP: "Gave up", Status.FAILED: "Failed"}
        return f"{words.get(self.status, 'No solution found')}: {self.reason}"

    def __str__(self) -> str:
        """Return the headline and the moves.

        >>> from taquin import solve
        >>> print(solve("0 1 3 / 4 2 5 / 7 8 6"))
        Minimum number of moves = 4
        Moves: RDRD
        """
        if not self.moves:
            return f"{self.headline}: {self.reason}" if self.status is Status.UNSOLVABLE else self.headline
        moves = format_moves(self.moves, counts=True if self.metric == SLIDES else None)
        return f"{self.headline}\n{UNITS[self.metric].title()}s: {moves}"

    def _repr_svg_(self) -> str:
        from taquin.drawing import solution_svg  # only notebooks draw

        return solution_svg(self)

    def boards(self) -> Iterator[Board]:
        """Yield every board from the start to the goal, one a step of the metric; only the start without a path."""
        board = self.start
        yield board
        for step in self.steps():
            board = board.apply(*step)
            yield board

    def steps(self) -> Iterator[tuple[Move, ...]]:
        """Yield the steps of the path: a single move each, or a slide of equal ones."""
        return steps_of(self.moves or (), self.metric)

    def verify(self) -> Solution:
        """Replay the path and return this solution; raise `VerificationError` unless it reaches the goal."""
        if self.moves is not None:
            try:
                reached = self.start.apply(*self.moves)
            except MoveError as error:
                raise VerificationError(f"{self.method} on {self.engine}: {error}") from error
            if reached != self.goal:
                raise VerificationError(f"{self.method} on {self.engine}: the path does not reach the goal")
            cost = cost_of(self.moves, self.metric)
            if self.lower_bound > cost:
                found = counted(cost, self.metric)
                raise VerificationError(f"{self.method} on {self.engine}: {found}, but {self.lower_bound} claimed necessary")
        return self

    def to_json(self, steps: bool = False) -> dict[str, Any]:
        """Return the vocabulary that the command line, the API and the journals share."""
        row: dict[str, Any] = {
            "status": self.status.value,
            "reason": self.reason or None,
            "cause": None if self.cause is None else self.cause.value,
            "metric": self.metric,
            "cost": self.cost,
            "length": self.length,
            "slides": self.slides,
            "moves": None if self.moves is None else format_moves(self.moves, counts=self.metric == SLIDES),
            "lower_bound": self.lower_bound,
            "method": self.method,
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "engine": self.engine,
            "start": [list(line) for line in self.start.grid],
            "goal": [list(line) for line in self.goal.grid],
            "stats": None if self.status is Status.FAILED else self.stats.to_json(),
            "seed": self.options.get("seed"),
            "options": self.options,
        }
        if steps:
            row["path"] = [[list(line) for line in board.grid] for board in self.boards()]
        return row

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Solution:
        """Return the solution that `to_json` wrote; it is trusted, not replayed."""
        chosen = row["heuristic"] if "@" not in row["method"] else None
        return cls(
            status=Status(row["status"]),
            start=Board(row["start"]),
            goal=Board(row["goal"]),
            moves=None if row["moves"] is None else parse_moves(row["moves"]),
            lower_bound=row["lower_bound"],
            reason=row["reason"] or "",
            cause=Cause(row["cause"]) if row.get("cause") else None,
            stats=Stats.from_json(row["stats"] or {}),
            method=row["method"],
            engine=row["engine"],
            options=row["options"],
            chosen_heuristic=chosen or "",
        )
