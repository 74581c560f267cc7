# SPDX-License-Identifier: MIT
"""Run cases: for their times, several times each, or once for their counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from taquin.bench.cases import Case
from taquin.bench.measure import Measurement
from taquin.bench.naive import NaiveBaseline

Say = Callable[[str], None]
"""Takes a line about the progress."""


def count_cases(cases: Sequence[Case], say: Say) -> list[Measurement]:
    """Run every case once."""
    done = [Measurement.of(case) for case in cases]
    for measurement in done:
        say(f"{measurement.case.name} ...")
        measurement.run()
    return done


def time_cases(cases: Sequence[Case], repeat: int, say: Say) -> list[Measurement]:
    """Run every case several times, the long ones once."""
    done = [Measurement.of(case) for case in cases]
    with NaiveBaseline() if any(case.naive for case in cases) else nullcontext() as naive:
        if naive and naive.missing:
            say(f"No ratios to the naive baseline: {naive.missing}")
            naive = None
        for measurement in done:
            say(f"{measurement.case.name}: {measurement.case.about} ...")
            for _ in range(repeat if measurement.case.quick else 1):
                measurement.run()
                if naive and measurement.case.naive:
                    _run_naive(naive, measurement)
    return done


def _run_naive(naive: NaiveBaseline, measurement: Measurement) -> None:
    """Run the baseline after each of our runs, so that both meet the same machine."""
    if measurement.counts:
        measurement.naive_seconds.append(naive.run(measurement.instances, measurement.counts.generated))
