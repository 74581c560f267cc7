# SPDX-License-Identifier: MIT
"""The published tables: every spec has a whole result beside it, and running a part again gives the same."""

from __future__ import annotations

import contextlib
import re
import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from taquin.instances import Instance, load_set
from taquin.lab import load_spec, make_records, read_journal
from taquin.lab.facts import BoardFacts
from taquin.lab.published import AGREES, DIFFERS, compare_published
from taquin.lab.report import format_number
from taquin.lab.spec import Run, Spec, row_key
from taquin.lab.summary import EXACT, depth_curves, select_rows
from taquin.question import AUTO
from taquin.search import SEARCHES
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
    with contextlib.closing(BoardFacts()) as facts:
        again = facts.of(question) | solve_question(question).to_json()
    (old,), (new,) = make_records([row]), make_records([row | again])
    # `optimal` takes the best tables that it finds on the machine, so only its answer is always the same.
    exact = ("status", "cost") if SEARCHES[question.method.algorithm].free else EXACT
    assert {name: new[name] for name in exact} == {name: old[name] for name in exact}
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


PRINTED = {"assignment-sheet": 10, "best-first": 15, "default-puzzles": 9, "depth-sweep": 3, "fifteen-heuristics": 8,
           "game-engine": 48, "korf-1985": 300, "single-board": 0, "bidirectional-fifteen": 0, "bidirectional-eight": 0,
           "weighted-astar": 0, "little-memory": 0}  # fmt: skip
"""Figures that the sources print, each as often as a method of ours stands beside it."""


@pytest.mark.parametrize("name", NAMES)
def test_only_what_was_printed_is_called_published(name: str) -> None:
    spec, rows = checked_in(name)
    comparisons = compare_published(spec.published, spec.crossings, spec.boards, make_records(rows))
    assert len(comparisons) == PRINTED[name]
    # Lengths that we computed are no publication's; Korf's table prints all of them.
    assert name == "korf-1985" or all(entry.facts != "optimal" for entry in spec.published)


def test_the_game_engine_report_prints_costs_and_depths_of_two_boards() -> None:
    spec, rows = checked_in("game-engine")
    comparisons = compare_published(spec.published, spec.crossings, spec.boards, make_records(rows))
    for metric in ("cost", "max_depth"):
        figures = [each for each in comparisons if each.metric == metric]
        assert {each.where for each in figures} == {"game-engine:1", "game-engine:2"}
        assert len(figures) == 12
        assert all(each.verdict == AGREES for each in figures)
    assert {each.where for each in comparisons}.isdisjoint({"game-engine:7", "game-engine:8"})


@pytest.fixture(scope="module")
def counts() -> dict[str, Any]:
    return runpy.run_path(str(FOLDER / "game-engine" / "published_counts.py"))


GAME_ENGINE = load_set("game-engine").instances


@pytest.mark.parametrize("instance", [GAME_ENGINE[0], *GAME_ENGINE[2:6]], ids=lambda instance: f"game-engine:{instance.id}")
def test_the_rules_on_the_page_give_the_published_counts(counts: dict[str, Any], instance: Instance) -> None:
    start, facts = instance.start.tiles, instance.facts
    for name, estimate in counts["ESTIMATES"].items():
        published = facts[f"published_astar_{name}_expanded"]
        assert counts["count_astar"](start, estimate) == published
        assert counts["count_astar"](start, estimate, loses=False) == published
    for name in ("bfs", "ids"):
        if f"published_{name}_expanded" in facts:
            assert counts[f"count_{name}"](start) == facts[f"published_{name}_expanded"]


def test_no_tie_breaking_gives_the_counts_of_the_deepest_board(counts: dict[str, Any]) -> None:
    start, facts = GAME_ENGINE[1].start.tiles, GAME_ENGINE[1].facts
    manhattan = counts["ESTIMATES"]["manhattan"]
    assert counts["count_bfs"](start) == facts["published_bfs_expanded"]
    assert counts["count_astar"](start, manhattan) == facts["published_astar_manhattan_expanded"] == 5132
    assert counts["least_expanded"](start, manhattan) == 6549


@pytest.mark.slow
def test_the_longer_counts_of_the_deepest_board(counts: dict[str, Any]) -> None:
    start, facts = GAME_ENGINE[1].start.tiles, GAME_ENGINE[1].facts
    for name, least, without_loss in (("euclidean", 38432, 35137), ("misplaced", 121515, 120500)):
        estimate = counts["ESTIMATES"][name]
        assert counts["count_astar"](start, estimate) == facts[f"published_astar_{name}_expanded"]
        assert counts["count_astar"](start, estimate, loses=False) == without_loss
        assert counts["least_expanded"](start, estimate) == least


def test_the_default_puzzles_are_counted_as_published() -> None:
    _, rows = checked_in("default-puzzles")
    ours = {(record["board"], record["method"]): record["expanded"] for record in make_records(rows)}
    assert ours["default8:7", "astar@experiments.cells:differing ties=shallow,board"] == 3303
    assert ours["default8:7", "astar@misplaced ties=shallow,board"] != 3303


def test_nothing_is_drawn_against_a_depth_that_nobody_knows() -> None:
    _, rows = checked_in("best-first")
    records = make_records(rows)
    assert {record["size"] for record in records if record["depth"] is not None} == {"3x3", "4x4"}
    assert list(depth_curves(records, "expanded")) == [("4x4", "moves")]  # the 8-puzzles are all equally deep


def test_korf_is_reproduced_to_the_digit() -> None:
    spec, rows = checked_in("korf-1985")
    comparisons = compare_published(spec.published, spec.crossings, spec.boards, make_records(rows))
    different = {each.where for each in comparisons if each.verdict != AGREES}
    assert different == {"korf15:22", "korf15:88", "korf15:89"}
    assert sum(row["stats"]["generated"] for row in rows) == 36_302_808_031
