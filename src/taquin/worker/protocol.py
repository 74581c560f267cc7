# SPDX-License-Identifier: MIT
"""What parent and child say to each other."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from taquin.question import Question

HEADER: Final = struct.Struct("!cI")
"""Before every frame: its kind and the length of its body."""
PROGRESS: Final = b"P"
"""The counters of a running search."""
TRACE: Final = b"T"
"""Some of its expansions."""
RESULT: Final = b"R"
REFUSED: Final = b"E"
"""Bad input: the body says what is wrong, and where."""
FAILED: Final = b"F"
"""A defect: the body names the exception."""
FINAL: Final = (RESULT, REFUSED, FAILED)
"""The kinds of the last frame of a task."""


def solve_payload(question: Question, *, allow_custom: bool, trace_limit: int) -> dict[str, Any]:
    """Return what the task `solve` takes: a question, what is known of it already, and how many expansions to show."""
    return {
        "question": question.to_json(),
        "known": question.known.to_json(),
        "allow_custom": allow_custom,
        "trace_limit": trace_limit,
    }
