# SPDX-License-Identifier: MIT
"""The beam before a long iteration, on an emulated card: exact when it is wide enough, and never wrong when it is not."""

import random

import numpy as np
import pytest

from taquin import Board, Limits, Status, solve
from taquin.board import Move, home_cells, moves_of_codes
from taquin.engines.gpu import board_search
from taquin.engines.gpu.board_search import Beam, BoardSearch, raise_bound
from taquin.engines.gpu.launch import Launcher, unlimited
from taquin.engines.gpu.layout import Layout, layout_of
from taquin.engines.gpu.tables import TABLES, launcher_of
from taquin.instances import load_set
from taquin.scramble import depth_layers, layered_board

pytestmark = pytest.mark.usefixtures("emulated_card")


def launcher_with_tables(layout: Layout, memory: int | None = None) -> Launcher:
    TABLES.install(layout, lambda table, share: None)
    return launcher_of(layout, 0, True, memory)


def found(start: Board, goal: Board, databases: str, bound: int, width: int) -> tuple[Move, ...] | None:
    layout = layout_of(goal, databases)
    launcher = launcher_with_tables(layout)
    home = home_cells(goal)
    search = BoardSearch(launcher, layout, bytes(home[tile] for tile in start.tiles))
    root = raise_bound(layout, search.root, (bound - search.estimate) // 2)
    moves = Beam(launcher, layout).find(root, bound, width, unlimited)
    return None if moves is None else moves_of_codes(moves)


@pytest.mark.parametrize("layout", ["last", "snail"])
def test_a_wide_beam_finds_every_shortest_path_and_none_that_is_shorter(layout: str) -> None:
    goal = Board.goal(3, 3, layout)
    rng = random.Random(layout)
    for depth in range(4, len(depth_layers(goal)), 3):
        start = layered_board(goal, depth, rng)
        moves = found(start, goal, "pdb:4-4", depth, 1 << 16)
        assert moves is not None
        assert len(moves) == depth
        assert start.apply(*moves) == goal
        estimate = solve(start, goal, "optimal@pdb:4-4", engine="gpu", limits=Limits(depth=0)).lower_bound
        if estimate < depth:
            assert found(start, goal, "pdb:4-4", depth - 2, 1 << 16) is None


def test_a_narrow_beam_may_miss_the_goal_but_never_lies() -> None:
    outcomes = set()
    for instance in load_set("korf15").instances[78:88]:
        assert instance.optimal is not None
        for width in (64, 4096):
            moves = found(instance.start, instance.goal, "pdb:5-5-5", instance.optimal, width)
            outcomes.add(moves is not None)
            assert moves is None or instance.start.apply(*moves) == instance.goal
    assert outcomes == {True, False}


def test_a_beam_saves_the_last_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = load_set("korf15").instances[78]
    plain = solve(instance.start, instance.goal, "optimal@pdb:5-5-5", engine="gpu")
    monkeypatch.setattr(board_search, "WORTH_A_BEAM", 1000)
    monkeypatch.setattr(board_search, "NODES_PER_PLACE", 1)
    monkeypatch.setattr(board_search, "NARROWEST_BEAM", 1)
    solution = solve(instance.start, instance.goal, "optimal@pdb:5-5-5", engine="gpu")
    assert (solution.status, solution.cost) == (plain.status, plain.cost) == (Status.OPTIMAL, instance.optimal)
    assert solution.stats.peak_memory > plain.stats.peak_memory


def test_a_search_goes_on_when_a_beam_finds_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_: object) -> None:
        raise MemoryError  # what the emulated card raises

    instance = load_set("korf15").instances[78]
    monkeypatch.setattr(board_search, "WORTH_A_BEAM", 1000)
    monkeypatch.setattr(board_search, "NODES_PER_PLACE", 1)
    monkeypatch.setattr(board_search, "NARROWEST_BEAM", 1)
    monkeypatch.setattr(Beam, "_search", taken)
    solution = solve(instance.start, instance.goal, "optimal@pdb:5-5-5", engine="gpu")
    assert (solution.status, solution.cost) == (Status.OPTIMAL, instance.optimal)


def test_the_width_follows_the_work_and_the_memory() -> None:
    goal = Board.goal(4, 4)
    layout = layout_of(goal, "pdb:5-5-5")
    wide, tight = (Beam(launcher_with_tables(layout, memory), layout) for memory in (None, 40 << 20))
    assert wide.width(board_search.WORTH_A_BEAM - 1, 60) == 0
    assert wide.width(board_search.WORTH_A_BEAM, 60) == board_search.WORTH_A_BEAM // board_search.NODES_PER_PLACE
    assert wide.width(1 << 50, 60) <= board_search.WIDEST_BEAM
    assert tight.width(1 << 50, 60) * 4 * 60 < 40 << 20


def test_costs_below_the_threshold_and_a_share_of_those_on_it_fit() -> None:
    counted = np.zeros(board_search.COSTS, dtype=np.uint32)
    counted[[3, 5, 9]] = 10, 100, 1000
    assert board_search._threshold(counted, 2000) == (board_search.COSTS, board_search.CHANCES)
    assert board_search._threshold(counted, 60) == (5, board_search.CHANCES // 2)
    assert board_search._threshold(counted, 5) == (3, board_search.CHANCES // 2)
