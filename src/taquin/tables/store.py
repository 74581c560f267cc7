# SPDX-License-Identifier: MIT
r"""Table files: a header that says what the table is, and its bytes, checksummed, replaced atomically and mapped read-only.

::

    offset 0     magic "TAQUIN\r\n", then the format version and the length of the header as little-endian 32-bit numbers
    offset 16    header: JSON with `name`, `facts` (what the table is), `bytes` and `checksum` of the payload; then the checksum
                 of the header, 16 bytes, and zeros
    offset 4096  payload, page-aligned so that it can be mapped

A file is believed only if all of that holds together and the payload has its checksum. The payload of a large file is
read once and not again until the file changes: a stamp beside it remembers size and time of the file that was checked.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from taquin.machine import lock_file

MAGIC: Final = b"TAQUIN\r\n"
VERSION: Final = 2
PAYLOAD_OFFSET: Final = 4096
SUFFIX: Final = ".taquin"
SEAL: Final = 16
"""Bytes of a checksum."""
ALWAYS_CHECKED: Final = 4 << 20
"""Payloads up to this size are checked whenever they are opened."""
WAIT_FOR_LOCK: Final = 0.05
"""Seconds between two attempts to get a lock."""

Facts = Mapping[str, object]


class TableFileError(Exception):
    """A file that is not the table it should be; the message says why."""


@dataclass(frozen=True)
class TableFile:
    """An opened table."""

    path: Path
    facts: Facts
    payload: memoryview
    """The bytes, mapped read-only."""


def path_of(directory: Path, name: str) -> Path:
    """Return the file of a table."""
    return directory / f"{name}{SUFFIX}"


def write_table(directory: Path, name: str, facts: Facts, payload: bytes | bytearray | memoryview) -> Path:
    """Write a table so that other processes see the whole of it or nothing.

    Raise `OSError` if the disk refuses, or if there is an old one that some process has mapped, on Windows: the caller then
    goes on with the bytes that it has.
    """
    directory.mkdir(parents=True, exist_ok=True)
    header = json.dumps({"name": name, "facts": facts, "bytes": len(payload), "checksum": checksum(payload)}).encode()
    start = MAGIC + VERSION.to_bytes(4, "little") + len(header).to_bytes(4, "little") + header + _seal(header)
    if len(start) > PAYLOAD_OFFSET:
        raise ValueError(f"the header of table {name} is too long")
    path = path_of(directory, name)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{time.monotonic_ns()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(start.ljust(PAYLOAD_OFFSET, b"\0"))
            file.write(payload)  # not synced: what a power cut leaves half-written, the checksum detects
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _stamp(path)
    return path


def open_table(path: Path, facts: Facts | None = None, *, verify: bool = False) -> TableFile:
    """Map a table and check it; `facts`, when given, must be what the header says.

    Raise `TableFileError` for a file that cannot be trusted, and `FileNotFoundError` where there is none. With `verify` the
    checksum is computed whatever the stamp says.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size < PAYLOAD_OFFSET:
            raise TableFileError(f"{path.name} is truncated")
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    mapped = memoryview(memory)
    payload = mapped[PAYLOAD_OFFSET:]
    try:
        header = _read_header(path, mapped)
        _check(path, header, payload, facts, verify)
    except BaseException:
        # Windows replaces no file that is mapped, and this one is about to be built anew.
        payload.release()
        mapped.release()
        memory.close()
        raise
    held = header.get("facts")
    return TableFile(path, held if isinstance(held, dict) else {}, payload)


def _check(path: Path, header: dict[str, object], payload: memoryview, facts: Facts | None, verify: bool) -> None:
    if header.get("bytes") != len(payload):
        raise TableFileError(f"{path.name} is truncated")
    if facts is not None and header.get("facts") != dict(facts):
        raise TableFileError(f"{path.name} holds another table than its name says")
    trusted = len(payload) > ALWAYS_CHECKED and not verify and _stamped(path)
    if not trusted:
        if header.get("checksum") != checksum(payload):
            raise TableFileError(f"{path.name} is corrupt: its checksum does not match")
        _stamp(path)


def checksum(payload: bytes | bytearray | memoryview) -> str:
    """Return the checksum of a payload."""
    return _seal(payload).hex()


def _seal(data: bytes | bytearray | memoryview) -> bytes:
    import hashlib  # slow to import, and tables that came with the package need none

    return hashlib.blake2b(data, digest_size=SEAL).digest()


def table_files(directory: Path) -> list[Path]:
    """Return all table files, by name."""
    return sorted(directory.glob(f"*{SUFFIX}"))


def remove_table(path: Path) -> None:
    """Delete a table and what belongs to it."""
    path.unlink()
    for beside in (_stamp_path(path), _lock_path(path)):
        with contextlib.suppress(PermissionError):  # Windows deletes no file that somebody has open, and neither does any harm
            beside.unlink(missing_ok=True)


def remove_remains(directory: Path) -> None:
    """Delete what builds that were killed have left; one that runs now is not disturbed."""
    for temporary in directory.glob(f".*{SUFFIX}.*.tmp"):
        with building(directory, temporary.name[1:].partition(f"{SUFFIX}.")[0], stop=lambda: True):
            pass


@contextlib.contextmanager
def building(directory: Path, name: str, stop: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Let one process at a time build a table; the others wait and then find it done. What a killed one left is cleared away.

    Where the directory cannot be written or the system has no such locks, nobody waits: tables are replaced atomically, so
    that building one twice is a waste and no harm. Nor does one wait who is told to stop, which the build then is, too.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            if _wait_for_lock(path_of(directory, name), stack, stop):
                for left in directory.glob(f".{name}{SUFFIX}.*.tmp"):
                    left.unlink(missing_ok=True)
        yield


def _wait_for_lock(path: Path, stack: contextlib.ExitStack, stop: Callable[[], bool]) -> bool:
    """Lock a table until the stack is left; False if told to stop."""
    while True:
        file = stack.enter_context(_lock_path(path).open("wb"))
        while not lock_file(file):
            if stop():
                return False
            time.sleep(WAIT_FOR_LOCK)
        if os.fstat(file.fileno()).st_nlink:
            return True  # else the table was removed, and the next one will lock another file


def _read_header(path: Path, mapped: memoryview) -> dict[str, object]:
    if bytes(mapped[:8]) != MAGIC:
        raise TableFileError(f"{path.name} is not a table of Taquin")
    version = int.from_bytes(mapped[8:12], "little")
    if version != VERSION:
        raise TableFileError(f"{path.name} has format version {version}; this Taquin reads version {VERSION}")
    end = 16 + int.from_bytes(mapped[12:16], "little")
    text = bytes(mapped[16 : min(end, PAYLOAD_OFFSET)])
    if bytes(mapped[end:PAYLOAD_OFFSET]) != _seal(text).ljust(PAYLOAD_OFFSET - end, b"\0"):
        raise TableFileError(f"{path.name} is corrupt: the checksum of its header does not match")
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise TableFileError(f"{path.name} is corrupt: its header cannot be read") from None
    if not isinstance(header, dict):
        raise TableFileError(f"{path.name} is corrupt: its header cannot be read")
    return header


def _identity(path: Path) -> bytes:
    """What changes when a file is written to."""
    status = path.stat()
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ino}".encode()


def _stamp_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.checked")


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _stamp(path: Path) -> None:
    with contextlib.suppress(OSError):  # a cache that cannot be written is checked every time
        if path.stat().st_size > ALWAYS_CHECKED:
            _stamp_path(path).write_bytes(_identity(path))


def _stamped(path: Path) -> bool:
    try:
        return _stamp_path(path).read_bytes() == _identity(path)
    except OSError:
        return False
