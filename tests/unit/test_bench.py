# SPDX-License-Identifier: MIT
"""The benchmark: its signature holds, and what it computes from times is right."""

import json
from pathlib import Path

import pytest

from taquin.bench import signature
from taquin.bench.cases import CASES, Case, Target, farthest_eight, korf, random_eights
from taquin.bench.files import find_file
from taquin.bench.measure import Counts, Measurement, solve_all, verify
from taquin.bench.naive import NaiveBaseline
from taquin.bench.report import compare_rows, format_time, read_result, result_of, row_of, target_lines
from taquin.bench.run import time_cases
from taquin.errors import InputError, VerificationError
from taquin.instances import load_instances
from taquin.machine import find_compiler
from taquin.method import parse_method

QUICK = [case for case in CASES if case.quick]
EASY = Case("easy", "idastar@manhattan", korf("79"), "one easy board", naive=True)


def silent(_: str) -> None:
    pass


def measured(seconds: float = 0.5) -> Measurement:
    done = Measurement.of(CASES[0])
    done.counts, done.seconds = Counts(1000, 500, 42), [seconds, 2 * seconds]
    done.naive_seconds = [3 * seconds]
    return done


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.name)
def test_the_signature_holds(case: Case) -> None:
    done = Measurement.of(case)
    done.run()
    assert signature.differences(signature.signature_of([done])) == []


def test_the_signature_covers_every_case() -> None:
    known = signature.expected()
    assert list(known) == [case.name for case in CASES]
    path = find_file(signature.FILE)
    assert path is not None
    totals = json.loads(path.read_text(encoding="utf-8"))
    assert totals["full"] == signature.total(known)
    assert totals["quick"] == sum(known[case.name].generated for case in QUICK)


def test_korfs_counts_are_what_the_full_signature_expects() -> None:
    known = signature.expected()["ida-manhattan-15-all"]
    instances = load_instances("korf15")
    assert known.generated == sum(instance.facts["ida_manhattan_nodes"] for instance in instances)
    assert known.cost == sum(instance.optimal or 0 for instance in instances)


def test_a_changed_count_is_reported() -> None:
    found = {"bfs-8": Counts(181440, 181439, 30), "new": Counts(1, 1, 1)}
    first, second = signature.differences(found)
    assert first.startswith("bfs-8: 181,440 generated, 181,439 expanded, 30 moves; expected 181,440")
    assert second.endswith("expected no such case")


def test_blessing_keeps_the_other_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "signature.json"
    monkeypatch.setattr(signature, "checkout_file", lambda _: path)
    signature.bless({"bfs-8": Counts(2, 1, 0)})
    assert json.loads(path.read_text()) == {"quick": 2, "full": 2, "cases": {"bfs-8": {"generated": 2, "expanded": 1, "cost": 0}}}


def test_the_boards_are_fixed() -> None:
    boards = random_eights()
    assert len({board.start for board in boards}) > 990
    assert boards == random_eights()
    assert farthest_eight()[0].optimal == 31


def test_a_wrong_count_or_length_is_refused() -> None:
    (instance,) = load_instances("korf15:79")
    method = parse_method("idastar@manhattan")
    (solution,) = solve_all([instance], method)
    verify([instance], [solution], method)
    solution.stats.generated += 1
    with pytest.raises(VerificationError, match="540861 nodes, Korf counts 540860"):
        verify([instance], [solution], method)
    with pytest.raises(VerificationError, match="optimal are 57"):
        verify(load_instances("korf15:1"), [solution], method)


@pytest.mark.skipif(find_compiler() is None, reason="no C++ compiler")
def test_the_naive_baseline_counts_as_we_do() -> None:
    (done,) = time_cases([EASY], 1, silent)
    assert len(done.naive_seconds) == 1
    with NaiveBaseline() as naive, pytest.raises(VerificationError):
        naive.run(done.instances, 1)


def test_without_a_compiler_there_are_no_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    said: list[str] = []
    (done,) = time_cases([EASY], 1, said.append)
    assert "no C++ compiler was found" in said[0]
    assert row_of(done)["naive_ratio"] is None


def test_figures_of_a_row() -> None:
    row = row_of(measured())
    assert (row["seconds"], row["rate"], row["naive_ratio"]) == (0.5, 2000, 3)
    assert row["board_us"] is row["core_us"] is row["node_bytes"] is None
    assert target_lines([row]) == ["met     ida-manhattan-15: x naive 3.00, at least 2.50"]


def test_targets() -> None:
    assert Target("seconds", 2).met(2)
    assert not Target("seconds", 2).met(2.1)
    assert Target("rate", 2, at_least=True).met(3)


def test_results_side_by_side(tmp_path: Path) -> None:
    before, after = (result_of({"cpu": "x"}, [measured(seconds)], None) for seconds in (0.5, 0.25))
    after["cases"][0]["generated"] += 1
    assert compare_rows(before, after) == [
        {"name": "ida-manhattan-15", "before": 0.5, "after": 0.25, "speedup": 2, "same_search": False}
    ]
    path = tmp_path / "result.json"
    path.write_text(json.dumps(before))
    assert read_result(path) == before


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}'])
def test_a_foreign_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "result.json"
    path.write_text(text)
    with pytest.raises(InputError):
        read_result(path)


def test_times_have_a_unit() -> None:
    assert [format_time(seconds) for seconds in (0.0123, 1.5)] == ["12.3 ms", "1.50 s"]
