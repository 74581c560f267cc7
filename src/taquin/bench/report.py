# SPDX-License-Identifier: MIT
"""Results as rows: for JSON, for a table, and side by side with another result."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from taquin.bench.cases import CASES
from taquin.bench.measure import Measurement
from taquin.bench.signature import signature_of, total
from taquin.errors import InputError, quote

FORMAT: Final = "taquin-bench-1"

Row = dict[str, Any]

FIGURES: Final[dict[str, tuple[str, Callable[[float], str]]]] = {
    "seconds": ("CPU", lambda value: format_time(value)),
    "rate": ("nodes/s", lambda value: f"{value / 1e6:.2f} M"),
    "board_us": ("a board", lambda value: f"{value:.1f} us"),
    "core_us": ("in core", lambda value: f"{value:.1f} us"),
    "node_bytes": ("B/node", lambda value: f"{value:.1f}"),
    "naive_ratio": ("x naive", lambda value: f"{value:.2f}"),
}
"""Every figure of a row with its heading and its form."""


def row_of(done: Measurement) -> Row:
    """Return the figures of a case that was run; those that mean nothing for it are None."""
    case, counts = done.case, done.counts
    assert counts is not None
    seconds, boards = min(done.seconds), len(done.instances)
    return {
        "name": case.name,
        "about": case.about,
        "method": case.method,
        "boards": boards,
        "generated": counts.generated,
        "expanded": counts.expanded,
        "cost": counts.cost,
        "runs": done.seconds,
        "seconds": seconds,
        "rate": counts.generated / seconds,
        "board_us": seconds / boards * 1e6 if case.batch else None,
        "core_us": sum(done.core_seconds) / boards * 1e6 if case.batch else None,
        "node_bytes": done.node_bytes if case.stores else None,
        "naive_runs": done.naive_seconds or None,
        "naive_ratio": min(done.naive_seconds) / seconds if done.naive_seconds else None,
    }


def result_of(machine: Row, done: Sequence[Measurement], peer: Row | None) -> Row:
    """Return a whole result, ready for JSON."""
    return {
        "format": FORMAT,
        **machine,
        "signature": total(signature_of(done)),
        "cases": [row_of(measurement) for measurement in done],
        "peer": peer,
    }


def read_result(path: Path) -> Row:
    """Read a result that --json has written."""
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise InputError(f"cannot read {quote(str(path), 80)} as JSON: {error}") from None
    if not isinstance(result, dict) or result.get("format") != FORMAT:
        raise InputError(f"expected a file that taquin bench --json has written, got {quote(str(path), 80)}")
    return result


def target_lines(rows: Sequence[Row]) -> list[str]:
    """Say of every figure to reach whether it was."""
    cases = {case.name: case for case in CASES}
    return [
        _target_line(row, target.figure, target.limit, target.at_least, target.met(row[target.figure]))
        for row in rows
        for target in cases[row["name"]].targets
        if row[target.figure] is not None
    ]


def _target_line(row: Row, figure: str, limit: float, at_least: bool, met: bool) -> str:
    heading, form = FIGURES[figure]
    bound = "at least" if at_least else "at most"
    return f"{'met   ' if met else 'MISSED'}  {row['name']}: {heading} {form(row[figure])}, {bound} {form(limit)}"


def compare_rows(before: Row, after: Row) -> list[Row]:
    """Put two results side by side, case by case; a ratio above 1 means that the second is faster."""
    others = {row["name"]: row for row in after["cases"]}
    return [_compare(row, others[row["name"]]) for row in before["cases"] if row["name"] in others]


def _compare(before: Row, after: Row) -> Row:
    counters = ("generated", "expanded", "cost")
    return {
        "name": before["name"],
        "before": before["seconds"],
        "after": after["seconds"],
        "speedup": before["seconds"] / after["seconds"],
        "same_search": all(before[name] == after[name] for name in counters),
    }


def format_time(seconds: float) -> str:
    """Write a time with the unit that suits it."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms"
