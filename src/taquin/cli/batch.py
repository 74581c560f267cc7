# SPDX-License-Identifier: MIT
"""`taquin batch`: many boards, one JSON line each."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import click

from taquin.board import Board
from taquin.cli.exits import BAD_INPUT, BY_STATUS, INTERRUPTED, LIMIT, OK
from taquin.cli.options import (
    Choice,
    LimitValues,
    Shape,
    choice_options,
    complete,
    limit_options,
    set_names,
    shape_options,
)
from taquin.cli.reading import MAX_BYTES, decode, read_lines
from taquin.cli.rows import Row, Rows, row_key
from taquin.cli.watch import Watch
from taquin.errors import BoardError, InputError
from taquin.notation import board_from_json, board_to_json
from taquin.render.text import format_seconds
from taquin.solution import Limits, Status
from taquin.solver import solve, used_options

SHOWN_INPUT: Final = 200
"""Characters of a bad line that its error object repeats."""

EPILOG = """\b
Each line is a board as taquin solve reads it, or a JSON object with "start"
and "goal" as taquin generate --json writes it. Blank lines and lines that
begin with # are skipped and not counted by "index". A line that is no board
gives {"index", "error", "input"} in its place. --goal replaces the goals of a
set or of JSON lines.

\b
Exit code 0 when every line got an answer (unsolvable is one), 2 when a line
was bad, else 4 when one hit a limit, 130 when interrupted.

\b
Examples:
  taquin generate --count 3 --seed 1 | taquin batch - -m astar@manhattan
  taquin batch --set default8 --output results.jsonl --resume
"""


@dataclass(frozen=True)
class Item:
    """One line of the batch: a board and its goal, or what is wrong with it."""

    text: str
    start: Board | None = None
    goal: Board | None = None
    error: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    """What a set knows about it."""


@click.command("batch", epilog=EPILOG)
@click.argument("path", required=False, metavar="FILE")
@click.option(
    "--set",
    "set_name",
    metavar="NAME[:RANGE]",
    shell_complete=complete(set_names),
    help="Solve a named set, such as korf15:1-20.",
)
@shape_options
@choice_options
@limit_options
@click.option("--steps", is_flag=True, help="Add every board on the way as path.")
@click.option("--output", metavar="FILE", help="Write the rows to a file instead of standard output.")
@click.option("--resume", is_flag=True, help="Go on in the output file: what it answers already is not solved again.")
def batch_command(
    path: str | None,
    set_name: str | None,
    shape: Shape,
    choice: Choice,
    limit_values: LimitValues,
    steps: bool,
    output: str | None,
    resume: bool,
) -> int:
    """Solve the boards of FILE, one a line, or of a named set; - reads standard input."""
    if (path is None) == (set_name is None):
        raise InputError("give a FILE with one board a line, - to read standard input, or --set NAME")
    choice.check()
    items = _set_items(set_name, shape) if set_name is not None else _line_items(path or "-", shape)
    rows = Rows(output, resume)
    batch = Batch(choice, limit_values.limits(), steps, rows)
    try:
        return batch.run(items)
    finally:
        rows.close()


class Batch:
    """A run over many boards: every one is answered, kept from an earlier run, or bad."""

    def __init__(self, choice: Choice, limits: Limits, steps: bool, rows: Rows) -> None:
        self.choice = choice
        self.limits = limits
        self.steps = steps
        self.rows = rows
        self.counts: Counter[str] = Counter()
        self.kept = 0
        self.watch = Watch()

    def run(self, items: Iterator[Item]) -> int:
        """Answer the items in order, sum up on stderr and return the exit code."""
        begin = time.perf_counter()
        interrupted = False
        try:
            for index, item in enumerate(items, start=1):
                # Only a search turns Ctrl-C into a flag: waiting for the next line must end at once.
                with self.watch:
                    self.watch.label = f"[{index}]"
                    self._answer(index, item)
                if self.watch.interrupted:
                    interrupted = True
                    break
        except KeyboardInterrupt:
            interrupted = True
        click.echo(self._summary(time.perf_counter() - begin, interrupted), err=True)
        return INTERRUPTED if interrupted else self._exit_code()

    def _answer(self, index: int, item: Item) -> None:
        """Write the item's row, unless an earlier run has or Ctrl-C left it unfinished."""
        if item.start is None or item.goal is None:
            self._fail(index, item, item.error)
            return
        try:
            self._solve(index, item, item.start, item.goal)
        except InputError as error:
            self._fail(index, item, str(error))

    def _solve(self, index: int, item: Item, start: Board, goal: Board) -> None:
        method = self.choice.method_for(start)
        question: Row = {
            "start": board_to_json(start),
            "goal": board_to_json(goal),
            "method": str(method),
            "options": used_options(method, self.limits),
        }
        if self.steps:
            question["path"] = None
        named_engine = None if self.choice.engine == "auto" else self.choice.engine
        if not self._keep(row_key(question), named_engine):
            solution = solve(start, goal, method, engine=self.choice.engine, limits=self.limits, observer=self.watch)
            if solution.status is not Status.CANCELLED:
                self._write({"index": index, **item.facts, **solution.to_json(self.steps)})

    def _fail(self, index: int, item: Item, error: str) -> None:
        row = {"index": index, "error": error, "input": item.text}
        if not self._keep(row_key(row)):
            self._write(row)

    def _keep(self, key: str, engine: str | None = None) -> bool:
        row = self.rows.take(key, engine)
        if row is None:
            return False
        self.kept += 1
        self._count(row)
        return True

    def _write(self, row: Row) -> None:
        self.rows.write(row)
        self._count(row)

    def _count(self, row: Row) -> None:
        self.counts[row.get("status") or "bad"] += 1

    def _exit_code(self) -> int:
        if self.counts["bad"]:
            return BAD_INPUT
        codes = {BY_STATUS[status] for status in self.counts if status != "bad"}
        return LIMIT if LIMIT in codes else OK

    def _summary(self, seconds: float, interrupted: bool) -> str:
        total = self.counts.total()
        parts = [f"{count:,} {status}" for status, count in self.counts.items()]
        text = f"{total:,} {'board' if total == 1 else 'boards'}" + (f": {', '.join(parts)}" if parts else "")
        kept = f", {self.kept:,} kept from {self.rows.path}" if self.kept else ""
        hint = " (add --resume to go on)" if interrupted and self.rows.path else ""
        return f"{'Interrupted after ' if interrupted else ''}{text}{kept}, {format_seconds(seconds)}{hint}"


def _set_items(name: str, shape: Shape) -> Iterator[Item]:
    """Yield the boards of a named set, towards its goals unless another is named."""
    from taquin.instances import select_instances

    return iter([_set_item(instance, shape) for instance in select_instances(name)])


def _set_item(instance: Any, shape: Shape) -> Item:
    start = instance.start
    goal = instance.goal if shape.goal is None else shape.goal_of(start)
    optimal = instance.optimal if goal == instance.goal else None
    return Item("", start, goal, facts={"id": instance.id, "optimal": optimal})


def _line_items(path: str, shape: Shape) -> Iterator[Item]:
    """Yield the boards of a file as its lines come."""
    for data in read_lines(path):
        text = data.strip()
        if text and not text.startswith(b"#"):
            yield _line_item(text, shape)


def _line_item(data: bytes, shape: Shape) -> Item:
    shown = data[: SHOWN_INPUT * 4].decode("utf-8", "replace")
    if len(shown) > SHOWN_INPUT:
        shown = shown[:SHOWN_INPUT] + "..."
    try:
        if len(data) > MAX_BYTES:
            raise BoardError(f"the line holds more than {MAX_BYTES:,} bytes; no board is that long")
        start, goal = _read_line(decode(data, "the line"), shape)
    except InputError as error:
        return Item(shown, error=str(error))
    return Item(shown, start, goal)


def _read_line(text: str, shape: Shape) -> tuple[Board, Board]:
    """Read a board, or a JSON object that names start and goal."""
    if not text.startswith("{"):
        return shape.read(text)
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        raise BoardError('the line is not valid JSON; expected a board, or an object with "start"') from None
    if "start" not in row:
        raise BoardError('the object has no "start"; expected one with "start" and "goal"')
    start = board_from_json(row["start"])
    if shape.goal is not None or row.get("goal") is None:
        return start, shape.goal_of(start)
    return start, board_from_json(row["goal"])
