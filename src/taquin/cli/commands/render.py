# SPDX-License-Identifier: MIT
"""`taquin render`: boards and solutions as pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from taquin.board import Board
from taquin.cli.exit_codes import BY_STATUS, OK
from taquin.cli.method_options import Choice, choice_options, limit_options
from taquin.cli.options import BoardArgument, board_options
from taquin.cli.text_tables import print_text
from taquin.cli.watch import Watch
from taquin.errors import InputError, quote
from taquin.metric import counted
from taquin.question import Question
from taquin.reasons import Cause
from taquin.solution import NO_LIMITS, Limits, Solution
from taquin.solver import solve_question

ENDINGS: Final = (".svg", ".png", ".gif")

EPILOG = """\b
The ending of FILE says what is written: .svg and .png draw the board, or with
--steps every board of a solution; .gif is the solution as an animation. A .png
has room for 199 moves, a .gif for 1999: longer paths are not looked for.

\b
Examples:
  taquin render 136502478 --output board.svg
  taquin render 136502478 --steps --output steps.png
  taquin render 0 1 3 / 4 2 5 / 7 8 6 --output solution.gif
"""


@click.command("render", epilog=EPILOG)
@board_options
@click.option("-o", "--output", required=True, metavar="FILE", help="Write the picture here: .svg, .png or .gif.")
@click.option("--steps", is_flag=True, help="Draw every board of a solution.")
@choice_options
@limit_options
def render_command(board: BoardArgument, output: str, steps: bool, choice: Choice, limits: Limits) -> int:
    """Draw BOARD, or a solution of it, into a file."""
    path = Path(output)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"expected a file that ends with .svg, .png or .gif, got {quote(output)}")
    choice.check()
    draws_solution = steps or ending == ".gif"
    if not draws_solution and (choice.given or limits != NO_LIMITS):
        raise InputError("options of a search are for a solution: add --steps to draw one")
    _check_writable(path)
    if ending != ".svg":
        from taquin.render.gif import require_pillow

        require_pillow()  # before the search, not after
    start, goal = board.boards()
    if not draws_solution:
        _write(path, draw_board(start, ending))
        return OK
    method = choice.method_for(start)
    room = _within_picture(limits, ending)
    with Watch("", method["metric"]) as watch:
        solution = solve_question(Question(start, goal, method, choice.engine, room), watch)
        watch.clear()
        no_room = solution.cause is Cause.DEPTH_LIMIT and room != limits
        print_text(_no_room(ending, room, solution.metric) if no_room else solution.headline)
        if solution.solved:
            watch.stage(f"drawing {(solution.cost or 0) + 1:,} boards")
            picture = draw_solution(solution, ending)
    if solution.solved:
        _write(path, picture)
    return BY_STATUS[solution.status.value]


def _no_room(ending: str, room: Limits, metric: str) -> str:
    other = "a .gif, or " if ending == ".png" else ""
    return (
        f"No picture: a {ending[1:].upper()} has room for {counted(room.depth or 0, metric)}, and no path as short as that was "
        f"found; choose {other}an .svg, which leaves boards out"
    )


def _within_picture(limits: Limits, ending: str) -> Limits:
    """Look for no longer path than a picture has room for: a longer one would be found in vain."""
    from taquin.render.gif import LONGEST_GIF, LONGEST_PNG

    most = {".png": LONGEST_PNG - 1, ".gif": LONGEST_GIF - 1}.get(ending)
    if most is None or (limits.depth is not None and limits.depth <= most):
        return limits
    return replace(limits, depth=most)


def draw_board(board: Board, ending: str) -> bytes:
    """Return the picture of a board, .svg or .png."""
    if ending == ".svg":
        from taquin.drawing import board_svg

        return board_svg(board).encode()
    from taquin.render.gif import board_png

    return board_png(board)


def draw_solution(solution: Solution, ending: str) -> bytes:
    """Return the picture of a solution, .svg, .png or .gif."""
    if ending == ".svg":
        from taquin.drawing import solution_svg

        return solution_svg(solution).encode()
    from taquin.render.gif import solution_gif, solution_png

    return solution_gif(solution) if ending == ".gif" else solution_png(solution)


def _check_writable(path: Path) -> None:
    """Raise `InputError` for a file that cannot be written: worth knowing before a long search."""
    if path.is_dir() or not path.parent.is_dir():
        why = "it is a folder" if path.is_dir() else f"there is no folder {quote(str(path.parent), 200)}"
        raise InputError(f"cannot write {quote(str(path), 200)}: {why}")


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {quote(str(path), 200)}: {(error.strerror or str(error)).lower()}") from None
    click.echo(str(path))
