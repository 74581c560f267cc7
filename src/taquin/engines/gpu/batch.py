# SPDX-License-Identifier: MIT
"""Many boards of up to 16 cells at once: all under their own bounds, round by round, with their paths in the nodes.

The paths are replayed on the processor, thousands at a time: there boards are words of 64 bits, four bits a cell.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from taquin.board import DEFAULT_ORDER, Board, blank_steps, moves_of_codes
from taquin.engines.gpu.card_run import CardRun, on_the_card
from taquin.engines.gpu.device import CardMemoryError, cupy, memory_errors
from taquin.engines.gpu.launch import BatchBuffers, BeforeLaunch, Launcher
from taquin.engines.gpu.layout import MAX_ROOTS, SMALL_BOARD, layout_of, usual_databases
from taquin.engines.gpu.tables import TABLES, free_memory
from taquin.errors import VerificationError
from taquin.instances import depth_counts
from taquin.solution import NO_LIMITS, Observer, Outcome, Stats, Status

Array = Any
"""A NumPy array."""
MOVE_COUNT: Final = len(DEFAULT_ORDER)
MOVES_IN_WORD: Final = 16
CHUNK: Final = 1 << 16
"""Boards that a thread replays at a time: few enough for its cache, enough to keep it from waiting for the interpreter."""
OFF_THE_BOARD: Final = MOVE_COUNT * SMALL_BOARD
"""Where a move off the board leads, and every move from there."""


@dataclass(frozen=True)
class BatchResult:
    """Shortest paths, by board, as far as they were found."""

    lengths: Array
    """-1 where no path was found."""
    bounds: Array
    """Moves proven necessary."""
    iterations: Array
    """Bounds that the board was searched under."""
    paths: Array
    """Words of 16 moves, two bits a move (up, left, right, down), the last move in the lowest bits of the first word."""

    @classmethod
    def unsolved(cls, boards: int, words: int) -> BatchResult:
        """Return what is known before a search, with room for paths of so many words."""
        lengths, bounds, iterations = (np.full(boards, value, dtype=np.int32) for value in (-1, 0, 1))
        return cls(lengths, bounds, iterations, np.zeros((boards, words), dtype=np.uint32))

    def part(self, boards: slice) -> BatchResult:
        """Return the part for some of the boards; what is written there is written here."""
        return BatchResult(self.lengths[boards], self.bounds[boards], self.iterations[boards], self.paths[boards])

    def write_down(self, estimates: Array, batch: BatchBuffers) -> None:
        """Take over what the card knows after a search, be it one that was stopped."""
        solved, first_bounds = batch.solved.get().astype(np.int32), estimates.get().astype(np.int32)
        beyond = np.maximum(first_bounds, self.paths.shape[1] * MOVES_IN_WORD + 1)
        self.iterations[:] = np.where(solved > 0, solved, batch.round)
        self.bounds[:] = np.minimum(first_bounds + 2 * (self.iterations - 1), beyond)
        self.lengths[:] = np.where(solved > 0, self.bounds, -1)
        self.paths[:] = batch.paths.get()

    def moves(self, board: int) -> list[int]:
        """Return the moves of one path, as codes."""
        words = [int(word) for word in self.paths[board]]
        length = int(self.lengths[board])
        return [words[left // MOVES_IN_WORD] >> 2 * (left % MOVES_IN_WORD) & 3 for left in range(length - 1, -1, -1)]


def path_words(goal: Board) -> int:
    """Return the words that hold every shortest path to a goal of up to 16 cells.

    How deep boards are is known for goals with the blank in a corner. A path to another goal can go by way of one of those: it is
    longer by no more than the blank's way from the corner.
    """
    counts = depth_counts(goal.rows, goal.cols)
    assert counts is not None
    row, col = divmod(goal.blank, goal.cols)
    from_corner = min(row, goal.rows - 1 - row) + min(col, goal.cols - 1 - col)
    return -(-(len(counts) - 1 + from_corner) // MOVES_IN_WORD)


def solve_tiles(tiles: Any, goal: Board, prune: bool = True, observer: Observer | None = None) -> BatchResult:
    """Find shortest paths of many boards of up to 16 cells, rows of tiles in a NumPy array, all of them solvable."""
    result = BatchResult.unsolved(len(tiles), path_words(goal))
    with on_the_card():
        _solve_batch(CardRun(NO_LIMITS, observer or Observer()), tiles, goal, prune, result)
    _check_paths(result, tiles, goal)
    return result


def solve_boards(starts: Sequence[Board], goal: Board, prune: bool, observer: Observer) -> list[Outcome | None]:
    """Find shortest paths of many boards of up to 16 cells at once; each gets an equal share of the counters.

    Boards that were solved before the search was stopped keep their answers. None is for a board with a path too long for it.
    """
    run = CardRun(NO_LIMITS, observer)
    run.work.generated = len(starts)  # the roots
    tiles = np.array([start.tiles for start in starts], dtype=np.uint8)
    result = BatchResult.unsolved(len(starts), path_words(goal))
    stopped = run.guarded(lambda: _solve_batch(run, tiles, goal, prune, result))
    _check_paths(result, tiles, goal)
    stats = run.stats()
    outcomes: list[Outcome | None] = []
    for number, (length, bound) in enumerate(zip(map(int, result.lengths), map(int, result.bounds), strict=True)):
        counted = Stats(
            generated=_share(stats.generated, number, len(starts)),
            max_depth=bound,
            iterations=int(result.iterations[number]),
            elapsed=stats.elapsed / len(starts),
            peak_memory=stats.peak_memory,
        )
        if length >= 0:
            moves = moves_of_codes(result.moves(number))
            outcomes.append(Outcome(Status.OPTIMAL, moves, length, stats=counted, heuristic=run.used))
        elif stopped is not None:
            outcomes.append(Outcome(stopped.status, None, bound, stopped.reason, counted, heuristic=run.used))
        else:
            outcomes.append(None)
    return outcomes


def _share(total: int, number: int, count: int) -> int:
    """Return one of so many shares of a total, equal but for 1, which add up to it."""
    return total * (number + 1) // count - total * number // count


def _solve_batch(run: CardRun, starts: Array, goal: Board, prune: bool, result: BatchResult) -> None:
    """Find shortest paths for boards, given by rows of tiles; if the search is stopped, the result has what was found before."""
    run.clock.check()
    launcher = _launcher(run, goal, result.paths.shape[1], prune)
    home = np.argsort(np.array(goal.tiles, dtype=np.uint8)).astype(np.uint8)
    for first in range(0, len(starts), MAX_ROOTS):
        boards = slice(first, first + MAX_ROOTS)
        _solve_part(launcher, home[starts[boards]], result.part(boards), run.before_launch)


def _launcher(run: CardRun, goal: Board, words: int, prune: bool) -> Launcher:
    """Get the card ready: with large tables where it seems to have room for them, and if it has not, with the usual ones."""
    for memory in (free_memory(), 0):
        run.used = usual_databases(goal, memory)
        with contextlib.suppress(*memory_errors()):
            return run.launcher(layout_of(goal, run.used), words, prune)
        TABLES.drop()  # and the buffers of searches before
    raise CardMemoryError


def _solve_part(launcher: Launcher, homes: Array, part: BatchResult, before_launch: BeforeLaunch) -> None:
    """Solve boards that have numbers enough to be roots of one search, given by the goal cells of what stands on their cells.

    Round by round, every board is searched under its own bound: its estimate at first, two moves more in every round after.
    """
    roots, estimates = launcher.make_roots(homes)
    batch = BatchBuffers(roots, (estimates == 0).astype(np.uint32), cupy().zeros(part.paths.shape, dtype=np.uint32))
    try:
        while unsolved := launcher.prepare_round(batch):
            launcher.search(unsolved, before_launch, batch)
            batch.round += 1
    finally:
        part.write_down(estimates, batch)


def _check_paths(result: BatchResult, starts: Array, goal: Board) -> None:
    """Replay all paths."""
    known = result.lengths >= 0
    tiles = np.array(goal.tiles, dtype=np.uint8)
    if not replay_all(starts[known], tiles, result.lengths[known], result.paths[known], goal.rows, goal.cols):
        raise VerificationError("a path of the gpu engine does not lead to the goal")


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
    order = np.argsort(-lengths.astype(np.int16), kind="stable")  # the longest first: those that still move are a prefix
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
