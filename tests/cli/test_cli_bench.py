# SPDX-License-Identifier: MIT
"""`taquin bench`: checks, results, comparisons."""

import json
from pathlib import Path

import pytest
from tests.cli.running import Run

from taquin.bench.measure import Counts


def test_check_says_as_expected(run: Run) -> None:
    result = run("bench", "--check", "--case", "bfs-8")
    assert result.exit_code == 0
    assert result.stdout == "Signature 181440: as expected\n"
    assert result.stderr == "bfs-8 ...\n"


def test_check_fails_when_a_search_has_changed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.bench.signature.expected", lambda: {"bfs-8": Counts(1, 1, 1)})
    result = run("bench", "--check", "--case", "bfs-8")
    assert result.exit_code == 1
    assert "Changed: bfs-8: 181,440 generated" in result.stdout


def test_results_can_be_compared(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    result = run("bench", "--case", "bfs-8", "--repeat", "2", "--json", str(path))
    assert result.exit_code == 0
    assert "bfs-8: CPU" in result.stdout
    assert result.stdout.splitlines()[-1] == "Signature 181440"
    written = json.loads(path.read_text())
    assert {"revision", "cpu", "cores", "python", "compiler"} <= set(written)
    assert len(written["cases"][0]["runs"]) == 2
    compared = run("bench", "--compare", str(path), str(path))
    assert compared.exit_code == 0
    assert compared.stdout.splitlines()[1].split()[-2:] == ["1.00", "same"]


def test_the_peer_may_be_absent(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.bench.peers.peer_installed", lambda: False)
    result = run("bench", "--case", "bfs-8", "--repeat", "1", "--peers")
    assert result.exit_code == 0
    assert "slidingpuzzle is not installed: pip install slidingpuzzle" in result.stderr


def test_an_unknown_case(run: Run) -> None:
    result = run("bench", "--case", "bfs-9")
    assert result.exit_code == 2
    assert "did you mean 'bfs-8'?" in result.stderr
