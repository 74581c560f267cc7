# SPDX-License-Identifier: MIT
"""`taquin lab`: run an experiment, report on it, compare two journals."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Final

import click

from taquin.cli.exit_codes import BY_STATUS, INTERRUPTED, gravest
from taquin.cli.options import cluster_option, jobs_option, json_option
from taquin.cli.status_line import StatusLine, many_facts
from taquin.cli.text_tables import print_table, print_text
from taquin.errors import InputError
from taquin.many import ManyProgress
from taquin.render.text import format_seconds

TICK: Final = 0.2
"""Seconds between two drawings of the progress."""

SHOWN_FAILURES: Final = 3
"""Runs that failed which the summary names."""

EPILOG = """\b
A spec is a TOML file: boards (a named set, random ones, a file), methods,
repetitions, limits. Results go into a folder beside it, named like it.
For example, study.toml:

\b
  methods = ["bfs", "astar@misplaced", "astar@manhattan"]
  [[boards]]
  size = "3x3"
  depth = "0-20"
  count = 5

\b
Examples:
  taquin lab run study.toml
  taquin lab report study.toml
  taquin lab compare study study --json
"""

RUN_EPILOG = """\b
Every finished run is a line in journal.jsonl in the folder. After Ctrl-C or a
crash the same command goes on where it stopped. A run that hits a limit is a
line too; one that fails is told of, and the same command tries it again.

\b
Exit code 0 when every run got an answer (unsolvable is one), 2 when one
failed, else 4 when one hit a limit, 130 when interrupted.

\b
Example:
  taquin lab run study.toml --jobs 2
  taquin lab run study.toml --cluster local:4
"""

REPORT_EPILOG = """\b
Writes report.html (one page that needs nothing else), records.csv,
records.parquet and plots/ as PNG and SVG.

\b
Example:
  taquin lab report study.toml
"""

COMPARE_EPILOG = """\b
A and B are journals or the folders that hold them. Runs are matched by board,
goal, method, limits and repetition.

\b
Example:
  taquin lab compare study study
"""

_spec = click.argument("path", metavar="SPEC")
_output = click.option("--output", metavar="DIR", help="Folder of the results (default: beside SPEC, named like it).")


@click.group("lab", epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
def lab_command() -> None:
    """Run experiments from a spec, report on them, compare them."""


@lab_command.command("run", epilog=RUN_EPILOG)
@_spec
@_output
@jobs_option
@cluster_option
def run_command(path: str, output: str | None, jobs: int | None, cluster: str | None) -> int:
    """Run what is not done yet of the experiment SPEC."""
    from taquin.lab.run import run_spec
    from taquin.lab.spec import load_spec

    if jobs is not None and cluster is not None:
        raise InputError("--jobs is for processes of this machine; with --cluster the cluster says how many workers it has")
    spec = load_spec(path)
    for note in spec.notes:
        print_text(note, err=True)
    folder = _folder(path, output)
    begin = time.perf_counter()
    interrupted = False
    with _Display(spec.title) as display:
        try:
            run_spec(spec, folder, jobs, display.show, cluster)
        except KeyboardInterrupt:
            interrupted = True
    tally = display.tally
    if tally is None:
        raise KeyboardInterrupt  # before the first run
    print_text(_summary(tally, time.perf_counter() - begin, interrupted, folder), err=True)
    if interrupted:
        return INTERRUPTED
    return gravest(BY_STATUS[name] for name, count in tally.statuses.items() if count and name != "unsolvable")


@lab_command.command("report", epilog=REPORT_EPILOG)
@_spec
@_output
def report_command(path: str, output: str | None) -> None:
    """Write the report of the experiment SPEC from its journal."""
    from taquin.lab.report import write_report
    from taquin.lab.spec import load_spec

    spec = load_spec(path)
    report = write_report(spec, Path(path).read_text(encoding="utf-8-sig"), _folder(path, output))
    click.echo(f"{report.page}: {report.runs:,} runs" + (f", {report.missing:,} not done yet" if report.missing else ""))
    if report.compared:
        click.echo(f"Published figures: {report.agreeing:,} of {report.compared:,} agree")


@lab_command.command("compare", epilog=COMPARE_EPILOG)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@json_option
def compare_command(a: str, b: str, as_json: bool) -> None:
    """Set the journals A and B side by side, method by method."""
    from taquin.lab.compare import compare_journals
    from taquin.lab.journal import read_journal

    (_, rows_a), (_, rows_b) = read_journal(a), read_journal(b)
    comparisons = compare_journals(rows_a, rows_b)
    if as_json:
        click.echo(json.dumps([each.to_json() for each in comparisons]))
        return
    columns = ("method", "in both", "only A", "only B", "solved A", "solved B", "differ", "expanded B/A", "time B/A")
    rows = [
        [each.method]
        + [f"{number:,}" for number in (each.both, each.only_a, each.only_b, each.solved_a, each.solved_b, each.different)]
        + ["-" if ratio is None else f"{ratio:.3f}" for ratio in (each.expanded_ratio, each.time_ratio)]
        for each in comparisons
    ]
    print_table(columns, rows, numbers=columns[1:])
    differences = [f"{each.method}: {each.first_difference}" for each in comparisons if each.different]
    if differences:
        print_text("\nFirst differences:\n" + "\n".join(differences))


def _folder(path: str, output: str | None) -> Path:
    return Path(output) if output is not None else Path(path).with_suffix("")


def _summary(tally: ManyProgress, seconds: float, interrupted: bool, folder: Path) -> str:
    statuses = ", ".join(f"{count:,} {status}" for status, count in tally.statuses.items())
    kept = f", {tally.kept:,} kept" if tally.kept else ""
    text = f"{tally.done:,} of {tally.total:,} runs done{kept}{f': {statuses}' if statuses else ''}, {format_seconds(seconds)}"
    hint = " (the same command goes on)" if interrupted else ""
    return "\n".join([f"{'Interrupted: ' if interrupted else ''}{text}{hint}", *_failures(tally), str(folder / "journal.jsonl")])


def _failures(tally: ManyProgress) -> list[str]:
    """Say which runs failed and why: the first ones, since often all fail alike."""
    shown = [f"Failed: {failure}" for failure in tally.failures[:SHOWN_FAILURES]]
    more = len(tally.failures) - len(shown)
    return [*shown, *([f"... and {more:,} more, each with its reason in the journal"] if more else [])]


class _Display:
    """Progress on a terminal: a bar, runs done, time left, what went wrong and the time since the start."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.tally: ManyProgress | None = None
        self._line = StatusLine()
        self._over = threading.Event()
        self._clock = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> _Display:
        if self._line.shows:
            self._clock.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        if self._line.shows:
            self._clock.join()
        self._line.clear()

    def show(self, tally: ManyProgress) -> None:
        """Take note of how far the run is."""
        self.tally = tally

    def _tick(self) -> None:
        """Draw the line several times a second."""
        while not self._over.wait(TICK):
            if self.tally is not None:
                self._draw(self.tally)

    def _draw(self, tally: ManyProgress) -> None:
        facts = [*many_facts(tally), f"{format_seconds(time.monotonic() - tally.begin)} so far"]
        self._line.show(facts, self.title, share=tally.done / tally.total if tally.total else None)
