# SPDX-License-Identifier: MIT
"""Fuzz one target for a while, guided by coverage: `python -m tests.fuzz.explore TARGET SECONDS FOLDER`.

A failure does not end the run: its input is shortened and kept in the corpus, and others that fail in the same place are passed
over. Inputs that reach something new are kept in FOLDER. libFuzzer ends the process when the time is over.
"""

from __future__ import annotations

import gc
import hashlib
import random
import sys
import types
from pathlib import Path
from typing import Final

import atheris
from tests.fuzz import guard
from tests.fuzz.mutation import mutate
from tests.fuzz.registry import CORPUS, Target
from tests.fuzz.targets import TARGETS

LONGEST: Final = 16_384
"""Bytes of an input."""
HANG: Final = 120
"""Seconds of waiting after which libFuzzer ends the process."""
FAILURE: Final = "FAILURE "
"""Begins a line that tells of one."""


class Fuzzer:
    """One target and the failures that it has shown."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.seen: set[str] = set()

    def run(self, data: bytes) -> None:
        """Try one input."""
        failure = guard.failure_of(self.target, data)
        if failure is None or failure[0] in self.seen:
            return
        mark, trace = failure
        self.seen.add(mark)
        shortest = guard.shorten(data, lambda shorter: (guard.failure_of(self.target, shorter) or ("",))[0] == mark)
        print(f"{FAILURE}{mark}: {keep(self.target, shortest)}\n{trace}", file=sys.stderr, flush=True)

    def mutate(self, data: bytes, most: int, seed: int) -> bytes:
        """Make a new input: libFuzzer's way, or by the structure of the input."""
        rng = random.Random(seed)
        if rng.random() < 0.4:
            made: bytes = atheris.Mutate(data, most)
            return made
        return mutate(data, rng, self.target.form, self.target.words)[:most]


def keep(target: Target, data: bytes) -> Path:
    """Write an input that fails into the corpus, where every run of the tests finds it."""
    path = CORPUS / target.name / f"crash-{hashlib.sha1(data).hexdigest()[:12]}"
    known = next((each for each in target.corpus if each.read_bytes() == data), path)
    known.write_bytes(data)
    return known


def instrument() -> None:
    """Let every function of the package report where it goes; imports are over, so it does not matter how it was installed."""
    for function in gc.get_objects():
        if isinstance(function, types.FunctionType) and (function.__module__ or "").partition(".")[0] == "taquin":
            atheris.instrument_func(function)


def main(name: str, seconds: str, folder: str) -> None:
    """Fuzz until the time is over."""
    target = TARGETS[name]
    fuzzer = Fuzzer(target)
    for path in target.corpus:  # imports what is imported late, and opens what is opened once
        fuzzer.run(path.read_bytes())
    instrument()
    found = Path(folder) / "found"
    found.mkdir(parents=True, exist_ok=True)
    options = {"max_total_time": seconds, "max_len": LONGEST, "timeout": HANG, "rss_limit_mb": 4096, "report_slow_units": 10**6}
    arguments = [f"-{option}={value}" for option, value in options.items()]
    arguments += [f"-artifact_prefix={folder}/", str(found), str(CORPUS / name)]
    atheris.Setup([sys.argv[0], *arguments], fuzzer.run, custom_mutator=fuzzer.mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
