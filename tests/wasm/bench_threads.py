# SPDX-License-Identifier: MIT
"""Measure `optimal` on one and on two workers of a page in Chromium, on Linux: `python -m tests.wasm.bench_threads`.

Beside the seconds on the clock stand the CPU seconds of the busiest thread, which are what an idle machine would take.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.browser import run_chromium
from tests.wasm.serving import Isolating, run_in, serve_page

ROUNDS = 3
PREPARE = """
import json, time
import taquin
from taquin.methods.solvers import solver_for

GOAL = taquin.Board.goal(4, 4, "first")
START = [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]  # 80 moves away
taquin.solve("1 2 3 0 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15", goal=GOAL, method="optimal@pdb:6-6-3")
solver = solver_for("pdb:6-6-3", GOAL, True)

def prove(threads):
    begin = time.monotonic()
    _, bound, nodes, _, _ = solver.solve(START, threads, 0, 80, None, None, lambda nodes, bound: False)
    return json.dumps([bound, nodes, time.monotonic() - begin])
"""


def cpu_of_threads() -> dict[str, float]:
    """Return the CPU seconds of every thread that works for a page, of all browsers."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/task/*/stat"):
        try:
            name, _, rest = stat.read_text().partition(" (")[2].rpartition(") ")
        except OSError:  # it has ended
            continue
        if name.startswith("DedicatedWorker"):
            fields = rest.split()
            found[stat.parent.name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def main() -> None:
    best: dict[int, list[float]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_page(Path(folder), Isolating) as address,
        run_chromium() as browser,
    ):
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.goto(address)
        run_in(page, PREPARE + "None")
        for threads in (1, 2) * ROUNDS:
            before = cpu_of_threads()
            told: list[Any] = json.loads(run_in(page, f"prove({threads})"))
            busiest = max(seconds - before.get(thread, 0.0) for thread, seconds in cpu_of_threads().items())
            bound, nodes, seconds = told
            best[threads] = [min(pair) for pair in zip(best.get(threads, told[2:] * 2), (seconds, busiest), strict=True)]
            sys.stdout.write(f"{threads}: bound {bound}, {nodes:,} nodes, {seconds:.2f} s, busiest thread {busiest:.2f} s\n")
    for threads, (seconds, busiest) in best.items():
        sys.stdout.write(f"best of {ROUNDS} with {threads}: {seconds:.2f} s, busiest thread {busiest:.2f} s\n")


if __name__ == "__main__":
    main()
