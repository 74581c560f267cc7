# SPDX-License-Identifier: MIT
"""Heuristics as a user would write them."""

import os
import random
import time

from taquin.board import Board
from taquin.heuristics import HEURISTICS
from taquin.heuristics.custom import heuristic
from taquin.heuristics.table import TableHeuristic


def half_manhattan(board: Board, goal: Board) -> float:
    return HEURISTICS["manhattan"].value(board, goal) * 0.4999


@heuristic(admissible=True)
def patchy_manhattan(board: Board, goal: Board) -> int:
    """Know nothing of two boards in three: neighbours differ by much."""
    knows = sum(place * tile for place, tile in enumerate(board.tiles)) % 3 == 0
    return int(HEURISTICS["manhattan"].value(board, goal)) if knows else 0


def random_costs(goal: Board, largest: float, pairs: int) -> TableHeuristic:
    """Return costs that are nothing in particular: of some pairs too, and of tiles that are at home."""
    cells, rng = len(goal.tiles), random.Random(str(goal.tiles))
    draw = (lambda: rng.randint(0, int(largest))) if largest >= 1 else (lambda: rng.random() * largest)
    listed = {}
    for _ in range(pairs):
        (a, b), (from_cell, to_cell) = sorted(rng.sample(range(1, cells), 2)), rng.sample(range(cells), 2)
        listed[a, from_cell, b, to_cell] = draw()
    per_tile = [[0] * cells, *([draw() for _ in range(cells)] for _ in range(cells - 1))]
    return TableHeuristic(goal, per_tile, [(*pair, cost) for pair, cost in listed.items()])


@heuristic(kind="tables")
def whole_costs(goal: Board) -> TableHeuristic:
    return random_costs(goal, 3, 0)


@heuristic(kind="tables")
def broken_costs(goal: Board) -> TableHeuristic:
    return random_costs(goal, 0.9, 0)


@heuristic(kind="tables")
def costs_of_pairs(goal: Board) -> TableHeuristic:
    return random_costs(goal, 2, 500)


@heuristic(kind="tables")
def broken_costs_of_pairs(goal: Board) -> TableHeuristic:
    return random_costs(goal, 0.3, 200)


@heuristic(kind="tables")
def large_costs(goal: Board) -> TableHeuristic:
    return random_costs(goal, 300, 0)


COSTS = ("whole_costs", "broken_costs", "costs_of_pairs", "broken_costs_of_pairs", "large_costs")


def broken(board: Board, goal: Board) -> float:
    raise ZeroDivisionError("no luck")


def extreme(board: Board, goal: Board) -> int:
    return 10**8 if sum(place * tile for place, tile in enumerate(board.tiles)) % 2 else 0


def slow(board: Board, goal: Board) -> int:
    time.sleep(0.01)
    return 0


def deadly(board: Board, goal: Board) -> int:
    os._exit(1)
