# SPDX-License-Identifier: MIT
"""The kept corpus again, and a short run of every fuzz target; `scripts/fuzz` goes on from here for as long as one likes."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.fuzz import guard
from tests.fuzz.mutation import mutate
from tests.fuzz.registry import CORPUS, Target
from tests.fuzz.targets import TARGETS


def test_every_target_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_kept_corpus(target: Target) -> None:
    for path in target.corpus:
        failure = guard.failure_of(target, path.read_bytes())
        assert failure is None, f"{path}: {failure[1]}"


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_short_run(target: Target) -> None:
    seeds = [path.read_bytes() for path in target.corpus]

    @settings(
        max_examples=target.examples, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(st.sampled_from(seeds), st.integers(0, 2**32))
    def check(seed: bytes, number: int) -> None:
        guard.run(target, mutate(seed, random.Random(number), target.form, target.words))

    check()
