# SPDX-License-Identifier: MIT
"""Many boards: those of a file, one a line, or those of a named set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from taquin.board import Board
from taquin.board_rows import BoardReader, told_lines
from taquin.cli.reading import MAX_BYTES, decode, read_lines
from taquin.errors import BoardError, InputError
from taquin.instances import Instance, load_instances

SHOWN_INPUT: Final = 200
"""Characters of a bad line that are repeated."""


@dataclass(frozen=True)
class BoardLine:
    """One line: a board and its goal, or what is wrong with it."""

    text: str
    start: Board | None = None
    goal: Board | None = None
    error: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    """What a set knows about it."""


def set_lines(name: str, reader: BoardReader) -> list[BoardLine]:
    """Return the boards of a named set, towards its goals unless another is named."""
    if reader.size is not None:
        raise InputError("--size is for boards that are written as flat lists; those of a set have their own")
    return [_set_line(instance, reader) for instance in load_instances(name)]


def _set_line(instance: Instance, reader: BoardReader) -> BoardLine:
    start = instance.start
    goal = instance.goal if reader.goal is None else reader.goal_of(start)
    optimal = instance.optimal if goal == instance.goal else None
    return BoardLine("", start, goal, facts={"id": instance.id, "optimal": optimal})


def file_lines(path: str, reader: BoardReader) -> Iterator[BoardLine]:
    """Yield the boards of a file as its lines come."""
    for _, line in told_lines(read_lines(path)):
        yield _file_line(line, reader)


def _file_line(data: bytes, reader: BoardReader) -> BoardLine:
    shown = data[: SHOWN_INPUT * 4].decode("utf-8", "replace")
    if len(shown) > SHOWN_INPUT:
        shown = shown[:SHOWN_INPUT] + "..."
    try:
        if len(data) > MAX_BYTES:
            raise BoardError(f"the line holds more than {MAX_BYTES:,} bytes; no board is that long")
        start, goal = reader.read_line(decode(data, "the line"))
    except InputError as error:
        return BoardLine(shown, error=str(error))
    return BoardLine(shown, start, goal)
