# SPDX-License-Identifier: MIT
"""`taquin check`: is it a board, and can it be solved?"""

from __future__ import annotations

import json

import click

from taquin.cli.exit_codes import OK, UNSOLVABLE
from taquin.cli.options import BoardArgument, board_options, json_option
from taquin.cli.text_tables import print_text
from taquin.explanation import check

EPILOG = """\b
Exit code 0 when it is solvable, 3 when it is not, 2 when it is no board.

\b
Examples:
  taquin check 1 2 3 / 4 5 6 / 8 7 0
  taquin check 806547231 --goal first --json
"""


@click.command("check", epilog=EPILOG)
@board_options
@json_option
def check_command(board: BoardArgument, as_json: bool) -> int:
    """Tell whether BOARD is valid and solvable, and why."""
    start, goal = board.boards()
    verdict = check(start, goal)
    if as_json:
        click.echo(json.dumps({"valid": True, **verdict}))
    else:
        click.echo(f"Valid board, {start.rows}x{start.cols}")
        click.echo("Solvable puzzle" if verdict["solvable"] else "Unsolvable puzzle")
        print_text(verdict["reason"])
    return OK if verdict["solvable"] else UNSOLVABLE
