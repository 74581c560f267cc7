# SPDX-License-Identifier: MIT
"""Run rounds of faults and tell how they went: `scripts/faults`."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
import traceback
import zlib
from collections import Counter
from pathlib import Path

from tests.faults.scenarios import SCENARIOS
from tests.faults.world import FaultError, World


def play(name: str, seed: int) -> int:
    """Play one round of a scenario; return how many faults hit, and raise `FaultError` if something went wrong."""
    folder = Path(tempfile.mkdtemp(prefix="taquin-faults-"))
    world = World(folder, zlib.crc32(f"{name} {seed}".encode()))
    try:
        SCENARIOS[name](world)
        return world.hits
    finally:
        world.close()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """Play rounds, in turn or of some scenarios only, and print a table."""
    parser = argparse.ArgumentParser(prog="scripts/faults", description="Kill, flip, fill, forbid and double everything.")
    parser.add_argument("--rounds", type=int, default=300, metavar="N", help="rounds in all (default: 300)")
    parser.add_argument("--seed", type=int, metavar="S", help="the first seed (default: by the clock)")
    parser.add_argument("--only", action="append", metavar="SCENARIO", help="only those whose name begins so; may be repeated")
    asked = parser.parse_args()
    chosen = [name for name in SCENARIOS if not asked.only or name.startswith(tuple(asked.only))]
    if not chosen:
        parser.error(f"there is no such scenario; there are {', '.join(SCENARIOS)}")
    first = random.randrange(10**6) if asked.seed is None else asked.seed
    print(f"{asked.rounds} rounds from seed {first}", flush=True)
    begin = time.monotonic()
    rounds, hits, failures = Counter[str](), Counter[str](), Counter[str]()
    for number in range(asked.rounds):
        name, seed = chosen[number % len(chosen)], first + number // len(chosen)
        rounds[name] += 1
        try:
            hits[name] += play(name, seed)
        except Exception as error:
            failures[name] += 1
            if not isinstance(error, FaultError):
                traceback.print_exc()
            print(f"FAILED {name}: {error}\n  again: scripts/faults --only {name} --rounds 1 --seed {seed}", flush=True)
    print("\n| scenario | rounds | hits | failures |\n| --- | ---: | ---: | ---: |")
    for name in rounds:
        print(f"| {name} | {rounds[name]} | {hits[name]} | {failures[name]} |")
    print(f"| all | {rounds.total()} | {hits.total()} | {failures.total()} |\n\n{time.monotonic() - begin:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
