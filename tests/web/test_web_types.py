# SPDX-License-Identifier: MIT
"""The page and the library speak of the same things: types, fixtures and events are what the library says they are."""

from __future__ import annotations

import importlib.util
import json
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.web.serving import EASY, Service

from taquin.web.schemas import JOB_EVENT, Catalog, JobAnswer

FRONTEND = Path(__file__).parents[2] / "frontend"
RANDOM = [[5, 1, 2, 4], [9, 6, 3, 8], [13, 15, 10, 11], [14, 0, 7, 12]]


def script(path: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location(path.stem, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    make_types = script(FRONTEND / "make_types.py")
    assert make_types.TARGET.read_text() == make_types.types(), "run python frontend/make_types.py"


def test_the_fixtures_of_the_page_are_what_the_engine_says() -> None:
    make_fixtures = script(FRONTEND / "tests" / "make_fixtures.py")
    for name, rows in make_fixtures.fixtures().items():
        committed = json.loads((FRONTEND / "tests" / name).read_text())
        made = json.loads(json.dumps(rows))
        # One by one: what differs is told in lines, where the difference of all rows has a quarter of a million.
        differing = [row for row, (old, new) in enumerate(zip_longest(committed, made)) if old != new]
        assert not differing, f"{name}: run python frontend/tests/make_fixtures.py"


@pytest.mark.parametrize(
    "request_of",
    [
        {"start": EASY, "method": "astar@manhattan", "trace_limit": 100},
        {"start": EASY, "method": "astar@euclidean", "trace_limit": 100},
        {"start": EASY, "method": "hill@manhattan", "trace_limit": 100},
        {"start": RANDOM},
        {"start": [[1, 2, 3], [4, 5, 6], [8, 7, 0]]},
        {"start": RANDOM, "method": "anytime", "limits": {"time": 0.3}},
        {"start": RANDOM, "method": "bfs", "limits": {"nodes": 100}},
    ],
)
def test_every_event_is_as_it_is_described(service: Service, request_of: dict[str, Any]) -> None:
    job = service.submit(**request_of)
    events = list(service.events(job))
    for event in events:
        JOB_EVENT.validate_json(json.dumps(event), strict=True)
    assert events[-1]["type"] == "result"
    JobAnswer.model_validate_json(service.get(f"/jobs/{job}").text, strict=True)


def test_the_catalogue_is_as_it_is_described(service: Service) -> None:
    Catalog.model_validate_json(service.get("/catalog").text, strict=True)
