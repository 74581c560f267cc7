# SPDX-License-Identifier: MIT
"""Compiles the card's code for the CPU and feeds it: what `test_gpu_*.py` share."""

import atexit
import functools
import hashlib
import math
import os
import shutil
import struct
import subprocess
import tempfile
from array import array
from dataclasses import replace
from pathlib import Path

import numpy as np

from taquin.board import Board
from taquin.engines.gpu.device import KERNELS
from taquin.engines.gpu.layout import Layout, layout_of
from taquin.engines.gpu.tables import automaton_words, binomials, table_options
from taquin.tables.patterns import PatternTable, load_pattern

HERE = Path(__file__).parent
PROGRAMS = HERE.parents[1] / "build" / "card-on-cpu"
"""Kept, so that two workers of a run compile nothing twice, and the next run nothing at all."""


@functools.cache
def workshop() -> Path:
    path = Path(tempfile.mkdtemp(prefix="taquin-gpu-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)  # the tables of a 24-puzzle take half a gigabyte
    return path


def compiled(source: str, options: tuple[str, ...]) -> Path:
    """Compile a program of this folder together with the kernels' headers."""
    code = (HERE / f"{source}.cpp").read_text()
    return build(code, ("-std=c++17", "-Wall", "-Wextra", "-Wno-unknown-pragmas", f"-I{KERNELS}", *options))


@functools.cache
def build(code: str, flags: tuple[str, ...]) -> Path:
    """Compile a source, unless a process of these tests has done so: the kernels' headers are part of its name."""
    compiler = shutil.which("c++")
    assert compiler, "the tests of the card's code need a C++ compiler"
    headers = [path.read_text() for path in sorted(Path(KERNELS).glob("*.h"))]
    name = hashlib.sha256(repr((code, headers, flags)).encode()).hexdigest()[:16]
    built = PROGRAMS / name
    if not built.exists():
        PROGRAMS.mkdir(parents=True, exist_ok=True)
        source, made = workshop() / f"{name}.cpp", workshop() / name
        source.write_text(code)
        subprocess.run([compiler, "-O2", *flags, str(source), "-o", str(made)], check=True)
        unnamed = built.with_name(f"{name}.{os.getpid()}")
        shutil.copy(made, unnamed)
        unnamed.replace(built)  # at once, for others may be looking for it
    return built


@functools.cache
def binomials_file() -> Path:
    path = workshop() / "binomials"
    path.write_bytes(binomials().tobytes())
    return path


def built_on_cpu(table: PatternTable) -> bytes:
    """Build a table with the card's builder."""
    program = compiled("table_check", table_options(table, 5, 4))
    arguments = ["build", str(binomials_file()), str(table.blank), *map(str, table.tiles)]
    return subprocess.run([program, *arguments], check=True, capture_output=True).stdout


def laid_out(layout: Layout) -> np.ndarray:
    """Lay the tables out for the search."""
    words = np.zeros(layout.first_words[-1], dtype=np.uint32)
    for number, table in enumerate(layout.plan.tables):
        program = compiled("table_check", table_options(table, layout.field_bits, layout.entry_bits))
        used = max(1, (1 << layout.field_bits * len(table.tiles)) * layout.entry_bits // 32)
        arguments = ["lay-out", str(binomials_file()), str(used)]
        made = subprocess.run([program, *arguments], input=load_pattern(table, 2), check=True, capture_output=True).stdout
        first = layout.first_words[number]
        words[first : first + used] = np.frombuffer(made, dtype=np.uint32)
    return words


def make_layout(goal: Board, sizes: tuple[int, ...], entry_bits: int) -> Layout:
    assert sum(sizes) == math.prod(goal.shape) - 1
    return replace(layout_of(goal, f"pdb:{'-'.join(map(str, sizes))}"), entry_bits=entry_bits)


@functools.cache
def job_file(layout: Layout, goal: Board, starts: tuple[Board, ...], prune: bool = True) -> Path:
    """Write what `search_check.cpp` reads."""
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    first_states, following = automaton_words(layout.rows, layout.cols, prune)
    parts = [
        (layout.lookups, 4),
        (tables_of(layout), 4),
        (following, 4),
        (first_states, 4),
        (array("B", [home[tile] for start in starts for tile in start.tiles]), 1),
    ]
    path = workshop() / f"job-{abs(hash((layout, goal, starts, prune)))}"
    with path.open("wb") as file:
        for part, size in parts:
            data = part.tobytes()
            file.write(struct.pack("<Q", len(data) // size) + data)
    return path


@functools.cache
def tables_of(layout: Layout) -> np.ndarray:
    return laid_out(layout)


def run_search(
    layout: Layout, goal: Board, starts: tuple[Board, ...], *mode: str, stack: int = 256, path_words: int = 0, prune: bool = True
) -> list[str]:
    """Run `search_check.cpp` and return the lines it prints."""
    options = (*layout.options(path_words), f"-DTAQUIN_STACK_CAPACITY={stack}")
    program = compiled("search_check", options)
    job = job_file(layout, goal, starts, prune)
    return subprocess.run([program, job, *mode], check=True, capture_output=True, text=True).stdout.splitlines()
