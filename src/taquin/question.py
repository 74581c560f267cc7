# SPDX-License-Identifier: MIT
"""The question: all that is asked of a search, as one value. Whatever runs searches passes it on unchanged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from taquin import reasons
from taquin.board import Board, Move, letters_of
from taquin.errors import BoardError, InputError, MethodError, quote, unknown_name
from taquin.heuristics import read_heuristic, under
from taquin.heuristics.base import unusable
from taquin.method import OPTIONS, Method, check_concerned, check_files, parse_method, with_heuristic
from taquin.metric import TILES, UNITS, cost_of, counted
from taquin.notation import board_from_json, board_to_json, read_goal, read_pair
from taquin.solution import LIMITS, NO_LIMITS, Limits, Outcome, Solution, Stats, Status, read_limits
from taquin.solvability import check_solvable

OPTIMAL_CELLS: Final = 16
"""Boards up to this size are solved optimally by default."""
OPTIMAL: Final = parse_method("optimal")
ANYTIME: Final = parse_method("anytime")
DEFAULTS: Final = (OPTIMAL.algorithm, ANYTIME.algorithm)
"""What solves a board when nothing is named: the options of either may be given for boards of any size."""
AUTO: Final = "auto"
"""The engine that is chosen for the question."""
LIMIT_WORDS: Final = {option.command_line.removeprefix("--").replace("-", "_"): option.name for option in LIMITS} | {
    f"max_{option.name}": option.name for option in LIMITS
}
"""What `solve` calls the limits: as the command line does, `time_limit` and so on, or as answers do, `max_time`."""
OWN_SOURCE: Final = "heuristic_source"
"""The option that carries the fingerprint of a heuristic of the user's own."""
PARAMETERS: Final = ("goal", "method", "heuristic", "engine", "limits")
"""What can be said of a question beside options."""
SAID_OTHERWISE: Final = {
    "size": "taquin.parse_board(text, '2x3') reads a board of that size",
    "optimal": "write method='optimal'",
}
"""What the command line has as options, and how Python says it."""
FIELD_KINDS: Final[dict[str, type]] = {"method": str, "engine": str, "limits": Mapping}
KIND_WORDS: Final[dict[type, str]] = {str: "a text", Mapping: "an object"}


@dataclass(frozen=True)
class Known:
    """What earlier searches found on the same board: a proven bound and a path, from which a later one goes on."""

    lower_bound: int = 0
    moves: tuple[Move, ...] | None = None

    def joined(self, solution: Solution) -> Known:
        """Return the better of what was known and what a solution of the same board says; both in its metric."""
        metric = solution.metric
        shorter = solution.moves is not None and (
            self.moves is None or cost_of(solution.moves, metric) < cost_of(self.moves, metric)
        )
        return Known(max(self.lower_bound, solution.lower_bound), solution.moves if shorter else self.moves)

    def to_json(self) -> dict[str, Any]:
        """Return it as a worker is told."""
        return {"lower_bound": self.lower_bound, "moves": None if self.moves is None else letters_of(self.moves)}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Known:
        """Return what `to_json` wrote: a bound cannot be checked, so this is for what the library wrote itself."""
        return cls(row["lower_bound"], None if row["moves"] is None else tuple(map(Move, row["moves"])))


NOTHING: Final = Known()


@dataclass(frozen=True)
class Question:
    """A start, a goal, the method to connect them, the engine to run on and the limits to keep.

    >>> question = ask("1 2 3 / 4 0 6 / 7 5 8", method="astar@manhattan", time_limit=5)
    >>> question.to_json()["limits"], Question.from_json(question.to_json()) == question
    ({'time': 5.0}, True)
    """

    start: Board
    goal: Board
    method: Method
    engine: str = AUTO
    limits: Limits = NO_LIMITS
    known: Known = field(default=NOTHING, compare=False)
    """What is known already: it shortens the search and is no part of what is asked, so neither of the key nor of the JSON."""

    def __post_init__(self) -> None:
        if self.start.shape != self.goal.shape:
            raise BoardError(
                f"the goal is {self.goal.rows}x{self.goal.cols}, but the board is {self.start.rows}x{self.start.cols}: "
                "they must match",
                field="goal",
            )
        heuristic = self.method.heuristic
        if heuristic is not None:
            under(heuristic, self.metric)
            if self.metric != TILES and self.method.algorithm == "optimal":
                raise MethodError("optimal chooses its tables itself in the metric slides; write 'optimal' alone")

    @property
    def metric(self) -> str:
        """What counts as one: the move of a single tile (`tiles`), or a slide of tiles in a line (`slides`)."""
        return self.method["metric"]  # type: ignore[no-any-return]

    @cached_property
    def key(self) -> str:
        """What makes two questions the same: all but the threads, the checkpoint, and an engine that is not named."""
        row = {"start": board_to_json(self.start), "goal": board_to_json(self.goal), "method": str(self.method)}
        return _key(row | {"options": self.options}, None if self.engine == AUTO else self.engine.partition(":")[0])

    @property
    def options(self) -> dict[str, Any]:
        """What a solution carries: the options of the method, the limits that were set, which version of the user's own code."""
        own = self.method.heuristic.source if self.method.heuristic is not None else ""
        limits = {f"max_{name}": value for name, value in self.limits.to_json().items()}
        return self.method.options | limits | ({OWN_SOURCE: own} if own else {})

    def with_threads(self, threads: int) -> Question:
        """Return the same question for so many threads, unless it says how many itself."""
        method = self.method
        if method.algorithm not in OPTIONS["threads"].algorithms or method.sets("threads"):
            return self
        return replace(self, method=method.with_options({"threads": threads}))

    def with_threads_at_most(self, most: int) -> Question:
        """Return the same question with no more threads than that, where it says how many."""
        threads = self.method["threads"]
        if threads is None or threads <= most:
            return self
        return replace(self, method=self.method.with_options({"threads": most}))

    def to_json(self) -> dict[str, Any]:
        """Return the question as requests and workers know it: what is not set is left out."""
        row = {"start": board_to_json(self.start), "goal": board_to_json(self.goal), **self.method.to_json()}
        return row | {"engine": self.engine, "limits": self.limits.to_json()}

    @classmethod
    def from_json(cls, row: Mapping[str, Any], *, allow_custom: bool = False) -> Question:
        """Return the question that JSON asks; `InputError` names the field that is wrong.

        A heuristic of the user's own is imported, and so run, only with `allow_custom`; the same goes for options that name
        files.
        """
        if not isinstance(row, Mapping):
            raise InputError(f"expected a question as a JSON object, got {quote(row)}")
        for name, kind in FIELD_KINDS.items():
            if row.get(name) is not None and not isinstance(row[name], kind):
                raise InputError(f"expected {name} as {KIND_WORDS[kind]}, got {quote(row[name])}", field=name)
        start = _read_field("start", row.get("start"), board_from_json)
        goal = _read_field("goal", row.get("goal", "last"), lambda value: _goal_from_json(value, start))
        names = {name for name, option in OPTIONS.items() if allow_custom or not option.local}
        for name in row:
            if name not in names and name not in ("start", "goal", "method", "engine", "limits"):
                raise InputError(unknown_name("field", name, ["start", "goal", "method", "engine", "limits", *names]), field=name)
        method = row.get("method")
        parsed = default_method(start) if method is None else parse_method(method, allow_custom=allow_custom)
        parsed = parsed.with_options({name: row[name] for name in names if name in row})
        return cls(start, goal, parsed, row.get("engine") or AUTO, read_limits(dict(row.get("limits") or {})))

    def answer(self, outcome: Outcome, engine: str) -> Solution:
        """Return what an engine found as the solution of this question, its path replayed; what was known stays known."""
        outcome = self._completed(outcome)
        self._check_claim(outcome)
        reason = outcome.reason
        return Solution(
            status=outcome.status,
            start=self.start,
            goal=self.goal,
            moves=outcome.moves,
            lower_bound=outcome.lower_bound,
            reason="" if reason is None else reason.text,
            cause=None if reason is None else reason.cause,
            stats=outcome.stats,
            method=str(self.method),
            engine=engine,
            options=self.options,
            chosen_heuristic=outcome.heuristic,
        ).verify()

    def _check_claim(self, outcome: Outcome) -> None:
        """Raise `MethodError` where a path is shorter than a heuristic of the user's own says that any can be."""
        heuristic = self.method.heuristic
        if heuristic is None or not heuristic.custom or outcome.moves is None:
            return
        cost = cost_of(outcome.moves, self.metric)
        if outcome.lower_bound > cost:
            raise unusable(
                heuristic.name,
                f"it claims to be admissible, but {counted(cost, self.metric)} are enough where it says {outcome.lower_bound}; "
                f"taquin heuristic check tells on which boards it says too much",
            )

    def _completed(self, outcome: Outcome) -> Outcome:
        """Add what was known; a path that costs what is proven necessary is optimal, whatever ended the search."""
        if outcome.status is Status.UNSOLVABLE or (outcome.status is Status.OPTIMAL and self.known == NOTHING):
            return outcome
        bound, moves = max(outcome.lower_bound, self.known.lower_bound), outcome.moves
        known = self.known.moves
        if known is not None and (moves is None or cost_of(known, self.metric) < cost_of(moves, self.metric)):
            moves = known
        cost = None if moves is None else cost_of(moves, self.metric)
        if cost == bound:
            return replace(outcome, status=Status.OPTIMAL, moves=moves, lower_bound=bound, reason=None)
        reason = outcome.reason
        if reason is not None and reason.cause is reasons.Cause.WITHIN_RATIO and cost is not None:
            reason = reasons.within_ratio(cost, bound, UNITS[self.metric])
        return replace(outcome, moves=moves, lower_bound=bound, reason=reason)

    def unsolvable(self, elapsed: float, engine: str) -> Solution:
        """Return the answer to a question that parity has decided."""
        reason = reasons.unsolvable(check_solvable(self.start, self.goal).reason)
        return self.answer(Outcome(Status.UNSOLVABLE, reason=reason, stats=Stats(iterations=0, elapsed=elapsed)), engine)

    def failed(self, what: str) -> Solution:
        """Return the answer of a run that died or broke down: it has a status and a reason like any other."""
        return self.answer(Outcome(Status.FAILED, reason=reasons.failed(what)), self.engine)


def keys_of(row: Mapping[str, Any]) -> tuple[str, str]:
    """Return the keys of the questions that a solution's JSON answers: of any engine, and of the engine that ran."""
    return _key(row, None), _key(row, row["engine"])


def _key(row: Mapping[str, Any], engine: str | None) -> str:
    return json.dumps([*(row[name] for name in ("start", "goal", "method", "options")), engine], sort_keys=True)


def default_method(start: Board) -> Method:
    """Choose a method for a board: a shortest path where that is feasible, else a quick good one."""
    return OPTIMAL if len(start.tiles) <= OPTIMAL_CELLS else ANYTIME


def ask(
    start: object,
    goal: object = None,
    method: Method | str | None = None,
    *,
    heuristic: object = None,
    engine: str = AUTO,
    limits: Limits | None = None,
    **options: Any,
) -> Question:
    """Return the question that values of many kinds ask: see `taquin.solve`, which asks and answers it.

    >>> str(ask([[1, 2, 3], [4, 0, 6], [7, 5, 8]], method="wastar", weight="3/2").method)
    'wastar@manhattan'
    """
    check_words(options)
    board, end = read_boards(start, goal)
    chosen = read_method(board, method, heuristic)
    words = {word: options.pop(word) for word in LIMIT_WORDS if word in options}
    if words and limits is not None:
        raise TypeError(f"give limits or {', '.join(words)}, not both")
    if limits is None:
        limits = Limits(**{LIMIT_WORDS[word]: value for word, value in words.items()}) if words else NO_LIMITS
    if not isinstance(engine, str):
        raise TypeError(f"expected the name of an engine, such as 'native', got {quote(engine)}")
    if not isinstance(limits, Limits):
        raise TypeError(f"expected limits as taquin.Limits(time=..., nodes=...), got {quote(limits)}")
    if options:
        named = method is not None or heuristic is not None
        given = [name for name, value in options.items() if value is not None]
        check_concerned(given, [chosen.algorithm] if named else DEFAULTS)
        check_files(given, chosen.algorithm)
        chosen = chosen.with_options(options)
    return Question(board, end, chosen, engine, limits)


def check_words(options: Iterable[str]) -> None:
    """Raise `TypeError` for a keyword that nothing is called."""
    for name in options:
        if name in SAID_OTHERWISE:
            raise TypeError(f"unknown option {name!r}; {SAID_OTHERWISE[name]}")
        if name not in OPTIONS and name not in LIMIT_WORDS:
            raise TypeError(unknown_name("option", name, [*PARAMETERS, *OPTIONS, *LIMIT_WORDS]))


def read_boards(start: object, goal: object = None) -> tuple[Board, Board]:
    """Return the board and the goal that values mean: without a goal that of an `Instance` or of a scramble, else `last`."""
    if not isinstance(start, Board | str | list | tuple):
        from taquin.instances import Instance  # whoever has one has imported it

        if isinstance(start, Instance):
            start, goal = start.start, start.goal if goal is None else goal
    return read_pair(start, goal)


def read_method(start: Board, method: Method | str | None, heuristic: object = None) -> Method:
    """Return the method that was named, or the default one for a board, with the heuristic that was."""
    chosen = parse_method(method) if isinstance(method, str) else method or default_method(start)
    if not isinstance(chosen, Method):
        raise TypeError(f"expected a method such as 'astar@manhattan', got {quote(method)}")
    if heuristic is None:
        return chosen
    found = with_heuristic(chosen, read_heuristic(heuristic))
    if method is not None and found.algorithm != chosen.algorithm:
        raise MethodError(
            f"{chosen.algorithm} takes no heuristic such as {found.heuristic.name if found.heuristic else ''}; "
            f"leave one of the two out, or choose an informed search such as astar"
        )
    return found


def _goal_from_json(value: object, start: Board) -> Board:
    return read_goal(value, start.rows, start.cols) if isinstance(value, str) else board_from_json(value)


def _read_field(name: str, value: object, read: Any) -> Any:
    try:
        return read(value)
    except InputError as error:
        raise error.within(name) from None
