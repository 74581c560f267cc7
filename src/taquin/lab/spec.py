# SPDX-License-Identifier: MIT
"""What an experiment is: boards x methods x repetitions, read from a TOML file.

::

    title = "Three heuristics"
    seed = 1                             # of every random board
    repetitions = 1
    metrics = ["expanded", "elapsed"]    # what the report shows; all without it
    axes = { expanded = "linear" }       # how a metric is drawn, "linear" or "log"; by the range of its values without it
    engine = "auto"
    methods = ["bfs", { algorithms = ["astar", "idastar"], heuristics = ["misplaced", "manhattan"], order = "ULDR" }]

    [limits]                             # of each run
    time = 10.0                          # seconds
    nodes = 1_000_000
    memory = "1GB"                       # or a number of bytes
    depth = 80

    [[boards]]                           # a named set,
    set = "korf15:1-20"
    [[boards]]                           # random boards: uniform, or at a `depth`, or after a `walk`: 12, [4, 8] or "0-24"
    size = "3x3"
    depth = "0-24"
    count = 10                           # of each depth; at most 100,000 boards an entry and 1,000,000 runs in all
    [[boards]]                           # or a file beside the spec, one board a line
    file = "boards.txt"
    goal = "first"
    name = "mine"

A table of methods, inline as here or as `[[methods]]`, may set any option of methods under its name: `order`, `weight`, `ties`
and so on, all of `taquin.method.OPTIONS` but those that name files. The limits are those of `taquin.solution.LIMITS`.

`taquin.lab.published` reads what a publication says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from taquin.board import Board
from taquin.engines import choose_engine
from taquin.errors import EngineError, InputError, quote, unknown_name
from taquin.lab.boards import LabBoard, read_boards
from taquin.lab.published import Crossing, Published, read_crossings, read_published
from taquin.lab.toml_table import SpecError, TomlTable, is_texts
from taquin.method import OPTIONS, Method, check_concerned, parse_algorithm, parse_method
from taquin.question import AUTO, Question, keys_of
from taquin.solution import COUNTERS, LIMITS, Limits, read_limits

AXES: Final = ("linear", "log")
RunKey = tuple[str, str, int]
"""What tells a run from all others: the label of its board, the key of its question, its repetition."""

MAX_RUNS: Final = 1_000_000
"""Most runs of an experiment: what a journal of them takes still fits in memory."""
METRICS: Final[dict[str, str]] = {
    **{counter.name: counter.metadata["title"] for counter in COUNTERS},
    "cost": "solution length",
    "estimate": "heuristic value of the start",
    "branching": "effective branching factor",
    "time_per_node": "time per node (s)",
}
"""What a report can show, with how it is called there."""


@dataclass(frozen=True)
class Run:
    """One search of an experiment."""

    board: LabBoard
    question: Question
    repetition: int = 1

    @property
    def label(self) -> str:
        """The method with those of its options that are not the default."""
        return method_label(str(self.question.method), self.question.method.options)

    @cached_property
    def key(self) -> RunKey:
        """What tells this run from all others, also in the journal of an earlier session; the engine changes no answer."""
        return self.board.label, replace(self.question, engine=AUTO).key, self.repetition


def row_key(row: Mapping[str, Any]) -> RunKey:
    """Return the key of the run that a row of a journal tells of."""
    return row["board"], keys_of(row)[0], row["repetition"]


@dataclass(frozen=True)
class Spec:
    """An experiment, everything in it checked."""

    name: str
    """The file's name without its ending."""
    title: str
    about: str
    """What it shows and where that comes from: paragraphs for the report."""
    seed: int
    repetitions: int
    metrics: tuple[str, ...]
    axes: Mapping[str, str]
    """The kind of axis on which a metric is drawn, for those that the spec names."""
    engine: str
    limits: Limits
    boards: tuple[LabBoard, ...]
    methods: tuple[Method, ...]
    published: tuple[Published, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    notes: tuple[str, ...] = ()
    """What whoever runs it may not expect."""

    def runs(self) -> list[Run]:
        """List every search, board by board."""
        return [
            Run(board, Question(board.start, board.goal, method, self.engine, self.limits), repetition)
            for repetition in range(1, self.repetitions + 1)
            for board in self.boards
            for method in self.methods
        ]

    def part(self, boards: int, methods: int | None = None) -> Spec:
        """Return the same experiment on its first boards of each group, with its first methods."""
        seen: dict[str, int] = {}
        kept = []
        for board in self.boards:
            seen[board.group] = seen.get(board.group, 0) + 1
            if seen[board.group] <= boards:
                kept.append(board)
        return replace(self, boards=tuple(kept), methods=self.methods[:methods])


def load_spec(path: str | Path) -> Spec:
    """Read a spec; `SpecError` names the key that is wrong and what was expected."""
    path = Path(path)
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SpecError(f"cannot read {quote(str(path), 200)}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise SpecError(f"{path}: expected a TOML file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{path}: expected a TOML file: {error}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of lists, a zero byte in the path
        raise SpecError(f"{path}: expected a TOML file with shorter numbers and less deep lists") from None
    return parse_spec(values, path.stem, path.parent, str(path))


def parse_spec(values: dict[str, Any], name: str = "study", folder: Path | None = None, where: str = "spec") -> Spec:
    """Read a spec from a dictionary as TOML gives it; files of boards are sought in the folder.

    >>> spec = parse_spec({"boards": [{"set": "default8"}], "methods": ["bfs", "astar@manhattan"]})
    >>> len(spec.runs())
    16
    """
    table = TomlTable(values, where)
    _check_places(table)
    seed = table.whole("seed", 0, 0)
    notes: list[str] = []
    spec = Spec(
        name=name,
        title=table.text("title", default=name),
        about=table.text("about", default="").strip(),
        seed=seed,
        repetitions=table.whole("repetitions", 1, 1),
        metrics=tuple(_read_metrics(table)),
        axes=_read_axes(table.table("axes")),
        engine=table.text("engine", "the name of an engine", AUTO),
        limits=_read_limits(table.table("limits")),
        boards=read_boards(table, seed, folder or Path(), notes),
        methods=tuple(dict.fromkeys(_read_methods(table))),
        published=read_published(table),
        crossings=read_crossings(table),
        notes=tuple(notes),
    )
    table.finish({name: "a [[methods]] table, beside its algorithms" for name, option in OPTIONS.items() if not option.local})
    if len(spec.boards) * len(spec.methods) * spec.repetitions > MAX_RUNS:
        raise table.fail("repetitions", f"at most {MAX_RUNS:,} runs in all", spec.repetitions)
    _check_methods(spec, table)
    _check_runs(spec, table)
    return spec


def method_label(method: str, options: dict[str, Any]) -> str:
    """Name a method with those of its options that are not the default, without the limits.

    >>> method_label("dfs", {"order": "ULDR", "max_time": 3})
    'dfs order=ULDR'
    """
    usual = parse_method(method.partition("@")[0]).options  # without the heuristic, which may be a module that is not here
    changed = [f"{key}={value}" for key, value in options.items() if key in OPTIONS and value != usual.get(key)]
    return " ".join([method, *changed])


def _check_places(table: TomlTable) -> None:
    """Find boards or methods below the heading of another table: TOML takes them for a part of that one."""
    for key in ("boards", "methods"):
        for other, value in table.values.items():
            inner = value if isinstance(value, list) else [value]
            if key not in table and any(isinstance(each, dict) and key in each for each in inner):
                heading = f"[[{other}]]" if isinstance(value, list) else f"[{other}]"
                expected = f"expected above {quote(heading)}, below which it is a part of that table"
                raise SpecError(f"{table.where}: {key}: {expected}")


def _read_metrics(table: TomlTable) -> list[str]:
    metrics: list[str] = table.texts("metrics", f"some of {', '.join(METRICS)}", list(METRICS))
    for metric in metrics:
        if metric not in METRICS:
            raise SpecError(f"{table.where}: metrics: {unknown_name('metric', metric, METRICS)}")
    return metrics


def _read_axes(table: TomlTable) -> dict[str, str]:
    axes = {metric: table.take(metric, " or ".join(AXES), lambda value: value in AXES, None) for metric in METRICS}
    table.finish()
    return {metric: axis for metric, axis in axes.items() if axis is not None}


def _read_limits(table: TomlTable) -> Limits:
    limits = read_limits({option.name: table.option(option) for option in LIMITS})
    table.finish()
    return limits


def _read_methods(table: TomlTable) -> Iterator[Method]:
    """Yield every method: a text names one, a table the product of its algorithms and heuristics."""
    expected = "a list of methods such as astar@manhattan, or [[methods]] with algorithms and heuristics"
    entries = table.take("methods", expected, lambda value: isinstance(value, list) and bool(value))
    for number, entry in enumerate(entries, start=1):
        name = f"methods[{number}]"
        if isinstance(entry, str):
            yield _method(entry, {}, table, name)
        elif isinstance(entry, dict):
            yield from _product(TomlTable(entry, table.where, name))
        else:
            raise table.fail(name, "a method such as astar@manhattan, or a table", entry)


def _product(table: TomlTable) -> Iterator[Method]:
    algorithms = table.texts("algorithms", "algorithms such as astar")
    heuristics = table.take("heuristics", "a list of heuristics such as manhattan", is_texts, [])
    options = {option.name: table.option(option) for option in OPTIONS.values() if not option.local}
    table.finish()
    _check_options(options, algorithms, table)
    for algorithm in algorithms:
        informed = _method(algorithm, options, table, "algorithms").heuristic is not None
        texts = [f"{algorithm}@{heuristic}" for heuristic in heuristics] if informed and heuristics else [algorithm]
        for text in texts:
            yield _method(text, options, table, "heuristics")


def _check_options(options: dict[str, Any], algorithms: list[str], table: TomlTable) -> None:
    """Find an option that concerns none of the algorithms beside it."""
    try:
        given = [name for name, value in options.items() if value is not None]
        check_concerned(given, [parse_algorithm(algorithm) for algorithm in algorithms])
    except InputError as error:
        raise SpecError(f"{table.where}: {table.path}: {error}") from None


def _method(text: str, options: dict[str, Any], table: TomlTable, key: str) -> Method:
    try:
        return parse_method(text, **options)
    except InputError as error:
        expected = table.fail(key, "a method such as astar@manhattan", text)
        raise SpecError(f"{expected} ({error}{_beside(text, table)})") from None


def _beside(text: str, table: TomlTable) -> str:
    """Say that the module of a heuristic lies beside the spec, where it is not looked for."""
    folder, module = Path(table.where).parent, text.partition("@")[2].partition(":")[0].strip()
    if not module.isidentifier() or folder == Path() or not (folder / f"{module}.py").is_file():
        return ""
    return f"; {module}.py lies beside the spec: run it from that folder"


def _check_methods(spec: Spec, table: TomlTable) -> None:
    """Find methods that a journal could not tell apart."""
    seen: list[tuple[str, dict[str, Any]]] = []
    for method in spec.methods:
        if (str(method), method.options) in seen:
            raise table.fail("methods", "methods that differ in more than options which shape no answer", str(method))
        seen.append((str(method), method.options))


def _check_runs(spec: Spec, table: TomlTable) -> None:
    """Find out before the first run whether every method takes every shape on the engine."""
    goals: dict[tuple[int, int], Board] = {board.goal.shape: board.goal for board in spec.boards}
    for goal in goals.values():
        for method in spec.methods:
            try:
                choose_engine(Question(goal, goal, method, spec.engine, spec.limits))
                if method.heuristic is not None:
                    method.heuristic.check_shape(*goal.shape)
            except InputError as error:
                key = "engine" if isinstance(error, EngineError) else "methods"
                raise SpecError(f"{table.where}: {key}: expected what takes {goal.rows}x{goal.cols} boards: {error}") from None
