# SPDX-License-Identifier: MIT
"""Specs: what they mean, and what is said about those that mean nothing."""

from pathlib import Path
from typing import Any

import pytest
from tests.lab.studies import SMALL, small_spec, spec_of, write

from taquin.lab import SpecError, load_spec, parse_spec, run_here
from taquin.lab.spec import METRICS, row_key
from taquin.lab.summary import make_records
from taquin.method import OPTIONS
from taquin.options import Option, whole_number
from taquin.solution import COUNTERS, LIMITS, Limits


def test_algorithms_times_heuristics() -> None:
    spec = small_spec(methods=[{"algorithms": ["bfs", "astar", "idastar"], "heuristics": ["misplaced", "manhattan"]}])
    names = ["bfs", "astar@misplaced", "astar@manhattan", "idastar@misplaced", "idastar@manhattan"]
    assert [str(method) for method in spec.methods] == names
    assert len(spec.runs()) == 25


def test_options_are_part_of_a_method(tmp_path: Path) -> None:
    spec = small_spec(methods=["dfs", {"algorithms": ["dfs", "wastar"], "order": "ULDR", "weight": 1.5}])
    assert [run.label for run in spec.runs()[:3]] == ["dfs", "dfs order=ULDR", "wastar@manhattan order=ULDR weight=3/2"]


SETTINGS: dict[str, tuple[str, Any, Any]] = {
    "order": ("dfs", "ULDR", "ULDR"),
    "weight": ("wastar", 1.5, "3/2"),
    "ties": ("greedy", "shallow", "shallow,lifo"),
    "beam_width": ("beam", 7, 7),
    "seed": ("hill", 3, 3),
    "threads": ("optimal", 2, 2),
    "quality": ("anytime", "fast", "fast"),
    "automaton": ("optimal", False, False),
    "weight_step": ("ara", 0.25, "1/4"),
    "epsilon": ("mm", True, True),
    "climb": ("hill", "stochastic", "stochastic"),
    "restart": ("hill", "start", "start"),
    "cooling": ("annealing", 500, 500),
    "trials": ("lrta", 4, 4),
    "memory_nodes": ("sma", 1000, 1000),
    "transpositions": ("idastar", 1000, 1000),
    "pathmax": ("astar", True, True),
    "metric": ("astar", "slides", "slides"),
}
"""An algorithm that each option concerns, a value as a spec gives it, and as the method writes it."""


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if not option.local])
def test_every_option_of_a_method_is_a_key(name: str) -> None:
    algorithm, value, written = SETTINGS[name]
    spec = small_spec(methods=[{"algorithms": [algorithm, "bfs"], name: value}])
    assert spec.methods[0].to_json()[name] == written
    assert [run.question.method for run in spec.runs()[:2]] == list(spec.methods)


def test_a_new_option_is_a_key_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    patience = Option("patience", "Patience", whole_number("a patience", 1, 9), "How long.", default=1, algorithms=("bfs",))
    monkeypatch.setitem(OPTIONS, "patience", patience)
    spec = small_spec(methods=[{"algorithms": ["bfs", "dfs"], "patience": 4}])
    assert [method["patience"] for method in spec.methods] == [4, 1]
    assert [run.label for run in spec.runs()[:2]] == ["bfs patience=4", "dfs"]
    assert [row["options"].get("patience") for row in run_here(spec)[:2]] == [4, None]
    with pytest.raises(SpecError, match=r"spec: methods\[1\].patience: expected a patience, a whole number from 1 to 9, got 10"):
        small_spec(methods=[{"algorithms": ["bfs"], "patience": 10}])


def test_files_of_the_machine_are_no_keys() -> None:
    with pytest.raises(SpecError, match=r"methods\[1\]: unknown key 'checkpoint'"):
        small_spec(methods=[{"algorithms": ["optimal"], "checkpoint": "here.json"}])


def test_methods_that_a_journal_cannot_tell_apart_are_refused() -> None:
    methods = [{"algorithms": ["optimal"], "threads": threads} for threads in (1, 2)]
    with pytest.raises(SpecError, match=r"methods: expected methods that differ in more than .*, got 'optimal'"):
        small_spec(methods=methods)


def test_axes_are_named_by_metric() -> None:
    assert small_spec(axes={"cost": "log", "elapsed": "linear"}).axes == {"cost": "log", "elapsed": "linear"}
    assert small_spec().axes == {}


def test_every_counter_is_a_metric() -> None:
    assert {counter.name for counter in COUNTERS} < set(METRICS)
    assert METRICS["elapsed"] == "time (s)"


def test_a_row_has_the_key_of_its_run_whatever_the_engine() -> None:
    spec = small_spec(engine="python", limits={"time": 60, "memory": "1GB"})
    assert [row_key(row) for row in run_here(spec)] == [run.key for run in spec.runs()]
    assert [run.key for run in spec.runs()] == [run.key for run in small_spec(limits={"time": 60, "memory": 10**9}).runs()]


def test_limits_come_from_their_table() -> None:
    assert small_spec(limits={option.name: 2 for option in LIMITS}).limits == Limits(2.0, 2, 2, 2)
    assert small_spec(limits={"memory": "500MB"}).limits == Limits(memory=500_000_000)


def test_repetitions_and_limits() -> None:
    spec = small_spec(repetitions=3, limits={"time": 2, "nodes": 10, "memory": 1000, "depth": 5})
    assert len(spec.runs()) == 30
    assert len({run.key for run in spec.runs()}) == 30
    assert spec.limits == Limits(2.0, 10, 1000, 5)


def test_random_boards_are_seeded_and_different() -> None:
    boards = [{"size": "3x3", "depth": "0-4", "count": 5}]
    first, again = small_spec(boards=boards, seed=1), small_spec(boards=boards, seed=1)
    assert first.boards == again.boards
    assert small_spec(boards=boards, seed=2).boards != first.boards
    assert [board.optimal for board in first.boards] == [0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4]
    assert len({board.start for board in first.boards}) == len(first.boards)


def test_fewer_boards_than_asked_for_are_noted() -> None:
    boards = [{"size": "3x3", "depth": "0-4", "count": 5}, {"size": "2x3", "depth": 21, "count": 2}, {"size": "3x3", "name": "x"}]
    assert small_spec(boards=boards).notes == (
        "boards[1]: 17 instead of 25 boards: not every depth has 5",
        "boards[2]: 1 instead of 2 boards: there are no more at this depth",
    )
    assert not small_spec(boards=[{"size": "3x3", "depth": [4, 5], "count": 5}]).notes


def test_walks_uniform_boards_and_goals() -> None:
    boards = [{"size": "4x4", "walk": [5, 9], "count": 2, "goal": "first"}, {"size": "2x5", "count": 3}]
    spec = small_spec(boards=boards)
    assert [board.label for board in spec.boards] == ["4x4:1", "4x4:2", "4x4:3", "4x4:4", "2x5:1", "2x5:2", "2x5:3"]
    assert spec.boards[0].goal.tiles[0] == 0


def test_a_file_beside_the_spec(tmp_path: Path) -> None:
    write(tmp_path, '# mine\n136502478\n\n{"start": [[1, 2], [0, 3]], "goal": [[1, 2], [3, 0]]}\n', "boards.txt")
    spec = spec_of(tmp_path, 'methods = ["bfs"]\n[[boards]]\nfile = "boards.txt"\n')
    assert [(board.label, board.start.shape) for board in spec.boards] == [("boards:1", (3, 3)), ("boards:2", (2, 2))]


def test_the_name_and_title_come_from_the_file(tmp_path: Path) -> None:
    assert spec_of(tmp_path, SMALL).title == "A small study"
    assert load_spec(write(tmp_path, SMALL.replace("title", "# title"), "other.toml")).title == "other"


BAD: list[tuple[dict[str, Any], str]] = [
    ({"methods": []}, "methods: expected a list of methods such as astar@manhattan"),
    ({"methods": ["astr"]}, "methods[1]: expected a method such as astar@manhattan, got 'astr' (unknown algorithm"),
    ({"methods": [7]}, "methods[1]: expected a method such as astar@manhattan, or a table, got 7"),
    ({"methods": [{"heuristics": ["zero"]}]}, "methods[1].algorithms: expected a list of algorithms"),
    ({"methods": [{"algorithms": ["astar"], "heuristics": ["x"]}]}, "methods[1].heuristics: expected a method"),
    ({"methods": [{"algorithms": ["dfs"], "order": "UUUU"}]}, "each of U, L, R, D once"),
    ({"methods": [{"algorithms": ["dfs"], "ordr": "ULDR"}]}, "methods[1]: unknown key 'ordr'; did you mean 'order'?"),
    ({"methods": [{"algorithms": ["astar"], "ties": "sideways"}]}, "methods[1].ties: expected rules for ties out of deep,"),
    ({"methods": [{"algorithms": ["optimal"], "threads": 0}]}, "methods[1].threads: expected a number of threads, a whole"),
    ({"methods": [{"algorithms": ["anytime"], "quality": "god"}]}, "methods[1].quality: unknown quality 'god'; did you mean"),
    ({"methods": [{"algorithms": ["optimal"], "automaton": 7}]}, "methods[1].automaton: expected true or false, got 7"),
    ({"boards": []}, "boards: expected [[boards]] entries"),
    ({"boards": [{}]}, "boards[1].set, size or file: expected exactly one of these keys, got 'none'"),
    ({"boards": [{"set": "korf15", "size": "3x3"}]}, "expected exactly one of these keys, got 'set and size'"),
    ({"boards": [{"set": "korf99"}]}, "boards[1].set: expected a named set such as korf15:1-20, got 'korf99' (unknown"),
    ({"boards": [{"set": 15}]}, "boards[1].set: expected a named set such as korf15:1-20, got 15"),
    ({"boards": [{"size": "3x"}]}, "boards[1].size: expected a size such as 3x3, got '3x'"),
    ({"boards": [{"size": "3x3", "depth": 40}]}, "boards[1].depth: expected 0 to 31, the deepest board of this size, got 40"),
    ({"boards": [{"size": "4x4", "depth": 4}]}, "boards[1].depth: expected exact depths only for boards of at most 9 cells"),
    ({"boards": [{"size": "3x3", "depth": "a-b"}]}, "boards[1].depth: expected a whole number from 0 on, a list of them"),
    ({"boards": [{"size": "3x3", "depth": 1, "walk": 1}]}, "boards[1].walk: expected either depth or walk, got 1"),
    ({"boards": [{"size": "3x3", "count": 0}]}, "boards[1].count: expected a whole number from 1 on, got 0"),
    ({"boards": [{"size": "3x3", "count": 10**9}]}, "boards[1].count: expected at most 100,000 boards in an entry, got 1"),
    ({"boards": [{"size": "3x3", "depth": "0-999999999"}]}, "boards[1].count: expected at most 100,000 boards in an entry"),
    ({"boards": [{"size": "3x3"}, {"size": "3x3"}]}, "boards[2].name: expected a name that no other boards have, got '3x3'"),
    ({"boards": [{"size": "3x3", "walk": 10**9}]}, "boards[1].walk: expected at most "),
    ({"boards": [{"size": "3x3", "walk": 10**7, "count": 10**5}]}, "boards[1].walk: expected at most 50,000,000 moves of all"),
    ({"boards": [{"size": "3x3", "walk": "0-9999", "count": 10}]}, "boards[1].walk: expected at most 50,000,000 moves of all"),
    ({"boards": [{"file": "nowhere.txt"}]}, "boards[1].file: expected a file with one board a line"),
    ({"boards": [{"size": "3x3", "goal": "lst"}]}, "boards[1].goal: expected a goal such as last, got 'lst' (unknown goal"),
    ({"limits": {"time": 0}}, "limits.time: expected a positive number of seconds, got 0"),
    ({"limits": {"time": "10 s"}}, "limits.time: expected a positive number of seconds, got '10 s'"),
    ({"limits": {"nodes": 1.5}}, "limits.nodes: expected a number of nodes, a whole number from 1 to 10^18, got 1.5"),
    ({"limits": {"memory": 16**5000}}, "limits.memory: expected a size such as 500MB, 1GiB or a number of bytes, got a value of"),
    ({"limits": {"tme": 1}}, "limits: unknown key 'tme'; did you mean 'time'?"),
    ({"limits": 10}, "limits: expected a table, got 10"),
    ({"metrics": ["expandd"]}, "metrics: unknown metric 'expandd'; did you mean 'expanded'?"),
    ({"metrics": ["time"]}, "metrics: unknown metric 'time'; did you mean 'elapsed'?"),
    ({"metrics": ["seconds"]}, "metrics: unknown metric 'seconds'; did you mean 'elapsed'?"),
    ({"axes": {"time": "log"}}, "axes: unknown key 'time'; did you mean 'elapsed'?"),
    ({"axes": {"expandd": "log"}}, "axes: unknown key 'expandd'; did you mean 'expanded'?"),
    ({"axes": {"expanded": "logarithmic"}}, "axes.expanded: expected linear or log, got 'logarithmic'"),
    ({"axes": {"expanded": ["log"]}}, "axes.expanded: expected linear or log, got ['log']"),
    ({"axes": "log"}, "axes: expected a table, got 'log'"),
    ({"repetitions": True}, "repetitions: expected a whole number from 1 on, got True"),
    ({"repetitions": 10**9}, "repetitions: expected at most 1,000,000 runs in all, got 1000000000"),
    ({"seed": 10**19}, "seed: expected a whole number of at most 10^18, got 10000000000000000000"),
    ({"seed": -1}, "seed: expected a whole number from 0 on, got -1"),
    ({"engine": "gpuu"}, "engine: expected what takes 3x3 boards: unknown engine 'gpuu'"),
    ({"sed": 1}, "spec: unknown key 'sed'; did you mean 'seed'?"),
    ({"published": [{"method": "bfs", "metric": "cost"}]}, "published[1].values: expected figures by board, or facts, it"),
    ({"published": [{"method": "bfs"}]}, "published[1].metric: expected a column of the records, such as"),
    ({"crossings": [{"metric": "cost", "above": "a", "below": "b"}]}, "crossings[1].published: expected a whole"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_a_bad_spec_names_the_key_and_what_was_expected(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError) as error:
        small_spec(**change)
    assert message in str(error.value)
    assert str(error.value).startswith("spec: ")


def test_a_method_that_does_not_take_the_boards_is_found_before_the_runs() -> None:
    with pytest.raises(SpecError, match=r"methods: expected what takes 5x5 boards: walking-distance does not take 5x5 boards"):
        small_spec(methods=["astar@walking-distance"], boards=[{"size": "5x5"}])


BOARDS = '[[boards]]\nset = "default8"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'method = ["bfs"]\n{BOARDS}', "study.toml: unknown key 'method'; did you mean 'methods'?"),
        ('methods = ["bfs"]\nboard = [{ set = "default8" }]', "study.toml: unknown key 'board'; did you mean 'boards'?"),
        (f'[[methods]]\nalgorithm = ["bfs"]\n{BOARDS}', "methods[1]: unknown key 'algorithm'; did you mean 'algorithms'?"),
        (
            f'[[methods]]\nmetric = "slides"\n{BOARDS}',
            "methods[1].algorithms: expected a list of algorithms such as astar, it is",
        ),
        (
            f'metric = "slides"\nmethods = ["bfs"]\n{BOARDS}',
            "metric: expected in a [[methods]] table, beside its algorithms, not",
        ),
        (
            '[[methods]]\nalgorithms = ["bfs"]\nboards = [{ set = "default8" }]',
            "boards: expected above '[[methods]]', below which it",
        ),
        (f'{BOARDS}methods = ["bfs"]', "methods: expected above '[[boards]]', below which it is a part of that table"),
        (
            f'{BOARDS}[limits]\ntime = 1\nmethods = ["bfs"]',
            "methods: expected above '[limits]', below which it is a part of that table",
        ),
    ],
)
def test_a_misspelt_or_misplaced_key_is_not_called_missing(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        spec_of(tmp_path, text)
    assert message in str(error.value)


def test_a_missing_key_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"methods: expected a list of methods .* it is missing"):
        parse_spec({"boards": [{"set": "default8"}]})
    with pytest.raises(SpecError, match=r"cannot read .*no such file"):
        load_spec(tmp_path / "nothing.toml")


def test_lines_of_a_file_end_where_editors_end_them(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_bytes('\ufeff# two\r\n{"start": "1 2 / 0 3", "by": "a\u2028b"}\r\n\n1 2 / 3 0\n'.encode())
    spec = spec_of(tmp_path, 'methods = ["bfs"]\n[[boards]]\nfile = "boards.txt"\n')
    assert len(spec.boards) == 2


def test_a_bad_line_of_a_file_is_named(tmp_path: Path) -> None:
    write(tmp_path, "136502478\n12\n", "boards.txt")
    with pytest.raises(SpecError, match=r"boards\[1\].file: .*boards.txt', line 2: "):
        spec_of(tmp_path, 'methods = ["bfs"]\n[[boards]]\nfile = "boards.txt"\n')


def test_a_board_over_several_lines_of_a_file_is_told(tmp_path: Path) -> None:
    write(tmp_path, "3\n0 1 3\n4 2 5\n7 8 6\n", "boards.txt")
    with pytest.raises(
        SpecError, match=r"boards.txt', line 1: the board goes on in the next line; expected one board a line, with /"
    ):
        spec_of(tmp_path, 'methods = ["bfs"]\n[[boards]]\nfile = "boards.txt"\n')


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert spec_of(tmp_path, f"\ufeff{SMALL}").title == "A small study"


def test_what_is_not_toml_says_where(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="expected a TOML file: Invalid value"):
        spec_of(tmp_path, "methods = [")
    for text in ("methods = " + "[" * 5000, "seed = " + "9" * 5000):
        with pytest.raises(SpecError, match="expected a TOML file with shorter numbers and less deep lists"):
            spec_of(tmp_path, text)


def test_costs_in_slides_are_not_held_against_lengths_in_moves() -> None:
    methods = [{"algorithms": ["astar"], "metric": metric} for metric in ("tiles", "slides")]
    records = make_records(run_here(small_spec(methods=methods)))
    assert {record["excess"] for record in records} == {0}
    assert {record["method"] for record in records} == {"astar@manhattan", "astar@manhattan metric=slides"}
    assert any(record["cost"] < other["cost"] for record in records for other in records if record["start"] == other["start"])


def test_an_option_that_no_algorithm_of_its_table_takes_is_not_dropped() -> None:
    methods = [{"algorithms": ["astar", "ucs"], "weight": 2}]
    with pytest.raises(SpecError, match=r"methods\[1\]: astar and ucs take no weight, which is for wastar"):
        parse_spec({"boards": [{"set": "default8"}], "methods": methods})
    shared = parse_spec({"boards": [{"set": "default8"}], "methods": [{"algorithms": ["astar", "wastar"], "weight": 3}]})
    assert [method.sets("weight") for method in shared.methods] == [False, True]
