# SPDX-License-Identifier: MIT
"""What a fuzz target is."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

CORPUS: Final = Path(__file__).parent / "corpus"
"""A folder for each target: inputs that reach its parts, and those that once made it fail."""


@dataclass(frozen=True)
class Target:
    """One reader under test."""

    name: str
    check: Callable[[bytes], None]
    """Take any bytes; raise only where the code under test breaks a promise."""
    form: str = "text"
    """What inputs look like, as `mutation.FORMS` knows it."""
    words: tuple[str, ...] = ()
    """Words of its language."""
    stand_ins: tuple[tuple[ModuleType, str, Any], ...] = ()
    """What stands in for names of modules while it runs: an input must not reach other programs, nor take minutes by right."""
    seconds: float = 2.0
    """Processor time that an input may take."""
    examples: int = 60
    """Inputs of a short run."""

    @property
    def corpus(self) -> list[Path]:
        """Return the files of its kept corpus."""
        return sorted(path for path in (CORPUS / self.name).iterdir() if path.is_file())


class RejectedError(Exception):
    """An input that says nothing to this target, such as one that is no JSON."""


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


def text_of(data: bytes) -> str:
    """Read bytes as an argument of a program: what is no UTF-8 becomes lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def json_of(data: bytes) -> Any:
    """Read JSON, or reject the input."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise RejectedError from None


@cache
def work_folder() -> Path:
    """Return a folder for files, in memory where there is such a place, the same until the process ends."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(prefix="taquin-fuzz-", dir=memory if memory.is_dir() else None))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
