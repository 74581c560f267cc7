# SPDX-License-Identifier: MIT
"""`taquin doctor` and `taquin --version`: all that a bug report needs, whatever state the machine is in."""

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType

import pytest
from tests.cli.running import Run

import taquin
from taquin import compiled_core
from taquin.engines import ENGINES
from taquin.tables.store import path_of, write_table


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "home" / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    return tmp_path / "home" / "cache"


def test_one_block_says_everything(run: Run, cache: Path) -> None:
    write_table(cache, "whole", {"kind": "test"}, b"x" * 100)
    path = write_table(cache, "damaged", {"kind": "test"}, b"x" * 100)
    path.write_bytes(path.read_bytes()[:-1] + b"y")
    path_of(cache, "gone").symlink_to(cache / "nowhere")
    result = run("doctor")
    assert result.exit_code == 0
    assert "\n\n" not in result.stdout
    assert result.stdout.startswith(f"Taquin     {taquin.__version__}, revision ")
    assert "Cache      ~/cache\n" in result.stdout
    assert "whole, 0.0 MiB: good" in result.stdout
    assert "damaged, 0.0 MiB: damaged.taquin is corrupt: its checksum does not match" in result.stdout
    assert "gone, size unknown: No such file or directory" in result.stdout
    assert "TAQUIN_CACHE=~/cache" in result.stdout
    assert all(f"{name}: " in result.stdout for name in ENGINES)
    assert str(cache.parent) not in result.stdout


def test_json_has_the_same(run: Run, cache: Path) -> None:
    write_table(cache, "whole", {"kind": "test"}, b"x" * 100)
    facts = json.loads(run("doctor", "--json").stdout)
    assert facts["taquin"] == taquin.__version__
    assert {row["name"] for row in facts["engines"]} == set(ENGINES)
    assert facts["cache"]["tables"] == [{"name": "whole", "bytes": 4196, "state": "good"}]
    assert facts["machine"]["cores"] >= 1
    assert facts["limits"]["search"] > 0
    assert facts["packages"][""].keys() == {"click", "platformdirs"}
    assert facts["packages"].keys() >= {"web", "lab", "cluster"}
    assert not facts["packages"].keys() & {"all", "test", "docs"}


@pytest.mark.parametrize("state", ["missing", "a file"])
def test_a_cache_that_is_no_directory(run: Run, cache: Path, state: str) -> None:
    cache.parent.mkdir()
    if state == "a file":
        cache.write_text("not a directory")
    result = run("doctor")
    assert result.exit_code == 0
    assert "Tables     none\n" in result.stdout
    assert ("which cannot be written" in result.stdout) == (state == "a file")


def test_without_a_core(run: Run, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    why = "the compiled core is not installed; reinstall Taquin"
    monkeypatch.setattr("taquin.compiled_core._import_core", lambda: (None, why))
    assert f"Core       none: {why}\n" in run("doctor").stdout
    assert run("--version").stdout.startswith(f"taquin {taquin.__version__} (engine python: {why}; revision ")


def test_the_version_says_engine_core_and_revision(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for revision, told in (("abc1234", "abc1234"), (None, "5c0ffee")):
        monkeypatch.setattr("taquin.machine.revision", lambda revision=revision: revision)
        monkeypatch.setattr("taquin.compiled_core.core_revision", lambda: "5c0ffee")
        monkeypatch.setattr("taquin.compiled_core.core_build", lambda: "GNU 13.2, x86_64, Release")
        result = run("--version")
        assert result.exit_code == 0
        expected = f"taquin {taquin.__version__} (engine native, core GNU 13.2, x86_64, Release; revision {told})\n"
        assert result.stdout == expected


class _NoCore(MetaPathFinder):
    """Finds everything but the core, as where it was not built."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if fullname == "taquin._core":
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def test_a_core_that_was_not_built_is_not_called_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", [_NoCore(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, "taquin._core")
    monkeypatch.delattr(taquin, "_core")
    assert compiled_core._import_core.__wrapped__() == (None, f"the compiled core is not installed; {compiled_core.REINSTALL}")
