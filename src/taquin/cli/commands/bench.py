# SPDX-License-Identifier: MIT
"""`taquin bench`: speed and node counts on fixed boards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taquin.cli.exit_codes import INTERNAL, OK
from taquin.cli.text_tables import print_table, print_text
from taquin.errors import InputError, unknown_name

if TYPE_CHECKING:
    from taquin.bench.cases import Case

EPILOG = """\b
Times are CPU times, the best of several runs. Compare them as ratios: with
the naive baseline, which is compiled and run in between where a C++ compiler
is found, or with another result of the same machine.

\b
Examples:
  taquin bench --check --case bfs-8
  taquin bench --case bfs-8 --case ids-8 --repeat 1 --json result.json
"""

Row = dict[str, Any]


@click.command("bench", epilog=EPILOG)
@click.option("--full", is_flag=True, help="Also run the long cases, all 100 of Korf's boards among them: some minutes.")
@click.option("--case", "names", multiple=True, metavar="NAME", help="Run only this case; give it several times.")
@click.option("--repeat", type=click.IntRange(1, 1000), default=5, show_default=True, help="Runs of each case.")
@click.option("--peers", is_flag=True, help="Run the Python package slidingpuzzle too, if it is installed.")
@click.option("--check", is_flag=True, help="Only check that the node counts are the expected ones.")
@click.option("--bless", is_flag=True, help="Make the node counts of this run the expected ones (in a checkout).")
@click.option("--json", "output", type=click.Path(dir_okay=False, path_type=Path), help="Write the result to this file.")
@click.option(
    "--compare",
    "pair",
    nargs=2,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Run nothing; put two results side by side.",
)
def bench_command(
    full: bool,
    names: tuple[str, ...],
    repeat: int,
    peers: bool,
    check: bool,
    bless: bool,
    output: Path | None,
    pair: tuple[Path, Path] | None,
) -> int:
    """Measure the native searches on fixed boards and check their node counts."""
    if pair:
        return _compare(*pair)
    cases = _choose(names, full)
    if (check or bless) and output is not None:
        raise InputError("--check and --bless only count nodes; leave out --json, which keeps times")
    if check or bless:
        return _sign(cases, bless)
    result = _measure(cases, repeat, peers)
    if output:
        output.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    _print_result(result)
    return OK


def _say(text: str) -> None:
    """Report progress beside the output."""
    click.echo(text, err=True)


def _choose(names: Sequence[str], full: bool) -> list[Case]:
    """Return the cases of those names, or all quick ones, or all."""
    from taquin.bench.cases import CASES

    known = {case.name: case for case in CASES}
    for name in names:
        if name not in known:
            raise InputError(unknown_name("case", name, known))
    return [known[name] for name in dict.fromkeys(names)] or [case for case in CASES if case.quick or full]


def _sign(cases: Sequence[Case], bless: bool) -> int:
    """Count the nodes of every case once; compare them with the expected ones, or keep them."""
    from taquin.bench import signature
    from taquin.bench.run import count_cases

    found = signature.signature_of(count_cases(cases, _say))
    if bless:
        click.echo(f"Wrote {signature.bless(found)}")
        return OK
    wrong = signature.differences(found)
    for line in wrong:
        click.echo(f"Changed: {line}")
    click.echo(f"Signature {signature.total(found)}: {'NOT as expected' if wrong else 'as expected'}")
    return INTERNAL if wrong else OK


def _measure(cases: Sequence[Case], repeat: int, peers: bool) -> Row:
    from taquin.bench.machine import describe
    from taquin.bench.report import result_of
    from taquin.bench.run import time_cases

    return result_of(describe(), time_cases(cases, repeat, _say), _run_peer() if peers else None)


def _run_peer() -> Row | None:
    from taquin.bench.peers import INSTALL, PEER, PEER_BOARDS, compare_with_peer, peer_installed

    if not peer_installed():
        _say(f"{PEER} is not installed: {INSTALL}")
        return None
    _say(f"{PEER} on {PEER_BOARDS} 8-puzzles ...")
    return compare_with_peer()


def _print_result(result: Row) -> None:
    """Print what it was measured on, the table, the targets and the signature."""
    from taquin.bench.report import FIGURES, format_time, target_lines

    about = ("revision", "cpu", "cores", "python", "compiler")
    print_text(f"taquin {result['taquin']}, " + ", ".join(f"{name} {result[name]}" for name in about if result[name]))
    rows = result["cases"]
    headings = [heading for heading, _ in FIGURES.values()]
    print_table(["case", "boards", "nodes", *headings], map(_cells, rows), numbers=["boards", "nodes", *headings])
    click.echo()
    for line in target_lines(rows):
        print_text(line)
    if peer := result["peer"]:
        print_text(
            f"{peer['name']} {peer['version']}, A* Manhattan on {peer['boards']} 8-puzzles: {format_time(peer['seconds'])}, "
            f"Taquin {format_time(peer['our_seconds'])}, ratio {peer['ratio']:.0f}"
        )
    click.echo(f"Signature {result['signature']}")


def _cells(row: Row) -> list[str]:
    from taquin.bench.report import FIGURES

    figures = ["" if row[name] is None else form(row[name]) for name, (_, form) in FIGURES.items()]
    return [row["name"], f"{row['boards']:,}", f"{row['generated']:,}", *figures]


def _compare(first: Path, second: Path) -> int:
    """Print two results side by side."""
    from taquin.bench.report import compare_rows, format_time, read_result

    before, after = read_result(first), read_result(second)
    if before["cpu"] != after["cpu"]:
        _say(f"Different machines: {before['cpu']} and {after['cpu']}")
    rows = compare_rows(before, after)
    cells = [
        [
            row["name"], format_time(row["before"]), format_time(row["after"]), f"{row['speedup']:.2f}",
            "same" if row["same_search"] else "CHANGED",
        ]
        for row in rows
    ]  # fmt: skip
    columns = ["case", "first", "second", "speedup", "search"]
    print_table(columns, cells, numbers=columns[1:4])
    return OK
