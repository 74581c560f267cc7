# SPDX-License-Identifier: MIT
"""How deep a board is among all boards of its shape, where the number of boards at every depth is known."""

from __future__ import annotations

from dataclasses import dataclass

from taquin.board import Board
from taquin.instances import depth_counts
from taquin.metric import TILES
from taquin.solution import Solution, Status


@dataclass(frozen=True)
class Difficulty:
    """How deep a solved board is among all of its shape."""

    cost: int
    """Moves of a shortest solution."""
    share: float | None
    """Share of boards that are nearer to the goal; None where the counts are not known."""
    text: str | None
    """The same in words."""


def difficulty(solution: Solution) -> Difficulty | None:
    """Say how deep a board is, from its proven shortest solution; None without one.

    >>> from taquin import solve
    >>> difficulty(solve("8 6 7 / 2 5 4 / 3 0 1")).text
    '31 moves: deeper than 99.999 % of 8-puzzles'
    """
    if not isinstance(solution, Solution):
        raise TypeError(f"expected a solution, as taquin.solve returns it, got {type(solution).__name__}")
    if solution.status is not Status.OPTIMAL or solution.cost is None or solution.metric != TILES:
        return None  # the counts that are known are of single moves
    goal, cost = solution.goal, solution.cost
    return Difficulty(cost, share_of_easier(goal, cost), describe_difficulty(goal, cost))


def share_of_easier(goal: Board, cost: int) -> float | None:
    """Return the share of boards that are nearer to the goal than `cost` moves; None where the counts are not known.

    The counts are for goals with the blank in a corner; by symmetry any corner will do.

    >>> round(share_of_easier(Board.goal(3, 3), 22), 2)
    0.4
    """
    counts = depth_counts(goal.rows, goal.cols)
    row, col = divmod(goal.blank, goal.cols)
    if counts is None or row not in (0, goal.rows - 1) or col not in (0, goal.cols - 1):
        return None
    if cost >= len(counts):
        return None  # no board is that deep: a heuristic of the user's own was believed
    return sum(counts[:cost]) / sum(counts)


def describe_difficulty(goal: Board, cost: int) -> str | None:
    """Say how deep a board of that optimal length is.

    >>> describe_difficulty(Board.goal(4, 4), 57)
    '57 moves: deeper than 76 % of 15-puzzles'
    """
    share = share_of_easier(goal, cost)
    if share is None:
        return None
    boards = f"{len(goal.tiles) - 1}-puzzles" if goal.rows == goal.cols else f"{goal.rows}x{goal.cols} boards"
    moves = "1 move" if cost == 1 else f"{cost} moves"
    percent = _percent(share)
    return f"{moves}: deeper than {percent} of {boards}" if percent != "0 %" else f"{moves}: among the easiest {boards}"


def _percent(share: float) -> str:
    """Write a share with whole percents, and with what is needed to tell it from 0 and 1."""
    percent = 100 * share
    if 1 <= percent <= 99:
        return f"{percent:.0f} %"
    for digits in range(1, 9):
        text = f"{percent:.{digits}f}"
        if text.strip("0.") and float(text) != 100:
            return f"{text.rstrip('0').rstrip('.')} %"
    return "0 %" if percent < 50 else "99.99999999 %"
