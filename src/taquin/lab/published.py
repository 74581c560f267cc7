# SPDX-License-Identifier: MIT
"""What a publication says, and where the runs agree with it.

::

    [[published]]
    method = "bfs order=ULDR"            # as the report names it
    metric = "expanded"                  # any column of the records
    values = { "game-engine:1" = 10 }    # by board, or by group for the mean over its boards
    facts = "published_bfs_expanded"     # or: a figure that the set holds for its boards; "optimal" takes their lengths,
                                         # which is right only where the publication prints them all
    plus = 1                             # what the publication counts beyond Taquin
    same_boards = false                  # it had others: the figures stand side by side without a verdict
    why = "..."                          # said where the two differ

    [[crossings]]                        # "from depth 18 on, A* with misplaced tiles takes longer than with Manhattan"
    metric = "elapsed"
    above = "astar@misplaced"
    below = "astar@manhattan"
    factor = 2                           # more than so many times as much, on the boards that both solved
    published = 18

What a search cost counts where the board was solved; of a single board also where the search found that there is no solution, or
gave up by itself. How far a run had come when it hit a limit, no publication prints.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from statistics import fmean
from typing import Any, Final

from taquin.lab.boards import LabBoard
from taquin.lab.endings import ENDED, SOLVED
from taquin.lab.toml_table import TomlTable, is_whole
from taquin.options import LARGEST
from taquin.solution import COUNTERS

Value = int | float | str
Record = dict[str, Any]

AGREES: Final = "agrees"
DIFFERS: Final = "differs"
OTHER_BOARDS: Final = "other boards"
NOT_RUN: Final = "not run"
NO_ANSWER: Final = "no answer"

SEARCHED: Final = frozenset(["cost", "lower_bound", "time_per_node", *(counter.name for counter in COUNTERS)])
"""Columns that tell what a search found and took, and so how far it came if it was stopped; others hold for every run."""


@dataclass(frozen=True)
class Published:
    """Figures of one method and one metric."""

    method: str
    metric: str
    values: Mapping[str, Value]
    facts: str | None = None
    plus: int = 0
    same_boards: bool = True
    why: str = ""


@dataclass(frozen=True)
class Crossing:
    """A depth from which on one method costs more than another."""

    metric: str
    above: str
    below: str
    factor: float
    published: int
    why: str = ""


@dataclass(frozen=True)
class Comparison:
    """One published figure beside ours."""

    where: str
    """The board or the group of boards."""
    method: str
    metric: str
    published: Value
    ours: Value | None
    verdict: str
    why: str = ""
    solved: str = ""
    """Over how many runs our mean was taken, where that is not all of them."""


def read_published(table: TomlTable) -> tuple[Published, ...]:
    """Read every `[[published]]` entry of a spec."""
    return tuple(_read_published(entry) for entry in table.entries("published", "[[published]] entries", []))


def _read_published(entry: TomlTable) -> Published:
    published = Published(
        method=entry.text("method", "a method as the report names it"),
        metric=entry.text("metric", "a column of the records, such as expanded"),
        values=entry.take("values", "a table of figures by board", _is_values, {}),
        facts=entry.text("facts", "the name of a figure in the set", None),
        plus=entry.take("plus", "a whole number", lambda value: is_whole(value) and _is_figure(value), 0),
        same_boards=entry.take("same_boards", "true or false", lambda value: isinstance(value, bool), True),
        why=entry.text("why", default="").strip(),
    )
    entry.finish()
    if not published.values and published.facts is None:
        raise entry.fail("values", "figures by board, or facts")
    return published


def _is_values(values: object) -> bool:
    return isinstance(values, dict) and all(map(_is_figure, values.values()))


def _is_figure(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, int | float) and abs(value) <= LARGEST)


def _is_factor(value: object) -> bool:
    return isinstance(value, int | float) and 0 < value <= LARGEST


def read_crossings(table: TomlTable) -> tuple[Crossing, ...]:
    """Read every `[[crossings]]` entry of a spec."""
    return tuple(_read_crossing(entry) for entry in table.entries("crossings", "[[crossings]] entries", []))


def _read_crossing(entry: TomlTable) -> Crossing:
    crossing = Crossing(
        metric=entry.text("metric", "a column of the records, such as expanded"),
        above=entry.text("above", "a method as the report names it"),
        below=entry.text("below", "a method as the report names it"),
        factor=entry.take("factor", "a positive number", _is_factor, 1),
        published=entry.whole("published", 0),
        why=entry.text("why", default="").strip(),
    )
    entry.finish()
    return crossing


def compare_published(
    published: Iterable[Published], crossings: Iterable[Crossing], boards: Iterable[LabBoard], records: Iterable[Record]
) -> list[Comparison]:
    """Set every published figure beside ours."""
    boards, records = list(boards), list(records)
    figures = [each for entry in published for each in _figures(entry, boards, records)]
    return figures + [_compare_crossing(crossing, records) for crossing in crossings]


def _figures(entry: Published, boards: list[LabBoard], records: list[Record]) -> Iterator[Comparison]:
    ours: defaultdict[str, list[Value]] = defaultdict(list)
    endings: defaultdict[str, list[Value]] = defaultdict(list)
    for record in records:
        if record["method"] == entry.method:
            for where, ended in ((record["board"], ENDED), (record["group"], SOLVED)):
                endings[where].append(record["status"])
                value = _value(record, entry.metric, ended)
                if value is not None:
                    ours[where].append(value)
    for where, value in _published_values(entry, boards).items():
        found = _mean(ours[where]) if ours[where] else _mean(endings[where])
        if isinstance(found, int | float):
            found += entry.plus
        part = f"{len(ours[where])} of {len(endings[where])}" if 0 < len(ours[where]) < len(endings[where]) else ""
        yield Comparison(where, entry.method, entry.metric, value, found, _verdict(entry, value, found), entry.why, part)


def _value(record: Record, metric: str, ended: frozenset[str]) -> Any:
    """Return a figure of a run, None where it has none or where its search did not end in one of these ways."""
    return record.get(metric) if metric not in SEARCHED or record["status"] in ended else None


def _published_values(entry: Published, boards: list[LabBoard]) -> dict[str, Value]:
    """Take the figures that the set holds; those that the spec gives count before them."""
    facts: dict[str, Value] = {}
    if entry.facts is not None:
        for board in boards:
            value = board.optimal if entry.facts == "optimal" else board.facts.get(entry.facts)
            if value is not None:
                facts[board.label] = value
    return facts | dict(entry.values)


def _mean(values: list[Value]) -> Value | None:
    if not values:
        return None
    if len(set(values)) == 1:
        return values[0]
    numbers = [value for value in values if not isinstance(value, str)]
    return fmean(numbers) if len(numbers) == len(values) else " / ".join(sorted({str(value) for value in values}))


def _verdict(entry: Published, value: Value, ours: Value | None) -> str:
    if ours is None:
        return NOT_RUN
    if isinstance(ours, str) and not isinstance(value, str):
        return NO_ANSWER
    if not entry.same_boards:
        return OTHER_BOARDS
    if isinstance(value, float) and isinstance(ours, int | float):
        ours = round(ours, _decimals(value))
    return AGREES if ours == value else DIFFERS


def _decimals(value: float) -> int:
    """Return with how many decimals a figure was printed.

    >>> _decimals(36.94), _decimals(1.2e-07), _decimals(1e16)
    (2, 8, 0)
    """
    exponent = Decimal(str(value)).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _compare_crossing(crossing: Crossing, records: list[Record]) -> Comparison:
    runs = [record for record in records if record["method"] in (crossing.above, crossing.below)]
    above, below = (_by_depth(runs, name, crossing.metric) for name in (crossing.above, crossing.below))
    found: int | None = None
    counted, holds = 0, True
    for depth in sorted(above.keys() & below.keys(), reverse=True):
        common = above[depth].keys() & below[depth].keys()  # where one solved less, its mean would be over easier boards
        more, less = ([value for board in common for value in values[depth][board]] for values in (above, below))
        counted += len(more) + len(less)
        holds = holds and (not common or fmean(more) > crossing.factor * fmean(less))
        found = depth if holds and common else found
    times = f" {crossing.factor:g} times" if crossing.factor != 1 else ""
    metric = f"depth from which on {crossing.metric} is above{times} that of {crossing.below}"
    verdict = NOT_RUN if found is None else AGREES if found == crossing.published else DIFFERS
    part = f"{counted} of {len(runs)}" if 0 < counted < len(runs) else ""
    return Comparison("mean by depth", crossing.above, metric, crossing.published, found, verdict, crossing.why, part)


def _by_depth(records: list[Record], method: str, metric: str) -> Mapping[int, Mapping[str, list[float]]]:
    """Return the figures of the solved runs of a method by depth and board."""
    values: defaultdict[int, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        value = _value(record, metric, SOLVED)
        if record["method"] == method and record["depth"] is not None and value is not None:
            values[record["depth"]][record["board"]].append(value)
    return values
