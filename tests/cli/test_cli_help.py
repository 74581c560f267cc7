# SPDX-License-Identifier: MIT
"""Every help page, and every example in it."""

import re
import shlex
from pathlib import Path

import click
import pytest
from tests.cli.running import Run

import taquin
from taquin.cli import COMMANDS, main


def command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


def examples() -> list[str]:
    pages = [main.epilog or "", *(command(name).epilog or "" for name in COMMANDS)]
    lines = [line.strip() for page in pages for line in page.splitlines() if line.startswith("  taquin ")]
    # A server runs until it is stopped; the lab needs a spec, so its own tests run its examples.
    return [line for line in lines if not line.startswith(("taquin web", "taquin lab"))]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_page_has_an_example(run: Run, name: str) -> None:
    for flag in ("--help", "-h"):
        result = run(name, flag)
        assert result.exit_code == 0
        assert f"  taquin {name}" in result.stdout
        assert max(map(len, result.stdout.splitlines())) <= 100


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    options = [param for param in command(name).params if isinstance(param, click.Option)]
    assert all(option.help for option in options)


@pytest.mark.parametrize("example", examples())
def test_every_example_runs(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    monkeypatch.chdir(tmp_path)
    piped: str | None = None
    for part in re.split(r" \| ", example):
        result = run(*shlex.split(part)[1:], stdin=piped)
        expected = (0, 3) if "check" in part else (0,)
        assert result.exit_code in expected, result.output
        piped = result.stdout


def test_the_overview(run: Run) -> None:
    for args in ((), ("--help",)):
        result = run(*args)
        assert result.exit_code == 0
        assert all(f"  {name} " in result.stdout for name in COMMANDS)
        assert "_TAQUIN_COMPLETE" in result.stdout


def test_the_version(run: Run) -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"taquin {taquin.__version__} (engine ")


@pytest.mark.parametrize("group", ["heuristic", "lab", "tables"])
def test_no_line_of_an_overview_breaks_off(run: Run, group: str) -> None:
    overview = run(group, "--help").stdout.partition("Commands:\n")[2]
    assert overview
    assert not [line for line in overview.splitlines() if line.endswith("...")]
