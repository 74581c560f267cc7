# SPDX-License-Identifier: MIT
"""Heuristics as a user would write them."""

from taquin.board import Board
from taquin.heuristics import HEURISTICS


def half_manhattan(board: Board, goal: Board) -> float:
    return HEURISTICS["manhattan"].value(board, goal) * 0.4999


def broken(board: Board, goal: Board) -> float:
    raise ZeroDivisionError("no luck")
