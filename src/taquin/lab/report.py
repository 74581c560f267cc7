# SPDX-License-Identifier: MIT
"""The report of an experiment: one page that needs nothing else, the records as CSV and Parquet, the plots as files."""

from __future__ import annotations

import base64
import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

from taquin.errors import InputError, quote
from taquin.lab.endings import SOLVED, STATUSES
from taquin.lab.extras import require
from taquin.lab.figures import save_figure, svg_text
from taquin.lab.journal import BYTES_FOR_REPORT, check_room, read_journal
from taquin.lab.plots import BY_DEPTH, UNITS, measure, report_plots
from taquin.lab.published import AGREES, DIFFERS, NO_ANSWER, NOT_RUN, OTHER_BOARDS, Comparison, compare_published
from taquin.lab.spec import METRICS, Spec
from taquin.lab.summary import depth_tables, make_records, refuted, select_rows, summarise
from taquin.solution import COUNTERS

Record = dict[str, Any]

VERDICTS: Final = (AGREES, DIFFERS, OTHER_BOARDS, NO_ANSWER, NOT_RUN)
SHOWN_TROUBLES: Final = 40
"""Runs without a solution that the page lists; the rest are in the CSV."""
FOLDED: Final = 40
"""Longer tables of published figures are folded, those that differ stay in view."""


@dataclass(frozen=True)
class Report:
    """What a report was made from and where it is."""

    page: Path
    runs: int
    missing: int
    """Runs of the spec that are not in the journal."""
    agreeing: int
    """Published figures that ours agree with."""
    compared: int
    """Published figures on the same boards."""


def write_report(spec: Spec, source: str, folder: Path) -> Report:
    """Write `report.html`, `records.csv`, `records.parquet` and `plots/` into a folder that holds a journal."""
    jinja2 = require("jinja2", "reports")
    parquet = require("pyarrow.parquet", "reports")
    require("matplotlib", "reports")
    sessions, rows = read_journal(folder)
    records = make_records(select_rows(spec, rows))
    if not records:
        raise InputError(f"{quote(str(folder), 200)}: no finished run of this experiment; run it first: taquin lab run")
    comparisons = compare_published(spec.published, spec.crossings, spec.boards, records)
    try:
        check_room(folder, BYTES_FOR_REPORT)
        write_csv(folder / "records.csv", records)
        parquet.write_table(_arrow_table(records), folder / "records.parquet")
        figures = _write_plots(spec, records, folder / "plots")
        page = (
            _environment(jinja2)
            .from_string(_template())
            .render(
                spec=spec,
                source=source,
                sessions=[session for session in sessions if any(row["session"] == session["session"] for row in rows)],
                statuses=[name for name in STATUSES if any(_status(record) == name for record in records)],
                endings=summarise(records, "cost", ("group", "method")),
                depth_tables=[
                    (METRICS[metric].partition(" (")[0], metric, table)
                    for metric in spec.metrics
                    if metric in BY_DEPTH
                    for table in depth_tables(records, metric)
                ],
                tables=[(METRICS[metric].partition(" (")[0], metric, _metric_table(records, metric)) for metric in spec.metrics],
                troubles=[record for record in records if record["status"] not in SOLVED][:SHOWN_TROUBLES],
                more_troubles=max(0, sum(record["status"] not in SOLVED for record in records) - SHOWN_TROUBLES),
                refuted=Counter(record["method"] for record in refuted(records)),
                figures=figures,
                comparison=_published_section(comparisons),
                missing=len(spec.runs()) - len(records),
                several_groups=len({record["group"] for record in records}) > 1,
            )
        )
        (folder / "report.html").write_text(page, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write to {quote(str(folder), 200)}: {(error.strerror or str(error)).lower()}") from None
    agreeing = sum(each.verdict == AGREES for each in comparisons)
    compared = agreeing + sum(each.verdict == DIFFERS for each in comparisons)
    return Report(folder / "report.html", len(records), len(spec.runs()) - len(records), agreeing, compared)


def write_csv(path: Path, records: list[Record]) -> None:
    """Write records as CSV, a column for every key."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(records[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)


def _arrow_table(records: list[Record]) -> Any:
    """Return records as a table whose columns have the same types in every report, also where all values are missing."""
    arrow = require("pyarrow", "reports")
    measured = [counter.name for counter in COUNTERS if isinstance(counter.default, float)]
    floats = ("estimate", "branching", "time_per_node", *measured)
    texts = ("board", "group", "size", "method", "unit", "algorithm", "heuristic", "engine", "status", "reason", "start", "goal")
    kinds = dict.fromkeys(floats, arrow.float64()) | dict.fromkeys(texts, arrow.string())
    return arrow.Table.from_pylist(records, arrow.schema([(name, kinds.get(name, arrow.int64())) for name in records[0]]))


def _write_plots(spec: Spec, records: list[Record], folder: Path) -> list[dict[str, str]]:
    folder.mkdir(exist_ok=True)
    figures = []
    for name, caption, figure in report_plots(records, spec.metrics, spec.axes):
        svg = svg_text(figure)
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        save_figure(figure, folder / f"{name}.png")
        figures.append({"name": name, "caption": caption, "data": base64.b64encode(svg.encode()).decode()})
    return figures


def _metric_table(records: list[Record], metric: str) -> list[Record]:
    return [row for row in summarise(records, metric, ("group", "method")) if row["mean"] is not None]


def _status(record: Record) -> str:
    return "solved" if record["status"] in SOLVED else str(record["status"])


def _published_section(comparisons: list[Comparison]) -> dict[str, Any] | None:
    """Sort what was published: figures that differ first, with each reason once."""
    if not comparisons:
        return None
    counts = {name: sum(each.verdict == name for each in comparisons) for name in VERDICTS}
    folded = len(comparisons) > FOLDED
    return {
        "counts": {name: count for name, count in counts.items() if count},
        "shown": [each for each in comparisons if each.verdict != AGREES] if folded else comparisons,
        "folded": comparisons if folded else [],
        "reasons": _reasons(each for each in comparisons if each.verdict in (DIFFERS, OTHER_BOARDS)),
    }


def _reasons(comparisons: Iterable[Comparison]) -> list[tuple[str, str]]:
    """Return every reason once, with the methods and metrics it is about."""
    about: dict[str, list[str]] = {}
    for each in comparisons:
        subject = f"{each.method}, {each.metric}"
        if each.why and subject not in about.setdefault(each.why, []):
            about[each.why].append(subject)
    return [("; ".join(subjects), why) for why, subjects in about.items()]


def _environment(jinja2: Any) -> Any:
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters["number"] = format_number
    environment.filters["printed"] = lambda value: str(value) if isinstance(value, float) else format_number(value)
    environment.filters["measure"] = lambda value, metric: measure(value, metric) if metric in UNITS else format_number(value)
    environment.filters["paragraphs"] = lambda text: [part.strip() for part in text.split("\n\n") if part.strip()]
    return environment


def _template() -> str:
    return resources.files("taquin.lab").joinpath("report.html.j2").read_text(encoding="utf-8")


def format_number(value: Any) -> str:
    """Write a value for a table cell: thousands apart, small numbers with the digits that matter.

    >>> format_number(36302808031), format_number(0.000312345), format_number(None), format_number(52.5)
    ('36,302,808,031', '0.000312', '', '52.5')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 1 else f"{value:,.2f}".rstrip("0").rstrip(".")
