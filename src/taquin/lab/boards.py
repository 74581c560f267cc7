# SPDX-License-Identifier: MIT
"""The boards of an experiment: a named set, random ones, or those of a file."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from taquin.board import Board
from taquin.board_rows import BoardReader, boards_over_lines, told_lines
from taquin.errors import InputError, quote
from taquin.instances import load_instances
from taquin.lab.toml_table import SpecError, TomlTable, is_whole
from taquin.notation import parse_goal, parse_size
from taquin.scramble import MAX_LAYERED_CELLS, MAX_WALK, depth_layers, uniform_board, walk_board

SOURCES: Final = ("set", "size", "file")
MAX_DRAWN: Final = 100_000
"""Most boards that one entry draws: a minute's work."""
MAX_WALKED: Final = 50_000_000
"""Most moves of all its random walks together: a quarter of a minute's."""
_RANGE: Final = re.compile(r"\s*([0-9]{1,9})\s*-\s*([0-9]{1,9})\s*")


@dataclass(frozen=True)
class LabBoard:
    """One board of an experiment."""

    label: str
    """Its group and its number there, such as korf15:3."""
    group: str
    start: Board
    goal: Board
    optimal: int | None = None
    """Length of a shortest solution, if it is known beforehand."""
    facts: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Figures that its set holds."""


def read_boards(table: TomlTable, seed: int, folder: Path, notes: list[str]) -> tuple[LabBoard, ...]:
    """Read every `[[boards]]` entry of a spec; what its author may not expect is added to the notes."""
    boards: list[LabBoard] = []
    groups: set[str] = set()
    for entry in table.entries("boards", "[[boards]] entries, each with one of the keys set, size or file"):
        found = _read_entry(entry, seed, folder, notes)
        if groups & {board.group for board in found}:
            raise entry.fail("name", "a name that no other boards have", found[0].group)
        groups |= {board.group for board in found}
        boards += found
    if not boards:
        raise table.fail("boards", "[[boards]] entries, each with one of the keys set, size or file")
    return tuple(boards)


def _read_entry(entry: TomlTable, seed: int, folder: Path, notes: list[str]) -> list[LabBoard]:
    sources = [key for key in SOURCES if key in entry]
    if "file" in sources:
        sources = [key for key in sources if key != "size"]  # the size of boards written as flat lists
    if len(sources) != 1:
        raise entry.fail("set, size or file", "exactly one of these keys", " and ".join(sources) or "none")
    match sources[0]:
        case "set":
            boards = _read_set(entry)
        case "size":
            boards = _draw_boards(entry, seed, notes)
        case _:
            boards = _read_file(entry, folder)
    entry.finish()
    return boards


def _read_set(entry: TomlTable) -> list[LabBoard]:
    instances = entry.parsed("set", "a named set such as korf15:1-20", load_instances)
    group = entry.values["set"].partition(":")[0].strip().lower()
    return [LabBoard(f"{group}:{each.id}", group, each.start, each.goal, each.optimal, each.facts) for each in instances]


def _draw_boards(entry: TomlTable, seed: int, notes: list[str]) -> list[LabBoard]:
    shape = entry.parsed("size", "a size such as 3x3", parse_size)
    goal = _read_goal(entry, *shape)
    count = entry.whole("count", 1, 1)
    depths = _read_steps(entry, "depth", None)
    walks = _read_steps(entry, "walk", None)
    if depths is not None and walks is not None:
        raise entry.fail("walk", "either depth or walk", entry.values["walk"])
    if count * len(depths or walks or [0]) > MAX_DRAWN:
        raise entry.fail("count", f"at most {MAX_DRAWN:,} boards in an entry", count * len(depths or walks or [0]))
    group = entry.text("name", default=entry.values["size"])
    rng = random.Random(f"{seed} {group}")
    drawn: list[tuple[Board, int | None]]
    if depths is not None:
        drawn = [(board, depth) for depth in depths for board in _at_depth(entry, goal, depth, count, rng)]
        if len(drawn) < count * len(depths):
            why = f"not every depth has {count:,}" if len(depths) > 1 else "there are no more at this depth"
            notes.append(f"{entry.path}: {len(drawn):,} instead of {count * len(depths):,} boards: {why}")
    elif walks is not None:
        if max(walks) > MAX_WALK:
            raise entry.fail("walk", f"at most {MAX_WALK} moves", max(walks))
        if count * sum(walks) > MAX_WALKED:
            raise entry.fail("walk", f"at most {MAX_WALKED:,} moves of all walks in an entry", count * sum(walks))
        drawn = [(walk_board(goal, walk, rng), None) for walk in walks for _ in range(count)]
    else:
        drawn = [(uniform_board(goal, rng), None) for _ in range(count)]
    return [LabBoard(f"{group}:{n}", group, board, goal, depth) for n, (board, depth) in enumerate(drawn, start=1)]


def _at_depth(entry: TomlTable, goal: Board, depth: int, count: int, rng: random.Random) -> list[Board]:
    """Draw different boards at a depth: all of them where there are no more."""
    size = goal.rows * goal.cols
    if size > MAX_LAYERED_CELLS:
        raise entry.fail("depth", f"exact depths only for boards of at most {MAX_LAYERED_CELLS} cells (take walk instead)", depth)
    layers = depth_layers(goal)
    if depth >= len(layers):
        raise entry.fail("depth", f"0 to {len(layers) - 1}, the deepest board of this size", depth)
    layer = layers[depth]
    chosen = rng.sample(range(len(layer) // size), min(count, len(layer) // size))
    return [Board.from_tiles(goal.rows, goal.cols, tuple(layer[at * size : (at + 1) * size])) for at in chosen]


def _read_steps(entry: TomlTable, key: str, default: Any) -> Sequence[int] | None:
    """Read a number, a list of them, or a range such as "0-24"."""
    expected = 'a whole number from 0 on, a list of them, or a range such as "0-24"'
    value = entry.take(key, expected, lambda _: True, default)
    if value is None:
        return None
    if isinstance(value, str) and (match := _RANGE.fullmatch(value)):
        value = range(int(match[1]), int(match[2]) + 1)
    steps: Sequence[Any] = value if isinstance(value, list | range) else [value]
    if not steps or not (isinstance(steps, range) or all(is_whole(step) and step >= 0 for step in steps)):
        raise entry.fail(key, expected, entry.values[key])
    return steps


def _read_goal(entry: TomlTable, rows: int, cols: int) -> Board:
    goal: Board = entry.parsed("goal", "a goal such as last", lambda text: parse_goal(text, rows, cols), Board.goal(rows, cols))
    return goal


def _read_file(entry: TomlTable, folder: Path) -> list[LabBoard]:
    path = folder / entry.text("file", "the path of a file with one board a line")
    size = entry.parsed("size", "a size such as 3x3", parse_size, None)
    reader = BoardReader(size, entry.text("goal", "a goal such as last", None))
    group = entry.text("name", default=path.stem)
    try:
        data = path.read_bytes()
        lines = [(number, line.decode()) for number, line in told_lines(data.splitlines())]
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text in UTF-8"
        raise SpecError(f"{entry.fail('file', 'a file with one board a line', str(path))} ({reason.lower()})") from None
    boards: list[LabBoard] = []
    for number, text in lines:
        try:
            start, end = reader.read_line(text)
        except InputError as error:
            goes_on = not boards and boards_over_lines(data, reader)
            why = "the board goes on in the next line; expected one board a line, with / between its rows" if goes_on else error
            raise SpecError(f"{entry.where}: {entry.path}.file: {quote(str(path), 200)}, line {number}: {why}") from None
        boards.append(LabBoard(f"{group}:{len(boards) + 1}", group, start, end))
    if not boards:
        raise entry.fail("file", "a file with at least one board", str(path))
    return boards
