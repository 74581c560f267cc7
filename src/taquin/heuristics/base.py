# SPDX-License-Identifier: MIT
"""What a heuristic is: a named estimate of the moves left, with honest claims about itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from taquin.board import Board, Tiles
from taquin.errors import BoardError, MethodError, quote
from taquin.metric import TILES

if TYPE_CHECKING:
    from taquin.tables.partitions import Partition
    from taquin.tables.patterns import Plan

Estimate = Callable[[Tiles], int]
"""Maps tiles, read row by row, to the moves estimated to be left, times the heuristic's `scale`."""

Packed = bytes | Tiles
"""Tiles, read row by row: as bytes, where they fit, there is less of them to handle."""
Estimates = Callable[[Sequence[Packed]], Sequence[int]]
"""Maps many boards to what an `Estimate` maps each of them to."""

FRACTION_SCALE: Final = 2**16
"""Scale of heuristics with fractional values: priorities stay integers, so that every engine agrees on them."""
LARGEST_VALUE: Final = 10**8
"""More moves than any board takes: a larger value is a mistake. Scaled and weighted it still fits 64 bits."""


def any_shape(_rows: int, _cols: int) -> str | None:
    """Accept every board."""
    return None


def no_plans(_goal: Board) -> tuple[Plan, ...]:
    """Look nothing up."""
    return ()


def check_same_shape(board: Board, goal: Board) -> None:
    """Raise `BoardError` unless both have the same rows and columns."""
    if board.shape != goal.shape:
        message = f"the board is {board.rows}x{board.cols} but the goal is {goal.rows}x{goal.cols}: they must match"
        raise BoardError(message, field="goal")


def unusable(name: str, reason: str, row: int | None = None) -> MethodError:
    """Return the error that says what is wrong with a heuristic of the user's own, and in which line."""
    where = "" if row is None else f" (line {row})"
    return MethodError(f"heuristic {quote(name, 80)} cannot be used: {reason}{where}", row=row)


def fingerprint(data: bytes) -> str:
    """Return a short text that tells one file from another by what is in them."""
    import hashlib  # needed for heuristics of the user's own only

    return hashlib.sha256(data).hexdigest()[:16]


def claims_in_words(admissible: bool, consistent: bool) -> str:
    """Say what a heuristic of the user's own claims to be."""
    return "it declares itself " + ("consistent" if consistent else "admissible") if admissible else "it claims nothing"


@dataclass(frozen=True)
class Heuristic:
    """A named estimate; `bind` fixes the goal and does the preparation once."""

    name: str
    admissible: bool
    """Never more than the true distance."""
    consistent: bool
    """Changes by at most 1 from a board to its neighbour; 0 at the goal."""
    relaxation: str
    """The easier puzzle whose solution length it is, in a sentence or two."""
    bind: Callable[[Board], Estimate] = field(compare=False)
    """Return the estimate towards a goal, for boards of the goal's shape."""
    scale: int = 1
    """How many units of the estimate make one move."""
    metric: str = TILES
    """The moves that it estimates and that its claims are about: those of single tiles, or slides."""
    bind_slides: Callable[[Board], Estimate] | None = field(default=None, compare=False)
    """Return the estimate in whole slides, where it is more than the moves over the longest slide; the claims are the same."""
    refuses: Callable[[int, int], str | None] = field(default=any_shape, compare=False)
    """Why a board of rows x cols is refused, None when it is welcome."""
    parts: tuple[Heuristic, ...] = ()
    """The heuristics that it is the maximum of; empty for a single one."""
    native: Callable[[Board], tuple[object, int]] | None = field(default=None, compare=False)
    """Return what the native core evaluates it by towards a goal, and its scale; None where its name or `bind` will do."""
    many: Callable[[Board], Estimates] | None = field(default=None, compare=False)
    """Return the estimate of many boards at once towards a goal, where it has one."""
    patterns: Partition | None = None
    """The groups of tiles, where it is a sum of pattern databases."""
    plans: Callable[[Board], tuple[Plan, ...]] = field(default=no_plans, compare=False)
    """Return the tables that it looks boards up in, towards a goal: they are built before a search begins."""
    custom: bool = False
    """Whether it is the user's own, so that nothing was proved here about it."""
    called: bool = False
    """Whether code of the user's own is called for every board: side by side, such searches have a process each."""
    importable: bool = True
    """Whether another process finds it by its name."""
    function: object = None
    """The user's own function: two of one name are not the same heuristic."""
    source: str = ""
    """The fingerprint of the file that the user's own stands in: answers carry it, so that an edited one is asked again."""

    def check_shape(self, rows: int, cols: int) -> None:
        """Raise `MethodError` with the reason if this shape is refused."""
        reason = self.refuses(rows, cols)
        if reason:
            raise MethodError(f"{self.name} does not take {rows}x{cols} boards: {reason}")

    def towards(self, goal: Board) -> Estimate:
        """Bind the goal, or raise `MethodError` with the reason why this shape is refused."""
        self.check_shape(goal.rows, goal.cols)
        return self.bind(goal)

    def value(self, board: Board, goal: Board) -> float:
        """Estimate the moves from one board to a goal, as a whole number where it is one."""
        check_same_shape(board, goal)
        scaled = self.towards(goal)(board.tiles)
        return scaled if self.scale == 1 else scaled / self.scale
