# SPDX-License-Identifier: MIT
"""The engines, listed by name in `ENGINES`, and the choice between them."""

from __future__ import annotations

from typing import Final

from taquin.engines.base import Engine
from taquin.engines.gpu.engine import GpuEngine
from taquin.engines.native import NativeEngine
from taquin.engines.python import PythonEngine
from taquin.errors import EngineError, unknown_name
from taquin.problem import Problem

ENGINES: Final[dict[str, Engine]] = {engine.name: engine for engine in (NativeEngine(), PythonEngine(), GpuEngine())}
"""Every engine by its name, the preferred first; the card is preferred where it wins."""


def choose_engine(engine: str | Engine, problem: Problem) -> Engine:
    """Return the engine of that name, or for `auto` the first that is ready and takes the problem; an engine is itself.

    A named engine is never replaced by another: if it cannot run the problem, `EngineError` says why.
    """
    if engine == "auto":
        card = GpuEngine()
        if card.wins(problem) and card.missing() is None and card.declines(problem) is None:
            return card
        return next(e for e in ENGINES.values() if e.missing() is None and e.declines(problem) is None)
    if isinstance(engine, str):
        if engine not in ENGINES:
            raise EngineError(unknown_name("engine", engine, ["auto", *ENGINES]))
        engine = ENGINES[engine]
    reason = engine.missing() or engine.declines(problem)
    if reason:
        raise EngineError(f"engine {engine.name} cannot run {problem.method}: {reason}")
    return engine
