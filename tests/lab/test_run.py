# SPDX-License-Identifier: MIT
"""Running an experiment: nothing is lost, nothing is done twice, whatever dies."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.lab.studies import SLOW, SMALL, patient, spec_of, write
from tests.waiting import HANGS, wait_until

from taquin.board import Board
from taquin.journal import JournalError
from taquin.lab import load_spec, run
from taquin.lab.facts import BoardFacts, session_facts
from taquin.lab.journal import RunJournal, read_journal
from taquin.lab.run import run_spec
from taquin.lab.spec import row_key
from taquin.lab.summary import make_records, select_rows
from taquin.many import ManyProgress, side_by_side
from taquin.question import Question, ask
from taquin.solution import Outcome, Solution, Status


def journal_lines(folder: Path) -> list[str]:
    path = folder / "journal.jsonl"
    return path.read_text().splitlines() if path.exists() else []


def start_run(folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "taquin", "lab", "run", "study.toml", "--jobs", "2"]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def wait_for_rows(folder: Path, rows: int) -> None:
    wait_until(lambda: len(journal_lines(folder / "study")) > rows, f"{rows} rows")


def test_every_run_becomes_a_row(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, SMALL)
    seen: list[int] = []
    progress = run_spec(spec, tmp_path / "out", 2, lambda progress: seen.append(progress.done))
    sessions, rows = read_journal(tmp_path / "out")
    assert progress.done == progress.total == len(spec.runs()) == len(rows)
    assert seen == list(range(len(rows) + 1))
    assert {run.key for run in spec.runs()} == {row_key(row) for row in rows}
    assert progress.statuses == {"optimal": len(rows)}
    (session,) = sessions
    assert session["seed"] == 3
    assert {"revision", "machine", "versions", "started"} <= set(session)
    assert {"processor", "cores", "memory", "system"} == set(session["machine"])
    assert {"taquin", "python", "native"} <= set(session["versions"])


def test_a_second_run_does_nothing(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, SMALL)
    run_spec(spec, tmp_path / "out", 2)
    before = journal_lines(tmp_path / "out")
    progress = run_spec(spec, tmp_path / "out", 2)
    assert (progress.kept, progress.done) == (len(spec.runs()), len(spec.runs()))
    assert journal_lines(tmp_path / "out") == before


def test_more_methods_are_added_to_what_is_done(tmp_path: Path) -> None:
    run_spec(spec_of(tmp_path, SMALL), tmp_path / "out", 2)
    progress = run_spec(spec_of(tmp_path, SMALL.replace('"bfs",', '"bfs", "ucs",')), tmp_path / "out", 2)
    assert progress.statuses.total() == progress.done // 4
    assert len(read_journal(tmp_path / "out")[0]) == 2


def test_an_edited_heuristic_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'methods = ["bfs", "astar@edited_lab:estimate"]\n[[boards]]\nset = "default8:1-3"\n'

    def run_with(value: int) -> tuple[int, int]:
        monkeypatch.delitem(sys.modules, "edited_lab", raising=False)
        write(tmp_path, f"def estimate(board, goal):\n    return {value}\n", "edited_lab.py")
        spec = spec_of(tmp_path, text)
        progress = run_spec(spec, tmp_path / "out", 1)
        records = make_records(select_rows(spec, read_journal(tmp_path / "out")[1]))
        assert {record["method"] for record in records} == {"bfs", "astar@edited_lab:estimate"}
        assert {record["estimate"] for record in records if record["heuristic"]} == {value}
        return progress.kept, progress.statuses.total()

    assert [run_with(value) for value in (0, 10)] == [(0, 6), (3, 3)]


def test_kill_9_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    patient(tmp_path, rows=3)
    spec = write(tmp_path, SLOW)
    process = start_run(tmp_path)
    wait_for_rows(tmp_path, 3)
    process.kill()
    process.communicate()
    kept = journal_lines(tmp_path / "study")
    with (tmp_path / "study" / "journal.jsonl").open("a") as journal:
        journal.write(kept[-1][:40])  # a line half written
    write(tmp_path, "", "go-on")
    again = start_run(tmp_path)
    _, stderr = again.communicate(timeout=HANGS)
    assert again.returncode == 0, stderr
    lines = journal_lines(tmp_path / "study")
    assert lines[: len(kept)] == kept
    rows = [row for row in map(json.loads, lines) if "machine" not in row]
    assert len(rows) == 10  # depth 2 has 4 boards
    assert len({row_key(row) for row in rows}) == 10
    assert spec.exists()


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    patient(tmp_path, rows=2)
    write(tmp_path, SLOW)
    process = start_run(tmp_path)
    wait_for_rows(tmp_path, 2)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    note, interrupted, *_ = stderr.splitlines()
    assert note == b"boards[1]: 10 instead of 12 boards: not every depth has 6"
    assert interrupted.startswith(b"Interrupted: ")
    assert b"the same command goes on" in interrupted
    assert b"Traceback" not in stderr
    assert 2 <= len(read_journal(tmp_path / "study")[1]) < 10


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    patient(tmp_path, rows=0)
    write(tmp_path, SLOW)
    process = start_run(tmp_path)
    wait_until(lambda: list(tmp_path.glob("pid-*")), "a worker")
    process.kill()
    process.communicate()  # waits for all who hold its standard error: the workers
    pids = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    wait_until(lambda: not any(map(is_running, pids)), "the end of the workers")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (OSError, FileNotFoundError):
        return False


def run_custom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, **limits: float) -> list[dict[str, Any]]:
    """Run bfs and a heuristic of one's own on five boards."""
    monkeypatch.chdir(tmp_path)
    module = f"mine_{abs(hash(body))}"
    write(tmp_path, f"import os, time\n\n\ndef estimate(board, goal):\n    {body}\n    return 0\n", f"{module}.py")
    text = f'methods = ["bfs", "astar@{module}:estimate"]\n[[boards]]\nset = "default8:1-5"\n[limits]\n'
    spec = spec_of(tmp_path, text + "\n".join(f"{name} = {value}" for name, value in limits.items()))
    run_spec(spec, tmp_path / "out", 2)
    return make_records(read_journal(tmp_path / "out")[1])


def failed(records: list[dict[str, Any]]) -> dict[str, str]:
    return {record["board"]: record["reason"] for record in records if record["status"] == "failed"}


def test_a_process_that_dies_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = run_custom(tmp_path, monkeypatch, "if board.tiles[3] == 5: os.kill(os.getpid(), 9)")
    assert len(records) == 10
    reasons = failed(records)
    assert set(reasons.values()) == {"the process died: signal SIGKILL"}
    assert 1 <= len(reasons) <= 4
    assert all(record["status"] == "optimal" for record in records if record["method"] == "bfs")


def test_an_exception_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = failed(run_custom(tmp_path, monkeypatch, "if board.tiles[3] == 5: raise KeyError('no such board')"))
    assert reasons
    assert all("it raised KeyError: 'no such board'" in reason for reason in reasons.values())


def test_what_a_heuristic_prints_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = run_custom(tmp_path, monkeypatch, "print('{}')")
    assert {record["status"] for record in records} == {"optimal", "solved"}


def test_a_search_that_does_not_listen_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "PROCESS_GRACE", 0.3)
    records = run_custom(tmp_path, monkeypatch, "time.sleep(60 if board.tiles[3] == 5 else 0)", time=0.2)
    (reason,) = set(failed(records).values())
    assert reason.startswith("no answer after")
    assert "its process was killed" in reason
    assert len(records) == 10


def test_limits_are_rows(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 'methods = ["bfs", "dls"]\n[limits]\nnodes = 100\ndepth = 3\n[[boards]]\nset = "default8"\n')
    progress = run_spec(spec, tmp_path / "out", 1)
    assert set(progress.statuses) <= {"optimal", "solved", "limit", "gave-up"}
    assert progress.statuses["gave-up"] > 0
    assert progress.done == 16


@pytest.mark.parametrize("blocked", ["file", "full"])
def test_what_cannot_be_written_fails_before_the_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocked: str) -> None:
    spec = spec_of(tmp_path, SMALL)
    folder = write(tmp_path, "", "file") / "out" if blocked == "file" else tmp_path / "out"
    if blocked == "full":

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "posix_fallocate", full)
    seen: list[ManyProgress] = []
    with pytest.raises(JournalError, match=r"cannot write to .*(not a directory|no space left on device)"):
        run_spec(spec, folder, 1, seen.append)
    assert not seen
    assert not (tmp_path / "out" / "journal.jsonl").exists()


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with RunJournal(tmp_path), pytest.raises(JournalError, match="another run is writing to it"):
        RunJournal(tmp_path)


def test_a_second_process_is_kept_out(tmp_path: Path) -> None:
    patient(tmp_path, rows=0)
    write(tmp_path, SLOW)
    first = start_run(tmp_path)
    wait_until(lambda: journal_lines(tmp_path / "study"), "the first run")
    second = start_run(tmp_path)
    _, stderr = second.communicate(timeout=HANGS)
    assert second.returncode == 2
    assert b"another run is writing to it" in stderr
    write(tmp_path, "", "go-on")
    _, stderr = first.communicate(timeout=HANGS)
    assert first.returncode == 0, stderr
    sessions, rows = read_journal(tmp_path / "study")
    assert (len(sessions), len(rows)) == (1, 10)


def test_a_failed_run_is_a_row_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_custom(tmp_path, monkeypatch, "if board.tiles[3] == 5: raise KeyError('again')")
    rows = read_journal(tmp_path / "out")[1]
    for row in rows:
        if row["status"] == "failed":
            assert (row["stats"], row["cost"], row["moves"], row["cause"]) == (None, None, None, "failed")
            assert "estimate" not in row
            assert row["group"] == "default8"
        else:
            assert row["estimate"] == (None if row["method"] == "bfs" else 0)
            assert row["stats"]["generated"] > 0
    assert {row["status"] for row in rows if row["method"] != "bfs"} == {"optimal", "failed"}


def test_a_failed_run_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = failed(run_custom(tmp_path, monkeypatch, "if not os.path.exists('ready'): raise KeyError('not yet')"))
    assert len(reasons) == 5
    again = run_spec(load_spec(tmp_path / "study.toml"), tmp_path / "out", 2)
    assert (again.kept, again.statuses) == (5, {"failed": 5})
    assert len(again.failures) == 5
    assert all("by astar@mine" in text and "it raised KeyError: 'not yet'" in text for text in again.failures)
    (tmp_path / "ready").touch()
    last = run_spec(load_spec(tmp_path / "study.toml"), tmp_path / "out", 2)
    assert (last.kept, last.statuses.total(), last.failures) == (5, 5, [])
    spec = load_spec(tmp_path / "study.toml")
    assert {row["status"] for row in select_rows(spec, read_journal(tmp_path / "out")[1])} == {"optimal", "solved"}


@pytest.mark.parametrize("error", [ZeroDivisionError, SystemExit])
def test_a_heuristic_that_breaks_down_after_its_run_costs_only_the_estimate(error: type[BaseException]) -> None:
    def fickle(board: Board, goal: Board) -> int:
        raise error

    question = ask("1 2 3 / 4 5 6 / 7 0 8", method="astar", heuristic=fickle)
    assert BoardFacts().of(question) == {"estimate": None, "inversions": 0}


@pytest.mark.parametrize("body", ["os._exit(7)", "time.sleep(100)"], ids=["dies", "hangs"])
def test_a_deadly_heuristic_on_an_unsolvable_board_is_asked_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr("taquin.lab.facts.ESTIMATE_SECONDS", 1.0)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deadly.py").write_text(f"import os, time\n\n\ndef estimate(board, goal):\n    {body}\n")
    question = ask("1 2 3 / 4 5 6 / 8 7 0", method="astar@deadly:estimate")
    assert BoardFacts().of(question) == {"estimate": None, "inversions": 1}
    sys.modules.pop("deadly", None)


def test_a_cancelled_run_is_still_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cancelling(questions: list[Question], **_: object) -> Iterator[tuple[int, Solution]]:
        for number, question in enumerate(questions):
            yield number, question.answer(Outcome(Status.CANCELLED if number % 2 else Status.GAVE_UP), "native")

    monkeypatch.setattr(run, "answer_many", cancelling)
    spec = spec_of(tmp_path, SMALL)
    progress = run_spec(spec, tmp_path / "out")
    assert progress.statuses == {"gave-up": (len(spec.runs()) + 1) // 2}
    assert len(read_journal(tmp_path / "out")[1]) == progress.done
    assert run_spec(spec, tmp_path / "out").kept == progress.done


def test_a_foreign_file_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "my notes\n", "journal.jsonl")
    with pytest.raises(JournalError, match="line 1: not a line of a lab journal"):
        RunJournal(tmp_path)
    with pytest.raises(JournalError, match="line 1: not a line"):
        read_journal(tmp_path)
    assert (tmp_path / "journal.jsonl").read_text() == "my notes\n"


@pytest.mark.parametrize(
    "wrong",
    [{"machine": 5}, {"machine": {}}, {"machine": {"processor": 1}}, {"versions": []}, {"started": None}, {"seed": "1"}],
)
def test_a_session_that_no_report_could_show_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    line = {"session": 1, **session_facts(1)}
    write(tmp_path, json.dumps(line) + "\n", "journal.jsonl")
    assert len(read_journal(tmp_path)[0]) == 1
    write(tmp_path, json.dumps(line | wrong) + "\n", "journal.jsonl")
    for reader in (RunJournal, read_journal):
        with pytest.raises(JournalError, match="line 1: not a line of a lab journal"):
            reader(tmp_path)


def test_no_journal_says_to_run_first(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no such file or directory; run the experiment first"):
        read_journal(tmp_path)
