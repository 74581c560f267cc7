# SPDX-License-Identifier: MIT
"""From a request to a question: the fields come from the tables of options and limits, the grants from the settings."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.serving import EASY

from taquin.engines import choose_engine
from taquin.errors import EngineError, InputError, MethodError
from taquin.machine import usable_cores
from taquin.method import OPTIONS
from taquin.options import Option, whole_number
from taquin.question import Question
from taquin.service.searches import cap_trace, grant_search
from taquin.solution import LIMITS
from taquin.web.app import create_app
from taquin.web.settings import Settings

SETTINGS = Settings(max_time=100.0, default_time=10.0, anytime_time=1.0, max_memory=10**9, max_trace=50, trace_cells=90)


def question(**request: Any) -> Question:
    return grant_search({"start": EASY} | request, SETTINGS)[0]


def properties(model: str) -> dict[str, Any]:
    fields: dict[str, Any] = create_app().openapi()["components"]["schemas"][model]["properties"]
    return fields


def test_the_description_shows_every_option_with_its_bounds() -> None:
    fields = properties("SolveRequest")
    for option in OPTIONS.values():
        if option.local:
            assert option.name not in fields
        else:
            assert fields[option.name]["anyOf"] == [option.kind.schema, {"type": "null"}]
            assert fields[option.name]["description"] == option.help


def test_the_description_shows_every_limit_with_its_bounds() -> None:
    fields = properties("SolveRequest")["limits"]["properties"]
    assert fields.keys() == {option.name for option in LIMITS}
    for option in LIMITS:
        assert fields[option.name]["anyOf"] == [option.kind.schema, {"type": "null"}]


def test_an_option_is_a_field_because_it_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="patience"):
        question(method="bfs", patience=3)
    option = Option(
        "patience", "Patience", whole_number("a patience", 1, 9), "How patient it is.", default=1, algorithms=("bfs",)
    )
    monkeypatch.setitem(OPTIONS, "patience", option)
    assert properties("SolveRequest")["patience"]["anyOf"][0]["maximum"] == 9
    asked = question(method="bfs", patience=3)
    assert asked.method["patience"] == 3
    assert asked.to_json()["patience"] == 3
    with pytest.raises(InputError, match="from 1 to 9"):
        question(method="bfs", patience=10)


def test_the_worker_reads_the_same_question() -> None:
    asked = question(method="wastar@max(manhattan,gaschnig)", weight="3/2", order="RDLU", ties="fifo", limits={"nodes": 7})
    assert Question.from_json(asked.to_json(), allow_custom=False) == asked


def test_limits_are_granted_within_the_servers() -> None:
    assert question(method="bfs").limits.to_json() == {"time": 10.0, "memory": 10**9}
    assert question(method="anytime").limits.time == 1.0
    asked = {"time": 7, "nodes": 5, "memory": 1000, "depth": 0}
    assert question(method="bfs", limits=asked).limits.to_json() == asked
    assert question(method="anytime", limits={"time": 10**6, "memory": 10**12}).limits.to_json() == {
        "time": 100.0,
        "memory": 10**9,
    }


def test_traces_are_granted_within_the_servers() -> None:
    asked = question()
    assert cap_trace(5, asked, SETTINGS) == 5
    assert cap_trace(10**9, asked, SETTINGS) == 10  # 90 tiles in all, 9 on a board
    assert cap_trace(10**9, asked, Settings(max_trace=50)) == 50


def test_threads_are_granted_within_the_machines_cores() -> None:
    assert question(method="optimal", threads=1).method["threads"] == 1
    assert question(method="optimal", threads=1024).method["threads"] == usable_cores()
    assert question(method="optimal").method["threads"] is None


def test_the_engine_is_named_once_it_is_chosen() -> None:
    asked = question(method="bfs")
    assert asked.engine == choose_engine(asked).name
    assert question(method="bfs", engine="python").engine == "python"


@pytest.mark.parametrize("engine", ["cluster:local", "cluster:tcp://192.0.2.1:8786", "cluster:", "native:x", ":", "nothing:x"])
def test_an_engine_with_an_address_is_refused(engine: str) -> None:
    with pytest.raises(EngineError, match="without an address") as caught:
        question(method="optimal", engine=engine)
    assert caught.value.field == "engine"


def test_own_code_and_files_are_refused() -> None:
    with pytest.raises(MethodError):
        question(method="astar@os:system")
    with pytest.raises(InputError, match="checkpoint"):
        question(method="optimal", checkpoint="/tmp/x")


def test_boards_of_two_shapes_are_refused() -> None:
    with pytest.raises(InputError, match="must match") as caught:
        question(goal=[[1, 2], [3, 0]])
    assert caught.value.field == "goal"
