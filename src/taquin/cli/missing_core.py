# SPDX-License-Identifier: MIT
"""Tell that the native core is missing: once, at the first search, remembered by a file in the cache directory."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import click


@cache
def tell_missing_core() -> None:
    """Say on stderr why searches run in Python, unless this installation has said so before."""
    from taquin.compiled_core import core_problem

    missing = core_problem()
    if missing is not None and _is_first_time():
        click.echo(f"Note: {missing}. Until then searches run in Python, which takes longer. (Said once.)", err=True)


def _is_first_time() -> bool:
    """Leave a mark for the next time; where none can be left, every time is the first."""
    from taquin import __version__
    from taquin.tables.cache import cache_directory

    mark = cache_directory() / f"python-only-{__version__}"
    try:
        with suppress(OSError):
            mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        return True
    return True
