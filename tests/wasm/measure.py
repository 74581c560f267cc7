# SPDX-License-Identifier: MIT
"""Measure the core in a page beside the native one, in CPU seconds of the process: `python -m tests.wasm.measure`."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Clock = Callable[[], float]


def measure(clock: Clock) -> list[tuple[str, int, float]]:
    """Return what was done, its nodes and its seconds; tables are built in the course of it."""
    begin = clock()
    import taquin

    taquin.solve("1 2 3 / 4 0 6 / 7 5 8", method="bfs")
    rows = [("import, first answer", 0, clock() - begin)]
    korf = taquin.load_instances("korf15")

    def run(name: str, method: str, boards: Any, **options: Any) -> None:
        begin = clock()
        nodes = sum(taquin.solve(each.start, goal=each.goal, method=method, **options).stats.generated for each in boards)
        rows.append((name, nodes, clock() - begin))

    run("first board with 5-5-5, as shipped", "optimal@pdb:5-5-5", korf[11:12], threads=1)
    run("Korf's 100 with 5-5-5", "optimal@pdb:5-5-5", korf, threads=1)
    run("first board with 6-6-3, built", "optimal@pdb:6-6-3", korf[11:12], threads=1)
    run("Korf's 100 with 6-6-3", "optimal@pdb:6-6-3", korf, threads=1)
    run("Korf's 100 as `optimal` chooses", "optimal", korf, threads=1)
    easy = sorted(korf, key=lambda each: each.facts["ida_manhattan_nodes"])
    run("IDA* Manhattan, the 20 easiest of Korf's", "idastar@manhattan", easy[:20])
    run("A* Manhattan, the 8 easiest", "astar@manhattan", easy[:8])
    farthest = taquin.Instance(1, taquin.Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]]), taquin.Board.goal(3, 3), 31)
    run("BFS of the whole 3x3 space, 10 times", "bfs", [farthest] * 10)
    return rows


def main() -> None:
    import os
    import subprocess
    import tempfile
    from pathlib import Path

    from tests.wasm.conftest import node_command

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["TAQUIN_CACHE"] = str(folder / "tables")  # with none, like the page
        native = measure(time.process_time)
        command = node_command(folder, Path(__file__))
        assert command is not None, "no Node with npm's pyodide, and none can be installed"
        subprocess.run(command, check=True)
        page = json.loads((folder / "page.json").read_text())
    for (what, nodes, own), (_, nodes_in_page, in_page) in zip(native, page, strict=True):
        assert nodes == nodes_in_page, what
        rates = f"{nodes / own / 1e6:6.1f} M/s {nodes / in_page / 1e6:6.1f} M/s" if nodes else ""
        sys.stdout.write(f"{what:42} {nodes:12,} nodes {own:7.2f} s {in_page:7.2f} s {rates}\n")


def main_in_page() -> None:
    import importlib
    from pathlib import Path

    process = importlib.import_module("js").process
    Path("/given/page.json").write_text(json.dumps(measure(lambda: process.cpuUsage().user / 1e6)))


if sys.platform == "emscripten":
    main_in_page()
elif __name__ == "__main__":
    main()
