# SPDX-License-Identifier: MIT
"""What requests and answers look like: the models behind `/api/openapi.json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, create_model

from taquin.board import GOALS, MAX_SIDE, MIN_SIDE, Board, Tiles
from taquin.errors import BoardError, InputError, quote, unknown_name
from taquin.heuristics.base import check_same_shape
from taquin.method import OPTIONS
from taquin.notation import MAX_TEXT, board_from_json
from taquin.options import Option, Schema
from taquin.question import AUTO
from taquin.scramble import MAX_WALK
from taquin.solution import LIMITS

MAX_OPTION_TEXT: Final = 40
"""Most letters of a text that sets an option."""
WORDS: Final = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
"""The types of a JSON schema, for people."""
TYPES: Final = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
"""The same for the values that JSON becomes."""

ROWS_SCHEMA: dict[str, Any] = {
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
}
GOAL_SCHEMA: dict[str, Any] = {"anyOf": [{"enum": list(GOALS)}, ROWS_SCHEMA], "title": "Goal", "default": "last"}


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
            raise BoardError(unknown_name("goal", value[:80], GOALS))
        return value
    return read_rows(value)


BoardRows = Annotated[Board, PlainValidator(read_rows), WithJsonSchema(ROWS_SCHEMA)]
Goal = Annotated[Board | str, PlainValidator(read_goal), WithJsonSchema(GOAL_SCHEMA)]
Side = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]
JsonRows = list[list[int]]
Pair = Annotated[list[int], Field(min_length=2, max_length=2)]


class Request(BaseModel):
    """A request body: no field but the known ones, no number written as a text."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    def given(self) -> dict[str, Any]:
        """Return the fields that were given a value."""
        return {name: value for name, value in self if value is not None}


class ParseRequest(Request):
    """A board as somebody typed it."""

    text: str = Field(max_length=MAX_TEXT, examples=["1 2 3 / 4 0 6 / 7 5 8"])
    size: str | None = Field(default=None, max_length=40, examples=["3x3"])
    goal: str | None = Field(default=None, max_length=MAX_TEXT, examples=["last"])


class BoardRequest(Request):
    """A start and a goal."""

    start: BoardRows
    goal: Goal = "last"

    def boards(self) -> tuple[Board, Board]:
        """Return both boards, of one shape."""
        if isinstance(self.goal, str):
            return self.start, Board.goal(self.start.rows, self.start.cols, self.goal)
        check_same_shape(self.start, self.goal)
        return self.start, self.goal


class ScrambleRequest(Request):
    """A random board: uniform, by a walk from the goal, or at an exact depth."""

    rows: Side = 3
    cols: Side = 3
    goal: Goal = "last"
    depth: int | None = Field(default=None, ge=0, le=1000)
    walk: int | None = Field(default=None, ge=0, le=MAX_WALK // 10)
    seed: Seed | None = None


class SolveFields(BoardRequest):
    """A question, and how much of its search to show; `solve_request` adds the options of methods and the limits."""

    method: str | None = Field(default=None, max_length=600, examples=["astar@manhattan"])
    engine: str = Field(default=AUTO, max_length=40)
    limits: Request = Request()
    trace_limit: int = Field(default=0, ge=0, le=10**9)

    def options(self) -> dict[str, Any]:
        """Return the options of the method that were given."""
        return {name: value for name, value in self.given().items() if name in OPTIONS}


def solve_request() -> type[SolveFields]:
    """Return the model of a search: the fields of options and limits are those of their tables."""
    limits = create_model(
        "LimitsRequest",
        __base__=Request,
        __doc__="What the search may use; the server's maxima cap it.",
        **_option_fields(LIMITS),
    )
    return create_model(
        "SolveRequest",
        __base__=SolveFields,
        __doc__="A search: what to solve and how.",
        limits=(limits, limits()),
        **_option_fields(option for option in OPTIONS.values() if not option.local),
    )


def _option_fields(options: Iterable[Option]) -> dict[str, Any]:
    return {option.name: (_option_type(option), None) for option in options}


def _option_type(option: Option) -> Any:
    """Return the type of a field that sets an option, or is null."""
    schema = {"title": option.title, "description": option.help, "anyOf": [option.kind.schema, {"type": "null"}]}
    return Annotated[Any, PlainValidator(_option_check(option)), WithJsonSchema(schema)]


def _option_check(option: Option) -> Callable[[object], object]:
    """Return the check of a value as JSON writes it: unlike on the command line, a number is no text."""
    allowed = _types_of(option.kind.schema)

    def check(value: object) -> object:
        if value is None:
            return None
        kind = TYPES.get(type(value), "")
        if kind not in allowed and not (kind == "integer" and "number" in allowed):
            got = WORDS[kind] if kind in ("array", "object") else quote(value)
            raise InputError(f"expected {' or '.join(WORDS[name] for name in allowed)}, got {got}", field=option.name)
        if isinstance(value, str) and len(value) > MAX_OPTION_TEXT:
            raise InputError(f"expected at most {MAX_OPTION_TEXT} letters, got {quote(value)}", field=option.name)
        option.read(value)
        return value

    return check


def _types_of(schema: Schema) -> list[str]:
    """Return the names of the JSON types that a schema allows."""
    return [part["type"] for part in schema.get("anyOf", [schema])]


class ErrorDetail(BaseModel):
    """What is wrong, and where."""

    message: str
    field: str | None = None
    row: int | None = None
    column: int | None = None


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    error: ErrorDetail


class ParseAnswer(BaseModel):
    """The boards that a text means."""

    start: JsonRows
    goal: JsonRows
    rows: int
    cols: int
    solvable: bool
    reason: str


class CheckAnswer(BaseModel):
    """Whether the goal can be reached, and why."""

    start: JsonRows
    goal: JsonRows
    solvable: bool
    reason: str
    inversions: int
    pairs: list[Pair]
    rows_to_goal: int
    fix: Pair | None
    """Two tiles whose exchange makes it solvable."""


class TileAnswer(BaseModel):
    """One tile, rows and columns counted from 1."""

    tile: int
    row: int
    column: int
    goal_row: int
    goal_column: int
    manhattan: int
    euclidean: float


class ConflictAnswer(BaseModel):
    """Two tiles in their goal line in the wrong order."""

    line: Literal["row", "column"]
    index: int
    tiles: Pair


class ExplainAnswer(CheckAnswer):
    """Whether the goal can be reached, and what every heuristic makes of the board."""

    heuristics: dict[str, float | None]
    refused: dict[str, str]
    tiles: list[TileAnswer]
    conflicts: list[ConflictAnswer]


class ScrambleAnswer(BaseModel):
    """A random board and how to get it again."""

    start: JsonRows
    goal: JsonRows
    seed: int


class HintAnswer(BaseModel):
    """The next move of the blank, and the tile that it slides."""

    move: Literal["U", "D", "L", "R"] | None
    tile: int | None
    remaining: int | None
    """Moves of a shortest solution, null unless proven."""
    proven: bool
    moves: str | None
    """The whole path that was found."""
    reason: str | None


class InstanceAnswer(BaseModel):
    """One board of a set."""

    set: str
    id: int
    start: JsonRows
    goal: JsonRows
    optimal: int | None
    solvable: bool
    facts: dict[str, int]


class SubmitAnswer(BaseModel):
    """Where to ask for a search."""

    id: str
    position: int
    """Place in the queue, 0 when it runs."""


class JobAnswer(BaseModel):
    """How far a search is."""

    id: str
    state: Literal["queued", "running", "done"]
    position: int
    progress: dict[str, Any] | None
    result: dict[str, Any] | None
    """The solution in the vocabulary of `taquin solve --json`."""
    error: ErrorDetail | None
