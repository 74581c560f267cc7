# SPDX-License-Identifier: MIT
"""Heuristics in C++: built, loaded, believed and held to their claims; and what is said of those that cannot be used."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import taquin
from taquin.board import Board
from taquin.cli import main
from taquin.compiled_core import core_is_built
from taquin.errors import InputError, MethodError
from taquin.heuristics import parse_heuristic
from taquin.heuristics.building import SUFFIX, build_library
from taquin.lab import check_heuristic
from taquin.machine import find_compiler
from taquin.question import Question, ask

pytestmark = pytest.mark.skipif(find_compiler() is None or not core_is_built(), reason="no C++ compiler or no core")

SIGNATURE = "int32_t taquin_heuristic(const uint8_t* board, int32_t rows, int32_t cols, const uint8_t* goal)"
MISPLACED = f"""
const int32_t taquin_heuristic_claims = TAQUIN_ADMISSIBLE;

{SIGNATURE} {{
    int count = 0;
    for (int cell = 0; cell < rows * cols; ++cell) count += board[cell] && board[cell] != goal[cell];
    return count;
}}
"""
FAR = "8 6 7 / 2 5 4 / 3 0 1"


def body(text: str) -> str:
    return f"#include <stdexcept>\n{SIGNATURE} {{\n    (void)board, (void)rows, (void)cols, (void)goal;\n    {text}\n}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def build(source: str, name: str = "mine", sanitize: bool = False) -> str:
    Path(f"{name}.cpp").write_text(source)
    path, _ = build_library(Path(f"{name}.cpp"), sanitize=sanitize)
    return str(path)


def test_a_function_in_cpp_is_a_heuristic(folder: Path) -> None:
    name = build(MISPLACED, sanitize=True)
    heuristic = parse_heuristic(name)
    assert (heuristic.name, heuristic.admissible, heuristic.consistent) == (f"mine{SUFFIX}", True, False)
    built_in = taquin.solve(FAR, method="astar@misplaced")
    for engine in ("python", "native"):
        own = taquin.solve(FAR, method=f"astar@{name}", engine=engine)
        assert (own.cost, own.status) == (31, taquin.Status.OPTIMAL)
        assert (own.moves, own.stats.generated) == (built_in.moves, built_in.stats.generated)
    for goal in (Board.goal(2, 3), Board.goal(3, 2, "first")):
        verdict, expected = check_heuristic(name, goal), check_heuristic("misplaced", goal)
        assert (verdict.mean_estimate, verdict.word) == (expected.mean_estimate, expected.word)
        assert verdict.claims == (True, False)
    assert parse_heuristic(f"max(manhattan,{name})").value(taquin.parse_board(FAR), Board.goal(3, 3)) == 21
    boards = [taquin.random_board("3x3", seed=seed) for seed in range(4)]
    assert [row.cost for row in taquin.solve_many(boards, method=f"astar@{name}", jobs=2)] == [20, 25, 24, 21]
    question = ask(FAR, method=f"astar@{name}")
    assert Question.from_json(json.loads(json.dumps(question.to_json())), allow_custom=True) == question
    with pytest.raises(MethodError, match=r"does not take 9x9 boards: a library takes boards up to 64 cells"):
        taquin.solve(Board.goal(9, 9), method=f"astar@{name}", engine="python")


def test_a_library_that_is_built_again_is_another(folder: Path) -> None:
    goal = Board.goal(2, 2)
    first = parse_heuristic(build(body("return 1;")))
    assert (first.value(goal, goal), first.admissible) == (1, False)
    second = parse_heuristic(build(body("return 2;")))
    assert (first.value(goal, goal), second.value(goal, goal)) == (1, 2)
    assert first != second


@pytest.mark.parametrize("engine", ["python", "native"])
def test_answers_that_cannot_be_used_get_a_sentence(folder: Path, engine: str) -> None:
    throws = 'if (board[0] == 1) throw std::runtime_error("no luck");\n    if (board[0] == 3) throw 42;\n'
    name = build(body(f"{throws}    return board[0] == 2 ? 100000001 : -3;"))
    for start, message in [
        ("1 2 / 0 3", "it threw: no luck"),
        ("3 1 / 2 0", "it threw something that is no std::exception"),
        ("2 3 / 1 0", "it returned 100000001; expected a number from 0 to 100000000"),
        ("0 1 / 3 2", "it returned -3; expected a number from 0 to 100000000"),
    ]:
        with pytest.raises(MethodError, match=f"heuristic 'mine{SUFFIX}' cannot be used: {message}"):
            taquin.solve(start, method=f"idastar@{name}", engine=engine)
    with pytest.raises(MethodError, match="cannot be used: it "):
        check_heuristic(name, Board.goal(2, 2))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("int f() { return x; }", r"'mine.cpp' does not compile: line 1, column 18: .*x"),
        ("#include <no_such_header>", "does not compile: line 1, column 10: .*no_such_header"),
        ("int taquin_heuristic(int board) { return board; }", "cannot be used: it has no function taquin_heuristic as taquin_h"),
        ("", "heuristic 'mine.cpp' cannot be used: it has no function taquin_heuristic"),
        ("extern int nowhere(); " + body("return nowhere();"), "does not compile|cannot be loaded"),
    ],
)
def test_sources_that_cannot_be_used_get_a_sentence(folder: Path, source: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        build(source)
    assert "\n" not in str(caught.value)
    assert not Path(f"mine{SUFFIX}").exists()


def test_places_that_cannot_be_used_get_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"expected a C\+\+ file, got 'none.cpp', which is not there"):
        build_library(Path("none.cpp"))
    Path("mine.cpp").write_text(MISPLACED)
    with pytest.raises(InputError, match=f"expected a library to end with {SUFFIX}, got 'mine.txt'"):
        build_library(Path("mine.cpp"), Path("mine.txt"))
    with pytest.raises(InputError, match=f"cannot write to 'nowhere/mine{SUFFIX}': No such file"):
        build_library(Path("mine.cpp"), Path(f"nowhere/mine{SUFFIX}"))
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(InputError, match=r"a C\+\+ compiler is needed, and none was found"):
        build_library(Path("mine.cpp"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("return board[rows * cols];", "heap-buffer-overflow"),
        ("return 2147483647 + rows;", "signed integer overflow"),
        ("return rows == 3 ? -1 : 0;", "it returned -1 on a 3x2 board"),
    ],
)
def test_sanitizers_find_what_is_wrong(folder: Path, text: str, message: str) -> None:
    if not has_sanitizers(folder):
        pytest.skip("this compiler has no sanitizers")
    with pytest.raises(MethodError, match=f"'mine.cpp' was tried on boards and failed: .*{message}") as caught:
        build(body(text), sanitize=True)
    assert not Path(f"mine{SUFFIX}").exists()
    assert "returned" in message or caught.value.row == 4


def has_sanitizers(folder: Path) -> bool:
    (folder / "empty.cpp").write_text("int main() {}")
    tried = [*(find_compiler() or []), "-fsanitize=address,undefined", "empty.cpp", "-o", "empty"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


def test_files_that_are_no_heuristics_get_a_sentence(folder: Path) -> None:
    compiler = find_compiler() or []
    for name, source in (("plain", "int f() { return 1; }"), ("other", 'extern "C" const int taquin_heuristic_abi = 99;')):
        Path(f"{name}.cpp").write_text(source)
        subprocess.run([*compiler, "-shared", "-fPIC", f"{name}.cpp", "-o", f"{name}{SUFFIX}"], check=True)
    Path(f"text{SUFFIX}").write_text("no library")
    for name, message in [
        (f"none{SUFFIX}", "there is no such file"),
        (f"text{SUFFIX}", "it cannot be loaded"),
        (f"plain{SUFFIX}", "it was not built by 'taquin heuristic build'"),
        (f"other{SUFFIX}", "it was built for another version of Taquin; build it again"),
        ("plain.cpp", r"'plain.cpp' is C\+\+, which is compiled first: taquin heuristic build plain.cpp"),
    ]:
        with pytest.raises(MethodError, match=message) as caught:
            parse_heuristic(name)
        assert "\n" not in str(caught.value)


def test_without_the_core_it_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(f"mine{SUFFIX}").write_bytes(b"")
    monkeypatch.setattr("taquin.heuristics.library.core_problem", lambda: "the compiled core is not installed")
    with pytest.raises(MethodError, match="cannot be used: the compiled core is not installed"):
        parse_heuristic(f"mine{SUFFIX}")
    monkeypatch.setattr("taquin.heuristics.library.IN_PAGE", True)
    with pytest.raises(MethodError, match="cannot be used: a page loads no libraries"):
        parse_heuristic(f"mine{SUFFIX}")


def test_the_command(folder: Path) -> None:
    Path("mine.cpp").write_text(MISPLACED.replace("int count", "int unused; int count"))
    result = CliRunner().invoke(main, ["heuristic", "build", "mine.cpp"])
    assert result.exit_code == 0
    assert result.stdout == f"mine{SUFFIX}\nUse it as a heuristic: taquin solve BOARD -m idastar@mine{SUFFIX}\n"
    assert "unused" in result.stderr
    Path("mine.cpp").write_text("}")
    result = CliRunner().invoke(main, ["heuristic", "build", "mine.cpp"])
    assert result.exit_code == 2
    assert "'mine.cpp' does not compile: line 1, column 1: " in result.stderr


def test_a_library_that_was_built_anew_is_another_question(folder: Path) -> None:
    keys = [ask(FAR, method=f"astar@{build(body(f'return {value};'))}").key for value in (0, 1, 0)]
    assert keys[0] != keys[1]
