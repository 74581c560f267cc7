# SPDX-License-Identifier: MIT
"""All shortest paths of a board: how many there are, and the first of them.

A board lies on a shortest path if the moves to it and the moves from it add up to the distance. Such boards are found layer by
layer from the start: a child belongs to them if a search that may make no more moves than are left still reaches the goal. The
numbers of paths add up along the way, so that billions of paths are counted without walking them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final

from taquin import reasons
from taquin.board import Board, Move
from taquin.clock import Clock, Stopped
from taquin.metric import SLIDES, TILES, UNITS, neighbours_in
from taquin.moves import format_moves
from taquin.options import whole_number
from taquin.question import OPTIMAL, Question, ask
from taquin.reasons import Cause, Reason
from taquin.solution import Limits, Observer, Progress, Solution, Stats, Status, as_observer
from taquin.solver import solve_question

LISTED: Final = 100
"""Paths that are listed unless somebody asks for more."""

Links = dict[Board, list[tuple[tuple[Move, ...], Board]]]
"""For a board, the steps that keep to shortest paths, as single moves, and where they lead."""


@dataclass(frozen=True)
class ShortestPaths:
    """What is known of the shortest paths of a board."""

    solution: Solution
    """One of them, or why there is none."""
    count: int | None
    """How many there are; None if something stopped the count."""
    boards: int
    """Boards that lie on them, with the start and the goal."""
    paths: tuple[tuple[Move, ...], ...]
    """The first of them, in the order Up, Left, Right, Down."""
    stopped: Reason | None = None
    """What stopped the count."""

    def to_json(self) -> dict[str, Any]:
        """Return the solution's JSON with the count beside it."""
        counted = {
            "count": self.count,
            "boards": self.boards,
            "paths": [format_moves(moves, counts=self.solution.metric == SLIDES) for moves in self.paths],
            "reason": None if self.stopped is None else self.stopped.text,
        }
        return self.solution.to_json() | {"shortest_paths": counted}


class _Part(Observer):
    """The observer of one search of many: it passes on a cancellation; progress is reported for the task as a whole."""

    def __init__(self, whole: Observer) -> None:
        self.whole = whole

    def cancelled(self) -> Any:
        return self.whole.cancelled()


def shortest_paths(
    start: object,
    goal: object = None,
    *,
    listed: int = LISTED,
    metric: str = TILES,
    limits: Limits | None = None,
    observer: Observer | None = None,
) -> ShortestPaths:
    """Count the shortest paths and list the first; for boards whose shortest paths can be proven.

    >>> found = shortest_paths("1 2 3 / 4 0 6 / 7 5 8")
    >>> found.count, found.boards
    (1, 3)
    """
    wanted = whole_number("the number of paths to list", 0).read(listed)
    question = ask(start, goal, OPTIMAL, limits=limits, metric=metric)
    clock = Clock(question.limits, as_observer(observer))
    solution = solve_question(question, clock.observer)
    if solution.moves is None or solution.status is not Status.OPTIMAL:
        return ShortestPaths(solution, None, 0, ())
    try:
        links, ways = _find_links(solution, clock)
    except Stopped as stopped:
        return ShortestPaths(solution, None, 0, (solution.moves,), stopped.reason)
    return ShortestPaths(solution, ways, len(links) + 1, tuple(islice(_walk(question.start, question.goal, links), wanted)))


class Prover:
    """Proves of many boards, within the limits of one task, that they are so near to a goal, or that they are not."""

    def __init__(self, goal: Board, metric: str, clock: Clock, nodes: int) -> None:
        self.goal = goal
        self.method = OPTIMAL.with_options({"metric": metric})
        self.clock = clock
        self.nodes = nodes
        """Nodes that the task has generated so far."""

    def path_within(self, board: Board, most: int) -> Solution | None:
        """Return a path that costs at most so much, None if there is none; raise `Stopped` if that cannot be said."""
        given = self.clock.limits
        self.clock.check(self.nodes)
        nodes_left = None if given.nodes is None else given.nodes - self.nodes
        limits = Limits(self.clock.seconds_left(), nodes_left, given.memory, depth=most)
        found = solve_question(Question(board, self.goal, self.method, limits=limits), _Part(self.clock.observer))
        self.nodes += found.stats.generated
        if found.status in (Status.CANCELLED, Status.LIMIT):
            raise Stopped(found.status, self._reason(found))
        return found if found.cost is not None and found.cost <= most else None

    def _reason(self, found: Solution) -> Reason:
        """Say why a proof ended, by the limits of the whole task rather than what was left of them."""
        match found.cause:
            case Cause.TIME_LIMIT:
                return reasons.time_limit(self.clock.limits.time)
            case Cause.NODE_LIMIT:
                return reasons.node_limit(self.clock.limits.nodes)
            case cause:
                return Reason(cause or Cause.FAILED, found.reason)


def _find_links(solution: Solution, clock: Clock) -> tuple[Links, int]:
    """Return where shortest paths go on from every board on them but the goal, and how many paths there are."""
    goal, length = solution.goal, solution.cost or 0
    prover = Prover(goal, solution.metric, clock, solution.stats.generated)
    known = dict.fromkeys(solution.boards(), True)  # whether a board lies on a shortest path
    links: Links = {}
    layer = {solution.start: 1}  # the ways to each board
    unit = UNITS[solution.metric]
    for depth in range(length):
        following: dict[Board, int] = {}
        for board, ways in layer.items():
            links[board] = []
            for step, child in neighbours_in(board, solution.metric):
                if child not in known:
                    found = prover.path_within(child, length - depth - 1)
                    known[child] = found is not None
                    if found is not None:
                        known.update(dict.fromkeys(found.boards(), True))
                # One that has links already lies behind; one of the same layer, where slides lead too, is no nearer.
                if known[child] and child not in links and child not in layer:
                    links[board].append((step, child))
                    following[child] = following.get(child, 0) + ways
        layer = following
        clock.report(lambda depth=depth: _progress(unit, depth, length, len(links), clock))  # type: ignore[misc]
    return links, layer[goal] if length else 1


def _progress(unit: str, depth: int, length: int, boards: int, clock: Clock) -> Progress:
    stage = f"shortest paths: {boards:,} boards, {unit} {depth + 1} of {length}"
    return Progress(Stats(elapsed=clock.elapsed()), 0, length, 0.0, stage, length)


def _walk(start: Board, goal: Board, links: Links) -> Iterator[tuple[Move, ...]]:
    """Yield the paths in the order of their steps."""
    steps: list[tuple[Move, ...]] = []
    ahead = [iter(links.get(start, []))]
    if start == goal:
        yield ()
    while ahead:
        step = next(ahead[-1], None)
        if step is None:
            ahead.pop()
            if steps:
                steps.pop()
            continue
        moves, board = step
        steps.append(moves)
        if board == goal:
            yield tuple(chain.from_iterable(steps))
            steps.pop()
        else:
            ahead.append(iter(links[board]))
