# SPDX-License-Identifier: MIT
"""Take questions from a source that may make one wait: in a thread of its own, a few ahead."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from typing import Final

from taquin.many.answers import Numbered
from taquin.question import Question

AHEAD: Final = 10_000
"""Questions that are read before anybody takes them."""


class Reader:
    """Reads questions in the background; who takes them never waits."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self._source = enumerate(questions)
        self._read: queue.Queue[Numbered | BaseException | None] = queue.Queue(AHEAD)
        self.exhausted = False
        """Whether everything was taken."""
        threading.Thread(target=self._run, name="taquin-reader", daemon=True).start()

    def take(self, most: int) -> list[Numbered]:
        """Return the questions that are there, at most so many; raise what the source raised when all before it are taken."""
        taken: list[Numbered] = []
        while len(taken) < most and not self.exhausted:
            try:
                found = self._read.get_nowait()
            except queue.Empty:
                break
            if isinstance(found, BaseException):
                self.exhausted = True
                raise found
            if found is None:
                self.exhausted = True
            else:
                taken.append(found)
        return taken

    def _run(self) -> None:
        try:
            for numbered in self._source:
                self._read.put(numbered)
            self._read.put(None)
        except BaseException as error:
            self._read.put(error)
