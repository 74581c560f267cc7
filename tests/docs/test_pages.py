# SPDX-License-Identifier: MIT
"""Every command and snippet of the README and of the documentation does what stands there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click
import pytest
from docs.make.methods import HERE
from docs.make.pages import DOCS, FROM_THE_CODE, filled, generated, within, written
from docs.make.reference import PARTS
from tests.docs.blocks import FILES, INDENTED, INLINE, Block, Page, blocks, forget_modules, prints

import taquin
from taquin.cli import main
from taquin.heuristics import HEURISTICS
from taquin.search import SEARCHES

ROOT = DOCS.parent
GENERATED = pytest.mark.xdist_group("generated pages")  # made once
PAGES = {"README.md": (ROOT / "README.md").read_text(encoding="utf-8"), **written()}


def run(page: str, folder: Path) -> None:
    running = Page()
    forget_modules(folder)
    for files in FILES.findall(page):
        shutil.copytree(ROOT / files, folder, dirs_exist_ok=True)
    try:
        for block in blocks(page):
            try:
                running.run(block)
            except Exception as error:
                raise AssertionError(f"line {block.line}: {error}") from error
    finally:
        forget_modules(folder)


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_shows_is_so(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(PAGES[name], tmp_path)


@pytest.mark.parametrize("name", PAGES)
def test_commands_stand_in_fences(name: str) -> None:
    outside = "".join(part for part in PAGES[name].split("```")[::2])
    assert not INDENTED.search(outside), "an indented block is not run: give it a fence, and a title if it is only recorded"


@GENERATED
def test_there_is_a_page_for_everything() -> None:
    pages = generated()
    searches, heuristics = {f"searches/{name}.md" for name in SEARCHES}, {f"heuristics/{name}.md" for name in HEURISTICS}
    assert set(pages) == searches | heuristics | {"heuristics/pattern-databases.md"}


@GENERATED
def test_generated_pages_show_what_they_ran() -> None:
    for name, page in generated().items():
        shown = [block for block in blocks(page) if block.language == "console"]
        assert shown, name
        assert not any("Error" in block.text for block in shown), name


def test_every_heuristic_says_why() -> None:
    proofs = {path.stem for path in (HERE / "proofs").glob("*.md")}
    assert proofs == {*HEURISTICS, "pattern-databases"}
    for heuristic in HEURISTICS.values():
        text = (HERE / "proofs" / f"{heuristic.name}.md").read_text(encoding="utf-8")
        assert text.startswith("## Why it never" if heuristic.admissible else "## Why it can")


def test_what_the_code_tells_is_asked_for() -> None:
    asked = {name for page in written().values() for name in FROM_THE_CODE.findall(page)}
    assert asked == set(PARTS)
    assert "| `beam_width` |" in filled("<!-- from the code: spec keys -->")


@pytest.mark.parametrize("name", PAGES)
def test_commands_in_a_sentence_have_options_that_exist(name: str) -> None:
    for words in map(str.split, INLINE.findall(PAGES[name])):
        command: click.Command = main
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            found = command.get_command(click.Context(command), words.pop(0))
            assert found is not None, f"taquin {words}"
            command = found
        known = {text for option in command.params for text in (*option.opts, *option.secondary_opts)} | {"-h", "--help"}
        assert {word for word in words if word.startswith("-") and word != "-"} <= known, words


def test_the_python_page_has_every_public_name() -> None:
    told = set(re.findall(r"^::: taquin\.[\w.]*?(\w+)$|`taquin\.([A-Z]+)`", PAGES["python.md"], re.MULTILINE))
    assert {name for pair in told for name in pair if name} == set(taquin.__all__)


def test_links_stay_within_the_site() -> None:
    page = "[a](../src/a.py), [b](b.md), ![c](../experiments/c/c.png)"
    assert within(page, 0) == "a, [b](b.md), ![c](experiments/c/c.png)"
    assert within("[a](../a.md), [b](../../src/b.py)", 1) == "[a](../a.md), b"


def test_a_difference_is_seen() -> None:
    assert prints("METHOD  TIME\nbfs  0.2 ms", "METHOD     TIME\nbfs     12 ms")
    assert prints("first\n...\nlast", "first\nsecond\nthird\nlast")
    assert not prints("first\nlast", "first\nsecond\nlast")
    with pytest.raises(AssertionError):
        Page().run(Block("console", "", "$ taquin check '1 2 3 / 4 5 6 / 7 8 0'\nUnsolvable puzzle\n", 1))
    with pytest.raises(AssertionError):
        Page().run(Block("python", "", ">>> 1 + 1\n3\n", 1))
    Page().run(Block("console", "Recorded: takes a day", "$ taquin no-such-command\n", 1))
