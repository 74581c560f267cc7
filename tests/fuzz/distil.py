# SPDX-License-Identifier: MIT
"""Take the few inputs that a run found and the corpus lacks: `python -m tests.fuzz.distil TARGET FOLDER`.

An input is worth a file of its own if it reaches a line of the package that no input of the corpus reaches; short ones first.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.fuzz import guard
from tests.fuzz.registry import CORPUS, Target
from tests.fuzz.targets import TARGETS

LONGEST: Final = 2000
"""Bytes of an input that is kept."""
TRIED: Final = 400
"""Inputs that are looked at."""
MOST: Final = 10
"""Inputs that one run adds to the corpus of a target."""

Lines = set[tuple[str, int]]


def lines_of(target: Target, data: bytes) -> Lines:
    """Return the lines of the package that an input reaches in this thread."""
    reached: Lines = set()

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        if "taquin" not in frame.f_globals.get("__name__", ""):
            return None
        if event == "line":
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        failure = guard.failure_of(target, data)
    finally:
        sys.settrace(before)
    return reached if failure is None else set()


def distil(target: Target, folder: Path) -> list[Path]:
    """Copy what is worth it into the corpus and return the new files."""
    known: Lines = set()
    for path in target.corpus:
        known |= lines_of(target, path.read_bytes())
    found = sorted((path for path in folder.iterdir() if path.stat().st_size <= LONGEST), key=lambda path: path.stat().st_size)
    added: list[Path] = []
    for path in found[:TRIED]:
        data = path.read_bytes()
        fresh = lines_of(target, data) - known
        if fresh and len(added) < MOST:
            known |= fresh
            added.append(CORPUS / target.name / f"found-{hashlib.sha1(data).hexdigest()[:12]}")
            added[-1].write_bytes(data)
    return added


def main(name: str, folder: str) -> None:
    """Say how many were added."""
    print(len(distil(TARGETS[name], Path(folder))))


if __name__ == "__main__":
    main(*sys.argv[1:])
