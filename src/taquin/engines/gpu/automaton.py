# SPDX-License-Identifier: MIT
"""The move automaton as the card reads it: every next state comes with the moves that are open in it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from taquin.board import DEFAULT_ORDER, Move, blank_steps
from taquin.errors import MethodError
from taquin.tables import notes
from taquin.tables.automata import load_automaton

Array = Any
"""A NumPy array."""
MOVES: Final = 4
OPEN_SHIFT: Final = 28
PRUNED: Final = -1


def automaton_words(rows: int, cols: int, prune: bool = True) -> tuple[Array, Array]:
    """Return the start word of every blank cell, and four next words for every state; without `prune` only undoing is pruned.

    A word is a state, and above it a bit for every move that the automaton allows there.
    """
    numbers = np.frombuffer(_numbers(rows, cols, prune), dtype=np.int32)
    starts, following = numbers[: rows * cols], numbers[rows * cols :].reshape(-1, MOVES)
    open_moves = ((following != PRUNED) << np.arange(MOVES)).sum(axis=1).astype(np.uint32)
    words = np.arange(len(following), dtype=np.uint32) | open_moves << np.uint32(OPEN_SHIFT)
    return words[starts], words[following].reshape(-1)  # -1 picks any word: nobody goes there


def _numbers(rows: int, cols: int, prune: bool) -> bytes | memoryview:
    if prune:
        try:
            return load_automaton(rows, cols)
        except MethodError:
            notes.say(
                f"the move automaton of {rows}x{cols} is neither in the package nor in the cache, and only the compiled core "
                "builds it; without it a search takes about twice as long"
            )
    return undoing_automaton(rows, cols)


def undoing_automaton(rows: int, cols: int) -> bytes:
    """Return the automaton that only prunes undoing the previous move, in the format of `tables.automata`."""
    steps = blank_steps(rows, cols)
    beginnings: list[tuple[int, Move | None]] = [(cell, None) for cell in range(rows * cols)]
    arrivals: list[tuple[int, Move | None]] = [(to, move) for around in steps for move, to in around]
    states = {state: number for number, state in enumerate(beginnings + arrivals)}
    numbers = list(range(rows * cols))
    for cell, came_by in states:
        undone = came_by.opposite if came_by else None
        reached = {move: states[to, move] for move, to in steps[cell] if move is not undone}
        numbers += [reached.get(move, PRUNED) for move in DEFAULT_ORDER]
    return np.array(numbers, dtype=np.int32).tobytes()
