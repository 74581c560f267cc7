# SPDX-License-Identifier: MIT
"""Many boards of up to 16 cells at once: all under their own bounds, round by round, with their paths in the nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from taquin.board import Board
from taquin.engines.gpu.compiling import cupy
from taquin.engines.gpu.launch import MAX_ROOTS, BatchBuffers, Launcher, Watch, unwatched
from taquin.engines.gpu.replay import replay_all
from taquin.errors import VerificationError

Array = Any
"""A NumPy array."""
PATH_WORDS: Final = 6
MOVES_IN_WORD: Final = 16
LONGEST: Final = PATH_WORDS * MOVES_IN_WORD
"""Moves that a node can carry; no board of up to 16 cells is known to need more than 84."""


@dataclass(frozen=True)
class BatchResult:
    """Shortest paths, by board."""

    lengths: Array
    """-1 where no path was found."""
    paths: Array
    """Words of 16 moves, two bits a move, the last move in the lowest bits of the first word."""

    def moves(self, board: int) -> list[int]:
        """Return the moves of one path."""
        words = [int(word) for word in self.paths[board]]
        length = int(self.lengths[board])
        return [words[left // MOVES_IN_WORD] >> 2 * (left % MOVES_IN_WORD) & 3 for left in range(length - 1, -1, -1)]


def solve_batch(launcher: Launcher, starts: Array, goal: Board, watch: Watch = unwatched) -> BatchResult:
    """Find shortest paths for boards, given by rows of tiles, and replay them.

    A watch that raises ends it; what is found by then is lost, so callers that set limits keep batches small.
    """
    tiles = np.array(goal.tiles, dtype=np.uint8)
    home = np.argsort(tiles).astype(np.uint8)
    parts = [_solve_part(launcher, home[starts[first : first + MAX_ROOTS]], watch) for first in range(0, len(starts), MAX_ROOTS)]
    result = BatchResult(np.concatenate([part.lengths for part in parts]), np.concatenate([part.paths for part in parts]))
    known = result.lengths >= 0
    if not replay_all(starts[known], tiles, result.lengths[known], result.paths[known], goal.rows, goal.cols):
        raise VerificationError("a path of the gpu engine does not lead to the goal")
    return result


def _solve_part(launcher: Launcher, homes: Array, watch: Watch) -> BatchResult:
    xp = cupy()
    roots, estimates = launcher.make_roots(homes)
    count = len(homes)
    batch = BatchBuffers(roots, (estimates == 0).astype(np.uint32), xp.zeros((count, PATH_WORDS), dtype=np.uint32))
    highest = int(estimates.max())
    while highest + 2 * batch.round <= LONGEST:
        batch.round += 1
        unsolved = launcher.prepare_round(batch)
        if not unsolved:
            break
        launcher.search(unsolved, watch, batch)
    rounds = batch.solved.get().astype(np.int32)
    lengths = np.where(rounds > 0, estimates.get().astype(np.int32) + 2 * (rounds - 1), -1)
    return BatchResult(lengths, batch.paths.get())
