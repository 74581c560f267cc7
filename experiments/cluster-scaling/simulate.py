# SPDX-License-Identifier: MIT
"""How an iteration would spread over 1 to 10,000 workers, from the sizes of its real subtrees.

    python experiments/cluster-scaling/simulate.py JOURNAL    a checkpoint of `taquin solve --optimal --checkpoint JOURNAL`

The largest exhausted iteration of the journal gives the subtrees and their nodes. Simulated are: chunks of a few seconds cut
from the list in order, a scheduler that hands out one job at a time, jobs that take their nodes at one core's rate, and the
wait for the last of them. Results and plot are written beside this file.
"""

from __future__ import annotations

import heapq
import json
import sys
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parent
WORKERS = [1, 2, 10, 30, 100, 300, 1000, 3000, 10_000]
NODES_PER_SECOND = 50_000_000
SECONDS_PER_DISPATCH = 0.001
"""What the scheduler needs to hand out one job."""
CHUNKS = [0.3, 1.0, 3.0, 10.0]
SCALES = [100, 10_000]
"""Iterations whose subtrees are so many times larger than the recorded ones, as later iterations are."""


def read_sizes(journal: Path) -> tuple[int, list[int]]:
    """Return the bound and the nodes of every root of the largest exhausted iteration."""
    iterations: dict[int, tuple[int, dict[int, int]]] = {}
    bound = -1
    for line in journal.read_text(encoding="utf-8").splitlines()[1:]:
        row = json.loads(line)
        if "bound" in row:
            bound = row["bound"]
            iterations.setdefault(bound, (row["roots"], {}))
        else:
            iterations[bound][1].update(dict(row["done"]))
    done = {b: sizes for b, (roots, sizes) in iterations.items() if roots and len(sizes) == roots}
    largest = max(done, key=lambda b: sum(done[b].values()))
    return largest, [done[largest][root] for root in sorted(done[largest])]


def chunks(seconds: list[float], target: float) -> list[float]:
    """Cut the list into jobs by the mean cost of a root, as the engine does once it has measured."""
    per_job = max(1, int(target / (sum(seconds) / len(seconds))))
    return [sum(seconds[at : at + per_job]) for at in range(0, len(seconds), per_job)]


def makespan(jobs: list[float], workers: int) -> float:
    """Hand the jobs out in order, each to the worker that is free first."""
    free = [0.0] * workers
    scheduler = 0.0
    for job in jobs:
        start = max(heapq.heappop(free), scheduler)
        scheduler = max(scheduler, start - SECONDS_PER_DISPATCH) + SECONDS_PER_DISPATCH
        heapq.heappush(free, start + SECONDS_PER_DISPATCH + job)
    return max(free)


def simulate(sizes: list[int]) -> list[dict[str, float]]:
    """Return efficiency by scale, chunk and workers."""
    rows = []
    for scale in SCALES:
        seconds = [scale * size / NODES_PER_SECOND for size in sizes]
        for target in CHUNKS:
            jobs = chunks(seconds, target)
            for workers in WORKERS:
                wall = makespan(jobs, workers)
                row = {"scale": scale, "chunk_seconds": target, "workers": workers, "jobs": len(jobs), "seconds": wall}
                rows.append(row | {"efficiency": sum(seconds) / wall / workers})
    return rows


def plot(rows: list[dict[str, float]], path: Path) -> None:
    """Draw efficiency against workers, a curve per chunk length."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(SCALES), figsize=(10, 4), sharey=True, layout="constrained")
    for axis, scale in zip(axes, SCALES, strict=True):
        for target, marker in zip(CHUNKS, "osD^", strict=True):
            chosen = [row for row in rows if row["scale"] == scale and row["chunk_seconds"] == target]
            axis.plot(
                [row["workers"] for row in chosen], [row["efficiency"] for row in chosen], marker=marker, label=f"{target:g} s"
            )
        work = next(row["seconds"] for row in rows if row["scale"] == scale and row["workers"] == 1)
        axis.set(xscale="log", xlabel="workers", title=f"an iteration of {work:,.0f} s on one core", ylim=(0, 1.05))
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("efficiency")
    axes[0].legend(title="length of a job")
    figure.savefig(path, dpi=150)


def main() -> None:
    """Simulate a journal's largest iteration."""
    bound, sizes = read_sizes(Path(sys.argv[1]))
    rows = simulate(sizes)
    facts = {"bound": bound, "subtrees": len(sizes), "nodes": sum(sizes), "largest_subtree": max(sizes), "rows": rows}
    (HERE / "results.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    plot(rows, HERE / "efficiency.png")
    for before, row in pairwise([None, *rows]):
        if before is None or before["chunk_seconds"] != row["chunk_seconds"]:
            print(f"scale {row['scale']}, jobs of {row['chunk_seconds']:g} s: {row['jobs']} jobs")
        print(f"  {row['workers']:6d} workers: {row['seconds']:12.2f} s, efficiency {row['efficiency']:.2f}")


if __name__ == "__main__":
    main()
