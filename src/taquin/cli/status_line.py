# SPDX-License-Identifier: MIT
"""The line of progress: written over and over on standard error where somebody looks, nothing elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from taquin.cli.text_tables import columns_of, terminal_width
from taquin.render.text import format_seconds

if TYPE_CHECKING:
    from taquin.many import ManyProgress

ERASE_LINE: Final = "\r\x1b[K"
GAP: Final = "  "
SHORTEST_LABEL: Final = 8
"""Characters below which a shortened label says nothing."""
BAR: Final = range(10, 41)
"""Characters of a bar: it is drawn where there is room for ten, and forty are enough."""


def many_facts(progress: ManyProgress) -> list[str]:
    """Tell how far a run over many questions is: done, time left, and what went wrong if anything did.

    >>> from taquin.many import ManyProgress
    >>> many_facts(ManyProgress(total=20, kept=5))
    ['5/20']
    """
    facts = [f"{progress.done:,}" if progress.total is None else f"{progress.done:,}/{progress.total:,}"]
    if progress.seconds_left is not None:
        facts.append(f"{format_seconds(progress.seconds_left)} left")
    limited, failed = progress.statuses["limit"] + progress.statuses["gave-up"], progress.statuses["failed"]
    return facts + [f"{count:,} {what}" for count, what in ((failed, "failed"), (limited, "at a limit")) if count]


class StatusLine:
    """A line that the next one replaces."""

    def __init__(self) -> None:
        self.shows = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        """Whether anybody looks."""
        self._shown = False

    def show(self, facts: Sequence[str], label: str = "", ahead: Sequence[str] = (), share: float | None = None) -> None:
        """Replace the line; `fit_line` says what is left of it on a narrow terminal."""
        if self.shows:
            # The last column stays free: some terminals begin a new line there.
            self._write(ERASE_LINE + fit_line(facts, (terminal_width(sys.stderr) or 0) - 1, label, ahead, share))
            self._shown = True

    def clear(self) -> None:
        """Remove the line, so that what follows stands alone."""
        if self._shown:
            self._write(ERASE_LINE)
            self._shown = False

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def fit_line(facts: Sequence[str], width: int, label: str = "", ahead: Sequence[str] = (), share: float | None = None) -> str:
    """Write what is `ahead`, a label, a bar and facts in one line.

    Where there is no room for all, the bar goes first, then the label is shortened, and then facts are left out from
    the last on: no number is ever cut.

    >>> fit_line(["5/20", "3 s left"], 36, "a study", share=0.25)
    'a study  ━━━╌╌╌╌╌╌╌╌  5/20  3 s left'
    >>> fit_line(["5/20", "3 s left"], 24, "a study of heuristics")
    'a study…  5/20  3 s left'
    >>> fit_line(["1,234 nodes", "2 s", "900/s"], 18)
    '1,234 nodes  2 s'
    """
    kept = [*ahead, *facts]
    while len(kept) > len(ahead) + 1 and _length(kept) > width:
        kept.pop()
    room = width - _length(kept) - len(GAP)
    parts = [*kept[: len(ahead)], *_label(label, room), *kept[len(ahead) :]]
    room = width - _length(parts) - len(GAP)
    if share is not None and room >= BAR.start:
        parts.insert(len(parts) - len(kept) + len(ahead), _bar(share, min(room, BAR.stop - 1)))
    return GAP.join(parts)


def _length(parts: Sequence[str]) -> int:
    return columns_of(GAP.join(parts))


def _label(label: str, room: int) -> list[str]:
    """Shorten a label, to nothing if too little of it would be left."""
    if label and columns_of(label) <= room:
        return [label]
    while label and columns_of(label) >= room:
        label = label[:-1]
    return [f"{label}…"] if columns_of(label) + 1 >= SHORTEST_LABEL else []


def _bar(share: float, length: int) -> str:
    done = round(share * length)
    return "━" * done + "╌" * (length - done)
