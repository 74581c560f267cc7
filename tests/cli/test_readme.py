# SPDX-License-Identifier: MIT
"""The README's terminal examples are what the commands really print."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from taquin.cli import main

README = Path(__file__).parents[2] / "README.md"


def examples() -> list[tuple[str, str]]:
    """Every `$ taquin ...` line with what is printed below it."""
    blocks = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return [
        (command, output)
        for block in blocks
        for command, output in re.findall(r"^\$ taquin (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


def without_times(text: str) -> str:
    return re.sub(r"^(Time: +).*$", r"\1...", text, flags=re.MULTILINE).rstrip("\n")


@pytest.mark.parametrize(("command", "output"), examples())
def test_example(command: str, output: str) -> None:
    printed = without_times(CliRunner().invoke(main, shlex.split(command)).stdout)
    expected = without_times(output)
    if expected.endswith("\n..."):
        assert printed.startswith(expected.removesuffix("..."))
    else:
        assert printed == expected


def test_there_are_examples() -> None:
    assert len(examples()) >= 3
