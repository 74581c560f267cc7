# SPDX-License-Identifier: MIT
"""The command line and the worker: no arguments and no line of a parent may bring out a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

from click.testing import CliRunner
from tests.fuzz.parsers import BOARD_WORDS, METHOD_WORDS, NO_IMPORTS, OPTION_WORDS, QUESTION_WORDS
from tests.fuzz.registry import RejectedError, Target, json_of, words, work_folder

from taquin.cli import main
from taquin.errors import InputError
from taquin.notation import parse_size
from taquin.question import Question
from taquin.service import boards
from taquin.solution import Limits, Observer, Solution
from taquin.solver import solve_question
from taquin.worker import tasks as worker_tasks
from taquin.worker.parent import WorkerProcess
from taquin.worker.protocol import FAILED, FINAL, HEADER, PROGRESS, TRACE

SMALL: Final = ("--time-limit", "0.2", "--node-limit", "500", "--memory-limit", "64MB", "--threads", "1")
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "solve": SMALL,
    "batch": (*SMALL, "--jobs", "1"),
    "compare": (*SMALL, "-m", "bfs"),
    "render": (*SMALL, "-o", "picture.svg"),
    "generate": ("--count", "2"),
    "check": (),
    "explain": (),
    "list": (),
    "explore": (),
    "lab": (),
    "tables": (),
    "heuristic": (),
    "": (),
}
"""The commands that are run, with what keeps them short, said last so that it counts."""
LEFT_OUT: Final = ("web", "bench", "menu")
"""They stay, measure for minutes, or solve what they are told for as long as it takes."""
LASTING: Final = {"lab": ("run",), "tables": ("build", "remove"), "heuristic": ("check", "plot")}
"""Parts of commands that take long or change what others use."""
EXIT_CODES: Final = {0, 2, 3, 4}
LARGEST_EXPLORED: Final = 8
"""Cells: more boards than that are not counted for every input."""


def check_cli(data: bytes) -> None:
    """Arguments and standard input: the exit code is a documented one, and errors are one sentence."""
    row = json_of(data)
    if not isinstance(row, dict) or not isinstance(row.get("args"), list):
        raise RejectedError
    args = [_harmless(each) for each in row["args"] if isinstance(each, str)]
    command = args[0] if args and args[0] in COMMANDS else ""
    if (args and args[0] in LEFT_OUT) or _takes_long(command, args):
        raise RejectedError
    typed = row.get("stdin")
    with _in_folder():
        for name, text in (("boards.txt", row.get("file")), ("rows.jsonl", row.get("rows")), ("study.toml", row.get("spec"))):
            if isinstance(text, str):
                with open(name, "wb") as file:  # noqa: PTH123 - beside the command
                    file.write(text.encode("utf-8", "surrogatepass"))
        given = typed.encode("utf-8", "surrogatepass") if isinstance(typed, str) else b""
        result = CliRunner(env={"TAQUIN_DEBUG": "1"}).invoke(main, [*args, *COMMANDS[command]], input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code == 1:  # the system refuses: not this program's mistake, but told in its words
        assert "Error: " in result.stderr
        assert "defect of Taquin" not in result.stderr, result.stderr
        return
    assert result.exit_code in EXIT_CODES, f"exit code {result.exit_code}: {result.stderr[-500:]}"
    assert "Traceback" not in result.stderr
    if result.exit_code == 2 and command != "batch":
        assert "Error: " in result.stderr
        assert len(result.stderr) < 4000


def _harmless(text: str) -> str:
    """Keep a path within the folder, and searches off the network and other processes."""
    text = text.replace("/", " / ").replace("..", ". .").replace("\0", "")
    return text.replace("cluster", "cluste").replace("--checkpoint", "--checkpoin") if text != "--" else "-"


def _takes_long(command: str, args: list[str]) -> bool:
    if any(part in args for part in LASTING.get(command, ())):
        return True
    if command == "explore":
        for each in args[1:]:
            with contextlib.suppress(InputError):
                rows, cols = parse_size(each)
                return rows * cols > LARGEST_EXPLORED
    # Tables for partitions of the user's choice take seconds, walks of millions of moves too.
    return any("pdb" in each for each in args) or any(each.isdigit() and 5 < len(each) < 9 for each in args)


@contextlib.contextmanager
def _in_folder() -> Iterator[None]:
    folder = work_folder() / "cli"
    folder.mkdir(exist_ok=True)
    before = os.getcwd()  # noqa: PTH109
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        shutil.rmtree(folder)


def _solve_shortly(question: Question, observer: Observer) -> Solution:
    """Answer within bounds, and write no file that the input names."""
    method = question.method
    kept = tuple((name, value) for name, value in method.values if name not in ("checkpoint", "threads"))
    question = replace(question, method=replace(method, values=kept), limits=Limits(time=0.2, nodes=500, memory=64 << 20))
    if question.engine.startswith(("cluster", "gpu")) or "pdb" in str(method) or len(question.start.tiles) > 16:
        raise InputError("not while fuzzing")
    return solve_question(question.with_threads(1), observer)


def check_worker(data: bytes) -> None:
    """A line from the parent: exactly one last frame, whatever it says, and nothing but JSON in any."""
    frames: list[tuple[bytes, Any]] = []
    line = data.partition(b"\n")[0]
    tasks = {name: task for name, task in boards.TASKS.items() if name in ("parse", "check")}
    worker_tasks.perform(line, tasks, lambda kind, body: frames.append((kind, json.loads(json.dumps(body)))), lambda: False)
    kinds = [kind for kind, _ in frames]
    assert kinds[-1] in FINAL
    assert all(kind in (PROGRESS, TRACE) for kind in kinds[:-1])
    if _is_question(line):
        assert kinds[-1] != FAILED, frames[-1]


def _is_question(line: bytes) -> bool:
    """Tell whether a parent may have sent this: then whatever is wrong with the question is told as such."""
    try:
        request = json.loads(line)
        payload = request["payload"]
        asked = payload["allow_custom"] is False and payload["trace_limit"] == 5 and "question" in payload
        return asked and request["task"] == "solve"
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def check_frames(data: bytes) -> None:
    """What comes from a worker: frames are taken whole, or the worker counts as dead; a length that lies reserves nothing."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0) as output:
        with os.fdopen(writing, "wb") as stream:
            stream.write(data[:60_000])  # what a pipe holds
        parent = WorkerProcess()
        process: Any = SimpleNamespace(stdout=output, stdin=None)
        taken = b""
        with contextlib.suppress(EOFError):
            while True:
                kind, body = parent._read_frame(process)
                taken += HEADER.pack(kind, len(body)) + body
        assert data.startswith(taken)


CLI_WORDS: Final = (
    *COMMANDS,
    *OPTION_WORDS,
    *METHOD_WORDS,
    *BOARD_WORDS,
    *words("--goal --size --json --steps --format --moves --file --set --output --resume --seed --depth --walk --help"),
    *words("-m -a -H -n -o boards.txt rows.jsonl study.toml report compare list verify path korf15:1"),
)
WORKER_WORDS: Final = (
    *words("task payload question allow_custom trace_limit solve parse check"),
    *QUESTION_WORDS,
)
TARGETS: Final = (
    Target("cli", check_cli, "json", CLI_WORDS, (NO_IMPORTS,), seconds=10.0, examples=25),
    Target("worker-line", check_worker, "json", WORKER_WORDS, (NO_IMPORTS, (worker_tasks, "solve_question", _solve_shortly))),
    Target("worker-frames", check_frames, "binary", ("R\0\0\0\4", "P\0\0\0\0", "E")),
)
