# SPDX-License-Identifier: MIT
"""The work that faults meet: everything of Taquin that takes long and writes files.

A job knows its command, which goes on where the last run of it stopped; what is written down for good; and what the whole of it
looks like, from a run that nobody disturbed.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from tests.faults.world import Ran, World, expect, wait_until

from taquin.instances import load_set
from taquin.journal import read_rows
from taquin.lab.journal import BYTES_FOR_REPORT
from taquin.methods.checkpoint import finished_work
from taquin.random_boards import random_board
from taquin.solution import Solution

ENDED: Final = 0
LIMIT: Final = 4
BAD_LINES: Final = 2
ROW: Final = "index error input status reason cause cost moves lower_bound method algorithm heuristic engine start goal stats"
FIELDS: Final = frozenset([*ROW.split(), "seed", "options", "board", "group", "repetition", "optimal", "estimate"])
"""What rows are compared by; a field more, such as the mangled name of the check, harms nobody."""


class Job(ABC):
    """One kind of work."""

    name: ClassVar[str]
    success: ClassVar[int] = ENDED
    """Exit code of a run that nobody disturbed."""
    refuses_second: ClassVar[bool] = True
    """Whether a second run of it at the same time is told so; else it waits."""

    def prepare(self, world: World) -> None:
        """Put the input there."""
        return

    @abstractmethod
    def command(self, world: World) -> list[str]:
        """Return the arguments, the same for the first run and for every later one."""

    @abstractmethod
    def begun(self, world: World) -> bool:
        """Tell whether the work has begun."""

    @abstractmethod
    def kept(self, world: World) -> Counter[str]:
        """Return what is written down for good: no later run may lose any of it."""

    @abstractmethod
    def result(self, world: World, ran: Ran) -> Any:
        """Return what came out in the end, comparable with an undisturbed run."""

    def leftovers(self, world: World) -> list[str]:
        """Name the files that nobody needs any more."""
        return [str(path) for path in world.place.rglob("*") if path.name.endswith((".tmp", ".waiting"))]

    def begin(self, world: World, **options: Any) -> Any:
        """Start the command."""
        return world.start(*self.command(world), **options)

    def expect_whole(self, world: World) -> None:
        """Run it to its end, and complain unless it comes to what an undisturbed run comes to, and leaves nothing behind."""
        ran = world.run(*self.command(world)).ended(self.success)
        expect("Error: " not in ran.stderr, f"refused: {ran.said!r}")
        found = self.result(world, ran)
        expect(found == self.truth, f"{self.name}: {_difference(found, self.truth)}")
        world.expect_nobody()
        left = self.leftovers(world)
        expect(not left, f"left behind: {left}")

    @cached_property
    def truth(self) -> Any:
        """What an undisturbed run comes to."""
        return self._undisturbed[0]

    @cached_property
    def needs(self) -> int:
        """Bytes of disk that it takes in all."""
        return sum(path.stat().st_size for path in self.pristine.rglob("*") if path.is_file())

    @cached_property
    def seconds(self) -> float:
        """How long an undisturbed run takes after it has begun."""
        return self._undisturbed[1]

    @cached_property
    def pristine(self) -> Path:
        """The folder that an undisturbed run leaves; it goes when this process ends."""
        _ = self._undisturbed
        return Path(self._folder.name)

    @cached_property
    def _undisturbed(self) -> tuple[Any, float]:
        self._folder = tempfile.TemporaryDirectory(prefix="taquin-faults-")
        world = World(Path(self._folder.name), 0)
        self.prepare(world)
        process = self.begin(world)
        wait_until(lambda: self.begun(world) or process.poll() is not None)
        begin = time.perf_counter()
        ran = world.finish(process).ended(self.success)
        seconds = time.perf_counter() - begin
        return self.result(world, ran), seconds


class JournalJob(Job):
    """Work whose results are in one journal."""

    @abstractmethod
    def path(self, world: World) -> Path:
        """Return the journal."""

    def begun(self, world: World) -> bool:
        return self.path(world).exists()


class BuildTables(Job):
    """`tables build`: pattern databases, and the automaton where none is shipped."""

    name = "tables"
    refuses_second = False
    arguments: ClassVar = ["3x4", "--heuristic", "pdb:6-5", "--threads", "1"]
    search: ClassVar = ["solve", "3x4: " + "LURDLLURRDLU" * 2, "-m", "optimal@pdb:6-5", "--threads", "1", "--json"]
    """A search that looks into every one of the tables."""

    def command(self, world: World) -> list[str]:
        return ["tables", "build", *self.arguments]

    def begun(self, world: World) -> bool:
        return any(self._cache(world).glob("*.lock"))

    def kept(self, world: World) -> Counter[str]:
        return Counter(f"{path.name} {_digest(path)}" for path in self._cache(world).glob("*.taquin"))

    def result(self, world: World, ran: Ran) -> Any:
        world.run("tables", "verify").ended(0)
        return self.kept(world)

    @cached_property
    def answer(self) -> Any:
        """What the search answers with good tables."""
        return answer_of(World(self.pristine, 0).run(*self.search).ended(0))

    def _cache(self, world: World) -> Path:
        return world.place / "cache"


class BuildLargeTables(BuildTables):
    """The same with tables so large that they are stamped when they are checked."""

    name = "large-tables"
    arguments: ClassVar = ["4x4", "--heuristic", "pdb:6-6-3"]
    search: ClassVar = ["solve", "4x4: " + "LURDLLURRDLU" * 2, "-m", "optimal@pdb:6-6-3", "--threads", "1", "--json"]


class SearchWithCheckpoint(JournalJob):
    """`solve -m optimal --checkpoint FILE`, up to a bound below the solution: then the number of nodes is fixed."""

    name = "checkpoint"
    success = LIMIT
    instance: ClassVar = load_set("korf15").instances[87]

    def command(self, world: World) -> list[str]:
        board = json.dumps([list(row) for row in self.instance.start.grid])
        options = ["--goal", "first", "-m", "optimal@pdb:5-5-5", "--max-depth", "61", "--json"]
        return ["solve", board, *options, "--checkpoint", str(self.path(world))]

    def path(self, world: World) -> Path:
        return world.place / "search.journal"

    def kept(self, world: World) -> Counter[str]:
        if not self.begun(world):
            return Counter()
        found, _ = finished_work(read_rows(self.path(world), "a checkpoint")[1:])
        return Counter(f"{bound} {root} {nodes}" for bound, each in found.items() for root, nodes in each.done.items())

    def result(self, world: World, ran: Ran) -> Any:
        return answer_of(ran)


class BatchOfBoards(JournalJob):
    """`batch -j 2 --output FILE`: good lines and bad ones, some twice."""

    name = "batch"
    success = BAD_LINES
    method: ClassVar = "idastar@manhattan"

    def prepare(self, world: World) -> None:
        (world.folder / "boards.txt").write_text("\n".join(self._lines()), encoding="utf-8")

    def _lines(self) -> list[str]:
        # A slow board now and then: those behind it are answered first, and wait for it.
        boards = [random_board("3x4" if number % 7 == 0 else "3x3", seed=number) for number in range(48)]
        lines = [json.dumps([list(row) for row in board.grid]) for board in boards]
        return [*lines[:20], "oops", *lines[20:], lines[3]]

    def command(self, world: World) -> list[str]:
        first = not any(path.stat().st_size for path in world.place.glob("rows.jsonl*"))
        resume = [] if first and world.random.random() < 0.5 else ["--resume"]
        return ["batch", "boards.txt", "-m", self.method, "--jobs", "2", "--output", str(self.path(world)), *resume]

    def path(self, world: World) -> Path:
        return world.place / "rows.jsonl"

    def kept(self, world: World) -> Counter[str]:
        return Counter(_whole_lines(self.path(world)))

    def result(self, world: World, ran: Ran) -> Any:
        rows = list(map(json.loads, _whole_lines(self.path(world))))
        for row in rows:
            if "error" not in row:
                Solution.from_json(row).verify()
        return Counter(json.dumps(_timeless(row), sort_keys=True) for row in rows)


class BatchInProcesses(BatchOfBoards):
    """The same on the Python engine, in worker processes."""

    name = "batch-workers"
    method: ClassVar = "astar@manhattan"

    def _lines(self) -> list[str]:
        boards = [random_board("3x3", seed=number) for number in range(16)]
        return [*(json.dumps([list(row) for row in board.grid]) for board in boards), "oops"]

    def command(self, world: World) -> list[str]:
        return [*super().command(world), "--engine", "python"]


class LabRun(JournalJob):
    """`lab run`: every run in a worker process, every row written at once."""

    name = "lab"
    spec: ClassVar = """
seed = 5
methods = ["bfs", "astar@manhattan", "idastar@linear-conflict"]
engine = "python"
[[boards]]
size = "3x3"
depth = [8, 14]
count = 4
"""

    @cached_property
    def needs(self) -> int:
        """A run begins only where there is room for the journal and a report."""
        return BYTES_FOR_REPORT

    def prepare(self, world: World) -> None:
        (world.folder / "study.toml").write_text(self.spec, encoding="utf-8")

    def command(self, world: World) -> list[str]:
        return ["lab", "run", "study.toml", "--jobs", "2", "--output", str(world.place / "study")]

    def path(self, world: World) -> Path:
        return world.place / "study" / "journal.jsonl"

    def kept(self, world: World) -> Counter[str]:
        return Counter(_whole_lines(self.path(world)))

    def result(self, world: World, ran: Ran) -> Any:
        rows = [row for row in map(json.loads, _whole_lines(self.path(world))) if "machine" not in row]
        return Counter(json.dumps(_timeless(row), sort_keys=True) for row in rows)


JOBS: Final[dict[str, Job]] = {
    job.name: job
    for job in (BuildTables(), BuildLargeTables(), SearchWithCheckpoint(), BatchOfBoards(), BatchInProcesses(), LabRun())
}


def answer_of(ran: Ran) -> dict[str, Any]:
    """Return what a search on one board answered."""
    row = json.loads(ran.stdout)
    return {name: row[name] for name in ("status", "cost", "lower_bound")} | {"nodes": row["stats"]["generated"]}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _whole_lines(path: Path) -> list[str]:
    """Return the lines that were written to their end."""
    if not path.exists():
        return []
    return [line for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]


def _timeless(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a row what no two runs share."""
    same = {name: value for name, value in row.items() if name in FIELDS}
    if isinstance(same.get("stats"), dict):
        same["stats"] = {name: value for name, value in same["stats"].items() if name not in ("elapsed", "peak_memory")}
    return same


def _difference(found: Any, truth: Any) -> str:
    if isinstance(found, Counter):
        return f"missing {list((truth - found).elements())[:3]}, too many {list((found - truth).elements())[:3]}"
    return f"{found}, expected {truth}"
