# SPDX-License-Identifier: MIT
"""`optimal` on several workers of a real page that may share memory: as on one, and it still stops when it is told to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.wasm.serving import PATIENCE, Isolating, run_in, serve_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wasm")]

PREPARE = """
import json, os
import taquin
from taquin.board import moves_of_codes
from taquin.methods.optimal import NO_LENGTH
from taquin.methods.solvers import solver_for
from taquin.wasm_core import host, iterations

KORF = taquin.load_instances("korf15")[59]
HARDEST = [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]  # 80 moves; with these tables more than a billion nodes
solver = solver_for("pdb:5-5-5", KORF.goal, True)
shares = []
search = host.Crew.search

def watched(crew, head, tails, answers):
    found, nodes = search(crew, head, tails, answers)
    shares.append(nodes)
    return found, nodes

host.Crew.search = watched

def solve(start, threads, poll=lambda nodes, bound: False, known=NO_LENGTH, seconds=None, nodes=None):
    shares.clear()
    moves, *rest = solver.solve(start, threads, 0, known, seconds, nodes, poll)
    return [None if moves is None else list(moves), *rest]
"""


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One visit for all tests."""
    with serve_page(tmp_path_factory.mktemp("page"), Isolating) as address:
        shown = browser.new_page()
        shown.set_default_timeout(PATIENCE)
        shown.goto(address)
        run_in(shown, PREPARE + "None")
        yield shown
        shown.close()


def told(page: Page, program: str) -> Any:
    return json.loads(run_in(page, program))


def test_python_counts_the_cores(page: Page) -> None:
    cores = page.evaluate("navigator.hardwareConcurrency")
    assert told(page, "json.dumps([host.has_crew(), os.cpu_count()])") == [True, cores]


def test_the_same_is_proven_in_the_same_iterations(page: Page) -> None:
    program = """
alone, together = solve(KORF.start.tiles, 1), solve(KORF.start.tiles, 3)
replayed = [KORF.start.apply(*moves_of_codes(bytes(each[0]))) == KORF.goal for each in (alone, together)]
json.dumps([alone, together, replayed, shares])
"""
    alone, together, replayed, shares = told(page, program)
    assert replayed == [True, True]
    for moves, bound, nodes, iterations, stop in (alone, together):
        assert (len(moves), bound, stop) == (66, 66, "")
        assert nodes == sum(count for _, count in iterations)
    assert together[3][:-1] == alone[3][:-1]
    assert together[3][-1][0] == alone[3][-1][0]
    assert [len(share) for share in shares] == [3, 3]
    assert sum(sum(share[1:]) for share in shares) > 0, "no helper took part"


def test_up_to_a_known_length_nothing_is_found_and_all_is_proven(page: Page) -> None:
    known = "[solve(KORF.start.tiles, threads, known=66) for threads in (1, 2)]"
    alone, together = told(page, f"json.dumps({known})")
    assert alone == together
    assert (together[0], together[1], together[4]) == (None, 66, "")


def test_it_is_cancelled(page: Page) -> None:
    program = """
seen = []
def poll(nodes, bound):
    seen.append(nodes)
    return bool(shares) and nodes > sum(map(sum, shares)) + 10_000_000  # in the second iteration with helpers
json.dumps([solve(HARDEST, 2, poll), seen])
"""
    (moves, bound, nodes, iterations, stop), seen = told(page, program)
    assert (moves, stop) == (None, "cancelled")
    assert bound == iterations[-1][0]
    assert seen == sorted(seen)
    assert seen[-1] <= nodes <= 2 * seen[-1]


@pytest.mark.parametrize(("limit", "stop"), [("seconds=2.0", "time"), ("nodes=20_000_000", "nodes")])
def test_it_keeps_to_limits(page: Page, limit: str, stop: str) -> None:
    moves, bound, nodes, iterations, reason = told(page, f"json.dumps(solve(HARDEST, 2, {limit}))")
    assert (moves, reason) == (None, stop)
    assert bound == iterations[-1][0]
    assert nodes >= 20_000_000 or stop == "time"


def test_what_the_observer_raises_comes_back(page: Page) -> None:
    program = """
def poll(nodes, bound):
    if nodes > 10_000_000:
        raise LookupError("enough")
try:
    solve(HARDEST, 2, poll)
except LookupError as error:
    answer = str(error)
json.dumps([answer, solve(KORF.start.tiles, 2)[1]])
"""
    assert told(page, program) == ["enough", 66]


def test_a_question_has_all_cores_unless_it_says_how_many(page: Page) -> None:
    program = """
shares.clear()
solution = taquin.solve(KORF.start, goal=KORF.goal, method="optimal@pdb:5-5-5", threads=2)
json.dumps([str(solution.status), solution.cost, solution.engine, [len(each) for each in shares]])
"""
    assert told(page, program) == ["optimal", 66, "wasm", [2, 2]]


def test_copies_of_the_tables_fit_the_page(page: Page) -> None:
    """6-6-6-6 of 5x5 leaves room for one helper; what is larger for none."""
    assert told(page, "json.dumps([iterations.most_helpers(size) for size in (244_140_626, 400 << 20)])") == [1, -1]
