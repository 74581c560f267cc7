# SPDX-License-Identifier: MIT
"""Two journals side by side: the same runs, before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from math import exp, log
from statistics import fmean
from typing import Any

from taquin.lab.endings import SOLVED
from taquin.lab.summary import EXACT, make_records
from taquin.method import OPTIONS

Row = dict[str, Any]
Record = dict[str, Any]
Runs = dict[tuple[Any, ...], Record]
Setting = tuple[str, ...]
"""Limits of a run, and the fingerprint of a heuristic of the user's own."""


@dataclass(frozen=True)
class MethodComparison:
    """What two journals say about one method."""

    method: str
    """Its name, and the limits where a journal has several."""
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
    """Match the runs of two journals by board, goal, method, limits and repetition, and compare them method by method.

    A journal may hold runs of one method under several limits, or with several texts of a heuristic, of specs that have changed
    since: each of these is told apart. Where each journal holds only one they are compared, before and after.
    """
    a, b = _by_method(rows_a), _by_method(rows_b)
    return [
        _compare(label, runs_a, runs_b)
        for method in dict.fromkeys([*a, *b])
        for label, runs_a, runs_b in _matched(method, a.get(method, {}), b.get(method, {}))
    ]


def _by_method(rows: Iterable[Row]) -> dict[str, dict[Setting, Runs]]:
    """Return the runs of a journal by method, setting, and what is the same in another journal; a run made again counts once."""
    rows = list(rows)
    methods: dict[str, dict[Setting, Runs]] = {}
    records = make_records(rows)
    numbers = _numbers(records)
    for row, record in zip(rows, records, strict=True):
        task = record["start"], record["goal"]
        setting = tuple(f"{name}={value}" for name, value in sorted(row["options"].items()) if name not in OPTIONS)
        runs = methods.setdefault(record["method"], {}).setdefault(setting, {})
        runs[*task, numbers[*task, record["board"]], record["repetition"]] = record
    return methods


def _numbers(records: list[Record]) -> dict[tuple[str, str, str], int]:
    """Number the labels of equal boards, of which a set may hold several; those of another journal may be called otherwise."""
    seen: Counter[tuple[str, str]] = Counter()
    numbers = {}
    for start, goal, label in sorted({(record["start"], record["goal"], record["board"]) for record in records}):
        numbers[start, goal, label] = seen[start, goal]
        seen[start, goal] += 1
    return numbers


def _matched(method: str, a: Mapping[Setting, Runs], b: Mapping[Setting, Runs]) -> Iterator[tuple[str, Runs, Runs]]:
    """Yield the runs of a method that belong together, with what they are called: the settings are named where they differ."""
    if len(a) == len(b) == 1:
        ((before, runs_a), (after, runs_b)) = *a.items(), *b.items()
        changes = [" ".join(sorted(set(one) - set(other))) or "none" for one, other in ((before, after), (after, before))]
        yield method if before == after else f"{method} ({' -> '.join(changes)})", runs_a, runs_b
        return
    settings = dict.fromkeys([*a, *b])
    for setting in settings:
        label = f"{method} ({' '.join(setting) or 'no limits'})" if len(settings) > 1 else method
        yield label, a.get(setting, {}), b.get(setting, {})


def _compare(method: str, a: Runs, b: Runs) -> MethodComparison:
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
