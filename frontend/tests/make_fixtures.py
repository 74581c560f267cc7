# SPDX-License-Identifier: MIT
"""Write the engine's answers that the front end's tests compare with: run it when the engine's contract changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import taquin
from taquin.board import Board
from taquin.heuristics import HEURISTICS
from taquin.heuristics.linear_conflict import conflicts
from taquin.method import parse_method
from taquin.solution import Expansion

HERE = Path(__file__).parent
BOARD = "8,1,3/4,0,2/7,6,5"
METHODS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("astar@manhattan", {}),
    ("bfs", {}),
    ("ucs", {}),
    ("greedy@manhattan", {}),
    ("idastar@manhattan", {}),
    ("ids", {}),
    ("bidirectional", {}),
    ("biastar@manhattan", {}),
    ("mm@manhattan", {}),
    ("nbs@manhattan", {}),
    ("bae@manhattan", {}),
    ("dls", {}),
    ("dfs", {"order": "RDLU"}),
    ("rbfs@manhattan", {}),
    ("hill@manhattan", {"seed": 1}),
    ("wastar@misplaced", {}),
    ("bfs", {"order": "DRLU"}),
    ("astar@manhattan", {"order": "ULDR"}),
    ("astar@manhattan", {"ties": "fifo"}),
    ("astar@manhattan", {"ties": "shallow,fifo"}),
    ("greedy@manhattan", {"ties": "fifo"}),
    ("greedy@manhattan", {"ties": "deep"}),
    ("greedy@manhattan", {"ties": "board"}),
    ("wastar@manhattan", {"weight": "3/2"}),
    ("wastar@euclidean", {"weight": "1.1", "order": "RDLU", "ties": "shallow,board"}),
    ("beam@manhattan", {"beam_width": 20}),
    ("beam@manhattan", {"beam_width": 5, "order": "DRLU"}),
    ("dwastar@manhattan", {}),
    ("dwastar@euclidean", {"weight": "5/2", "ties": "fifo"}),
    ("epsilon@manhattan", {"weight": "3/2"}),
    ("epsilon@euclidean", {"weight": "5/4"}),
    ("ara@manhattan", {}),
    ("ara@euclidean", {"weight": "2", "weight_step": "0.3"}),
    ("epea@manhattan", {}),
    ("epea@euclidean", {}),
    ("sma@manhattan", {"memory_nodes": 20}),
    ("sma@euclidean", {"memory_nodes": 30}),
    ("sma@manhattan", {}),
    ("dfbnb@manhattan", {}),
    ("dfbnb@euclidean", {"order": "RDLU"}),
    ("bfida@manhattan", {}),
    ("bfida@linear-conflict", {}),
    ("lrta@manhattan", {"trials": 3}),
    ("annealing@manhattan", {"seed": 3, "cooling": 100}),
    # What a limit on the depth cuts off.
    ("greedy@manhattan", {"max_depth": 16}),
    ("bfs", {"max_depth": 7}),
    ("bfs", {"max_depth": 5}),
    ("dfs", {"max_depth": 9, "order": "RDLU"}),
    ("epsilon@manhattan", {"max_depth": 15}),
    ("rbfs@manhattan", {"max_depth": 14}),
    ("dfbnb@manhattan", {"max_depth": 14}),
    ("bfida@manhattan", {"max_depth": 14}),
    ("idastar@manhattan", {"max_depth": 14}),
    ("sma@manhattan", {"max_depth": 15, "memory_nodes": 30}),
    ("ara@manhattan", {"max_depth": 15}),
    ("mm@manhattan", {"max_depth": 15}),
)
EASY = "1,2,3/8,5,0/4,7,6"
NEAR = "0,2,3/1,5,6/4,7,8"
"""Where depth-first search in that order meets the goal after 156 expansions, and not after a hundred thousand."""
STARTS = {"dfs": NEAR, "lrta": EASY, "annealing": NEAR}
"""Nearer boards for searches that go far astray."""
ESTIMATED = (
    ("8,1,3/4,0,2/7,6,5", "last"),
    ("3,2,1/4,5,6/8,7,0", "last"),
    ("8,6,7/2,5,4/3,0,1", "snail"),
    ("5,1,2,4/9,6,3,8/13,15,10,11/14,0,7,12", "last"),
    ("15,14,13,12/11,10,9,8/7,6,5,4/3,1,2,0", "first"),
    ("4,3,2,1,0/9,8,7,6,5", "first"),
)


GROUPS = "pdb:1+2+3+4-5+6+7+8"
PATTERNS = (
    "1,2,3/4,5,6/7,8,0",
    BOARD,
    EASY,
    NEAR,
    "3,2,1/4,5,6/8,7,0",
    "8,6,7/2,5,4/3,0,1",
    "6,4,7/8,5,0/3,2,1",
    "2,1,3/4,6,5/7,8,0",
)


class Recorder(taquin.Observer):
    """Keeps the whole trace."""

    trace_limit = 10_000

    def __init__(self) -> None:
        self.rows: list[list[object]] = []

    def expansion(self, expansion: Expansion) -> None:
        """Keep a row as the API sends it."""
        move = expansion.move.value if expansion.move else None
        e = expansion
        self.rows.append([e.node, e.parent, move, e.g, e.h, e.f, list(e.tiles)])


def read(text: str) -> Board:
    """Read a board from an address."""
    return Board([[int(tile) for tile in row.split(",")] for row in text.split("/")])


def trace(method: str, options: dict[str, Any]) -> dict[str, object]:
    """Run a method with some options and keep its whole trace."""
    algorithm, _, heuristic = method.partition("@")
    start = STARTS.get(algorithm) or (BOARD if heuristic else EASY)
    recorder = Recorder()
    options = dict(options)
    solution = taquin.solve(read(start), method=method, engine="python", observer=recorder, **options)
    row = solution.to_json()
    row["stats"]["elapsed"] = 0.0
    depth = options.pop("max_depth", None)
    return {
        "method": method,
        "options": options,
        "depth": depth,
        "start": start,
        "max_frontier": solution.stats.max_frontier,
        "result": row,
        "expansions": recorder.rows,
    }


def estimates(text: str, name: str) -> dict[str, object]:
    """Evaluate every heuristic."""
    board = read(text)
    goal = Board.goal(board.rows, board.cols, name)
    values = {key: h.value(board, goal) for key, h in HEURISTICS.items() if h.refuses(board.rows, board.cols) is None}
    found = [{"line": c.line, "index": c.index, "tiles": list(c.tiles)} for c in conflicts(board, goal)]
    return {"board": text, "goal": name, "heuristics": values, "conflicts": found}


def patterns(text: str) -> dict[str, object]:
    """Look a board up in a pattern database of two groups."""
    heuristic = parse_method(f"astar@{GROUPS}").heuristic
    assert heuristic is not None
    return {"board": text, "value": heuristic.value(read(text), Board.goal(3, 3))}


def fixtures() -> dict[str, object]:
    """Return the contents of every fixture by the name of its file."""
    return {
        "traces.json": [trace(*one) for one in METHODS],
        "patterns.json": [patterns(one) for one in PATTERNS],
        "estimates.json": [estimates(*one) for one in ESTIMATED],
    }


if __name__ == "__main__":
    for name, value in fixtures().items():
        (HERE / name).write_text(json.dumps(value, separators=(",", ":")) + "\n")
