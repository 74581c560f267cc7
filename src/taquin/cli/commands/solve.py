# SPDX-License-Identifier: MIT
"""`taquin solve`: one board, one answer."""

from __future__ import annotations

import json
import sys
from typing import Final

import click

from taquin.board import Board
from taquin.cli.exit_codes import BY_STATUS, INTERRUPTED, LIMIT
from taquin.cli.method_options import Choice, choice_options, engine_on_cluster, limit_options
from taquin.cli.options import BoardArgument, board_options, cluster_option, json_option, whole_number
from taquin.cli.text_tables import print_text
from taquin.cli.watch import Watch
from taquin.errors import InputError
from taquin.method import OPTIONS
from taquin.question import AUTO, Question
from taquin.render.text import format_path, sheet_lines, solution_lines
from taquin.shortest import shortest_paths
from taquin.solution import Limits
from taquin.solver import solve_question

LISTED: Final = 10
"""Shortest paths that are listed unless somebody asks for more."""
MOVES_ON_TERMINAL: Final = 1000
"""Moves that a terminal shows: a path of depth-first search would fill it for minutes."""

EPILOG = """\b
BOARD is rows separated by / or ; or newlines, a flat list, JSON (also a row
of taquin generate --json, with its goal), nine digits for 3x3, or an
assignment sheet (k, then k rows); - reads standard input. Without a method
one is chosen for the size of the board.

\b
Examples:
  taquin solve 0 1 3 / 4 2 5 / 7 8 6
  taquin solve 806547231 --goal first -a astar -H manhattan
  taquin solve --size 2x4 "1 2 3 0 5 6 7 4" -m bfs --moves tile
  taquin solve "1 2 3 / 0 4 6 / 7 5 8" --format sheet
  taquin solve 806547231 --goal first --all --list 3
  taquin solve 867254301 --metric slides --moves tile
"""


@click.command("solve", epilog=EPILOG)
@board_options
@choice_options
@limit_options
@click.option("--steps", is_flag=True, help="Show every board on the way (in JSON: as path).")
@click.option(
    "--moves",
    "notation",
    type=click.Choice(["blank", "tile"]),
    default="blank",
    help="Name the direction of the blank (default, and always in JSON) or of the tile.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "sheet", "json"]),
    default="text",
    help="Output: text (default), sheet as in the assignment (by astar unless a method is named), or json.",
)
@click.option("--all", "show_all", is_flag=True, help="Count all shortest paths and list the first.")
@click.option(
    "--list",
    "listed",
    type=whole_number(0, 1_000_000),
    metavar="N",
    help=f"With --all: how many to list (default: {LISTED}).",
)
@cluster_option
@json_option
def solve_command(
    board: BoardArgument,
    choice: Choice,
    limits: Limits,
    steps: bool,
    notation: str,
    style: str,
    show_all: bool,
    listed: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Solve BOARD and print its moves and what the search cost."""
    # The sheet is about A* and its node counts; without it the board is answered by the fastest means.
    default = "astar" if style == "sheet" else None
    choice.check(default)
    as_json = as_json or style == "json"
    if listed is not None and not show_all:
        raise InputError("--list says how many of all shortest paths are shown: give --all as well")
    if show_all:
        method = choice.method_for(Board.goal(3, 3))
        if method.algorithm != "optimal" or cluster is not None or style == "sheet":
            raise InputError(
                "--all proves shortest paths by optimal, on this machine; leave out the method, --cluster and the sheet"
            )
        unused = [OPTIONS[name].command_line for name in choice.given_options if name != "metric"]
        unused += ["--engine"] if choice.engine != AUTO else []
        if unused or method.heuristic is not None:
            raise InputError(f"--all chooses tables, threads and engine itself; leave out {', '.join(unused) or 'the heuristic'}")
        if steps:
            raise InputError("--steps shows the boards of one path; leave it out with --all, which lists paths")
        return _solve_all(board, limits, notation, method["metric"], LISTED if listed is None else listed, as_json)
    engine = engine_on_cluster(choice.engine, cluster)
    start, goal = board.boards()
    method = choice.method_for(start, default)
    with Watch(str(method), method["metric"]) as watch:
        solution = solve_question(Question(start, goal, method, engine, limits), watch)
    if as_json:
        click.echo(json.dumps(solution.to_json(steps)))
    elif style == "sheet":
        for line in sheet_lines(solution):
            click.echo(line)
    else:
        for line in solution_lines(solution, steps, notation, MOVES_ON_TERMINAL if sys.stdout.isatty() else None):
            print_text(line)
    return BY_STATUS[solution.status.value]


def _solve_all(board: BoardArgument, limits: Limits, notation: str, metric: str, listed: int, as_json: bool) -> int:
    """Count the shortest paths and print the first."""
    start, goal = board.boards()
    with Watch("all shortest paths", metric) as watch:
        found = shortest_paths(start, goal, listed=listed, metric=metric, limits=limits, observer=watch)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    elif not found.solution.solved or found.solution.status.value != "optimal":
        for line in solution_lines(found.solution, notation=notation):
            print_text(line)
    else:
        click.echo(found.solution.headline)
        if found.stopped is not None:
            print_text(f"Not counted: {found.stopped.text}")
        else:
            click.echo(f"Shortest paths: {found.count:,}, over {found.boards:,} board{'' if found.boards == 1 else 's'}")
        for moves in found.paths:
            click.echo(format_path(moves, notation, metric))
        if found.count is not None and found.count > len(found.paths):
            click.echo(f"... and {found.count - len(found.paths):,} more; --list N shows so many")
    return INTERRUPTED if watch.interrupted else BY_STATUS[found.solution.status.value] if found.stopped is None else LIMIT
