# SPDX-License-Identifier: MIT
"""The page as a folder of files that any host can serve: the front end, Python for the browser, and this package."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Final

import taquin
from taquin.errors import InputError

PACKAGE: Final = Path(taquin.__file__).parent
STATIC: Final = Path(__file__).parent / "static"
"""The built front end."""
INDEX: Final = "index.html"
CORE: Final = PACKAGE / "wasm_core"
CORE_FILES: Final = ("core.mjs", "core.wasm", "crew.mjs", "helper.mjs")
"""The compiled core, as a page starts it."""
PYTHON: Final = "python"
"""The folder of what the page's worker loads."""
ARCHIVE: Final = f"{PYTHON}/taquin.zip"
LISTING: Final = f"{PYTHON}/files.json"
"""The files that the worker loads, with their bytes, so that it can say how much is still to come."""
OFFLINE: Final = "offline.js"
NOT_IN_A_BROWSER: Final = ("cli", "web", "bench", "learned", "__pycache__")
"""Parts of the package that no page uses."""
LARGE_AUTOMATA: Final = ("automaton-3x6", "automaton-4x6", "automaton-5x6")
"""Tables for boards that a page does not prove: a megabyte that nobody waits for. Where one is wanted, it is built."""
OLDEST: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive: the same package makes the same archive."""
SERVED: Final = '<html lang="en">'
ALONE: Final = '<html lang="en" data-server="none">'
"""The root of a page behind which there is no server."""


@lru_cache(maxsize=1)
def package_archive() -> bytes:
    """Return the package as a page's worker unpacks it."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(PACKAGE.rglob("*")):
            inside = path.relative_to(PACKAGE)
            if path.is_file() and not set(inside.parts) & set(NOT_IN_A_BROWSER) and not _is_of_no_use(path):
                name = zipfile.ZipInfo(f"taquin/{inside.as_posix()}", OLDEST)
                archive.writestr(name, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _is_of_no_use(path: Path) -> bool:
    return path.suffix in (".so", ".pyd", ".pyi", ".wasm", ".mjs") or path.name.startswith(LARGE_AUTOMATA)


@lru_cache(maxsize=1)
def generated_files() -> dict[str, bytes]:
    """Return the files of the page that are made of the package as it is installed."""
    made = {ARCHIVE: package_archive(), **{f"{PYTHON}/{name}": (CORE / name).read_bytes() for name in CORE_FILES}}
    sizes = {path.name: path.stat().st_size for path in sorted((STATIC / PYTHON).glob("*"))}
    sizes |= {Path(name).name: len(content) for name, content in made.items()}
    loaded = {name: size for name, size in sizes.items() if name.endswith((".wasm", ".zip"))}
    return made | {LISTING: json.dumps(loaded).encode()}


def write_site(folder: Path) -> list[Path]:
    """Write the whole page into a new or empty folder, and return its files."""
    if not (STATIC / INDEX).is_file() or not (STATIC / PYTHON).is_dir():
        raise InputError("the front end is not built: run scripts/frontend")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"expected a new or empty folder, but there is something at {folder}")
    try:
        shutil.copytree(STATIC, folder, dirs_exist_ok=True)
        for name, content in generated_files().items():
            (folder / name).write_bytes(content)
        index = folder / INDEX
        index.write_text(index.read_text(encoding="utf-8").replace(SERVED, ALONE, 1), encoding="utf-8")
        _write_offline(folder)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {(error.strerror or str(error)).lower()}") from None
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _write_offline(folder: Path) -> None:
    """Tell the service worker the files, and a version that changes with any of them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in (OFFLINE, INDEX))
    digest = hashlib.sha256()
    for path in (*files, folder / INDEX):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    script = folder / OFFLINE
    names = json.dumps([f"./{path.relative_to(folder).as_posix()}" for path in files])
    text = script.read_text(encoding="utf-8")
    script.write_text(text.replace("%VERSION%", f"taquin-{digest.hexdigest()[:16]}").replace("%FILES%", names), encoding="utf-8")
