# SPDX-License-Identifier: MIT
"""The command line in this process, and as a real one."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner, Result
from tests.cli.running import Run, Spawn
from tests.waiting import HANGS

from taquin.cli import main


@pytest.fixture
def run() -> Run:
    def call(*args: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, args, input=stdin, prog_name="taquin")

    return call


@pytest.fixture
def spawn() -> Spawn:
    def call(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "taquin", *args]
        return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=HANGS, check=False)

    return call
