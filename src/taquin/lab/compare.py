# SPDX-License-Identifier: MIT
"""Two journals side by side: the same runs, before and after."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import exp, log
from statistics import fmean
from typing import Any

from taquin.lab.endings import SOLVED
from taquin.lab.summary import EXACT, make_records

Row = dict[str, Any]
Record = dict[str, Any]


@dataclass(frozen=True)
class MethodComparison:
    """What two journals say about one method."""

    method: str
    both: int
    """Runs that are in both."""
    only_a: int
    only_b: int
    solved_a: int
    solved_b: int
    different: int
    """Runs in both whose status, cost or counters differ."""
    expanded_ratio: float | None
    """B over A, the geometric mean over runs that both solved."""
    time_ratio: float | None
    first_difference: str
    """One run that differs, and in what; empty if none does."""

    def to_json(self) -> dict[str, Any]:
        """Return a record."""
        return asdict(self)


def compare_journals(rows_a: Iterable[Row], rows_b: Iterable[Row]) -> list[MethodComparison]:
    """Match the runs of two journals by board, goal, method and repetition, and compare them method by method."""
    a, b = _by_method(rows_a), _by_method(rows_b)
    return [_compare(method, a.get(method, {}), b.get(method, {})) for method in dict.fromkeys([*a, *b])]


def _by_method(rows: Iterable[Row]) -> dict[str, dict[tuple[Any, ...], Record]]:
    methods: defaultdict[str, dict[tuple[Any, ...], Record]] = defaultdict(dict)
    for record in make_records(rows):
        methods[record["method"]][record["start"], record["goal"], record["repetition"]] = record
    return methods


def _compare(method: str, a: dict[tuple[Any, ...], Record], b: dict[tuple[Any, ...], Record]) -> MethodComparison:
    pairs = [(a[key], b[key]) for key in a if key in b]
    differences = [text for first, second in pairs if (text := _difference(first, second))]
    solved = [(first, second) for first, second in pairs if first["status"] in SOLVED and second["status"] in SOLVED]
    return MethodComparison(
        method=method,
        both=len(pairs),
        only_a=len(a) - len(pairs),
        only_b=len(b) - len(pairs),
        solved_a=sum(record["status"] in SOLVED for record in a.values()),
        solved_b=sum(record["status"] in SOLVED for record in b.values()),
        different=len(differences),
        expanded_ratio=_ratio(solved, "expanded"),
        time_ratio=_ratio(solved, "elapsed"),
        first_difference=differences[0] if differences else "",
    )


def _difference(first: Record, second: Record) -> str:
    changed = [f"{name} {first[name]} -> {second[name]}" for name in EXACT if first[name] != second[name]]
    return f"{first['board']}: {', '.join(changed)}" if changed else ""


def _ratio(pairs: list[tuple[Record, Record]], name: str) -> float | None:
    logs = [log(second[name] / first[name]) for first, second in pairs if first[name] and second[name]]
    return exp(fmean(logs)) if logs else None
