# SPDX-License-Identifier: MIT
"""What requests look like: fields that are read from JSON, refused in one sentence, and described as JSON schema.

The fields of options and limits are those of their tables, so a new option is in every request that may set it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from taquin.board import GOALS, MAX_SIDE, MIN_SIDE, Board, Tiles
from taquin.errors import BoardError, InputError, quote, unknown_name
from taquin.heuristics.base import check_same_shape
from taquin.method import OPTIONS
from taquin.metric import TILES, read_metric
from taquin.notation import MAX_TEXT, board_from_json
from taquin.options import Kind, Option, Schema, whole_number
from taquin.question import AUTO
from taquin.scramble import MAX_WALK
from taquin.solution import LIMITS

Json = dict[str, Any]

MAX_NAME: Final = 40
"""Most letters of a name, or of a text that sets an option."""
MAX_METHOD: Final = 600
MAX_GAME: Final = 5000
"""Most moves of a game that is reviewed."""
MAX_EARLIER: Final = 8
"""Most searches that one goes on from."""
WORDS: Final = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
"""The types of a JSON schema, for people."""
TYPES: Final = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
"""The same for the values that JSON becomes."""
REQUIRED: Final = object()
"""The default of a field that must be given."""


@dataclass(frozen=True)
class Field:
    """One field of a request."""

    name: str
    kind: Kind
    default: Any = None
    """What holds where the field is left out; where it is None, so is null."""
    examples: tuple[Any, ...] = ()
    title: str = ""
    help: str = ""

    def read(self, value: Any) -> Any:
        """Return the value that JSON means: unlike on the command line, a number is no text."""
        if value is None and self.default is None:
            return None
        kind, allowed = TYPES.get(type(value), "null"), _types_of(self.kind.schema)
        if kind not in allowed and not (kind == "integer" and "number" in allowed):
            got = WORDS[kind] if kind in ("array", "object", "null") else quote(value)
            raise InputError(f"expected {' or '.join(WORDS[name] for name in allowed)}, got {got}", field=self.name)
        try:
            return self.kind.read(value)
        except InputError as error:
            inner = f".{error.field}" if self.kind.schema.get("type") == "object" and error.field else ""
            raise error.within(self.name + inner) from None

    @property
    def schema(self) -> Schema:
        """Describe it."""
        schema = self.kind.schema if self.default is not None else {"anyOf": [self.kind.schema, {"type": "null"}]}
        extra = {"title": self.title, "description": self.help, "examples": list(self.examples)}
        if self.default is not REQUIRED:
            extra["default"] = self.default
        return schema | {name: value for name, value in extra.items() if value not in ("", [], None)}


@dataclass(frozen=True)
class RequestForm:
    """The fields of a request: no others are taken."""

    name: str
    about: str
    fields: tuple[Field, ...]

    def read(self, request: object) -> Json:
        """Return the value of every field; `InputError` names the field that is wrong."""
        if not isinstance(request, Mapping):
            raise InputError(f"expected a JSON object, got {quote(request)}")
        names = [field.name for field in self.fields]
        for name in request:
            if name not in names:
                raise InputError(unknown_name("field", name, names), field=name[:MAX_NAME])
        return {field.name: self._value(field, request) for field in self.fields}

    def _value(self, field: Field, request: Mapping[str, Any]) -> Any:
        if field.name in request:
            return field.read(request[field.name])
        if field.default is REQUIRED:
            raise InputError(f"expected the field {field.name!r}, which is missing", field=field.name)
        return field.default

    @property
    def schema(self) -> Schema:
        """Describe it."""
        return {
            "title": self.name,
            "description": self.about,
            "type": "object",
            "properties": {field.name: field.schema for field in self.fields},
            "required": [field.name for field in self.fields if field.default is REQUIRED],
            "additionalProperties": False,
        }


def text(most: int) -> Kind:
    """Take a text of at most so many letters."""

    def read(value: str) -> str:
        if len(value) > most:
            raise InputError(f"expected at most {most} letters, got {quote(value)}")
        return value

    return Kind(read, {"type": "string", "maxLength": most})


def names(most: int) -> Kind:
    """Take a list of at most so many names."""

    def read(value: list[object]) -> list[str]:
        if len(value) > most or not all(isinstance(name, str) and len(name) <= MAX_NAME for name in value):
            raise InputError(f"expected a list of at most {most} names")
        return [str(name) for name in value]

    schema = {"type": "array", "maxItems": most, "items": {"type": "string", "maxLength": MAX_NAME}}
    return Kind(read, schema)


def read_rows(value: object) -> Board:
    """Read a board from a list of rows."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise BoardError("expected a list of rows such as [[1, 2], [3, 0]]")
    return _whole_board(value) or board_from_json(value)


def _whole_board(rows: list[list[object]]) -> Board | None:
    """Return a board that has nothing wrong with it, found in a tenth of the time that looking for mistakes takes."""
    flat = [tile for row in rows for tile in row]
    shape = len(rows), len(rows[0]) if rows else 0
    if (
        set(map(len, rows)) != {shape[1]}
        or set(map(type, flat)) != {int}
        or not all(MIN_SIDE <= side <= MAX_SIDE for side in shape)
    ):
        return None
    tiles = cast(Tiles, tuple(flat))
    if len(set(tiles)) != len(tiles) or min(tiles) != 0 or max(tiles) != len(tiles) - 1:
        return None
    return Board._trusted(*shape, tiles)


def read_goal(value: object) -> Board | str:
    """Read a goal from its name or a list of rows; which board a name means depends on the start."""
    if isinstance(value, str):
        if value not in GOALS:
            raise BoardError(unknown_name("goal", value, GOALS))
        return value
    return read_rows(value)


def _option_fields(options: Iterable[Option]) -> Iterable[Field]:
    for option in options:
        yield Field(option.name, _checked(option), title=option.title, help=option.help)


def _checked(option: Option) -> Kind:
    """Return the kind of an option whose values stay as they are written: the method reads them."""

    def check(value: Any) -> Any:
        if isinstance(value, str):
            text(MAX_NAME).read(value)
        option.read(value)
        return value

    return Kind(check, option.kind.schema)


ROWS: Final = Kind(
    read_rows,
    {
        "type": "array",
        "title": "Board",
        "description": "A board as a list of rows, 0 for the blank, each number from 0 once.",
        "minItems": MIN_SIDE,
        "maxItems": MAX_SIDE,
        "items": {
            "type": "array",
            "minItems": MIN_SIDE,
            "maxItems": MAX_SIDE,
            "items": {"type": "integer", "minimum": 0, "maximum": MAX_SIDE**2 - 1},
        },
        "examples": [[[1, 2, 3], [4, 0, 6], [7, 5, 8]]],
    },
)
GOAL: Final = Kind(read_goal, {"anyOf": [{"type": "string", "enum": list(GOALS)}, ROWS.schema], "title": "Goal"})
SIDE: Final = whole_number("a side", MIN_SIDE, MAX_SIDE)

PARSE: Final = RequestForm(
    "ParseRequest",
    "A board as somebody typed it.",
    (
        Field("text", text(MAX_TEXT), REQUIRED, ("1 2 3 / 4 0 6 / 7 5 8",)),
        Field("size", text(MAX_NAME), None, ("3x3",)),
        Field("goal", text(MAX_TEXT), None, ("last",)),
    ),
)
PAIR: Final = RequestForm("BoardRequest", "A start and a goal.", (Field("start", ROWS, REQUIRED), Field("goal", GOAL, "last")))
METRIC: Final = tuple(_option_fields([OPTIONS["metric"]]))
HINT: Final = RequestForm("HintRequest", "A start and a goal, and what to count.", (*PAIR.fields, *METRIC))
DEPTH: Final = RequestForm(
    "DepthRequest",
    "A goal, and the moves of a shortest solution to it.",
    (Field("goal", ROWS, REQUIRED), Field("cost", whole_number("a number of moves", 0, 10_000), REQUIRED), *METRIC),
)
REVIEW: Final = RequestForm(
    "ReviewRequest",
    "A game: its start, its goal and the moves of the blank that were made.",
    (*PAIR.fields, Field("moves", text(MAX_GAME), REQUIRED, ("URDL",)), *METRIC),
)
SCRAMBLE: Final = RequestForm(
    "ScrambleRequest",
    "A random board: uniform, by a walk from the goal, or at an exact depth.",
    (
        Field("rows", SIDE, 3),
        Field("cols", SIDE, 3),
        Field("goal", GOAL, "last"),
        Field("depth", whole_number("a depth", 0, 1000)),
        Field("walk", whole_number("a length of a walk", 0, MAX_WALK // 10)),
        Field("seed", whole_number("a seed", 0, 2**53 - 1)),
    ),
)


AFTER_HELP: Final = (
    "Searches of the same board and goal that this one goes on from, by their ids: with their best path and the bound that they "
    "proved. Those that are forgotten are left out."
)


def limits_form() -> RequestForm:
    """Return the form of the limits."""
    return RequestForm("LimitsRequest", "What the search may use; what is granted caps it.", tuple(_option_fields(LIMITS)))


def solve_form() -> RequestForm:
    """Return the form of a search: made when it is asked for, of the tables as they are then."""
    limits = limits_form()
    fields = (
        *PAIR.fields,
        Field("method", text(MAX_METHOD), None, ("astar@manhattan",)),
        Field("engine", text(MAX_NAME), AUTO),
        Field("limits", Kind(limits.read, limits.schema), {}),
        Field("trace_limit", whole_number("a number of expansions", 0, 10**9), 0),
        Field("after", names(MAX_EARLIER), (), help=AFTER_HELP),
        *_option_fields(option for option in OPTIONS.values() if not option.local),
    )
    return RequestForm("SolveRequest", "A search: what to solve and how.", fields)


def _types_of(schema: Schema) -> list[str]:
    """Return the names of the JSON types that a schema allows."""
    return [part["type"] for part in schema.get("anyOf", [schema])]


def boards_of(asked: Json) -> tuple[Board, Board]:
    """Return the start and the goal of a request that was read, of one shape."""
    start, goal = asked["start"], asked["goal"]
    if isinstance(goal, str):
        return start, Board.goal(start.rows, start.cols, goal)
    check_same_shape(start, goal)
    return start, goal


def metric_of(asked: Json) -> str:
    """Return what a request that was read counts: single moves, unless it says otherwise."""
    return read_metric(asked["metric"] or TILES)
