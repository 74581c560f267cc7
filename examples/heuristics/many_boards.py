"""A heuristic of many boards at once: all 3x3 boards are judged before a function of one board would have seen a tenth of them.

taquin heuristic check many_boards:manhattan
taquin heuristic plot many_boards:manhattan --output manhattan.png
"""

from typing import Any

import numpy as np

import taquin


@taquin.heuristic(admissible=True, consistent=True, kind="boards")
def manhattan(boards: Any, goal: taquin.Board) -> Any:
    """The Manhattan distance of every row of an array, which is a board, tile by tile."""
    cells = np.arange(len(goal.tiles))
    homes = np.argsort(goal.tiles)[boards]
    rows = abs(homes // goal.cols - cells // goal.cols)
    cols = abs(homes % goal.cols - cells % goal.cols)
    return np.where(boards == 0, 0, rows + cols).sum(axis=1)
