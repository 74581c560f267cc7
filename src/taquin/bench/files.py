# SPDX-License-Identifier: MIT
"""Where the files of the benchmark are: in the checkout's bench/, or beside this module in an installed package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[3]


def find_file(name: str) -> Path | None:
    """Return the path of a file of the benchmark, None where it was not shipped."""
    return next((path for path in (checkout_file(name), Path(__file__).with_name(name)) if path.is_file()), None)


def checkout_file(name: str) -> Path:
    """Return where a file is in a checkout."""
    return CHECKOUT / "bench" / name
