# SPDX-License-Identifier: MIT
"""What several tests of the GPU engine need."""

import importlib
from collections.abc import Iterator

import pytest
from tests.gpu.emulated_card import CARD, make_cupy, modules_that_use_it

from taquin.engines.gpu import device, tables


@pytest.fixture
def emulated_card(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the engine find a card that is played by the CPU."""
    played = make_cupy()
    for name in modules_that_use_it():
        module = importlib.import_module(name)
        for attribute, stand_in in (("cupy", lambda: played), ("choose_device", lambda: CARD), ("find_devices", lambda: (CARD,))):
            if hasattr(module, attribute):
                monkeypatch.setattr(module, attribute, stand_in)
    monkeypatch.setattr(device, "what_is_missing", lambda: None)
    monkeypatch.setattr("taquin.engines.gpu.engine.what_is_missing", lambda: None)
    for name, value in (("LANES", 1), ("THREADS", 1), ("FEWEST_TO_BEGIN_WITH", 1 << 14), ("STACK_CAPACITIES", (128,))):
        monkeypatch.setattr(f"taquin.engines.gpu.launch.{name}", value)

    def forget() -> None:
        device.compiled.cache_clear()
        tables.TABLES.drop()
        tables.automaton_on_card.cache_clear()

    forget()
    yield
    forget()
