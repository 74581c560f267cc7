# SPDX-License-Identifier: MIT
"""The published tables: every spec has a whole result beside it, and running a part again gives the same."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from taquin.lab import load_spec, make_records, read_journal
from taquin.lab.facts import BoardFacts
from taquin.lab.published import AGREES, DIFFERS, compare_published
from taquin.lab.report import format_number
from taquin.lab.spec import Run, Spec, row_key
from taquin.lab.summary import EXACT, select_rows
from taquin.question import AUTO
from taquin.solver import solve_question

FOLDER = Path(__file__).parents[2] / "experiments"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
CHEAP_NODES = 40_000
"""Runs up to this many nodes are made again here, or the five cheapest where all are dearer."""
SHARE = 30
"""About so many of them, spread over the whole experiment."""


def checked_in(name: str) -> tuple[Spec, list[dict[str, Any]]]:
    spec = load_spec(FOLDER / f"{name}.toml")
    return spec, select_rows(spec, read_journal(FOLDER / name)[1])


def cheap_runs(spec: Spec, rows: list[dict[str, Any]]) -> list[tuple[Run, dict[str, Any]]]:
    by_key = {row_key(row): row for row in rows}
    pairs = [(run, by_key[run.key]) for run in spec.runs()]
    # A table of eight tiles takes ten seconds to build: `slow` below makes those runs.
    usual = sorted((pair for pair in pairs if "7-8" not in pair[1]["method"]), key=lambda pair: pair[1]["stats"]["generated"])
    cheap = [(run, row) for run, row in usual if row["stats"]["generated"] <= CHEAP_NODES]
    return cheap[:: max(1, len(cheap) // SHARE)] or usual[:5]


def assert_same(run: Run, row: dict[str, Any]) -> None:
    question = replace(run.question, engine=AUTO)
    again = BoardFacts().of(question) | solve_question(question).to_json()
    (old,), (new,) = make_records([row]), make_records([row | again])
    assert {name: new[name] for name in EXACT} == {name: old[name] for name in EXACT}
    assert (new["estimate"], new["inversions"]) == (old["estimate"], old["inversions"])


def test_there_is_a_spec_for_every_publication() -> None:
    assert {
        "assignment-sheet",
        "best-first",
        "default-puzzles",
        "depth-sweep",
        "fifteen-heuristics",
        "game-engine",
        "korf-1985",
        "single-board",
    } <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_result_is_whole(name: str) -> None:
    spec, rows = checked_in(name)
    assert len(rows) == len(spec.runs())
    assert all(row["status"] != "failed" for row in rows)


@pytest.mark.parametrize("name", NAMES)
def test_a_part_run_again_gives_the_same(name: str) -> None:
    spec, rows = checked_in(name)
    runs = cheap_runs(spec, rows)
    assert runs
    for run, row in runs:
        assert_same(run, row)


@pytest.mark.slow
def test_the_largest_tables_give_the_same() -> None:
    spec, rows = checked_in("fifteen-heuristics")
    by_key = {row_key(row): row for row in rows}
    runs = [run for run in spec.runs() if "7-8" in run.label][:5]
    for run in runs:
        assert_same(run, by_key[run.key])


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_made_from_the_journal(name: str) -> None:
    spec, rows = checked_in(name)
    page = (FOLDER / name / "report.html").read_text(encoding="utf-8")
    assert spec.title in re.sub("&#39;", "'", page)
    comparisons = compare_published(spec.published, spec.crossings, spec.boards, make_records(rows))
    for verdict in (AGREES, DIFFERS):
        count = sum(each.verdict == verdict for each in comparisons)
        assert not count or f"{verdict}: {format_number(count)}" in page
    for each in comparisons:
        assert f">{format_number(each.ours)}<" in page
        assert each.verdict != DIFFERS or each.why, (each.where, each.method, each.metric)


def test_korf_is_reproduced_to_the_digit() -> None:
    spec, rows = checked_in("korf-1985")
    comparisons = compare_published(spec.published, spec.crossings, spec.boards, make_records(rows))
    different = {each.where for each in comparisons if each.verdict != AGREES}
    assert different == {"korf15:22", "korf15:88", "korf15:89"}
    assert sum(row["stats"]["generated"] for row in rows) == 36_302_808_031
