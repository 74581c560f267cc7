# SPDX-License-Identifier: MIT
"""Examples in docstrings become code on the page: Markdown would take their prompts for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*\n?(?:^.+\n?)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Put a fence around every session."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Look at one docstring."""
        if obj.docstring:
            obj.docstring.value = SESSION.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value)
