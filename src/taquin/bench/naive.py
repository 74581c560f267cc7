# SPDX-License-Identifier: MIT
"""The naive baseline: a plain IDA* in C++, compiled and run beside the core, so that times become ratios."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from taquin.bench.files import find_file
from taquin.errors import VerificationError
from taquin.instances import Instance
from taquin.machine import find_compiler

SOURCE: Final = "naive.cpp"
FLAGS: Final = ("-O3", "-std=c++17")
"""The core is compiled with -O3 too."""


def compiler_version() -> str | None:
    """Return the first line that the compiler says about itself."""
    compiler = find_compiler()
    if compiler is None:
        return None
    with suppress(OSError, subprocess.SubprocessError):
        said = subprocess.run([*compiler, "--version"], capture_output=True, text=True, timeout=30, check=True)
        return said.stdout.partition("\n")[0].strip() or None
    return None


class NaiveBaseline:
    """The compiled baseline, in a folder of its own that goes when it is closed."""

    def __init__(self) -> None:
        self.missing: str | None = None
        """Why it cannot run, None when it can."""
        self._folder = tempfile.TemporaryDirectory(prefix="taquin-bench-")
        self._program = Path(self._folder.name) / "naive"
        self.missing = self._compile()

    def __enter__(self) -> NaiveBaseline:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def _compile(self) -> str | None:
        source, compiler = find_file(SOURCE), find_compiler()
        if source is None:
            return f"{SOURCE} is not here"
        if compiler is None:
            return "no C++ compiler was found"
        made = subprocess.run(
            [*compiler, *FLAGS, str(source), "-o", str(self._program)], capture_output=True, text=True, check=False
        )
        return None if made.returncode == 0 else f"{shlex.join(compiler)} could not compile {SOURCE}"

    def run(self, instances: Sequence[Instance], generated: int) -> float:
        """Solve the boards and return the CPU seconds; lengths and node counts must be ours."""
        done = subprocess.run([self._program], input=_question(instances), capture_output=True, text=True, check=True)
        *answers, seconds = done.stdout.split("\n")[:-1]
        pairs = [tuple(map(int, answer.split())) for answer in answers]
        lengths, nodes = [length for length, _ in pairs], sum(count for _, count in pairs)
        if lengths != [instance.optimal for instance in instances] or nodes != generated:
            raise VerificationError(f"the naive baseline made {nodes} nodes and the core {generated}, or lengths differ")
        return float(seconds)


def _question(instances: Sequence[Instance]) -> str:
    """Write shape, goal and boards as numbers."""
    goal = instances[0].goal
    boards = [goal.shape, goal.tiles, *(instance.start.tiles for instance in instances)]
    return "\n".join(" ".join(map(str, numbers)) for numbers in boards)
