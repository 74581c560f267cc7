# SPDX-License-Identifier: MIT
"""The engines, listed by name in `ENGINES`, and the choice between them."""

from __future__ import annotations

from typing import Final, NoReturn

from taquin.engines.base import Engine
from taquin.engines.cluster.engine import ClusterEngine
from taquin.engines.gpu.engine import GpuEngine
from taquin.engines.native import NativeEngine
from taquin.engines.python import PythonEngine
from taquin.engines.wasm import WasmEngine
from taquin.errors import EngineError, unknown_name
from taquin.question import AUTO, Question

__all__ = ["ENGINES", "Engine", "check_engine", "choose_engine", "find_engine"]

ENGINES: Final[dict[str, Engine]] = {
    engine.name: engine for engine in (NativeEngine(), WasmEngine(), PythonEngine(), GpuEngine(), ClusterEngine())
}
"""Every engine by its name: `auto` takes the first that prefers a question, else the first that takes it."""


def find_engine(text: str) -> Engine:
    """Return the engine that a text names: `native`, or `cluster:ADDRESS` for one that lives elsewhere."""
    name, colon, address = text.partition(":")
    if name not in ENGINES:
        raise EngineError(unknown_name("engine", text, [AUTO, *ENGINES]))
    return ENGINES[name].at(address) if colon else ENGINES[name]


def check_engine(text: str) -> None:
    """Raise `EngineError` unless the text is `auto` or names an engine that this machine can run."""
    if text != AUTO:
        engine = find_engine(text)
        missing = engine.missing()
        if missing:
            raise EngineError(f"engine {engine.name} is not available: {missing}")


def choose_engine(question: Question, engine: Engine | None = None) -> Engine:
    """Return the engine that a question names, or a given one, or for `auto` one that is ready and takes the question.

    A named engine is never replaced by another: if it cannot run the question, `EngineError` says why.
    """
    if engine is None and question.engine == AUTO:
        ready = [each for each in ENGINES.values() if each.prefers(question)] + list(ENGINES.values())
        found = next((each for each in ready if each.missing() is None and each.declines(question) is None), None)
        return found or _refuse(question)
    chosen = engine or find_engine(question.engine)
    reason = chosen.missing() or chosen.declines(question)
    if reason:
        raise EngineError(f"engine {chosen.name} cannot run {question.method}: {reason}")
    return chosen


def _refuse(question: Question) -> NoReturn:
    """Say why none of the engines that are ready takes a question."""
    reasons = [f"{each.name}: {each.declines(question)}" for each in ENGINES.values() if each.missing() is None]
    raise EngineError(f"no engine here runs {question.method} as asked ({'; '.join(reasons)})")
