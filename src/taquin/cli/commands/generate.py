# SPDX-License-Identifier: MIT
"""`taquin generate`: seeded random boards, ready for `taquin batch -`."""

from __future__ import annotations

import json
import random
import secrets
from math import isqrt
from typing import Final

import click

from taquin.board import Board
from taquin.board_rows import BoardReader
from taquin.cli.method_options import metric_option
from taquin.cli.options import drawing_options, json_option, whole_number
from taquin.cli.watch import Watch
from taquin.errors import InputError
from taquin.metric import TILES
from taquin.notation import board_to_json, format_board, parse_board, parse_goal
from taquin.random_boards import draw_board

SMALLEST_MISTAKEN: Final = 8
"""Sides from which a size may be the number of tiles: nobody means the 3-puzzle by 3."""

EPILOG = """\b
Boards are drawn uniformly from the solvable ones, unless --walk or --depth is
given. The seed is chosen for you if you name none; it is shown on stderr, and
the same seed gives the same boards. With --depth, boards up to 3x3 are drawn
uniformly; on larger ones a walk leads away from the goal until a search proves
the depth, and what cannot be proven is refused. With --metric slides the depth
counts slides, on boards up to 3x3, and so does --walk on any. No board comes
twice with --depth.

\b
Examples:
  taquin generate --count 5 --size 4x4 --seed 7
  taquin generate --depth 20 --seed 1 --json
  taquin generate --size 4x4 --depth 45 --seed 1
  taquin generate --count 3 --walk 30 --seed 1 | taquin batch - --goal last
"""


@click.command("generate", epilog=EPILOG)
@click.option("-n", "--count", type=whole_number(1), default=1, metavar="N", help="How many boards (default: 1).")
@drawing_options
@click.option("--seed", type=whole_number(0), metavar="N", help="Seed of the draw.")
@click.option("--depth", type=whole_number(0), metavar="N", help="Exactly this many moves from the goal, proven.")
@metric_option
@click.option("--walk", type=whole_number(0), metavar="N", help="A random walk of this many moves from the goal.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["line", "text", "json"]),
    default="line",
    help="One board a line (default), as a grid, or a JSON line with goal and seed.",
)
@json_option
def generate_command(
    count: int,
    reader: BoardReader,
    seed: int | None,
    depth: int | None,
    metric: str,
    walk: int | None,
    style: str,
    as_json: bool,
) -> None:
    """Make random solvable boards."""
    if depth is not None and walk is not None:
        raise InputError("give --depth or --walk, not both")
    goal = _goal(reader)
    if reader.size is not None and (side := _side_of_puzzle(goal)):
        puzzle = f"{goal.rows}-puzzle"
        click.echo(f"Boards of {goal.rows}x{goal.cols}; for the {puzzle} give --size {puzzle} or {side}x{side}", err=True)
    seed = secrets.randbelow(2**32) if seed is None else seed
    rng = random.Random(seed)
    drawn: set[Board] = set()
    for index in range(1, count + 1):
        with Watch(f"board {index} of {count}", metric) as watch:
            board = draw_board(goal, rng, depth=depth, walk=walk, metric=metric, observer=watch, drawn=drawn)
        drawn.add(board)
        if index == 1:
            click.echo(f"Seed: {seed}", err=True)
        if as_json or style == "json":
            row = {"index": index, "start": board_to_json(board), "goal": board_to_json(goal), "seed": seed}
            click.echo(json.dumps(row | {"depth": depth, "walk": walk} | ({} if metric == TILES else {"metric": metric})))
        else:
            click.echo(format_board(board, style) + ("\n" if style == "text" and index < count else ""))


def _side_of_puzzle(goal: Board) -> int | None:
    """Return the side of the puzzle that somebody may have meant by a side of 8, 15, 24, ...: its number of tiles."""
    side = isqrt(goal.rows + 1)
    return side if goal.rows == goal.cols >= SMALLEST_MISTAKEN and side * side == goal.rows + 1 else None


def _goal(reader: BoardReader) -> Board:
    """Return the goal: of the size that was given, else of the goal's own, else 3x3."""
    if reader.size is None and reader.goal is not None and any(letter.isdigit() for letter in reader.goal):
        return parse_board(reader.goal)
    return parse_goal(reader.goal or "last", *(reader.size or (3, 3)))
