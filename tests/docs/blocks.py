# SPDX-License-Identifier: MIT
"""The commands and snippets of a page, and how each is run: in their order, in one folder, with one set of Python names.

- ``console``: every ``$ taquin ...`` is run and must print what stands below it. A line ``...`` stands for any lines, and how
  long something took is not compared. ``|`` and ``> file`` work. Other commands run in a shell, but for those that set up
  the very environment in which the tests run.
- ``python``: a session with ``>>>`` is a doctest, other text is run as it is.
- ``http``: every request is sent to a server, and what stands below it names fields of the answer, some with their values.
- any block with a file's name as its title is written to that file.
- ``<!-- with the files of FOLDER -->``, anywhere on a page, puts files of the checkout into its folder first.
- a title that begins with *Recorded* says that a block was run once and is not run again, and why.
- ``text``, ``js``, ``html``, ``cpp``, ``json`` and ``toml`` without a title are to be read; of the last two, the form is checked.
"""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from tests.waiting import HANGS

from taquin.cli import main

FENCE = re.compile(r'^```(\w+)(?: title="([^"]*)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
FILES = re.compile(r"^<!-- with the files of (\S+) -->$", re.MULTILINE)
INLINE = re.compile(r"(?:`|\| )taquin ([^`|]+)(?=[`|])")
INDENTED = re.compile(r"(?:\A|\n\n) {4}(?! )[^\n]*")
COMMAND = re.compile(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
REQUEST = re.compile(r"^(GET|POST) +(\S+) *(.*)\n((?: +.*\n)+)", re.MULTILINE)
FIELD = re.compile(r'"(\w+)"(?:: (\d+|true|null|"[^"]*"|\[[\d, ]+\]))?(?=[,}:])')
RECORDED = "Recorded: "
SETS_UP = ("pip install", "pipx install", "uv tool install", "scripts/", "git clone")
"""They make the environment that the tests run in, or the whole of the tests."""
OURS = "scripts/taquin "
"""The command of a checkout: `taquin`, which it installs first."""
TO_READ = ("text", "js", "html", "cpp")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    title: str
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The file that it is, if it is one."""
        return self.title if re.fullmatch(r"[\w-]+\.\w+", self.title) else None


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page; what is indented below a bullet or a remark is not one."""
    for found in FENCE.finditer(page):
        language, title, text = found.groups()
        yield Block(language, title or "", text, page.count("\n", 0, found.start()) + 1)


def without_times(text: str) -> str:
    """Blot out how long something took, and how wide a column was."""
    return re.sub(r"[ \t]+", " ", re.sub(r"\b[\d.,]+ (?:min|ms|s|µs)\b", "TIME", text))


def prints(expected: str, printed: str) -> bool:
    """Tell whether a command printed what a page says, where `...` stands for anything, on a line of its own for any lines."""
    lines = [line.rstrip() for line in without_times(expected).strip().split("\n")]
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n" for line in lines)
    told = "".join(line.rstrip() + "\n" for line in without_times(printed).strip().split("\n"))
    return re.fullmatch(pattern, told) is not None


class Page:
    """A page that is being run, in the current folder."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__page__"}

    def run(self, block: Block) -> None:
        """Run a block; `AssertionError` says what it printed instead."""
        if block.title.startswith(RECORDED):
            return
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command, output in COMMAND.findall(block.text):
                self.run_command(command.replace("\\\n", " "), output)
        elif block.language == "python":
            self.run_python(block)
        elif block.language == "http":
            answer_requests(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "json":
            json.loads(block.text)
        else:
            assert block.language in TO_READ, f"nobody knows how to run {block.language}"

    def run_command(self, command: str, expected: str) -> None:
        """Run a command line and compare what it prints."""
        command = command.removeprefix("scripts/") if command.startswith(OURS) else command
        if command.startswith(SETS_UP):
            return
        line, _, target = command.partition(" > ")
        written, shown = piped(line) if line.startswith("taquin") else shell(line)
        if target:
            Path(target.strip()).write_text(written, encoding="utf-8")
        printed = shown if target else f"{shown}{written}"
        assert prints(expected, printed), f"$ {command}\n{printed}"

    def run_python(self, block: Block) -> None:
        """Run a session, or a program."""
        if ">>>" not in block.text:
            exec(compile(block.text, "<page>", "exec", flags=__import__("__future__").annotations.compiler_flag), self.names)
            return
        test = doctest.DocTestParser().get_doctest(block.text, self.names, "page", None, block.line)
        told: list[str] = []
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(test, out=told.append, clear_globs=False)
        self.names.update(test.globs)
        assert not runner.failures, "".join(told)


def piped(line: str) -> tuple[str, str]:
    """Run `taquin ... | taquin ...` in this process; return what it writes, and what it says beside that."""
    written, said = "", ""
    for part in line.split(" | "):
        words = shlex.split(part)
        if words[0] != "taquin":
            return shell(part, written)
        result = CliRunner().invoke(main, words[1:], input=written, prog_name="taquin")
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        written, said = result.stdout, said + result.stderr
    return written, said


def answer_requests(text: str) -> None:
    """Send the requests of a block to a server, and compare the fields that are named below each with those of its answer."""
    from tests.web.serving import serve

    from taquin.web.settings import Settings

    with serve(Settings()) as server:
        for method, path, body, expected in REQUEST.findall(text):
            answer = server.client.request(method, path, json=json.loads(body) if body else None).json()
            for name, value in FIELD.findall(expected):
                assert name in answer, f"{path} answers {answer}"
                assert not value or answer[name] == json.loads(value), f"{path} answers {answer}"


def shell(line: str, stdin: str = "") -> tuple[str, str]:
    """Run a line in a shell; return what it writes, and what it says beside that."""
    ran = subprocess.run(["bash", "-c", line], input=stdin, capture_output=True, text=True, timeout=HANGS, check=False)
    return ran.stdout, ran.stderr


def forget_modules(folder: Path) -> None:
    """Forget the modules that tests wrote beside or below a folder, and `mine` whoever made it: a page may have its own."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name == "mine" or (file and Path(file).is_relative_to(folder.parent)):
            del sys.modules[name]
