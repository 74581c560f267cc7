# SPDX-License-Identifier: MIT
"""The installed package carries the built front end: users need no Node."""

import re
from pathlib import Path

import taquin.web


def test_the_page_and_everything_it_names_is_installed() -> None:
    static = Path(taquin.web.__file__).parent / "static"
    page = (static / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="\./([^"]+)"', page)
    assert any(name.endswith(".js") for name in named)
    assert any(name.endswith(".css") for name in named)
    assert all((static / name).is_file() for name in named)
