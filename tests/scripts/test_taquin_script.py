# SPDX-License-Identifier: MIT
"""`scripts/taquin`: one command from a checkout to an answer, on a checkout that is small enough to be installed in a second."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "taquin"
TOOLS = ("sh", "dirname", "find", "grep", "head", "tail", "touch", "mv", "rm")
BACKEND = """
import zipfile
from pathlib import Path

METADATA = "Metadata-Version: 2.1\\nName: taquin\\nVersion: 1.0\\nProvides-Extra: web\\nProvides-Extra: lab\\n"

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "taquin-1.0-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder, name), "w") as wheel:
        wheel.writestr("taquin.pth", str(Path("src").absolute()))
        info = "taquin-1.0.dist-info"
        wheel.writestr(f"{info}/METADATA", METADATA)
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/entry_points.txt", "[console_scripts]\\ntaquin = taquin:run\\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "taquin"
version = "1.0"
"""
PACKAGE = "import sys\ndef run(): print('first', *sys.argv[1:])\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")


class Checkout:
    """A checkout with the script and a package that says what it was called with."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.source = root / "src" / "taquin" / "__init__.py"
        for path, text in (
            (root / "pyproject.toml", PROJECT),
            (root / "CMakeLists.txt", ""),
            (root / "backend.py", BACKEND),
            (root / "core" / "core.cpp", ""),
            (self.source, PACKAGE),
            (self.source.with_name("_core.py"), ""),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (root / "scripts").mkdir()
        shutil.copy(SCRIPT, root / "scripts")
        self.tools = root / "tools"
        self.tools.mkdir()
        for tool in TOOLS:
            (self.tools / tool).symlink_to(shutil.which(tool) or tool)
        (self.tools / "python3").symlink_to(sys._base_executable)  # type: ignore[attr-defined]  # not that of an environment

    def run(self, *args: str, code: int = 0, **variables: str) -> tuple[str, str]:
        """Run the script from elsewhere, with few programs at hand; return what it printed and what it said."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "CXX"))}
        done = subprocess.run(
            [self.root / "scripts" / "taquin", *args],
            env=kept | {"PATH": str(self.tools), "PIP_NO_INDEX": "1"} | variables,
            cwd=self.root.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout, done.stderr

    def add_tool(self, name: str, text: str = "exit 0") -> Path:
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "a checkout")


def test_it_installs_once_and_again_where_it_must(checkout: Checkout) -> None:
    checkout.add_tool("c++")
    printed, said = checkout.run("solve", "0 1 3 / 4 2 5 / 7 8 6", "--steps")
    assert printed == "first solve 0 1 3 / 4 2 5 / 7 8 6 --steps\n"
    assert ("first run" in said, "installing Taquin:" in said, "slower" in said) == (True, True, False)
    assert checkout.run("solve") == ("first solve\n", "")
    checkout.source.write_text(PACKAGE.replace("first", "second"))
    assert checkout.run("list") == ("second list\n", "")
    (checkout.root / "core" / "core.cpp").write_text("// changed")
    printed, said = checkout.run("list")
    assert ("first run" in said, "installing Taquin:" in said) == (False, True)
    printed, said = checkout.run("web", "--port", "0")
    assert printed == "second web --port 0\n"
    assert "installing what web needs" in said
    assert checkout.run("web") == ("second web\n", "")
    assert checkout.run("list") == ("second list\n", "")
    # A checkout that was moved:
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    checkout.tools = checkout.root / "tools"
    printed, said = checkout.run("solve")
    assert printed == "second solve\n"
    assert "installing Taquin:" in said


def test_without_a_compiler_it_works_and_says_so_until_there_is_one(checkout: Checkout) -> None:
    checkout.source.with_name("_core.py").unlink()
    printed, said = checkout.run("solve")
    assert printed == "first solve\n"
    assert "a hundred times slower than it could be: no C++ compiler was found" in said
    assert checkout.run("solve") == ("first solve\n", "")
    checkout.add_tool("c++")
    assert "the core did not compile" in checkout.run("solve")[1]
    assert checkout.run("solve") == ("first solve\n", "")


def test_where_pip_is_missing_from_environments(checkout: Checkout) -> None:
    """Debian without python3-venv: the system's pip installs into the environment, or a sentence says which package to get."""
    checkout.add_tool("c++")
    python = (checkout.tools / "python3").readlink()
    crippled = checkout.add_tool("crippled", f'case "$*" in *without-pip*) ;; "-m venv"*) exit 1 ;; esac\nexec "{python}" "$@"')
    assert checkout.run("solve", PYTHON=str(crippled))[0] == "first solve\n"
    shutil.rmtree(checkout.root / ".venv")
    hopeless = checkout.add_tool("hopeless", f'case "$*" in "-m "*) exit 1 ;; esac\nexec "{python}" "$@"')
    _, said = checkout.run("solve", PYTHON=str(hopeless), code=1)
    assert f"sudo apt install python3.{sys.version_info.minor}-venv" in said
    assert not (checkout.root / ".venv").exists()


def test_without_a_python_it_says_what_it_needs(checkout: Checkout) -> None:
    _, said = checkout.run("solve", PYTHON="no-such-python", code=1)
    assert "Python 3.11 or newer was not found" in said
    assert not (checkout.root / ".venv").exists()


def test_a_failed_installation_is_shown_and_tried_again(checkout: Checkout) -> None:
    checkout.add_tool("c++")
    (checkout.root / "backend.py").write_text("def build_editable(*_): raise RuntimeError('no luck today')\n")
    _, said = checkout.run("solve", code=1)
    assert "no luck today" in said
    assert "the installation failed" in said
    (checkout.root / "backend.py").write_text(BACKEND)
    assert checkout.run("solve")[0] == "first solve\n"
