# SPDX-License-Identifier: MIT
"""What requests and answers look like: the models behind `/api/openapi.json`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

from taquin.board import GOALS, MAX_SIDE, MIN_SIDE, Board, Tiles
from taquin.errors import BoardError, quote, unknown_name
from taquin.notation import MAX_TEXT, board_from_json
from taquin.scramble import MAX_WALK

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


def read_weight(value: object) -> str:
    """Take a number or a text as it is, unless it would take long to read."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("expected a weight such as 1.5 or 3/2")
    text = str(value) if not isinstance(value, int) or abs(value) <= 1000 else "more than 1000"
    if len(text) > 12 or "e" in text.lower():
        raise ValueError(f"expected a weight from 1 to 1000 with at most three decimals, got {quote(text)}")
    return text


Rows = Annotated[Board, PlainValidator(read_rows), WithJsonSchema(ROWS_SCHEMA)]
Goal = Annotated[Board | str, PlainValidator(read_goal), WithJsonSchema(GOAL_SCHEMA)]
Weight = Annotated[
    str,
    PlainValidator(read_weight),
    WithJsonSchema({"anyOf": [{"type": "number", "minimum": 1, "maximum": 1000}, {"type": "string"}]}),
]
Count = Annotated[int, Field(ge=1, le=10**15)]
Side = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]
JsonRows = list[list[int]]
Pair = Annotated[list[int], Field(min_length=2, max_length=2)]


class Request(BaseModel):
    """A request body: no field but the known ones, no number written as a text."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class ParseRequest(Request):
    """A board as somebody typed it."""

    text: str = Field(max_length=MAX_TEXT, examples=["1 2 3 / 4 0 6 / 7 5 8"])
    size: str | None = Field(default=None, max_length=40, examples=["3x3"])
    goal: str | None = Field(default=None, max_length=MAX_TEXT, examples=["last"])


class Question(Request):
    """A start and a goal."""

    start: Rows
    goal: Goal = "last"

    def boards(self) -> tuple[Board, Board]:
        """Return both boards."""
        if isinstance(self.goal, str):
            return self.start, Board.goal(self.start.rows, self.start.cols, self.goal)
        return self.start, self.goal


class ScrambleRequest(Request):
    """A random board: uniform, by a walk from the goal, or at an exact depth."""

    rows: Side = 3
    cols: Side = 3
    goal: Goal = "last"
    depth: int | None = Field(default=None, ge=0, le=1000)
    walk: int | None = Field(default=None, ge=0, le=MAX_WALK // 10)
    seed: Seed | None = None


class LimitsRequest(Request):
    """What the search may use; the server's maxima cap it."""

    time: float | None = Field(default=None, gt=0, description="seconds")
    nodes: Count | None = None
    memory: Count | None = Field(default=None, description="bytes")
    depth: int | None = Field(default=None, ge=0, le=10**9)


class SolveRequest(Question):
    """A search: what to solve and how."""

    method: str | None = Field(default=None, max_length=600, examples=["astar@manhattan"])
    order: str | None = Field(default=None, max_length=8, examples=["ULRD"])
    weight: Weight | None = None
    beam_width: int | None = Field(default=None, ge=1, le=10_000_000)
    seed: Seed | None = None
    engine: str = Field(default="auto", max_length=40)
    limits: LimitsRequest = LimitsRequest()
    trace_limit: int = Field(default=0, ge=0, le=10**9)


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


class ExplainAnswer(BaseModel):
    """What every heuristic makes of a board."""

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
