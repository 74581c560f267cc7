# SPDX-License-Identifier: MIT
"""What newcomers wrote, and were not told."""

import pytest
from click.testing import CliRunner

from taquin import parse_board, random_board, solve
from taquin.cli import main
from taquin.errors import MethodError, MoveError


def test_a_method_that_takes_no_heuristic_is_not_replaced_by_another() -> None:
    for method in ("bfs", "optimal"):
        with pytest.raises(MethodError, match=f"{method} takes no heuristic"):
            solve("867254301", method=method, heuristic="manhattan")
    assert solve("867254301", heuristic="manhattan").method == "astar@manhattan"


def test_a_scramble_of_tiles_that_is_written_as_one_of_the_blank() -> None:
    assert parse_board("4x4 tiles: D3 R") == parse_board("4x4 tile: D3 R")
    with pytest.raises(MoveError, match="if these are directions of the tiles, write 4x4 tile: D3 R"):
        parse_board("4x4: D3 R")


def test_of_two_methods_none_is_dropped() -> None:
    result = CliRunner().invoke(main, ["batch", "--set", "korf15:79", "-m", "bfs", "-m", "dfs"])
    assert result.exit_code == 2
    assert "expected one method, got bfs and dfs" in result.stderr


@pytest.mark.parametrize("group", ["lab", "heuristic", "tables"])
def test_a_group_alone_shows_its_help(group: str) -> None:
    result = CliRunner().invoke(main, [group])
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")


def test_a_function_without_a_name_is_called_so() -> None:
    method = solve(random_board("2x2"), method="astar", heuristic=lambda _board, _goal: 0).method
    assert method == "astar@custom:lambda"
