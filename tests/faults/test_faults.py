# SPDX-License-Identifier: MIT
"""A few rounds of faults with fixed seeds, of every kind; `scripts/faults` plays hundreds."""

from pathlib import Path

import pytest
from tests.faults.run import play
from tests.faults.scenarios import FAULTS, SCENARIOS

LINUX = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes as Linux shows them")
QUICK = (
    "kill-tables",
    "kill-checkpoint",
    "kill-batch",
    "stop-batch",
    "damage-tables",
    "damage-checkpoint",
    "damage-batch",
    "full-disk-batch",
    "twice-tables",
    "two-servers",
)


@LINUX
@pytest.mark.parametrize("name", QUICK)
def test_a_round(name: str) -> None:
    play(name, seed=1)


def test_every_fault_is_among_them() -> None:
    assert set(QUICK) <= set(SCENARIOS)
    assert all(any(name.startswith(fault) for name in QUICK) for fault in FAULTS)
