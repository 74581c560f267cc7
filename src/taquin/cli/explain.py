# SPDX-License-Identifier: MIT
"""`taquin explain`: what every heuristic makes of a board, worked out tile by tile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from taquin.board import Board
from taquin.cli.options import Question, complete, heuristic_names, json_option, question_options
from taquin.heuristics import HEURISTICS, Heuristic, parse_heuristic
from taquin.heuristics.euclidean import tile_distances as euclidean_distances
from taquin.heuristics.linear_conflict import Conflict, conflicts, removals
from taquin.heuristics.manhattan import tile_distances as manhattan_distances
from taquin.notation import board_to_json
from taquin.render.text import UNSOLVABLE
from taquin.solvability import check_solvable

EPILOG = """\b
Examples:
  taquin explain 7 2 4 / 6 0 5 / 8 3 1
  taquin explain 806547231 --goal first -H "max(manhattan,walking-distance)"
  taquin explain 136502478 --json
"""


@click.command("explain", epilog=EPILOG)
@question_options
@click.option(
    "-H",
    "--heuristic",
    "names",
    multiple=True,
    metavar="NAME",
    shell_complete=complete(heuristic_names),
    help="Only this heuristic, max(a,b) or module:function; give it several times.",
)
@json_option
def explain_command(question: Question, names: tuple[str, ...], as_json: bool) -> None:
    """Show the value of every heuristic on BOARD and where it comes from."""
    chosen = [parse_heuristic(name) for name in names] or list(HEURISTICS.values())
    start, goal = question.boards()
    values = [_evaluate(heuristic, start, goal) for heuristic in chosen]
    if as_json:
        click.echo(json.dumps(_to_json(start, goal, values)))
    else:
        _print_text(start, goal, values)


@dataclass(frozen=True)
class Value:
    """A heuristic and its value, None with the reason where it refuses the board's shape."""

    heuristic: Heuristic
    value: float | None
    reason: str | None


def _evaluate(heuristic: Heuristic, start: Board, goal: Board) -> Value:
    reason = heuristic.refuses(start.rows, start.cols)
    return Value(heuristic, None if reason else heuristic.value(start, goal), reason)


def _to_json(start: Board, goal: Board, values: list[Value]) -> dict[str, Any]:
    verdict = check_solvable(start, goal)
    return {
        "start": board_to_json(start),
        "goal": board_to_json(goal),
        "solvable": verdict.solvable,
        "reason": verdict.reason,
        "inversions": verdict.inversions,
        "heuristics": {value.heuristic.name: value.value for value in values},
        "refused": {value.heuristic.name: value.reason for value in values if value.reason},
        "tiles": [
            {"tile": tile, "manhattan": manhattan, "euclidean": euclidean}
            for tile, manhattan, euclidean in _tile_rows(start, goal)
        ],
        "conflicts": [
            {"line": conflict.line, "index": conflict.index, "tiles": list(conflict.tiles)} for conflict in conflicts(start, goal)
        ],
    }


def _tile_rows(start: Board, goal: Board) -> Iterator[tuple[int, int, float]]:
    manhattan = manhattan_distances(start, goal)
    euclidean = euclidean_distances(start, goal)
    return ((tile, manhattan[tile], euclidean[tile]) for tile in manhattan)


def _print_text(start: Board, goal: Board, values: list[Value]) -> None:
    from taquin.cli.columns import print_table, print_text

    verdict = check_solvable(start, goal)
    click.echo(f"{start}\n\n{'Solvable puzzle' if verdict.solvable else UNSOLVABLE}\n{verdict.reason}\n")
    print_text("Heuristics", style="bold")
    print_table(("name", "value", "admissible", "consistent"), map(_value_row, values), numbers=("value",))
    for value in values:
        if value.reason:
            click.echo(f"{value.heuristic.name} refused: {value.reason}")
    click.echo()
    print_text("Tile by tile", style="bold")
    columns = ("tile", "stands", "goal", "Manhattan", "Euclidean")
    print_table(columns, _distance_rows(start, goal), numbers=columns)
    click.echo()
    print_text("Linear conflicts", style="bold")
    for line in _conflict_lines(start, goal):
        click.echo(line)


def _value_row(value: Value) -> list[str]:
    heuristic = value.heuristic
    return [heuristic.name, _number(value.value), _yes(heuristic.admissible), _yes(heuristic.consistent)]


def _distance_rows(start: Board, goal: Board) -> Iterator[list[str]]:
    total_manhattan, total_euclidean = 0, 0.0
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    stands = {tile: cell for cell, tile in enumerate(start.tiles)}
    for tile, manhattan, euclidean in _tile_rows(start, goal):
        total_manhattan += manhattan
        total_euclidean += euclidean
        places = [_place(stands[tile], start.cols), _place(home[tile], start.cols)]
        yield [str(tile), *places, str(manhattan), f"{euclidean:.2f}"]
    yield ["sum", "", "", str(total_manhattan), f"{total_euclidean:.2f}"]


def _conflict_lines(start: Board, goal: Board) -> Iterator[str]:
    """Name the reversed pairs of each line, and what they cost."""
    pairs: dict[tuple[str, int], list[Conflict]] = {}
    for conflict in conflicts(start, goal):
        pairs.setdefault((conflict.line, conflict.index), []).append(conflict)
    for (line, index), count in removals(start, goal).items():
        named = ", ".join(f"{first}-{second}" for first, second in (conflict.tiles for conflict in pairs[line, index]))
        who = "one tile steps" if count == 1 else f"{count} tiles step"
        yield f"{line} {index}: {named} reversed; {who} aside and back, {2 * count} moves more than Manhattan"
    if not pairs:
        yield "none"


def _place(cell: int, cols: int) -> str:
    return f"{cell // cols + 1},{cell % cols + 1}"


def _number(value: float | None) -> str:
    """Write a whole value without decimals, a fraction with two, none as a dash."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"
