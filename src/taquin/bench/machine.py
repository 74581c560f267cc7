# SPDX-License-Identifier: MIT
"""What a result was measured on: revision, machine, versions."""

from __future__ import annotations

import platform
from typing import Any

import taquin
from taquin.bench.naive import compiler_version
from taquin.machine import describe_machine, revision


def describe() -> dict[str, Any]:
    """Return all of it, ready for JSON."""
    machine = describe_machine()
    return {
        "taquin": taquin.__version__,
        "revision": revision(),
        "cpu": machine["processor"],
        "cores": machine["cores"],
        "system": machine["system"],
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": compiler_version(),
    }
