# SPDX-License-Identifier: MIT
"""`taquin menu`: guided questions, each asked again until its answer can be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import click

from taquin.board import Board
from taquin.cli.exit_codes import BY_STATUS, INTERRUPTED, OK
from taquin.cli.text_tables import print_text
from taquin.cli.watch import Watch
from taquin.errors import InputError, MethodError, quote
from taquin.heuristics import parse_heuristic
from taquin.instances import load_set
from taquin.method import Method, parse_algorithm, parse_method
from taquin.notation import format_board, parse_goal, parse_size
from taquin.question import default_method
from taquin.render.text import solution_lines
from taquin.search import SEARCHES
from taquin.solution import Limits
from taquin.solver import solve

T = TypeVar("T")

LIMITS: Final = Limits(time=60.0, memory=2 * 10**9)
"""A breadth-first search of a 15-puzzle should end with a sentence, not with a full memory."""

EPILOG = """\b
Press Enter to take the answer in brackets; Ctrl-D or Ctrl-C leaves.

\b
Example:
  taquin menu
"""


@click.command("menu", epilog=EPILOG)
def menu_command() -> int:
    """Answer a few questions: which puzzle, which algorithm; then see it solved."""
    code = OK
    try:
        while True:
            code = _one_puzzle()
            if code == INTERRUPTED or not ask("Another puzzle? y or n", _parse_yes, "n"):
                return code
            click.echo()
    except (EOFError, KeyboardInterrupt) as end:
        click.echo("\nBye.")
        return code if isinstance(end, EOFError) else INTERRUPTED


def ask(question: str, parse: Callable[[str], T], default: str | None = None) -> T:
    """Ask until the answer can be read; what was wrong with it is said before asking again."""
    suffix = f" [{default}]: " if default is not None else ": "
    while True:
        answer = input(question + suffix).strip()
        try:
            return parse(answer or default or "")
        except InputError as error:
            reason = str(error)[:1].upper() + str(error)[1:]
            click.echo(f"{reason}{'' if reason.endswith('?') else '.'} Try again.")


def _one_puzzle() -> int:
    """Ask for a puzzle and a method, solve it and show the answer."""
    click.echo("1  a default puzzle\n2  a puzzle of your own")
    own = ask("Which", _parse_option(("default", "own")), "1") == "own"
    start, goal = _ask_own() if own else _ask_default()
    method = _ask_method(start)
    steps = ask("Show every board? y or n", _parse_yes, "y")
    click.echo()
    with Watch(str(method)) as watch:
        solution = solve(start, goal, method, limits=LIMITS, observer=watch)
    for line in solution_lines(solution, steps):
        print_text(line)
    click.echo()
    return BY_STATUS[solution.status.value]


def _ask_default() -> tuple[Board, Board]:
    puzzles = load_set("default8").instances
    for number, puzzle in enumerate(puzzles, start=1):
        click.echo(f"{number}  {format_board(puzzle.start, 'line')}  ({puzzle.optimal} moves)")
    chosen = ask(f"Which puzzle, 1 to {len(puzzles)}", _parse_option(puzzles), "4")
    return chosen.start, chosen.goal


def _ask_own() -> tuple[Board, Board]:
    rows, cols = ask("Size, such as 3x3 or 4", parse_size, "3x3")
    click.echo(f"Enter {rows} rows of {cols} numbers from 0 to {rows * cols - 1}, 0 for the blank.")
    grid: list[list[int]] = []
    while len(grid) < rows:
        grid.append(ask(f"Row {len(grid) + 1}", _parse_row(grid, rows, cols)))
    start = Board(grid)
    goal = ask("Goal: last (1 2 ... 0), first (0 1 2 ...), snail, or a board", lambda text: parse_goal(text, rows, cols), "last")
    return start, goal


def _parse_row(above: list[list[int]], rows: int, cols: int) -> Callable[[str], list[int]]:
    """Read a row that fits under the rows above it."""
    used = {tile for row in above for tile in row}

    def parse(text: str) -> list[int]:
        words = text.replace(",", " ").split()
        if len(words) != cols:
            raise InputError(f"expected {cols} numbers, got {len(words)}")
        row: list[int] = []
        for column, word in enumerate(words, start=1):
            tile = int(word) if word.isascii() and word.isdigit() and len(word) < 6 else -1
            if not 0 <= tile < rows * cols:
                raise InputError(f"column {column}: expected a number from 0 to {rows * cols - 1}, got {quote(word)}")
            if tile in used or tile in row:
                raise InputError(f"column {column}: {tile} is there already; expected each number once")
            row.append(tile)
        return row

    return parse


def _ask_method(start: Board) -> Method:
    names = list(SEARCHES)
    for number, search in enumerate(SEARCHES.values(), start=1):
        click.echo(f"{number:2}  {search.name:14} {search.title}")
    default = default_method(start)
    algorithm = ask("Which algorithm, by name or number", _parse_algorithm(names), default.algorithm)
    if not SEARCHES[algorithm].informed:
        return parse_method(algorithm)
    heuristic = ask("Which heuristic (taquin list heuristics)", _parse_heuristic(start), "manhattan")
    return parse_method(f"{algorithm}@{heuristic}")


def _parse_algorithm(names: Sequence[str]) -> Callable[[str], str]:
    def parse(text: str) -> str:
        return _parse_option(names)(text) if text.isdigit() else parse_algorithm(text)

    return parse


def _parse_heuristic(start: Board) -> Callable[[str], str]:
    """Read the name of a heuristic that takes this board."""

    def parse(text: str) -> str:
        heuristic = parse_heuristic(text)
        reason = heuristic.refuses(start.rows, start.cols)
        if reason:
            raise MethodError(reason)
        return heuristic.name

    return parse


def _parse_option(options: Sequence[T]) -> Callable[[str], T]:
    """Read a number from 1 on as one of the options."""

    def parse(text: str) -> T:
        if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= len(options)):
            raise InputError(f"expected a number from 1 to {len(options)}, got {quote(text)}")
        return options[int(text) - 1]

    return parse


def _parse_yes(text: str) -> bool:
    answers = {"y": True, "yes": True, "n": False, "no": False}
    if text.lower() not in answers:
        raise InputError(f"expected y or n, got {quote(text)}")
    return answers[text.lower()]
