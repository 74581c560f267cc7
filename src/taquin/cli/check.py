# SPDX-License-Identifier: MIT
"""`taquin check`: is it a board, and can it be solved?"""

from __future__ import annotations

import json

import click

from taquin.cli.exits import OK, UNSOLVABLE
from taquin.cli.options import Question, json_option, question_options
from taquin.notation import board_to_json
from taquin.render.text import UNSOLVABLE as UNSOLVABLE_PUZZLE
from taquin.solvability import check_solvable

EPILOG = """\b
Exit code 0 when it is solvable, 3 when it is not, 2 when it is no board.

\b
Examples:
  taquin check 1 2 3 / 4 5 6 / 8 7 0
  taquin check 806547231 --goal first --json
"""


@click.command("check", epilog=EPILOG)
@question_options
@json_option
def check_command(question: Question, as_json: bool) -> int:
    """Tell whether BOARD is valid and solvable, and why."""
    start, goal = question.boards()
    verdict = check_solvable(start, goal)
    if as_json:
        row = {
            "valid": True,
            "solvable": verdict.solvable,
            "reason": verdict.reason,
            "inversions": verdict.inversions,
            "start": board_to_json(start),
            "goal": board_to_json(goal),
        }
        click.echo(json.dumps(row))
    else:
        click.echo(f"Valid board, {start.rows}x{start.cols}")
        click.echo("Solvable puzzle" if verdict.solvable else UNSOLVABLE_PUZZLE)
        click.echo(verdict.reason)
    return OK if verdict.solvable else UNSOLVABLE
