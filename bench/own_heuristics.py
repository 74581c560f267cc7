# SPDX-License-Identifier: MIT
"""Measures heuristics of one's own against the built-in one: `python bench/own_heuristics.py`.

CPU seconds of one thread, the least of several rounds in which all take turns; nodes per second follow from them. Manhattan
distance in every form, so that all search the same nodes, and `tables:pairs`, which has pairs of tiles besides.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import taquin
from taquin.heuristics.building import build_library
from taquin.lab import check_heuristic

EXAMPLES = Path(__file__).parents[1] / "examples" / "heuristics"
EASY = "79,12,42,55,28,48"


@taquin.heuristic(admissible=True, consistent=True)
def in_python(board: taquin.Board, goal: taquin.Board) -> float:
    return sum(
        abs(cell // board.cols - home // board.cols) + abs(cell % board.cols - home % board.cols)
        for cell, tile in enumerate(board.tiles)
        if tile
        for home in [goal.tiles.index(tile)]
    )


def search(algorithm: str, heuristic: object, boards: str) -> tuple[int, float]:
    begin, nodes = time.process_time(), 0
    for instance in taquin.load_instances(f"korf15:{boards}"):
        solution = taquin.solve(instance.start, instance.goal, algorithm, heuristic=heuristic, engine="native")
        assert solution.cost == instance.optimal
        nodes += solution.stats.generated
    return nodes, time.process_time() - begin


def judge(heuristic: object) -> tuple[int, float]:
    begin = time.process_time()
    verdict = check_heuristic(heuristic, taquin.Board.goal(3, 3))
    return verdict.boards, time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="also Korf's first N boards, which take long")
    arguments = parser.parse_args()
    os.chdir(EXAMPLES)
    library, _ = build_library(Path("manhattan.cpp"), Path(os.environ.get("TMPDIR", "/tmp")) / "taquin-manhattan.so")
    forms = ["manhattan", "tables:manhattan", "tables:pairs", str(library)]
    work = {f"{algorithm} {form}": (search, algorithm, form, EASY) for algorithm in ("idastar", "astar") for form in forms}
    if arguments.first:
        work |= {f"first {arguments.first} {form}": (search, "idastar", form, f"1-{arguments.first}") for form in forms[:2]}
    work |= {f"referee {form}": (judge, form) for form in [*forms[:2], str(library), "many_boards:manhattan"]}
    taken: dict[str, tuple[int, float]] = {}
    for number in range(arguments.rounds):
        print(f"round {number + 1}", file=sys.stderr)
        for name, (function, *given) in work.items():
            count, seconds = function(*given)  # type: ignore[operator]
            taken[name] = count, min(seconds, taken.get(name, (0, seconds))[1])
    taken["idastar in_python, number 79"] = search("idastar", in_python, "79")
    taken["referee in_python"] = judge(in_python)
    for name, (count, seconds) in taken.items():
        print(f"{name:45} {count:>13,} {seconds * 1e3:10.1f} ms {count / seconds / 1e6:8.2f} M/s")


if __name__ == "__main__":
    main()
