# SPDX-License-Identifier: MIT
"""`taquin compare`: several methods on one board, side by side."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import asdict
from typing import Final

import click

from taquin.board import Board
from taquin.cli.exits import BY_STATUS, gravest
from taquin.cli.options import (
    LimitValues,
    Question,
    Tuning,
    check_engine,
    complete,
    json_option,
    limit_options,
    method_names,
    question_options,
    tuning_options,
)
from taquin.cli.watch import Watch
from taquin.engines import choose_engine
from taquin.errors import InputError
from taquin.method import parse_method
from taquin.problem import Method, Problem
from taquin.render.text import UNSOLVABLE, format_seconds
from taquin.solution import Limits, Solution, Status
from taquin.solver import solve

DEFAULT_TIME: Final = 10.0
"""Seconds for each method when no limit is given, so that a comparison ends on every board."""
SMALL_CELLS: Final = 9
SMALL_METHODS: Final = (
    "bfs", "bidirectional", "ucs", "greedy@manhattan", "astar@misplaced", "astar@manhattan", "astar@linear-conflict",
    "idastar@manhattan",
)  # fmt: skip
LARGE_METHODS: Final = ("greedy@manhattan", "beam@manhattan", "wastar@manhattan", "idastar@manhattan", "idastar@linear-conflict")
COLUMNS: Final = ("method", "status", "cost", "explored", "expanded", "frontier", "depth", "time")

EPILOG = f"""\b
Without -m a handful of methods is run. The limits hold for each method;
without any, each has {DEFAULT_TIME:g} seconds. Press Ctrl-C to stop.

\b
Examples:
  taquin compare 136502478
  taquin compare 0 1 3 / 4 2 5 / 7 8 6 -m bfs -m astar@manhattan --csv
"""


@click.command("compare", epilog=EPILOG)
@question_options
@click.option(
    "-m",
    "--method",
    "names",
    multiple=True,
    metavar="ALG[@HEUR]",
    shell_complete=complete(method_names),
    help="A method to run; give it several times.",
)
@tuning_options
@limit_options
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def compare_command(
    question: Question,
    names: tuple[str, ...],
    tuning: Tuning,
    limit_values: LimitValues,
    as_json: bool,
    as_csv: bool,
) -> int:
    """Run several methods on BOARD and compare what they find and what it costs."""
    if as_json and as_csv:
        raise InputError("give --json or --csv, not both")
    check_engine(tuning.engine)
    methods = [tuning.apply(parse_method(name)) for name in names]
    start, goal = question.boards()
    methods = methods or [tuning.apply(parse_method(name)) for name in _default_methods(start)]
    solutions = _run(start, goal, methods, tuning.engine, limit_values.limits())
    if as_json:
        click.echo(json.dumps([solution.to_json() for solution in solutions]))
    elif as_csv:
        _print_csv(solutions)
    else:
        _print_text(solutions)
    return gravest(BY_STATUS[solution.status.value] for solution in solutions)


def _default_methods(start: Board) -> tuple[str, ...]:
    return SMALL_METHODS if len(start.tiles) <= SMALL_CELLS else LARGE_METHODS


def _run(start: Board, goal: Board, methods: list[Method], engine: str, limits: Limits) -> list[Solution]:
    """Solve with each method in turn; Ctrl-C ends the running one and leaves out the rest."""
    if limits == Limits():
        limits = Limits(time=DEFAULT_TIME)
    for method in methods:
        _check(Problem(start, goal, method), engine)
    solutions = []
    with Watch() as watch:
        for number, method in enumerate(methods, start=1):
            watch.label = f"[{number}/{len(methods)}] {method}"
            solutions.append(solve(start, goal, method, engine=engine, limits=limits, observer=watch))
            if watch.interrupted:
                break
    return solutions


def _check(problem: Problem, engine: str) -> None:
    """Raise `InputError` for a method that cannot run, before others have run in vain."""
    if problem.method.heuristic is not None:
        problem.method.heuristic.check_shape(*problem.start.shape)
    choose_engine(engine, problem)


def _print_csv(solutions: list[Solution]) -> None:
    """Print one line per method under the names that JSON uses."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    names = list(asdict(solutions[0].stats))
    writer.writerow(["method", "engine", "status", "reason", "cost", "lower_bound", *names])
    for solution in solutions:
        answer = [solution.method, solution.engine, solution.status.value, solution.reason, solution.cost, solution.lower_bound]
        writer.writerow([*answer, *asdict(solution.stats).values()])


def _print_text(solutions: list[Solution]) -> None:
    """Print the table, and under it why a method has no answer."""
    from taquin.cli.columns import print_table

    if solutions[0].status is Status.UNSOLVABLE:
        click.echo(f"{UNSOLVABLE}\n{solutions[0].reason}")
        return
    print_table(COLUMNS, map(_row, solutions), numbers=COLUMNS[2:])
    notes = [f"{solution.method}: {_note(solution)}" for solution in solutions if not solution.solved]
    if notes:
        click.echo("\n" + "\n".join(notes))


def _row(solution: Solution) -> list[str]:
    stats = solution.stats
    counts = (stats.generated, stats.expanded, stats.max_frontier, stats.max_depth)
    cost = "-" if solution.cost is None else f"{solution.cost:,}"
    return [solution.method, solution.status.value, cost, *(f"{count:,}" for count in counts), format_seconds(stats.elapsed)]


def _note(solution: Solution) -> str:
    bound = f"; at least {solution.lower_bound} moves are needed" if solution.lower_bound else ""
    return solution.reason + bound
