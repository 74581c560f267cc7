# SPDX-License-Identifier: MIT
"""The real program: start, signals, pipes, completion, what it imports."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import Spawn
from tests.cli.terminal import Terminal
from tests.waiting import HANGS, wait_until

HARD15 = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
"""Eighty moves: many minutes for every method here, on every engine."""


def start(*args: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "taquin", *args]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


SEARCHING = r"\d nodes"
"""What the line of progress of a search shows."""


def test_the_module_runs(spawn: Spawn) -> None:
    result = spawn("solve", "-", stdin="3\n0 1 3\n4 2 5\n7 8 6\n")
    assert result.returncode == 0
    assert result.stdout.startswith("Minimum number of moves = 4\n")
    assert result.stderr == ""


@pytest.mark.parametrize(("args", "code"), [(("123456780",), 0), (("12",), 2), (("123456870",), 3)])
def test_exit_codes_leave_the_process(spawn: Spawn, args: tuple[str, ...], code: int) -> None:
    assert spawn("solve", *args).returncode == code


def test_ctrl_c_ends_a_search_with_what_is_known() -> None:
    with Terminal("solve", HARD15, "-m", "idastar@manhattan", piped=True) as terminal:
        terminal.wait_for(SEARCHING)
        terminal.interrupt()
        assert terminal.finish() == 130
    assert terminal.output.startswith("Interrupted: no solution found yet\nProven: at least ")
    assert "Nodes generated:" in terminal.output
    assert "Traceback" not in terminal.text


def test_ctrl_c_gives_130_and_cancelled() -> None:
    with Terminal("solve", HARD15, "-m", "idastar@manhattan", "--json", piped=True) as terminal:
        terminal.wait_for(SEARCHING)
        terminal.interrupt()
        assert terminal.finish() == 130
    assert json.loads(terminal.output)["status"] == "cancelled"


DEAF = """
import pathlib, signal, time

def estimate(board, goal):
    pathlib.Path("asked").touch()
    while signal.getsignal(signal.SIGINT) is not signal.SIG_DFL or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        time.sleep(0.01)
    pathlib.Path("heard").touch()
    time.sleep(600)
"""


def test_a_second_ctrl_c_ends_what_does_not_listen(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text(DEAF)
    with Terminal("solve", HARD15, "-m", "astar@deaf:estimate", cwd=tmp_path) as terminal:
        wait_until((tmp_path / "asked").exists, "the search")
        terminal.interrupt()
        wait_until((tmp_path / "heard").exists, "the first Ctrl-C")
        terminal.interrupt()
        assert terminal.finish() == -signal.SIGINT  # a shell reports 130


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process at once")
@pytest.mark.parametrize(("first", "second"), [(signal.SIGINT, signal.SIGTERM), (signal.SIGTERM, signal.SIGINT)])
def test_a_second_signal_ends_it_whichever_came_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: signal.Signals, second: signal.Signals
) -> None:
    (tmp_path / "deaf.py").write_text(DEAF)
    monkeypatch.chdir(tmp_path)
    process = start("solve", HARD15, "-m", "astar@deaf:estimate")
    wait_until((tmp_path / "asked").exists, "the search")
    process.send_signal(first)
    wait_until((tmp_path / "heard").exists, "the first signal")
    process.send_signal(second)
    process.communicate(timeout=HANGS)
    assert process.returncode == -second


@pytest.mark.parametrize(("jobs", "costs"), [("1", [8]), ("2", [8, 2])])
def test_ctrl_c_in_a_batch_keeps_what_is_done(tmp_path: Path, jobs: str, costs: list[int]) -> None:
    source, output = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    source.write_text(f"136502478\n{HARD15}\n123456078\n")
    with Terminal("batch", str(source), "--output", str(output), "-m", "idastar@manhattan", "--jobs", jobs) as terminal:
        terminal.wait_for(r"\x1b\[K1  .* nodes  .*at least (6[4-9]|7\d) moves")  # the third had time enough, if it was asked
        terminal.interrupt()
        assert terminal.finish() == 130
    assert [json.loads(line)["cost"] for line in output.read_text().splitlines()] == costs
    done = "1 board: 1 optimal" if jobs == "1" else "2 boards: 2 optimal"
    assert f"Interrupted after {done}" in terminal.text


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process at once")
def test_sigterm_is_as_good_as_ctrl_c(tmp_path: Path) -> None:
    source, output = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    source.write_text(f"136502478\n{HARD15}\n867254301\n")
    process = start("batch", str(source), "--output", str(output), "-m", "idastar@manhattan", "--jobs", "2", "--engine", "python")
    waiting = tmp_path / "rows.jsonl.waiting"
    wait_until(lambda: waiting.exists() and waiting.read_bytes().endswith(b"\n"), "an answer that waits")
    process.terminate()
    _, stderr = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert stderr.startswith("Interrupted after 2 boards: 2 optimal")
    assert [json.loads(line)["cost"] for line in output.read_text().splitlines()] == [8, 31]
    assert not waiting.exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_while_a_batch_waits_for_its_first_line(jobs: str) -> None:
    process = start("batch", "-", "--jobs", jobs)
    assert process.stdin is not None
    process.stdin.write("\n" * 2**20)  # more than a pipe holds: when all is written, it reads
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert "Interrupted after 0 boards" in stderr


def test_ctrl_c_while_a_batch_waits_for_its_next_line() -> None:
    process = start("batch", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("123456078\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["cost"] == 2
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert "Interrupted after 1 board" in stderr


def test_ctrl_c_in_a_comparison_leaves_out_the_rest() -> None:
    with Terminal("compare", HARD15, "-m", "idastar@manhattan", "-m", "bfs", "--time-limit", "1000", piped=True) as terminal:
        terminal.wait_for(SEARCHING)
        terminal.interrupt()
        assert terminal.finish() == 130
    assert "cancelled" in terminal.output
    assert "bfs" not in terminal.output


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_ctrl_c_prints_a_judgement_as_far_as_it_is_known(options: tuple[str, ...]) -> None:
    with Terminal("judge", HARD15, "RDRD", *options, piped=True) as terminal:
        terminal.wait_for(r"judging .* at least \d+ moves")
        terminal.interrupt()
        assert terminal.finish() == 130
    assert "oes not reach the goal after 4 moves" in terminal.output
    assert "Interrupted" in terminal.text


def test_ctrl_c_in_a_class_prints_the_judgements_before(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(
        f'{{"name": "Ann", "start": "123456078", "moves": "RR"}}\n{{"start": "{HARD15}", "moves": ""}}\n'
    )
    with Terminal("judge", "--file", "answers.jsonl", piped=True, cwd=tmp_path) as terminal:
        terminal.wait_for(r"answer 2 .* at least \d+ moves")
        terminal.interrupt()
        assert terminal.finish() == 130
    assert [line.split()[0] for line in terminal.output.splitlines()] == ["NAME", "Ann"]
    assert "Interrupted" in terminal.text


def test_a_closed_pipe_is_quiet() -> None:
    process = start("generate", "--count", "100000", "--seed", "1")
    assert process.stdout is not None
    assert process.stdout.readline()
    process.stdout.close()
    process.wait(timeout=HANGS)
    assert process.stderr is not None
    assert process.stderr.read() == "Seed: 1\n"
    process.communicate()
    assert process.returncode == 141


def test_solving_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from taquin.cli import main; sys.argv = ['taquin', *sys.argv[1:]]\n"
        "try: main(prog_name='taquin')\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    for args in (["solve", "136502478"], ["--help"]):
        result = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=HANGS, check=True)
        modules = set(result.stderr.split())
        assert not modules & {"numpy", "importlib.metadata", "taquin.cli.commands.batch", "taquin.cli.commands.list"}


def test_a_command_runs_with_the_garbage_collector_on_and_what_was_imported_out_of_its_way() -> None:
    code = (
        "import gc, sys; from taquin.__main__ import run; sys.argv = ['taquin', 'solve', '136502478']\n"
        "try: run()\n"
        "finally: print(gc.isenabled(), gc.get_freeze_count() > 10_000, file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANGS, check=True)
    assert result.stderr == "True True\n"


@pytest.mark.parametrize(
    ("words", "expected"), [("taquin so", "solve"), ("taquin solve -a ida", "idastar"), ("taquin batch --set kor", "korf15")]
)
def test_shell_completion(words: str, expected: str) -> None:
    variables = {"_TAQUIN_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    command = [sys.executable, "-m", "taquin"]
    result = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, timeout=HANGS, check=False)
    assert f"plain,{expected}\n" in result.stdout


def test_no_colour_where_nobody_looks(spawn: Spawn) -> None:
    for args in (("solve", "136502478"), ("list",), ("compare", "123456078"), ("explain", "136502478")):
        assert "\x1b" not in spawn(*args).stdout
