# SPDX-License-Identifier: MIT
"""The command line on a terminal of a given width."""

import os
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.waiting import HANGS

Variables = Iterable[tuple[str, str]]
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A process whose input and output are a pseudo-terminal; with `piped`, its standard output goes elsewhere."""

    def __init__(
        self, *args: str, columns: int = 80, piped: bool = False, cwd: Path | None = None, variables: Variables = ()
    ) -> None:
        import fcntl
        import pty
        import termios

        self.text = ""
        self.output = ""
        """What came through the pipe."""
        surroundings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        surroundings |= {"TERM": "xterm", **dict(variables)}
        ready, go = os.pipe()
        self._pipe, into = os.pipe()
        self._process, self._side = pty.fork()
        if self._process == 0:
            os.read(ready, 1)  # until the width is set
            if piped:
                os.dup2(into, 1)
            os.chdir(cwd or ".")
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execve(sys.executable, [sys.executable, "-m", "taquin", *args], surroundings)
        fcntl.ioctl(self._side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        os.write(go, b".")
        for end in (ready, go, into):
            os.close(end)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._side)  # which hangs up on a program that still runs
        os.close(self._pipe)

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

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        os.write(self._side, b"\x03")

    def finish(self) -> int:
        """Read to the end and return the exit code, negative for a signal."""
        while self._read():
            pass
        while data := os.read(self._pipe, 65536):
            self.output += data.decode()
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])


def screen_of(*args: str, columns: int = 80, variables: Variables = ()) -> list[str]:
    """Run a command to its end and return its lines without codes; of a line that was written over, what stands there at last."""
    with Terminal(*args, columns=columns, variables=variables) as terminal:
        terminal.finish()
    return [CODES.sub("", line.rsplit("\r\x1b[K", 1)[-1]) for line in terminal.text.split("\n")]
