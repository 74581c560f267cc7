# SPDX-License-Identifier: MIT
"""What surrounds the program: streams that are closed, devices, lines without end, an installation without a compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import Run
from tests.waiting import HANGS

from taquin.cli import missing_core

TAQUIN = f"{sys.executable} -m taquin"


def shell(command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", "-c", command], env=os.environ | variables, capture_output=True, text=True, timeout=HANGS, check=False
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("solve 123456078 >&-", 0),
        ("solve 123456078 2>&-", 0),
        ("solve 12 2>&-", 2),
        ("solve - <&-", 2),
        ("menu <&-", 0),
        ("--help | true; exit ${PIPESTATUS[0]}", 141),
    ],
)
def test_closed_streams(command: str, code: int) -> None:
    result = shell(f"{TAQUIN} {command}")
    assert result.returncode == code
    assert "internal error" not in result.stderr


def test_an_encoding_that_lacks_a_character_is_no_internal_error() -> None:
    result = shell(f"{TAQUIN} explore 2x3", PYTHONIOENCODING="cp1252")
    assert (result.returncode, result.stderr) == (0, "")
    assert f"   14  44  {'#' * 50}\n" in result.stdout
    answer = '{"name": "推盤", "start": "123456078", "moves": "RR"}'
    for encoding in ("cp1252", "latin-1:surrogateescape"):
        result = shell(f"echo '{answer}' | {TAQUIN} judge --file -", PYTHONIOENCODING=encoding)
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.splitlines()[1].startswith("??  ")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
def test_a_name_that_is_no_text_is_no_internal_error(tmp_path: Path) -> None:
    result = shell(f"{TAQUIN} render 123456078 --output {tmp_path}/$'\\xff'.svg", PYTHONIOENCODING="utf-8")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("/?.svg\n")


def test_a_line_without_end_ends(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.cli.reading.MAX_SKIPPED", 3_000_000)
    result = run("batch", "/dev/zero")
    assert result.exit_code == 2
    assert "has a line of more than 3,000,000 bytes" in result.stderr


def test_rows_may_go_to_a_device(run: Run) -> None:
    result = run("batch", "-", "--output", "/dev/null", stdin="123456078\n")
    assert result.exit_code == 0
    result = run("batch", "-", "--output", "/dev/full", "--resume", stdin="123456078\n")
    assert result.exit_code == 2
    assert "is a device or a pipe" in result.stderr


def test_a_deeply_nested_row_is_not_ours(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "rows.jsonl"
    output.write_text('{"index": 1, "start": ' + "[" * 50_000 + "]" * 50_000 + "}\n")
    result = run("batch", "-", "--output", str(output), "--resume", stdin="123456078\n")
    assert result.exit_code == 2
    assert "line 1: not a row of taquin batch" in result.stderr


@pytest.mark.parametrize("other", [("-m", "astar@walking-distance"), ("-m", "rbfs", "--engine", "native")])
def test_a_comparison_refuses_before_it_runs(run: Run, other: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.cli.commands.compare.answer_many", lambda *_, **__: pytest.fail("a search was run"))
    result = run("compare", "5x5: ULDR", "-m", "greedy", *other)
    assert result.exit_code == 2


@pytest.fixture
def no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.compiled_core.core_problem", lambda: "the compiled core is not installed; reinstall Taquin")


@pytest.mark.usefixtures("no_core")
def test_a_missing_core_is_told_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "new" / "cache"))
    told = []
    for _ in range(2):  # two processes, as far as the notice can tell
        missing_core.tell_missing_core.cache_clear()
        result = run("solve", "136502478", "-m", "astar", "--json")
        assert result.exit_code == 0
        assert result.stdout.startswith('{"status"')
        told.append(result.stderr)
    assert told[0].startswith("Note: the compiled core is not installed")
    assert told[0].count("\n") == 1
    assert told[1] == ""


@pytest.mark.usefixtures("no_core")
def test_the_notice_needs_no_cache(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "file" / "cache"))
    missing_core.tell_missing_core.cache_clear()
    assert run("solve", "136502478", "-m", "astar").stderr.startswith("Note: ")
    missing_core.tell_missing_core.cache_clear()


def test_commands_that_search_nothing_start_without_the_searches() -> None:
    code = "import sys; import taquin.cli; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANGS, check=True)
    assert not set(result.stdout.split()) & {"taquin.search", "taquin.engines", "taquin.heuristics", "dataclasses"}


def test_every_public_name_is_found() -> None:
    import taquin

    assert all(getattr(taquin, name) is not None for name in taquin.__all__)
    assert set(taquin.__all__) <= set(dir(taquin))
    assert not hasattr(taquin, "nonsense")
