# SPDX-License-Identifier: MIT
"""Random boards for whoever asks: uniform, by random walk, or exactly so many moves from the goal.

Boards of up to nine cells are listed by depth, and one is drawn. On larger ones a walk leads away from the goal until a search
proves that it has come far enough, and back along a shortest path where it has come too far. So the depth is exact and proven,
but not every board of that depth is equally likely.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Final

from taquin.board import Board
from taquin.errors import BoardError, InputError, quote
from taquin.instances import depth_counts, load_set
from taquin.metric import TILES, UNITS, read_metric
from taquin.notation import parse_size, read_goal
from taquin.question import OPTIMAL, Question
from taquin.scramble import MAX_LAYERED_CELLS, depth_layers, layered_board, uniform_board, walk_board
from taquin.solution import Limits, Observer, Solution, Status
from taquin.solver import solve_question

MAX_CELLS: Final = 36
"""Boards whose shortest paths can be proven."""
NODES: Final = 1_000_000_000
"""Nodes of one proof: ten seconds or so."""
ATTEMPTS: Final = 30
DEEPEST_FIFTEEN: Final = 80
"""No 15-puzzle is further from a goal with the blank in a corner."""
REPEATED: Final = 100
"""Boards that may be drawn again before there are said to be no others, where nobody knows how many there are."""
DEEP_SET: Final = "depth80"
"""Boards at the greatest depth of the 15-puzzle: every smaller depth lies on the way from them to the goal."""


def random_board(
    size: str | int | tuple[int, int] = "3x3",
    goal: object = "last",
    seed: int | None = None,
    depth: int | None = None,
    *,
    metric: str = TILES,
) -> Board:
    """Return a random board that can reach a goal: uniform, or exactly `depth` away in a metric; the same for the same seed.

    >>> random_board("3x3", seed=1)
    Board([[6, 5, 7], [4, 3, 0], [8, 1, 2]])
    >>> random_board((3, 3), depth=31, seed=1)
    Board([[6, 4, 7], [8, 5, 0], [3, 2, 1]])
    """
    for name, number in (("seed", seed), ("depth", depth)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise InputError(f"expected a whole number as {name}, got {quote(number)}", field=name)
    rows, cols = size if isinstance(size, tuple) else parse_size(str(size))
    target = read_goal(goal, rows, cols)
    if target.shape != (rows, cols):
        raise BoardError(f"the goal is {target.rows}x{target.cols}, expected {rows}x{cols}", field="goal")
    return draw_board(target, random.Random(seed), depth=depth, metric=metric)


def draw_board(
    goal: Board,
    rng: random.Random,
    *,
    depth: int | None = None,
    walk: int | None = None,
    metric: str = TILES,
    observer: Observer | None = None,
    drawn: Collection[Board] = (),
) -> Board:
    """Draw a board: exactly `depth` from the goal in a metric, after a random `walk` from it, or else uniformly.

    At a depth, none of those that were `drawn` before: there may be few, and each is wanted once.
    """
    metric = read_metric(metric)
    if depth is not None and walk is not None:
        raise InputError("give depth or walk, not both", field="depth")
    if depth is not None:
        return _another_at_depth(goal, depth, rng, observer, metric, drawn)
    return uniform_board(goal, rng) if walk is None else walk_board(goal, walk, rng, metric)


def _another_at_depth(
    goal: Board, depth: int, rng: random.Random, observer: Observer | None, metric: str, drawn: Collection[Board]
) -> Board:
    """Draw at a depth until there is a board that was not drawn before."""
    listed = len(goal.tiles) <= MAX_LAYERED_CELLS
    all_drawn = listed and drawn and len(drawn) * len(goal.tiles) >= len(depth_layers(goal, metric)[depth])
    repeated = 0
    while not all_drawn and (listed or repeated < REPEATED):
        board = board_at_depth(goal, depth, rng, observer, metric)
        if board not in drawn:
            return board
        repeated += 1
    found = "there are" if listed else "so many draws in a row found"
    raise BoardError(
        f"expected at most {len(drawn)} boards {depth} {UNITS[metric]}s from this goal, {found} no others", field="depth"
    )


def board_at_depth(goal: Board, depth: int, rng: random.Random, observer: Observer | None = None, metric: str = TILES) -> Board:
    """Return a random board exactly `depth` moves, or slides, from the goal, or say why there is none to be had.

    >>> board_at_depth(Board.goal(4, 4), 20, random.Random(1))
    Board([[1, 2, 4, 7], [9, 5, 3, 8], [6, 14, 15, 10], [13, 11, 12, 0]])
    """
    cells = goal.rows * goal.cols
    if cells <= MAX_LAYERED_CELLS:
        return layered_board(goal, depth, rng, metric)
    if metric != TILES:
        raise BoardError(
            f"exact depths in slides are offered for boards of at most {MAX_LAYERED_CELLS} cells, such as 3x3; "
            f"on {goal.rows}x{goal.cols} take a random walk",
            field="depth",
        )
    if cells > MAX_CELLS:
        raise BoardError(
            f"exact depths are offered for boards of at most {MAX_CELLS} cells, whose shortest paths can be proven; "
            f"on {goal.rows}x{goal.cols} take a random walk",
            field="depth",
        )
    if depth < 0:
        raise BoardError(f"expected a depth of 0 or more, got {depth}", field="depth")
    furthest = no_further_than(goal)
    if depth > furthest:
        raise BoardError(
            f"no {goal.rows}x{goal.cols} board is more than {furthest} moves from this goal, got {quote(depth)}", field="depth"
        )
    for attempt in range(ATTEMPTS):
        found = _walk_away(goal, depth, rng, observer) if attempt < ATTEMPTS - 1 else _from_deepest(goal, depth, rng, observer)
        if found is not None:
            return found
    raise BoardError(
        f"no {goal.rows}x{goal.cols} board {depth} moves from this goal was found and proven in {ATTEMPTS} attempts; "
        "try a smaller depth",
        field="depth",
    )


def no_further_than(goal: Board) -> int:
    """Return a number of moves within which every board of this shape reaches the goal; at least ten cells.

    Where the boards at every depth are counted, it is the greatest depth, and so many moves as the goal's blank is from a corner:
    the counts are for a blank in a corner, and those moves lead from such a goal to this one.

    Elsewhere it is the third power of n, the number of cells, which is far from sharp, but holds. Solve the outermost row or
    column that the blank does not end in, tile by tile, then the next, until 2x2 cells are left. One tile never cuts what is
    left in two, so before each of its steps the blank gets to the right side of it in fewer than n moves, and it is at most
    n / 2 steps from its cell. The last tile of a line goes to the block of 2x3 cells around its cell in the same way, and the
    blank with it; in there at most 21 moves put it and its neighbour right, as two other tiles may change places. That is less
    than n * n moves for each tile.

    >>> no_further_than(Board.goal(4, 4)), no_further_than(Board.goal(4, 4, "snail")), no_further_than(Board.goal(5, 5))
    (80, 82, 15625)
    """
    counts = depth_counts(goal.rows, goal.cols)
    if counts is None:
        return len(goal.tiles) ** 3
    row, col = divmod(goal.blank, goal.cols)
    return len(counts) - 1 + min(row, goal.rows - 1 - row) + min(col, goal.cols - 1 - col)


def _walk_away(goal: Board, depth: int, rng: random.Random, observer: Observer | None) -> Board | None:
    """Walk until the distance is at least the depth, or to where every step leads back; None if that is too near."""
    board = walk_board(goal, depth, rng)
    proof = _prove(board, goal, observer)
    while proof is not None and (proof.cost or 0) < depth:
        further = [child for _, child in board.neighbours()]
        rng.shuffle(further)
        proofs = ((child, _prove(child, goal, observer)) for child in further)
        step = next(((child, found) for child, found in proofs if found is None or (found.cost or 0) > (proof.cost or 0)), None)
        if step is None:
            return None
        board, proof = step
    return None if proof is None else _come_nearer(board, goal, (proof.cost or 0) - depth, observer)


def _from_deepest(goal: Board, depth: int, rng: random.Random, observer: Observer | None) -> Board | None:
    """Begin with a board of the greatest depth, where such boards are known for the goal."""
    if goal.shape != (4, 4):
        return None
    known = [instance.start for instance in load_set(DEEP_SET) if instance.goal == goal]
    known += [_turned(instance.start) for instance in load_set(DEEP_SET) if _turned(instance.goal) == goal]
    return _come_nearer(rng.choice(known), goal, DEEPEST_FIFTEEN - depth, observer) if known else None


def _turned(board: Board) -> Board:
    """Turn a board by half and number its tiles from the other end: distances stay the same."""
    last = len(board.tiles)
    return Board.from_tiles(board.rows, board.cols, [last - tile if tile else 0 for tile in reversed(board.tiles)])


def _prove(board: Board, goal: Board, observer: Observer | None, depth: int | None = None) -> Solution | None:
    """Return a shortest path, of at most so many moves if a depth is given; None if none was found and proven."""
    found = solve_question(Question(board, goal, OPTIMAL, limits=Limits(nodes=NODES, depth=depth)), observer)
    if found.status is Status.CANCELLED or (observer is not None and observer.cancelled()):  # a quick search does not ask
        raise KeyboardInterrupt
    return found if found.status is Status.OPTIMAL else None


def _come_nearer(board: Board, goal: Board, moves: int, observer: Observer | None) -> Board | None:
    """Go so many moves along a shortest path: that of the first moves in order, so that a seed always gives the same board.

    None where a proof runs out of nodes.
    """
    left = _prove(board, goal, observer)
    for _ in range(moves):
        if left is None:
            break
        nearer = (_prove(child, goal, observer, len(left.moves or ()) - 1) for _, child in left.start.neighbours())
        left = next((found for found in nearer if found is not None), None)
    return None if left is None else left.start
