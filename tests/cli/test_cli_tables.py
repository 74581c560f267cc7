# SPDX-License-Identifier: MIT
"""`taquin tables` when the disk does not do as it should, and when it is told to stop."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.running import Run

from taquin.tables import source, warn_once


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache directory; nothing is remembered from before."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(source, "_loaded", {})
    monkeypatch.setattr(warn_once, "_given", set())
    return tmp_path / "cache"


def test_tables_that_cannot_be_kept_are_not_built_for_nothing(run: Run, cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache.write_text("a file where the directory should be")
    result = run("tables", "build", "2x4")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "the tables were built, but could not be kept" in result.stderr
    assert "tables cannot be kept in" in caplog.text


def test_ctrl_c_while_the_automaton_is_built(run: Run, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def built(rows: int, cols: int, length: int, stop: Callable[[], bool] | None) -> bytes | None:
        assert stop is not None
        return None if stop() else b"states"

    monkeypatch.setattr("taquin._core.build_automaton", built)
    monkeypatch.setattr("taquin.cli.watch.Watch.cancelled", lambda watch: True)
    result = run("tables", "build", "2x4")
    assert result.exit_code == 130
    assert not list(cache.glob("automaton*.taquin"))


def test_removing_all_tables_removes_what_killed_builds_left(run: Run, cache: Path) -> None:
    assert run("tables", "build", "2x3").exit_code == 0
    (cache / ".pdb-4x4-b0-t1.taquin.12-34.tmp").touch()
    assert run("tables", "remove", "--all").exit_code == 0
    assert not [path for path in cache.iterdir() if path.suffix != ".lock"]
