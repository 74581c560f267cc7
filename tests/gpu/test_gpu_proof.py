# SPDX-License-Identifier: MIT
"""A search that goes on with other tables, and from the other end: the path is as short, and leads from the start to the goal."""

import random
import weakref
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.gpu.emulated_card import make_cupy

from taquin import Board, Limits, Question, Status, parse_method, solve
from taquin.engines.gpu import card_run, fitting, proof, tables
from taquin.engines.gpu.board_search import BoardSearch
from taquin.engines.gpu.card_run import CardRun
from taquin.engines.gpu.device import CardMemoryError
from taquin.engines.gpu.fitting import Fitting
from taquin.engines.gpu.launch import Work
from taquin.engines.gpu.layout import Layout
from taquin.engines.gpu.proof import Approach, Proof
from taquin.engines.gpu.tables import Shelf
from taquin.methods.ends import End
from taquin.reasons import Cause
from taquin.scramble import walk_board
from taquin.tables.patterns import groups_by_sizes, plan_tables

GOAL = Board.goal(4, 5)
START = walk_board(GOAL, 120, random.Random(4))
HERE, THERE = "start", "goal"
WALKS = fitting.WALKS


@dataclass
class Noted:
    """What a proof has done."""

    tables: list[tuple[str, Layout]] = field(default_factory=list)
    """The end and the layout of each that was asked for."""
    bounds: list[int] = field(default_factory=list)
    """Of the iterations."""
    trials: list[int] = field(default_factory=list)
    """Nodes."""

    @property
    def ends(self) -> list[str]:
        return [end for end, _ in self.tables]


@pytest.fixture
def noted(emulated_card: None, monkeypatch: pytest.MonkeyPatch) -> Noted:
    """Note what proofs do; tables are fitted before the second iteration, a pair for each end."""
    noted = Noted()
    with_tables, counted, begin_iteration = Proof._with_tables, Proof._counted, CardRun.begin_iteration

    def with_tables_noted(self: Proof, end: End, layout: Layout, shelf: Shelf | None = None) -> Approach:
        noted.tables.append((THERE if end.is_goal else HERE, layout))
        return with_tables(self, end, layout, shelf)

    def counted_noted(self: Proof, board: BoardSearch, bound: int, most: int) -> int:
        assert bound < noted.bounds[-1]
        noted.trials.append(counted(self, board, bound, most))
        return noted.trials[-1]

    def begin_iteration_noted(self: CardRun, bound: int) -> None:
        noted.bounds.append(bound)
        begin_iteration(self, bound)

    monkeypatch.setattr(Proof, "_with_tables", with_tables_noted)
    monkeypatch.setattr(Proof, "_counted", counted_noted)
    monkeypatch.setattr(CardRun, "begin_iteration", begin_iteration_noted)
    monkeypatch.setattr(proof, "usual_databases", lambda goal: "pdb:4-4-4-4-3")
    monkeypatch.setattr(card_run, "SMALLEST_FOR_INCUMBENT", 100)  # a short path would end the search too soon
    monkeypatch.setattr(proof, "LONG", 1)
    monkeypatch.setattr(fitting, "WALKS", WALKS[:1])
    return noted


def prefer(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """Let an end win every trial."""

    def counted(_self: Proof, board: BoardSearch, _bound: int, _most: int) -> int:
        return 1 if (board.layout.blank == START.blank) == (end == THERE) else 2

    assert START.blank != GOAL.blank
    monkeypatch.setattr(Proof, "_counted", counted)


@pytest.mark.parametrize("better", [HERE, THERE])
def test_either_end_finds_a_shortest_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, noted: Noted, better: str) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    usual = solve(START, GOAL, "optimal@pdb:4-4-4-4-3", engine="gpu")
    whole = noted.bounds[:]
    kept = set(tmp_path.rglob("*"))
    noted.tables.clear()
    noted.bounds.clear()
    prefer(monkeypatch, better)
    solution = solve(START, GOAL, "optimal", engine="gpu")
    assert (solution.status, solution.cost) == (Status.OPTIMAL, usual.cost)
    assert len(whole) > 2
    assert noted.ends == [HERE, HERE, THERE, better], "one for each end is tried, and the best serves to the end"
    assert noted.bounds == [*whole[:2], *whole[1:]], "it goes on where it was: only the bound that was broken off comes twice"
    assert set(tmp_path.rglob("*")) == kept, "what serves one board is not kept"


@pytest.mark.parametrize("kinds", [1, 2])
def test_the_trial_with_the_fewest_nodes_wins(monkeypatch: pytest.MonkeyPatch, noted: Noted, kinds: int) -> None:
    monkeypatch.setattr(proof, "LONG", 100)
    monkeypatch.setattr(fitting, "WALKS", WALKS[:kinds])
    assert solve(START, GOAL, "optimal", engine="gpu").status is Status.OPTIMAL
    usual, *tried, chosen = noted.tables
    assert usual not in tried
    assert [end for end, _ in tried] == [HERE] * kinds + [THERE] * kinds
    assert len(noted.trials) == len(tried)
    assert chosen == tried[noted.trials.index(min(noted.trials))]


@pytest.mark.parametrize(("nodes", "below"), [(1 << 36, 4), (1 << 39, 4), (1 << 40, 6), (1 << 42, 6), (1 << 43, 8)])
def test_trials_are_short(nodes: int, below: int) -> None:
    run: Any = FakeRun()
    trial = Proof(run, Question(START, GOAL, parse_method("optimal")))
    trial._next_bound = 100
    trial._pays_to_fit(nodes)
    assert trial._trial_bound() == 100 - below


class FakeRun:
    """A run whose launches take all the nodes they may."""

    def __init__(self) -> None:
        self.work = Work(generated=100)
        self.limits = Limits()

    def most_moves(self) -> int:
        return 200

    def before_launch(self) -> tuple[float, int]:
        return 0.1, 1000


class FakeSearch:
    """A search of so many nodes."""

    def __init__(self, run: FakeRun, size: int) -> None:
        self.run = run
        self.size = size
        self.launches: list[int] = []

    def exhaust(self, _bound: int, before_launch: Callable[[], tuple[float, int]]) -> None:
        while self.size > sum(self.launches):
            _, nodes = before_launch()
            assert nodes > 0
            self.launches.append(min(nodes, self.size - sum(self.launches)))
            self.run.work.generated += self.launches[-1]


@pytest.mark.parametrize(
    ("size", "most", "launches"), [(2500, 1 << 60, [1000, 1000, 500]), (9000, 1300, [1000, 300]), (1300, 1300, [1000, 300])]
)
def test_a_trial_ends_when_it_is_worse(size: int, most: int, launches: list[int]) -> None:
    run: Any = FakeRun()
    search: Any = FakeSearch(run, size)
    assert Proof(run, Question(START, GOAL, parse_method("optimal")))._counted(search, 50, most) == min(size, most)
    assert search.launches == launches


def test_without_room_the_usual_tables_serve_to_the_end(monkeypatch: pytest.MonkeyPatch, noted: Noted) -> None:
    monkeypatch.setattr(CardRun, "has_room_for", lambda _self, _layout: False)
    assert solve(START, GOAL, "optimal", engine="gpu").status is Status.OPTIMAL
    (here, first), (there, second) = noted.tables
    assert (here, there, first) == (HERE, HERE, second)


@pytest.mark.parametrize("failing", [{1}, {2}, {3}, {3, 4}, {1, 2}])
@pytest.mark.parametrize("error", [CardMemoryError, make_cupy().cuda.memory.OutOfMemoryError])
def test_fitted_tables_that_do_not_fit_are_passed_over(
    monkeypatch: pytest.MonkeyPatch, noted: Noted, error: type[Exception], failing: Collection[int]
) -> None:
    launcher = CardRun.launcher
    asked: list[Layout] = []

    def short(self: CardRun, layout: Layout, path_words: int, prune: bool, shelf: Shelf | None = None) -> object:
        asked.append(layout)
        if len(asked) - 1 in failing:
            raise error
        return launcher(self, layout, path_words, prune, shelf)

    monkeypatch.setattr(CardRun, "launcher", short)
    solution = solve(START, GOAL, "optimal", engine="gpu")
    assert len(asked) > 1 + max(failing)
    assert solution.status is Status.OPTIMAL
    assert solution.cost == solve(START, GOAL, "optimal@pdb:4-4-4-4-3", engine="gpu").cost


@pytest.mark.parametrize("failing", [1, 2, 3, 4])
def test_a_trial_or_fit_without_memory_is_the_last(monkeypatch: pytest.MonkeyPatch, noted: Noted, failing: int) -> None:
    calls: list[str] = []

    def fails_once(method: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*rest: Any) -> Any:
            calls.append(method.__name__)
            if len(calls) == failing:
                raise MemoryError
            return method(*rest)

        return wrapped

    monkeypatch.setattr(Proof, "_counted", fails_once(Proof._counted))
    monkeypatch.setattr(Fitting, "pairs", fails_once(Fitting.pairs))
    solution = solve(START, GOAL, "optimal", engine="gpu")
    assert solution.status is Status.OPTIMAL
    assert len(calls) == failing


@pytest.mark.parametrize("full_from", [2, 3, 5])
def test_a_full_shelf_makes_room(monkeypatch: pytest.MonkeyPatch, noted: Noted, full_from: int) -> None:
    launcher = CardRun.launcher
    failed: list[Layout] = []

    def short(self: CardRun, layout: Layout, path_words: int, prune: bool, shelf: Shelf | None = None) -> object:
        if shelf is not None and shelf.bytes and len(noted.tables) > full_from:
            failed.append(layout)
            raise CardMemoryError
        return launcher(self, layout, path_words, prune, shelf)

    monkeypatch.setattr(fitting, "WALKS", WALKS)
    monkeypatch.setattr(CardRun, "launcher", short)
    assert solve(START, GOAL, "optimal", engine="gpu").status is Status.OPTIMAL
    assert failed
    assert len(noted.trials) > 2, "it does not give up fitting"
    assert noted.tables[-1] != noted.tables[0], "and uses what was fitted"


def test_a_shelf_keeps_what_was_asked_for_last(emulated_card: None) -> None:
    one, other, third, fourth = plan_tables(4, 5, 19, groups_by_sizes(4, 5, 19, (4, 4, 4, 4, 3))).tables[:4]
    words = np.arange(100, dtype=np.uint32)
    shelf = Shelf(3 * words.nbytes)
    for table in (one, other, third):
        shelf.put(table, 2, words)
    assert shelf.take(one, 4) is None
    assert shelf.take(one, 2) is not words
    shelf.put(fourth, 2, words)
    assert shelf.bytes == 3 * words.nbytes
    assert [shelf.take(table, 2) is not None for table in (one, other, third, fourth)] == [True, False, True, True]
    shelf.clear()
    assert shelf.bytes == 0
    empty = Shelf(0)
    empty.put(one, 2, words)
    assert empty.take(one, 2) is None


def test_tables_make_room_for_the_next(monkeypatch: pytest.MonkeyPatch, noted: Noted) -> None:
    launchers: list[weakref.ref[Any]] = []
    launcher, install = CardRun.launcher, tables.install_tables

    def launcher_noted(self: CardRun, *rest: Any) -> Any:
        made = launcher(self, *rest)
        launchers.append(weakref.ref(made))
        return made

    def install_noted(*rest: Any) -> Any:
        assert [made for made in launchers if made() is not None] == []
        return install(*rest)

    monkeypatch.setattr(CardRun, "launcher", launcher_noted)
    monkeypatch.setattr(tables, "install_tables", install_noted)
    assert solve(START, GOAL, "optimal", engine="gpu").status is Status.OPTIMAL
    assert len(launchers) > 3


def test_a_limit_leaves_what_is_proven(noted: Noted) -> None:
    cost = solve(START, GOAL, "optimal@pdb:4-4-4-4-3", engine="gpu").cost
    assert cost is not None
    for depth in range(cost - 6, cost):
        below = solve(START, GOAL, "optimal", engine="gpu", limits=Limits(depth=depth))
        assert below.status is Status.GAVE_UP
        assert below.lower_bound in {depth + 1, depth + 2}
        assert (cost - below.lower_bound) % 2 == 0
    for nodes in (10, 1000, 5000, 20_000, 50_000):
        limited = solve(START, GOAL, "optimal", engine="gpu", limits=Limits(nodes=nodes))
        assert limited.lower_bound <= cost
        assert limited.status in {Status.LIMIT, Status.OPTIMAL}


def test_a_path_longer_than_a_node_can_count_is_given_up(monkeypatch: pytest.MonkeyPatch, noted: Noted) -> None:
    monkeypatch.setattr(proof, "MAX_LENGTH", 40)
    for method in ("optimal", "optimal@pdb:4-4-4-4-3"):
        solution = solve(START, GOAL, method, engine="gpu", limits=Limits(depth=400))
        assert (solution.status, solution.cause) == (Status.GAVE_UP, Cause.TOO_LONG)
        assert solution.lower_bound > 40


def test_named_databases_are_used_to_the_end(noted: Noted) -> None:
    start = walk_board(GOAL, 60, random.Random(1))
    assert solve(start, GOAL, "optimal@pdb:4-4-4-4-3", engine="gpu").status is Status.OPTIMAL
    assert len(noted.tables) == 1
    assert not noted.trials
