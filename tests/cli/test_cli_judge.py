# SPDX-License-Identifier: MIT
"""`taquin judge`, `solve --all`, `explore --depth` and `generate --depth`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Run

START = "0 1 3 / 4 2 5 / 7 8 6"


def test_one_answer(run: Run) -> None:
    result = run("judge", START, "RLRDRD")
    assert (result.exit_code, result.output.splitlines()) == (
        0,
        [
            "Reaches the goal in 6 moves, 2 more than necessary",
            "Move 2, L, leaves every shortest path; D keeps to one (moves of the blank)",
        ],
    )
    assert run("judge", *START.split(), "RDRD").output == "A shortest path, 4 moves\n"
    result = run("judge", START, "LU")
    assert result.exit_code == 4
    assert "Does not reach the goal" in result.output
    assert "Read as directions of the tiles." in result.output
    assert run("judge", "1 2 3 / 4 5 6 / 8 7 0", "U").exit_code == 3
    assert json.loads(run("judge", START, "RDRD", "--json").output)["excess"] == 0


@pytest.mark.parametrize("words", [(), (START,), (START, "RDX"), ("1 2 3", "R"), (START, "R", "--file", "nowhere")])
def test_what_cannot_be_judged(words: tuple[str, ...], run: Run) -> None:
    result = run("judge", *words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_class(tmp_path: Path, run: Run) -> None:
    answers = [
        {"name": "Ann", "start": START, "moves": "RDRD"},
        {"name": "Bob", "board": [[0, 1, 3], [4, 2, 5], [7, 8, 6]], "answer": "→↓→"},
        {"name": "Cleo", "start": "806547231", "goal": "first", "moves": "L"},
        {"path": [[[0, 1, 3], [4, 2, 5], [7, 8, 6]], [[1, 0, 3], [4, 2, 5], [7, 8, 6]]]},
        {"name": "Dan"},
    ]
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(map(json.dumps, answers)) + '\n{"broken"\n', encoding="utf-8")
    result = run("judge", "--file", str(file))
    assert result.exit_code == 2  # two lines cannot be read
    lines = result.output.splitlines()
    assert lines[0].split() == ["NAME", "SHORTEST", "MOVES", "MORE", "VERDICT"]
    assert [line.split()[0] for line in lines[1:]] == ["Ann", "Bob", "Cleo", "line", "Dan", "line"]
    rows = [json.loads(line) for line in run("judge", "--file", str(file), "--json").output.splitlines()]
    assert [row["optimal"] for row in rows] == [4, 4, 31, 4, None, None]
    assert rows[0]["excess"] == 0


def test_rows_of_a_class_have_the_same_fields(tmp_path: Path, run: Run) -> None:
    single = json.loads(run("judge", START, "DURDRD", "--json").output)
    assert single["advice"] == "move 1, D, leaves every shortest path; R keeps to one (moves of the blank)"
    answers = [{"moves": "DURDRD"}, {"moves": "RDRD"}, {"moves": "RDX"}, {}]
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(json.dumps({"start": START} | answer) for answer in answers) + "\noops", encoding="utf-8")
    rows = [json.loads(line) for line in run("judge", "--file", str(file), "--json").output.splitlines()]
    assert rows[0] == {"name": "line 1", "error": None} | single
    assert all(list(row) == list(rows[0]) for row in rows)
    assert [row["advice"] for row in rows[1:]] == [None] * 4
    assert [row["legal"] for row in rows] == [True, True, None, None, None]
    assert all(row["error"] == row["verdict"] for row in rows[2:])
    assert "more than necessary; move 1, D, leaves" in run("judge", "--file", str(file)).output


def test_the_board_and_the_moves_are_told_apart(run: Run) -> None:
    shortest = "A shortest path, 4 moves\n"
    for words in (
        [START, "R", "D", "R", "D"],
        [START, "1", "2", "5", "6"],
        ["013425786", "1 2 5 6"],
        [*START.split(), "R D R D"],
    ):
        assert run("judge", *words).output == shortest
    result = run("judge", *START.split(), "R", "D", "R", "D")
    assert result.exit_code == 2
    assert "put the board in quotes, and the moves" in result.stderr


def test_all_words_but_the_last_are_a_board_if_they_can_be(run: Run) -> None:
    rows = "1 2 3 0", "5 6 7 4", "9 10 11 8", "13 14 15 12"
    for words in (("3x3: UL", "RD"), ("3x3:", "UL", "RD"), ("--size", "3x3", "U", "L", "RD"), (*rows, "DDD")):
        assert run("judge", *words).output.startswith("A shortest path, "), words


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ((START, "R", "D", "--goal", "lost"), "unknown goal 'lost'; did you mean 'last'?"),
        (("1 2 3 / 4 5 6 / 7 8 8", "R", "D"), "row 3, column 3: 8 "),
        (("0 1 3 4 2 5 7 8 6", "R", "D", "--size", "4x4"), "a 4x4 board has 16 tiles; 9 were given"),
        (("013425786", "1", "2", "5", "6", "--goal", "lost"), "unknown goal 'lost'"),
    ],
)
def test_what_is_wrong_with_a_board_before_its_moves(words: tuple[str, ...], error: str, run: Run) -> None:
    result = run("judge", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {error}"), result.stderr


def test_names_cannot_steer_the_terminal(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "answers.jsonl"
    names = "\ud800x", "two\nlines", "\x1b[2J", "Zoë", 0
    file.write_text("\n".join(json.dumps({"name": name, "start": START, "moves": "RDRD"}) for name in names), encoding="utf-8")
    result = run("judge", "--file", str(file))
    assert result.exit_code == 0
    assert [line.split("  ")[0] for line in result.output.splitlines()[1:]] == [
        "\\ud800x",
        "two\\nlines",
        "\\x1b[2J",
        "Zoë",
        "0",
    ]
    rows = [json.loads(line) for line in run("judge", "--file", str(file), "--json").output.splitlines()]
    assert [row["name"] for row in rows] == [str(name) for name in names]


def test_remarks_between_answers_are_skipped_and_lines_counted(tmp_path: Path, run: Run) -> None:
    text = f'\ufeff# a class\n\n{{"start": "{START}", "moves": "RDRD"}}\n# the last\n{{"start": 5}}\n'
    file = tmp_path / "answers.jsonl"
    file.write_text(text, encoding="utf-8")
    for result in (run("judge", "--file", str(file), "--json"), run("judge", "--file", "-", "--json", stdin=text)):
        assert [json.loads(line)["name"] for line in result.output.splitlines()] == ["line 3", "line 5"]


def test_boards_on_the_way_may_be_flat(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "answers.jsonl"
    path = [[0, 1, 3, 4, 2, 5], [1, 0, 3, 4, 2, 5], [1, 2, 3, 4, 0, 5], [1, 2, 3, 4, 5, 0]]
    rows = {"start": [[0, 1, 3], [4, 2, 5]], "path": path}, {"path": path}
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert run("judge", "--file", str(file), "--size", "2x3").output.count("a shortest path, 3 moves") == 2
    assert run("judge", "--file", str(file)).output.count("a shortest path, 3 moves") == 1


def test_a_log_that_does_not_end_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.cli.commands.judge.MAX_LOG", 1000)
    result = run("judge", "--file", "-", stdin="1 2 / 0 3\n" * 200)
    assert result.exit_code == 2
    assert "the log holds more than 1,000 bytes" in result.stderr


def test_rows_without_an_answer_are_judged_too(tmp_path: Path, run: Run) -> None:
    rows = run("batch", "-", "-m", "ids", "--max-depth", "5", stdin="123456870\n867254301\n").stdout
    file = tmp_path / "rows.jsonl"
    file.write_text(rows, encoding="utf-8")
    result = run("judge", "--file", str(file))
    assert result.exit_code == 4
    assert "the board cannot be solved" in result.output
    assert "no moves were given" in result.output


def test_boards_on_the_way_may_be_texts(tmp_path: Path, run: Run) -> None:
    paths = [["1 2 3 / 4 0 6 / 7 5 8", "123456708", "123456780"], ["123406758", "123456708", "123456780"], ["123406758", "12345"]]
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(json.dumps({"path": path}) for path in paths), encoding="utf-8")
    rows = [json.loads(line) for line in run("judge", "--file", str(file), "--json").output.splitlines()]
    assert [row["verdict"] for row in rows[:2]] == ["a shortest path, 2 moves"] * 2
    assert rows[2]["verdict"].startswith("board 2: ")


def test_lines_of_a_class_are_read_as_those_of_a_batch(tmp_path: Path, run: Run) -> None:
    flat = {"start": [0, 1, 3, 4, 2, 5], "goal": [1, 2, 3, 4, 5, 0], "moves": "RDR"}
    file = tmp_path / "answers.jsonl"
    file.write_text(json.dumps(flat) + "\n[1]\n" + json.dumps({"name": 7, "start": 5, "moves": "R"}), encoding="utf-8")
    rows = [json.loads(line) for line in run("judge", "--file", str(file), "--size", "2x3", "--json").output.splitlines()]
    assert [row["name"] for row in rows] == ["line 1", "line 2", "7"]
    assert [row["optimal"] for row in rows] == [3, None, None]
    assert "the line is JSON, but no object" in rows[1]["verdict"]


def test_a_log_of_boards(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "log.txt"
    for options in (["--format", "sheet"], ["--steps"]):
        file.write_text(run("solve", START, *options).output, encoding="utf-8")
        result = run("judge", "--file", str(file))
        assert "a shortest path, 4 moves" in result.output
        assert result.exit_code == 0
    assert run("judge", "--file", "-", stdin=file.read_text(encoding="utf-8")).exit_code == 0


def test_all_shortest_paths(run: Run) -> None:
    result = run("solve", "867254301", "--all", "--list", "2")
    assert result.output.splitlines()[:2] == ["Minimum number of moves = 31", "Shortest paths: 40, over 527 boards"]
    assert "38 more" in result.output
    row = json.loads(run("solve", "867254301", "--all", "--json").output)
    assert (row["cost"], row["shortest_paths"]["count"], len(row["shortest_paths"]["paths"])) == (31, 40, 10)
    assert run("solve", "1 2 3 / 4 5 6 / 8 7 0", "--all").exit_code == 3
    assert run("solve", START, "--all", "-m", "bfs").exit_code == 2


def test_boards_at_a_depth(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("explore", "3x3", "--depth", "31").output.splitlines() == ["6 4 7 / 8 5 0 / 3 2 1", "8 6 7 / 2 5 4 / 3 0 1"]
    assert len(run("explore", "4x4", "--depth", "4", "--json").output.splitlines()) == 24
    monkeypatch.setattr("taquin.scramble.MAX_LAYER", 30_000)  # a million takes seconds to grow
    for wrong in (["3x3", "--depth", "32"], ["4x4", "--depth", "40"], ["20x20", "--depth", "1"]):
        assert run("explore", *wrong).exit_code == 2
    assert "more than 30,000 boards lie at this depth" in run("explore", "4x4", "--depth", "40").output


def test_a_fifteen_puzzle_at_an_exact_depth(run: Run) -> None:
    board = run("generate", "--size", "4x4", "--depth", "35", "--seed", "4").stdout
    assert json.loads(run("solve", board, "--json").output)["cost"] == 35
