"""Heuristics as numbers: the core sums them up by itself, from one board to the next.

taquin batch --set korf15:1-10 -m idastar@tables:manhattan
taquin heuristic check tables:pairs
"""

import taquin


def distances(goal: taquin.Board) -> list[list[int]]:
    """Return the rows and columns that each tile is from home, for every cell that it may stand on."""
    homes = [divmod(goal.tiles.index(tile), goal.cols) for tile in range(len(goal.tiles))]
    cells = [divmod(cell, goal.cols) for cell in range(len(goal.tiles))]
    costs = [[abs(row - home_row) + abs(col - home_col) for row, col in cells] for home_row, home_col in homes]
    costs[0] = [0] * len(cells)  # the blank has no way to go
    return costs


@taquin.heuristic(admissible=True, consistent=True, kind="tables")
def manhattan(goal: taquin.Board) -> taquin.TableHeuristic:
    """The Manhattan distance: the same nodes as the built-in one."""
    return taquin.TableHeuristic(goal, distances(goal))


@taquin.heuristic(admissible=True, consistent=True, kind="tables")
def pairs(goal: taquin.Board) -> taquin.TableHeuristic:
    """Two moves more for two tiles that belong side by side and stand in their row the wrong way round: one has to make way.

    Every tile is in one pair at most, so that no way out is counted twice.
    """
    reversed_pairs = []
    for row in goal.grid:
        cells = range(goal.tiles.index(row[0]), goal.tiles.index(row[0]) + goal.cols)
        for left, right in zip(row[::2], row[1::2], strict=False):
            if left and right:
                reversed_pairs += [(left, there, right, here, 2) for here in cells for there in cells if here < there]
    return taquin.TableHeuristic(goal, distances(goal), reversed_pairs)
