# SPDX-License-Identifier: MIT
"""Bad input and bad usage: one sentence, exit code 2, no traceback."""

from pathlib import Path

import pytest
from tests.cli.running import Run

from taquin.errors import InputError
from taquin.options import byte_size, seconds

BOARDS = {
    "wrong count": ("1 2 3 4 5", "5 numbers"),
    "duplicate": ("1 2 3 / 4 4 6 / 7 8 0", "row 2, column 2: 4 appears twice"),
    "gap": ("1 2 3 / 4 5 6 / 7 9 0", "row 3, column 2: 9 is out of range"),
    "out of range": ("1 2 3 / 4 5 6 / 7 8 100", "row 3, column 3: 100 is out of range"),
    "text": ("1 2 3 / 4 five 6 / 7 8 0", "row 2, column 2: expected a whole number"),
    "ragged": ("1 2 3 / 4 5 / 6 7 0", "row 2 has 2"),
    "a size of 1": ("1 / 0", "2 to 128"),
    "empty": (" ", "empty"),
    "a huge number": ("1 2 3 / 4 5 6 / 7 8 " + "9" * 5000, "row 3, column 3"),
    "a size": ("8-puzzle", "got a size; taquin generate --size 8-puzzle makes a random one"),
}


def assert_one_sentence(run: Run, *args: str, stdin: str | bytes | None = None) -> str:
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 700
    return result.stderr


@pytest.mark.parametrize("command", ["solve", "check", "explain", "compare"])
@pytest.mark.parametrize("case", BOARDS)
def test_bad_boards(run: Run, command: str, case: str) -> None:
    board, expected = BOARDS[case]
    assert expected in assert_one_sentence(run, command, board)


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("-a", "asta"), "did you mean 'astar'?"),
        (("-m", "xyzzy@manhattan"), "choose one of: optimal, anytime, bfs"),
        (("-H", "manhatan"), "did you mean 'manhattan'?"),
        (("-m", "bfs@manhattan"), "bfs takes no heuristic"),
        (("-m", "bfs", "-a", "dfs"), "--method, or --algorithm and --heuristic"),
        (("-m", "astar@manhattan", "-H", "zero"), "give the heuristic once: after the @ of --method, or as --heuristic"),
        (("-m", "bfs", "-H", "zero"), "bfs takes no heuristic"),
        (("-m", ""), "unknown algorithm"),
        (("-H", "no.such.module:h"), "no module"),
        (("--weight", "0.5"), "from 1 to 1000"),
        (("--weight", "nan"), "weight"),
        (("--beam-width", "0"), "from 1 to"),
        (("--seed", "x"), "whole number"),
        (("--order", "UUDD"), "each of U, L, R, D once"),
        (("--engine", "pyton"), "did you mean 'python'?"),
        (("--time-limit", "-1"), "positive number of seconds"),
        (("--time-limit", "nan"), "positive number of seconds"),
        (("--time-limit", "inf"), "positive number of seconds"),
        (("--node-limit", "0"), "whole number from 1"),
        (("--node-limit", "9" * 5000), "whole number from 1"),
        (("--memory-limit", "lots"), "500MB"),
        (("--memory-limit", "0"), "500MB"),
        (("--max-depth", "-1"), "whole number from 0"),
        (("--size", "1x9"), "2 to 128"),
        (("--size", "big"), "such as 3x3"),
        (("--size", "4x4"), "expected all tiles"),
        (("--goal", "lst"), "did you mean 'last'?"),
        (("--goal", "1 2 3 / 4 5 0"), "goal"),
        (("--goal", "1 1 2 3 4 5 6 7 0"), "goal: row 1, column 2"),
        (("--format", "xml"), "'text', 'sheet', 'json'"),
        (("--stps",), "Did you mean"),
        (("--file", "board.txt"), "not both"),
    ],
)
def test_bad_options(run: Run, args: tuple[str, ...], expected: str) -> None:
    assert expected in assert_one_sentence(run, "solve", "123456780", *args)


def test_no_board_at_all(run: Run) -> None:
    assert "give a board" in assert_one_sentence(run, "solve")


def test_a_negative_tile(run: Run) -> None:
    assert "expected tiles from 0 on, got '-1'" in assert_one_sentence(run, "solve", "1 2 3", "4 5 6", "7", "8", "-1")


def test_a_goal_without_quotes(run: Run) -> None:
    board, goal = "0 1 3 / 4 2 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0"
    for command in (("solve",), ("check",), ("compare", "-m", "bfs")):
        for words in ((*board.split(), "--goal", *goal.split()), ("--goal", *goal.split(), board)):
            assert "put the goal in quotes" in assert_one_sentence(run, *command, *words)
    assert "quotes" not in assert_one_sentence(run, "solve", *board.split(), "7", "--goal", "123456780")


def test_an_unknown_command(run: Run) -> None:
    assert "did you mean 'solve'?" in assert_one_sentence(run, "slove")


def test_bad_files(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    assert "no such file" in assert_one_sentence(run, "solve", "--file", str(path))
    assert "directory" in assert_one_sentence(run, "solve", "--file", str(tmp_path))
    assert "cannot read" in assert_one_sentence(run, "solve", "--file", "a\0b")
    for data, expected in ((b"", "empty"), (b"\n \n", "empty"), (b"\x7fELF\xff\xfe", "not text"), (b"1 2\0 3", "not text")):
        path.write_bytes(data)
        assert expected in assert_one_sentence(run, "solve", "--file", str(path))
        assert expected in assert_one_sentence(run, "solve", "-", stdin=data)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_told(run: Run, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes("\ufeff123456708\r\n123456078\r\n".encode(encoding))
    for command in (("solve", "--file"), ("batch",), ("compare", "--boards"), ("judge", "--file")):
        assert "is UTF-16, as the > of Windows PowerShell writes it; save it as UTF-8" in assert_one_sentence(
            run, *command, str(path)
        )


def test_a_file_of_ten_megabytes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(b"1 " * 5_000_000)
    assert "more than 1,000,000 bytes" in assert_one_sentence(run, "solve", "--file", str(path))


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("batch",), "--set NAME"),
        (("batch", "boards.txt", "--set", "korf15"), "--set NAME"),
        (("batch", "no-such-file.txt"), "no such file"),
        (("batch", "--set", "korf51"), "did you mean 'korf15'?"),
        (("batch", "--set", "korf15:200"), "1 to 100"),
        (("batch", "--set", "korf15", "-a", "asta"), "did you mean 'astar'?"),
        (("batch", "--set", "korf15", "--resume"), "--output"),
        (("batch", "--set", "korf15", "--output", "/no/such/folder/file"), "cannot write"),
        (("generate", "--count", "0"), "whole number from 1"),
        (("generate", "--size", "0"), "2 to 128"),
        (("generate", "--depth", "32"), "0 to 31"),
        (("generate", "--depth", "3", "--size", "7"), "random walk"),
        (("generate", "--depth", "3", "--walk", "3"), "not both"),
        (("generate", "--goal", "nowhere"), "choose one of: last, first, snail"),
        (("compare", "123456780", "-m", "asta"), "did you mean 'astar'?"),
        (("compare", "123456780", "--engine", "abacus"), "unknown engine"),
        (("compare", "123456780", "--json", "--csv"), "not both"),
        (("compare", "--size", "5", "3x3: U"), "5x5"),
        (("compare", "5x5: ULUL", "-m", "astar@walking-distance"), "walking-distance does not take 5x5"),
        (("explain", "123456780", "-H", "nothing"), "unknown heuristic"),
        (("list", "algorithm"), "algorithms"),
    ],
)
def test_bad_usage_of_the_other_commands(run: Run, args: tuple[str, ...], expected: str) -> None:
    assert expected in assert_one_sentence(run, *args)


def test_an_unexpected_error_is_an_internal_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("taquin.cli.commands.check.check", fail)
    result = run("check", "123456780")
    assert result.exit_code == 1
    assert "RuntimeError 'boom'" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_wrong_path_is_an_internal_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.board.Board.apply", lambda self, *moves: self)
    result = run("solve", "0 1 3 / 4 2 5 / 7 8 6")
    assert result.exit_code == 1
    assert "does not reach the goal" in result.stderr


def test_sizes_in_bytes() -> None:
    parse_bytes, parse_seconds = byte_size().read, seconds("seconds").read
    assert parse_bytes("1.5 GB") == 1_500_000_000
    assert parse_bytes("2MiB") == 2 * 2**20
    assert parse_bytes("64k") == 64_000
    assert parse_seconds("1e-3") == 0.001
    for text in ("", "-1", "1XB", "1e9", "MB", "0.1"):
        with pytest.raises(InputError):
            parse_bytes(text)
