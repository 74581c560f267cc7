# SPDX-License-Identifier: MIT
"""Small experiments for the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from taquin.lab import Spec, make_records, parse_spec, run_here
from taquin.lab.spec import load_spec

SMALL = """
title = "A small study"
seed = 3
methods = ["bfs", { algorithms = ["astar"], heuristics = ["misplaced", "manhattan"] }]
[[boards]]
size = "3x3"
depth = "0-12"
count = 3
"""

PATIENT = """
import os
import pathlib
import time


def lines():
    journal = pathlib.Path("study/journal.jsonl")
    return len(journal.read_text().splitlines()) if journal.exists() else 0


def estimate(board, goal):
    pathlib.Path(f"pid-{os.getpid()}").touch()
    while lines() > ROWS and not pathlib.Path("go-on").exists():
        time.sleep(0.01)
    return 0
"""
"""A heuristic that lets so many runs end and keeps the others waiting until there is a file `go-on`."""


def patient(folder: Path, rows: int) -> None:
    write(folder, PATIENT.replace("ROWS", str(rows)), "patient.py")


SLOW = """
methods = ["astar@patient:estimate"]
[[boards]]
size = "3x3"
depth = [2, 3]
count = 6
"""


def write(folder: Path, text: str, name: str = "study.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def small_spec(**changes: Any) -> Spec:
    values: dict[str, Any] = {"methods": ["bfs", "astar@manhattan"], "boards": [{"set": "default8:1-5"}]}
    return parse_spec(values | changes)


def small_records(**changes: Any) -> list[dict[str, Any]]:
    return make_records(run_here(small_spec(**changes)))


def spec_of(folder: Path, text: str) -> Spec:
    return load_spec(write(folder, text))
