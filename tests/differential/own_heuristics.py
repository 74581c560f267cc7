# SPDX-License-Identifier: MIT
"""Heuristics as a user would write them."""

import os
import time

from taquin.board import Board
from taquin.heuristics import HEURISTICS
from taquin.heuristics.custom import heuristic


def half_manhattan(board: Board, goal: Board) -> float:
    return HEURISTICS["manhattan"].value(board, goal) * 0.4999


@heuristic(admissible=True)
def patchy_manhattan(board: Board, goal: Board) -> int:
    """Know nothing of two boards in three: neighbours differ by much."""
    knows = sum(place * tile for place, tile in enumerate(board.tiles)) % 3 == 0
    return int(HEURISTICS["manhattan"].value(board, goal)) if knows else 0


def broken(board: Board, goal: Board) -> float:
    raise ZeroDivisionError("no luck")


def extreme(board: Board, goal: Board) -> int:
    return 10**8 if sum(place * tile for place, tile in enumerate(board.tiles)) % 2 else 0


def slow(board: Board, goal: Board) -> int:
    time.sleep(0.01)
    return 0


def deadly(board: Board, goal: Board) -> int:
    os._exit(1)
