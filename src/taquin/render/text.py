# SPDX-License-Identifier: MIT
"""Solutions as text: pure functions, as lines, so that a path of 60,000 boards is written as it is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import Field
from typing import Any, Final

from taquin.board import Board, Move
from taquin.method import OPTIONS
from taquin.metric import SLIDES, TILES, UNITS, counted
from taquin.moves import format_moves
from taquin.reasons import Cause
from taquin.solution import COUNTERS, LIMITS, UNCOUNTED, Solution, Status

NOT_COUNTED: Final = "not counted by this method"


def solution_lines(
    solution: Solution, steps: bool = False, notation: str = "blank", most_moves: int | None = None
) -> Iterator[str]:
    """Write an answer for people: the headline, the moves (at most so many), the boards if asked for, the counters."""
    yield solution.headline
    if solution.moves:
        yield f"{UNITS[solution.metric].title()}s: {format_path(solution.moves[:most_moves], notation, solution.metric)}"
        if most_moves is not None and len(solution.moves) > most_moves:
            yield f"... and {len(solution.moves) - most_moves:,} more; --json, or a pipe such as | less, shows them all"
    yield from _remarks(solution)
    if steps and solution.solved:
        yield from step_lines(solution, notation)
    if solution.status is not Status.UNSOLVABLE:
        yield ""
        yield from pair_lines(counters(solution))


def format_path(moves: tuple[Move, ...], notation: str = "blank", metric: str = TILES) -> str:
    """Write a path as its metric counts it: slides with counts, in either notation.

    >>> from taquin.moves import parse_moves
    >>> format_path(parse_moves("LLU")), format_path(parse_moves("LLU"), metric="slides")
    ('LLU', 'L2 U')
    """
    return format_moves(moves, notation, counts=True if metric == SLIDES else None)


def step_lines(solution: Solution, notation: str = "blank") -> Iterator[str]:
    """Write every board with the move that led to it."""
    boards = solution.boards()
    yield from ("", "Start:", str(next(boards)))
    for number, (step, board) in enumerate(zip(solution.steps(), boards, strict=True), start=1):
        length = f" {len(step)}" if solution.metric == SLIDES else ""
        name = f"{UNITS[solution.metric].title()}: {_move_name(step[0], notation)}{length}"
        yield from ("", f"Step {number}:", name, str(board))


def sheet_lines(solution: Solution) -> Iterator[str]:
    """Write an answer exactly as the assignment sheet prints it."""
    yield solution.headline
    if not solution.solved:
        return
    yield ""
    for board in solution.boards():
        yield plain_board(board)
        yield ""
    yield f"Nodes explored = {solution.stats.generated}"
    yield f"Nodes expanded = {solution.stats.expanded if solution.stats.counts_expansions else NOT_COUNTED}"


def plain_board(board: Board) -> str:
    r"""Write the rows with single spaces, unaligned.

    >>> plain_board(Board.goal(2, 6))
    '1 2 3 4 5 6\n7 8 9 10 11 0'
    """
    return "\n".join(" ".join(map(str, row)) for row in board.grid)


def counters(solution: Solution) -> list[tuple[str, str]]:
    """Name what the search counted, thousands separated."""
    method = f"{solution.method} ({solution.chosen_heuristic})" if solution.chosen_heuristic else solution.method
    pairs = [(counter.metadata["label"], _counted(solution, counter)) for counter in COUNTERS if counter.metadata["label"]]
    return [*((label, text) for label, text in pairs if text), ("Method", method), ("Engine", solution.engine)]


def _counted(solution: Solution, counter: Field[Any]) -> str:
    """Write a counter, empty where it says nothing."""
    value = getattr(solution.stats, counter.name)
    if counter.name in UNCOUNTED and not solution.stats.counts_expansions:
        return NOT_COUNTED if counter.name == UNCOUNTED[0] else ""
    return "" if counter.name == "iterations" and value == 1 else format_counter(value, counter.metadata["unit"])


def format_counter(value: float | None, unit: str) -> str:
    """Write a counter for people, a dash where the method does not count it.

    >>> format_counter(1234567, "nodes"), format_counter(0.25, "seconds"), format_counter(None, "nodes")
    ('1,234,567', '250 ms', '-')
    """
    if value is None:
        return "-"
    return format_seconds(value) if unit == "seconds" else f"{value:,}"


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
        yield solution.reason[:1].upper() + solution.reason[1:] + _proven_ratio(solution)
    if solution.status is Status.OPTIMAL and solution.cost and solution.metric == TILES:  # the counts are of single moves
        from taquin.depth import describe_difficulty

        difficulty = describe_difficulty(solution.goal, solution.cost)
        if difficulty:
            yield difficulty
    if solution.status not in (Status.OPTIMAL, Status.UNSOLVABLE) and solution.lower_bound:
        verb = "is" if solution.lower_bound == 1 else "are"
        yield f"Proven: at least {counted(solution.lower_bound, solution.metric)} {verb} needed"
    advice = _advice(solution)
    if advice:
        yield advice


def _proven_ratio(solution: Solution) -> str:
    """Add to what a weight promises what the bound proves, which is often much nearer."""
    if solution.cause is not Cause.WITHIN_WEIGHT or not solution.cost or not solution.lower_bound:
        return ""
    return f"; by what is proven, at most {solution.cost / solution.lower_bound:.2f} times"


RAISED_BY: Final = {
    Cause.TIME_LIMIT: "time",
    Cause.NODE_LIMIT: "nodes",
    Cause.MEMORY_LIMIT: "memory",
    Cause.MEMORY_NODES: "memory_nodes",
    Cause.DEPTH_LIMIT: "depth",
}
"""The limit or option that has to be raised to go on, by the cause of the end."""


def _advice(solution: Solution) -> str:
    """Say how to go on after a search that ended without a path."""
    if solution.solved or solution.cause is None:
        return ""
    if solution.cause is Cause.OUT_OF_MEMORY:
        return "To go on: choose -a idastar, which needs next to no memory"
    if solution.cause not in RAISED_BY:
        return ""
    limit = next(option for option in (*LIMITS, *OPTIONS.values()) if option.name == RAISED_BY[solution.cause])
    is_quick = solution.algorithm in ("greedy", "beam") or solution.cause is Cause.DEPTH_LIMIT
    quicker = "" if is_quick else ", or take a longer path sooner with -a greedy or -a beam"
    return f"To go on: raise {limit.command_line}{quicker}"
