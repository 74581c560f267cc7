# SPDX-License-Identifier: MIT
"""Last moves: Manhattan distance to the nearest board that is two moves from the goal, plus those two.

Every solution of two moves or more passes a board s that is exactly two moves from the goal, and reaching s takes at least
the Manhattan distance to s. So 2 + the smallest such distance is a lower bound, often better by 2 or 4 than Manhattan
distance to the goal, which knows nothing of where the blank must end. Nearer than two moves the estimate is exact.
"""

from __future__ import annotations

from taquin.board import Board, Tiles, home_cells
from taquin.heuristics import manhattan
from taquin.heuristics.base import Estimate, Heuristic


def final_boards(goal: Board) -> tuple[dict[Tiles, int], list[Board]]:
    """Return the boards up to one move from the goal with their distance, and the boards exactly two moves from it."""
    one = [board for _, board in goal.neighbours()]
    near = {goal.tiles: 0} | {board.tiles: 1 for board in one}
    two = {board.tiles: board for last in one for _, board in last.neighbours() if board.tiles not in near}
    return near, list(two.values())


def bind(goal: Board) -> Estimate:
    """Compute Manhattan distance once, then the difference that each board two moves away makes to it."""
    near, boards = final_boards(goal)
    to_goal = manhattan.MANHATTAN.bind(goal)
    detours = [_detour(board, goal) for board in boards]
    movers = sorted({tile for detour in detours for tile, _ in detour})
    ways = [(movers.index(one), change, movers.index(two), other) for (one, change), (two, other) in detours]

    def estimate(tiles: Tiles) -> int:
        if tiles in near:
            return near[tiles]
        cells = [tiles.index(tile) for tile in movers]
        return to_goal(tiles) + 2 + min([change[cells[one]] + other[cells[two]] for one, change, two, other in ways])

    return estimate


def _detour(board: Board, goal: Board) -> list[tuple[int, list[int]]]:
    """For the two tiles that stand elsewhere than in the goal, what that changes in their distance from every cell."""
    here, home, cols = home_cells(board), home_cells(goal), goal.cols

    def distance(cell: int, other: int) -> int:
        return abs(cell // cols - other // cols) + abs(cell % cols - other % cols)

    return [
        (tile, [distance(cell, here[tile]) - distance(cell, home[tile]) for cell in range(len(home))])
        for tile in range(1, len(home))
        if here[tile] != home[tile]
    ]


LAST_MOVES = Heuristic(
    name="last-moves",
    admissible=True,
    consistent=True,
    relaxation="As Manhattan until two moves are left; those two are played by the rules, so the tile that moves last must "
    "have come to the blank's goal cell first.",
    bind=bind,
)
