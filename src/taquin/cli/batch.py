# SPDX-License-Identifier: MIT
"""`taquin batch`: many boards, one JSON line each."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import click

from taquin.board import Board
from taquin.cli.exits import BAD_INPUT, BY_STATUS, INTERRUPTED, LIMIT, OK
from taquin.cli.options import (
    Choice,
    LimitValues,
    Shape,
    choice_options,
    cluster_option,
    complete,
    limit_options,
    set_names,
    shape_options,
)
from taquin.cli.reading import MAX_BYTES, decode, read_lines
from taquin.cli.rows import Row, Rows, row_key
from taquin.cli.watch import Watch
from taquin.cores import usable_cores
from taquin.errors import BoardError, InputError
from taquin.notation import board_from_json, board_to_json
from taquin.problem import Method
from taquin.render.text import format_seconds
from taquin.solution import Limits, Status
from taquin.solver import solve, used_options

if TYPE_CHECKING:
    from distributed import Client

SOLVED_TOGETHER: Final = 1 << 17
"""Boards that wait for each other before a card solves them all."""
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
@cluster_option
@click.option("--resume", is_flag=True, help="Go on in the output file: what it answers already is not solved again.")
def batch_command(
    path: str | None,
    set_name: str | None,
    shape: Shape,
    choice: Choice,
    limit_values: LimitValues,
    steps: bool,
    output: str | None,
    cluster: str | None,
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
        if cluster is None:
            return batch.run(items)
        from taquin.engines.cluster.connect import connect

        with connect(cluster) as client:
            return batch.run_on_cluster(client, items)
    finally:
        rows.close()


class Batch:
    """A run over many boards: every one is answered, kept from an earlier run, or bad.

    Boards for `optimal` are solved several at a time, a thread each; the rows come out in order as they are finished.
    """

    def __init__(self, choice: Choice, limits: Limits, steps: bool, rows: Rows) -> None:
        self.choice = choice
        self.limits = limits
        self.steps = steps
        self.rows = rows
        self.counts: Counter[str] = Counter()
        self.kept = 0
        self.watch = Watch()
        # One more than cores, so that all search while one writes its row down; a card takes one board at a time.
        workers = 1 if choice.engine == "gpu" else (choice.threads or usable_cores()) + 1
        self._pool = ThreadPoolExecutor(workers)
        self._room = threading.Semaphore(4 * workers)
        self._lock = threading.Lock()
        self._waiting: dict[int, Row | None] = {}
        self._next = 1
        self._together: list[tuple[int, Item, Method]] = []

    def run(self, items: Iterator[Item]) -> int:
        """Answer the items, sum up on stderr and return the exit code."""
        begin = time.perf_counter()
        interrupted = False
        futures: list[Future[None]] = []
        try:
            for index, item in enumerate(items, start=1):
                # Only a search turns Ctrl-C into a flag: waiting for the next line must end at once.
                with self.watch:
                    self.watch.label = f"[{index}]"
                    future = self._answer(index, item)
                futures = _unfinished([*futures, future] if future else futures)
                if self.watch.interrupted:
                    break
            with self.watch:
                self._solve_together()
                wait(futures)
        except KeyboardInterrupt:
            self.watch.interrupted = True
        finally:
            interrupted = self.watch.interrupted
            self._pool.shutdown(cancel_futures=interrupted)
        _unfinished(futures)
        click.echo(self._summary(time.perf_counter() - begin, interrupted), err=True)
        return INTERRUPTED if interrupted else self._exit_code()

    def run_on_cluster(self, client: Client, items: Iterator[Item]) -> int:
        """Answer the items on the workers of a client; rows, order and exit code are those of a local run."""
        from taquin.engines.cluster.stream import board_stream

        begin = time.perf_counter()
        asked: dict[int, Item] = {}

        def questions() -> Iterator[tuple[int, Board, Board, Method]]:
            for index, item in enumerate(items, start=1):
                method = self._to_solve(index, item)
                if method is not None and item.start is not None and item.goal is not None:
                    asked[index] = item
                    yield index, item.start, item.goal, replace(method, threads=1)

        with self.watch:
            stream = board_stream(client, self.limits, self.choice.engine, self.steps, self.watch.cancelled)
            for index, row in stream.answers(questions()):
                item = asked.pop(index)
                if "error" in row:
                    self._fail(index, item, row["error"])
                elif row["status"] != Status.CANCELLED.value:
                    self._finish(index, {"index": index, **item.facts, **row})
        interrupted = self.watch.interrupted
        click.echo(self._summary(time.perf_counter() - begin, interrupted), err=True)
        return INTERRUPTED if interrupted else self._exit_code()

    def _to_solve(self, index: int, item: Item) -> Method | None:
        """Return the method for an item, None when it is bad or an earlier run has answered it."""
        if item.start is None or item.goal is None:
            self._fail(index, item, item.error)
            return None
        method = self.choice.method_for(item.start)
        if self._keep(self._key(method, item.start, item.goal), self._named_engine()):
            self._finish(index, None)
            return None
        return method

    def _answer(self, index: int, item: Item) -> Future[None] | None:
        """Find the item's row, in a thread if it is for `optimal`; an earlier run may have it."""
        method = self._to_solve(index, item)
        if method is None:
            return None
        if method.algorithm != "optimal":
            self._solve(index, item, method)
            return None
        if self.choice.engine == "gpu" and self._wait_for_others(index, item, method):
            return None
        self._room.acquire()
        if self.choice.engine != "gpu":
            method = replace(method, threads=1)
        return self._pool.submit(self._solve_in_thread, index, item, method)

    def _wait_for_others(self, index: int, item: Item, method: Method) -> bool:
        """Keep a board that a card solves together with many; false for one that it does not."""
        from taquin.engines.gpu.engine import GpuEngine

        if item.goal is None or not GpuEngine().takes_batches(method, item.goal, self.limits):
            return False
        self._together.append((index, item, method))
        if len(self._together) >= SOLVED_TOGETHER:
            self._solve_together()
        return True

    def _solve_together(self) -> None:
        waiting, self._together = self._together, []
        if not waiting or self.watch.interrupted:
            return
        from taquin.engines.gpu.many import solve_together

        boards = [(item.start, item.goal) for _, item, _ in waiting if item.start is not None and item.goal is not None]
        for (index, item, _), solution in zip(waiting, solve_together(boards, waiting[0][2], self.watch), strict=True):
            if solution.status is not Status.CANCELLED:
                self._finish(index, {"index": index, **item.facts, **solution.to_json(self.steps)})

    def _solve_in_thread(self, index: int, item: Item, method: Method) -> None:
        try:
            if not self.watch.interrupted:
                self._solve(index, item, method)
        finally:
            self._room.release()

    def _solve(self, index: int, item: Item, method: Method) -> None:
        assert item.start is not None
        assert item.goal is not None
        try:
            solution = solve(item.start, item.goal, method, engine=self.choice.engine, limits=self.limits, observer=self.watch)
        except InputError as error:
            self._fail(index, item, str(error))
            return
        if solution.status is not Status.CANCELLED:
            self._finish(index, {"index": index, **item.facts, **solution.to_json(self.steps)})

    def _key(self, method: Method, start: Board, goal: Board) -> str:
        question: Row = {
            "start": board_to_json(start),
            "goal": board_to_json(goal),
            "method": str(method),
            "options": used_options(method, self.limits),
        }
        if self.steps:
            question["path"] = None
        return row_key(question)

    def _named_engine(self) -> str | None:
        return None if self.choice.engine == "auto" else self.choice.engine

    def _fail(self, index: int, item: Item, error: str) -> None:
        row = {"index": index, "error": error, "input": item.text}
        self._finish(index, None if self._keep(row_key(row)) else row)

    def _keep(self, key: str, engine: str | None = None) -> bool:
        with self._lock:
            row = self.rows.take(key, engine)
            if row is None:
                return False
            self.kept += 1
            self._count(row)
            return True

    def _finish(self, index: int, row: Row | None) -> None:
        """Write every row whose turn has come; None is the place of one that an earlier run wrote."""
        with self._lock:
            self._waiting[index] = row
            while self._next in self._waiting:
                ready = self._waiting.pop(self._next)
                self._next += 1
                if ready is not None:
                    self.rows.write(ready)
                    self._count(ready)

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


def _unfinished(futures: list[Future[None]]) -> list[Future[None]]:
    """Return what still runs; what went wrong in a thread, such as a closed pipe, goes wrong here."""
    for future in futures:
        if future.done() and not future.cancelled():
            future.result()
    return [future for future in futures if not future.done()]


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
