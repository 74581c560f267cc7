# SPDX-License-Identifier: MIT
"""The referee: holds a heuristic against the truth and names the smallest board on which it is wrong.

Boards of at most nine cells are checked one and all. On larger ones the truth is known where it was proven: on every board
near the goal, and along shortest paths of random boards, since each board on such a path is solved shortest by the rest of it.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Final

from taquin.board import Board, Tiles
from taquin.heuristics import HEURISTICS, Estimate, Heuristic, read_heuristic, under
from taquin.metric import TILES, check_metric, shift, steps_in
from taquin.notation import board_to_json
from taquin.scramble import MAX_LAYERED_CELLS, depth_layers, uniform_board, walk_board
from taquin.solution import Limits, Status
from taquin.solver import solve

SAMPLES: Final = 100
"""Random boards whose shortest paths are sampled on larger boards."""
NEAR_GOAL: Final = 20_000
"""Boards around the goal that are checked on larger boards, at least."""
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

    >>> verdict = check_heuristic("manhattan", Board.goal(2, 3))
    >>> verdict.word, verdict.counterexample
    ('admissible and consistent', None)
    """
    check_metric(metric)
    heuristic = under(read_heuristic(heuristic), metric)
    estimate = heuristic.towards(goal)
    exhaustive = goal.rows * goal.cols <= MAX_LAYERED_CELLS
    if exhaustive:
        truth = _whole_truth(goal, metric)
        return _Trial(heuristic, estimate, goal, truth, truth, exhaustive, on_boards).verdict()
    sample = _sampled_truth(goal, samples, random.Random(seed), metric)
    return _Trial(heuristic, estimate, goal, _near_goal(goal, metric) | sample, sample, exhaustive, on_boards).verdict()


def _whole_truth(goal: Board, metric: str) -> dict[Tiles, int]:
    size, layers = goal.rows * goal.cols, enumerate(depth_layers(goal, metric))
    return {tuple(layer[at : at + size]): depth for depth, layer in layers for at in range(0, len(layer), size)}


def _sampled_truth(goal: Board, samples: int, rng: random.Random, metric: str) -> dict[Tiles, int]:
    """Return the proven distances along shortest paths from random boards, easy ones to hard ones."""
    truth = {goal.tiles: 0}
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
                truth.setdefault(on_path.tiles, solution.cost - step)
    return truth


def _near_goal(goal: Board, metric: str) -> dict[Tiles, int]:
    """Search breadth-first until enough boards are found, whole layers only."""
    steps = steps_in(goal.rows, goal.cols, metric)
    truth = {goal.tiles: 0}
    layer, depth = [goal.tiles], 0
    while layer and len(truth) < NEAR_GOAL:
        depth += 1
        found = []
        for tiles in layer:
            blank = tiles.index(0)
            for _, cell in steps[blank]:
                child = shift(tiles, blank, cell, goal.cols)
                if child not in truth:
                    truth[child] = depth
                    found.append(child)
        layer = found
    return truth


class _Trial:
    """One heuristic on boards with known distances; means are taken over the sample, since nearly all near boards are easy."""

    def __init__(
        self,
        heuristic: Heuristic,
        estimate: Estimate,
        goal: Board,
        truth: dict[Tiles, int],
        sample: dict[Tiles, int],
        exhaustive: bool,
        on_boards: OnBoards | None,
    ) -> None:
        self.heuristic = heuristic
        self.estimate = estimate
        self.goal = goal
        self.truth = truth
        self.sample = sample
        self.exhaustive = exhaustive
        self.values = self._estimate_all(on_boards or (lambda *_: None))

    def _estimate_all(self, on_boards: OnBoards) -> dict[Tiles, int]:
        """Estimate every board of known distance, which is nearly all of the work."""
        values = {}
        for done, tiles in enumerate(self.truth):
            if done % WATCH_EVERY == 0:
                on_boards(done, len(self.truth))
            values[tiles] = self.estimate(tiles)
        on_boards(len(self.truth), len(self.truth))
        return values

    def verdict(self) -> Verdict:
        scale = self.heuristic.scale
        over = [tiles for tiles, value in self.values.items() if value > self.truth[tiles] * scale]
        moves, jumps = self._jumps()
        manhattan = under(HEURISTICS["manhattan"], self.heuristic.metric).towards(self.goal)
        plain = {tiles: manhattan(tiles) * scale for tiles in self.sample}
        estimates = [self.values[tiles] for tiles in self.sample]
        timed = random.Random(0).sample(list(self.sample), min(TIMED, len(self.sample)))
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
            mean_estimate=fmean(estimates) / scale,
            mean_truth=fmean(self.sample.values()),
            accuracy=fmean(self.values[tiles] / scale / truth for tiles, truth in self.sample.items() if truth),
            versus_manhattan=sum(estimates) / max(1, sum(plain.values())),
            above_manhattan=fmean(self.values[tiles] > plain[tiles] for tiles in plain),
            below_manhattan=fmean(self.values[tiles] < plain[tiles] for tiles in plain),
            seconds_per_evaluation=_seconds(self.estimate, timed),
            manhattan_seconds=_seconds(manhattan, timed),
            claims=self._claims(),
            metric=self.heuristic.metric,
            histogram=Counter((truth, self._moves(self.values[tiles])) for tiles, truth in self.sample.items()),
        )

    def _jumps(self) -> tuple[int, list[tuple[Tiles, Tiles]]]:
        """Count the moves from boards of known distance, and list those along which the estimate falls too much."""
        steps = steps_in(self.goal.rows, self.goal.cols, self.heuristic.metric)
        scale = self.heuristic.scale
        moves, jumps = 0, []
        for tiles, value in self.values.items():
            blank = tiles.index(0)
            for _, cell in steps[blank]:
                neighbour = shift(tiles, blank, cell, self.goal.cols)
                after = self.values.get(neighbour)
                if after is None:  # beyond the sample: its distance is unknown, but the move is as good as any
                    after = self.estimate(neighbour)
                    moves += 1
                    if after - value > scale:
                        jumps.append((neighbour, tiles))
                elif blank < cell:
                    moves += 1
                if value - after > scale:
                    jumps.append((tiles, neighbour))
        return moves, jumps

    def _nearest(self, over: list[Tiles]) -> Overestimate | None:
        if not over:
            return None
        tiles = min(over, key=lambda tiles: (self.truth[tiles], tiles))
        return Overestimate(self._board(tiles), self._moves(self.values[tiles]), self.truth[tiles])

    def _nearest_jump(self, jumps: list[tuple[Tiles, Tiles]]) -> Jump | None:
        if not jumps:
            return None
        far = len(self.truth)
        pair = min(jumps, key=lambda pair: (min(self.truth.get(tiles, far) for tiles in pair), pair))
        before, after = (self._moves(self.estimate(tiles)) for tiles in pair)
        return Jump(self._board(pair[0]), self._board(pair[1]), before, after)

    def _board(self, tiles: Tiles) -> Board:
        return Board.from_tiles(self.goal.rows, self.goal.cols, tiles)

    def _moves(self, scaled: int) -> float:
        scale = self.heuristic.scale
        return scaled // scale if scaled % scale == 0 else scaled / scale

    def _claims(self) -> tuple[bool, bool] | None:
        claims = self.heuristic.admissible, self.heuristic.consistent
        return None if self.heuristic.custom and not any(claims) else claims


def _seconds(estimate: Estimate, boards: list[Tiles]) -> float:
    """Measure the cost of one evaluation, the best of three rounds."""
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        for tiles in boards:
            estimate(tiles)
        best = min(best, time.perf_counter() - begin)
    return best / len(boards)
