# SPDX-License-Identifier: MIT
"""Warnings about tables, each given once, through the package's log: they go to stderr unless told otherwise."""

from __future__ import annotations

_given: set[str] = set()


def warn_once(text: str) -> None:
    """Log a warning, unless it was given before."""
    if text not in _given:
        import logging  # seldom needed, and slow to import

        _given.add(text)
        logging.getLogger("taquin").warning(text)
