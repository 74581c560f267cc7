# SPDX-License-Identifier: MIT
"""What an option is: how text and JSON become its value, its bounds, its default, and whom it concerns.

Commands, requests, specs, the catalog and the page's forms are made from options; none of them knows one by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from taquin.errors import InputError, MethodError, quote, unknown_name

Schema = dict[str, Any]
"""What a value looks like in JSON, as a JSON schema."""

LARGEST: Final = 10**18
"""Whole numbers up to this fit native code, and more of anything cannot be counted."""


@dataclass(frozen=True)
class Kind:
    """A kind of value."""

    read: Callable[[Any], Any]
    """Return the value that a text or a JSON value means; `InputError` says what was expected."""
    schema: Schema
    write: Callable[[Any], Any] = lambda value: value
    """Return a value as JSON knows it; `read` reads it back."""
    metavar: str = ""


@dataclass(frozen=True)
class Option:
    """One option: of a method, or a limit of a search."""

    name: str
    title: str
    """Its label in a form."""
    kind: Kind
    help: str
    default: Any = None
    """The value where nothing is said."""
    algorithms: tuple[str, ...] = ()
    """The algorithms that it concerns."""
    defaults: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The default of algorithms that have another."""
    shapes_answer: bool = True
    """Whether another value may give another answer: then it belongs to what makes two questions the same."""
    tacit: bool = False
    """Whether its default goes without saying: an answer carries another value only, as before the option was there."""
    local: bool = False
    """Whether only the machine's own user may set it: it names a file."""
    switch: str = ""
    """The command line's switch; `--name` with dashes without it."""

    def read(self, value: Any) -> Any:
        """Return the value that a text or a JSON value means; the error says what was expected and names the option."""
        try:
            return self.kind.read(value)
        except InputError as error:
            raise MethodError(str(error), field=self.name) from None

    def default_for(self, algorithm: str) -> Any:
        """Return the value of an algorithm that was told nothing."""
        return self.defaults.get(algorithm, self.default)

    @property
    def command_line(self) -> str:
        """What the command line calls it."""
        return self.switch or "--" + self.name.replace("_", "-")

    def to_json(self) -> dict[str, Any]:
        """Describe it, for the catalog and for forms."""
        write = self.kind.write
        return {
            "name": self.name,
            "title": self.title,
            "help": self.help,
            "metavar": self.kind.metavar,
            "default": None if self.default is None else write(self.default),
            "defaults": {algorithm: write(value) for algorithm, value in self.defaults.items()},
            "algorithms": list(self.algorithms),
            "schema": self.kind.schema,
        }


def whole_number(what: str, least: int, most: int = LARGEST) -> Kind:
    """Take whole numbers from a least to a most; `what` names it in the error, such as 'a beam width'."""
    expected = f"{what}, a whole number from {least} to {'10^18' if most == LARGEST else most}"

    def read(value: Any) -> int:
        number = value
        if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,19}\s*", value):
            number = int(value.strip())  # int() knows fewer blanks than \s does
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise InputError(f"expected {expected}, got {quote(value)}")
        return number

    return Kind(read, {"type": "integer", "minimum": least, "maximum": most}, metavar="N")


def choice(what: str, names: Sequence[str]) -> Kind:
    """Take one of some names."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise InputError(unknown_name(what, value if isinstance(value, str) else quote(value), names))
        return value

    return Kind(read, {"type": "string", "enum": list(names)}, metavar="|".join(names))


def flag() -> Kind:
    """Take yes or no."""
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

    def read(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip().lower() in words:
            return words[value.strip().lower()]
        raise InputError(f"expected true or false, got {quote(value)}")

    return Kind(read, {"type": "boolean"})


def seconds(what: str) -> Kind:
    """Take a positive number of seconds."""

    def read(value: Any) -> float:
        try:
            number = float(value) if not isinstance(value, str) or value.isascii() else 0.0
        except (ValueError, TypeError, OverflowError):
            number = 0.0
        if isinstance(value, bool) or not 0 < number < float("inf"):
            raise InputError(f"expected {what}, got {quote(value)}")
        return number

    return Kind(read, {"type": "number", "exclusiveMinimum": 0}, metavar="SECONDS")


UNITS: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


def byte_size() -> Kind:
    """Take a number of bytes, also written with a unit.

    >>> [byte_size().read(text) for text in ("500MB", "1GiB", "4096", 4096)]
    [500000000, 1073741824, 4096, 4096]
    """

    def read(value: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= LARGEST  # not every number can be written
        text = str(value).strip().lower() if whole or isinstance(value, str) else ""
        match = re.fullmatch(r"([0-9]{1,19}(?:\.[0-9]{1,15})?)\s*(|[kmgt]i?)b?", text)
        number = match[1] if match else "0"
        size = (int(number) if number.isdigit() else float(number)) * (UNITS[match[2]] if match else 1)
        if not 1 <= size <= LARGEST:
            raise InputError(f"expected a size such as 500MB, 1GiB or a number of bytes, got {quote(value)}")
        return int(size)

    return Kind(read, {"type": "integer", "minimum": 1, "maximum": LARGEST}, metavar="SIZE")
