# SPDX-License-Identifier: MIT
"""`taquin explain`: what every heuristic makes of a board, worked out tile by tile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from taquin.board import Board
from taquin.cli.method_options import metric_option
from taquin.cli.options import BoardArgument, board_options, complete, heuristic_names, json_option
from taquin.cli.text_tables import print_table, print_text
from taquin.explanation import explain
from taquin.heuristics import HEURISTICS, Heuristic, parse_heuristic
from taquin.heuristics.linear_conflict import removals
from taquin.metric import TILES

EPILOG = """\b
Examples:
  taquin explain 7 2 4 / 5 0 6 / 8 3 1
  taquin explain 806547231 --goal first -H "max(manhattan,walking-distance)"
  taquin explain 136502478 --json
"""


@click.command("explain", epilog=EPILOG)
@board_options
@click.option(
    "-H",
    "--heuristic",
    "names",
    multiple=True,
    metavar="NAME",
    shell_complete=complete(heuristic_names),
    help="Only this heuristic, max(a,b) or module:function; give it several times.",
)
@metric_option
@json_option
def explain_command(board: BoardArgument, names: tuple[str, ...], metric: str, as_json: bool) -> None:
    """Show the value of every heuristic on BOARD and where it comes from."""
    chosen = [parse_heuristic(name) for name in names] or list(HEURISTICS.values())
    start, goal = board.boards()
    facts = explain(start, goal, chosen, metric=metric)
    if as_json:
        click.echo(json.dumps(facts))
    else:
        _print_text(start, goal, chosen, facts, metric)


def _print_text(start: Board, goal: Board, chosen: list[Heuristic], facts: dict[str, Any], metric: str) -> None:
    click.echo(f"{start}\n")
    print_text(f"{'Solvable puzzle' if facts['solvable'] else 'Unsolvable puzzle'}\n{facts['reason']}\n")
    unit, single = ("", "") if metric == TILES else (f", in {metric}", ", in single moves")
    print_text(f"Heuristics{unit}", heading=True)
    rows = ([each.name, _number(facts["heuristics"][each.name]), _yes(each.admissible), _yes(each.consistent)] for each in chosen)
    print_table(("name", "value", "admissible", "consistent"), rows, numbers=("value",))
    for name, reason in facts["refused"].items():
        print_text(f"{name} refused: {reason}")
    click.echo()
    print_text(f"Tile by tile{single}", heading=True)
    columns = ("tile", "stands", "goal", "Manhattan", "Euclidean")
    print_table(columns, _distance_rows(facts["tiles"]), numbers=columns)
    click.echo()
    print_text(f"Linear conflicts{single}", heading=True)
    for line in _conflict_lines(start, goal, facts["conflicts"]):
        print_text(line)


def _distance_rows(tiles: list[dict[str, Any]]) -> Iterator[list[str]]:
    for tile in tiles:
        places = [f"{tile['row']},{tile['column']}", f"{tile['goal_row']},{tile['goal_column']}"]
        yield [str(tile["tile"]), *places, str(tile["manhattan"]), f"{tile['euclidean']:.2f}"]
    manhattan, euclidean = (sum(tile[name] for tile in tiles) for name in ("manhattan", "euclidean"))
    yield ["sum", "", "", str(manhattan), f"{euclidean:.2f}"]


def _conflict_lines(start: Board, goal: Board, conflicts: list[dict[str, Any]]) -> Iterator[str]:
    """Name the reversed pairs of each line, and what they cost."""
    pairs: dict[tuple[str, int], list[str]] = {}
    for conflict in conflicts:
        pairs.setdefault((conflict["line"], conflict["index"]), []).append("-".join(map(str, conflict["tiles"])))
    for (line, index), count in removals(start, goal).items():
        who = "one tile steps" if count == 1 else f"{count} tiles step"
        named = ", ".join(pairs[line, index])
        yield f"{line} {index}: {named} reversed; {who} aside and back, {2 * count} moves more than Manhattan"
    if not pairs:
        yield "none"


def _number(value: float | None) -> str:
    """Write a whole value without decimals, a fraction with two, none as a dash."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"
