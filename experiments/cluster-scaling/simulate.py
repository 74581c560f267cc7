# SPDX-License-Identifier: MIT
"""How an IDA* iteration would spread over 1 to 10,000 workers, from the sizes of its real subtrees.

    python experiments/cluster-scaling/simulate.py

One iteration of a 24-puzzle is cut into as many subtrees as the cluster engine would cut it into, and every one is counted.
Simulated are longer iterations, whose subtrees are taken to be so many times as large: chunks of a few seconds in order, a
scheduler that hands out a job a millisecond, jobs that take their nodes at one core's rate, and the wait for the last of them.
Then the same with stragglers, and the last iteration, which ends when the solution is found somewhere in it. Results and
plot are written beside this file. It takes a minute.
"""

from __future__ import annotations

import heapq
import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path

from taquin.engines.optimal import LEAST_ROOTS, MOST_ROOTS, NODES_PER_ROOT, solver_for

from taquin.instances import load_set

HERE = Path(__file__).parent
INSTANCE = 1
BOUND = 93
ITERATION_NODES = 403_000_000
"""Of the recorded iteration; it only says how finely to cut."""
WORKERS = [1, 2, 10, 30, 100, 300, 1000, 3000, 10_000]
NODES_PER_SECOND = 50_000_000
SECONDS_PER_DISPATCH = 0.001
"""What the scheduler needs to hand out one job."""
CHUNKS = [1.0, 3.0, 10.0]
USUAL_CHUNK = 3.0
SCALES = [10, 1000, 100_000]
"""How many times as large the subtrees are taken: later iterations, and harder boards."""
SLOW_SHARE, SLOWNESS = 0.05, 3.0
"""Stragglers: one worker in twenty takes three times as long."""
SAMPLES = 200
"""Places of the solution that the last iteration is averaged over."""


@dataclass(frozen=True)
class Row:
    """One simulated iteration."""

    scale: int
    chunk_seconds: float
    workers: int
    jobs: int
    seconds: float
    efficiency: float
    with_stragglers: float
    """Efficiency by the speed of the workers that there are."""
    last_iteration: float
    """Efficiency until the solution, against one worker."""


def subtree_sizes(scale: int) -> list[int]:
    """Return the nodes of every subtree, cut as an iteration so many times as large is cut."""
    instance = load_set("korf24").instances[INSTANCE - 1]
    solver = solver_for("pdb:6-6-6-6", instance.goal, automaton=True)
    start = instance.start.tiles
    wanted = max(LEAST_ROOTS, min(MOST_ROOTS, scale * ITERATION_NODES // NODES_PER_ROOT))
    paths, _, _, _ = solver.split(start, BOUND, wanted, None, lambda *_: False)
    sizes = [0] * len(paths)
    solver.search_roots(start, paths, BOUND, 2, None, None, lambda *_: False, sizes.__setitem__)
    return sizes


def chunks(seconds: list[float], target: float) -> list[float]:
    """Cut the list into jobs by the mean cost of a root, as the engine does once it has measured."""
    per_job = max(1, int(target / (sum(seconds) / len(seconds))))
    return [sum(seconds[at : at + per_job]) for at in range(0, len(seconds), per_job)]


def schedule(jobs: list[float], slowness: list[float]) -> list[tuple[float, float]]:
    """Hand the jobs out in order, each to the worker that is free first; return when each begins and ends."""
    free = [(0.0, worker) for worker in range(len(slowness))]
    times = []
    scheduler = 0.0
    for job in jobs:
        available, worker = heapq.heappop(free)
        begin = max(available, scheduler) + SECONDS_PER_DISPATCH
        scheduler = begin
        end = begin + job * slowness[worker]
        times.append((begin, end))
        heapq.heappush(free, (end, worker))
    return times


def last_iteration(jobs: list[float], times: list[tuple[float, float]], workers: int) -> float:
    """Return the efficiency until a solution that lies anywhere in the work."""
    rng = random.Random(0)
    alone = together = 0.0
    before = 0.0
    places = sorted(rng.random() * sum(jobs) for _ in range(SAMPLES))
    for job, (begin, _) in zip(jobs, times, strict=True):
        while places and places[0] < before + job:
            inside = places.pop(0) - before
            alone += before + inside
            together += begin + inside
        before += job
    return alone / together / workers


def simulate() -> tuple[list[Row], list[dict[str, float]]]:
    """Return a row for every scale, chunk and number of workers, and what the subtrees of each scale are."""
    rows = []
    facts: list[dict[str, float]] = []
    for scale in SCALES:
        sizes = subtree_sizes(scale)
        facts.append({"scale": scale, "subtrees": len(sizes), "nodes": sum(sizes), "largest": max(sizes)})
        seconds = [scale * size / NODES_PER_SECOND for size in sizes]
        for target in CHUNKS:
            jobs = chunks(seconds, target)
            for workers in WORKERS:
                times = schedule(jobs, [1.0] * workers)
                wall = max(end for _, end in times)
                slow = round(SLOW_SHARE * workers)
                speeds = [SLOWNESS] * slow + [1.0] * (workers - slow)
                slow_wall = max(end for _, end in schedule(jobs, speeds))
                power = sum(1 / slowness for slowness in speeds)
                rows.append(
                    Row(
                        scale,
                        target,
                        workers,
                        len(jobs),
                        round(wall, 3),
                        round(sum(seconds) / wall / workers, 4),
                        round(sum(seconds) / slow_wall / power, 4),
                        round(last_iteration(jobs, times, workers), 4),
                    )
                )
    return rows, facts


def describe(seconds: float) -> str:
    """Say how long something takes, for people."""
    units = ((86_400, "days"), (3600, "hours"), (1, "seconds"))
    length, unit = next((length, unit) for length, unit in units if seconds >= length)
    return f"{seconds / length:.2g} {unit}"


def plot(rows: list[Row], path: Path) -> None:
    """Draw efficiency against workers, a curve per chunk length, and the two disturbances of the usual one."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(SCALES), figsize=(12, 4), sharey=True, layout="constrained")
    for axis, scale in zip(axes, SCALES, strict=True):
        for target, marker in zip(CHUNKS, "osD", strict=True):
            chosen = [row for row in rows if row.scale == scale and row.chunk_seconds == target]
            workers = [row.workers for row in chosen]
            axis.plot(workers, [row.efficiency for row in chosen], marker=marker, label=f"jobs of {target:g} s")
            if target == USUAL_CHUNK:
                axis.plot(workers, [row.with_stragglers for row in chosen], "--", color="gray", label="3 s, with stragglers")
                axis.plot(workers, [row.last_iteration for row in chosen], ":", color="gray", label="3 s, last iteration")
        alone = next(row.seconds for row in rows if row.scale == scale and row.workers == 1)
        title = f"an iteration of {describe(alone)} on one core"
        axis.set(xscale="log", xlabel="workers", title=title, ylim=(0, 1.05))
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("efficiency")
    axes[0].legend(fontsize="small")
    figure.savefig(path, dpi=150)


def main() -> None:
    """Simulate, and write results and plot."""
    rows, facts = simulate()
    results = {"instance": f"korf24:{INSTANCE}", "bound": BOUND, "subtrees": facts, "rows": [asdict(row) for row in rows]}
    (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    plot(rows, HERE / "efficiency.png")
    for fact in facts:
        print(fact)
    for row in rows:
        if row.chunk_seconds == USUAL_CHUNK:
            print(
                f"x {row.scale:6d}, {row.workers:6d} workers: {row.seconds:12.1f} s, efficiency {row.efficiency:.2f}, "
                f"with stragglers {row.with_stragglers:.2f}, last iteration {row.last_iteration:.2f}"
            )


if __name__ == "__main__":
    main()
