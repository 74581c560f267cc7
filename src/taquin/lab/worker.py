# SPDX-License-Identifier: MIT
"""One process of the lab: reads a search as a JSON line, runs it, writes its row as a JSON line, and so on.

A process of its own rather than a thread or a fork: it may be killed, or kill itself, without taking anything along.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any, Final

from taquin.board import Board
from taquin.errors import InputError
from taquin.lab.facts import board_facts
from taquin.method import parse_method
from taquin.notation import board_from_json, board_to_json
from taquin.problem import Method
from taquin.solution import Limits, Observer
from taquin.solver import solve, used_options

Row = dict[str, Any]

WATCH_SECONDS: Final = 0.25


def make_task(start: Board, goal: Board, method: Method, limits: Limits, engine: str) -> Row:
    """Write a search down for a worker."""
    return {
        "start": board_to_json(start),
        "goal": board_to_json(goal),
        "method": str(method),
        "tuning": {
            "order": "".join(move.value for move in method.order),
            "weight": str(method.weight),
            "beam_width": method.beam_width,
            "seed": method.seed,
            "threads": 1,  # the lab runs searches side by side, so each has a core
            "automaton": method.automaton,
        },
        "limits": [limits.time, limits.nodes, limits.memory, limits.depth],
        "engine": engine,
    }


def run_task(task: Row, observer: Observer | None = None) -> Row:
    """Run a search and return its row; whatever it raises becomes a row as well."""
    start, goal = board_from_json(task["start"]), board_from_json(task["goal"])
    limits = Limits(*task["limits"])
    try:
        method = parse_method(task["method"], **task["tuning"])
        facts = board_facts(start, goal, method)
        solution = solve(start, goal, method, engine=task["engine"], limits=limits, observer=observer)
    except (Exception, MemoryError) as error:
        reason = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
        return failed_row(task, reason)
    return facts | solution.to_json()


def failed_row(task: Row, reason: str) -> Row:
    """Return the row of a run that died: its question, and why there is no answer."""
    method = parse_method(task["method"], **task["tuning"])
    return {
        "status": "failed",
        "reason": reason,
        "cost": None,
        "moves": None,
        "lower_bound": 0,
        "method": task["method"],
        "algorithm": method.algorithm,
        "heuristic": method.heuristic.name if method.heuristic else None,
        "engine": task["engine"],
        "start": task["start"],
        "goal": task["goal"],
        "stats": None,
        "seed": None,
        "options": used_options(method, Limits(*task["limits"])),
    }


def main(parent: int) -> None:
    """Serve the process with this number until it closes our input."""
    # A heuristic that prints must not write into our answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    threading.Thread(target=_leave_with_parent, args=(parent,), daemon=True).start()
    for line in sys.stdin:
        answers.write(json.dumps(run_task(json.loads(line))) + "\n")
        answers.flush()


def _leave_with_parent(parent: int) -> None:
    """End this process when it is left alone, in the middle of a search if need be: nobody waits for the answer."""
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)
