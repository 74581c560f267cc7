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
    from taquin.depth import Difficulty, difficulty
    from taquin.errors import InputError, TaquinError
    from taquin.explanation import check, explain
    from taquin.heuristics import HEURISTICS, Heuristic
    from taquin.heuristics.custom import heuristic
    from taquin.heuristics.table import TableHeuristic
    from taquin.instances import Instance, load_instances
    from taquin.judgement import Judgement, judge
    from taquin.listing import catalog
    from taquin.many import ManyProgress, solve_many
    from taquin.method import Method, parse_method
    from taquin.moves import format_moves, parse_moves
    from taquin.notation import format_board, parse_board, parse_goal
    from taquin.question import Question, ask
    from taquin.random_boards import random_board
    from taquin.reasons import Cause
    from taquin.search import SEARCHES, Search
    from taquin.shortest import ShortestPaths, shortest_paths
    from taquin.solution import Expansion, Limits, Observer, Progress, Solution, Stats, Status
    from taquin.solvability import Solvability, check_solvable
    from taquin.solver import compare, solve

__version__ = "1.0.0"

_HOMES = {
    "board": ("Board", "Move"),
    "depth": ("Difficulty", "difficulty"),
    "errors": ("InputError", "TaquinError"),
    "explanation": ("check", "explain"),
    "heuristics": ("HEURISTICS", "Heuristic"),
    "heuristics.custom": ("heuristic",),
    "heuristics.table": ("TableHeuristic",),
    "instances": ("Instance", "load_instances"),
    "judgement": ("Judgement", "judge"),
    "listing": ("catalog",),
    "many": ("ManyProgress", "solve_many"),
    "method": ("Method", "parse_method"),
    "moves": ("format_moves", "parse_moves"),
    "notation": ("format_board", "parse_board", "parse_goal"),
    "question": ("Question", "ask"),
    "random_boards": ("random_board",),
    "reasons": ("Cause",),
    "search": ("SEARCHES", "Search"),
    "shortest": ("ShortestPaths", "shortest_paths"),
    "solution": ("Expansion", "Limits", "Observer", "Progress", "Solution", "Stats", "Status"),
    "solvability": ("Solvability", "check_solvable"),
    "solver": ("compare", "solve"),
}
"""Where each public name lives; it is fetched when first used, so that commands which need little start quickly."""

__all__ = [
    "HEURISTICS",
    "SEARCHES",
    "Board",
    "Cause",
    "Difficulty",
    "Expansion",
    "Heuristic",
    "InputError",
    "Instance",
    "Judgement",
    "Limits",
    "ManyProgress",
    "Method",
    "Move",
    "Observer",
    "Progress",
    "Question",
    "Search",
    "ShortestPaths",
    "Solution",
    "Solvability",
    "Stats",
    "Status",
    "TableHeuristic",
    "TaquinError",
    "ask",
    "catalog",
    "check",
    "check_solvable",
    "compare",
    "difficulty",
    "explain",
    "format_board",
    "format_moves",
    "heuristic",
    "judge",
    "load_instances",
    "parse_board",
    "parse_goal",
    "parse_method",
    "parse_moves",
    "random_board",
    "shortest_paths",
    "solve",
    "solve_many",
]

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
