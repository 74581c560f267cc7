# SPDX-License-Identifier: MIT
"""The two ways to count moves: every tile that moves (`tiles`), or every slide of tiles in one line (`slides`).

A path is written as single moves of the blank in both. A run of equal moves is one slide: the blank goes to another cell of its
row or column, and the tiles between move one cell each. Two slides of one line in a row are never needed, since one slide does
what they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from operator import ne
from typing import Final

from taquin.board import DEFAULT_ORDER, Board, Move, Steps, Tiles, blank_steps, blank_targets, slide
from taquin.errors import MethodError, quote, unknown_name

TILES: Final = "tiles"
SLIDES: Final = "slides"
METRICS: Final = (TILES, SLIDES)
UNITS: Final = {TILES: "move", SLIDES: "slide"}
"""What one step is called."""


SYNONYMS: Final = {"stm": TILES, "mtm": SLIDES}
"""What puzzlers call them: the single-tile and the multi-tile metric."""


def read_metric(metric: object) -> str:
    """Return the metric that a name means; `MethodError` for any other.

    >>> read_metric("slides"), read_metric("MTM")
    ('slides', 'slides')
    """
    name = metric.strip().lower() if isinstance(metric, str) else ""
    name = SYNONYMS.get(name, name)
    if name not in METRICS:
        raise MethodError(unknown_name("metric", metric if isinstance(metric, str) else quote(metric), METRICS), field="metric")
    return name


def slides_of(moves: Iterable[Move]) -> Iterator[tuple[Move, int]]:
    """Yield the slides of a path: the direction of the blank, and how many tiles move.

    >>> list(slides_of((Move.UP, Move.UP, Move.LEFT)))
    [(Move.UP, 2), (Move.LEFT, 1)]
    """
    return ((move, sum(1 for _ in run)) for move, run in groupby(moves))


def steps_of(moves: tuple[Move, ...], metric: str) -> Iterator[tuple[Move, ...]]:
    """Yield the steps of a path: a single move each, or the equal moves of a slide."""
    return ((move,) for move in moves) if metric == TILES else ((move,) * length for move, length in slides_of(moves))


def cost_of(moves: Sequence[object], metric: str) -> int:
    """Return what a path costs: moves, or the core's numbers for them.

    >>> cost_of((Move.UP, Move.UP, Move.LEFT), "tiles"), cost_of((Move.UP, Move.UP, Move.LEFT), "slides")
    (3, 2)
    """
    if metric == TILES or not moves:
        return len(moves)
    # A slide ends where the direction changes. Paths have millions of moves, so none is looked at in Python.
    turns: int = sum(map(ne, moves, islice(moves, 1, None)))
    return 1 + turns


def counted(number: int, metric: str = TILES) -> str:
    """Write a number of steps.

    >>> counted(1), counted(1200, "slides")
    ('1 move', '1,200 slides')
    """
    return f"{number:,} {UNITS[metric]}" if number == 1 else f"{number:,} {UNITS[metric]}s"


@lru_cache(maxsize=64)
def steps_in(rows: int, cols: int, metric: str, order: tuple[Move, ...] = DEFAULT_ORDER) -> Steps:
    """For every cell, the directions a blank there can take and the cells it can reach by one step: in order, near ones first."""
    near = blank_steps(rows, cols, order)
    if metric == TILES:
        return near

    targets = blank_targets(rows, cols)

    def line(cell: int, move: Move) -> Iterator[tuple[Move, int]]:
        reached = targets[cell].get(move)
        while reached is not None:
            yield move, reached
            reached = targets[reached].get(move)

    return tuple(tuple(step for move, _ in near[cell] for step in line(cell, move)) for cell in range(rows * cols))


@lru_cache(maxsize=64)
def steps_after(rows: int, cols: int, metric: str, order: tuple[Move, ...] = DEFAULT_ORDER) -> dict[Move | None, Steps]:
    """The steps that make sense after a move, None for the first: none that undoes it, and in slides none of its line."""
    steps = steps_in(rows, cols, metric, order)

    def without(previous: Move | None) -> Steps:
        needless = () if previous is None else (previous.opposite,) if metric == TILES else (previous, previous.opposite)
        return tuple(tuple(step for step in reach if step[0] not in needless) for reach in steps)

    return {previous: without(previous) for previous in (None, *Move)}


def shift(tiles: Tiles, blank: int, cell: int, cols: int) -> Tiles:
    """Return the tiles after the blank has gone to a cell of its row or column: all between move one cell towards its place.

    >>> shift((1, 2, 0, 3, 4, 5), 2, 0, 3)
    (0, 1, 2, 3, 4, 5)
    """
    stride = 1 if blank // cols == cell // cols else cols
    if abs(cell - blank) == stride:
        return slide(tiles, blank, cell)
    after = list(tiles)
    stride = stride if blank < cell else -stride
    for place in range(blank, cell, stride):
        after[place] = tiles[place + stride]
    after[cell] = 0
    return tuple(after)


def neighbours_in(board: Board, metric: str) -> Iterator[tuple[tuple[Move, ...], Board]]:
    """Yield the single moves of every step from a board, and the board it leads to."""
    blank, cols = board.blank, board.cols
    for move, cell in steps_in(board.rows, cols, metric)[blank]:
        length = abs(cell - blank) if blank // cols == cell // cols else abs(cell - blank) // cols
        yield (move,) * length, Board._trusted(board.rows, cols, shift(board.tiles, blank, cell, cols))
