# SPDX-License-Identifier: MIT
"""Fuzz all targets, or some, for so many minutes, and tell what came of it; exit code 1 if anything failed."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.fuzz.explore import FAILURE, keep
from tests.fuzz.targets import TARGETS

ROOT: Final = Path(__file__).parents[2]
WORK: Final = ROOT / "build" / "fuzz"
"""What runs found, the next ones go on with; not kept in the repository."""
LEAST: Final = 5
"""Seconds of a target."""
ARTIFACTS: Final = ("crash", "timeout", "oom")
"""What libFuzzer itself writes, before it ends the process."""
GRACE: Final = 300
"""Seconds that a process may take longer than it was told."""


@dataclass
class Result:
    """What a run of one target came to."""

    name: str
    runs: int = 0
    seconds: float = 0.0
    before: int = 0
    after: int = 0
    """Edges of the program's graph that its inputs took, at the beginning and at the end."""
    added: int = 0
    failures: list[str] = field(default_factory=list)

    def row(self) -> str:
        """Return the line of the table."""
        rate = self.runs / self.seconds if self.seconds else 0
        return (
            f"{self.name:<16}{self.runs:>11,}{rate:>10,.0f}{self.after:>9,}{self.after - self.before:>+8,}{self.added:>7}"
            f"{len(self.failures):>10}"
        )


HEADING: Final = f"{'target':<16}{'runs':>11}{'runs/s':>10}{'edges':>9}{'new':>8}{'kept':>7}{'failures':>10}"


def fuzz(name: str, seconds: int) -> Result:
    """Run one target in processes of its own: one that crashes takes nothing along."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log"
    result = Result(name, seconds=seconds)
    with log.open("wb") as output:
        command = [sys.executable, "-m", "tests.fuzz.explore", name, str(seconds), str(folder)]
        try:
            code = subprocess.run(command, cwd=ROOT, stdout=output, stderr=output, timeout=seconds + GRACE).returncode
        except subprocess.TimeoutExpired:
            code = -1
    text = log.read_text(encoding="utf-8", errors="replace")
    result.failures = re.findall(rf"^{FAILURE}(.*)$", text, re.MULTILINE)
    for artifact in sorted(path for kind in ARTIFACTS for path in folder.glob(f"{kind}-*")):
        result.failures.append(f"{artifact.name.partition('-')[0]}: {keep(TARGETS[name], artifact.read_bytes())}")
        artifact.unlink()
    if code != 0 and not result.failures:
        result.failures.append(f"the process ended with code {code}: {log}")
    edges = [int(number) for number in re.findall(r"cov: (\d+)", text)]
    runs = re.findall(r"^#(\d+)\s", text, re.MULTILINE)
    result.before, result.after, result.runs = edges[0] if edges else 0, max(edges, default=0), int(runs[-1]) if runs else 0
    if not result.failures:
        distilled = subprocess.run(
            [sys.executable, "-m", "tests.fuzz.distil", name, str(folder / "found")], cwd=ROOT, capture_output=True
        )
        result.added = int(distilled.stdout.split()[-1]) if distilled.returncode == 0 else 0
    return result


def main() -> int:
    """Read the command line and fuzz."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long, all targets together (default: 5)")
    parser.add_argument("--target", action="append", choices=sorted(TARGETS), help="only this one; give it several times")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time (default: 1)")
    options = parser.parse_args()
    os.environ.setdefault("TAQUIN_CACHE", str(ROOT / "build" / "test-cache"))
    names = options.target or list(TARGETS)
    seconds = max(LEAST, int(options.minutes * 60 * options.jobs / len(names)))
    print(HEADING, flush=True)
    failures: list[str] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda name: fuzz(name, seconds), names):
            print(result.row(), flush=True)
            failures += [f"{result.name}: {failure}" for failure in result.failures]
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
