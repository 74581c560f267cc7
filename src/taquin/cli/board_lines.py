# SPDX-License-Identifier: MIT
"""Many boards: those of a file, one a line, or those of a named set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from taquin.board import Board
from taquin.board_rows import BoardReader, boards_over_lines, told_lines
from taquin.cli.reading import MAX_BYTES, decode, name_of, read_lines
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
    """Yield the boards of a file as its lines come; `BoardError` after the last if each takes several lines."""
    beginning = bytearray()
    some_are_boards = False

    def remembered() -> Iterator[bytes]:
        for line in read_lines(path):
            if not some_are_boards and len(beginning) <= MAX_BYTES:
                beginning.extend(line)
            yield line

    for _, line in told_lines(remembered()):
        item = _file_line(line, reader)
        some_are_boards = some_are_boards or item.start is not None
        yield item
    if not some_are_boards and len(beginning) <= MAX_BYTES:
        _check_one_a_line(path, bytes(beginning), reader)


def _check_one_a_line(path: str, data: bytes, reader: BoardReader) -> None:
    """Raise `BoardError` for a file in which no line is a board, but several together are."""
    if count := boards_over_lines(data, reader):
        name, what = name_of(path), "one board" if count == 1 else f"{count:,} boards"
        instead = f"; taquin solve {'-' if path == '-' else f'--file {name}'} reads it as it stands" if count == 1 else ""
        raise BoardError(f"{name} holds {what} over several lines; expected one a line, with / between its rows{instead}")


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
