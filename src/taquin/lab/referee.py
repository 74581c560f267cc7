# SPDX-License-Identifier: MIT
"""The referee: holds a heuristic against the truth and names the smallest board on which it is wrong.

Boards of at most nine cells are checked one and all. On larger ones the truth is known where it was proven: on boards
near the goal, and along shortest paths of random boards, since each board on such a path is solved shortest by the rest of it.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress, islice
from operator import gt, lt, truediv
from typing import Any, Final

from taquin.board import Board, Tiles
from taquin.heuristics import HEURISTICS, Heuristic, read_heuristic, under
from taquin.heuristics.base import Packed
from taquin.methods.textbook import estimates_towards, one_by_one
from taquin.metric import TILES, read_metric, shift, steps_in
from taquin.notation import board_to_json
from taquin.scramble import MAX_BYTE, MAX_LAYERED_CELLS, depth_layers, places_between, slid, uniform_board, walk_board
from taquin.solution import Limits, Status
from taquin.solver import solve

SAMPLES: Final = 100
"""Random boards whose shortest paths are sampled on larger boards."""
NEAR_GOAL: Final = 20_000
"""Boards around the goal that are checked on larger boards, about."""
MOST_CELLS: Final = 1_024
"""Cells of a board and its neighbours up to which so many boards are checked; of larger ones fewer, in the same time and memory.

A 16x16 board has four neighbours; in slides, where it has thirty, it is large.
"""
SECONDS_PER_SAMPLE: Final = 5.0
PATTERN_CELLS: Final = 25
"""Boards up to this size have pattern databases that prove the length of a long walk; larger ones are walked less far."""
TIMED: Final = 2_000
"""Boards on which the cost of an evaluation is measured."""
WATCH_EVERY: Final = 1_000
"""Boards between two calls of who watches."""

OnBoards = Callable[[int, int], None]
"""Called with how many boards were estimated, of how many; what it raises ends the trial."""


@dataclass(frozen=True)
class Overestimate:
    """A board that convicts: the estimate is more than the truth."""

    board: Board
    estimate: float
    truth: int


@dataclass(frozen=True)
class Jump:
    """A move that convicts: the estimate falls by more than the one move."""

    board: Board
    neighbour: Board
    estimate: float
    estimate_after: float


@dataclass(frozen=True)
class Verdict:
    """What the referee found."""

    heuristic: str
    goal: Board
    exhaustive: bool
    """Whether every board was checked, so that the verdict is proven."""
    boards: int
    moves: int
    """Moves between boards that were checked, each in one direction."""
    overestimates: int
    jumps: int
    counterexample: Overestimate | None
    """The overestimated board nearest to the goal."""
    jump: Jump | None
    """The inconsistent move nearest to the goal."""
    mean_estimate: float
    mean_truth: float
    accuracy: float
    """Mean share of the true distance that the estimate reaches, over all boards but the goal."""
    versus_manhattan: float
    """Mean estimate over the mean Manhattan distance."""
    above_manhattan: float
    """Share of boards with a larger estimate than Manhattan's."""
    below_manhattan: float
    seconds_per_evaluation: float
    """In Python."""
    manhattan_seconds: float
    claims: tuple[bool, bool] | None = None
    """What the heuristic says of itself: admissible, consistent; None where a function of the user's own says nothing."""
    metric: str = TILES
    """What was estimated and counted."""
    histogram: Counter[tuple[int, float]] = field(default_factory=Counter, repr=False)
    """How many boards of the sample have a (true distance, estimate)."""

    @property
    def admissible(self) -> bool:
        """Whether no overestimate was found."""
        return self.overestimates == 0

    @property
    def consistent(self) -> bool:
        """Whether no jump was found and the goal is estimated 0."""
        return self.jumps == 0 and self.admissible

    @property
    def word(self) -> str:
        """The verdict in a few words."""
        if self.consistent:
            return "admissible and consistent"
        return "admissible, not consistent" if self.admissible else "neither admissible nor consistent"

    def to_json(self) -> dict[str, Any]:
        """Return it for JSON."""
        row = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in ("histogram", "goal", "claims")}
        row |= {"goal": board_to_json(self.goal), "size": f"{self.goal.rows}x{self.goal.cols}", "verdict": self.word}
        row |= {"admissible": self.admissible, "consistent": self.consistent}
        row["claims"] = None if self.claims is None else dict(zip(("admissible", "consistent"), self.claims, strict=True))
        if self.counterexample is not None:
            row["counterexample"] = vars(self.counterexample) | {"board": board_to_json(self.counterexample.board)}
        if self.jump is not None:
            boards = {name: board_to_json(getattr(self.jump, name)) for name in ("board", "neighbour")}
            row["jump"] = vars(self.jump) | boards
        row["histogram"] = [[truth, estimate, count] for (truth, estimate), count in sorted(self.histogram.items())]
        return row


def check_heuristic(
    heuristic: object,
    goal: Board,
    samples: int = SAMPLES,
    seed: int = 0,
    on_boards: OnBoards | None = None,
    metric: str = TILES,
) -> Verdict:
    """Try a heuristic, named or a function of (board, goal), on all boards of a small shape, or where distances are proven.

    Of large boards it takes fewer samples than that, so that it ends in the same time; the verdict says on how many it was tried.

    >>> verdict = check_heuristic("manhattan", Board.goal(2, 3))
    >>> verdict.word, verdict.counterexample
    ('admissible and consistent', None)
    """
    metric = read_metric(metric)
    heuristic = under(read_heuristic(heuristic), metric)
    heuristic.check_shape(goal.rows, goal.cols)
    exhaustive = goal.rows * goal.cols <= MAX_LAYERED_CELLS
    if exhaustive:
        truth = _whole_truth(goal, metric)
        return _Trial(heuristic, goal, truth, truth, exhaustive, on_boards).verdict()
    share = _share(goal, metric)
    sample = _sampled_truth(goal, math.ceil(samples * share), random.Random(seed), metric)
    near = _near_goal(goal, metric, math.ceil(NEAR_GOAL * share))
    return _Trial(heuristic, goal, near | sample, sample, exhaustive, on_boards).verdict()


Truth = dict[Packed, int]
"""Boards and their proven distances."""


def _pack(tiles: Tiles) -> Packed:
    return bytes(tiles) if len(tiles) <= MAX_BYTE else tiles


def _slid(boards: Sequence[Packed], blank: int, cell: int, cols: int) -> list[Packed]:
    """Let the blank of boards, which is on the same cell in all, go to a cell of its row or column."""
    if len(boards) and isinstance(boards[0], bytes):
        places = places_between(blank, cell, cols)
        return [slid(board, places) for board in boards]  # type: ignore[arg-type]
    return [shift(tuple(board), blank, cell, cols) for board in boards]


def _whole_truth(goal: Board, metric: str) -> Truth:
    size, layers = goal.rows * goal.cols, enumerate(depth_layers(goal, metric))
    return {layer[at : at + size]: depth for depth, layer in layers for at in range(0, len(layer), size)}


def _sampled_truth(goal: Board, samples: int, rng: random.Random, metric: str) -> Truth:
    """Return the proven distances along shortest paths from random boards, easy ones to hard ones."""
    truth = {_pack(goal.tiles): 0}
    small = goal.rows * goal.cols <= PATTERN_CELLS
    method = "optimal" if small else "idastar@linear-conflict"
    longest = 80 if small else 30
    for number in range(samples):
        uniform = goal.rows * goal.cols <= 16 and number % 2
        walk = 10 + number * (longest - 10) // samples
        board = uniform_board(goal, rng) if uniform else walk_board(goal, walk, rng)
        solution = solve(board, goal, method, limits=Limits(time=SECONDS_PER_SAMPLE), metric=metric)
        if solution.status is Status.OPTIMAL and solution.cost is not None:
            for step, on_path in enumerate(solution.boards()):
                truth.setdefault(_pack(on_path.tiles), solution.cost - step)
    return truth


def _share(goal: Board, metric: str) -> float:
    """Return which share of the usual number of boards is checked: less than all where a board has many cells or neighbours."""
    neighbours = max(map(len, steps_in(goal.rows, goal.cols, metric)))
    return min(1.0, MOST_CELLS / (len(goal.tiles) * neighbours))


def _near_goal(goal: Board, metric: str, enough: int) -> Truth:
    """Search breadth-first until enough boards are found, to the end of a layer unless that takes twice as many."""
    steps = steps_in(goal.rows, goal.cols, metric)
    truth = {_pack(goal.tiles): 0}
    layer, depth = list(truth), 0
    while layer and len(truth) < enough:
        depth += 1
        found = []
        for board in layer:
            blank = board.index(0)
            for _, cell in steps[blank]:
                (child,) = _slid([board], blank, cell, goal.cols)
                if child not in truth and len(truth) < 2 * enough:
                    truth[child] = depth
                    found.append(child)
        layer = found
    return truth


def _mean(numbers: Iterable[float], count: int) -> float:
    return sum(numbers) / count if count else 0.0


class _Trial:
    """One heuristic on boards with known distances; means are taken over the sample, since nearly all near boards are easy.

    All 3x3 boards are to be judged in a fraction of a second, and that without numpy: boards are bytes, estimated together, and
    nothing here is done for each of them that a function of Python's own does for all.
    """

    def __init__(
        self,
        heuristic: Heuristic,
        goal: Board,
        truth: Truth,
        sample: Truth,
        exhaustive: bool,
        on_boards: OnBoards | None,
    ) -> None:
        self.heuristic = heuristic
        self.estimates = estimates_towards(heuristic, goal)
        self.goal = goal
        self.truth = truth
        self.sample = sample
        self.exhaustive = exhaustive
        self.values = self._estimate_all(on_boards or (lambda *_: None))

    def _estimate_all(self, on_boards: OnBoards) -> dict[Packed, int]:
        """Estimate every board of known distance."""
        values: list[int] = []
        boards = iter(self.truth)
        while some := list(islice(boards, WATCH_EVERY)):
            on_boards(len(values), len(self.truth))
            values += self.estimates(some)
        on_boards(len(values), len(self.truth))
        return dict(zip(self.truth, values, strict=True))

    def verdict(self) -> Verdict:
        scale = self.heuristic.scale
        allowed = map(scale.__mul__, self.truth.values())
        over = list(compress(self.values, map(gt, self.values.values(), allowed)))
        moves, jumps = self._jumps()
        manhattan = under(HEURISTICS["manhattan"], self.heuristic.metric)
        plain = [scale * value for value in estimates_towards(manhattan, self.goal)(list(self.sample))]
        estimates = list(map(self.values.__getitem__, self.sample))
        truths = list(self.sample.values())
        away = [truth * scale for truth in truths if truth]
        shares = map(truediv, compress(estimates, truths), away)
        counted = Counter(zip(truths, estimates, strict=True))
        timed = [tuple(board) for board in random.Random(0).sample(list(self.sample), min(TIMED, len(self.sample)))]
        count = len(estimates)
        return Verdict(
            heuristic=self.heuristic.name,
            goal=self.goal,
            exhaustive=self.exhaustive,
            boards=len(self.truth),
            moves=moves,
            overestimates=len(over),
            jumps=len(jumps),
            counterexample=self._nearest(over),
            jump=self._nearest_jump(jumps),
            mean_estimate=sum(estimates) / count / scale,
            mean_truth=sum(truths) / count,
            accuracy=_mean(shares, len(away)),
            versus_manhattan=sum(estimates) / max(1, sum(plain)),
            above_manhattan=_mean(map(gt, estimates, plain), count),
            below_manhattan=_mean(map(lt, estimates, plain), count),
            seconds_per_evaluation=_seconds(self.heuristic, self.goal, timed),
            manhattan_seconds=_seconds(manhattan, self.goal, timed),
            claims=self._claims(),
            metric=self.heuristic.metric,
            histogram=Counter({(truth, self._moves(value)): boards for (truth, value), boards in counted.items()}),
        )

    def _jumps(self) -> tuple[int, list[tuple[Packed, Packed]]]:
        """Count the moves from boards of known distance, and list those along which the estimate falls too much.

        A move between two such boards is looked at once, from the end whose blank has the smaller cell; one to a board beyond the
        sample from here, since that board's distance is unknown, but the move is as good as any.
        """
        known, scale = self.values, self.heuristic.scale
        by_blank: list[list[Packed]] = [[] for _ in self.goal.tiles]
        for board in known:
            by_blank[board.index(0)].append(board)
        moves, jumps = 0, []
        for blank, steps in enumerate(steps_in(self.goal.rows, self.goal.cols, self.heuristic.metric)):
            boards = by_blank[blank]
            for cell in [cell for _, cell in steps if cell > blank or not self.exhaustive]:
                neighbours = _slid(boards, blank, cell, self.goal.cols)
                after = list(map(known.get, neighbours))
                if not self.exhaustive:
                    unknown = [value is None for value in after]
                    here, beyond = list(compress(boards, unknown)), list(compress(neighbours, unknown))
                    far = self.estimates(beyond) if beyond else []
                    jumps += _falls(zip(here, beyond, map(known.__getitem__, here), far, strict=True), scale)
                    moves += len(beyond)
                if cell > blank:
                    pairs = zip(boards, neighbours, map(known.__getitem__, boards), after, strict=True)
                    jumps += _falls(pairs, scale)
                    moves += len(after) - after.count(None)
        return moves, jumps

    def _nearest(self, over: list[Packed]) -> Overestimate | None:
        if not over:
            return None
        board = min(over, key=lambda board: (self.truth[board], board))
        return Overestimate(self._board(board), self._moves(self.values[board]), self.truth[board])

    def _nearest_jump(self, jumps: list[tuple[Packed, Packed]]) -> Jump | None:
        if not jumps:
            return None
        far = len(self.truth)
        pair = min(jumps, key=lambda pair: (min(self.truth.get(board, far) for board in pair), pair))
        before, after = map(self._moves, self.estimates(pair))
        return Jump(self._board(pair[0]), self._board(pair[1]), before, after)

    def _board(self, board: Packed) -> Board:
        return Board.from_tiles(self.goal.rows, self.goal.cols, tuple(board))

    def _moves(self, scaled: int) -> float:
        scale = self.heuristic.scale
        return scaled // scale if scaled % scale == 0 else scaled / scale

    def _claims(self) -> tuple[bool, bool] | None:
        claims = self.heuristic.admissible, self.heuristic.consistent
        return None if self.heuristic.custom and not any(claims) else claims


def _falls(moves: Iterable[tuple[Packed, Packed, int, int | None]], scale: int) -> list[tuple[Packed, Packed]]:
    """Return the moves along which the estimate falls by more than one, out of pairs of neighbours with the estimates of both."""
    return [
        (one, other) if value > after else (other, one)
        for one, other, value, after in moves
        if after is not None and not -scale <= value - after <= scale
    ]


def _seconds(heuristic: Heuristic, goal: Board, boards: list[Tiles]) -> float:
    """Measure the cost of one evaluation in Python, or its share where many are evaluated at once; the best of three rounds."""
    estimates = one_by_one(heuristic, goal) if heuristic.many is None else heuristic.many(goal)
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        estimates(boards)
        best = min(best, time.perf_counter() - begin)
    return best / len(boards)
