# SPDX-License-Identifier: MIT
"""The targets with an event loop of their own, in a thread that has one already, as a browser's driver leaves it."""

import asyncio

import pytest
from tests.fuzz import guard
from tests.fuzz.targets import TARGETS
from tests.loops import run_apart


@pytest.mark.parametrize("name", ["http", "websocket"])
def test_another_loop_in_the_thread(name: str) -> None:
    async def run() -> None:
        failure = guard.failure_of(TARGETS[name], TARGETS[name].corpus[0].read_bytes())
        assert failure is None, failure[1]

    run_apart(lambda: asyncio.run(run()))
