# SPDX-License-Identifier: MIT
"""How figures look: readable in print and without colour vision, and written the same way every time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from taquin.errors import InputError
from taquin.lab.extras import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette, told apart with every kind of colour vision; yellow is left out, white paper swallows it.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h")
LINES: Final[tuple[Any, ...]] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 2, 1, 2)))
INK: Final = "#222222"
GRID: Final = "#dddddd"
FORMATS: Final = ("png", "svg", "pdf")

STYLE: Final[dict[str, Any]] = {
    "font.size": 11,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 11,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "text.parse_math": False,  # names of methods, files and boards may hold a $
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "lines.linewidth": 1.8,
    "lines.markersize": 5.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "taquin",
    "savefig.dpi": 200,
}


def style_of(number: int) -> dict[str, Any]:
    """Return colour, marker and line of the curve with this number; the three change at different paces."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": LINES[number // len(COLOURS) % len(LINES)] if number >= len(COLOURS) else LINES[number % len(LINES)],
    }


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the lab's style, without touching that of the caller."""
    matplotlib = require("matplotlib", "plots")
    with matplotlib.rc_context(STYLE):
        yield


def new_figure(width: float = 7.2, height: float = 4.4) -> tuple[Figure, Axes]:
    """Return an empty figure and its axes, apart from pyplot and its global state."""
    figure: Figure = _figure_class()(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


@cache
def _figure_class() -> Any:
    """Return a figure that draws itself in a notebook; made here, because matplotlib is imported only where it is used."""

    class NotebookFigure(require("matplotlib.figure", "plots").Figure):  # type: ignore[misc]
        def _repr_svg_(self) -> str:
            return svg_text(self)

    return NotebookFigure


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, SVG or PDF by the ending of the path, without a date, so that equal figures are equal files."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise InputError(f"expected a file that ends with .png, .svg or .pdf, got {str(path)!r}")
    metadata = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[ending]
    try:
        with styled():
            figure.savefig(path, metadata=metadata)
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {(error.strerror or str(error)).lower()}") from None


def svg_text(figure: Figure) -> str:
    """Return a figure as the text of an SVG file."""
    buffer = io.StringIO()
    with styled():
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()
