# SPDX-License-Identifier: MIT
"""From rows to tables, and journals side by side."""

from __future__ import annotations

import pytest
from tests.lab.studies import small_records, small_spec

from taquin.lab import compare_journals, make_records, run_here, summarise
from taquin.lab.published import compare_published
from taquin.lab.spec import Spec
from taquin.lab.summary import count_statuses, effective_branching, select_rows


def test_records_are_flat_and_complete() -> None:
    records = small_records()
    assert len({tuple(record) for record in records}) == 1
    assert all(isinstance(value, int | float | str | None) for record in records for value in record.values())
    assert [record["depth"] for record in records[::2]] == [0, 2, 4, 8, 12]
    assert [record["estimate"] for record in records[1::2]] == [0, 2, 4, 8, 10]


def test_only_solved_runs_are_averaged() -> None:
    records = small_records(methods=["bfs"], limits={"nodes": 60})
    assert count_statuses(records) == {"solved": 3, "limit": 2}
    (row,) = summarise(records, "cost")
    assert (row["runs"], row["solved"], row["limit"], row["failed"]) == (5, 3, 2, 0)
    assert (row["mean"], row["median"], row["least"], row["most"]) == (2, 2, 0, 4)
    assert row["q10"] == pytest.approx(0.4)
    assert row["q90"] == pytest.approx(3.6)


def test_a_group_without_a_solution_has_no_mean() -> None:
    (row,) = summarise(small_records(methods=["bfs"], limits={"nodes": 2}, boards=[{"set": "default8:8"}]), "expanded")
    assert (row["limit"], row["mean"]) == (1, None)


def test_the_optimum_may_come_from_another_method() -> None:
    records = small_records(methods=["greedy@misplaced", "bfs"], boards=[{"size": "3x3", "count": 3}])
    assert all(record["optimal"] is not None for record in records)
    assert all(record["excess"] >= 0 for record in records)


def test_effective_branching() -> None:
    assert effective_branching(1 + 2 + 4 + 8, 3) == pytest.approx(2)
    assert effective_branching(4, 3) == pytest.approx(1)
    assert effective_branching(1, 0) is None
    assert effective_branching(157_708, 62_117) == pytest.approx(1, abs=1e-3)
    assert effective_branching(36_000_000_000, 60) == pytest.approx(1.46, abs=0.05)


def test_rows_are_selected_and_sorted_by_the_spec() -> None:
    spec = small_spec()
    rows = run_here(spec)[::-1]
    assert [row["board"] for row in select_rows(spec, rows)] == [run.board.label for run in spec.runs()]
    assert len(select_rows(small_spec(methods=["bfs"]), rows)) == 5


def test_journals_side_by_side() -> None:
    a = run_here(small_spec())
    b = run_here(small_spec(methods=["astar@manhattan", "ucs"], boards=[{"set": "default8:1-7"}]))
    b[0] |= {"cost": 99}
    bfs, astar, ucs = compare_journals(a, b)
    assert (bfs.method, bfs.only_a, bfs.both) == ("bfs", 5, 0)
    assert (ucs.method, ucs.only_b) == ("ucs", 7)
    assert (astar.both, astar.only_b, astar.different) == (5, 2, 1)
    assert astar.first_difference == "default8:1: cost 0 -> 99"
    assert astar.expanded_ratio == pytest.approx(1)
    assert astar.time_ratio is not None


def test_published_figures_get_a_verdict() -> None:
    spec = small_spec(
        published=[
            {"method": "bfs", "metric": "cost", "facts": "optimal", "values": {"default8:2": 3}, "why": "a slip"},
            {"method": "bfs", "metric": "expanded", "values": {"default8": 100}, "same_boards": False},
            {"method": "bfs", "metric": "status", "values": {"default8:1": "optimal"}},
            {"method": "dfs", "metric": "cost", "values": {"default8:1": 1}},
            {"method": "bfs", "metric": "expanded", "values": {"default8:1": 1}, "plus": 1},
        ]
    )
    verdicts = [each.verdict for each in comparisons(spec)]
    assert verdicts == ["agrees", "differs", "agrees", "agrees", "agrees", "other boards", "agrees", "not run", "agrees"]


def test_a_limit_is_no_answer() -> None:
    spec = small_spec(limits={"nodes": 2}, published=[{"method": "bfs", "metric": "cost", "values": {"default8:5": 12}}])
    (only,) = comparisons(spec)
    assert (only.ours, only.verdict) == ("limit", "no answer")


def test_a_crossing_is_the_depth_from_which_on_it_holds() -> None:
    crossing = {"metric": "expanded", "above": "bfs", "below": "astar@manhattan", "factor": 3, "published": 2}
    (only,) = comparisons(small_spec(crossings=[crossing]))
    assert (only.ours, only.verdict) == (4, "differs")


def comparisons(spec: Spec) -> list:  # type: ignore[type-arg]
    records = make_records(run_here(spec))
    return compare_published(spec.published, spec.crossings, spec.boards, records)
