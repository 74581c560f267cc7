# SPDX-License-Identifier: MIT
"""The terminal examples of the README and of docs/slides.md are what the commands really print."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from taquin.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs" / "slides.md"]


def examples() -> list[tuple[str, str]]:
    """Every `$ taquin ...` line with what is printed below it."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    blocks = [block for text in texts for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)]
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
    assert len(examples()) >= 5
