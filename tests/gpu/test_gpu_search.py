# SPDX-License-Identifier: MIT
"""The card's search, compiled for the CPU from the very files that the card gets: nodes, children, launches, batches."""

import random

import pytest
from tests.gpu.cpu_build import make_layout, run_search

from taquin import Board, Limits, parse_method, solve
from taquin.board import Move
from taquin.instances import load_set
from taquin.scramble import depth_layers, layered_board, uniform_board

PINNED_NODES = {87: 4, 89: 130, 91: 1908, 93: 23046, 95: 240647, 97: 2396983, 99: 23650602, 101: 229964248}
"""Instance 26 of korf24, entries of two bits, words of up to 14 moves pruned."""

BOARDS = [
    pytest.param("last", 3, 3, (4, 4), 4, id="3x3"),
    pytest.param("snail", 3, 3, (4, 4), 2, id="3x3-snail"),
    pytest.param("last", 3, 4, (6, 5), 4, id="3x4"),
    pytest.param("first", 4, 4, (5, 5, 5), 4, id="4x4"),
    pytest.param("last", 4, 4, (6, 6, 3), 2, id="4x4-6-6-3"),
    pytest.param("last", 4, 5, (4, 4, 4, 4, 3), 2, id="4x5"),
    pytest.param("snail", 5, 5, (5, 5, 5, 5, 4), 2, id="5x5-snail"),
    pytest.param("last", 3, 6, (5, 5, 4, 3), 2, id="3x6"),
    pytest.param("last", 2, 7, (5, 5, 3), 4, id="2x7"),
]


@pytest.mark.parametrize(("goal_name", "rows", "cols", "sizes", "entry_bits"), BOARDS)
def test_every_child_equals_its_board_evaluated_from_scratch(
    goal_name: str, rows: int, cols: int, sizes: tuple[int, ...], entry_bits: int
) -> None:
    goal = Board.goal(rows, cols, goal_name)
    rng = random.Random(f"{goal_name} {rows}x{cols}")
    starts = tuple(uniform_board(goal, rng) for _ in range(20))
    (checked,) = run_search(make_layout(goal, sizes, entry_bits), goal, starts, "children", "200000")
    assert int(checked) > 100


def every_board(goal: Board) -> list[tuple[int, Board]]:
    size = len(goal.tiles)
    return [
        (depth, Board.from_tiles(goal.rows, goal.cols, layer[place : place + size]))
        for depth, layer in enumerate(depth_layers(goal))
        for place in range(0, len(layer), size)
    ]


@pytest.mark.parametrize(("goal_name", "entry_bits", "prune"), [("last", 4, True), ("snail", 2, True), ("first", 4, False)])
def test_lengths_on_3x3_are_the_true_ones(goal_name: str, entry_bits: int, prune: bool) -> None:
    goal = Board.goal(3, 3, goal_name)
    known = every_board(goal)
    assert len(known) == 181440
    starts = tuple(board for _, board in known)
    lengths = run_search(make_layout(goal, (4, 4), entry_bits), goal, starts, "lengths", prune=prune)
    assert [int(length) for length in lengths] == [depth for depth, _ in known]


def test_nodes_equal_the_native_core_however_the_iteration_is_cut() -> None:
    instance = load_set("korf15").instances[87]
    bound = instance.facts["manhattan"] + 12
    lines = run_search(make_layout(instance.goal, (5, 5, 5), 4), instance.goal, (instance.start,), "nodes", str(bound))
    found = {int(line.split()[0]): int(line.split()[1]) for line in lines}
    assert len(found) > 2
    total = 1  # the core counts the root
    for bound, nodes in found.items():
        total += nodes
        method = parse_method("optimal@pdb:5-5-5", threads=1)
        assert solve(instance.start, instance.goal, method, limits=Limits(depth=bound)).stats.generated == total


def test_full_stacks_and_launches_that_are_cut_short_lose_nothing() -> None:
    instance = load_set("korf15").instances[87]
    layout = make_layout(instance.goal, (5, 5, 5), 4)
    small, large = (run_search(layout, instance.goal, (instance.start,), "nodes", "62", stack=stack) for stack in (36, 1024))
    nodes, uncapped, capped = zip(*(map(int, line.split()[1:]) for line in small), strict=True)
    assert nodes == tuple(int(line.split()[1]) for line in large)
    assert uncapped[-1] > 1  # only a full stack ends such a launch
    assert capped[-1] > 100


def test_a_batch_finds_shortest_paths() -> None:
    goal = Board.goal(4, 4)
    rng = random.Random(4)
    instances = [instance for instance in load_set("korf15") if instance.optimal is not None and instance.optimal <= 50]
    goal = instances[0].goal
    starts = (goal, goal.apply(Move.RIGHT), *(instance.start for instance in instances))
    starts = tuple(rng.sample(starts, len(starts)))
    known = {goal: 0, goal.apply(Move.RIGHT): 1} | {instance.start: instance.optimal for instance in instances}
    lines = run_search(make_layout(goal, (6, 6, 3), 4), goal, starts, "batch", path_words=6, stack=90)
    assert len(lines) == len(starts)
    for start, line in zip(starts, lines, strict=True):
        length, _, path = line.partition(" ")
        assert int(length) == len(path) == known[start]
        assert start.apply(*map(Move, path)) == goal


def test_a_batch_drops_only_what_it_cannot_carry() -> None:
    goal = Board.goal(3, 3)
    rng = random.Random(5)
    depths = [31, 0, 1, 16, 17, 9, 30, 15, 24]
    starts = tuple(layered_board(goal, depth, rng) for depth in depths)
    lines = run_search(make_layout(goal, (4, 4), 4), goal, starts, "batch", path_words=1)
    assert [line.partition(" ")[0] for line in lines] == [str(depth) if depth <= 16 else "-" for depth in depths]


@pytest.mark.slow
def test_nodes_of_a_24_puzzle_are_the_pinned_ones() -> None:
    instance = load_set("korf24").instances[25]
    layout = make_layout(instance.goal, (6, 6, 6, 6), 2)
    lines = run_search(layout, instance.goal, (instance.start,), "nodes", "97", stack=1024)
    found = {int(line.split()[0]): int(line.split()[1]) for line in lines}
    assert found == {bound: PINNED_NODES[bound] for bound in range(87, 98, 2)}
