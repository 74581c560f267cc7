# SPDX-License-Identifier: MIT
import json
import re
from pathlib import Path

import pytest
from tests.cli.running import Run

FOUR = "0 1 3 / 4 2 5 / 7 8 6"
HARD15 = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"


def test_plain_output_leads_with_the_minimum(run: Run) -> None:
    result = run("solve", FOUR)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[:2] == ["Minimum number of moves = 4", "Moves: RDRD"]
    assert lines[2:4] == ["4 moves: deeper than 0.01 % of 8-puzzles", ""]
    names = [line.partition(":")[0] for line in lines[4:]]
    assert names == ["Nodes generated", "Nodes expanded", "Maximum frontier", "Maximum depth", "Time", "Method", "Engine"]
    assert result.stderr == ""


def test_a_heuristic_may_stand_beside_the_method(run: Run) -> None:
    for names in (("-m", "astar@misplaced"), ("-m", "astar", "-H", "misplaced"), ("-a", "astar", "-H", "misplaced")):
        assert json.loads(run("solve", FOUR, *names, "--json").stdout)["method"] == "astar@misplaced"


def test_a_path_that_is_not_proven_says_so(run: Run) -> None:
    result = run("solve", "136507482", "-a", "greedy", "-H", "misplaced")
    assert result.exit_code == 0
    assert re.match(r"Number of moves = \d+ \(not proven minimal\)\n", result.stdout)


def test_a_weighted_search_reports_its_bound(run: Run) -> None:
    result = run("solve", "072461358", "-m", "wastar@manhattan", "--weight", "5")
    assert result.exit_code == 0
    assert "At most 5 times the shortest" in result.stdout


def test_steps_show_every_board_with_its_move(run: Run) -> None:
    result = run("solve", "1 2 3 / 4 5 0 / 7 8 6", "--steps")
    assert "\nStart:\n1 2 3\n4 5 0\n7 8 6\n\nStep 1:\nMove: DOWN\n1 2 3\n4 5 6\n7 8 0\n" in result.stdout


def test_tile_notation_names_the_tiles(run: Run) -> None:
    result = run("solve", "1 2 3 / 4 5 6 / 0 7 8", "--moves", "tile", "--steps")
    assert "Moves: L2\n" in result.stdout
    assert "Move: LEFT\n" in result.stdout


@pytest.mark.parametrize(
    ("args", "stdin"),
    [
        (("0", "1", "3", "/", "4", "2", "5", "/", "7", "8", "6"), None),
        (("0 1 3 4 2 5 7 8 6",), None),
        (("0", "1", "3", "4", "2", "5", "7", "8", "6"), None),
        (("013425786",), None),
        (("13425786",), None),
        (("[[0,1,3],[4,2,5],[7,8,6]]",), None),
        (("-",), "3\n0 1 3\n4 2 5\n7 8 6\n"),
        (("--file", "-"), "\ufeff3\r\n0 1 3\r\n4 2 5\r\n7 8 6\r\n"),
        (("3x3: ULUL",), None),
    ],
)
def test_every_way_to_give_a_board(run: Run, args: tuple[str, ...], stdin: str | None) -> None:
    assert "Minimum number of moves = 4\n" in run("solve", *args, stdin=stdin).stdout


def test_a_board_from_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("2 3\n1 2 3\n0 4 5\n")
    assert "Minimum number of moves = 2\n" in run("solve", "--file", str(path)).stdout


def test_a_goal_of_any_kind(run: Run) -> None:
    assert "= 31\n" in run("solve", "806547231", "--goal", "first").stdout
    assert "= 1\n" in run("solve", "1 2 3 / 0 8 4 / 7 6 5", "--goal", "snail").stdout
    assert "= 1\n" in run("solve", "1 2 3 0", "--goal", "1 0 / 3 2").stdout


def test_the_method_in_its_three_spellings(run: Run) -> None:
    def method(*args: str) -> str:
        return str(json.loads(run("solve", FOUR, "--json", *args).stdout)["method"])

    assert method("-m", "A*@Hamming") == "astar@misplaced"
    assert method("-a", "ida*") == "idastar@manhattan"
    assert method("-a", "ida*", "-H", "wd") == "idastar@walking-distance"
    assert method("-H", "euclidean").endswith("@euclidean")


def test_options_reach_the_search(run: Run) -> None:
    row = json.loads(run("solve", FOUR, "-m", "wastar", "--weight", "3/2", "--order", "uldr", "--json").stdout)
    assert row["options"] == {"order": "ULDR", "weight": "3/2", "ties": "deep,lifo"}
    row = json.loads(run("solve", FOUR, "-m", "beam", "--beam-width", "7", "--json").stdout)
    assert row["options"]["beam_width"] == 7
    row = json.loads(run("solve", FOUR, "-m", "hill", "--seed", "3", "--json").stdout)
    assert row["seed"] == 3


def test_json_has_the_vocabulary_of_the_design(run: Run) -> None:
    row = json.loads(run("solve", FOUR, "--json").stdout)
    names = "status reason cost moves lower_bound method algorithm heuristic engine start goal stats seed"
    counters = "generated expanded max_frontier max_depth iterations elapsed peak_memory"
    assert set(names.split()) <= set(row)
    assert set(row["stats"]) == set(counters.split())
    assert (row["status"], row["cost"], row["moves"], row["start"]) == ("optimal", 4, "RDRD", [[0, 1, 3], [4, 2, 5], [7, 8, 6]])
    assert "path" not in row


def test_json_with_steps_has_the_path_and_blank_moves(run: Run) -> None:
    row = json.loads(run("solve", FOUR, "--format", "json", "--steps", "--moves", "tile").stdout)
    assert len(row["path"]) == 5
    assert (row["path"][0], row["path"][-1]) == (row["start"], row["goal"])
    assert row["moves"] == "RDRD"


SHEETS = {
    "3\n0 1 3\n4 2 5\n7 8 6\n": """\
Minimum number of moves = 4

0 1 3
4 2 5
7 8 6

1 0 3
4 2 5
7 8 6

1 2 3
4 0 5
7 8 6

1 2 3
4 5 0
7 8 6

1 2 3
4 5 6
7 8 0

Nodes explored = 10
Nodes expanded = 4
""",
    "3\n1 2 3\n0 4 6\n7 5 8\n": """\
Minimum number of moves = 3

1 2 3
0 4 6
7 5 8

1 2 3
4 0 6
7 5 8

1 2 3
4 5 6
7 0 8

1 2 3
4 5 6
7 8 0

Nodes explored = 9
Nodes expanded = 3
""",
    "3\n1 2 3\n4 5 6\n8 7 0\n": "Unsolvable puzzle\n",
    "3\n8 1 2\n0 4 3\n7 6 5\n": "Unsolvable puzzle\n",
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_assignment_sheet_byte_for_byte(run: Run, sheet: str) -> None:
    result = run("solve", "-", "--format", "sheet", "-m", "astar@manhattan", stdin=sheet)
    assert result.stdout == SHEETS[sheet]
    assert result.exit_code == (3 if "Unsolvable" in SHEETS[sheet] else 0)


def test_unsolvable_says_why(run: Run) -> None:
    result = run("solve", "1 2 3 / 4 5 6 / 8 7 0")
    assert result.exit_code == 3
    assert result.stdout.splitlines()[0] == "Unsolvable puzzle"
    assert "1 inversion (8-7)" in result.stdout
    assert json.loads(run("solve", "123456870", "--json").stdout)["status"] == "unsolvable"


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (("--node-limit", "100"), "node limit of 100"),
        (("--time-limit", "0.05"), "time limit of 0.05"),
        (("--memory-limit", "100kB"), "memory limit of 100000"),
    ],
)
def test_a_limit_names_itself_and_what_is_proven(run: Run, limit: tuple[str, str], reason: str) -> None:
    result = run("solve", HARD15, "-m", "astar@manhattan", *limit)
    assert result.exit_code == 4
    assert result.stdout.startswith(f"No solution found: {reason}")
    assert re.search(r"\nProven: at least \d\d moves are needed\n", result.stdout)
    assert f"\nTo go on: raise {limit[0]}, or" in result.stdout


def test_a_depth_limit_gives_up(run: Run) -> None:
    result = run("solve", "072461358", "-a", "ids", "--max-depth", "5")
    assert result.exit_code == 4
    assert result.stdout.startswith("Gave up: ")
    assert "To go on: raise --max-depth" in result.stdout
    assert json.loads(run("solve", "072461358", "-a", "ids", "--max-depth", "5", "--json").stdout)["status"] == "gave-up"


def test_what_has_to_be_raised_may_be_an_option_of_the_method(run: Run) -> None:
    result = run("solve", "867254301", "-m", "sma", "--memory-nodes", "20")
    assert result.stdout.startswith("Gave up: no path fits in 20 nodes\n")
    assert "\nTo go on: raise --memory-nodes, or" in result.stdout


def test_a_solved_board_takes_no_moves(run: Run) -> None:
    result = run("solve", "123456780", "--steps")
    assert result.stdout.startswith("Minimum number of moves = 0\n\nStart:\n1 2 3\n")


def test_a_heuristic_of_the_users_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_cli.py").write_text(
        "def estimate(board, goal):\n    return 0\n\n\ndef broken(board, goal):\n    return 1 / 0\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run("solve", FOUR, "-m", "astar@mine_cli:estimate").exit_code == 0
    result = run("solve", FOUR, "-m", "astar@mine_cli:broken")
    assert result.exit_code == 2
    assert "ZeroDivisionError" in result.stderr
