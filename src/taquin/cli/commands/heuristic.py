# SPDX-License-Identifier: MIT
"""`taquin heuristic`: the referee, and the compiler of heuristics in C++."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taquin.board import GOALS, Board
from taquin.cli.method_options import metric_option
from taquin.cli.options import Parsed, complete, heuristic_names, json_option
from taquin.cli.text_tables import print_text
from taquin.metric import TILES, UNITS
from taquin.notation import format_board, parse_goal, parse_size
from taquin.render.text import pair_lines

if TYPE_CHECKING:
    from taquin.lab.referee import Verdict

EPILOG = """\b
NAME is a heuristic as taquin list shows it, max(a,b), pdb:5-5-5, or your own:
module:function, a JSON file of costs (mine.json), or C++ that was built
(mine.so). Up to nine cells every board is checked, beyond that boards with a
proven distance: those near the goal, and shortest paths of random ones.

\b
Examples:
  taquin heuristic check manhattan --size 2x3
  taquin heuristic plot misplaced --size 2x4 --output misplaced.png
"""

CHECK_EPILOG = """\b
Examples:
  taquin heuristic check linear-conflict-pairs --size 2x4
  taquin heuristic check mine:estimate --size 2x3 --json
"""

PLOT_EPILOG = """\b
Example:
  taquin heuristic plot gaschnig --size 2x4 --output gaschnig.svg
"""

BUILD_EPILOG = """\b
SOURCE defines one function; taquin_heuristic.h, which is included by itself,
says more:
  int32_t taquin_heuristic(const uint8_t* board, int32_t rows, int32_t cols,
                           const uint8_t* goal)

\b
Example:
  taquin heuristic build mine.cpp --sanitize
"""

_name = click.argument("name", metavar="NAME", shell_complete=complete(heuristic_names))
_size = click.option("--size", default="3x3", type=Parsed("size", parse_size), metavar="RxC", help="Size (default: 3x3).")
_goal = click.option(
    "--goal", default="last", metavar="GOAL", shell_complete=complete(lambda: GOALS), help="Goal (default: last)."
)


@click.group("heuristic", epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
def heuristic_command() -> None:
    """Tell whether a heuristic is admissible and consistent, plot it against the truth, or compile one of your own."""


@heuristic_command.command("check", epilog=CHECK_EPILOG, short_help="Tell whether NAME is admissible and consistent.")
@_name
@_size
@_goal
@metric_option
@json_option
def check_command(name: str, size: tuple[int, int], goal: str, metric: str, as_json: bool) -> None:
    """Tell whether the heuristic NAME is admissible and consistent, with the smallest counterexample."""
    verdict = _verdict(name, size, goal, metric)
    if as_json:
        click.echo(json.dumps(verdict.to_json()))
        return
    for line in _verdict_lines(verdict):
        print_text(line)


@heuristic_command.command("plot", epilog=PLOT_EPILOG, short_help="Draw the estimates of NAME against true distances.")
@_name
@_size
@_goal
@metric_option
@click.option("--output", required=True, metavar="FILE", help="Draw into this .png, .svg or .pdf file.")
def plot_command(name: str, size: tuple[int, int], goal: str, metric: str, output: str) -> None:
    """Draw the estimates of the heuristic NAME against the true distances."""
    from taquin.lab.extras import require
    from taquin.lab.figures import save_figure
    from taquin.lab.plots import verdict_plot

    require("matplotlib", "plots")  # before the work, not after
    save_figure(verdict_plot(_verdict(name, size, goal, metric)), Path(output))
    click.echo(output)


@heuristic_command.command("build", epilog=BUILD_EPILOG, short_help="Compile a heuristic in C++ into a library.")
@click.argument("source", metavar="SOURCE")
@click.option("--output", metavar="FILE", help="Write the library here (default: beside SOURCE, ending with .so or .dll).")
@click.option(
    "--sanitize", is_flag=True, help="First try it on many boards, compiled with sanitizers of memory and of undefined behaviour."
)
def build_command(source: str, output: str | None, sanitize: bool) -> None:
    """Compile a heuristic in C++ into a library that searches take as a heuristic."""
    from taquin.heuristics.building import build_library

    path, warnings = build_library(Path(source), None if output is None else Path(output), sanitize)
    click.echo(warnings, err=True, nl=False)
    click.echo(f"{path}\nUse it as a heuristic: taquin solve BOARD -m idastar@{path}")


def _verdict(name: str, size: tuple[int, int], goal: str, metric: str) -> Verdict:
    from taquin.lab.referee import check_heuristic

    return check_heuristic(name, parse_goal(goal, *size), metric=metric)


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    board = f"{verdict.goal.rows}x{verdict.goal.cols}, goal {format_board(verdict.goal, 'line')}"
    yield f"{verdict.heuristic} on {board}" + ("" if verdict.metric == TILES else f", in {verdict.metric}")
    unit = UNITS[verdict.metric]
    sampled = not verdict.exhaustive and verdict.admissible
    yield f"Verdict: {verdict.word}" + (" on every board checked, which is no proof" if sampled else "")
    if verdict.counterexample is not None:
        found = verdict.counterexample
        yield f"Overestimates on {verdict.overestimates:,} of {verdict.boards:,} boards; the one nearest to the goal:"
        yield _indented(found.board)
        yield f"  estimate {found.estimate:g}, true distance {found.truth}"
    if verdict.jump is not None:
        jump = verdict.jump
        yield f"Falls by more than 1 on {verdict.jumps:,} of {verdict.moves:,} {unit}s; the one nearest to the goal:"
        yield _indented(jump.board)
        yield f"  estimate {jump.estimate:g}, and {jump.estimate_after:g} one {unit} later"
    yield ""
    yield from pair_lines(_figures(verdict))


def _indented(board: Board) -> str:
    return "\n".join(f"  {line}" for line in str(board).splitlines())


def _figures(verdict: Verdict) -> list[tuple[str, str]]:
    unit = UNITS[verdict.metric]
    kind = "all" if verdict.exhaustive else "near the goal and on shortest paths"
    above, below = f"{verdict.above_manhattan:.1%}", f"{verdict.below_manhattan:.1%}"
    pairs: list[tuple[str, Any]] = [
        ("Boards checked", f"{verdict.boards:,} ({kind}), {verdict.moves:,} {unit}s between them"),
        ("Mean estimate", f"{verdict.mean_estimate:.3f} of {verdict.mean_truth:.3f} {unit}s"),
        ("Accuracy", f"{verdict.accuracy:.1%} of the true distance, on average"),
        ("Against Manhattan", f"{verdict.versus_manhattan:.3f} times; larger on {above}, smaller on {below} of the boards"),
        ("Cost", f"{verdict.seconds_per_evaluation * 1e6:.2f} µs in Python; Manhattan {verdict.manhattan_seconds * 1e6:.2f} µs"),
    ]
    if verdict.claims is not None:
        claimed = [name for name, claim in zip(("admissible", "consistent"), verdict.claims, strict=True) if claim]
        pairs.append(("Claims to be", " and ".join(claimed) or "neither"))
    return pairs
