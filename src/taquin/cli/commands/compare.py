# SPDX-License-Identifier: MIT
"""`taquin compare`: several methods on one board or on many, side by side."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from dataclasses import Field
from statistics import fmean
from typing import Any, Final

import click

from taquin.board import Board
from taquin.cli.board_lines import file_lines, set_lines
from taquin.cli.exit_codes import BY_STATUS, gravest
from taquin.cli.method_options import Settings, limit_options, methods_option, settings_options
from taquin.cli.options import BoardArgument, board_options, jobs_option, json_option, set_option
from taquin.cli.text_tables import print_table, print_text
from taquin.cli.watch import Watch
from taquin.engines import check_engine, choose_engine
from taquin.errors import InputError
from taquin.many import answer_many
from taquin.method import Method, parse_method
from taquin.metric import UNITS
from taquin.notation import format_board
from taquin.question import Question
from taquin.render.text import format_counter
from taquin.solution import COUNTERS, NO_LIMITS, Limits, Solution, Status

DEFAULT_TIME: Final = 10.0
"""Seconds for each method when no limit is given, so that a comparison ends on every board."""
SMALL_CELLS: Final = 9
SMALL_METHODS: Final = (
    "bfs", "bidirectional", "ucs", "greedy@manhattan", "astar@misplaced", "astar@manhattan", "astar@linear-conflict",
    "idastar@manhattan",
)  # fmt: skip
LARGE_METHODS: Final = ("greedy@manhattan", "beam@manhattan", "wastar@manhattan", "idastar@manhattan", "idastar@linear-conflict")
SHOWN: Final = [counter for counter in COUNTERS if counter.metadata["column"]]
COLUMNS: Final = ("method", "status", "cost", *(counter.metadata["column"] for counter in SHOWN))
SET_COLUMNS: Final = ("method", "solved", "optimal", *COLUMNS[2:])

EPILOG = f"""\b
Without -m a handful of methods is run. The limits hold for each search;
without any, each has {DEFAULT_TIME:g} seconds. Press Ctrl-C to stop. On several
boards (--set, --boards) the table shows means over the boards that a method solved.

\b
Examples:
  taquin compare 136502478
  taquin compare 0 1 3 / 4 2 5 / 7 8 6 -m bfs -m astar@manhattan --csv
  taquin compare --set default8:1-4 -m bfs -m astar@manhattan
"""


@click.command("compare", epilog=EPILOG)
@board_options
@set_option
@click.option("--boards", "path", metavar="FILE", help="Take the boards of a file, one a line; - reads standard input.")
@methods_option
@settings_options
@limit_options
@jobs_option
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def compare_command(
    board: BoardArgument,
    set_name: str | None,
    path: str | None,
    names: tuple[str, ...],
    settings: Settings,
    limits: Limits,
    jobs: int | None,
    as_json: bool,
    as_csv: bool,
) -> int:
    """Run several methods on BOARD, or on the boards of a set, and compare what they find and what it costs."""
    if as_json and as_csv:
        raise InputError("give --json or --csv, not both")
    if sum((board.given, set_name is not None, path is not None)) > 1:
        raise InputError("give a board, --set NAME or --boards FILE, only one of them")
    check_engine(settings.engine)
    methods = list(dict.fromkeys(settings.apply(parse_method(name)) for name in names))
    boards = _boards(board, set_name, path)
    methods = methods or [settings.apply(parse_method(name)) for name in _default_methods(boards[0][0])]
    settings.check_concerned([method.algorithm for method in methods])
    questions = _questions(boards, methods, settings.engine, Limits(time=DEFAULT_TIME) if limits == NO_LIMITS else limits)
    solutions = _run(questions, jobs)
    if not solutions:
        raise KeyboardInterrupt  # before the first was done
    if as_json:
        click.echo(json.dumps([solution.to_json() for solution in solutions]))
    elif as_csv:
        _print_csv(solutions)
    elif len(boards) == 1:
        _print_text(solutions)
    else:
        _print_means(solutions, methods)
    return gravest(BY_STATUS[solution.status.value] for solution in solutions)


def _boards(board: BoardArgument, set_name: str | None, path: str | None) -> list[tuple[Board, Board]]:
    """Read the boards with their goals; a line that is no board is an error."""
    if set_name is None and path is None:
        return [board.boards()]
    lines = list(set_lines(set_name, board) if set_name is not None else file_lines(path or "-", board))
    for number, line in enumerate(lines, start=1):
        if line.error:
            raise InputError(f"board {number}: {line.error}")
    if not lines:
        raise InputError("there is no board; expected one a line")
    return [(line.start, line.goal) for line in lines if line.start is not None and line.goal is not None]


def _default_methods(start: Board) -> tuple[str, ...]:
    return SMALL_METHODS if len(start.tiles) <= SMALL_CELLS else LARGE_METHODS


def _questions(boards: list[tuple[Board, Board]], methods: list[Method], engine: str, limits: Limits) -> list[Question]:
    """Ask every method on every board; `InputError` for one that cannot run, before others have run in vain."""
    questions = [Question(start, goal, method, engine, limits) for start, goal in boards for method in methods]
    for question in questions:
        if question.method.heuristic is not None:
            question.method.heuristic.check_shape(*question.start.shape)
        choose_engine(question)
    if sum(question.method["checkpoint"] is not None for question in questions) > 1:
        raise InputError("--checkpoint is for one search; name one method and one board")
    return questions


def _run(questions: list[Question], jobs: int | None) -> list[Solution]:
    """Answer the questions one after the other, or so many at a time; Ctrl-C ends what runs and leaves out the rest."""
    found: dict[int, Solution] = {}
    with Watch("", questions[0].metric) as watch:
        watch.label, watch.ahead = str(questions[0].method), [f"1/{len(questions)}"]
        # One at a time unless it is said otherwise: what is compared is time, and threads share the memory's bandwidth.
        for number, solution in answer_many(questions, jobs=jobs or 1, observer=watch):
            found[number] = solution
            following = questions[min(len(found), len(questions) - 1)].method
            watch.label, watch.ahead = str(following), [f"{len(found) + 1}/{len(questions)}"]
    return [found[number] for number in sorted(found)]


def _print_csv(solutions: list[Solution]) -> None:
    """Print one line per search under the names that JSON uses."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    names = list(solutions[0].stats.to_json())
    writer.writerow(["method", "engine", "status", "reason", "cost", "length", "slides", "lower_bound", *names, "start"])
    for solution in solutions:
        ending = (solution.method, solution.engine, solution.status.value, solution.reason)
        answer = (*ending, solution.cost, solution.length, solution.slides, solution.lower_bound)
        writer.writerow([*answer, *solution.stats.to_json().values(), format_board(solution.start, "line")])


def _print_text(solutions: list[Solution]) -> None:
    """Print the table, and under it why a method has no answer."""
    if solutions[0].status is Status.UNSOLVABLE:
        print_text(f"{solutions[0].headline}\n{solutions[0].reason}")
        return
    print_table(COLUMNS, map(_row, solutions), numbers=COLUMNS[2:])
    notes = [f"{solution.method}: {_note(solution)}" for solution in solutions if not solution.solved]
    if notes:
        print_text("\n" + "\n".join(notes))


def _row(solution: Solution) -> list[str]:
    cost = "-" if solution.cost is None else f"{solution.cost:,}"
    stats = solution.stats.to_json()
    counts = (format_counter(stats[counter.name], counter.metadata["unit"]) for counter in SHOWN)
    return [solution.method, solution.status.value, cost, *counts]


def _print_means(solutions: list[Solution], methods: list[Method]) -> None:
    """Print a row for every method: how many boards it solved, and the means over them."""
    by_method = {str(method): [each for each in solutions if each.method == str(method)] for method in methods}
    print_table(SET_COLUMNS, (_mean_row(name, found) for name, found in by_method.items()), numbers=SET_COLUMNS[1:])
    reasons = Counter((each.method, each.reason) for each in solutions if not each.solved)
    if reasons:
        print_text("\n" + "\n".join(f"{method}: {count} x {reason}" for (method, reason), count in reasons.items()))


def _mean_row(name: str, found: list[Solution]) -> list[str]:
    solved = [solution for solution in found if solution.solved]
    proven = sum(solution.status is Status.OPTIMAL for solution in solved)
    counts = [f"{len(solved)} of {len(found)}", str(proven)]
    if not solved:
        return [name, *counts, *["-"] * (len(SHOWN) + 1)]
    return [name, *counts, f"{fmean(each.cost or 0 for each in solved):,.1f}", *(_mean_text(solved, each) for each in SHOWN)]


def _mean_text(solved: list[Solution], counter: Field[Any]) -> str:
    """Write the mean of a counter over the searches that counted it."""
    values = [value for each in solved if (value := each.stats.to_json()[counter.name]) is not None]
    unit = counter.metadata["unit"]
    mean = fmean(values) if values else None
    return format_counter(mean if mean is None or unit == "seconds" else round(mean), unit)


def _note(solution: Solution) -> str:
    bound = f"; at least {solution.lower_bound} {UNITS[solution.metric]}s are needed" if solution.lower_bound else ""
    return solution.reason + bound
