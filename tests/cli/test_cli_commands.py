# SPDX-License-Identifier: MIT
"""check, explain, generate, compare, list and menu."""

import csv
import io
import json
from pathlib import Path

import pytest
from tests.cli.running import Run

from taquin.errors import InputError
from taquin.heuristics import HEURISTICS
from taquin.instances import SET_NAMES
from taquin.notation import parse_board
from taquin.render.text import solution_lines
from taquin.search import SEARCHES
from taquin.solver import solve

WORKED = "7 2 4 / 6 0 5 / 8 3 1"


def test_check_tells_why(run: Run) -> None:
    result = run("check", "0 1 3 / 4 2 5 / 7 8 6")
    assert result.exit_code == 0
    assert "Solvable puzzle\n4 inversions (3-2, 4-2, 7-6, 8-6)" in result.stdout
    result = run("check", "1 2 3 / 0 4 6 / 8 5 7")
    assert result.exit_code == 3
    assert "Unsolvable puzzle\n3 inversions (6-5, 8-5, 8-7)" in result.stdout


def test_check_as_json(run: Run) -> None:
    result = run("check", "2 8 3 1 6 4 7 0 5", "--json")
    row = json.loads(result.stdout)
    assert result.exit_code == 3
    assert (row["valid"], row["solvable"], row["inversions"]) == (True, False, 11)


def test_explain_works_out_the_classroom_board(run: Run) -> None:
    row = json.loads(run("explain", WORKED, "--json").stdout)
    values = row["heuristics"]
    assert list(values) == list(HEURISTICS)
    assert (values["misplaced"], values["manhattan"], values["linear-conflict"]) == (7, 16, 18)
    assert round(values["euclidean"], 2) == 13.30
    assert [tile["manhattan"] for tile in row["tiles"]] == [4, 0, 3, 3, 1, 2, 2, 1]
    assert row["conflicts"] == [{"line": "row", "index": 2, "tiles": [6, 5]}]


def test_explain_as_text(run: Run) -> None:
    result = run("explain", WORKED)
    assert result.exit_code == 0
    assert "row 2: 6-5 reversed" in result.stdout
    assert any(line.split() == ["euclidean", "13.30", "yes", "yes"] for line in result.stdout.splitlines())
    assert all(line == line.rstrip() for line in result.stdout.splitlines())


def test_explain_names_its_units(run: Run) -> None:
    headings = ("Heuristics", "Tile by tile", "Linear conflicts")
    lines = run("explain", WORKED).stdout.splitlines()
    assert [line for line in lines if line.startswith(headings)] == list(headings)
    lines = run("explain", WORKED, "--metric", "slides").stdout.splitlines()
    units = ["Heuristics, in slides", "Tile by tile, in single moves", "Linear conflicts, in single moves"]
    assert [line for line in lines if line.startswith(headings)] == units


def test_explain_says_what_refuses_a_board(run: Run) -> None:
    row = json.loads(run("explain", "5x5: ULUL", "--json").stdout)
    assert row["heuristics"]["walking-distance"] is None
    assert "walking-distance" in row["refused"]
    assert "walking-distance refused: " in run("explain", "5x5: ULUL").stdout


def test_explain_takes_other_heuristics(run: Run) -> None:
    row = json.loads(run("explain", WORKED, "--json", "-H", "max(hamming,md)").stdout)
    assert row["heuristics"] == {"max(misplaced,manhattan)": 16}


def test_generate_repeats_itself_with_its_seed(run: Run) -> None:
    first = run("generate", "--count", "5", "--size", "3x4")
    seed = first.stderr.removeprefix("Seed: ").strip()
    assert run("generate", "--count", "5", "--size", "3x4", "--seed", seed).stdout == first.stdout
    boards = [parse_board(line) for line in first.stdout.splitlines()]
    assert [board.shape for board in boards] == [(3, 4)] * 5
    assert len(set(boards)) == 5


def test_generate_in_every_format(run: Run) -> None:
    line, text, row = (run("generate", "--seed", "9", "-n", "2", "--format", name).stdout for name in ("line", "text", "json"))
    from_lines = [parse_board(part) for part in line.splitlines()]
    assert from_lines == [parse_board(part) for part in text.split("\n\n")]
    loaded = [json.loads(part) for part in row.splitlines()]
    assert from_lines == [parse_board(json.dumps(part["start"])) for part in loaded]
    assert [(part["index"], part["seed"]) for part in loaded] == [(1, 9), (2, 9)]


def test_a_row_of_json_is_a_board_for_every_command(run: Run, tmp_path: Path) -> None:
    row = run("generate", "--seed", "1", "--goal", "first", "--depth", "3", "--json").stdout
    file = tmp_path / "row.json"
    for text in (row, f"\ufeff# a remark\n\n  {row}", json.dumps(json.loads(row), indent=2), run("solve", row, "--json").stdout):
        file.write_text(text, encoding="utf-8")
        assert json.loads(run("solve", "--file", str(file), "--json").stdout)["cost"] == 3
        assert json.loads(run("solve", "-", "--goal", "last", "--json", stdin=text).stdout)["cost"] != 3
        for command in (("check",), ("explain",), ("compare", "-m", "bfs"), ("render", "-o", str(tmp_path / "board.svg"))):
            assert run(*command, "--file", str(file)).exit_code == 0, (command, text)


def test_an_object_that_is_no_board_and_several_that_are(run: Run) -> None:
    assert 'the object has no "start"' in run("solve", '{"strt": "123456780"}').stderr
    assert "not valid JSON" in run("solve", "{0 1 3}").stderr
    rows = run("generate", "-n", "2", "--json").stdout
    for text in (rows, f"# two\n{rows}", "# two\n123456708\n123456078\n"):
        assert "expected one board, got 2, one a line; taquin batch - solves them all" in run("check", "-", stdin=text).stderr


def test_generate_at_a_depth_and_by_a_walk(run: Run) -> None:
    board = run("generate", "--seed", "2", "--depth", "20").stdout.strip()
    assert "Minimum number of moves = 20\n" in run("solve", board).stdout
    assert run("generate", "--seed", "2", "--walk", "0", "--size", "2x3", "--goal", "first").stdout == "0 1 2 / 3 4 5\n"
    assert run("generate", "--seed", "2", "--walk", "0", "--goal", "3 1 / 2 0").stdout == "3 1 / 2 0\n"


def test_compare_runs_the_methods_in_order(run: Run) -> None:
    result = run("compare", "136502478", "-m", "bfs", "-m", "astar@misplaced", "-m", "greedy")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert lines[0] == ["METHOD", "STATUS", "COST", "GENERATED", "EXPANDED", "FRONTIER", "DEPTH", "TIME"]
    assert [line[0] for line in lines[1:]] == ["bfs", "astar@misplaced", "greedy@manhattan"]
    assert lines[1][1:3] == ["optimal", "8"]


def test_compare_as_json_and_csv(run: Run) -> None:
    methods = ("-m", "bfs", "-m", "idastar@lc")
    loaded = json.loads(run("compare", "136502478", *methods, "--json").stdout)
    table = list(csv.DictReader(io.StringIO(run("compare", "136502478", *methods, "--csv").stdout)))
    assert [row["method"] for row in loaded] == [row["method"] for row in table] == ["bfs", "idastar@linear-conflict"]
    assert [row["stats"]["generated"] for row in loaded] == [int(row["generated"]) for row in table]


def test_compare_has_methods_of_its_own(run: Run) -> None:
    for board in ("123456078", "4x4: ULUL"):
        loaded = json.loads(run("compare", board, "--json").stdout)
        assert len(loaded) >= 4
        assert {row["options"]["max_time"] for row in loaded} == {10.0}
    assert "max_time" not in json.loads(run("compare", "123456078", "--node-limit", "999", "--json").stdout)[0]["options"]


def test_compare_notes_what_hit_a_limit(run: Run) -> None:
    result = run("compare", "072461358", "-m", "bfs", "-m", "astar", "--node-limit", "5000")
    assert result.exit_code == 4
    assert "bfs: node limit of 5000 reached; at least " in result.stdout


def test_compare_an_unsolvable_board(run: Run) -> None:
    result = run("compare", "123456870", "-m", "bfs")
    assert result.exit_code == 3
    assert result.stdout.startswith("Unsolvable puzzle\n1 inversion")


def test_compare_takes_many_boards(run: Run, tmp_path: Path) -> None:
    result = run("compare", "--set", "default8:1-4", "-m", "bfs", "-m", "astar@manhattan", "--jobs", "2")
    assert result.exit_code == 0
    assert [line.split()[:4] for line in result.stdout.splitlines()[1:]] == [
        ["bfs", "4", "of", "4"],
        ["astar@manhattan", "4", "of", "4"],
    ]
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3 / 4 0 6 / 7 5 8\n0 1 3 / 4 2 5 / 7 8 6\n")
    rows = json.loads(run("compare", "--boards", str(path), "-m", "bfs", "-m", "ids", "--json").stdout)
    assert [(row["method"], row["cost"]) for row in rows] == [("bfs", 2), ("ids", 2), ("bfs", 4), ("ids", 4)]
    path.write_text("1 2 3 / 4 0 6 / 7 5 8\n1 1\n")
    assert "board 2: " in run("compare", "--boards", str(path)).stderr
    assert "only one of them" in run("compare", "123456780", "--set", "sheet").stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("batch", "--set", "default8", "--checkpoint", "work"), "--output FILE --resume"),
        (("batch", "--set", "default8", "--cluster", "local:1", "--jobs", "2"), "the cluster says how many workers"),
        (("solve", "123456780", "--cluster", "local:1", "--engine", "native"), "give --engine or --cluster"),
        (("solve", "123456780", "--engine", "native:5"), "has no address"),
        (("solve", "123456780", "-m", "optimal", "--engine", "cluster"), "no cluster is named"),
        (("compare", "--set", "default8:2-3", "-m", "optimal", "--checkpoint", "work"), "--checkpoint is for one search"),
        (("compare", "--set", "default8", "--size", "3x3"), "--size is for boards that are written as flat lists"),
        (("batch", "--set", "default8", "--set", "korf15"), "expected one set, got default8 and korf15"),
        (("batch", "--set", "default8", "-m", "bfs", "-m", "ids"), "expected one method, got bfs and ids"),
        (("solve", "123456780", "--list", "3"), "give --all as well"),
        (("solve", "123456780", "--all", "--steps"), "leave it out with --all"),
        (("solve", "123456780", "--all", "--threads", "2", "--engine", "native"), "leave out --threads, --engine"),
        (("solve", "123456780", "--all", "-m", "optimal@pdb:8"), "leave out the heuristic"),
        (("explore", "3x3", "--depth", "2", "--plot", "x.png"), "leave it out with --depth"),
        (("bench", "--check", "--case", "bfs-8", "--json", "x.json"), "leave out --json"),
    ],
)
def test_what_means_nothing_is_refused(run: Run, args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_batch_uses_as_many_jobs_as_it_is_told(run: Run, jobs: str) -> None:
    result = run("batch", "--set", "default8", "-m", "astar@misplaced", "--jobs", jobs, "--ties", "fifo")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["index"] for row in rows] == list(range(1, 9))
    assert all(row["cost"] == row["optimal"] for row in rows)
    assert {row["options"]["ties"] for row in rows} == {"fifo"}


def test_list_names_everything(run: Run) -> None:
    listed = json.loads(run("list", "--json").stdout)
    assert list(listed) == ["version", "algorithms", "heuristics", "options", "sets", "engines", "counters", "goals"]
    assert [row["name"] for row in listed["algorithms"]] == list(SEARCHES)
    assert [row["name"] for row in listed["heuristics"]] == list(HEURISTICS)
    assert [row["name"] for row in listed["sets"]] == list(SET_NAMES)
    assert {"name", "available", "reason", "about"} == set(listed["engines"][0])
    assert "a* = astar" in run("list", "algorithms").stdout
    text = run("list").stdout
    assert all(name in text for name in (*SEARCHES, *HEURISTICS, *SET_NAMES))
    assert "Heuristics" not in run("list", "sets", "engines").stdout


def test_menu_solves_a_default_puzzle(run: Run) -> None:
    result = run("menu", stdin="1\n3\nbfs\nn\nn\n")
    assert result.exit_code == 0
    assert "Minimum number of moves = 4\n" in result.stdout


def test_menu_asks_again_with_the_reason(run: Run) -> None:
    answers = "3 2 huge 3x3 1,2 1,2,2 1,2,x 1,2,3 3,4,5 4,0,6 7,5,8 nowhere last asta 99 astar manhatan manhattan maybe y n"
    result = run("menu", stdin=answers.replace(" ", "\n").replace(",", " ") + "\n")
    assert result.exit_code == 0
    for reason in (
        "Expected a number from 1 to 2, got '3'",
        "Expected a size",
        "Expected 3 numbers, got 2",
        "Column 3: 2 is there already",
        "Column 3: expected a number from 0 to 8, got 'x'",
        "Column 1: 3 is there already",
        "Unknown goal 'nowhere'",
        "did you mean 'astar'? Try again.",
        f"Expected a number from 1 to {len(SEARCHES)}, got '99'",
        "did you mean 'manhattan'? Try again.",
        "Expected y or n, got 'maybe'",
    ):
        assert reason in result.stdout
    assert "Minimum number of moves = 2\nMoves: DR\n" in result.stdout
    assert "Step 2:\nMove: RIGHT\n" in result.stdout


@pytest.mark.parametrize("answers", ["", "2\n", "2\n3x3\n1 2 3\n", "1\n\n\n"])
def test_menu_ends_cleanly_with_its_input(run: Run, answers: str) -> None:
    result = run("menu", stdin=answers)
    assert result.exit_code == 0
    assert result.stdout.endswith("Bye.\n")


def test_menu_goes_on_with_another_puzzle(run: Run) -> None:
    result = run("menu", stdin="1\n1\nbfs\nn\ny\n1\n2\nbfs\nn\nn\n")
    assert "moves = 0\n" in result.stdout
    assert "moves = 2\n" in result.stdout


def test_generate_says_what_it_understood(run: Run) -> None:
    assert "for the 15-puzzle give --size 15-puzzle or 4x4" in run("generate", "--size", "15", "--seed", "1").stderr
    assert run("generate", "--size", "15-puzzle", "--seed", "1").stderr == "Seed: 1\n"
    assert run("generate", "--size", "3", "--seed", "1").stderr == "Seed: 1\n"


def test_render_looks_for_no_longer_path_than_a_picture_holds(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "steps.png"
    result = run("render", "867254301", "--steps", "-m", "dfs", "--output", str(path))
    assert result.exit_code == 0
    assert int(result.stdout.split("= ")[1].split()[0]) <= 199
    assert path.exists()


def test_render_misses_pillow_before_the_search(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise InputError("PNG and GIF need pillow")

    monkeypatch.setattr("taquin.render.gif.require_pillow", missing)
    monkeypatch.setattr("taquin.cli.commands.render.solve_question", lambda *_: pytest.fail("a search was run"))
    assert "need pillow" in run("render", "867254301", "--output", str(tmp_path / "solution.gif")).stderr


def test_the_sheet_says_what_is_not_counted(run: Run) -> None:
    lines = run("solve", "5 1 2 4 / 9 6 3 8 / 13 15 10 11 / 14 0 7 12", "--format", "sheet", "-m", "optimal").stdout.splitlines()
    assert lines[-1] == "Nodes expanded = not counted by this method"


LIAR = """
import taquin

@taquin.heuristic(admissible=True, consistent=True)
def estimate(board, goal):
    return 3 * sum(taquin.explain(board, goal, heuristics=["manhattan"])["heuristics"].values())
"""


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_false_claim_is_the_heuristics(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boasting.py").write_text(LIAR)
    board = "867254301"
    result = run("solve", board, "-m", "greedy@boasting:estimate", "--engine", engine)
    assert result.exit_code == 2
    assert "heuristic 'boasting:estimate' cannot be used: it claims to be admissible, but" in result.stderr
    believed = run("solve", board, "-m", "astar@boasting:estimate", "--engine", engine)
    assert believed.exit_code == 0
    assert "deeper than" not in believed.stdout  # no board is as deep as that
    rows = json.loads(run("compare", board, "-m", "bfs", "-m", "greedy@boasting:estimate", "--json", "--engine", engine).stdout)
    assert [row["status"] for row in rows] == ["optimal", "failed"]


@pytest.mark.parametrize("name", ["gbfs", "gbs", "best-first"])
def test_greedy_has_many_names(run: Run, name: str) -> None:
    assert json.loads(run("solve", "136502478", "-a", name, "--json").stdout)["algorithm"] == "greedy"


def test_what_is_not_counted_is_null(run: Run) -> None:
    stats = json.loads(run("solve", "--size", "4x4", "5 1 2 4 9 6 3 8 13 15 10 11 14 0 7 12", "--json").stdout)["stats"]
    assert (stats["expanded"], stats["max_frontier"]) == (None, None)
    assert stats["generated"] > 0
    rows = run("compare", "5 1 2 4 / 9 6 3 8 / 13 15 10 11 / 14 0 7 12", "-m", "optimal").stdout.splitlines()
    assert rows[1].split()[4:6] == ["-", "-"]


def test_a_terminal_shows_the_beginning_of_a_long_path() -> None:
    solution = solve("867254301", method="dfs")
    lines = list(solution_lines(solution, most_moves=1000))
    assert len(lines[1]) == len("Moves: ") + 1000
    assert lines[2] == f"... and {(solution.cost or 0) - 1000:,} more; --json, or a pipe such as | less, shows them all"
    assert len(list(solution_lines(solution))[1]) > 10_000


class TestSlides:
    """`--metric slides` on the commands that take it."""

    BOARD = "0 1 2 / 4 5 3 / 7 8 6"

    def test_solve(self, run: Run) -> None:
        shown = run("solve", self.BOARD, "--metric", "slides", "--moves", "tile").stdout
        assert shown.startswith("Minimum number of slides = 2 (4 moves)\nSlides: L2 U2\n")
        row = json.loads(run("solve", self.BOARD, "--metric", "slides", "--json", "--steps").stdout)
        assert (row["cost"], row["length"], row["slides"], row["moves"], len(row["path"])) == (2, 4, 2, "R2 D2", 3)
        listed = run("solve", self.BOARD, "--metric", "slides", "--all").stdout
        assert listed == "Minimum number of slides = 2 (4 moves)\nShortest paths: 1, over 3 boards\nR2 D2\n"

    def test_batch_leaves_out_what_a_set_knows_of_single_moves(self, run: Run) -> None:
        row = json.loads(run("batch", "--set", "default8:4", "--metric", "slides").stdout)
        assert row["optimal"] is None
        assert row["cost"] == row["slides"] <= row["length"]

    def test_compare(self, run: Run) -> None:
        rows = list(
            csv.DictReader(
                io.StringIO(run("compare", self.BOARD, "-m", "bfs", "-m", "optimal", "--metric", "slides", "--csv").stdout)
            )
        )
        assert [(row["cost"], row["length"], row["slides"]) for row in rows] == [("2", "4", "2")] * 2

    def test_judge(self, run: Run) -> None:
        assert run("judge", self.BOARD, "R2D2", "--metric", "slides").stdout == "A shortest path, 2 slides (4 moves)\n"
        assert "Slide 1, D, leaves every shortest path" in run("judge", self.BOARD, "DUR2D2", "--metric", "slides").stdout

    def test_explore(self, run: Run) -> None:
        assert "Boards:  360\nDeepest: 20 slides\n" in run("explore", "2x3", "--metric", "slides").stdout
        assert len(run("explore", "3x3", "--metric", "slides", "--depth", "1").stdout.splitlines()) == 4

    def test_explain_and_the_referee(self, run: Run) -> None:
        values = json.loads(run("explain", self.BOARD, "--metric", "slides", "--json").stdout)["heuristics"]
        assert (values["manhattan"], values["walking-distance"], values["misplaced"]) == (2, 2, 2)
        shown = run("heuristic", "check", "walking-distance", "--size", "2x3", "--metric", "slides").stdout
        assert "2x3, goal 1 2 3 / 4 5 0, in slides\nVerdict: admissible and consistent\n" in shown

    def test_generate(self, run: Run) -> None:
        row = json.loads(run("generate", "--depth", "24", "--metric", "slides", "--seed", "1", "--json").stdout)
        assert (row["depth"], row["metric"]) == (24, "slides")
        assert run("generate", "--size", "4x4", "--depth", "9", "--metric", "slides").exit_code == 2

    def test_a_metric_that_is_none(self, run: Run) -> None:
        for words in (["solve", self.BOARD], ["explore", "2x2"], ["judge", self.BOARD, "R"]):
            result = run(*words, "--metric", "moves")
            assert result.exit_code == 2
            assert "unknown metric 'moves'" in result.stderr
