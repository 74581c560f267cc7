# SPDX-License-Identifier: MIT
"""Read tables of a TOML file key by key: every error names the key and what was expected there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from taquin.errors import InputError, quote, unknown_name
from taquin.options import LARGEST, Option

T = TypeVar("T")

REQUIRED: Final[Any] = object()
"""The default of a key that has none."""
ALIKE: Final = 0.8
"""How much a key looks like another from which on it is taken for a slip of the pen: `method` for `methods`, not `metric`."""


class SpecError(InputError):
    """A spec that cannot be used: the message names the key and what was expected."""


class TomlTable:
    """A table whose keys are taken one by one; those that nobody took are unknown."""

    def __init__(self, values: dict[str, Any], where: str, path: str = "") -> None:
        self.values = values
        self.where = where
        """The file, for messages."""
        self.path = path
        """The key of this table, empty for the whole file."""
        self._known: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def fail(self, key: str, expected: str, got: object = REQUIRED) -> SpecError:
        """Return the error for a key."""
        found = "it is missing" if got is REQUIRED else f"got {quote(got)}"
        return SpecError(f"{self.where}: {self._name(key)}: expected {expected}, {found}")

    def take(self, key: str, expected: str, check: Callable[[Any], bool], default: Any = REQUIRED) -> Any:
        """Return a value that passes the check, or the default of a missing key."""
        self._known.append(key)
        if key not in self.values:
            if default is REQUIRED:
                self._find_misspelt(key)
                raise self.fail(key, expected)
            return default
        value = self.values[key]
        if not check(value):
            raise self.fail(key, expected, value)
        return value

    def text(self, key: str, expected: str = "a text", default: Any = REQUIRED) -> Any:
        """Take a text."""
        return self.take(key, expected, lambda value: isinstance(value, str), default)

    def whole(self, key: str, least: int, default: Any = REQUIRED) -> Any:
        """Take a whole number from a minimum on."""
        value = self.take(key, f"a whole number from {least} on", lambda value: is_whole(value) and value >= least, default)
        if is_whole(value) and value > LARGEST:
            raise self.fail(key, "a whole number of at most 10^18", value)
        return value

    def texts(self, key: str, expected: str, default: Any = REQUIRED) -> Any:
        """Take a list of texts."""
        return self.take(key, f"a list of {expected}", is_texts, default)

    def parsed(self, key: str, expected: str, parse: Callable[[Any], T], default: Any = REQUIRED) -> Any:
        """Take a value that a function reads; its `InputError` says what is wrong."""
        value = self.take(key, expected, lambda _: True, default)
        if key not in self.values:
            return value
        try:
            return parse(value)
        except (InputError, TypeError, AttributeError) as error:
            detail = f" ({error})" if isinstance(error, InputError) else ""
            raise SpecError(f"{self.fail(key, expected, value)}{detail}") from None

    def option(self, option: Option) -> Any:
        """Take the value of an option under its name, None if it is missing; the option says what was expected."""
        value = self.take(option.name, option.title, lambda _: True, None)
        if value is None:
            return None
        try:
            return option.read(value)
        except InputError as error:
            raise SpecError(f"{self.where}: {self._name(option.name)}: {error}") from None

    def table(self, key: str) -> TomlTable:
        """Take a table, an empty one if it is missing."""
        values = self.take(key, "a table", lambda value: isinstance(value, dict), {})
        return TomlTable(values, self.where, self._name(key))

    def entries(self, key: str, expected: str, default: Any = REQUIRED) -> Iterator[TomlTable]:
        """Take a list of tables, `[[key]]`."""
        values = self.take(key, expected, lambda value: isinstance(value, list), default)
        for number, entry in enumerate(values, start=1):
            if not isinstance(entry, dict):
                raise self.fail(f"{key}[{number}]", "a table", entry)
            yield TomlTable(entry, self.where, self._name(f"{key}[{number}]"))

    def finish(self, elsewhere: Mapping[str, str] | None = None) -> None:
        """Raise `SpecError` for a key that nobody took; `elsewhere` names the tables of those that belong into another."""
        for key in self.values:
            if key not in self._known:
                table = (elsewhere or {}).get(key)
                raise self._unknown(key) if table is None else SpecError(f"{self.where}: {key}: expected in {table}, not here")

    def _find_misspelt(self, key: str) -> None:
        """Raise `SpecError` for a key that is not known and looks like one that is missing."""
        import difflib  # here, because most specs miss nothing

        others = [other for other in self.values if other not in self._known]
        for other in difflib.get_close_matches(key, others, n=1, cutoff=ALIKE):
            raise self._unknown(other)

    def _unknown(self, key: str) -> SpecError:
        place = f"{self.path}: " if self.path else ""
        return SpecError(f"{self.where}: {place}{unknown_name('key', key, self._known)}")

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number and no boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_texts(value: object) -> bool:
    """Tell whether a value is a list of texts with something in it."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)
