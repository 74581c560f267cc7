# SPDX-License-Identifier: MIT
"""One question among many: whatever goes wrong with it is its answer, and costs no other."""

from __future__ import annotations

from typing import Any

from taquin import reasons
from taquin.engines import Engine, choose_engine
from taquin.errors import InputError, VerificationError
from taquin.question import Question
from taquin.solution import Observer, Outcome, Solution, Status
from taquin.solver import answer_on
from taquin.worker import CANCELLED, RESULT, WorkerProcess

Numbered = tuple[int, Question]
"""A question and its number, counted from 0."""


def answer(question: Question, observer: Observer, engine: Engine | None = None) -> Solution:
    """Answer a question in this thread, on an engine that takes it or on the one that it asks for."""
    try:
        return answer_on(engine or choose_engine(question), question, observer)
    except VerificationError:
        raise  # a defect of ours, not of the question
    except InputError as error:
        return question.failed(str(error))
    except Exception as error:
        return question.failed(f"{type(error).__name__}: {error}")


def answer_in_process(question: Question, process: WorkerProcess, seconds: float | None, observer: Observer) -> Solution:
    """Answer a question in a process of its own, which is killed after so many seconds."""
    import json

    payload: dict[str, Any] = {"question": question.to_json(), "allow_custom": True, "trace_limit": 0}
    kind, body = process.call("solve", payload, seconds, cancelled=observer.cancelled)
    if kind == CANCELLED:  # it did not listen, so it was killed; that is no failure of its own
        return question.answer(Outcome(Status.CANCELLED, reason=reasons.CANCELLED), question.engine)
    row = json.loads(body)
    return Solution.from_json(row).verify() if kind == RESULT else question.failed(row["message"])
