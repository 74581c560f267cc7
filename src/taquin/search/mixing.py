# SPDX-License-Identifier: MIT
"""Random numbers that the compiled core draws too: SplitMix64, whose states are a seed and its successors by a constant."""

from __future__ import annotations

from typing import Final

STEP: Final = 0x9E3779B97F4A7C15
WORD: Final = 2**64 - 1


class MixedNumbers:
    """Numbers that a seed determines, the same in every engine.

    >>> numbers = MixedNumbers(0)
    >>> [numbers.below(4) for _ in range(8)]
    [3, 0, 3, 0, 3, 2, 1, 0]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    def _next(self) -> int:
        self._state = (self._state + STEP) & WORD
        value = self._state
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & WORD
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB & WORD
        return value ^ (value >> 31)

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to below a bound."""
        return self._next() % bound

    def fraction(self) -> float:
        """Draw a number from 0 to below 1."""
        return (self._next() >> 11) * 2.0**-53
