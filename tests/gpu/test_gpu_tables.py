# SPDX-License-Identifier: MIT
"""Pattern databases built with the card's code, compiled for the CPU, are those of the native core."""

import pytest
from tests.gpu.cpu_build import built_on_cpu

from taquin.tables.patterns import groups_by_sizes, load_pattern, plan_tables


@pytest.mark.parametrize(
    ("rows", "cols", "blank", "sizes"),
    [
        pytest.param(3, 3, 8, (4, 4), id="3x3"),
        pytest.param(3, 3, 4, (6, 2), id="3x3-centre"),
        pytest.param(3, 4, 11, (6, 5), id="3x4"),
        pytest.param(2, 5, 0, (7, 2), id="2x5"),
        pytest.param(4, 4, 15, (4, 4, 4, 3), id="4x4"),
        pytest.param(4, 5, 3, (4, 4, 4, 4, 3), id="4x5"),
        pytest.param(5, 6, 29, (4, 4, 4, 4, 4, 4, 4, 1), id="5x6"),
    ],
)
def test_tables_are_those_of_the_core(rows: int, cols: int, blank: int, sizes: tuple[int, ...]) -> None:
    plan = plan_tables(rows, cols, blank, groups_by_sizes(rows, cols, blank, sizes))
    for table in plan.tables[:2]:
        assert built_on_cpu(table) == bytes(load_pattern(table, 2)), table.name
