# SPDX-License-Identifier: MIT
"""What parent and child say to each other."""

from __future__ import annotations

import struct
from typing import Final

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
