# SPDX-License-Identifier: MIT
"""The core in WebAssembly as far as it can be told without a page: its form, its wire, and what its file wants of a page."""

import ast
from pathlib import Path

from hypothesis import given, strategies as st

import taquin
from taquin.wasm_core.wire import Reader, Writer

PACKAGE = Path(taquin.__file__).parent
LEFT_OUT = {"LearnedValues", "PartitionFitter", "HeuristicLibrary"}
"""What fits partitions for the GPU engine, which no page has, and learned values and libraries, which no page loads."""


def form(path: Path) -> dict[str, str]:
    """Return what a module offers: its constants, functions with their parameters, and methods."""
    found: dict[str, str] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = parameters(node)
        elif isinstance(node, ast.ClassDef):
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            found |= {f"{node.name}.{method.name}": parameters(method) for method in methods}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = ""
    return found


def parameters(function: ast.FunctionDef) -> str:
    given = function.args
    return f"{[each.arg for each in given.args]} {[each.arg for each in given.kwonlyargs]} {len(given.defaults)}"


def test_it_has_the_form_of_the_native_core() -> None:
    stub, core = form(PACKAGE / "_core.pyi"), form(PACKAGE / "wasm_core" / "core.py")
    for name, expected in stub.items():
        if name.partition(".")[0] not in LEFT_OUT:
            assert core.get(name) == expected, name


NUMBERS = st.integers(-(2**63), 2**63 - 1)


@given(NUMBERS, st.floats(allow_nan=False), st.binary(), st.text(), st.lists(NUMBERS), st.lists(st.lists(NUMBERS)))
def test_what_is_written_is_read(
    number: int, real: float, blob: bytes, text: str, numbers: list[int], groups: list[list[int]]
) -> None:
    writer = Writer()
    writer.number(number)
    writer.real(real)
    writer.blob(blob)
    writer.text(text)
    writer.numbers(numbers)
    writer.groups(groups)
    reader = Reader(writer.written())
    assert (reader.number(), reader.real(), reader.blob(), reader.text(), reader.numbers()) == (number, real, blob, text, numbers)
    assert not reader.at_end()
    assert reader.many(reader.numbers) == groups
    assert reader.at_end()


def test_the_file_wants_of_a_page_what_the_page_has() -> None:
    """The imports stand in the file as names: nothing of Emscripten's own JavaScript may be among them."""
    module = (PACKAGE / "wasm_core" / "core.wasm").read_bytes()
    assert module[:8] == b"\0asm\1\0\0\0"
    assert imports(module) == {
        ("host", "ask"),
        ("env", "emscripten_notify_memory_growth"),
        ("wasi_snapshot_preview1", "clock_time_get"),
        ("wasi_snapshot_preview1", "proc_exit"),
    }


def imports(module: bytes) -> set[tuple[str, str]]:
    """Read the import section of a WebAssembly file in which only functions are imported."""
    at = 8

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = module[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def name() -> str:
        nonlocal at
        length = number()
        at += length
        return module[at - length : at].decode()

    while module[at] != 2:
        at += 1
        length = number()
        at += length
    at += 1
    number()
    found = set()
    for _ in range(number()):
        found.add((name(), name()))
        assert number() == 0
        number()
    return found
