# SPDX-License-Identifier: MIT
"""Partitions and plans without the core are those of the core."""

from itertools import combinations
from types import ModuleType

import pytest

from taquin import _core as core
from taquin.tables import planning

SHAPES = [
    (2, 2, 3),
    (3, 3, 8),
    (3, 3, 4),
    (2, 6, 5),
    (3, 4, 0),
    (4, 4, 15),
    (4, 4, 5),
    (4, 5, 19),
    (3, 6, 8),
    (5, 5, 0),
    (5, 5, 12),
    (5, 6, 29),
]


@pytest.mark.parametrize(("rows", "cols", "blank"), SHAPES)
def test_partitions_and_plans_are_those_of_the_core(rows: int, cols: int, blank: int) -> None:
    tiles = rows * cols - 1
    for largest in range(min(tiles, 8), 2, -1):
        sizes = [largest] * (tiles // largest) + ([tiles % largest] if tiles % largest else [])
        groups = planning.partition_by_sizes(rows, cols, blank, sizes)
        assert [list(group) for group in groups] == [list(group) for group in core.partition_by_sizes(rows, cols, blank, sizes)]
        tables, views = planning.plan_patterns(rows, cols, blank, groups)
        expected_tables, expected_views = core.plan_patterns(rows, cols, blank, groups)
        assert [(at, list(tiles), size, scheme) for at, tiles, size, scheme in tables] == [
            (at, list(tiles), size, scheme) for at, tiles, size, scheme in expected_tables
        ]
        assert [[(table, list(cells)) for table, cells in view] for view in views] == [
            [(table, list(cells)) for table, cells in view] for view in expected_views
        ]


@pytest.mark.parametrize(("rows", "cols", "blank"), SHAPES)
def test_second_partitions_are_those_of_the_core(rows: int, cols: int, blank: int) -> None:
    tiles = rows * cols - 1
    for largest in (6, 5, 3):
        sizes = [largest] * (tiles // largest) + ([tiles % largest] if tiles % largest else [])
        groups = planning.partition_by_sizes(rows, cols, blank, sizes)
        others = planning.unlike_partition(rows, cols, blank, sizes, groups)
        assert sorted(cell for group in others for cell in group) == [cell for cell in range(tiles + 1) if cell != blank]
        assert [list(group) for group in others] == core.unlike_partition(rows, cols, blank, sizes, groups)
        third = planning.unlike_partition(rows, cols, blank, sizes, groups + others)
        assert [list(group) for group in third] == core.unlike_partition(rows, cols, blank, sizes, groups + others)
        tables, views = planning.plan_patterns(rows, cols, blank, groups, others)
        expected_tables, expected_views = core.plan_patterns(rows, cols, blank, groups, others)
        assert [(at, list(tiles), size, scheme) for at, tiles, size, scheme in tables] == expected_tables
        assert [[(table, list(cells)) for table, cells in view] for view in views] == expected_views


def pairs(groups: planning.Groups) -> set[tuple[int, int]]:
    return {pair for group in groups for pair in combinations(sorted(group), 2)}


@pytest.mark.parametrize(("rows", "cols", "blank", "size"), [(4, 6, 23, 6), (5, 6, 29, 5), (4, 5, 19, 6), (4, 4, 2, 6)])
def test_a_second_partition_brings_other_tiles_together(rows: int, cols: int, blank: int, size: int) -> None:
    tiles = rows * cols - 1
    sizes = [size] * (tiles // size) + ([tiles % size] if tiles % size else [])
    groups = planning.partition_by_sizes(rows, cols, blank, sizes)
    others = planning.unlike_partition(rows, cols, blank, sizes, groups)
    assert len(pairs(others) & pairs(groups)) < len(pairs(groups)) / 2


@pytest.mark.parametrize("size", [1 << 10, 1 << 20, 64 << 20, 1 << 30])
def test_the_best_partition_is_that_of_the_core(size: int) -> None:
    for rows, cols, blank in ((3, 4, 11), (4, 4, 15), (4, 5, 0)):
        found = planning.best_partition(rows, cols, blank, size)
        assert [list(group) for group in found] == [list(group) for group in core.best_partition(rows, cols, blank, size)]
        capped = planning.best_partition(rows, cols, blank, size, 5)
        assert [list(group) for group in capped] == core.best_partition(rows, cols, blank, size, 5)
        assert max(map(len, capped)) <= 5


@pytest.mark.parametrize("made_by", [planning, core])
def test_sizes_that_do_not_fit_are_refused(made_by: ModuleType) -> None:
    with pytest.raises(ValueError, match="add up to 15"):
        made_by.partition_by_sizes(4, 4, 15, [5, 5, 4])
    with pytest.raises(ValueError, match="add up to 15"):
        made_by.unlike_partition(4, 4, 15, [5, 5, 4], [[0, 1]])
