# SPDX-License-Identifier: MIT
"""Compiles a heuristic of the user's own into a shared library; `taquin_heuristic.h` says what it is to look like."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from taquin.errors import InputError, MethodError, quote
from taquin.heuristics.library import load
from taquin.machine import find_compiler

HERE: Final = Path(__file__).parent
HEADER: Final = HERE / "taquin_heuristic.h"
TRIAL: Final = HERE / "trial.cpp"
SUFFIX: Final = ".dll" if sys.platform == "win32" else ".so"
FLAGS: Final = ("-std=c++20", "-Wall", "-Wextra")
LIBRARY_FLAGS: Final = ("-O3", "-shared", *(() if sys.platform == "win32" else ("-fPIC",)), "-fvisibility=hidden")
SANITIZER_FLAGS: Final = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
TRIAL_SECONDS: Final = 120.0
"""Seconds that a heuristic has for some fifty thousand boards under the sanitizers."""


def build_library(source: Path, output: Path | None = None, sanitize: bool = False) -> tuple[Path, str]:
    """Compile a source to a library, beside it unless told where, and return the library's path and what the compiler said.

    With `sanitize` it is first tried on many boards under sanitizers. The library is loaded once, to see that it can be.
    """
    if not source.is_file():
        raise MethodError(f"expected a C++ file, got {quote(str(source), 80)}, which is not there")
    output = source.with_suffix(SUFFIX) if output is None else output
    if output.suffix != SUFFIX:
        raise InputError(f"expected a library to end with {SUFFIX}, got {quote(str(output), 80)}", field="output")
    with tempfile.TemporaryDirectory(prefix="taquin-build-", ignore_cleanup_errors=True) as folder:
        if sanitize:
            _try(source, Path(folder) / "trial")
        made = Path(folder) / output.name
        said = _compile(source, [*LIBRARY_FLAGS, "-include", str(HEADER), str(source)], made)
        load(made, str(source))
        _put(made, output)
    return output, said


def _compile(source: Path, arguments: Sequence[str], output: Path) -> str:
    compiler = find_compiler()
    if compiler is None:
        raise InputError("a C++ compiler is needed, and none was found: set CXX to one, or install g++ or clang++")
    made = subprocess.run(
        [*compiler, *FLAGS, *arguments, "-o", str(output)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=os.environ | {"LC_ALL": "C"},  # errors are looked for by their English name
    )
    if made.returncode != 0:
        raise _not_compiled(source, made.stderr)
    return made.stderr


def _not_compiled(source: Path, said: str) -> MethodError:
    """Name the first error and its place."""
    name = quote(str(source), 80)
    found = re.search(
        r"^(?P<file>[^\n]*?):(?P<row>[0-9]+):(?P<column>[0-9]+): (?:fatal )?error: (?P<message>.*)$", said, re.MULTILINE
    )
    if found is None:
        lines = [line for line in said.splitlines() if line.strip()] or ["the compiler failed"]
        message = next((line for line in lines if "error" in line or "undefined" in line), lines[0])
        return MethodError(f"{name} does not compile: {message[:200]}")
    row, column = int(found["row"]), int(found["column"])
    where = f"line {row}, column {column}" if Path(found["file"]) == source else f"{Path(found['file']).name}, line {row}"
    return MethodError(f"{name} does not compile: {where}: {found['message'][:200]}", row=row, column=column)


def _try(source: Path, program: Path) -> None:
    """Run the heuristic on boards under sanitizers."""
    said = f"{quote(str(source), 80)} was tried on boards and"
    _compile(source, [*SANITIZER_FLAGS, "-include", str(HEADER), "-include", str(source), str(TRIAL)], program)
    try:
        tried = subprocess.run([program], capture_output=True, text=True, errors="replace", check=False, timeout=TRIAL_SECONDS)
    except subprocess.TimeoutExpired:
        raise MethodError(f"{said} took more than {TRIAL_SECONDS:g} seconds") from None
    if tried.returncode != 0:
        lines = [line.strip("= ") for line in tried.stderr.splitlines()]
        found = next((line for line in lines if "rror:" in line or "ERROR" in line), f"it ended with code {tried.returncode}")
        place = next((place[1] for line in lines if (place := re.search(rf"{re.escape(source.name)}:([0-9]+)", line))), None)
        message = re.sub(r"^[0-9]+=*ERROR: |^.*(?:runtime )?error: ", "", found)[:200]
        where = "" if place is None else f" (line {place})"
        raise MethodError(f"{said} failed: {message}{where}", row=None if place is None else int(place))


def _put(made: Path, output: Path) -> None:
    """Put a file in its place at once, also from another disk: whoever has the old one loaded keeps it."""
    beside = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        beside.write_bytes(made.read_bytes())
        beside.replace(output)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"cannot write to {quote(str(output), 80)}: {error.strerror}", field="output") from None
