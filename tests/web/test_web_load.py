# SPDX-License-Identifier: MIT
"""A hundred clients, and a flood beside them: every answer is right and memory bounded. How soon they come, `bench/` measures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.web_load import CLIENTS, measure, server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="reads memory as Linux shows it"),
]

ROUNDS = 4
GROWTH = 150 * 2**20
"""Bytes by which the server may grow under the flood."""


@pytest.fixture(scope="module", name="address")
def start_server() -> Iterator[tuple[int, int]]:
    with server() as address:
        yield address


@pytest.mark.parametrize("rivals", [False, True], ids=["alone", "beside a flood"])
def test_a_hundred_clients(address: tuple[int, int], rivals: bool) -> None:
    figures = measure(*address, rivals, ROUNDS)  # which asserts what is answered
    assert figures.answers == CLIENTS * ROUNDS
    assert figures.grown < GROWTH
