# SPDX-License-Identifier: MIT
"""Move automata: which moves a search may skip because an equal or shorter word of moves has the same effect."""

from __future__ import annotations

from collections.abc import Callable

from taquin.compiled_core import compiled_core
from taquin.tables.patterns import BuildCancelledError
from taquin.tables.source import load_table


def word_length(rows: int, cols: int) -> int:
    """Return the longest words worth forbidding on a shape."""
    return 14 if rows * cols <= 25 else 12


def automaton_name(rows: int, cols: int) -> str:
    """Return the name of its file, without suffix."""
    return f"automaton-{rows}x{cols}-w{word_length(rows, cols)}"


def load_automaton(rows: int, cols: int, stop: Callable[[], bool] | None = None) -> memoryview:
    """Return the automaton of a shape as the core reads it, building it if need be; `BuildCancelledError` when told to stop."""
    length = word_length(rows, cols)
    facts = {"kind": "move automaton", "rows": rows, "cols": cols, "length": length}

    def build() -> bytes:
        built: bytes | None = compiled_core().build_automaton(rows, cols, length, stop)
        if built is None:
            raise BuildCancelledError
        return built

    return load_table(automaton_name(rows, cols), facts, None, build, stop or (lambda: False))
