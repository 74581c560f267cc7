# SPDX-License-Identifier: MIT
"""`taquin doctor`: what there is on this machine, in one block to paste into a bug report."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import click

from taquin import __version__
from taquin.cli.exit_codes import OK
from taquin.cli.options import json_option
from taquin.compiled_core import core_build, core_problem, core_revision
from taquin.engines.gpu.device import find_devices
from taquin.listing import SECTIONS
from taquin.machine import available_memory, describe_machine, revision, spare_memory
from taquin.tables.cache import cache_directory
from taquin.tables.store import TableFileError, open_table, table_files

OTHER_EXTRAS: Final = ("all", "test", "docs")
"""They bring nothing of their own, or nothing that a search could fail for."""
REQUIREMENT: Final = re.compile(r"""([\w.-]+)[^;]*(?:;.*extra == ['"](\w+)['"])?""")
"""Its name and its extra, as a package's metadata writes it."""
LIMITS: Final = {"address_space": "address space", "open_files": "open files"}
"""Of the process, as the text calls them."""
LABEL: Final = 11
"""Columns of a label."""

EPILOG = """\b
Every table in the cache is checked against its checksum, which takes a second
or so. Nothing is changed and nothing is sent anywhere; your home directory is
written as ~.

\b
Examples:
  taquin doctor
  taquin doctor --json
"""


@click.command("doctor", epilog=EPILOG)
@json_option
def doctor_command(as_json: bool) -> int:
    """Tell what a bug report needs: versions, core, engines, card, cache, tables, limits."""
    facts = gather()
    click.echo(json.dumps(facts) if as_json else as_text(facts))
    return OK


def gather() -> dict[str, Any]:
    """Look at everything, ready for JSON."""
    return {
        "taquin": __version__,
        "revision": revision() or core_revision(),
        "place": _place(Path(__file__).parents[2]),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": describe_machine() | {"architecture": platform.machine()},
        "core": {"build": core_build(), "revision": core_revision(), "problem": core_problem()},
        "engines": [{key: row[key] for key in ("name", "available", "reason")} for row in SECTIONS["engines"]()],
        "cards": [f"{card}, CUDA {card.driver}" for card in find_devices()],
        "packages": _packages(),
        "cache": _cache(cache_directory()),
        "limits": {"available": available_memory(), "search": spare_memory(), **_limits_of_process()},
        "environment": {name: _place(Path(value)) for name, value in sorted(os.environ.items()) if name.startswith("TAQUIN_")},
    }


def _packages() -> dict[str, dict[str, str | None]]:
    """Return the versions of what we need, by extra; "" is what everybody needs, None what is not there."""
    try:
        requirements = metadata.requires("taquin") or []
    except metadata.PackageNotFoundError:  # run from a source tree
        return {}
    found: dict[str, dict[str, str | None]] = {}
    for match in filter(None, map(REQUIREMENT.match, requirements)):
        name, extra = match[1], match[2] or ""
        if extra not in OTHER_EXTRAS:
            found.setdefault(extra, {})[name] = _version_of(name)
    return found


def _version_of(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _cache(directory: Path) -> dict[str, Any]:
    """Describe the cache directory and every table in it."""
    # What is not there yet will be made in the nearest directory that is.
    place = next((each for each in (directory, *directory.parents) if os.path.exists(each)), Path())  # noqa: PTH110 - as in `source`
    tables = [_table(path) for path in table_files(directory)]
    return {"directory": _place(directory), "writable": place.is_dir() and os.access(place, os.W_OK), "tables": tables}


def _table(path: Path) -> dict[str, Any]:
    """Describe a table: its bytes, None if it cannot be read, and whether they are what was written."""
    size = None
    try:
        size = path.stat().st_size
        open_table(path, verify=True)
        state = "good"
    except TableFileError as error:
        state = str(error)
    except OSError as error:
        state = error.strerror or type(error).__name__
    return {"name": path.stem, "bytes": size, "state": state}


def _limits_of_process() -> dict[str, int | None]:
    """Return what the system allows this process, None for as much as it likes; nothing where it does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return {}
    kinds = {"address_space": resource.RLIMIT_AS, "open_files": resource.RLIMIT_NOFILE}
    soft = {name: resource.getrlimit(kind)[0] for name, kind in kinds.items()}
    return {name: None if limit == resource.RLIM_INFINITY else limit for name, limit in soft.items()}


def _place(path: Path) -> str:
    """Write a path without the name of its owner."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def as_text(facts: dict[str, Any]) -> str:
    """Write the facts as lines with labels, those of a list below each other."""
    machine, limits = facts["machine"], facts["limits"]
    where = "in a virtual environment" if sys.prefix != sys.base_prefix else "of the system"
    sections = {
        "Taquin": [f"{facts['taquin']}, revision {facts['revision'] or 'of the release'}, in {facts['place']}"],
        "Python": [f"{facts['python']}, {where}"],
        "System": [f"{machine['system']}, {machine['architecture']}"],
        "Processor": [f"{machine['processor']}, {machine['cores']} usable cores"],
        "Memory": [
            f"{_size(machine['memory'])}, {_size(limits['available'])} available, of which a search takes at most "
            f"{_size(limits['search'])}"
        ],
        "Limits": [f"{name}: {limits[key] or 'none'}" for key, name in LIMITS.items() if key in limits],
        "Core": [_core_line(facts["core"])],
        "Engines": [f"{row['name']}: {row['reason'] or 'ready'}" for row in facts["engines"]],
        "Cards": facts["cards"],
        "Packages": [_packages_line(extra, found) for extra, found in facts["packages"].items()],
        "Cache": [f"{facts['cache']['directory']}{'' if facts['cache']['writable'] else ', which cannot be written'}"],
        "Tables": [f"{row['name']}, {_size(row['bytes'])}: {row['state']}" for row in facts["cache"]["tables"]],
        "Variables": [f"{name}={value}" for name, value in facts["environment"].items()],
    }
    lines = [
        (label if number == 0 else "").ljust(LABEL) + line
        for label, section in sections.items()
        for number, line in enumerate(section or ["none"])
    ]
    return "\n".join(lines)


def _core_line(core: dict[str, Any]) -> str:
    if core["problem"]:
        return f"none: {core['problem']}"
    return f"{core['build']}, built from {core['revision'] or 'a release'}"


def _packages_line(extra: str, found: dict[str, str | None]) -> str:
    names = ", ".join(f"{name} {version or 'missing'}" for name, version in found.items())
    return f"[{extra}] {names}" if extra else names


def _size(count: int | None) -> str:
    if count is None:
        return "size unknown"
    return f"{count / 2**30:,.1f} GiB" if count >= 1 << 30 else f"{count / 2**20:,.1f} MiB"
