# SPDX-License-Identifier: MIT
"""What the lab needs beyond the bare package, asked for only where it is used."""

from __future__ import annotations

import importlib
from typing import Any, Final

from taquin.errors import InputError

EXTRA: Final = "lab"


class MissingExtraError(InputError):
    """A part of Taquin that was not installed: the message says how to."""


def require(module: str, purpose: str) -> Any:
    """Import a module of the extra; `MissingExtraError` says what it is for and how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingExtraError(f"{purpose} need {package}, which is not installed: pip install 'taquin[{EXTRA}]'") from None
