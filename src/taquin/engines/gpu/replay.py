# SPDX-License-Identifier: MIT
"""Replaying the paths of a batch on the CPU, thousands at a time: boards of up to 16 cells are 64-bit words here."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from taquin.board import DEFAULT_ORDER, blank_steps

Array = Any
"""A NumPy array."""
CHUNK: Final = 1 << 16
"""Boards that a thread takes at a time: few enough for its cache, enough to keep it from waiting for the interpreter."""
MAX_CELLS: Final = 16
NOWHERE: Final = 4 * MAX_CELLS
"""Where a move off the board leads, and every move from there."""


def replay_all(starts: Array, goal: Array, lengths: Array, paths: Array, rows: int, cols: int) -> bool:
    """Tell whether every path leads its board to the goal.

    `starts` has a row of tiles for each board. `paths` has words of 16 moves, two bits a move (up, left, right, down), the
    last move in the lowest bits of the first word.
    """
    destinations = _destinations(rows, cols)
    (target,) = _packed(goal.reshape(1, -1))

    def arrives(first: int) -> bool:
        chunk = slice(first, first + CHUNK)
        blanks = 4 * np.argmin(starts[chunk], axis=1)
        ends = _ends(_packed(starts[chunk]), blanks, lengths[chunk], paths[chunk], destinations)
        return bool((ends == target).all())

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return all(pool.map(arrives, range(0, len(starts), CHUNK)))


def _packed(tiles: Array) -> Array:
    """Pack boards into words, four bits a cell; in signed ones, which NumPy mixes with its indices without converting."""
    shifts = 4 * np.arange(tiles.shape[1], dtype=np.int64)
    return (tiles.astype(np.int64) << shifts).sum(axis=1)


def _destinations(rows: int, cols: int) -> Array:
    """Return four times the blank's next cell, by four times its cell plus the move."""
    table = np.full(NOWHERE + len(DEFAULT_ORDER), NOWHERE, dtype=np.int64)
    for cell, steps in enumerate(blank_steps(rows, cols)):
        for move, to in steps:
            table[4 * cell + DEFAULT_ORDER.index(move)] = 4 * to
    return table


def _ends(boards: Array, blanks: Array, lengths: Array, paths: Array, destinations: Array) -> Array:
    """Return the boards at the ends of the paths, 0 for one that left the board; `blanks` are four times the cells."""
    order = np.argsort(-lengths.astype(np.int8), kind="stable")  # the longest first: those under way are a prefix
    boards, blanks, lengths, paths = boards[order], blanks[order], lengths[order], paths[order]
    for left in range(int(lengths[0]) - 1, -1, -1):
        active = int(np.searchsorted(-lengths, -left))
        blank, board = blanks[:active], boards[:active]
        moves = paths[:active, left // 16] >> np.uint32(2 * (left % 16)) & np.uint32(3)
        to = destinations[moves.astype(np.int64) | blank]
        tile = board >> to & 15
        board += tile << blank
        board -= tile << to
        blank[:] = to
    boards[blanks == NOWHERE] = 0
    return boards
