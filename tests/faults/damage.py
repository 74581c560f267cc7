# SPDX-License-Identifier: MIT
"""Flipped bits, lost ends and foreign bytes in every kind of file: refused, rebuilt or cut, with a reason; never believed."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.faults.jobs import BuildTables, JournalJob, answer_of
from tests.faults.world import World, expect

from taquin.tables.store import open_table, table_files

REFUSED: Final = 2


def flip_bit(data: bytearray, place: int, chance: random.Random) -> None:
    """Turn round one bit."""
    data[place] ^= 1 << chance.randrange(8)


def change_byte(data: bytearray, place: int, chance: random.Random) -> None:
    """Put another byte in the place of one."""
    data[place] = (data[place] + chance.randrange(1, 256)) % 256


def change_digit(data: bytearray, place: int, chance: random.Random) -> None:
    """Put another digit in the place of the next one: still JSON, and still wrong."""
    place = next((each for each in range(place, len(data)) if 48 <= data[each] < 58), place)
    data[place] = 48 + (data[place] - 48 + chance.randrange(1, 10)) % 10


def zero_block(data: bytearray, place: int, chance: random.Random) -> None:
    """Lose a block, as a disk does."""
    size = min(chance.choice([16, 512, 4096]), len(data) - place)
    data[place : place + size] = bytes(size)


def cut(data: bytearray, place: int, _: random.Random) -> None:
    """Lose the end."""
    del data[place:]


def lose_block(data: bytearray, place: int, chance: random.Random) -> None:
    """Lose something in the middle."""
    del data[place : place + chance.choice([1, 7, 100])]


def append(data: bytearray, _: int, chance: random.Random) -> None:
    """Gain foreign bytes at the end."""
    data += chance.choice([b"\0" * chance.randrange(1, 5000), chance.randbytes(20), b"precious notes\n"])


DAMAGES: Final[tuple[Callable[[bytearray, int, random.Random], None], ...]] = (
    flip_bit,
    change_byte,
    change_digit,
    zero_block,
    cut,
    lose_block,
    append,
)


def harm(path: Path, chance: random.Random) -> str:
    """Damage a file and say how; header, middle and tail are met equally often."""
    data = bytearray(path.read_bytes())
    before = bytes(data)
    while bytes(data) == before:
        region = chance.choice([range(min(200, len(data))), range(len(data)), range(max(0, len(data) - 64), len(data))])
        place = chance.choice(region) if region else 0
        damage = chance.choice(DAMAGES) if data else append
        damage(data, place, chance)
    # In place, as a disk does it: the file keeps its name, and only its time changes.
    path.write_bytes(data)
    return f"{damage.__name__} at {place} of {len(before)} in {path.name}"


def damage_tables(world: World, job: BuildTables) -> None:
    """Damage a file of the cache; the search and the next build must do as if it had never been."""
    shutil.copytree(job.pristine / "cache", world.place / "cache")
    for path in table_files(world.place / "cache"):
        open_table(path)  # a large one is stamped: the damage comes after it was checked
    victim = world.random.choice(sorted((world.place / "cache").iterdir()))
    how = harm(victim, world.random)
    world.hits += 1
    ran = world.run(*job.search).ended(0)
    expect(answer_of(ran) == job.answer, f"{how}: {answer_of(ran)}, expected {job.answer}")
    told = "built anew" in ran.stderr
    expect(told == (victim.suffix == ".taquin"), f"{how}: it said {ran.said!r}")
    job.expect_whole(world)


def damage_journal(world: World, job: JournalJob) -> None:
    """Damage a journal that some run left; it is refused and left alone, or what is whole in it is gone on with."""
    shutil.copytree(job.pristine, world.place, dirs_exist_ok=True)
    path = job.path(world)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: world.random.randint(1, len(lines))]))
    how = harm(path, world.random)
    world.hits += 1
    damaged = path.read_bytes()
    ran = world.run(*job.command(world)).ended(job.success, REFUSED)
    if "Error: " in ran.stderr:
        expect(path.read_bytes() == damaged, f"{how}: refused, and yet changed")
        expect(ran.stderr.count("\n") == 1, f"{how}: more than a sentence: {ran.said!r}")
        return
    found = job.result(world, ran)
    expect(found == job.truth, f"{how}: {found}, expected {job.truth}")
    half = damaged and not damaged.endswith(b"\n")
    expect(not half or "half-written" in ran.stderr or damaged.endswith(b"}"), f"{how}: cut off without a word: {ran.said!r}")
