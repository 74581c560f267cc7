# SPDX-License-Identifier: MIT
"""Where a table comes from: this process, the package, the cache directory, or a builder, in this order."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

from taquin.tables.cache import cache_directory
from taquin.tables.store import Facts, TableFileError, building, open_table, path_of, write_table
from taquin.tables.warn_once import warn_once

Builder = Callable[[], bytes | bytearray]

_loaded: dict[str, memoryview] = {}
_loading = threading.RLock()


def load_table(name: str, facts: Facts, size: int | None, build: Builder, stop: Callable[[], bool] = lambda: False) -> memoryview:
    """Return the bytes of a table; what had to be built is kept for the next time, if the disk allows.

    With `stop`, which the builder listens to as well, nobody waits any more for another process that builds it.
    """
    with _loading:  # one build at a time: a second thread finds the table done
        if name not in _loaded:
            _loaded[name] = _find(name, facts, size, build, stop)
        return _loaded[name]


def is_available(name: str) -> bool:
    """Tell whether a table can be had without building it."""
    return name in _loaded or is_kept(name)


def is_kept(name: str) -> bool:
    """Tell whether the next process will find a table."""
    return is_shipped(name) or os.path.exists(path_of(cache_directory(), name))  # noqa: PTH110 - False also without the right to look


@cache
def is_shipped(name: str) -> bool:
    """Tell whether a table came with the package."""
    return shipped_file(name).is_file()


def shipped_file(name: str) -> Path:
    """Return the file inside the package that would hold a table, compressed."""
    return Path(__file__).parent / "shipped" / f"{name}.z"


def forget(name: str) -> None:
    """Let go of a table in this process, so that it is looked for again."""
    with _loading:
        _loaded.pop(name, None)


def _find(name: str, facts: Facts, size: int | None, build: Builder, stop: Callable[[], bool]) -> memoryview:
    held = _unpack(name) if is_shipped(name) else None
    if held is None:
        held = _open(name, facts, size)
    if held is not None:
        return held
    with building(cache_directory(), name, stop):
        held = _open(name, facts, size)  # another process may have built it while this one waited
        return _keep(name, facts, build()) if held is None else held


def _unpack(name: str) -> memoryview | None:
    import zlib

    try:
        return memoryview(zlib.decompress(shipped_file(name).read_bytes()))
    except (zlib.error, OSError) as error:
        warn_once(f"{shipped_file(name)} cannot be used ({error}); reinstall Taquin, until then it is built anew")
        return None


def _open(name: str, facts: Facts, size: int | None) -> memoryview | None:
    path = path_of(cache_directory(), name)
    try:
        payload = open_table(path, facts).payload
    except FileNotFoundError:
        return None
    except (TableFileError, OSError, ValueError) as error:
        warn_once(f"{error}; it is built anew")
        return None
    if size is not None and len(payload) != size:
        warn_once(f"{path.name} has the wrong size; it is built anew")
        return None
    return payload


def _keep(name: str, facts: Facts, built: bytes | bytearray) -> memoryview:
    directory = cache_directory()
    try:
        return open_table(write_table(directory, name, facts, built), facts).payload
    except (OSError, TableFileError) as error:
        reason = getattr(error, "strerror", None) or error
        warn_once(f"tables cannot be kept in {directory} ({reason}); they stay in memory and are built again next time")
        return memoryview(built).toreadonly()
