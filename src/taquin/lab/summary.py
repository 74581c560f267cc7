# SPDX-License-Identifier: MIT
"""From rows to records, one flat dictionary a run, and from records to tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles
from typing import Any, Final

from taquin.lab.endings import SOLVED, STATUSES
from taquin.lab.spec import RunKey, Spec, method_label, row_key
from taquin.metric import TILES, UNITS
from taquin.solution import COUNTERS, Stats

Row = dict[str, Any]
Record = dict[str, Any]
Curve = dict[int, list[float]]
"""Values by depth."""
Kind = tuple[str, str]
"""Size of boards, and what is counted on them: depths of another size or in another unit say something else."""

LEAST_DEPTHS: Final = 3
"""Fewer depths make no curve."""
MEASURED: Final = frozenset(["seconds", "bytes"])
"""Units of counters that differ from one run to the next."""
EXACT: Final = ("status", "cost", *(counter.name for counter in COUNTERS if counter.metadata["unit"] not in MEASURED))
"""What a deterministic search repeats exactly."""


def make_records(rows: Iterable[Row]) -> list[Record]:
    """Flatten rows and add what is derived from them: true depth, excess over it, branching factor, time per node."""
    rows = list(rows)
    optima = known_optima(rows)
    return [_make_record(row, optima.get(_boards(row))) for row in rows]


def select_rows(spec: Spec, rows: Iterable[Row]) -> list[Row]:
    """Return the rows that belong to a spec as it is now, in its order."""
    places: dict[RunKey, int] = {run.key: place for place, run in enumerate(spec.runs())}
    kept = {key: row for row in rows if (key := row_key(row)) in places}
    return [kept[key] for key in sorted(kept, key=lambda key: places[key])]


def known_optima(rows: Iterable[Row]) -> dict[str, int]:
    """Return the optimal cost of every board that has one, in each metric: known beforehand or proven by a run.

    A heuristic of the user's own that claims too much proves too long a path. So the least counts, and none if a path is shorter.
    """
    claimed: dict[str, int] = {}
    found: dict[str, int] = {}
    for row in rows:
        board, cost = _boards(row), row["cost"]
        for claim in (row["optimal"], cost if row["status"] == "optimal" else None):
            if claim is not None:
                claimed[board] = min(claim, claimed.get(board, claim))
        if cost is not None:
            found[board] = min(cost, found.get(board, cost))
    return {board: claim for board, claim in claimed.items() if claim <= found.get(board, claim)}


def _boards(row: Row) -> str:
    return f"{row['start']} {row['goal']} {row['options'].get('metric', TILES)}"


def refuted(records: Iterable[Record]) -> list[Record]:
    """Return the runs that call a cost optimal although less is known of the same board."""
    records = list(records)
    least: dict[tuple[str, ...], int] = {}
    for record in records:
        for cost in (record["cost"], record["depth"]):
            if cost is not None:
                least[_task(record)] = min(cost, least.get(_task(record), cost))
    return [record for record in records if record["status"] == "optimal" and record["cost"] > least[_task(record)]]


def _task(record: Record) -> tuple[str, ...]:
    return record["start"], record["goal"], record["unit"]


def _make_record(row: Row, depth: int | None) -> Record:
    """Flatten a row; `depth` is the length of a shortest solution, None where nobody knows it: a length found is no depth."""
    stats = _counted(row["stats"] or {})
    cost = row["cost"]
    solved = row["status"] in SOLVED
    generated, elapsed = stats.get("generated"), stats.get("elapsed")
    return {
        "board": row["board"],
        "group": row["group"],
        "size": f"{len(row['start'])}x{len(row['start'][0])}",
        "repetition": row["repetition"],
        "method": method_label(row["method"], row["options"]),
        "algorithm": row["algorithm"],
        "heuristic": row["heuristic"],
        "engine": row["engine"],
        "status": row["status"],
        "reason": row["reason"],
        "unit": f"{UNITS[row['options'].get('metric', TILES)]}s",
        "cost": cost,
        "lower_bound": row["lower_bound"],
        "depth": depth,
        "excess": cost - depth if solved and depth is not None else None,
        "estimate": row.get("estimate"),
        "inversions": row.get("inversions"),
        **{counter.name: stats.get(counter.name) for counter in COUNTERS},
        "branching": effective_branching(generated, cost) if solved and generated else None,
        "time_per_node": elapsed / generated if generated and elapsed is not None else None,
        "start": " / ".join(" ".join(map(str, line)) for line in row["start"]),
        "goal": " / ".join(" ".join(map(str, line)) for line in row["goal"]),
        "session": row["session"],
    }


def _counted(stats: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a method did not count: `optimal` gives 0 for what it does not keep."""
    return Stats.from_json(stats).to_json() if stats else stats


def effective_branching(generated: int, depth: int) -> float | None:
    """Return the b with 1 + b + ... + b^depth = generated: the branching of a uniform tree with so many nodes.

    >>> round(effective_branching(53, 5), 2)
    1.92
    """
    if depth < 1 or generated <= depth:
        return None
    low, high = 0.0, float(generated ** (1 / depth))  # b^depth is only the last of the terms
    for _ in range(60):
        middle = (low + high) / 2
        if _tree_size(middle, depth) < generated:
            low = middle
        else:
            high = middle
    return high


def _tree_size(branching: float, depth: int) -> float:
    if abs(branching - 1) < 1e-9:
        return depth + 1
    return float((branching ** (depth + 1) - 1) / (branching - 1))


def summarise(records: Iterable[Record], metric: str, by: Sequence[str] = ("method",)) -> list[Record]:
    """Sum up a metric over groups of records: runs by status, and mean, median, quantiles of the solved ones.

    Runs that hit a limit or failed are counted, never averaged: their counters say how far they got, not what it takes.
    """
    groups: defaultdict[tuple[Any, ...], list[Record]] = defaultdict(list)
    for record in records:
        groups[tuple(record[name] for name in by)].append(record)
    return [dict(zip(by, key, strict=True)) | _sum_up(group, metric) for key, group in groups.items()]


def _sum_up(records: list[Record], metric: str) -> Record:
    counts = count_statuses(records)
    values = sorted(
        record[metric] for record in records if record["status"] in SOLVED and isinstance(record[metric], int | float)
    )
    summary: Record = {"metric": metric, "runs": len(records), **{name: counts[name] for name in STATUSES}}
    if not values:
        return summary | dict.fromkeys(("mean", "median", "q10", "q90", "least", "most"))
    tenths = quantiles(values, n=10, method="inclusive") if len(values) > 1 else [values[0]] * 9
    return summary | {
        "mean": fmean(values),
        "median": median(values),
        "q10": tenths[0],
        "q90": tenths[-1],
        "least": values[0],
        "most": values[-1],
    }


def count_statuses(records: Iterable[Record]) -> Counter[str]:
    """Count runs by how they ended, with solved taking in those proven optimal."""
    return Counter("solved" if record["status"] in SOLVED else record["status"] for record in records)


def kind_of(record: Record) -> Kind:
    """Return which kind of boards a run belongs to."""
    return record["size"], record["unit"]


def depth_curves(records: Iterable[Record], metric: str) -> dict[Kind, dict[str, Curve]]:
    """Return the values of a metric by kind of boards, method and depth: of solved runs, on boards whose depth is known.

    Different kinds are never put together, and those with fewer than `LEAST_DEPTHS` depths are left out.
    """
    kinds: defaultdict[Kind, defaultdict[str, Curve]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for record in records:
        if record["status"] in SOLVED and record["depth"] is not None and record[metric] is not None:
            kinds[kind_of(record)][record["method"]][record["depth"]].append(record[metric])
    return {kind: dict(curves) for kind, curves in kinds.items() if max(map(len, curves.values())) >= LEAST_DEPTHS}


def name_kinds(kinds: Iterable[Kind], records: Iterable[Record]) -> list[str]:
    """Name kinds of boards by what tells those of the records apart: nothing where they are all of one kind.

    >>> records = [{"size": "3x3", "unit": "moves"}, {"size": "3x3", "unit": "slides"}]
    >>> name_kinds([("3x3", "slides")], records), name_kinds([("3x3", "moves")], records[:1])
    (['slides'], [''])
    """
    all_kinds = {kind_of(record) for record in records}
    told = [place for place in (0, 1) if len({kind[place] for kind in all_kinds}) > 1]
    return [", ".join(kind[place] for place in told) for kind in kinds]


@dataclass(frozen=True)
class DepthTable:
    """A metric by depth, for boards of one kind: a column for every method."""

    kind: Kind
    name: str
    """What tells it from the other tables, if there are any."""
    methods: tuple[str, ...]
    rows: tuple[DepthRow, ...]


@dataclass(frozen=True)
class DepthRow:
    """The boards of one depth."""

    depth: int
    boards: int
    cells: tuple[Record | None, ...]
    """For every method what `summarise` says, None where it solved none of these boards."""


def depth_tables(records: Iterable[Record], metric: str) -> list[DepthTable]:
    """Sum up a metric by depth, a table for every kind of boards that has a curve."""
    records = list(records)
    kinds = list(depth_curves(records, metric))
    known = [record for record in records if record["depth"] is not None]
    return [
        _depth_table([record for record in known if kind_of(record) == kind], metric, kind, name)
        for kind, name in zip(kinds, name_kinds(kinds, records), strict=True)
    ]


def _depth_table(records: list[Record], metric: str, kind: Kind, name: str) -> DepthTable:
    summaries = {(row["depth"], row["method"]): row for row in summarise(records, metric, ("depth", "method"))}
    boards: defaultdict[int, set[str]] = defaultdict(set)
    for record in records:
        boards[record["depth"]].add(record["board"])
    known = {key: row for key, row in summaries.items() if row["mean"] is not None}
    methods = tuple(dict.fromkeys(record["method"] for record in records))
    shown = tuple(method for method in methods if any(key[1] == method for key in known))
    rows = (
        DepthRow(depth, len(boards[depth]), tuple(known.get((depth, method)) for method in shown)) for depth in sorted(boards)
    )
    return DepthTable(kind, name, shown, tuple(rows))
