# SPDX-License-Identifier: MIT
"""The native core, see `core/bindings.cpp`."""

from collections.abc import Callable, Sequence

from taquin.board import Tiles

MAX_CELLS: int
MAX_PARTS: int

StatsTuple = tuple[int, int, int, int, int, float, int]

def search(
    *,
    algorithm: str,
    rows: int,
    cols: int,
    start: Sequence[int],
    goal: Sequence[int],
    parts: list[object],
    factors: Sequence[int],
    admissible: bool,
    scale: int,
    order: Sequence[int],
    weight_over: int,
    weight_under: int,
    beam_width: int,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    depth: int | None,
    trace_limit: int,
    poll: Callable[[StatsTuple, int, int], bool],
    expansion: Callable[[int, int, int, int, int, Tiles], None],
) -> tuple[str, bytes | None, int, StatsTuple]: ...
