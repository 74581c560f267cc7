# SPDX-License-Identifier: MIT
"""One run of Node, with Pyodide and the core in WebAssembly, for all tests here: questions go in, answers come out."""

import fcntl
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.wasm.questions import questions

import taquin

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = "pyodide@314"
PURE = (".py", ".json", ".z")


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page answered: `rows` by groups of questions, and `checks` by name."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # one run for all workers
        folder = folder.parent
    folder = folder / "wasm"
    folder.mkdir(exist_ok=True)
    answers = folder / "answers.json"
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not answers.exists():
            run_page(folder)
    found: dict[str, Any] = json.loads(answers.read_text())
    return found


def run_page(folder: Path) -> None:
    command = node_command(folder, HERE / "in_page.py")
    if command is None:
        pytest.skip("no Node with npm's pyodide, and none can be installed")
    (folder / "questions.json").write_text(json.dumps(questions()))
    shutil.copy(HERE / "rows.py", folder)
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]


def node_command(folder: Path, program: Path) -> list[str] | None:
    """Return what runs a program in Pyodide beside a folder, None where that cannot be had."""
    node, pyodide = shutil.which("node"), find_pyodide()
    if node is None or pyodide is None:
        return None
    package, packed = Path(taquin.__file__).parent, folder / "taquin.zip"
    pack(package, packed)
    return [node, *map(str, (HERE / "run.mjs", pyodide, packed, package / "wasm_core", folder, program))]


def find_pyodide() -> Path | None:
    """Return the Pyodide that the page uses, or one installed for these tests."""
    own = ROOT / "build" / "pyodide"
    found = [folder / "node_modules" / "pyodide" / "pyodide.mjs" for folder in (ROOT / "frontend", own)]
    npm = shutil.which("npm")
    if not any(path.exists() for path in found) and npm is not None:
        own.mkdir(parents=True, exist_ok=True)
        install = [npm, "install", "--prefix", str(own), "--no-audit", "--no-fund", PYODIDE]
        subprocess.run(install, capture_output=True, timeout=300, check=False)
    return next((path for path in found if path.exists()), None)


def pack(package: Path, path: Path) -> None:
    """Write the package as a page loads it: what is Python, and the tables that came with it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(package.rglob("*")):
            if file.suffix in PURE and "__pycache__" not in file.parts and "static" not in file.parts:
                archive.write(file, Path("taquin") / file.relative_to(package))
