# SPDX-License-Identifier: MIT
"""What a search may use, what it reports while it runs and what it gives back: the same in every engine."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol

from taquin.board import Board, Move
from taquin.errors import InputError, MoveError, VerificationError, quote


class Status(enum.Enum):
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

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Limits:
    """What a search may use; None means no limit."""

    time: float | None = None
    """Seconds of wall clock."""
    nodes: int | None = None
    """Generated nodes; checked before each expansion, so the last one may exceed it by its children."""
    memory: int | None = None
    """Bytes that the search itself allocates."""
    depth: int | None = None
    """Nodes this deep are not expanded."""

    def __post_init__(self) -> None:
        if self.time is not None and not self.time >= 0:  # not a number is refused too
            raise InputError(f"expected a time limit of 0 seconds or more, got {quote(self.time)}")
        for name in ("nodes", "memory", "depth"):
            limit = getattr(self, name)
            if limit is not None and (not isinstance(limit, int) or limit < 0):
                raise InputError(f"expected a whole number from 0 on as limit of {name}, got {quote(limit)}")


@dataclass
class Stats:
    """The counters of a search.

    Best-first and breadth-first searches count a node as generated when it is put on the frontier and test for the goal
    when they take it off. The depth-first family (`dls`, `ids`, `idastar`, `rbfs`) follows Korf: it never undoes the
    previous move, makes children one at a time, counts each when it is made, pruned or not, and tests it there; the
    root counts once however many iterations there are. `optimal`, where it searches with pattern databases, counts as
    they do but only what it generates: `expanded` and `max_frontier` are then 0.
    """

    generated: int = 0
    """Nodes put on the frontier, the root included, and again when a cheaper way to one is found."""
    expanded: int = 0
    """Nodes taken off the frontier whose children were made, again when reopened; never stale entries or the goal."""
    max_frontier: int = 0
    """Most live frontier entries at once, both sides together; in the depth-first family the longest path of nodes."""
    max_depth: int = 0
    """Depth of the deepest node taken off the frontier, or visited in the depth-first family; the goal included."""
    iterations: int = 1
    """Depth-first iterations, or climbs of hill climbing; 1 where a search has none."""
    elapsed: float = 0.0
    """Seconds."""
    peak_memory: int = 0
    """Most bytes held by the search at once: exact in the native engine, estimated in Python."""


@dataclass(frozen=True)
class Progress:
    """A glimpse of a running search, given to the observer about ten times a second."""

    stats: Stats
    frontier: int
    """Live frontier entries now."""
    lower_bound: int
    """Moves proven necessary so far: the current bound of an iterative search."""
    rate: float
    """Generated nodes a second since the start."""
    stage: str = ""
    """What is going on when it is not a search, such as the building of a table."""
    cost: int | None = None
    """Length of the best path found so far."""


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


class Observer(Protocol):
    """Watches a search from outside; a call that raises ends the search with that exception."""

    trace_limit: int
    """How many expansions to report at most, 0 for none."""

    def progress(self, progress: Progress) -> None:
        """Take a glimpse, about ten times a second."""

    def expansion(self, expansion: Expansion) -> None:
        """Take one expansion, until `trace_limit` have been reported."""

    def cancelled(self) -> bool:
        """Tell whether the search should stop; asked at least ten times a second."""


class SilentObserver:
    """Watches nothing and never cancels."""

    trace_limit = 0

    def progress(self, progress: Progress) -> None:
        """Ignore it."""

    def expansion(self, expansion: Expansion) -> None:
        """Ignore it."""

    def cancelled(self) -> bool:
        """Never."""
        return False


@dataclass(frozen=True)
class Outcome:
    """What an engine found, before anybody has checked it."""

    status: Status
    moves: tuple[Move, ...] | None = None
    """The path found, None without one."""
    lower_bound: int = 0
    """Moves proven necessary."""
    reason: str = ""
    """Which limit, or why; empty when there is nothing to explain."""
    stats: Stats = field(default_factory=Stats)
    heuristic: str = ""
    """The heuristic that was used, where the method leaves the choice."""


@dataclass(frozen=True)
class Solution:
    """The answer of `solve()`: an outcome with its question."""

    status: Status
    start: Board
    goal: Board
    moves: tuple[Move, ...] | None
    lower_bound: int
    reason: str
    stats: Stats
    method: str
    """The canonical `algorithm[@heuristic]`."""
    engine: str
    """The engine that ran."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options that the method used: order, weight, beam width, seed, limits."""
    chosen_heuristic: str = ""
    """The heuristic that the engine chose, where the method leaves the choice."""

    @property
    def cost(self) -> int | None:
        """Number of moves, None without a path."""
        return None if self.moves is None else len(self.moves)

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

    def _repr_svg_(self) -> str:
        from taquin.render.svg import solution_svg  # only notebooks draw

        return solution_svg(self)

    def boards(self) -> Iterator[Board]:
        """Yield every board from the start to the goal; only the start without a path."""
        board = self.start
        yield board
        for move in self.moves or ():
            board = board.apply(move)
            yield board

    def verify(self) -> Solution:
        """Replay the path and return this solution; raise `VerificationError` unless it reaches the goal."""
        if self.moves is not None:
            try:
                reached = self.start.apply(*self.moves)
            except MoveError as error:
                raise VerificationError(f"{self.method} on {self.engine}: {error}") from error
            if reached != self.goal:
                raise VerificationError(f"{self.method} on {self.engine}: the path does not reach the goal")
            if self.lower_bound > len(self.moves):
                raise VerificationError(
                    f"{self.method} on {self.engine}: {len(self.moves)} moves, but {self.lower_bound} claimed necessary"
                )
        return self

    def with_status(self, status: Status, reason: str = "") -> Solution:
        """Return a copy that ended differently."""
        return replace(self, status=status, reason=reason)

    def to_json(self, steps: bool = False) -> dict[str, Any]:
        """Return the vocabulary that the command line, the API and the journals share."""
        row: dict[str, Any] = {
            "status": self.status.value,
            "reason": self.reason or None,
            "cost": self.cost,
            "moves": None if self.moves is None else "".join(move.value for move in self.moves),
            "lower_bound": self.lower_bound,
            "method": self.method,
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "engine": self.engine,
            "start": [list(line) for line in self.start.grid],
            "goal": [list(line) for line in self.goal.grid],
            "stats": asdict(self.stats),
            "seed": self.options.get("seed"),
            "options": self.options,
        }
        if steps:
            row["path"] = [[list(line) for line in board.grid] for board in self.boards()]
        return row
