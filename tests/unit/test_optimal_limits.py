# SPDX-License-Identifier: MIT
"""The limits of the method `optimal`: they hold with and without a checkpoint, and with what is known already."""

from dataclasses import replace
from pathlib import Path

import pytest

from taquin import Limits, Status, parse_method, parse_moves, solve
from taquin.errors import MethodError
from taquin.instances import load_set
from taquin.options import LARGEST
from taquin.question import Known, ask
from taquin.reasons import Cause
from taquin.solver import solve_question

HARD = load_set("depth80").instances[0]
NEAR = "3x4: ULULDR"
FAR = "11 0 9 10 / 7 8 5 6 / 3 4 1 2"


def test_a_time_limit_carries_what_is_proven() -> None:
    solution = solve(HARD.start, HARD.goal, "optimal@pdb:5-5-5", limits=Limits(time=0.5))
    assert (solution.status, solution.reason) == (Status.LIMIT, "time limit of 0.5 s reached")
    assert 50 < solution.lower_bound <= 80


def test_node_limit() -> None:
    solution = solve(HARD.start, HARD.goal, "optimal@pdb:5-5-5", limits=Limits(nodes=100_000))
    assert (solution.status, solution.reason) == (Status.LIMIT, "node limit of 100000 reached")
    assert 95_000 < solution.stats.generated < 300_000  # threads report in batches


def test_a_checkpoint_keeps_the_node_limit(tmp_path: Path) -> None:
    limits = Limits(nodes=1000)
    solution = solve(HARD.start, HARD.goal, parse_method("optimal", checkpoint=tmp_path / "kept", threads=1), limits=limits)
    assert (solution.status, solution.cause) == (Status.LIMIT, Cause.NODE_LIMIT)
    assert 1000 <= solution.stats.generated < 1010


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("known", [True, False])
def test_a_depth_limit(tmp_path: Path, kept: bool, known: bool) -> None:
    best = solve(FAR, method="optimal")
    assert best.cost is not None
    assert best.moves is not None
    for depth in (0, 10, best.cost - 1, best.cost):
        question = ask(FAR, method="optimal", max_depth=depth, checkpoint=tmp_path / f"{depth}" if kept else None)
        detour = Known(0, (*parse_moves("DU"), *best.moves))
        solution = solve_question(replace(question, known=detour) if known else question)
        if depth < best.cost:
            assert (solution.status, solution.cause) == (Status.GAVE_UP, Cause.DEPTH_LIMIT)
            assert depth < solution.lower_bound <= best.cost
            assert solution.cost == (best.cost + 2 if known else None)
        else:
            assert (solution.status, solution.cost) == (Status.OPTIMAL, best.cost)


@pytest.mark.parametrize("depth", [2**31 - 3, 2**31 - 1, 2**31, LARGEST])
def test_a_depth_limit_beyond_all_paths_is_none(depth: int) -> None:
    assert solve(NEAR, method="optimal", max_depth=depth).moves == solve(NEAR, method="optimal").moves


@pytest.mark.parametrize(
    ("board", "tables", "memory"),
    [(HARD, None, 1_000_000), (HARD, "pdb:6-6-3", 1_000_000), (FAR, None, 1000), (FAR, "pdb:8-3", 1000)],
)
def test_tables_keep_the_memory_limit(board: object, tables: str | None, memory: int) -> None:
    method = "optimal" if tables is None else f"optimal@{tables}"
    solution = solve(board, method=method, limits=Limits(memory=memory))
    assert (solution.status, solution.cause) == (Status.LIMIT, Cause.MEMORY_LIMIT)
    assert solution.stats.peak_memory <= memory


def test_tables_that_count_slides_keep_the_memory_limit() -> None:
    solution = solve(FAR, method="optimal", metric="slides", limits=Limits(memory=1000))
    assert (solution.status, solution.cause) == (Status.LIMIT, Cause.MEMORY_LIMIT)


@pytest.mark.parametrize("memory", [4_000_000, 40_000_000])
def test_smaller_tables_are_taken_where_the_usual_ones_do_not_fit(memory: int) -> None:
    for instance in load_set("korf15").instances[:2]:
        solution = solve(instance.start, instance.goal, method="optimal", limits=Limits(memory=memory))
        assert (solution.status, solution.cost) == (Status.OPTIMAL, instance.optimal)
        assert solution.stats.peak_memory <= memory
    small = solve(FAR, method="optimal", limits=Limits(memory=memory))
    assert (small.status, small.cost) == (Status.OPTIMAL, solve(FAR, method="optimal").cost)
    assert small.stats.peak_memory <= memory


@pytest.mark.parametrize("tables", ["pdb:3", "pdb:4-4-4"])
def test_tables_of_another_size_are_refused(tables: str) -> None:
    with pytest.raises(MethodError, match="does not take 3x3 boards: the group sizes add up to"):
        solve("8 6 7 / 2 5 4 / 3 0 1", method=f"optimal@{tables}")
