# SPDX-License-Identifier: MIT
"""Fewer slides, piece by piece: each window of a path is searched anew between the same two boards, counting slides.

The search of a window is breadth-first from both its ends, so a window of the width tried is left with the fewest slides that
it can have. Wider windows find more and cost more: they come when the narrower ones find nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Final

from taquin.board import Board, Move, Tiles
from taquin.metric import SLIDES, cost_of, shift, slides_of, steps_after

NARROWEST: Final = 4
"""Slides of the first windows."""
LARGEST_WINDOW: Final = 200_000
"""Boards that the search of one window may make: wider ones than that are not tried."""
CHUNK: Final = 500
"""Boards between two questions whether to go on."""

GoOn = Callable[[int], bool]
"""Told the boards made so far; says whether to go on."""
Found = dict[Tiles, tuple[Tiles, Move] | None]
"""Every board that a side has reached: the board before it and the move of the blank from there, None for the root."""


class _Enough(Exception):  # noqa: N818 - no error: it ends a search from within
    """Somebody said that it is enough."""


class SlideWindows:
    """A path on its way to fewer slides; it leads from the same board to the same board at every moment."""

    def __init__(self, start: Board, moves: tuple[Move, ...], go_on: GoOn, improved: Callable[[int], None]) -> None:
        self.moves = moves
        self.boards_made = 0
        self._start = start
        self._steps = steps_after(start.rows, start.cols, SLIDES)
        self._go_on = go_on
        self._improved = improved

    def shorten(self) -> None:
        """Try wider and wider windows until the path is one window, they take too long, or somebody says that it is enough."""
        try:
            for width in count(NARROWEST):
                slides = cost_of(self.moves, SLIDES)
                if not self._sweep(min(width, slides)) or width >= slides:
                    return
        except _Enough:
            return

    def _sweep(self, width: int) -> bool:
        """Move a window of so many slides along the path; return whether none took too long."""
        slides, boards = self._cut()
        at = 0
        while at + width <= len(slides):
            before = self.boards_made
            shorter = self._meet(boards[at], boards[at + width], width - 1)
            if shorter is not None:
                ahead, behind = (_joined(part) for part in (slides[:at], slides[at + width :]))
                self.moves = ahead + shorter + behind
                slides, boards = self._cut()
                self._improved(len(slides))
                at = max(0, at - width)
            elif self.boards_made - before > LARGEST_WINDOW:
                return False
            else:
                at += 1
        return True

    def _cut(self) -> tuple[list[tuple[Move, int]], list[Tiles]]:
        """Return the slides of the path, and the boards between them."""
        slides, board = list(slides_of(self.moves)), self._start
        boards = [board.tiles]
        for move, length in slides:
            board = board.apply(*[move] * length)
            boards.append(board.tiles)
        return slides, boards

    def _meet(self, origin: Tiles, target: Tiles, most: int) -> tuple[Move, ...] | None:
        """Return the moves from one board to another in at most so many slides, the fewest there are; None if they are more."""
        sides: list[Found] = [{origin: None}, {target: None}]
        layers = [[origin], [target]]
        for _ in range(most):
            side = 0 if len(layers[0]) <= len(layers[1]) else 1
            layers[side], met = self._grow(layers[side], sides[side], sides[1 - side])
            if met is not None:
                return _way(sides[0], met) + tuple(move.opposite for move in reversed(_way(sides[1], met)))
        return None

    def _grow(self, layer: list[Tiles], reached: Found, other: Found) -> tuple[list[Tiles], Tiles | None]:
        """Reach the boards one slide further; return them, and one that the other side has reached too."""
        following: list[Tiles] = []
        cols = self._start.cols
        for tiles in layer:
            blank, before = tiles.index(0), reached[tiles]
            for move, cell in self._steps[None if before is None else before[1]][blank]:
                child = shift(tiles, blank, cell, cols)
                if child in reached:
                    continue
                reached[child] = tiles, move
                following.append(child)
                self._count()
                if child in other:
                    return following, child
        return following, None

    def _count(self) -> None:
        self.boards_made += 1
        if self.boards_made % CHUNK == 0 and not self._go_on(self.boards_made):
            raise _Enough


def _way(reached: Found, tiles: Tiles) -> tuple[Move, ...]:
    """Return the single moves from the root of a side to a board."""
    slides: list[tuple[Move, int]] = []
    while (before := reached[tiles]) is not None:
        moved = sum(1 for one, two in zip(tiles, before[0], strict=True) if one != two) - 1
        slides.append((before[1], moved))
        tiles = before[0]
    return _joined(slides[::-1])


def _joined(slides: list[tuple[Move, int]]) -> tuple[Move, ...]:
    return tuple(move for move, length in slides for _ in range(length))
