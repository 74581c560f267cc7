# SPDX-License-Identifier: MIT
"""The real program: start, signals, pipes, completion, what it imports."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.running import Spawn

HARD15 = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
"""Eighty moves: many minutes for every method here, on every engine."""


def start(*args: str, **options: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "taquin", *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload,no-any-return]


def interrupt(process: "subprocess.Popen[str]", after: float = 1.5) -> tuple[str, str, float]:
    time.sleep(after)
    assert process.poll() is None
    begin = time.perf_counter()
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=20)
    return stdout, stderr, time.perf_counter() - begin


def test_the_module_runs(spawn: Spawn) -> None:
    result = spawn("solve", "-", stdin="3\n0 1 3\n4 2 5\n7 8 6\n")
    assert result.returncode == 0
    assert result.stdout.startswith("Minimum number of moves = 4\n")
    assert result.stderr == ""


@pytest.mark.parametrize(("args", "code"), [(("123456780",), 0), (("12",), 2), (("123456870",), 3)])
def test_exit_codes_leave_the_process(spawn: Spawn, args: tuple[str, ...], code: int) -> None:
    assert spawn("solve", *args).returncode == code


def test_ctrl_c_ends_a_search_with_what_is_known() -> None:
    stdout, stderr, seconds = interrupt(start("solve", HARD15, "-m", "idastar@manhattan"))
    assert stdout.startswith("Interrupted: no solution found yet\nProven: at least ")
    assert "Nodes explored:" in stdout
    assert "Traceback" not in stderr
    assert seconds < 1.5  # the search looks at the flag a hundred times a second; the rest is a busy machine


def test_ctrl_c_gives_130_and_cancelled() -> None:
    process = start("solve", HARD15, "-m", "idastar@manhattan", "--json")
    stdout, _, _ = interrupt(process)
    assert process.returncode == 130
    assert json.loads(stdout)["status"] == "cancelled"


def test_a_second_ctrl_c_ends_what_does_not_listen(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text("import time\n\n\ndef estimate(board, goal):\n    time.sleep(60)\n    return 0\n")
    process = start("solve", HARD15, "-m", "astar@deaf:estimate", cwd=tmp_path)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT  # a shell reports 130


@pytest.mark.parametrize(("jobs", "costs"), [("1", [8]), ("2", [8, 2])])
def test_ctrl_c_in_a_batch_keeps_what_is_done(tmp_path: Path, jobs: str, costs: list[int]) -> None:
    source, output = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    source.write_text(f"136502478\n{HARD15}\n123456078\n")
    process = start("batch", str(source), "--output", str(output), "-m", "idastar@manhattan", "--jobs", jobs)
    _, stderr, _ = interrupt(process)
    assert process.returncode == 130
    assert [json.loads(line)["cost"] for line in output.read_text().splitlines()] == costs
    assert stderr.startswith("Interrupted after 1 board: 1 optimal" if jobs == "1" else "Interrupted after 2 boards: 2 optimal")


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process at once")
def test_sigterm_is_as_good_as_ctrl_c(tmp_path: Path) -> None:
    source, output = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    source.write_text(f"136502478\n{HARD15}\n867254301\n")
    process = start("batch", str(source), "--output", str(output), "-m", "idastar@manhattan", "--jobs", "2", "--engine", "python")
    waiting = tmp_path / "rows.jsonl.waiting"
    end = time.monotonic() + 30
    while not (waiting.exists() and waiting.read_bytes().endswith(b"\n")):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)
    process.terminate()
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stderr.startswith("Interrupted after 2 boards: 2 optimal")
    assert [json.loads(line)["cost"] for line in output.read_text().splitlines()] == [8, 31]
    assert not waiting.exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_while_a_batch_waits_for_its_first_line(jobs: str) -> None:
    process = start("batch", "-", "--jobs", jobs, stdin=subprocess.PIPE)
    time.sleep(1.0)  # until it waits
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Interrupted after 0 boards" in stderr


def test_ctrl_c_while_a_batch_waits_for_its_next_line() -> None:
    process = start("batch", "-", stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("123456078\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["cost"] == 2
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Interrupted after 1 board" in stderr


def test_ctrl_c_in_a_comparison_leaves_out_the_rest() -> None:
    process = start("compare", HARD15, "-m", "idastar@manhattan", "-m", "bfs", "--time-limit", "100")
    stdout, _, _ = interrupt(process)
    assert process.returncode == 130
    assert "cancelled" in stdout
    assert "bfs" not in stdout


def test_a_closed_pipe_is_quiet() -> None:
    process = start("generate", "--count", "100000", "--seed", "1")
    assert process.stdout is not None
    assert process.stdout.readline()
    process.stdout.close()
    process.wait(timeout=20)
    assert process.stderr is not None
    assert process.stderr.read() == "Seed: 1\n"
    process.stderr.close()
    assert process.returncode == 141


def test_solving_imports_neither_rich_nor_numpy() -> None:
    code = (
        "import sys; from taquin.cli import main; sys.argv = ['taquin', *sys.argv[1:]]\n"
        "try: main(prog_name='taquin')\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    for args in (["solve", "136502478"], ["--help"]):
        result = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=30, check=True)
        modules = set(result.stderr.split())
        assert not modules & {"rich", "numpy", "importlib.metadata", "taquin.cli.commands.batch", "taquin.cli.commands.list"}


@pytest.mark.parametrize(
    ("words", "expected"), [("taquin so", "solve"), ("taquin solve -a ida", "idastar"), ("taquin batch --set kor", "korf15")]
)
def test_shell_completion(words: str, expected: str) -> None:
    variables = {"_TAQUIN_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    command = [sys.executable, "-m", "taquin"]
    result = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, timeout=30, check=False)
    assert f"plain,{expected}\n" in result.stdout


def test_no_colour_where_nobody_looks(spawn: Spawn) -> None:
    for args in (("solve", "136502478"), ("list",), ("compare", "123456078"), ("explain", "136502478")):
        assert "\x1b" not in spawn(*args).stdout
