# SPDX-License-Identifier: MIT
"""Rights taken away: what must be written cannot be, what must be read cannot be. One sentence, or an answer all the same.

Nothing is forbidden to root, so that the commands run without the power to pass over rights when the script runs as root.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.faults.jobs import JOBS, BuildTables, answer_of
from tests.faults.world import Ran, World, expect

HUMBLY: Final = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
"""Starts a command to which the rights of files apply, although it is root's."""
REFUSED: Final = 2


def rights(world: World) -> None:
    """Take away the rights of one thing, and see what the command that needs it makes of that."""
    case = world.random.choice(CASES)
    world.hits += 1
    try:
        case(world)
    except AssertionError as error:
        raise type(error)(f"{case.__name__}: {error}") from None
    finally:
        for path in sorted(world.folder.rglob("*")):
            path.chmod(0o700)  # so that it can be cleared away


def _run(world: World, *arguments: str) -> Ran:
    return world.run(*arguments, through=HUMBLY if os.getuid() == 0 else ())


def _tables() -> BuildTables:
    job = JOBS["tables"]
    assert isinstance(job, BuildTables)
    return job


def _search(world: World) -> Ran:
    job = _tables()
    ran = _run(world, *job.search).ended(0)
    expect(answer_of(ran) == job.answer, f"{answer_of(ran)}, expected {job.answer}")
    return ran


def _with_tables(world: World) -> Path:
    cache = world.place / "cache"
    shutil.copytree(_tables().pristine / "cache", cache)
    return cache


def empty_cache_not_writable(world: World) -> None:
    cache = world.place / "cache"
    cache.mkdir()
    cache.chmod(0o555)
    ran = _search(world)
    expect("stay in memory" in ran.stderr, f"it did not say that tables are not kept: {ran.said!r}")
    build = _run(world, *_tables().command(world)).ended(REFUSED)
    expect("kept" in build.stderr, f"it did not say that tables are not kept: {build.said!r}")
    expect(not list(cache.iterdir()), "something was written")


def cache_not_enterable(world: World) -> None:
    _with_tables(world).chmod(0o000)
    _search(world)


def full_cache_not_writable(world: World) -> None:
    _with_tables(world).chmod(0o555)
    ran = _search(world)
    expect(not ran.stderr, f"it complained of what it need not write: {ran.said!r}")


def table_not_readable(world: World) -> None:
    victim = world.random.choice(sorted(_with_tables(world).glob("*.taquin")))
    victim.chmod(0o000)
    ran = _search(world)
    expect("built anew" in ran.stderr, f"it did not say why it builds: {ran.said!r}")
    _run(world, "tables", "verify").ended(0)


def lock_not_writable(world: World) -> None:
    for path in _with_tables(world).iterdir():
        if path.suffix == ".taquin":
            path.unlink()
        else:
            path.chmod(0o000)
    _search(world)


def _refused(world: World, name: str, path: Path) -> None:
    job = JOBS[name]
    ran = _run(world, *job.command(world)).ended(REFUSED, saying=path.name)
    expect(ran.stderr.startswith("Error: ") and "ermission denied" in ran.stderr, f"it said {ran.said!r}")
    expect(ran.stderr.count("\n") == 1, f"more than a sentence: {ran.said!r}")


def output_folder_not_writable(world: World) -> None:
    name = world.random.choice(["batch", "checkpoint", "lab"])
    JOBS[name].prepare(world)
    world.place = world.folder / "out"
    world.place.mkdir(mode=0o555)
    _refused(world, name, {"batch": Path("rows.jsonl"), "checkpoint": Path("search.journal"), "lab": Path("study")}[name])


def output_file_not_writable(world: World) -> None:
    name = world.random.choice(["batch", "checkpoint"])
    JOBS[name].prepare(world)
    path = world.place / {"batch": "rows.jsonl", "checkpoint": "search.journal"}[name]
    path.touch()
    path.chmod(world.random.choice([0o000, 0o444]))
    _refused(world, name, path)


def journal_not_readable(world: World) -> None:
    JOBS["lab"].prepare(world)
    path = world.place / "study" / "journal.jsonl"
    path.parent.mkdir()
    path.touch()
    path.chmod(0o000)
    _refused(world, "lab", path)


def input_not_readable(world: World) -> None:
    name, path = world.random.choice([("batch", "boards.txt"), ("lab", "study.toml")])
    JOBS[name].prepare(world)
    (world.folder / path).chmod(0o000)
    _refused(world, name, Path(path))


CASES: Final[tuple[Callable[[World], None], ...]] = (
    empty_cache_not_writable,
    cache_not_enterable,
    full_cache_not_writable,
    table_not_readable,
    lock_not_writable,
    output_folder_not_writable,
    output_file_not_writable,
    journal_not_readable,
    input_not_readable,
)
