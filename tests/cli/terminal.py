# SPDX-License-Identifier: MIT
"""The command line on a terminal of a given width."""

import os
import re
import select
import struct
import sys
import time
from types import TracebackType
from typing import Self

HANGS = 60.0
"""Seconds after which a program that does not say what is expected hangs; no test depends on less."""
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A process whose input and output are a pseudo-terminal."""

    def __init__(self, *args: str, columns: int = 80, **variables: str) -> None:
        import fcntl
        import pty
        import termios

        self.text = ""
        surroundings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        surroundings |= {"TERM": "xterm", **variables}
        ready, go = os.pipe()
        self._process, self._side = pty.fork()
        if self._process == 0:
            os.read(ready, 1)  # until the width is set
            os.execve(sys.executable, [sys.executable, "-m", "taquin", *args], surroundings)
        fcntl.ioctl(self._side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        os.write(go, b".")
        os.close(ready)
        os.close(go)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._side)  # which hangs up on a program that still runs

    def _read(self) -> bool:
        """Take what the program writes next; return whether it goes on."""
        if not select.select([self._side], [], [], HANGS)[0]:
            raise TimeoutError(f"nothing more after {self.text[-500:]!r}")
        try:
            data = os.read(self._side, 65536)
        except OSError:  # Linux says so when the other side is closed
            data = b""
        self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def wait_for(self, pattern: str) -> "re.Match[str]":
        """Read until the output matches."""
        end = time.monotonic() + HANGS
        while (match := re.search(pattern, self.text)) is None:
            assert self._read(), f"ended with {self.text[-500:]!r}"
            assert time.monotonic() < end, f"still no {pattern} in {self.text[-500:]!r}"
        return match

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._side, text.encode())

    def finish(self) -> int:
        """Read to the end and return the exit code."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])


def screen_of(*args: str, columns: int = 80, **variables: str) -> list[str]:
    """Run a command to its end and return its lines without codes; of a line that was written over, what stands there at last."""
    with Terminal(*args, columns=columns, **variables) as terminal:
        terminal.finish()
    return [CODES.sub("", line.rsplit("\r\x1b[K", 1)[-1]) for line in terminal.text.split("\n")]
