# SPDX-License-Identifier: MIT
"""What a result was measured on: revision, machine, versions."""

from __future__ import annotations

import os
import platform
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import taquin
from taquin.bench.files import CHECKOUT
from taquin.bench.naive import compiler_version


def describe() -> dict[str, Any]:
    """Return all of it, ready for JSON."""
    return {
        "taquin": taquin.__version__,
        "revision": revision(),
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": compiler_version(),
    }


def revision() -> str | None:
    """Return `git describe` of the checkout that this package is run from, None without one."""
    if not (CHECKOUT / ".git").exists():
        return None
    command = ["git", "-C", str(CHECKOUT), "describe", "--always", "--dirty", "--tags"]
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout.strip() or None
    return None


def cpu_model() -> str:
    """Return the name of the processor as well as the system knows it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()
