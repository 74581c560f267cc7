# SPDX-License-Identifier: MIT
"""Many boards of up to 16 cells at once: all under their own bounds, round by round, with their paths in the nodes.

The paths are replayed on the processor, thousands at a time: there boards are words of 64 bits, four bits a cell.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from taquin.board import DEFAULT_ORDER, Board, blank_steps, moves_of_codes
from taquin.engines.gpu.card_run import CardRun, on_the_card
from taquin.engines.gpu.device import cupy
from taquin.engines.gpu.launch import BatchBuffers, BeforeLaunch, Launcher
from taquin.engines.gpu.layout import MAX_ROOTS, SMALL_BOARD, layout_of, usual_databases
from taquin.engines.gpu.tables import free_memory
from taquin.errors import VerificationError
from taquin.reasons import Cause, Reason
from taquin.solution import NO_LIMITS, Observer, Outcome, Stats, Status

Array = Any
"""A NumPy array."""
MOVE_COUNT: Final = len(DEFAULT_ORDER)
PATH_WORDS: Final = 6
MOVES_IN_WORD: Final = 16
LONGEST_PATH: Final = PATH_WORDS * MOVES_IN_WORD
"""Moves that a node can carry; no board of up to 16 cells is known to need more than 84."""
TOO_LONG: Final = Reason(Cause.TOO_LONG, f"batches carry paths of up to {LONGEST_PATH} moves; solve this board alone")
CHUNK: Final = 1 << 16
"""Boards that a thread replays at a time: few enough for its cache, enough to keep it from waiting for the interpreter."""
OFF_THE_BOARD: Final = MOVE_COUNT * SMALL_BOARD
"""Where a move off the board leads, and every move from there."""


@dataclass(frozen=True)
class BatchResult:
    """Shortest paths, by board."""

    lengths: Array
    """-1 where no path was found."""
    paths: Array
    """Words of 16 moves, two bits a move (up, left, right, down), the last move in the lowest bits of the first word."""

    def moves(self, board: int) -> list[int]:
        """Return the moves of one path, as codes."""
        words = [int(word) for word in self.paths[board]]
        length = int(self.lengths[board])
        return [words[left // MOVES_IN_WORD] >> 2 * (left % MOVES_IN_WORD) & 3 for left in range(length - 1, -1, -1)]


def solve_tiles(tiles: Any, goal: Board, prune: bool = True, observer: Observer | None = None) -> BatchResult:
    """Find shortest paths of many boards of up to 16 cells, rows of tiles in a NumPy array, all of them solvable."""
    with on_the_card():
        return _solve_batch(CardRun(NO_LIMITS, observer or Observer()), tiles, goal, prune)


def solve_boards(starts: Sequence[Board], goal: Board, prune: bool, observer: Observer) -> list[Outcome]:
    """Find shortest paths of many boards of up to 16 cells at once; each gets an equal share of the counters."""
    run = CardRun(NO_LIMITS, observer)
    tiles = np.array([start.tiles for start in starts], dtype=np.uint8)
    found = run.guarded(lambda: _solve_batch(run, tiles, goal, prune))
    if isinstance(found, Outcome):
        return [found] * len(starts)
    stats = run.stats()
    generated, elapsed = stats.generated // len(starts), stats.elapsed / len(starts)
    outcomes = []
    for number, length in enumerate(map(int, found.lengths)):
        counted = Stats(generated, max_depth=max(length, 0), elapsed=elapsed, peak_memory=stats.peak_memory)
        if length >= 0:
            moves = moves_of_codes(found.moves(number))
            outcomes.append(Outcome(Status.OPTIMAL, moves, length, stats=counted, heuristic=run.used))
        else:
            outcomes.append(Outcome(Status.LIMIT, reason=TOO_LONG, stats=counted, heuristic=run.used))
    return outcomes


def _solve_batch(run: CardRun, starts: Array, goal: Board, prune: bool) -> BatchResult:
    """Find shortest paths for boards, given by rows of tiles, and replay them; when the run is stopped, all are lost."""
    run.used = usual_databases(goal, free_memory())
    launcher = run.launcher(layout_of(goal, run.used), PATH_WORDS, prune)
    tiles = np.array(goal.tiles, dtype=np.uint8)
    home = np.argsort(tiles).astype(np.uint8)
    parts = [
        _solve_part(launcher, home[starts[first : first + MAX_ROOTS]], run.before_launch)
        for first in range(0, len(starts), MAX_ROOTS)
    ]
    result = BatchResult(np.concatenate([part.lengths for part in parts]), np.concatenate([part.paths for part in parts]))
    known = result.lengths >= 0
    if not replay_all(starts[known], tiles, result.lengths[known], result.paths[known], goal.rows, goal.cols):
        raise VerificationError("a path of the gpu engine does not lead to the goal")
    return result


def _solve_part(launcher: Launcher, homes: Array, before_launch: BeforeLaunch) -> BatchResult:
    """Solve boards that have numbers enough to be roots of one search, given by the goal cells of what stands on their cells."""
    roots, estimates = launcher.make_roots(homes)
    paths = cupy().zeros((len(homes), PATH_WORDS), dtype=np.uint32)
    batch = BatchBuffers(roots, (estimates == 0).astype(np.uint32), paths)
    highest = int(estimates.max())
    while highest + 2 * batch.round <= LONGEST_PATH:
        batch.round += 1
        unsolved = launcher.prepare_round(batch)
        if not unsolved:
            break
        launcher.search(unsolved, before_launch, batch)
    rounds = batch.solved.get().astype(np.int32)
    lengths = np.where(rounds > 0, estimates.get().astype(np.int32) + 2 * (rounds - 1), -1)
    return BatchResult(lengths, batch.paths.get())


def replay_all(starts: Array, goal: Array, lengths: Array, paths: Array, rows: int, cols: int) -> bool:
    """Tell whether every path, as `BatchResult` has them, leads its board to the goal; `starts` has a row of tiles for each."""
    destinations = _destinations(rows, cols)
    (target,) = _packed(goal.reshape(1, -1))

    def arrives(first: int) -> bool:
        chunk = slice(first, first + CHUNK)
        blanks = MOVE_COUNT * np.argmin(starts[chunk], axis=1)
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
    table = np.full(OFF_THE_BOARD + MOVE_COUNT, OFF_THE_BOARD, dtype=np.int64)
    for cell, steps in enumerate(blank_steps(rows, cols)):
        for move, to in steps:
            table[MOVE_COUNT * cell + DEFAULT_ORDER.index(move)] = MOVE_COUNT * to
    return table


def _ends(boards: Array, blanks: Array, lengths: Array, paths: Array, destinations: Array) -> Array:
    """Return the boards at the ends of the paths, 0 for one that left the board; `blanks` are four times the cells."""
    order = np.argsort(-lengths.astype(np.int8), kind="stable")  # the longest first: those that still move are a prefix
    boards, blanks, lengths, paths = boards[order], blanks[order], lengths[order], paths[order]
    for left in range(int(lengths[0]) - 1, -1, -1):
        active = int(np.searchsorted(-lengths, -left))
        blank, board = blanks[:active], boards[:active]
        moves = paths[:active, left // MOVES_IN_WORD] >> np.uint32(2 * (left % MOVES_IN_WORD)) & np.uint32(3)
        to = destinations[moves.astype(np.int64) | blank]
        tile = board >> to & 15
        board += tile << blank
        board -= tile << to
        blank[:] = to
    boards[blanks == OFF_THE_BOARD] = 0
    return boards
