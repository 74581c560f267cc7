# SPDX-License-Identifier: MIT
"""What answers and events look like: the models behind `/api/openapi.json`, from which the page's types are made.

What requests look like, `taquin.service.requests` says.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from taquin.reasons import Cause
from taquin.solution import COUNTERS, UNCOUNTED, Status

JsonRows = list[list[int]]
Pair = Annotated[list[int], Field(min_length=2, max_length=2)]
MoveLetter = Literal["U", "L", "R", "D"]
OptionValue = str | int | float | bool | None


class Model(BaseModel):
    """Says everything that there is, so that nobody sends a field that is not described."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class ErrorDetail(Model):
    """What is wrong, and where."""

    message: str
    field: str | None = None
    row: int | None = None
    column: int | None = None


class ErrorAnswer(Model):
    """The body of every answer that is not a success."""

    error: ErrorDetail


class ParseAnswer(Model):
    """The boards that a text means."""

    start: JsonRows
    goal: JsonRows
    rows: int
    cols: int
    solvable: bool
    reason: str


class CheckAnswer(Model):
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


class TileAnswer(Model):
    """One tile, rows and columns counted from 1."""

    tile: int
    row: int
    column: int
    goal_row: int
    goal_column: int
    manhattan: int
    euclidean: float


class ConflictAnswer(Model):
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


class DepthAnswer(Model):
    """How deep a board is among all of its shape."""

    share: float | None
    """Share of boards that are nearer to the goal; null where the counts are not known."""
    text: str | None
    """The same in words."""


class ScrambleAnswer(Model):
    """A random board and how to get it again."""

    start: JsonRows
    goal: JsonRows
    seed: int


class HintAnswer(Model):
    """The next move of the blank, and the tile that it slides."""

    move: MoveLetter | None
    tile: int | None
    remaining: int | None
    """Moves of a shortest solution, null unless proven."""
    proven: bool
    moves: str | None
    """The whole path that was found."""
    reason: str | None


class ReviewAnswer(Model):
    """How far every board of a game was from the goal."""

    distances: list[int | None]
    """Of the start and after every move, null where that takes too long to find."""


class InstanceAnswer(Model):
    """One board of a set."""

    set: str
    id: int
    start: JsonRows
    goal: JsonRows
    optimal: int | None
    solvable: bool
    facts: dict[str, int]


class SubmitAnswer(Model):
    """Where to ask for a search."""

    id: str
    position: int
    """Place in the queue, 0 when it runs."""


class AlgorithmInfo(Model):
    """An algorithm to choose."""

    name: str
    title: str
    informed: bool
    """Whether it takes a heuristic."""
    optimal: bool
    complete: bool
    traced: bool
    """Whether its search can be watched."""
    aliases: list[str]


class HeuristicInfo(Model):
    """A heuristic to choose."""

    name: str
    admissible: bool
    consistent: bool
    relaxation: str
    aliases: list[str]


class SetInfo(Model):
    """A set of known boards."""

    name: str
    about: str
    size: str
    count: int
    optimal: tuple[int, int] | None
    """The least and the largest length of a shortest solution, null where they are not known."""


class EngineInfo(Model):
    """An engine, there or not."""

    name: str
    about: str
    available: bool
    reason: str | None
    """Why it is not there."""


class OptionSchema(BaseModel):
    """As much of JSON schema as describes an option."""

    type: Literal["string", "integer", "number", "boolean", "null"] | None = None
    enum: list[OptionValue] | None = None
    minimum: float | None = None
    maximum: float | None = None
    examples: list[OptionValue] | None = None
    anyOf: list[OptionSchema] | None = None  # noqa: N815 - the name that JSON schema gives it


class OptionInfo(Model):
    """An option of methods."""

    name: str
    title: str
    help: str
    metavar: str
    default: OptionValue
    """What holds where nothing is said, null where the solver decides."""
    defaults: dict[str, OptionValue]
    """The default of algorithms that have another."""
    algorithms: list[str]
    """The algorithms that it concerns."""
    form: OptionSchema = Field(alias="schema")
    """What a value looks like."""


class CounterInfo(Model):
    """A counter of searches."""

    name: str
    title: str
    label: str
    """Its name in an answer, empty where answers leave it out."""
    column: str
    """A short heading, empty where the library's own tables leave it out."""
    unit: str
    """`nodes`, `seconds`, `bytes` or one to come; empty where it is no amount of anything."""


class ServerLimits(Model):
    """What is granted to a page: see `taquin.service.grant`."""

    max_side: int
    concurrent: int
    max_time: float
    default_time: float
    anytime_time: float
    max_memory: int
    max_trace: int
    trace_cells: int
    hint_time: float
    hint_memory: int
    own_code: bool
    gif_moves: int
    """Longest path that becomes a GIF."""
    gif_cells: int
    """Largest board that becomes a GIF."""


class Catalog(Model):
    """What there is to choose from, and what is granted."""

    version: str
    algorithms: list[AlgorithmInfo]
    heuristics: list[HeuristicInfo]
    options: list[OptionInfo]
    sets: list[SetInfo]
    engines: list[EngineInfo]
    counters: list[CounterInfo]
    goals: list[str]
    limits: ServerLimits


def _stats() -> type[Model]:
    """Model the counters as they are listed."""
    kinds: dict[str, Any] = {}
    for counter in COUNTERS:
        kind = float if isinstance(counter.default, float) else int
        kinds[counter.name] = (kind | None if counter.name in UNCOUNTED else kind, ...)
    about = "The counters of a search; null where the method does not count."
    return create_model("Stats", __base__=Model, __doc__=about, **kinds)


Stats = _stats()


class Solution(Model):
    """The answer to a question, in the vocabulary of `taquin solve --json`."""

    status: Status
    reason: str | None
    """Why the search ended as it did, for people."""
    cause: Cause | None
    """The same for programs."""
    metric: Literal["tiles", "slides"]
    """What cost and lower bound count: single moves, or slides."""
    cost: int | None
    length: int | None
    """Single moves of the path."""
    slides: int | None
    """Slides of the path: runs of equal moves."""
    moves: str | None
    """Moves of the blank, a letter each; where slides are counted, a letter and a count each, such as `R2 D U3`."""
    lower_bound: int
    method: str
    algorithm: str
    heuristic: str | None
    engine: str
    start: JsonRows
    goal: JsonRows
    stats: Stats  # type: ignore[valid-type]
    seed: int | None
    options: dict[str, OptionValue]
    """All options that concern the method, those that nobody set included, and the limits that were set."""


class QueuedEvent(Model):
    """A search waits."""

    type: Literal["queued"]
    position: int
    """Places before it in the queue."""


class RunningEvent(Model):
    """A search has begun, in a page without a server."""

    type: Literal["running"]


class ProgressEvent(Model):
    """How far a search is."""

    type: Literal["progress"]
    stats: Stats  # type: ignore[valid-type]
    frontier: int
    lower_bound: int
    rate: float
    stage: str
    """What is going on when it is not a search, such as the building of a table; empty while it searches."""
    cost: int | None
    """Cost of the best path so far."""


ExpansionRow = tuple[int, int, MoveLetter | None, int, float, float, list[int]]


class ExpansionsEvent(Model):
    """Some expansions: of each its node, parent, move, g, h, f and tiles."""

    type: Literal["expansions"]
    items: list[ExpansionRow]


class ResultEvent(Model):
    """The last event of a search that was answered."""

    type: Literal["result"]
    result: Solution


class ErrorEvent(Model):
    """The last event of a search that was refused, or failed."""

    type: Literal["error"]
    error: ErrorDetail


JobEvent = Annotated[
    QueuedEvent | RunningEvent | ProgressEvent | ExpansionsEvent | ResultEvent | ErrorEvent, Field(discriminator="type")
]
JOB_EVENT: TypeAdapter[Any] = TypeAdapter(JobEvent)
"""What a WebSocket tells: OpenAPI has no place for it but among the components."""


class JobAnswer(Model):
    """How far a search is."""

    id: str
    state: Literal["queued", "running", "done"]
    position: int
    progress: ProgressEvent | None
    result: Solution | None
    error: ErrorDetail | None
