# SPDX-License-Identifier: MIT
"""The study in the notebook: its cells run, and print what is stored beside them."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "docs" / "study.ipynb"


def test_the_notebook_runs() -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert 9 <= len(cells) <= 14
    names: dict[str, Any] = {}
    for cell in cells:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec("".join(cell["source"]), names)
        stored = "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")
        assert printed.getvalue() == stored
        assert cell["outputs"]
    drawn = sum("image/svg+xml" in output.get("data", {}) for cell in cells for output in cell["outputs"])
    assert drawn >= 6
