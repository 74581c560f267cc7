# SPDX-License-Identifier: MIT
"""The GPU engine on a real card; without one these tests do not run, and `scripts/gpu-check` measures what they check."""

import random

import pytest

from taquin import Board, Limits, Observer, Progress, Question, Status, parse_method, solve, solve_many
from taquin.board import home_cells
from taquin.engines import ENGINES
from taquin.engines.gpu.engine import GpuEngine
from taquin.instances import load_set
from taquin.scramble import depth_layers, layered_board, uniform_board, walk_board

pytestmark = pytest.mark.skipif(GpuEngine().missing() is not None, reason="there is no card")

PINNED_NODES = {87: 4, 89: 130, 91: 1908, 93: 23046, 95: 240647, 97: 2396983, 99: 23650602, 101: 229964248}
"""Instance 26 of korf24, entries of two bits, words of up to 14 moves pruned."""


def test_nodes_of_a_24_puzzle_are_the_pinned_ones() -> None:
    instance = load_set("korf24").instances[25]
    total = 1
    for bound, nodes in PINNED_NODES.items():
        solution = solve(instance.start, instance.goal, "optimal", engine="gpu", limits=Limits(depth=bound))
        total += nodes
        assert (solution.status, solution.lower_bound, solution.stats.generated) == (Status.GAVE_UP, bound + 2, total)


def test_full_stacks_and_full_pools_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from taquin.engines.gpu import launch
    from taquin.engines.gpu.board_search import BoardSearch
    from taquin.engines.gpu.launch import Launcher
    from taquin.engines.gpu.layout import layout_of
    from taquin.engines.gpu.tables import TABLES, automaton_on_card

    waited: list[bool] = []
    balance = Launcher._balance

    def balance_noted(self: Launcher, count: int) -> int:
        count = balance(self, count)
        waited.append(bool(self._waiting))
        return count

    monkeypatch.setattr(launch, "blocks_per_multiprocessor", lambda *_: 2)
    monkeypatch.setattr(launch, "STACK_CAPACITIES", (1152,))
    monkeypatch.setattr(Launcher, "begin_with", 3000)
    monkeypatch.setattr(Launcher, "_balance", balance_noted)
    instance = load_set("korf24").instances[25]
    layout = layout_of(instance.goal, "pdb:6-6-6-6")
    TABLES.install(layout, lambda table, share: None)
    launcher = Launcher(layout)
    launcher.use(TABLES.words(layout), *automaton_on_card(5, 5, True))
    home = home_cells(instance.goal)
    search = BoardSearch(launcher, layout, bytes(home[tile] for tile in instance.start.tiles))
    assert search.solve(0, 99, launch.unlimited, lambda bound: None) is None
    assert launcher.work.generated == sum(nodes for bound, nodes in PINNED_NODES.items() if bound <= 99)
    assert any(waited), "nodes had to wait in the host's memory"


@pytest.mark.parametrize("layout", ["last", "first", "snail"])
def test_every_depth_of_3x3(layout: str) -> None:
    goal = Board.goal(3, 3, layout)
    rng = random.Random(layout)
    for depth in range(0, len(depth_layers(goal)), 3):
        solution = solve(layered_board(goal, depth, rng), goal, "optimal", engine="gpu")
        assert (solution.engine, solution.status, solution.cost) == ("gpu", Status.OPTIMAL, depth)


@pytest.mark.parametrize(
    ("tiles", "length"),
    [
        ((7, 2, 3, 6, 10, 11, 1, 9, 4, 8, 12, 13, 14, 5, 0), 34),
        ((10, 0, 2, 6, 7, 13, 11, 8, 12, 4, 1, 9, 5, 3, 14), 47),
        ((2, 10, 4, 7, 11, 0, 6, 1, 12, 14, 3, 13, 8, 9, 5), 51),
    ],
)
def test_lengths_on_3x5_are_those_of_the_core(tiles: tuple[int, ...], length: int) -> None:
    for engine in ("gpu", "native"):
        if ENGINES[engine].missing() is None:
            assert solve(Board.from_tiles(3, 5, tiles), "last", "optimal", engine=engine).cost == length


@pytest.mark.parametrize(("rows", "cols"), [(4, 5), (5, 5), (3, 6), (4, 6), (5, 6)])
def test_walks_on_larger_boards(rows: int, cols: int) -> None:
    goal = Board.goal(rows, cols, "snail")
    start = walk_board(goal, 60, random.Random(rows * cols))
    solution = solve(start, goal, "optimal", engine="gpu")
    assert solution.status is Status.OPTIMAL
    assert solution.cost is not None
    assert solution.cost <= 60
    assert solution.cost % 2 == 0


def test_a_batch_gives_shortest_paths() -> None:
    korf = load_set("korf15").instances
    goal = Board.goal(4, 4)
    rng = random.Random(1)
    boards = [(instance.start, instance.goal) for instance in korf]
    boards += [(uniform_board(goal, rng), goal) for _ in range(1000)]
    boards += [(goal, goal), (Board.goal(4, 4, "snail"), Board.goal(4, 4, "snail"))]
    questions = [Question(start, goal, parse_method("optimal"), "gpu") for start, goal in boards]
    solutions = list(solve_many(questions, jobs=2))
    assert [solution.cost for solution in solutions[:100]] == [instance.optimal for instance in korf]
    assert all(solution.status is Status.OPTIMAL for solution in solutions)
    assert [solution.cost for solution in solutions[-2:]] == [0, 0]


DEEP = [
    (2, 7, (13, 5, 4, 11, 3, 2, 8, 6, 12, 7, 0, 10, 9, 1), 101),
    (2, 7, (13, 12, 5, 11, 3, 2, 1, 6, 7, 4, 0, 10, 9, 8), 103),
    (2, 8, (6, 13, 5, 7, 12, 3, 11, 9, 14, 8, 4, 15, 0, 10, 2, 1), 115),
    (2, 8, (6, 14, 7, 5, 12, 11, 2, 1, 8, 13, 15, 0, 4, 3, 10, 9), 128),
]
"""Boards whose estimates are above 96, and the lengths of their shortest paths."""


@pytest.mark.parametrize(("rows", "cols"), [(2, 6), (2, 7), (7, 2), (2, 8), (8, 2), (3, 5)])
def test_a_batch_has_boards_of_all_depths(rows: int, cols: int) -> None:
    rng = random.Random(rows * cols)
    goals = [Board.goal(rows, cols), Board.goal(rows, cols, "first"), Board.goal(rows, cols, "snail")]
    boards = [(walk_board(goal, moves, rng), goal) for goal in goals for moves in (*range(3), *range(10, 60))]
    deep = [(tiles, length) for deep_rows, deep_cols, tiles, length in DEEP if (deep_rows, deep_cols) == (rows, cols)]
    boards += [(Board.from_tiles(rows, cols, tiles), goals[0]) for tiles, _ in deep]
    outcomes = GpuEngine().solve_batch([Question(*ends, parse_method("optimal"), "gpu") for ends in boards], Observer())
    for (start, goal), outcome in zip(boards, outcomes, strict=True):
        assert outcome.status is Status.OPTIMAL
        assert start.apply(*outcome.moves or ()) == goal
    assert [outcome.lower_bound for outcome in outcomes[len(boards) - len(deep) :]] == [length for _, length in deep]
    if ENGINES["native"].missing() is None:
        known = [solve(start, goal, "optimal", engine="native").cost for start, goal in boards[: len(boards) - len(deep)]]
        assert [outcome.lower_bound for outcome in outcomes[: len(known)]] == known


class Stopper(Observer):
    """Cancels when it has been asked so often."""

    def __init__(self, asked: int) -> None:
        self.asked = asked

    def cancelled(self) -> bool:
        self.asked -= 1
        return self.asked < 0


def test_a_batch_that_is_stopped_keeps_what_is_solved() -> None:
    goal = Board.goal(4, 4)
    rng = random.Random(3)
    questions = [Question(uniform_board(goal, rng), goal, parse_method("optimal"), "gpu") for _ in range(1000)]
    whole = GpuEngine().solve_batch(questions, Observer())
    assert all(outcome.status is Status.OPTIMAL for outcome in whole)
    kept = []
    for asked in (1, 2, 4, 8, 16, 32, 64):
        stopped = GpuEngine().solve_batch(questions, Stopper(asked))
        kept.append(sum(outcome.status is Status.OPTIMAL for outcome in stopped))
        for outcome, known in zip(stopped, whole, strict=True):
            if outcome.status is Status.OPTIMAL:
                assert outcome.lower_bound == known.lower_bound
            else:
                assert (outcome.status, outcome.moves) == (Status.CANCELLED, None)
                assert outcome.lower_bound <= known.lower_bound
    assert kept[0] == 0
    assert any(0 < count < len(questions) for count in kept)


class Watcher(Observer):
    """Cancels when it has heard of progress so often."""

    def __init__(self, enough: int) -> None:
        self.enough = enough
        self.heard: list[Progress] = []

    def progress(self, progress: Progress) -> None:
        self.heard.append(progress)

    def cancelled(self) -> bool:
        return len(self.heard) >= self.enough


def test_limits_and_cancelling_are_seen() -> None:
    hard = load_set("korf24").instances[49]
    solve(hard.start, hard.goal, "optimal", engine="gpu", limits=Limits(nodes=1))  # tables and kernels
    for enough in (1, 5):
        watcher = Watcher(enough)
        assert solve(hard.start, hard.goal, "optimal", engine="gpu", observer=watcher).status is Status.CANCELLED
        assert len(watcher.heard) == enough
    solution = solve(hard.start, hard.goal, "optimal", engine="gpu", limits=Limits(time=0.5))
    assert (solution.status, solution.reason) == (Status.LIMIT, "time limit of 0.5 s reached")
    solution = solve(hard.start, hard.goal, "optimal", engine="gpu", limits=Limits(nodes=10**9))
    assert solution.status is Status.LIMIT
    assert 10**9 <= solution.stats.generated < 1.1 * 10**9
