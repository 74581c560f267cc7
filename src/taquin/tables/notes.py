# SPDX-License-Identifier: MIT
"""What a user should hear about tables, said once, through the package's log: it goes to stderr unless told otherwise."""

from __future__ import annotations

_said: set[str] = set()


def say(text: str) -> None:
    """Log a remark, unless it was made before."""
    if text not in _said:
        import logging  # seldom needed, and slow to import

        _said.add(text)
        logging.getLogger("taquin").warning(text)
