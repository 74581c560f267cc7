# SPDX-License-Identifier: MIT
"""What people see: tables, sentences and progress on terminals of several widths, and whole lines in a pipe."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from tests.cli.running import Run
from tests.cli.terminal import Terminal, screen_of

from taquin.cli.status_line import fit_line
from taquin.cli.text_tables import Table, columns_of, print_table, wrap_line
from taquin.tables.store import write_table

pytest.importorskip("termios")

WIDTHS = (40, 60, 80, 200)
HARD15 = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
LONG = "idastar@max(manhattan,linear-conflict)"
SHOWN = {
    "list": ("list",),
    "list options": ("list", "options"),
    "explain": ("explain", "5x5: ULDRUULDL"),
    "check": ("check", "1 2 3 / 4 5 6 / 8 7 0"),
    "compare": ("compare", "136502478", "-m", "bfs", "-m", "astar@linear-conflict", "-m", LONG),
    "compare a set": ("compare", "--set", "default8:1-2", "-m", "bfs", "-m", "astar@linear-conflict", "-m", LONG),
    "compare without an answer": ("compare", "136502478", "-m", LONG, "--node-limit", "2", "-m", "bfs"),
    "solve": ("solve", "136502478", "-m", LONG),
    "solve by tiles": ("solve", "806547231", "--moves", "tile", "-m", "astar"),
    "solve unsolvable": ("solve", "1 2 3 / 4 5 6 / 8 7 0"),
    "heuristic": ("heuristic", "check", "linear-conflict-pairs", "--size", "2x3"),
    "tables": ("tables", "list"),
    "error": ("solve", "136502478", "-m", "astar@nonsense"),
}


def words(lines: list[str]) -> Counter[str]:
    """Count the words, times aside: they differ from run to run."""
    text = re.sub(r"\d+(\.\d+)? (ms|s|µs)\b", "TIME", "\n".join(lines))
    return Counter(text.split())


@pytest.fixture
def experiment(tmp_path: Path, run: Run) -> Path:
    """The folder of a small experiment with a long title, done."""
    spec = tmp_path / "study.toml"
    methods = ["bfs", "astar@linear-conflict", LONG]
    boards = '[[boards]]\nsize = "3x3"\ndepth = "0-9"\ncount = 1\n'
    spec.write_text(f'title = "{"A study with a long title " * 3}"\nmethods = {json.dumps(methods)}\n{boards}')
    assert run("lab", "run", str(spec)).exit_code == 0
    return spec.with_suffix("")


@pytest.fixture
def one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache directory with the longest name of the usual tables, and a file that is no table."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    facts = {"kind": "pattern database", "rows": 3, "cols": 3, "blank": 8, "tiles": list(range(8)), "index": "ranked"}
    good = write_table(tmp_path, "pdb-3x3-b8-t0.1.2.3.4.5.6.7", facts, b"entries")
    good.with_stem("pdb-4x4-b3-t0.1.2.4.5").write_bytes(b"nonsense")


@pytest.fixture(params=WIDTHS)
def columns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Make the tables of this process believe that they are on a terminal of some width."""
    monkeypatch.setattr("taquin.cli.text_tables.terminal_width", lambda stream: request.param)
    return int(request.param)


@pytest.fixture
def piped(run: Run) -> Callable[..., list[str]]:
    """Run a command in a pipe and return its lines."""

    def lines(*args: str) -> list[str]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("taquin.cli.text_tables.terminal_width", lambda stream: None)
            return run(*args).output.split("\n")

    return lines


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.usefixtures("one_table")
def test_nothing_is_lost_or_broken_on_a_terminal(name: str, columns: int, run: Run, piped: Callable[..., list[str]]) -> None:
    shown = run(*SHOWN[name]).output.split("\n")
    assert words(shown) == words(piped(*SHOWN[name]))
    too_long = [line for line in shown if len(line) > columns and len(line.split()) > 1]
    assert not too_long


def test_a_comparison_of_experiments_fits(experiment: Path, columns: int, run: Run, piped: Callable[..., list[str]]) -> None:
    args = "lab", "compare", str(experiment), str(experiment)
    shown = run(*args).output.split("\n")
    assert words(shown) == words(piped(*args))
    assert max(map(len, shown)) <= columns


def test_a_real_terminal_says_how_wide_it_is(run: Run) -> None:
    shown = screen_of(*SHOWN["compare"], columns=80)
    assert words(shown) == words(run(*SHOWN["compare"]).output.split("\n"))
    assert max(map(len, shown)) <= 80


@pytest.mark.parametrize("columns", [40, 80])
def test_the_progress_of_an_experiment_keeps_count_and_time_left(tmp_path: Path, columns: int) -> None:
    spec = tmp_path / "study.toml"
    (tmp_path / "boards.txt").write_text(f"{HARD15}\n1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15\n")
    title = "A study of an easy and a hard board, with a title that is far too long for a line of progress"
    spec.write_text(f'title = "{title}"\nmethods = ["idastar@manhattan"]\n[[boards]]\nfile = "boards.txt"\n')
    with Terminal("lab", "run", str(spec), "--jobs", "2", columns=columns) as terminal:
        line = terminal.wait_for(r"\r\x1b\[K((?:[^\r\n]*  )?1/2  [\d.]+ m?s left[^\r\n]*)\r").group(1)
        terminal.interrupt()
        assert terminal.finish() == 130
    assert len(line) < columns
    assert "Interrupted: 1 of 2 runs done" in terminal.text


def test_the_progress_of_a_search_keeps_its_counters() -> None:
    with Terminal("solve", HARD15, "-m", LONG, columns=40) as terminal:
        line = terminal.wait_for(r"\r\x1b\[K([^\r\n]* nodes [^\r\n]*)\r").group(1)
        terminal.interrupt()
        assert terminal.finish() == 130
    assert re.fullmatch(r"(idastar@\S*…  )?[\d,]+ nodes  [\d.]+ m?s(  .*)?", line)
    assert len(line) < 40


def test_a_terminal_that_has_no_codes_gets_none() -> None:
    assert not any("\x1b" in line for line in screen_of("explore", "2x3", variables=[("TERM", "dumb")]))
    with Terminal("list", "sets", variables=[("TERM", "dumb")]) as terminal:
        assert terminal.finish() == 0
    assert "\x1b" not in terminal.text


def test_columns_has_the_last_word() -> None:
    assert max(map(len, screen_of("list", "sets", columns=80, variables=[("COLUMNS", "60")]))) <= 60
    assert max(map(len, screen_of("list", "sets", columns=200, variables=[("COLUMNS", "nonsense")]))) > 80


def test_bars_fit() -> None:
    lines = screen_of("explore", "3x3", columns=40)
    assert max(map(len, lines)) <= 40
    assert "181,440" in " ".join(lines)


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.usefixtures("one_table")
def test_a_pipe_has_no_width_and_no_codes(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(*SHOWN[name]).output
    monkeypatch.setenv("COLUMNS", "400")
    assert words([narrow]) == words([run(*SHOWN[name]).output])
    lines = narrow.split("\n")
    assert not any(line != line.rstrip() or "\x1b" in line for line in lines)
    assert len(lines) == len(run(*SHOWN[name]).output.split("\n"))


@pytest.mark.usefixtures("one_table")
def test_a_list_of_tables_is_no_wider_than_a_terminal(run: Run) -> None:
    good = [line for line in run("tables", "list").stdout.splitlines() if "unusable" not in line]
    assert any("pdb-3x3-b8-t0.1.2.3.4.5.6.7" in line for line in good)
    assert max(map(len, good)) <= 80


CELLS = st.text("ab-@ 推", max_size=12).map(lambda text: " ".join(text.split()))


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=4), st.integers(30, 60))
def test_a_table_keeps_every_word_and_its_width(rows: list[list[str]], width: int) -> None:
    table = Table(("method", "solved B", "time"), [tuple(row) for row in rows], (False, False, True))
    heading, lines = table.fit(width)
    assert Counter(" ".join(lines).split()) == Counter(" ".join(cell for row in rows for cell in row).split())
    assert sorted(" ".join(heading).split()) == ["B", "METHOD", "SOLVED", "TIME"]
    assert all(columns_of(line) <= width for line in [*heading, *lines])


def test_a_table_that_is_too_wide_stands_on_several_lines() -> None:
    table = Table(
        ("method", "status", "expanded", "time"), [("astar@linear-conflict", "optimal", "1,234", "")], (False, False, True, True)
    )
    assert table.fit(None) == (
        ["METHOD                 STATUS   EXPANDED  TIME"],
        ["astar@linear-conflict  optimal     1,234"],
    )
    assert table.fit(43)[0] == ["METHOD                STATUS  EXPANDED TIME"]
    assert table.fit(30) == (
        ["METHOD", "  STATUS   EXPANDED  TIME"],
        ["astar@linear-conflict", "  optimal     1,234"],
    )
    assert table.fit(12) == (
        ["METHOD", "  STATUS", "  EXPANDED", "  TIME"],
        ["astar@linear-conflict", "  optimal", "     1,234"],
    )


def test_a_word_that_is_longer_than_the_line_stays_whole() -> None:
    assert wrap_line("see linear-conflict", 6) == ["see", "linear-conflict"]
    assert wrap_line("  1.05 µs  in  Python", 12) == ["  1.05 µs", "in  Python"]


def test_a_table_without_rows_has_a_heading(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "size"), ())
    assert capsys.readouterr().out == "NAME  SIZE\n"


@given(
    st.lists(st.sampled_from(["12/205", "3.2 s left", "12,345,678 nodes", "推盤"]), min_size=1, max_size=4, unique=True),
    st.text("x推", max_size=50),
    st.integers(20, 120),
    st.none() | st.floats(0, 1),
)
def test_a_line_of_progress_fits_and_cuts_no_number(facts: list[str], label: str, width: int, share: float | None) -> None:
    line = fit_line(facts, width, label, share=share)
    assert columns_of(line) <= width
    assert facts[0] in line
    kept = [fact for fact in facts if fact in line.split("  ")]
    assert kept == facts[: len(kept)]
