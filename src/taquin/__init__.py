# SPDX-License-Identifier: MIT
"""Taquin, a sliding-tile laboratory.

>>> import taquin
>>> solution = taquin.solve("0 1 3 / 4 2 5 / 7 8 6")
>>> solution.cost, str(solution.status)
(4, 'optimal')
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "board": ("Board", "Move"),
    "errors": ("InputError", "TaquinError"),
    "method": ("parse_method",),
    "notation": ("format_board", "format_moves", "parse_board", "parse_goal", "parse_moves"),
    "problem": ("Method",),
    "solution": ("Expansion", "Limits", "Observer", "Progress", "Solution", "Stats", "Status"),
    "solvability": ("Solvability", "check_solvable"),
    "solver": ("compare", "solve"),
}
"""Where each name lives; it is fetched when first used, so that commands which need little start quickly."""

if not TYPE_CHECKING:  # a type checker shall know the names above, and no others

    def __getattr__(name: str) -> Any:
        """Import a public name."""
        from importlib import import_module

        home = next((module for module, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module 'taquin' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"taquin.{home}"), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
