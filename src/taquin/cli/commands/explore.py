# SPDX-License-Identifier: MIT
"""`taquin explore`: the whole space of a small board."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from taquin.board import GOALS
from taquin.cli.method_options import metric_option
from taquin.cli.options import Parsed, complete, json_option, whole_number
from taquin.cli.status_line import StatusLine
from taquin.cli.text_tables import USUAL_WIDTH, can_write, terminal_width
from taquin.errors import InputError
from taquin.metric import UNITS
from taquin.notation import format_board, parse_goal, parse_size

if TYPE_CHECKING:
    from taquin.lab.space import Space

BAR: Final = 50
"""Characters of the longest bar, where the terminal has room for it."""
FULL: Final = "█"
EIGHTHS: Final = " ▏▎▍▌▋▊▉"

EPILOG = """\b
Every board of at most 12 cells that can reach the goal is found: 3x3 has
181,440 of them, 3x4 has 239,500,800. The deepest are the antipodes of the
goal; with --goal BOARD, those of any board.

\b
Examples:
  taquin explore 3x3
  taquin explore 2x4 --goal first --json
  taquin explore 3x3 --goal 806547231
  taquin explore 3x3 --depth 31
  taquin explore 3x3 --metric slides
"""


@click.command("explore", epilog=EPILOG)
@click.argument("size", type=Parsed("size", parse_size), metavar="RxC")
@click.option("--goal", default="last", metavar="GOAL", shell_complete=complete(lambda: GOALS), help="Goal (default: last).")
@click.option("--plot", metavar="FILE", help="Draw the bar chart into a .png, .svg or .pdf file.")
@click.option(
    "--depth", type=whole_number(0), metavar="N", help="List the boards at this distance instead; any size, near the goal."
)
@metric_option
@json_option
def explore_command(size: tuple[int, int], goal: str, plot: str | None, depth: int | None, metric: str, as_json: bool) -> None:
    """Count all boards of a size by their distance from the goal; show the deepest and the mean."""
    from taquin.lab.space import boards_at, explore

    board = parse_goal(goal, *size)
    if depth is not None and plot is not None:
        raise InputError("--plot draws how many boards there are at every depth; leave it out with --depth, which lists boards")
    if depth is not None:
        for found in boards_at(board, depth, metric):
            click.echo(format_board(found, "json" if as_json else "line"))
        return
    line = StatusLine()
    try:
        space = explore(board, lambda depth, count: line.show([f"depth {depth}", _boards(count)]), metric)
    finally:
        line.clear()
    if plot is not None:
        from taquin.lab.figures import save_figure
        from taquin.lab.plots import space_bars

        save_figure(space_bars(space), Path(plot))
    if as_json:
        click.echo(json.dumps(space.to_json()))
    else:
        _print_space(space)


def _print_space(space: Space) -> None:
    most = max(space.counts)
    width = len(f"{most:,}")
    longest = min(BAR, (terminal_width(sys.stdout) or USUAL_WIDTH) - width - len("depth") - 4)
    click.echo(f"{space.goal.rows}x{space.goal.cols}, goal {format_board(space.goal, 'line')}")
    unit = f"{UNITS[space.metric]}s"
    click.echo(f"Boards:  {space.states:,}\nDeepest: {space.max_depth} {unit}\nMean:    {space.mean_depth:.4f} {unit}\n")
    for depth, count in enumerate(space.counts):
        click.echo(f"{depth:>5}  {count:>{width},}  {_bar(count / most, longest)}".rstrip())
    last = space.counts[-1]
    shown = f", the first {len(space.deepest)}" if last > len(space.deepest) else ""
    click.echo(f"\n{last:,} deepest {'board' if last == 1 else 'boards'}{shown}:")
    for board in space.deepest:
        click.echo(format_board(board, "line"))


def _boards(count: int) -> str:
    return f"{count:,} {'board' if count == 1 else 'boards'}"


def _bar(share: float, longest: int) -> str:
    """Draw a bar, in eighths of a character where those can be written; what is there at all is seen."""
    if not can_write(FULL + EIGHTHS):
        return "#" * max(1, round(share * longest))
    eighths = max(1, round(share * longest * 8))
    return FULL * (eighths // 8) + EIGHTHS[eighths % 8].strip()
