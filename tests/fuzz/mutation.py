# SPDX-License-Identifier: MIT
"""Make a new input out of an old one: bytes, words, and where the input is JSON, JSON lines, TOML or a request, its structure.

Coverage finds its way byte by byte and seldom through a whole document; a document with one value replaced by a nasty one
gets past the reader and asks the code behind it.
"""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections.abc import Callable, Sequence
from typing import Any, Final

HUGE: Final = 10**400
NASTY: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    128,
    129,
    2**31,
    2**63,
    2**64,
    10**9,
    10**18,
    10**18 + 1,
    -HUGE,
    HUGE,
    0.0,
    -0.0,
    0.5,
    1e-300,
    1e300,
    float("inf"),
    float("-inf"),
    float("nan"),
    "",
    " ",
    "0",
    "-1",
    "1e999999999",
    "9" * 5000,
    "0x" + "f" * 4000,
    "١٢٣",
    "²",
    "\0",
    "\ud800",
    "\udfff",
    "\u2028",
    "\ufeff",
    "a" * 3000,
    "../..",
    "1000000000x1000000000",
    "10^9",
    "nan",
    "inf",
    "1_000",
    "{}",
    "[[1, 2], [3, 0]]",
    [],
    {},
    [[]],
    [{}],
    {"": None},
    [0] * 300,
)
"""Values that readers get wrong."""
DEEPEST: Final = 1200
"""More lists within each other than Python reads."""


def mutate(data: bytes, rng: random.Random, form: str, words: Sequence[str]) -> bytes:
    """Return an input that differs in one place or a few; `form` says what the input should look like."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = FORMS[form](data, rng, words)
    return data


def mutate_text(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    """Change bytes, or put in a word."""
    start, end = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
    match rng.randrange(8):
        case 0:  # take out
            return data[:start] + data[end:]
        case 1:  # twice
            return data[:end] + data[start:end] + data[end:]
        case 2:  # one bit
            if data:
                at = rng.randrange(len(data))
                return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            return data
        case 3:  # any bytes
            return data[:start] + rng.randbytes(rng.randint(1, 4)) + data[start:]
        case 4:  # a nasty one
            value = rng.choice(NASTY)
            shown = value if isinstance(value, str) else json.dumps(value)
            return data[:start] + shown.encode("utf-8", "surrogatepass") + data[end:]
        case 5:  # exchange
            return data[end:] + data[start:end] + data[:start]
        case 6 if words:  # instead of a piece
            return data[:start] + rng.choice(words).encode() + data[min(end, start + 8) :]
        case _ if words:
            return data[:start] + rng.choice(words).encode() + data[start:]
    return data


def mutate_json(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    """Change one value of a document; what is none is taken as bytes, and sometimes what is one."""
    if rng.random() < 0.15:
        return mutate_text(data, rng, words)
    try:
        value = mutate_value(json.loads(data), rng, words)
        return json.dumps(value, ensure_ascii=rng.random() < 0.7).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return mutate_text(data, rng, words)


def mutate_lines(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    """Change one line, its place or its end."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    match rng.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        case 2:  # a half-written end
            return data[: rng.randint(0, len(data))]
        case 3:
            lines.insert(at, rng.choice((b"", b"junk", b"\0\xff", b"# note", b"{", b"null", b"{}", b"[]")))
        case _:
            lines[at] = mutate_json(lines[at], rng, words)
    return b"\n".join(lines)


def mutate_toml(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    """Change one value of a spec."""
    if rng.random() < 0.15:
        return mutate_text(data, rng, words)
    try:
        values = mutate_value(tomllib.loads(data.decode()), rng, words)
        if not isinstance(values, dict):
            return mutate_text(data, rng, words)
        return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in values.items()).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return mutate_text(data, rng, words)


def mutate_request(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    """Change the head of a request or its JSON body, which an empty line keeps apart."""
    head, _, body = data.partition(b"\n\n")
    if rng.random() < 0.3:
        head = mutate_text(head, rng, words)
    else:
        body = mutate_json(body, rng, words)
    return head + b"\n\n" + body


def mutate_binary(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    """Change bytes, mostly in place: the layout stays."""
    if not data or rng.random() < 0.3:
        return mutate_text(data, rng, words)
    changed = bytearray(data)
    at = rng.randrange(len(changed))
    number = rng.choice((0, 1, 255, 127, 128, rng.randrange(256)))
    width = rng.choice((1, 1, 2, 4))
    changed[at : at + width] = bytes([number]) * len(changed[at : at + width])
    return bytes(changed)


FORMS: Final[dict[str, Callable[[bytes, random.Random, Sequence[str]], bytes]]] = {
    "text": mutate_text,
    "json": mutate_json,
    "lines": mutate_lines,
    "toml": mutate_toml,
    "request": mutate_request,
    "binary": mutate_binary,
}


def mutate_value(value: Any, rng: random.Random, words: Sequence[str]) -> Any:
    """Return a JSON value with one place of it changed."""
    value = copy.deepcopy(value)
    places = list(_places(value))
    if not places:
        return _other(value, rng, words)
    container, key = rng.choice(places)
    match rng.randrange(8):
        case 0:
            del container[key]
        case 1:
            other, name = rng.choice(places)
            container[key] = copy.deepcopy(other[name])
        case 2:
            nested: Any = container[key]
            for _ in range(rng.choice((1, 2, 50, DEEPEST))):
                nested = [nested]
            container[key] = nested
        case 3 if isinstance(container, dict) and words:
            container[rng.choice(words)] = _other(container[key], rng, words)
        case 4 if isinstance(container, list):
            container.insert(rng.randint(0, len(container)), _other(container[key], rng, words))
        case _:
            container[key] = _other(container[key], rng, words)
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(found) < 5000:
        container = waiting.pop()
        keys = container if isinstance(container, dict) else range(len(container)) if isinstance(container, list) else ()
        for key in keys:
            found.append((container, key))
            waiting.append(container[key])
    return found


def _other(value: Any, rng: random.Random, words: Sequence[str]) -> Any:
    if isinstance(value, str) and rng.random() < 0.5:
        return mutate_text(value.encode("utf-8", "surrogatepass"), rng, words).decode("utf-8", "surrogateescape")
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, -2, 2, 10, 1000))
    return rng.choice(words) if words and rng.random() < 0.4 else copy.deepcopy(rng.choice(NASTY))


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return hex(value) if value > 10**18 else str(value)  # in hexadecimal Python reads as many digits as there are
    if isinstance(value, str) or value is None:
        return json.dumps(value or "", ensure_ascii=False).replace("\x7f", "")
    return repr(value) if isinstance(value, float) else str(value)  # inf and nan as TOML writes them; a date
