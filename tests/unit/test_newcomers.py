# SPDX-License-Identifier: MIT
"""What newcomers wrote, and were not told."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from taquin import (
    Board,
    check,
    compare,
    explain,
    format_board,
    judge,
    load_instances,
    parse_board,
    parse_method,
    random_board,
    solve,
    solve_many,
)
from taquin.cli import main
from taquin.errors import BoardError, InputError, MethodError, MoveError
from taquin.notation import board_to_json


def test_a_method_that_takes_no_heuristic_is_not_replaced_by_another() -> None:
    for method in ("bfs", "optimal"):
        with pytest.raises(MethodError, match=f"{method} takes no heuristic"):
            solve("867254301", method=method, heuristic="manhattan")
    assert solve("867254301", heuristic="manhattan").method == "astar@manhattan"


def test_a_scramble_of_tiles_that_is_written_as_one_of_the_blank() -> None:
    assert parse_board("4x4 tiles: D3 R") == parse_board("4x4 tile: D3 R")
    with pytest.raises(MoveError, match="if these are directions of the tiles, write 4x4 tile: D3 R"):
        parse_board("4x4: D3 R")


def test_a_scramble_leads_to_the_goal_that_it_names(tmp_path: Path) -> None:
    snail, text = Board.goal(3, 3, "snail"), "3x3 snail: UL"
    assert (solve(text).goal, solve(text).cost) == (snail, 2)
    assert solve(text, "first").goal == Board.goal(3, 3, "first")
    assert [answer.cost for answer in solve_many([text, text])] == [2, 2]
    assert [row["goal"] for row in (check(text), explain(text))] == [board_to_json(snail)] * 2
    lines = tmp_path / "lines"
    lines.write_text(f'{text}\n{{"start": "{text}"}}\n')
    rows = CliRunner().invoke(main, ["batch", str(lines)]).stdout.splitlines()
    assert [json.loads(row)["cost"] for row in rows] == [2, 2]
    assert CliRunner().invoke(main, ["solve", *text.split()]).stdout.startswith("Minimum number of moves = 2\n")
    assert CliRunner().invoke(main, ["judge", text, "RD"]).stdout.startswith("A shortest path, 2 moves\n")


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


def test_an_option_that_nobody_takes_is_not_dropped() -> None:
    with pytest.raises(MethodError, match="astar takes no weight, which is for wastar, dwastar, epsilon, ara"):
        solve("867254301", method="astar", weight=2)
    with pytest.raises(MethodError, match="optimal and anytime take no beam width, which is for beam"):
        solve("867254301", beam_width=7)
    with pytest.raises(MethodError, match="bfs and astar take no seed"):
        compare("867254301", ["bfs", "astar"], seed=1)
    assert solve("867254301", seed=1, threads=1).cost == 31  # anytime, which larger boards are solved by, takes a seed
    assert [answer.options.get("weight") for answer in compare("867254301", ["astar", "wastar"], weight=3)] == [None, "3"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "867254301", "-m", "astar", "--weight", "2"], "astar takes no weight"),
        (["solve", "867254301", "--weight", "2"], "optimal and anytime take no weight"),
        (["solve", "867254301", "--format", "sheet", "--threads", "2"], "astar takes no threads"),
        (["batch", "--set", "default8", "-H", "manhattan", "--seed", "1"], "astar takes no seed"),
        (["compare", "867254301", "-m", "bfs", "-m", "ucs", "--ties", "fifo"], "bfs and ucs take no ties"),
    ],
)
def test_a_switch_that_nobody_takes_is_not_dropped(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, message in result.stderr) == (2, True)


def test_a_bad_board_among_many_is_told_by_its_place() -> None:
    answers = solve_many(["123456780", "123456708", [[1, 2], [3, 3]]], jobs=1)
    assert [next(answers).cost, next(answers).cost] == [0, 1]
    with pytest.raises(BoardError, match="board 3: "):
        next(answers)
    with pytest.raises(MethodError, match=r"^unknown algorithm"):  # which no single board is to blame for
        list(solve_many(["123456780"], method="nonsense"))


def test_an_instance_is_a_board_with_its_own_goal() -> None:
    instance = load_instances("korf15:79")[0]
    assert (solve(instance).goal, solve(instance).cost) == (instance.goal, instance.optimal)
    assert [answer.cost for answer in solve_many(load_instances("default8:2-4"))] == [2, 4, 8]
    assert compare(instance, ["optimal"])[0].cost == judge(instance, "").optimal == 42
    assert check(instance)["goal"] == board_to_json(instance.goal)
    small = load_instances("default8:4")[0]
    assert solve(small, "first").goal == Board.goal(3, 3, "first")


def test_a_solution_is_printed_for_people() -> None:
    assert str(solve("0 1 3 / 4 2 5 / 7 8 6")) == "Minimum number of moves = 4\nMoves: RDRD"
    assert str(solve("0 1 3 / 4 2 5 / 7 8 6", metric="slides")).splitlines()[1] == "Slides: R D R D"
    assert str(solve("1 2 3 / 4 5 6 / 8 7 0")).startswith("Unsolvable puzzle: ")
    assert str(solve("123456780")) == "Minimum number of moves = 0"


def test_the_options_of_a_solution_can_be_given_back() -> None:
    first = solve("867254301", method="wastar", weight=3, time_limit=9, node_limit=10**6)
    assert solve("867254301", method=first.method, **first.options).options == first.options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4x4: U2 L2 R D5", r"move 4 \(D5\) takes the blank off the board from row 4, column 3"),
        ("4x4 tile: D2,R2,L,U5", r"move 4 \(U5\) takes the blank off"),
        ("3x3: ↑↑↑", r"move 3 \(U\) takes the blank off"),
    ],
)
def test_moves_are_counted_as_they_are_written(text: str, message: str) -> None:
    with pytest.raises(MoveError, match=message):
        parse_board(text)


def test_an_answer_is_judged_in_its_own_directions() -> None:
    start = "0 1 3 / 4 2 5 / 7 8 6"
    assert judge(start, "L2 U R2").answer.problem == ""
    assert "move 2, U3, leaves the board" in judge(start, "L U3", notation="tile").verdict
    assert judge(start, "U D U L U L U", notation="tile").advice == (
        "move 1, U, leaves every shortest path; L keeps to one (moves of the tiles)"
    )
    assert judge(start, "DURDRD").advice.endswith("R keeps to one (moves of the blank)")


def test_files_where_they_are_not_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("many.txt").write_text("013425786\n123456708\n")
    Path("class.csv").write_text("name,start,moves\nAnn,013425786,RDRD\n")

    def error(*arguments: str) -> str:
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        return result.stderr

    assert "got the name of a file; give it as --file 'many.txt'" in error("solve", "many.txt")
    assert "got the name of a file; give it as --file 'class.csv'" in error("judge", "class.csv")
    assert "expected one board, got 2, one a line; taquin batch many.txt solves them all" in error("solve", "--file", "many.txt")
    assert '; or a JSON object a line, {"name": "Ann", "start": ' in error("judge", "--file", "class.csv")


def test_what_puzzlers_call_the_metrics() -> None:
    assert solve("867254301", metric="MTM").metric == judge("867254301", "", metric="mtm").metric == "slides"
    assert solve("867254301", metric="stm").options == solve("867254301").options
    result = CliRunner().invoke(main, ["solve", "867254301", "--metric", "mtm"])
    assert result.stdout.startswith("Minimum number of slides = ")


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("bsf", "did you mean 'bfs'?"),
        ("greddy", "did you mean 'greedy'?"),
        ("anneal", "did you mean 'annealing'?"),
        ("breadth", "choose one of: optimal, anytime, bfs"),
        ("local", "choose one of: optimal, anytime, bfs"),
        ("memory", "choose one of: optimal, anytime, bfs"),
    ],
)
def test_no_name_is_offered_that_nobody_meant(written: str, hint: str) -> None:
    with pytest.raises(MethodError, match=re.escape(f"unknown algorithm {written!r}; {hint}")):
        parse_method(written)


def generated(*arguments: str) -> list[str]:
    result = CliRunner().invoke(main, ["generate", "--seed", "1", *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def test_boards_at_a_depth_do_not_repeat() -> None:
    assert len(set(generated("--depth", "30", "--count", "221"))) == 221
    assert len(set(generated("--size", "4x4", "--depth", "2", "--count", "4"))) == 4
    for size, count, message in (("3x3", "222", "there are no others"), ("4x4", "5", "so many draws in a row found no others")):
        depth = "30" if size == "3x3" else "2"
        result = CliRunner().invoke(main, ["generate", "--size", size, "--depth", depth, "--count", count])
        assert (result.exit_code, message in result.stderr) == (2, True)


def test_a_walk_is_in_the_metric() -> None:
    far = [
        solve(board, metric="slides") for board in generated("--size", "2x4", "--walk", "3", "--count", "30", "--metric", "mtm")
    ]
    assert {answer.cost for answer in far} == {3}
    assert max(answer.length or 0 for answer in far) > 3


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("mine:f", "'mine:f' is a heuristic; name the search that is to use it, as in 'astar@mine:f'"),
        ("Manhattan", "is a heuristic; name the search that is to use it, as in 'astar@Manhattan'"),
        ("pdb:5-5-5", "as in 'astar@pdb:5-5-5'"),
        ("astar@mine.py:f", "expected module:function, got 'mine.py:f'; write mine:f"),
        ("astar@mine.py", "write mine:FUNCTION"),
        ("astar@mine", "unknown heuristic 'mine'; for a function of mine.py write mine:FUNCTION"),
        ("astar@my-heur:f", "got 'my-heur:f'; Python cannot import a name with a hyphen: rename my-heur.py to my_heur.py"),
        ("astar@no-file:f", "expected module:function, such as mine:estimate, got 'no-file:f'"),
        (f"astar@{'a' * 300}", "unknown heuristic 'aaaa"),  # no file has so long a name
        ("astar@corner", "did you mean 'corner-conflict'"),
    ],
)
def test_how_heuristics_are_named(method: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.py", "my-heur.py"):
        Path(name).write_text("def f(board, goal):\n    return 0\n")
    with pytest.raises(MethodError) as error:
        solve("867254301", method=method)
    assert message in str(error.value)


def test_a_set_that_is_half_named() -> None:
    with pytest.raises(InputError, match="did you mean 'korf15' or 'korf24'"):
        load_instances("korf")


def test_a_module_beside_a_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("study").mkdir()
    Path("study/beside_the_spec.py").write_text("def f(board, goal):\n    return 0\n")
    Path("study/spec.toml").write_text('methods = ["astar@beside_the_spec:f"]\n[[boards]]\nset = "default8"\n')
    result = CliRunner().invoke(main, ["lab", "run", "study/spec.toml"])
    assert "beside_the_spec.py lies beside the spec: run it from that folder" in result.stderr


def test_a_weighted_search_tells_what_it_has_proven() -> None:
    result = CliRunner().invoke(main, ["solve", "867254301", "-m", "wastar", "--weight", "5"])
    assert "At most 5 times the shortest; by what is proven, at most 2.14 times\n" in result.stdout


@pytest.mark.parametrize(
    ("size", "asked", "message"),
    [
        (
            "7x7",
            {"method": "optimal"},
            "native: optimal takes boards up to 36 cells; python: it writes no checkpoints, leave the",
        ),
        (
            "4x4",
            {"method": "optimal", "metric": "slides"},
            "native: it writes no checkpoints of searches that count slides; python",
        ),
        ("4x4", {"engine": "python"}, "engine python cannot run optimal: it writes no checkpoints, leave the checkpoint out"),
        ("5x5", {}, "anytime takes no checkpoint, which is for optimal"),
    ],
)
def test_a_checkpoint_is_written_or_refused(size: str, asked: dict[str, Any], message: str, tmp_path: Path) -> None:
    board, path = random_board(size, seed=1), tmp_path / "checkpoint"
    with pytest.raises(InputError, match=message):
        solve(board, **asked, checkpoint=path, time_limit=0.1)
    switches = [f"--{name}={value}" for name, value in asked.items()]
    line = ["solve", format_board(board, "line"), *switches, "--checkpoint", str(path), "--time-limit", "0.1"]
    result = CliRunner().invoke(main, line)
    assert (result.exit_code, message in result.stderr) == (2, True)
    assert not path.exists()
