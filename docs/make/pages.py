# SPDX-License-Identifier: MIT
"""All pages of the documentation: those in `docs/`, with what the code tells filled in, and the generated ones."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from docs.make.methods import method_pages
from docs.make.reference import PARTS

DOCS = Path(__file__).parents[1]
FROM_THE_CODE = re.compile(r"^<!-- from the code: (.+) -->$", re.MULTILINE)


def filled(markdown: str) -> str:
    """Put in what the code tells, wherever a page asks for it."""
    return FROM_THE_CODE.sub(lambda found: PARTS[found[1]](), markdown)


def within(markdown: str, depth: int) -> str:
    """Keep links within the site, on a page so many folders deep: of those to other files of the checkout only the words stay.

    Pictures of experiments lie beside the pages on the site, one folder up in the checkout.
    """
    outside = rf"\((?:\.\./){{{depth + 1}}}"
    markdown = re.sub(rf"(!\[[^\]]*\]){outside}(experiments/)", rf"\1({'../' * depth}\2", markdown)
    return re.sub(rf"(?<!!)\[([^\]]+)\]{outside}[^)]*\)", r"\1", markdown)


@cache
def generated() -> dict[str, str]:
    """Return the pages that no file holds."""
    return method_pages()


def written() -> dict[str, str]:
    """Return the pages that people wrote, as they wrote them."""
    make = DOCS / "make"
    files = sorted(path for path in DOCS.rglob("*.md") if make not in path.parents)
    return {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in files}
