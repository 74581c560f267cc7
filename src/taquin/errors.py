# SPDX-License-Identifier: MIT
"""What can go wrong, as one tree.

::

    TaquinError
    ├── InputError (also a ValueError)   the user can fix it: exit code 2
    │   ├── BoardError                   a board's text or shape
    │   ├── MoveError                    a move string, or a move off the board
    │   ├── MethodError                  an algorithm, a heuristic or an option of theirs
    │   ├── InstanceError                a named instance set
    │   └── EngineError                  an engine that is not there or cannot run the method
    └── VerificationError                an engine returned a wrong path: exit code 1

Running out of time, nodes or memory is not an error: it is a `Status`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, Self

COMPARED_LETTERS: Final = 80
"""Letters of an unknown name that are compared with the known ones: a name of megabytes is nobody's slip of the pen."""
LEAST_BEGINNING: Final = 3
MOST_BEGUN: Final = 4
"""Names that begin alike are offered, if what was written is long enough to say something and there are few of them."""
LEAST_LIKENESS: Final = 0.7
"""How much alike a slip of the pen and the name are at least: what is less so sends people the wrong way."""
SYNONYMS: Final = {"time": "elapsed", "seconds": "elapsed", "algorithm": "method"}
"""What people call things, with the names that they mean where those are known."""


class TaquinError(Exception):
    """Base of every error that Taquin raises on purpose."""


class InputError(TaquinError, ValueError):
    """Bad input: the message says what was expected and how to fix it; where it is known, fields say which part is wrong."""

    usual_field: ClassVar[str | None] = None
    """The field of a question that errors of this kind are about, unless they say otherwise."""

    def __init__(self, message: str, *, field: str | None = None, row: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        # A field that the user named may hold halves of characters, which no answer of a server could carry.
        self.field = (field or self.usual_field or "").encode("utf-8", "backslashreplace").decode() or None
        """The part of the question that is wrong: `start`, `goal`, `method`, the name of an option or a limit."""
        self.row = row
        """The row of the board, or the line of a source, counted from 1."""
        self.column = column

    def within(self, field: str, prefix: str = "") -> Self:
        """Return the same error as one about a field, with a prefix before its message."""
        return type(self)(f"{prefix}{self}", field=field, row=self.row, column=self.column)

    def to_json(self) -> dict[str, str | int | None]:
        """Return the message and the place, as the API sends them."""
        return {"message": str(self), "field": self.field, "row": self.row, "column": self.column}


class BoardError(InputError):
    """A board that cannot be read, or is not a permutation of its tiles."""


class MoveError(InputError):
    """A move string that cannot be read, or a move that leaves the board."""


class MethodError(InputError):
    """An unknown or unusable algorithm, heuristic or option."""

    usual_field = "method"


class InstanceError(InputError):
    """An unknown instance set or index."""

    usual_field = "name"


class EngineError(InputError):
    """A named engine that is missing or does not offer the method."""

    usual_field = "engine"


class VerificationError(TaquinError):
    """A path that does not lead from start to goal: a defect of an engine."""


def quote(text: object, limit: int = 40) -> str:
    """Return `repr(text)`, shortened so that a huge value stays one readable sentence."""
    try:
        shown = repr(text[: limit + 1]) if isinstance(text, str) else repr(text)
    except Exception:  # a number of thousands of digits, lists a thousand deep, a value that cannot be written
        return f"a value of type {type(text).__name__}"
    return shown if len(shown) <= limit + 2 else f"{shown[:limit]}..."


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """Say that a name is unknown, with the one that is meant, those that it begins, the nearest one or else all of them.

    >>> unknown_name("instance set", "korf", ["korf15", "korf24", "default8"])
    "unknown instance set 'korf'; did you mean 'korf15' or 'korf24'?"
    """
    names = list(known)
    *others, last = [repr(each) for each in _meant(name[:COMPARED_LETTERS].lower(), names)] or [""]
    meant = f"{', '.join(others)} or {last}" if others else last
    hint = f"did you mean {meant}?" if meant else f"choose one of: {', '.join(names)}"
    return f"unknown {kind} {quote(name)}; {hint}"


def _meant(written: str, names: list[str]) -> list[str]:
    """Return the names that somebody may have meant, none where that is anybody's guess."""
    if SYNONYMS.get(written) in names:
        return [SYNONYMS[written]]
    begun = [each for each in names if len(written) >= LEAST_BEGINNING and each.startswith(written)]
    if 0 < len(begun) <= MOST_BEGUN:
        return begun
    import difflib  # here, because it takes longer to import than most boards to solve

    swapped = [each for each in names if sorted(each) == sorted(written)]  # of three letters, little else is alike
    return swapped[:1] or difflib.get_close_matches(written, names, n=1, cutoff=LEAST_LIKENESS)
