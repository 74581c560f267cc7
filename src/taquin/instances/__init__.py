# SPDX-License-Identifier: MIT
"""Named sets of boards with their goals and known optimal lengths, as data beside this file.

A set is one JSON file; `depth_counts.json` holds how many boards there are at each distance from a corner goal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from taquin.board import Board
from taquin.errors import InputError, InstanceError, quote, unknown_name
from taquin.notation import parse_size

COUNTS: Final = "depth_counts.json"
CLASSICAL: Final = ("korf15", "korf24")
"""The sets of the literature, listed first."""
SET_NAMES: Final = tuple(
    sorted(
        (path.stem for path in Path(__file__).parent.glob("*.json") if path.name != COUNTS),
        key=lambda name: (name not in CLASSICAL, name),
    )
)
"""Every set: a JSON file beside this one each."""

_RANGE: Final = re.compile(r"([0-9]{1,9})\s*(?:-\s*([0-9]{1,9}))?")


@dataclass(frozen=True)
class Instance:
    """One board of a set, with what is known about it."""

    id: int
    """Its number in the set, from 1."""
    start: Board
    goal: Board
    optimal: int | None
    """Length of a shortest solution, None where there is none or it is not known."""
    solvable: bool = True
    facts: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Further published or recomputed figures, such as `manhattan` and `ida_manhattan_nodes` in korf15."""


@dataclass(frozen=True)
class InstanceSet:
    """A named set, in the order of its ids."""

    name: str
    about: str
    """What it is and where it comes from."""
    instances: tuple[Instance, ...]

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.instances)

    def __len__(self) -> int:
        return len(self.instances)


def load_set(name: str) -> InstanceSet:
    """Return the set of that name.

    >>> korf15 = load_set("korf15")
    >>> len(korf15), korf15.instances[78].optimal
    (100, 42)
    """
    key = name.strip().lower()
    if key not in SET_NAMES:
        raise InstanceError(unknown_name("instance set", name.strip()[:80], SET_NAMES))
    return _load(key)


def load_instances(text: str) -> tuple[Instance, ...]:
    """Return the instances that a text such as `korf15`, `korf15:7` or `korf15:1,3,9-12` names, each once.

    >>> [instance.id for instance in load_instances("korf15:1,3,9-12")]
    [1, 3, 9, 10, 11, 12]
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the name of a set, such as 'korf15:1-20', got {quote(text)}")
    name, colon, selection = text.partition(":")
    chosen = load_set(name)
    if not colon:
        return chosen.instances
    ids = [number for part in selection.split(",") for number in _parse_range(part.strip(), chosen)]
    return tuple(chosen.instances[number - 1] for number in dict.fromkeys(ids))


def depth_counts(rows: int, cols: int) -> tuple[int, ...] | None:
    """Return how many boards lie at each depth from a goal with the blank in a corner, None where that is not known.

    >>> depth_counts(2, 2)
    (1, 2, 2, 2, 2, 2, 1)
    """
    return _load_depth_counts().get((min(rows, cols), max(rows, cols)))


def _parse_range(text: str, chosen: InstanceSet) -> range:
    match = _RANGE.fullmatch(text)
    count = len(chosen)
    if match is None:
        raise InstanceError(f"expected numbers or ranges such as {chosen.name}:1,3-{count}, got {quote(text)}")
    first = int(match[1])
    last = int(match[2] or first)
    if not 1 <= first <= last <= count:
        raise InstanceError(f"{chosen.name} has the instances 1 to {count}, ranges go upwards; got {quote(text)}")
    return range(first, last + 1)


@cache
def _load(name: str) -> InstanceSet:
    return make_set(name, _read_json(name))


def make_set(name: str, data: Any) -> InstanceSet:
    """Return the set that decoded JSON describes; `InstanceError` says what its file should have said."""
    if not isinstance(data, dict) or not isinstance(data.get("about"), str) or not isinstance(data.get("instances"), list):
        raise InstanceError(f"{name}: expected an object with about, size, goal and a list of instances")
    try:
        goal = Board.goal(*parse_size(str(data.get("size"))), str(data.get("goal")))
        instances = [_make_instance(number, row, goal) for number, row in enumerate(data["instances"], start=1)]
    except InputError as error:
        raise InstanceError(f"{name}: {error}") from None
    return InstanceSet(name, data["about"], tuple(instances))


def _make_instance(number: int, row: Any, goal: Board) -> Instance:
    known = {"start": list, "optimal": int | None, "solvable": bool, "facts": dict}
    row = {"solvable": True, "facts": {}} | row if isinstance(row, dict) else {}
    if row.keys() != known.keys() or not all(isinstance(row[name], kind) for name, kind in known.items()):
        raise InstanceError(f"instance {number}: expected an object with start and optimal, and solvable or facts if need be")
    start = Board.from_tiles(goal.rows, goal.cols, row["start"])
    return Instance(number, start, goal, row["optimal"], row["solvable"], row["facts"])


@cache
def _load_depth_counts() -> dict[tuple[int, int], tuple[int, ...]]:
    return {parse_size(size): tuple(counts) for size, counts in _read_json("depth_counts").items()}


def _read_json(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8"))
    return data
