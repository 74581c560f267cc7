# SPDX-License-Identifier: MIT
"""One question among many: whatever goes wrong with it is its answer, and costs no other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from taquin import reasons
from taquin.board import Move
from taquin.engines import Engine, choose_engine
from taquin.errors import InputError, VerificationError
from taquin.question import Question
from taquin.solution import Expansion, Observer, Outcome, Progress, Solution, Stats, Status
from taquin.solver import answer_on
from taquin.worker import CANCELLED, OVERDUE, PROGRESS, RESULT, TRACE, WorkerProcess, solve_payload

Numbered = tuple[int, Question]
"""A question and its number, counted from 0."""
Early = Callable[[int, Solution], None]
"""Hears of an answer that has to wait for those before it."""


def answer(question: Question, observer: Observer, engine: Engine | None = None) -> Solution:
    """Answer a question in this thread, on an engine that takes it or on the one that it asks for."""
    try:
        return answer_on(engine or choose_engine(question), question, observer)
    except Exception as error:
        return _failure(question, error)


def answer_together(questions: Sequence[Question], engine: Engine, observer: Observer) -> Iterator[Solution]:
    """Answer questions that can be solved at once on an engine; if it breaks down, that is the answer of each."""
    try:
        outcomes = engine.solve_batch(questions, observer)
    except Exception as error:
        for question in questions:
            yield _failure(question, error)
        return
    for question, outcome in zip(questions, outcomes, strict=True):
        yield question.answer(outcome, engine.name)


def _failure(question: Question, error: Exception) -> Solution:
    if isinstance(error, VerificationError):
        raise error  # a defect of ours, not of the question
    return question.failed(str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}")


def answer_in_process(question: Question, process: WorkerProcess, seconds: float | None, observer: Observer) -> Solution:
    """Answer a question in a process of its own, which is killed after so many seconds."""
    payload = solve_payload(question, allow_custom=True, trace_limit=observer.trace_limit)

    def hear(kind: bytes, body: bytes) -> None:
        _pass_on(kind, json.loads(body), observer)

    kind, body = process.call("solve", payload, seconds, hear, observer.cancelled)
    if kind == CANCELLED:  # it did not listen, so it was killed; that is no failure of its own
        return question.answer(Outcome(Status.CANCELLED, reason=reasons.CANCELLED), question.engine)
    if kind == OVERDUE:
        return question.failed(f"no answer after {seconds:g} s, and it did not listen: its process was killed")
    row = json.loads(body)
    return Solution.from_json(row).verify() if kind == RESULT else question.failed(row["message"])


def _pass_on(kind: bytes, row: dict[str, Any], observer: Observer) -> None:
    """Let an observer hear what a search in another process reports."""
    if kind == PROGRESS:
        del row["type"]
        observer.progress(Progress(**row | {"stats": Stats.from_json(row["stats"])}))
    elif kind == TRACE:
        for node, parent, move, g, h, f, tiles in row["items"]:
            observer.expansion(Expansion(node, parent, Move(move) if move else None, g, h, f, tuple(tiles)))
