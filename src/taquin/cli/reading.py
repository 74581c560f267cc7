# SPDX-License-Identifier: MIT
"""Read files and standard input, bounded, so that the wrong file is an error and not a hang."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

from taquin.errors import BoardError, quote

MAX_BYTES: Final = 1_000_000
"""A 128x128 board written as JSON takes a tenth of this."""
MAX_SKIPPED: Final = 100 * MAX_BYTES
"""A line that goes on longer is no bad board between good ones: it may never end."""

UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""What a text in UTF-16 begins with."""


@contextlib.contextmanager
def open_bytes(path: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for `-`; `BoardError` says why it cannot be read."""
    if path == "-":
        yield _standard_input()
        return
    from pathlib import Path  # here, because most boards come on the command line and every millisecond counts

    with contextlib.ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(path).open("rb"))
        except (OSError, ValueError) as error:
            raise BoardError(f"cannot read {quote(path, 200)}: {_why(error)}") from None
        yield stream


def _standard_input() -> BinaryIO:
    """Return standard input under a buffer of its own.

    A thread may still wait for a line when the program ends, and the interpreter cannot close `sys.stdin` while it does.
    """
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except (OSError, ValueError):  # what stands in for it has none
        return sys.stdin.buffer


def name_of(path: str) -> str:
    """Return what a file is called in messages."""
    return "standard input" if path == "-" else quote(path, 200)


def read_text(path: str) -> str:
    """Read the whole text of a file or of standard input, at most `MAX_BYTES`."""
    name = name_of(path)
    with open_bytes(path) as stream:
        try:
            data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise BoardError(f"cannot read {name}: {_why(error)}") from None
    if len(data) > MAX_BYTES:
        raise BoardError(f"{name} holds more than {MAX_BYTES:,} bytes; no board is that long")
    if not data.strip():
        raise BoardError(f"{name} is empty; expected a board")
    _check_not_utf16(data, name)
    return decode(data, name)


def read_lines(path: str) -> Iterator[bytes]:
    """Yield the lines of a file or of standard input as they come; a longer one is cut to one byte over `MAX_BYTES`."""
    is_first = True
    with open_bytes(path) as stream:
        try:
            while line := stream.readline(MAX_BYTES + 1):
                if is_first:
                    _check_not_utf16(line, name_of(path))
                    is_first = False
                if len(line) > MAX_BYTES and not line.endswith(b"\n"):
                    _skip_line(stream, name_of(path))
                yield line
        except OSError as error:
            raise BoardError(f"cannot read {quote(path, 200)}: {_why(error)}") from None


def _skip_line(stream: BinaryIO, name: str) -> None:
    """Read on to the end of a line; `BoardError` if there is none in sight."""
    skipped = 0
    while (rest := stream.readline(MAX_BYTES)) and not rest.endswith(b"\n"):
        skipped += len(rest)
        if skipped > MAX_SKIPPED:
            raise BoardError(f"{name} has a line of more than {MAX_SKIPPED:,} bytes; expected one board a line")


def decode(data: bytes, name: str) -> str:
    """Read bytes as UTF-8 text, and refuse what is not text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BoardError(f"{name} is not text: byte {error.start + 1} is not UTF-8; expected a board in plain text") from None
    if "\0" in text:
        raise BoardError(f"{name} is not text: it holds a zero byte; expected a board in plain text")
    return text


def _check_not_utf16(data: bytes, name: str) -> None:
    """Raise `BoardError` for the beginning of a file in UTF-16."""
    if data.startswith(UTF16_MARKS):
        raise BoardError(f"{name} is UTF-16, as the > of Windows PowerShell writes it; save it as UTF-8")


def _why(error: OSError | ValueError) -> str:
    """Say it in the system's words."""
    number = getattr(error, "errno", None)
    return os.strerror(number).lower() if number else str(error)
