# SPDX-License-Identifier: MIT
"""The lab's commands: lab, heuristic, explore, render."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import click
import pytest
from tests.cli.running import Run, Spawn

from taquin.cli import main

STUDY = 'metrics = ["cost"]\nmethods = ["bfs", "astar@manhattan"]\n[[boards]]\nset = "default8:1-4"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.toml").write_text(STUDY)
    (tmp_path / "mine.py").write_text("def estimate(board, goal):\n    return 0\n")
    (tmp_path / "mine.cpp").write_text(
        "int32_t taquin_heuristic(const uint8_t*, int32_t, int32_t, const uint8_t*) {\n    return 0;\n}\n"
    )
    return tmp_path


def group(name: str) -> click.Group:
    found = main.get_command(click.Context(main), name)
    assert isinstance(found, click.Group)
    return found


def examples(command: click.Command) -> list[str]:
    return [line.strip() for line in (command.epilog or "").splitlines() if line.startswith("  taquin ")]


def test_every_example_of_a_subcommand_runs(run: Run) -> None:
    lab, heuristic = group("lab"), group("heuristic")
    commands = [*lab.commands.values(), *heuristic.commands.values()]
    assert all(param.help for command in commands for param in command.params if isinstance(param, click.Option))
    assert all(examples(command) for command in commands)
    for example in [line for command in [lab, *commands] for line in examples(command)]:
        result = run(*shlex.split(example)[1:])
        assert result.exit_code == 0, result.output


def test_run_report_compare(run: Run, folder: Path) -> None:
    result = run("lab", "run", "study.toml", "--jobs", "1")
    assert result.exit_code == 0
    assert result.stderr.startswith("8 of 8 runs done: 8 optimal, ")
    assert run("lab", "run", "study.toml").stderr.startswith("8 of 8 runs done, 8 kept, ")
    assert "study/report.html: 8 runs" in run("lab", "report", "study.toml").stdout
    assert (folder / "study" / "records.parquet").exists()
    compared = json.loads(run("lab", "compare", "study", "study/journal.jsonl", "--json").stdout)
    assert [(row["method"], row["both"], row["different"]) for row in compared] == [("bfs", 4, 0), ("astar@manhattan", 4, 0)]
    assert "METHOD" in run("lab", "compare", "study", "study").stdout


def test_what_failed_is_told_and_tried_again(run: Run, folder: Path) -> None:
    (folder / "broken.py").write_text("def estimate(board, goal):\n    return 'far'\n")
    (folder / "study.toml").write_text(STUDY.replace("astar@manhattan", "astar@broken:estimate"))
    for _ in range(2):
        result = run("lab", "run", "study.toml", "--jobs", "1")
        assert result.exit_code == 2  # as a batch ends
        assert result.stderr.count("Failed: default8:") == 3
        assert "by astar@broken:estimate: heuristic 'broken:estimate' cannot be used: it returned 'far'" in result.stderr
        assert "... and 1 more, each with its reason in the journal" in result.stderr
    assert "4 kept: 4 failed" in result.stderr


def test_fewer_boards_than_asked_for_are_told(run: Run, folder: Path) -> None:
    (folder / "study.toml").write_text('methods = ["bfs"]\n[[boards]]\nsize = "2x3"\ndepth = [1, 9]\ncount = 3\n')
    result = run("lab", "run", "study.toml", "--jobs", "1")
    assert result.exit_code == 0
    assert result.stderr.startswith("boards[1]: 5 instead of 6 boards: not every depth has 3\n5 of 5 runs done")


def test_limits_give_exit_code_4(run: Run, folder: Path) -> None:
    (folder / "study.toml").write_text(STUDY + "[limits]\nnodes = 5\n")
    assert run("lab", "run", "study.toml", "--output", "elsewhere").exit_code == 4
    assert (folder / "elsewhere" / "journal.jsonl").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("lab", "run", "nothing.toml"), "cannot read 'nothing.toml': no such file or directory"),
        (("lab", "run", "study.toml", "--output", "mine.py/x"), "cannot write to 'mine.py/x': not a directory"),
        (("lab", "report", "study.toml"), "run the experiment first"),
        (("lab", "compare", "a", "b"), "cannot read 'a': no such file"),
        (("heuristic", "check", "manhatan"), "unknown heuristic 'manhatan'; did you mean 'manhattan'?"),
        (("heuristic", "check", "walking-distance", "--size", "5x5"), "walking-distance does not take 5x5 boards"),
        (
            ("heuristic", "plot", "zero", "--size", "2x2", "--output", "x.bmp"),
            "expected a file that ends with .png, .svg or .pdf",
        ),
        (("explore", "4x4"), "expected a board of at most 12 cells"),
        (("explore", "2x2", "--plot", "no/where.png"), "cannot write 'no/where.png'"),
        (("render", "123456780", "--output", "x.jpg"), "expected a file that ends with .svg, .png or .gif, got 'x.jpg'"),
        (("render", "123456780", "--output", "no/x.svg"), "cannot write 'no/x.svg': there is no folder 'no'"),
    ],
)
def test_bad_input_is_exit_code_2(run: Run, args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_explore(run: Run) -> None:
    facts = json.loads(run("explore", "2x3", "--json").stdout)
    assert facts["counts"] == [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
    assert (facts["states"], facts["max_depth"], facts["deepest"]) == (360, 21, [[[4, 5, 0], [1, 2, 3]]])
    text = run("explore", "2x2", "--plot", "space.png").stdout
    assert "Boards:  12\nDeepest: 6 moves\nMean:    3.0000 moves\n" in text
    assert "1 deepest board:\n0 3 / 2 1\n" in text
    assert Path("space.png").stat().st_size > 5000


def test_heuristic_check(run: Run) -> None:
    text = run("heuristic", "check", "linear-conflict-pairs").stdout
    assert "Verdict: neither admissible nor consistent\nOverestimates on 7 of 181,440 boards; " in text
    assert "  3 8 1\n  6 5 4\n  0 2 7\n  estimate 28, true distance 26\n" in text
    row = json.loads(run("heuristic", "check", "mine:estimate", "--size", "2x3", "--json").stdout)
    assert (row["verdict"], row["exhaustive"], row["boards"], row["claims"]) == ("admissible and consistent", True, 360, None)


def test_heuristic_plot(run: Run) -> None:
    assert run("heuristic", "plot", "misplaced", "--size", "2x3", "--output", "plot.svg").exit_code == 0
    assert "<svg" in Path("plot.svg").read_text()


def test_render(run: Run) -> None:
    for name in ("board.svg", "board.png"):
        assert run("render", "136502478", "--output", name).stdout == f"{name}\n"
    for name in ("steps.svg", "steps.png", "film.gif"):
        result = run("render", "136502478", "--steps", "--output", name)
        assert result.stdout == f"Minimum number of moves = 8\n{name}\n"
    assert Path("film.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize(
    "option", [("-m", "bfs"), ("-a", "bfs"), ("-H", "zero"), ("--optimal",), ("--engine", "python"), ("--time-limit", "1")]
)
def test_render_drops_no_option_of_a_search(run: Run, option: tuple[str, ...]) -> None:
    result = run("render", "136502478", *option, "--output", "board.png")
    assert (result.exit_code, Path("board.png").exists()) == (2, False)
    assert "add --steps to draw one" in result.stderr
    assert run("render", "136502478", *option, "--output", "film.gif").exit_code == 0


def test_render_says_before_the_search_what_cannot_be_written(run: Run) -> None:
    for name, why in (("nowhere/film.gif", "there is no folder 'nowhere'"), ("folder.gif", "it is a folder")):
        Path("folder.gif").mkdir(exist_ok=True)
        result = run("render", "136502478", "--output", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert why in result.stderr


def test_render_says_that_a_picture_has_no_room(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.render.gif.LONGEST_PNG", 8)
    board = ("render", "136502478", "--steps", "--output")
    result = run(*board, "steps.png")
    assert (result.exit_code, Path("steps.png").exists()) == (4, False)
    assert result.stdout.startswith("No picture: a PNG has room for 7 moves, and no path as short as that was found")
    assert "depth limit of 3" in run(*board, "steps.png", "--max-depth", "3").stdout


def test_render_without_a_solution_writes_nothing(run: Run) -> None:
    result = run("render", "1 2 3 / 4 5 6 / 8 7 0", "--output", "film.gif")
    assert (result.exit_code, result.stdout) == (3, "Unsolvable puzzle\n")
    assert not Path("film.gif").exists()


def test_the_commands_run_as_processes(spawn: Spawn) -> None:
    result = spawn("lab", "run", "study.toml")
    assert result.returncode == 0
    assert "\x1b" not in result.stderr
    assert spawn("explore", "3x3", "--json").returncode == 0
