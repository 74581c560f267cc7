# SPDX-License-Identifier: MIT
"""`taquin batch`: many boards, one JSON line each."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import click

from taquin.board import Board
from taquin.board_rows import BoardReader
from taquin.cli.board_lines import BoardLine, file_lines, set_lines
from taquin.cli.exit_codes import BAD_INPUT, BY_STATUS, INTERRUPTED, LIMIT, OK
from taquin.cli.method_options import Choice, choice_options, limit_options
from taquin.cli.options import cluster_option, jobs_option, reader_options, set_option
from taquin.cli.row_file import Row, RowFile
from taquin.cli.status_line import many_facts
from taquin.cli.text_tables import print_text
from taquin.cli.watch import Watch
from taquin.errors import EngineError, InputError
from taquin.machine import usable_cores
from taquin.many import ManyProgress, answer_many
from taquin.method import Method
from taquin.metric import TILES
from taquin.question import Question
from taquin.render.text import format_seconds
from taquin.solution import Limits, Solution, Status

WORTH_KEEPING: Final = 0.01
"""Seconds of search from which on an answer that waits for a slower board is written down: 64 for each job may wait."""

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
  taquin batch --set korf15:1-4 -m optimal --jobs 2
"""


@click.command("batch", epilog=EPILOG)
@click.argument("path", required=False, metavar="FILE")
@set_option
@reader_options
@choice_options
@limit_options
@jobs_option
@click.option("--steps", is_flag=True, help="Add every board on the way as path.")
@click.option("--output", metavar="FILE", help="Write the rows to a file instead of standard output.")
@cluster_option
@click.option("--resume", is_flag=True, help="Go on in the output file: what it answers already is not solved again.")
def batch_command(
    path: str | None,
    set_name: str | None,
    reader: BoardReader,
    choice: Choice,
    limits: Limits,
    jobs: int | None,
    steps: bool,
    output: str | None,
    cluster: str | None,
    resume: bool,
) -> int:
    """Solve the boards of FILE, one a line, or of a named set; - reads standard input."""
    if (path is None) == (set_name is None):
        raise InputError("give a FILE with one board a line, - to read standard input, or --set NAME")
    if jobs is not None and cluster is not None:
        raise InputError("--jobs is for this machine; with --cluster the cluster says how many workers it has")
    if ":" in choice.engine:
        raise EngineError("an engine with an address is for one board; for many give --cluster WHERE")
    if choice.values["checkpoint"] is not None:
        raise InputError("--checkpoint is for one board; a batch goes on with --output FILE --resume")
    choice.check()
    items = set_lines(set_name, reader) if set_name is not None else file_lines(path or "-", reader)
    rows = RowFile(output, resume, steps)
    try:
        return Batch(choice, limits, steps, rows).run(items, jobs, cluster)
    finally:
        rows.close()


class Batch:
    """A run over many boards: every one is answered, kept from an earlier run, or bad; the rows come out in order."""

    def __init__(self, choice: Choice, limits: Limits, steps: bool, rows: RowFile) -> None:
        self.choice = choice
        self.limits = limits
        self.steps = steps
        self.rows = rows
        self.counts: Counter[str] = Counter()
        self.kept = 0
        self.watch = Watch("", choice.values["metric"])
        self._lock = threading.Lock()  # lines are read in the thread that has room for one
        self._asked: dict[int, tuple[int, BoardLine]] = {}
        """Index and line of every question, by its number."""
        self._methods: dict[tuple[int, int], Method] = {}
        self._early: set[int] = set()
        """Numbers of the questions whose answers wait for those before them."""
        self._waiting: dict[int, Row | None] = {}
        self._next = 1

    def run(self, items: Iterable[BoardLine], jobs: int | None, cluster: str | None) -> int:
        """Answer the items, sum up on stderr and return the exit code."""
        begin = time.perf_counter()
        progress = ManyProgress(len(items) if isinstance(items, list) else None)
        with self.watch:
            many = {"cluster": cluster} if cluster is not None else {"jobs": jobs or self._usual_jobs()}
            answers = answer_many(self._questions(items), ordered=True, observer=self.watch, early=self._write_early, **many)
            for number, solution in answers:
                self._take(number, solution)
                progress.statuses[solution.status.value] += 1
                progress.kept = self.kept
                self.watch.ahead = many_facts(progress)
        interrupted = self.watch.interrupted
        self._write_rest()
        self.rows.none_waits()
        print_text(self._summary(time.perf_counter() - begin, interrupted), err=True)
        return INTERRUPTED if interrupted else self._exit_code()

    def _usual_jobs(self) -> int:
        """As many as there are cores for, if each search takes the threads that were asked for."""
        return max(1, usable_cores() // (self.choice.values["threads"] or 1))

    def _questions(self, items: Iterable[BoardLine]) -> Iterator[Question]:
        """Yield the questions of the items that are neither bad nor answered by an earlier run."""
        number = 0
        for index, item in enumerate(items, start=1):
            if item.start is None or item.goal is None:
                self._fail(index, item, item.error)
                continue
            try:
                question = Question(item.start, item.goal, self._method(item.start), self.choice.engine, self.limits)
            except InputError as error:  # such as a goal of another shape
                self._fail(index, item, str(error))
                continue
            with self._lock:
                kept = self.rows.take(question)
            if kept is not None:
                self._finish(index, None, kept)
                continue
            self._asked[number] = index, item
            number += 1
            yield question

    def _method(self, start: Board) -> Method:
        """Return the method for a board, which depends on its shape alone: read once for all boards of a shape."""
        if start.shape not in self._methods:
            self._methods[start.shape] = self.choice.method_for(start)
        return self._methods[start.shape]

    def _take(self, number: int, solution: Solution) -> None:
        """Write the row of an answer; what was cancelled is not written, so that a later run asks again."""
        index, item = self._asked.pop(number)
        if solution.status is Status.FAILED:
            self._fail(index, item, solution.reason)
        elif solution.status is not Status.CANCELLED:
            self._finish(index, self._row(index, item, solution))
        if index < self._next:  # it is written; in a run that was cancelled it may still have to wait
            self._early.discard(number)
        if not self._early:
            self.rows.none_waits()

    def _row(self, index: int, item: BoardLine, solution: Solution) -> Row:
        known = item.facts if solution.metric == TILES else item.facts | dict.fromkeys(item.facts.keys() & {"optimal"})
        return {"index": index, **known, **solution.to_json(self.steps)}  # a set knows shortest paths in single moves

    def _write_early(self, number: int, solution: Solution) -> None:
        """Keep an answer that has to wait for a slower board, unless it is sooner found again than written."""
        if solution.stats.elapsed >= WORTH_KEEPING and solution.status not in (Status.FAILED, Status.CANCELLED):
            self._early.add(number)
            self.rows.write_early(self._row(*self._asked[number], solution))

    def _fail(self, index: int, item: BoardLine, error: str) -> None:
        with self._lock:
            kept = self.rows.take_bad(error, item.text)
        self._finish(index, None if kept else {"index": index, "error": error, "input": item.text}, kept)

    def _finish(self, index: int, row: Row | None, kept: Row | None = None) -> None:
        """Write every row whose turn has come; None is the place of one that an earlier run wrote."""
        with self._lock:
            if kept is not None:
                self.kept += 1
                self._count(kept)
            self._waiting[index] = row
            while self._next in self._waiting:
                self._write(self._waiting.pop(self._next))
                self._next += 1

    def _write_rest(self) -> None:
        """Write what was answered after the first board of an interrupted run that was not."""
        for index in sorted(self._waiting):
            self._write(self._waiting.pop(index))

    def _write(self, row: Row | None) -> None:
        if row is not None:
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
