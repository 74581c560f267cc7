# SPDX-License-Identifier: MIT
"""The whole space of a small board: how many boards lie at each depth, which are the deepest, how far the mean one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from taquin.board import Board
from taquin.compiled_core import compiled_core, core_is_built
from taquin.errors import BoardError, EngineError
from taquin.instances import depth_counts
from taquin.machine import usable_cores
from taquin.metric import SLIDES, TILES, counted, read_metric
from taquin.notation import board_to_json
from taquin.scramble import MAX_LAYER, MAX_LAYERED_CELLS, crowded, depth_layers, grow_layers

MAX_CELLS: Final = 12
LISTED_DEEPEST: Final = 100
"""More of the deepest boards than this are counted but not listed."""
SORTED_DEEPEST: Final = 100_000
"""So many of them are sorted to find the first."""

OnLayer = Callable[[int, int], None]
"""Called with depth and count of each layer as it is found; what it raises ends the enumeration."""


@dataclass(frozen=True)
class Space:
    """All boards that can reach a goal."""

    goal: Board
    counts: tuple[int, ...]
    """Boards at each depth, from 0."""
    deepest: tuple[Board, ...]
    """The deepest boards in order, at most `LISTED_DEEPEST`."""
    metric: str = TILES
    """What the depth counts: single moves, or slides."""

    @property
    def states(self) -> int:
        """How many boards there are."""
        return sum(self.counts)

    @property
    def max_depth(self) -> int:
        """The distance of the deepest."""
        return len(self.counts) - 1

    @property
    def mean_depth(self) -> float:
        """The mean distance."""
        return sum(depth * count for depth, count in enumerate(self.counts)) / self.states

    def to_json(self) -> dict[str, Any]:
        """Return it for JSON; `counts` are the boards at each depth."""
        return {
            "size": f"{self.goal.rows}x{self.goal.cols}",
            "goal": board_to_json(self.goal),
            "metric": self.metric,
            "states": self.states,
            "max_depth": self.max_depth,
            "mean_depth": self.mean_depth,
            "counts": list(self.counts),
            "deepest": [board_to_json(board) for board in self.deepest],
        }


def explore(goal: Board, on_layer: OnLayer | None = None, metric: str = TILES) -> Space:
    """Enumerate every board that can reach a goal of at most twelve cells, by its distance in single moves or in slides.

    >>> explore(Board.goal(2, 3)).max_depth, explore(Board.goal(2, 3), metric="slides").max_depth
    (21, 20)
    """
    metric = read_metric(metric)
    cells = goal.rows * goal.cols
    if cells > MAX_CELLS:
        raise BoardError(
            f"expected a board of at most {MAX_CELLS} cells, such as 3x4: a {goal.rows}x{goal.cols} board has {cells}!/2 boards"
        )
    if core_is_built():
        return _explore_natively(goal, on_layer or (lambda _depth, _count: None), metric)
    if cells > MAX_LAYERED_CELLS:
        raise EngineError(f"more than {MAX_LAYERED_CELLS} cells need the compiled core, which is not installed")
    layers = depth_layers(goal, metric)
    boards = [tuple(layers[-1][at : at + cells]) for at in range(0, len(layers[-1]), cells)][:LISTED_DEEPEST]
    deepest = tuple(Board.from_tiles(goal.rows, goal.cols, tiles) for tiles in boards)
    return Space(goal, tuple(len(layer) // cells for layer in layers), deepest, metric)


def boards_at(goal: Board, depth: int, metric: str = TILES) -> Iterator[Board]:
    """Yield the boards exactly so far from a goal, in order: any of 3x3, and those of larger boards near the goal.

    >>> [len(list(boards_at(Board.goal(4, 4), depth))) for depth in range(5)]
    [1, 2, 4, 10, 24]
    """
    metric = read_metric(metric)
    if _fullest_layer(goal, depth) > MAX_LAYER:
        raise crowded()
    layer = next(islice(grow_layers(goal, metric), depth, None), b"")
    if not layer:
        raise BoardError(f"no {goal.rows}x{goal.cols} board is {counted(depth, metric)} from this goal", field="depth")
    cells = goal.rows * goal.cols
    for at in range(0, len(layer), cells):
        yield Board.from_tiles(goal.rows, goal.cols, tuple(layer[at : at + cells]))


def _fullest_layer(goal: Board, depth: int) -> int:
    """Return how many boards the fullest layer up to a depth has at least, so that nobody walks to one with too many.

    What can be reached within a rectangle whose corner is the blank can be reached on the whole board, perhaps sooner, and slides
    are never more than moves. So of all that is within reach of the rectangle, some layer has its share.
    """
    row, col = divmod(goal.blank, goal.cols)
    heights, widths = (range(2, max(at + 1, side - at) + 1) for at, side in ((row, goal.rows), (col, goal.cols)))
    known = filter(None, (depth_counts(height, width) for height in heights for width in widths))
    within = (counts[: depth + 1] for counts in known)
    return max((sum(counts) // len(counts) for counts in within), default=0)


def _explore_natively(goal: Board, on_layer: OnLayer, metric: str) -> Space:
    counts, deepest = compiled_core().explore(
        rows=goal.rows,
        cols=goal.cols,
        goal=goal.tiles,
        slides=metric == SLIDES,
        threads=usable_cores(),
        most_deepest=SORTED_DEEPEST,
        layer=on_layer,
    )
    boards = sorted(tuple(tiles) for tiles in deepest)[:LISTED_DEEPEST]
    return Space(goal, tuple(counts), tuple(Board.from_tiles(goal.rows, goal.cols, tiles) for tiles in boards), metric)
