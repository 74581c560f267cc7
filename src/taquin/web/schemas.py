# SPDX-License-Identifier: MIT
"""What answers look like: the models behind `/api/openapi.json`. What requests look like, `taquin.service.requests` says."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

JsonRows = list[list[int]]
Pair = Annotated[list[int], Field(min_length=2, max_length=2)]


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
