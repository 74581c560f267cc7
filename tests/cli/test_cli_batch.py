# SPDX-License-Identifier: MIT
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import Run

from taquin.cli.row_file import RowFile
from taquin.errors import InputError
from taquin.many import answer_many
from taquin.question import Question

BOARDS = ["0 1 3 / 4 2 5 / 7 8 6", "136502478", "123456870", "[[1, 2, 3], [0, 4, 6], [7, 5, 8]]"]


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def count_solves(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the start of every board that is really solved."""
    solved: list[str] = []

    def spy(questions: Iterable[Question], **options: Any) -> Any:
        def counted() -> Iterator[Question]:
            for question in questions:
                solved.append("".join(map(str, question.start.tiles)))
                yield question

        return answer_many(counted(), **options)

    monkeypatch.setattr("taquin.cli.commands.batch.answer_many", spy)
    return solved


def test_rows_come_in_input_order(run: Run) -> None:
    result = run("batch", "-", stdin="\n".join(BOARDS))
    assert result.exit_code == 0
    found = rows(result.stdout)
    assert [row["index"] for row in found] == [1, 2, 3, 4]
    assert [row["cost"] for row in found] == [4, 8, None, 3]
    assert [row["status"] for row in found] == ["optimal", "optimal", "unsolvable", "optimal"]
    assert result.stderr.startswith("4 boards: 3 optimal, 1 unsolvable, ")


def test_a_bad_line_is_an_error_in_its_place(run: Run) -> None:
    lines = [BOARDS[0], "1 2 3 4 5 6 7 8 8", "# a comment", "", "\x00\x01", '{"goal": 1}', "{", BOARDS[1]]
    result = run("batch", "-", stdin="\n".join(lines))
    found = rows(result.stdout)
    assert result.exit_code == 2
    assert [row["index"] for row in found] == [1, 2, 3, 4, 5, 6]
    assert ["error" in row for row in found] == [False, True, True, True, True, False]
    assert found[1] == {"index": 2, "error": found[1]["error"], "input": "1 2 3 4 5 6 7 8 8"}
    assert "row 3, column 3: 8 appears twice" in found[1]["error"]
    assert "4 bad" in result.stderr


def test_a_line_of_ten_megabytes_is_an_error(run: Run) -> None:
    data = b"1 " * 5_000_000 + b"\n" + BOARDS[0].encode() + b"\n\xff\xfe\n"
    result = run("batch", "-", stdin=data)
    found = rows(result.stdout)
    assert result.exit_code == 2
    assert "more than 1,000,000 bytes" in found[0]["error"]
    assert len(found[0]["input"]) < 300
    assert found[1]["cost"] == 4
    assert "not UTF-8" in found[2]["error"]


def test_a_heuristic_that_refuses_one_board_does_not_end_the_run(run: Run) -> None:
    result = run("batch", "-", "-m", "astar@walking-distance", stdin="5x5: ULUL\n123456078\n")
    found = rows(result.stdout)
    assert result.exit_code == 2
    assert "does not take 5x5" in found[0]["error"]
    assert found[1]["cost"] == 2


def test_a_limit_is_exit_code_4_and_a_bad_line_wins_over_it(run: Run) -> None:
    assert run("batch", "-", "-m", "bfs", "--node-limit", "10", stdin="072461358\n123456078\n").exit_code == 4
    assert run("batch", "-", "-m", "bfs", "--node-limit", "10", stdin="072461358\nx\n").exit_code == 2


def test_options_of_solve_are_taken(run: Run) -> None:
    result = run("batch", "-", "--goal", "first", "-a", "bfs", "--steps", stdin="125340678\n")
    row = rows(result.stdout)[0]
    assert (row["cost"], row["method"], row["goal"][0], len(row["path"])) == (3, "bfs", [0, 1, 2], 4)


def test_generated_json_lines_carry_their_goal(run: Run) -> None:
    boards = run("generate", "--count", "3", "--seed", "5", "--goal", "snail", "--depth", "6", "--json").stdout
    found = rows(run("batch", "-", stdin=boards).stdout)
    assert [row["cost"] for row in found] == [6, 6, 6]
    assert {json.dumps(row["goal"]) for row in found} == {"[[1, 2, 3], [8, 0, 4], [7, 6, 5]]"}


def test_a_named_set_has_ids_and_known_lengths(run: Run) -> None:
    found = rows(run("batch", "--set", "default8:2-4").stdout)
    assert [row["index"] for row in found] == [1, 2, 3]
    assert [row["id"] for row in found] == [2, 3, 4]
    assert [row["cost"] for row in found] == [row["optimal"] for row in found] == [2, 4, 8]


def test_an_empty_file_gives_no_rows(run: Run) -> None:
    result = run("batch", "-", stdin="\n# nothing\n")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("0 boards")


def test_resume_solves_only_what_is_missing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, output = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    source.write_text("\n".join([*BOARDS, "oops", "123456078"]))
    arguments = ("batch", str(source), "--output", str(output))
    assert run(*arguments).exit_code == 2
    whole = output.read_text()
    lines = whole.splitlines(keepends=True)
    for kept, half in ((0, 0), (3, 0), (3, 25), (3, 5), (5, 60), (5, len(lines[5]) - 1), (6, 0)):
        output.write_text("".join(lines[:kept]) + (lines[kept][:half] if half else ""))
        with monkeypatch.context() as patch:
            solved = count_solves(patch)
            result = run(*arguments, "--resume")
        assert result.exit_code == 2
        answers = rows(output.read_text())
        assert [row["index"] for row in answers] == [1, 2, 3, 4, 5, 6]
        assert [row.get("cost") for row in answers] == [row.get("cost") for row in rows(whole)]
        finished = kept + (half == len(lines[kept]) - 1 if half else 0)
        assert len(solved) == len([row for row in answers[finished:] if "error" not in row])


def test_rows_that_waited_when_a_run_was_killed_are_not_lost(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, output = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    waiting = tmp_path / "rows.jsonl.waiting"
    source.write_text("\n".join(BOARDS))
    arguments = ("batch", str(source), "--output", str(output))
    assert run(*arguments).exit_code == 0
    assert not waiting.exists()
    whole = rows(output.read_text())
    output.unlink()
    killed = RowFile(str(output), resume=False, steps=False)  # two rows had to wait, and one of them is written since
    killed.write(whole[0])
    killed.write_early(whole[1])
    killed.write_early(whole[3])
    killed.write(whole[1])
    killed.close()
    assert len(waiting.read_text().splitlines()) == 2
    solved = count_solves(monkeypatch)
    assert run(*arguments, "--resume").exit_code == 0
    assert solved == ["123456870"]
    assert sorted(row["index"] for row in rows(output.read_text())) == [1, 2, 3, 4]
    assert not waiting.exists()


def test_rows_that_waited_are_not_overwritten(run: Run, tmp_path: Path) -> None:
    waiting = tmp_path / "rows.jsonl.waiting"
    waiting.write_text('{"index": 2, "error": "expected a board", "input": "oops"}\n')
    result = run("batch", "-", "--output", str(tmp_path / "rows.jsonl"), stdin=BOARDS[0])
    assert result.exit_code == 2
    assert "exists already; add --resume" in result.stderr
    assert waiting.exists()


def test_a_second_batch_that_began_before_the_first_ended_adds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "rows.jsonl"
    line = '{"index": 2, "error": "expected a board", "input": "oops"}\n'
    monkeypatch.setattr("taquin.cli.row_file._check", lambda path, resume: output.write_text(line))  # when it has just looked
    with pytest.raises(InputError, match="exists already"):
        RowFile(str(output), resume=False, steps=False)
    assert output.read_text() == line


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("3\n0 1 3\n4 2 5\n7 8 6\n", "one board"),
        ("\ufeff# mine\r\n\r\n0 1 3\r\n4 2 5\r\n7 8 6\r\n", "one board"),
        ("[[0 1 3]\n [4 2 5]\n [7 8 6]]", "one board"),
        (json.dumps({"start": [[0, 1], [3, 2]]}, indent=2), "one board"),
        ("0 1 3\n4 2 5\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n", "2 boards"),
    ],
)
def test_boards_over_several_lines_are_told(run: Run, tmp_path: Path, text: str, holds: str) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(text, encoding="utf-8", newline="")
    for arguments in (("batch", str(path)), ("compare", "--boards", str(path))):
        result = run(*arguments)
        assert result.exit_code == 2
        assert f"puzzle.txt' holds {holds} over several lines; expected one a line, with / between its rows" in result.stderr
        assert ("taquin solve --file" in result.stderr) == (holds == "one board")
    if holds == "one board":
        assert run("solve", "--file", str(path)).exit_code in (0, 3)


@pytest.mark.parametrize(
    "text", ["1 2 3\n4 5 6\n", "1 2 3 4 5", "", "123456708\n\n0 1 3\n4 2 5\n7 8 6\n", "0 1 3\n4 2 5\n7 8 6\n123456708"]
)
def test_other_files_hold_no_boards_over_several_lines(run: Run, text: str) -> None:
    assert "several lines" not in run("batch", "-", stdin=text).stderr


def test_a_long_file_is_not_kept_to_look_for_boards_over_several_lines(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "0 1 3\n4 2 5\n7 8 6\n"
    monkeypatch.setattr("taquin.cli.board_lines.MAX_BYTES", len(text) - 1)
    assert "several lines" not in run("batch", "-", stdin=text).stderr


def test_resume_matches_by_board_goal_and_options(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = str(tmp_path / "rows.jsonl")
    first = run("batch", "-", "--output", output, "-m", "bfs", "--engine", "python", stdin="123456078\n123056478\n")
    assert first.exit_code == 0
    assert first.stdout == ""
    solved = count_solves(monkeypatch)

    def again(*args: str, stdin: str) -> list[str]:
        solved.clear()
        run("batch", "-", "--output", output, "--resume", *args, stdin=stdin)
        return list(solved)

    assert again("-m", "bfs", stdin="123056478\n123456078\n") == []
    assert again("-m", "bfs", "--engine", "python", stdin="123456078\n") == []
    assert again("-m", "bfs", "--engine", "python", stdin="123456078\n123456078\n") == ["123456078"]
    assert again("-m", "bfs", "--order", "ULDR", stdin="123456078\n") == ["123456078"]
    assert again("-m", "bfs", "--node-limit", "999", stdin="123456078\n") == ["123456078"]
    assert again("-m", "astar@zero", stdin="123456078\n") == ["123456078"]
    assert again("-m", "bfs", "--goal", "first", stdin="312045678\n") == ["312045678"]
    assert again("-m", "bfs", "--steps", stdin="123456078\n") == ["123456078"]
    assert again("-m", "bfs", "--steps", stdin="123456078\n") == []
    assert len(rows(Path(output).read_text())) == 8


def test_an_output_file_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "notes.txt"
    for text in ("hello", "hello\n", '{"index": 1}\nhello\n{"index": 2}\n', "[1]\n"):
        output.write_text(text)
        assert "--resume" in run("batch", "-", "--output", str(output), stdin="123456078").stderr
        result = run("batch", "-", "--output", str(output), "--resume", stdin="123456078")
        assert result.exit_code == 2
        assert "not a row of taquin batch" in result.stderr
        assert output.read_text() == text


def test_a_goal_of_another_shape_is_an_error_in_its_place(run: Run) -> None:
    lines = [BOARDS[0], '{"start": [[1, 2], [3, 0]], "goal": [[1, 2, 3], [4, 5, 0]]}', BOARDS[1]]
    result = run("batch", "-", stdin="\n".join(lines))
    found = rows(result.stdout)
    assert result.exit_code == 2
    assert [row.get("cost") for row in found] == [4, None, 8]
    assert found[1]["error"] == "goal: row 1: expected 2 tiles for a 2x2 board, got 3"


@pytest.mark.parametrize("data", ['{"index": 1, "foo": 2}\n', '{"index": 1, "error": "x"}\n', '{"index": {"_id": 1}}\n{"a": [1,'])
def test_somebody_elses_rows_are_left_alone(run: Run, tmp_path: Path, data: str) -> None:
    output = tmp_path / "rows.jsonl"
    output.write_text(data)
    result = run("batch", "-", "--output", str(output), "--resume", stdin=BOARDS[0])
    assert result.exit_code == 2
    assert "not a row of taquin batch" in result.stderr
    assert output.read_text() == data


OWN = "def estimate(board, goal):\n    return {}\n"


def test_an_edited_heuristic_is_asked_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In another process it is another module; here the one that was imported has to go."""
    monkeypatch.chdir(tmp_path)
    arguments = ("batch", "-", "-m", "astar@max(manhattan,edited:estimate)", "--output", "rows.jsonl", "--resume")

    def solved_with(value: int) -> int:
        monkeypatch.delitem(sys.modules, "edited", raising=False)
        Path("edited.py").write_text(OWN.format(value))
        with monkeypatch.context() as patch:
            solved = count_solves(patch)
            assert run(*arguments, stdin=BOARDS[0]).exit_code == 0
        return len(solved)

    assert [solved_with(value) for value in (0, 0, 10, 10, 0)] == [1, 0, 1, 0, 0]
    sources = [row["options"]["heuristic_source"] for row in rows(Path("rows.jsonl").read_text())]
    assert len(set(sources)) == 2
