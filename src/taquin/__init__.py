# SPDX-License-Identifier: MIT
"""Taquin, a sliding-tile laboratory.

>>> import taquin
>>> solution = taquin.solve("0 1 3 / 4 2 5 / 7 8 6")
>>> solution.cost, str(solution.status)
(4, 'optimal')
"""

from taquin.board import Board, Move
from taquin.errors import InputError, TaquinError
from taquin.method import parse_method
from taquin.notation import format_board, format_moves, parse_board, parse_goal, parse_moves
from taquin.problem import Method
from taquin.solution import Expansion, Limits, Observer, Progress, Solution, Stats, Status
from taquin.solvability import Solvability, check_solvable
from taquin.solver import compare, solve

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Expansion",
    "InputError",
    "Limits",
    "Method",
    "Move",
    "Observer",
    "Progress",
    "Solution",
    "Solvability",
    "Stats",
    "Status",
    "TaquinError",
    "check_solvable",
    "compare",
    "format_board",
    "format_moves",
    "parse_board",
    "parse_goal",
    "parse_method",
    "parse_moves",
    "solve",
]
