# SPDX-License-Identifier: MIT
"""From rows to tables, and journals side by side."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from typing import Any

import pytest
from tests.lab.studies import small_records, small_spec

from taquin.lab import compare_journals, make_records, run_here, summarise
from taquin.lab.published import compare_published
from taquin.lab.spec import Spec
from taquin.lab.summary import count_statuses, depth_curves, depth_tables, effective_branching, refuted, select_rows
from taquin.question import OWN_SOURCE


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
    assert all(record["depth"] is not None for record in records)
    assert all(record["excess"] >= 0 for record in records)


def test_a_length_found_is_no_depth() -> None:
    records = small_records(methods=["greedy@misplaced"], boards=[{"size": "3x3", "count": 3}])
    assert all(record["cost"] is not None for record in records)
    assert [record["depth"] for record in records] == [None] * 3
    assert depth_curves(records, "cost") == {}


def lying(claims: dict[str, int], cost: int) -> list[dict[str, Any]]:
    """Return records of one board: what methods call optimal, and the cost that another found."""
    (row,) = run_here(small_spec(methods=["bfs"], boards=[{"size": "3x3"}]))
    rows = [row | {"method": method, "status": "optimal", "cost": claim} for method, claim in claims.items()]
    return make_records([row | {"method": "dfs", "status": "solved", "cost": cost}, *rows])


def test_the_least_of_several_proofs_counts() -> None:
    records = lying({"ids": 20, "bfs": 18, "ucs": 22}, 30)
    assert [(record["depth"], record["excess"]) for record in records] == [(18, 12), (18, 2), (18, 0), (18, 4)]
    assert [record["method"] for record in refuted(records)] == ["ids", "ucs"]


def test_a_proof_beside_a_shorter_solution_is_none() -> None:
    records = lying({"bfs": 20}, 18)
    assert [(record["depth"], record["excess"]) for record in records] == [(None, None)] * 2
    assert [record["method"] for record in refuted(records)] == ["bfs"]


SIZES = [{"set": "default8:1-4"}, {"size": "2x3", "depth": [3, 5, 7], "count": 2}, {"size": "4x4", "walk": 4}]


def test_sizes_share_no_curve() -> None:
    curves = depth_curves(small_records(methods=["bfs"], boards=SIZES), "expanded")
    assert {size: sorted(curve["bfs"]) for (size, _), curve in curves.items()} == {"3x3": [0, 2, 4, 8], "2x3": [3, 5, 7]}


def test_moves_and_slides_share_no_row() -> None:
    methods = [{"algorithms": ["bfs"], "metric": metric} for metric in ("tiles", "slides")]
    records = small_records(methods=methods, boards=[{"size": "3x3", "depth": "4-12", "count": 2}])
    tables = depth_tables(records, "expanded")
    assert [(table.kind, table.name, len(table.methods)) for table in tables] == [
        (("3x3", "moves"), "moves", 1),
        (("3x3", "slides"), "slides", 1),
    ]
    for table in tables:
        known = [record["depth"] for record in records if record["unit"] == table.name]
        assert [(row.depth, row.boards) for row in table.rows] == sorted(Counter(known).items())


def test_a_table_by_depth_has_means_beside_medians() -> None:
    records = small_records(methods=["bfs", "astar@manhattan"], boards=SIZES)
    small, other = depth_tables(records, "expanded")
    assert (small.name, other.name, small.methods) == ("3x3", "2x3", ("bfs", "astar@manhattan"))
    assert [(row.depth, row.boards) for row in other.rows] == [(3, 2), (5, 2), (7, 2)]
    for row in other.rows:
        values = [r["expanded"] for r in records if (r["size"], r["depth"], r["method"]) == ("2x3", row.depth, "bfs")]
        cell = row.cells[0]
        assert cell is not None
        assert (cell["mean"], cell["median"]) == (fmean(values), median(values))


def test_what_was_not_solved_leaves_a_gap_in_the_table_by_depth() -> None:
    (table,) = depth_tables(small_records(limits={"nodes": 60}), "expanded")
    assert [[cell is not None for cell in row.cells] for row in table.rows] == [[True, True]] * 3 + [[False, True]] * 2


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


def test_runs_under_other_limits_are_not_mixed() -> None:
    small, large = (run_here(small_spec(methods=["bfs"], limits={"nodes": nodes})) for nodes in (60, 60_000))
    for rows in (small + large, large + small):
        found = {each.method: (each.both, each.only_a, each.solved_a) for each in compare_journals(rows, small)}
        assert found == {"bfs (max_nodes=60)": (5, 0, 3), "bfs (max_nodes=60000)": (0, 5, 5)}
    (before_and_after,) = compare_journals(small, large)
    assert (before_and_after.method, before_and_after.both) == ("bfs (max_nodes=60 -> max_nodes=60000)", 5)
    (unlimited,) = compare_journals(small, run_here(small_spec(methods=["bfs"])))
    assert unlimited.method == "bfs (max_nodes=60 -> none)"


def test_an_edited_heuristic_is_told_from_what_it_was() -> None:
    rows = run_here(small_spec(methods=["astar@manhattan"]))
    old, new = ([row | {"options": row["options"] | {OWN_SOURCE: text}} for row in rows] for text in ("aa", "bb"))
    (edited,) = compare_journals(old, new)
    assert (edited.method, edited.both) == (f"astar@manhattan ({OWN_SOURCE}=aa -> {OWN_SOURCE}=bb)", 5)
    assert [(each.both, each.only_a) for each in compare_journals(old + new, new)] == [(0, 5), (5, 0)]


def test_equal_boards_of_a_set_are_runs_of_their_own() -> None:
    rows = run_here(small_spec(methods=["bfs"], boards=[{"size": "2x2", "count": 50}]))
    (same,) = compare_journals(rows, rows[::-1])
    assert (same.both, same.only_a, same.only_b, same.different) == (50, 0, 0, 0)


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


def test_a_mean_over_some_of_the_boards_says_so() -> None:
    spec = small_spec(limits={"nodes": 60}, published=[{"method": "bfs", "metric": "cost", "values": {"default8": 5}}])
    (only,) = comparisons(spec)
    assert (only.ours, only.solved) == (2, "3 of 5")


def test_a_limit_is_no_answer() -> None:
    spec = small_spec(limits={"nodes": 2}, published=[{"method": "bfs", "metric": "cost", "values": {"default8:5": 12}}])
    (only,) = comparisons(spec)
    assert (only.ours, only.verdict) == ("limit", "no answer")


def test_how_far_a_stopped_run_came_is_no_figure() -> None:
    figures = {"default8": 5, "default8:5": 5}
    published = [{"method": "bfs", "metric": metric, "values": figures} for metric in ("expanded", "generated", "estimate")]
    spec = small_spec(methods=["bfs", "astar@manhattan"], limits={"nodes": 60}, published=published)
    records = make_records(run_here(spec))
    solved = [record["expanded"] for record in records if record["method"] == "bfs" and record["status"] == "optimal"]
    mean, single, *_ = compare_published(spec.published, (), spec.boards, records)
    assert mean.ours == fmean(solved)
    assert mean.solved == "3 of 5"
    assert (single.ours, single.verdict) == ("limit", "no answer")


def test_what_is_known_before_a_run_does_not_depend_on_its_end() -> None:
    published = [{"method": "astar@manhattan", "metric": "estimate", "values": {"default8:5": 10}}]
    (only,) = comparisons(small_spec(limits={"nodes": 2}, published=published))
    assert (only.ours, only.verdict) == (10, "agrees")


def test_a_search_that_ended_by_itself_has_figures_but_no_mean() -> None:
    published = [{"method": "hill@manhattan", "metric": "expanded", "values": {"default8": 1, "default8:5": 1}}]
    spec = small_spec(methods=["hill@manhattan"], boards=[{"set": "default8:5"}], published=published)
    records = [record | {"status": "gave-up", "expanded": 7} for record in make_records(run_here(spec))]
    mean, single = compare_published(spec.published, (), spec.boards, records)
    assert (mean.ours, single.ours) == ("gave-up", 7)


@pytest.mark.parametrize(("printed", "verdict"), [(1.2e-07, "agrees"), (1.3e-07, "differs"), (0.0, "agrees")])
def test_small_figures_are_compared_as_they_were_printed(printed: float, verdict: str) -> None:
    spec = small_spec(published=[{"method": "bfs", "metric": "time_per_node", "values": {"default8:2": printed}}])
    records = [record | {"time_per_node": 1.23e-07} for record in make_records(run_here(spec))]
    (only,) = compare_published(spec.published, (), spec.boards, records)
    assert only.verdict == verdict


def test_a_crossing_is_the_depth_from_which_on_it_holds() -> None:
    crossing = {"metric": "expanded", "above": "bfs", "below": "astar@manhattan", "factor": 3, "published": 2}
    (only,) = comparisons(small_spec(crossings=[crossing]))
    assert (only.ours, only.verdict, only.solved) == (4, "differs", "")


def test_a_crossing_is_found_on_the_boards_that_both_solved() -> None:
    crossing = {"metric": "expanded", "above": "bfs", "below": "astar@manhattan", "published": 2}
    spec = small_spec(boards=[{"size": "3x3", "depth": [2, 10], "count": 2}], crossings=[crossing])
    records = make_records(run_here(spec))
    for method, figures in {"bfs": [3, 3, 90, 50], "astar@manhattan": [2, 2, 150, 9]}.items():
        for record, expanded in zip((each for each in records if each["method"] == method), figures, strict=True):
            record["expanded"] = expanded
    hard = records[4]
    assert (hard["method"], hard["depth"]) == ("bfs", 10)
    hard["status"] = "limit"  # it had come to 90, and would have come further
    (only,) = compare_published((), spec.crossings, spec.boards, records)
    assert (only.ours, only.verdict, only.solved) == (2, "agrees", "6 of 8")


def comparisons(spec: Spec) -> list:  # type: ignore[type-arg]
    records = make_records(run_here(spec))
    return compare_published(spec.published, spec.crossings, spec.boards, records)
