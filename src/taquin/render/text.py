# SPDX-License-Identifier: MIT
"""Solutions as text: pure functions, as lines, so that a path of 60,000 boards is written as it is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from taquin.board import Board, Move
from taquin.notation import format_moves
from taquin.solution import Solution, Status

UNSOLVABLE: Final = "Unsolvable puzzle"


def headline(solution: Solution) -> str:
    """Say in one line how it ended: the moves it takes, or why there are none.

    >>> from taquin import solve
    >>> headline(solve("0 1 3 / 4 2 5 / 7 8 6"))
    'Minimum number of moves = 4'
    """
    if solution.status is Status.OPTIMAL:
        return f"Minimum number of moves = {solution.cost}"
    if solution.solved:
        return f"Number of moves = {solution.cost} (not proven minimal)"
    if solution.status is Status.UNSOLVABLE:
        return UNSOLVABLE
    if solution.status is Status.CANCELLED:
        return "Interrupted: no solution found yet"
    if solution.status is Status.GAVE_UP:
        return f"Gave up: {solution.reason}"
    return f"No solution found: {solution.reason}"


def solution_lines(solution: Solution, steps: bool = False, notation: str = "blank") -> Iterator[str]:
    """Write an answer for people: the headline, the moves, the boards if asked for, the counters."""
    yield headline(solution)
    if solution.moves:
        yield f"Moves: {format_moves(solution.moves, notation)}"
    yield from _remarks(solution)
    if steps and solution.solved:
        yield from step_lines(solution, notation)
    if solution.status is not Status.UNSOLVABLE:
        yield ""
        yield from pair_lines(counters(solution))


def step_lines(solution: Solution, notation: str = "blank") -> Iterator[str]:
    """Write every board with the move that led to it."""
    boards = solution.boards()
    yield from ("", "Start:", str(next(boards)))
    for number, (move, board) in enumerate(zip(solution.moves or (), boards, strict=True), start=1):
        yield from ("", f"Step {number}:", f"Move: {_move_name(move, notation)}", str(board))


def sheet_lines(solution: Solution) -> Iterator[str]:
    """Write an answer exactly as the assignment sheet prints it."""
    yield headline(solution)
    if not solution.solved:
        return
    yield ""
    for board in solution.boards():
        yield plain_board(board)
        yield ""
    yield f"Nodes explored = {solution.stats.generated}"
    yield f"Nodes expanded = {solution.stats.expanded}"


def plain_board(board: Board) -> str:
    r"""Write the rows with single spaces, unaligned.

    >>> plain_board(Board.goal(2, 6))
    '1 2 3 4 5 6\n7 8 9 10 11 0'
    """
    return "\n".join(" ".join(map(str, row)) for row in board.grid)


def counters(solution: Solution) -> list[tuple[str, str]]:
    """Name what the search counted, thousands separated."""
    stats = solution.stats
    counted = stats.expanded > 0 or stats.generated <= 1
    pairs = [
        ("Nodes explored", f"{stats.generated:,}"),
        ("Nodes expanded", f"{stats.expanded:,}" if counted else "not counted by this method"),
    ]
    if counted:
        pairs.append(("Maximum frontier", f"{stats.max_frontier:,}"))
    pairs.append(("Maximum depth", f"{stats.max_depth:,}"))
    if stats.iterations > 1:
        pairs.append(("Iterations", f"{stats.iterations:,}"))
    method = f"{solution.method} ({solution.chosen_heuristic})" if solution.chosen_heuristic else solution.method
    return [*pairs, ("Time", format_seconds(stats.elapsed)), ("Method", method), ("Engine", solution.engine)]


def pair_lines(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Write names and values in two columns."""
    width = max(len(name) for name, _ in pairs)
    for name, value in pairs:
        yield f"{name + ':':{width + 2}}{value}"


def format_seconds(seconds: float) -> str:
    """Write a duration with three digits that matter.

    >>> format_seconds(0.00031), format_seconds(0.25), format_seconds(3.14159), format_seconds(754)
    ('0.31 ms', '250 ms', '3.14 s', '12 min 34 s')
    """
    if seconds < 0.01:
        return f"{seconds * 1000:.2f} ms"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def _move_name(move: Move, notation: str) -> str:
    return (move.opposite if notation == "tile" else move).name


def _remarks(solution: Solution) -> Iterator[str]:
    """Add what else is known: the reason, what is proven, how to go on."""
    if solution.status is Status.UNSOLVABLE or (solution.solved and solution.reason):
        yield solution.reason[:1].upper() + solution.reason[1:]
    if solution.status is Status.OPTIMAL and solution.cost:
        from taquin.difficulty import describe_difficulty

        difficulty = describe_difficulty(solution.goal, solution.cost)
        if difficulty:
            yield difficulty
    if solution.status not in (Status.OPTIMAL, Status.UNSOLVABLE) and solution.lower_bound:
        yield f"Proven: at least {_plural(solution.lower_bound, 'move')} are needed".replace("move are", "move is")
    advice = _advice(solution)
    if advice:
        yield advice


def _advice(solution: Solution) -> str:
    """Say how to go on after a search that ended without a path."""
    if solution.solved or solution.status not in (Status.LIMIT, Status.GAVE_UP):
        return ""
    if solution.status is Status.GAVE_UP:
        return "To go on: raise --max-depth" if "depth limit" in solution.reason else ""
    if solution.reason.startswith("the machine"):
        return "To go on: choose -a idastar, which needs next to no memory"
    which = solution.reason.partition(" ")[0]
    quicker = "" if solution.algorithm in ("greedy", "beam") else ", or take a longer path sooner with -a greedy or -a beam"
    return f"To go on: raise --{which}-limit{quicker}" if which in ("time", "node", "memory") else ""


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
