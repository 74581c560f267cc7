# SPDX-License-Identifier: MIT
"""Numbers that users hand in, as exact fractions: whatever kind of number it is, every engine shall find the same one."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real


def exact(value: object) -> Fraction | None:
    """Return a number as it is, also one of numpy's; None where it is no number. `ValueError` or `OverflowError` if not finite.

    >>> exact(0.5), exact("0.5")
    (Fraction(1, 2), None)
    """
    if isinstance(value, Decimal):
        return Fraction(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return Fraction(float(value)) if isinstance(value, Real) else None
