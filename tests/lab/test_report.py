# SPDX-License-Identifier: MIT
"""Reports: one page that needs nothing else, records for other programs, plots."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.lab.studies import SMALL, small_records, spec_of, write

from taquin import __version__
from taquin.board import Board
from taquin.lab import check_heuristic, read_journal, run_spec
from taquin.lab.extras import MissingExtraError
from taquin.lab.figures import COLOURS, style_of, svg_text
from taquin.lab.plots import by_depth, by_method, estimate_by_distance, length_by_optimum, report_plots, verdict_plot
from taquin.lab.report import write_report
from taquin.lab.spec import METRICS
from taquin.lab.summary import make_records, select_rows, summarise

pytestmark = pytest.mark.xdist_group("report")  # written once


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    text = SMALL.replace('"bfs",', '"bfs", "greedy@misplaced",')
    text += "[[published]]\nmethod = 'bfs'\nmetric = 'cost'\nfacts = 'optimal'\n"
    spec = spec_of(folder, text)
    run_spec(spec, folder / "out", 2)
    report = write_report(spec, text, folder / "out")
    assert (report.runs, report.missing) == (len(spec.runs()), 0)
    assert report.agreeing == report.compared == len(spec.boards)
    return folder / "out"


class Page(HTMLParser):
    """What a page asks for, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []
        self.images = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        self.images += tag == "img"
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else(reported: Path) -> None:
    page = Page()
    text = (reported / "report.html").read_text()
    page.feed(text)
    assert not page.open
    assert page.images > 8
    assert all(link.startswith("data:image/svg+xml;base64,") for link in page.links)
    assert "<script" not in text
    assert "A small study" in text


def test_the_page_says_where_it_comes_from(reported: Path) -> None:
    text = (reported / "report.html").read_text()
    for words in (
        "How this was made",
        f"taquin {__version__}",
        "cores",
        "seed = 3",
        "solved",
        "median",
        "Against the publication",
        "By depth",
    ):
        assert words in text


def test_csv_and_parquet_hold_the_records(reported: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    records = make_records(read_journal(reported)[1])
    with (reported / "records.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    table = parquet.read_table(reported / "records.parquet").to_pylist()
    assert len(rows) == len(table) == len(records)
    assert sorted(row["start"] + row["method"] for row in table) == sorted(row["start"] + row["method"] for row in records)
    assert sum(int(row["expanded"]) for row in rows) == sum(row["expanded"] for row in table)


def test_plots_are_files_too(reported: Path) -> None:
    names = {path.stem for path in (reported / "plots").glob("*.png")}
    assert names == {path.stem for path in (reported / "plots").glob("*.svg")}
    depth = {f"{name}-by-depth" for name in ("expanded", "generated", "max_frontier", "peak_memory", "elapsed", "branching")}
    assert depth | {"length-by-optimum", "estimate-by-distance", "time_per_node-by-method", "expanded-by-method"} <= names


def test_a_missing_part_is_said(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, SMALL)
    run_spec(spec.part(1), tmp_path / "out", 1)
    report = write_report(spec, SMALL, tmp_path / "out")
    assert report.missing == len(spec.runs()) - report.runs > 0
    assert "runs are not done yet" in report.page.read_text()


LYING = """
import taquin

@taquin.heuristic(admissible=True)
def far(board, goal):
    return 3 * sum(tile != wanted for tile, wanted in zip(board.tiles, goal.tiles) if tile)
"""


def test_a_refuted_proof_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, LYING, "lying_mine.py")
    text = SMALL.replace('"bfs",', '"bfs", "astar@lying_mine:far",').replace("0-12", "20-22")
    spec = spec_of(tmp_path, text)
    run_spec(spec, tmp_path / "out", 1)
    page = write_report(spec, text, tmp_path / "out").page.read_text()
    assert re.search(r"Called optimal although a shorter solution .* is known: \d runs by astar@lying_mine:far\.<", page)
    with (tmp_path / "out" / "records.csv").open(newline="") as file:
        assert {row["depth"] for row in csv.DictReader(file)} == {"20", "21", "22"}


def test_curves_differ_in_more_than_colour() -> None:
    styles = [style_of(number) for number in range(20)]
    assert len({(str(style["linestyle"]), style["marker"], style["color"]) for style in styles}) == 20
    assert len({style["marker"] for style in styles[: len(COLOURS)]}) == len(COLOURS)


def test_figures_are_the_same_every_time() -> None:
    records = small_records(boards=[{"set": "default8"}])
    first, again = (by_depth(records, "expanded") for _ in range(2))
    assert first is not None
    assert again is not None
    assert svg_text(first) == svg_text(again)
    assert re.search(r">solution depth \(moves\)<", svg_text(first))


def test_nothing_to_show_is_no_plot() -> None:
    records = small_records(methods=["bfs"], boards=[{"set": "single-board"}])
    assert list(report_plots(records, METRICS)) == []


def test_a_method_looks_the_same_in_every_plot() -> None:
    records = small_records(methods=["bfs", "ucs"], boards=[{"set": "default8"}])
    without = [record for record in records if record["method"] == "ucs" or record["depth"] < 4]
    figure = by_depth(without, "expanded")
    assert figure is not None
    line = next(line for line in figure.axes[0].get_lines() if line.get_label() == "ucs")
    assert line.get_color() == COLOURS[1]


TWO_SIZES = [
    {"size": "3x3", "depth": "4-12", "count": 1},
    {"size": "2x3", "depth": "4-9", "count": 1},
    {"size": "4x4", "walk": 6},
]


def test_every_size_has_its_own_panel() -> None:
    records = small_records(methods=["bfs", "greedy@misplaced"], boards=TWO_SIZES, limits={"nodes": 3000})
    unproven = [record | {"depth": None} if record["size"] == "4x4" else record for record in records]
    for figure in (by_depth(unproven, "expanded"), length_by_optimum(unproven)):
        assert figure is not None
        assert [axes.get_title(loc="left") for axes in figure.axes] == ["3x3", "2x3"]
    captions = {name: caption for name, caption, _ in report_plots(unproven, ["expanded"])}
    assert captions["expanded-by-depth"].endswith("not drawn: 4x4 (depths not known)")
    heat = estimate_by_distance(unproven)
    assert heat is not None
    assert [axes.get_title(loc="left") for axes in heat.axes] == ["misplaced, 3x3", "misplaced, 2x3"]


@pytest.mark.parametrize(
    ("metrics", "unit"), [(["tiles"], "moves"), (["slides"], "slides"), (["tiles", "slides"], "moves or slides")]
)
def test_axes_say_what_was_counted(metrics: list[str], unit: str) -> None:
    methods = [{"algorithms": ["bfs", "greedy"], "heuristics": ["misplaced"], "metric": metric} for metric in metrics]
    records = small_records(methods=methods, boards=[{"size": "3x3", "depth": "4-12", "count": 1}])
    heat, curves, lengths = estimate_by_distance(records), by_depth(records, "expanded"), length_by_optimum(records)
    assert heat is not None
    assert heat.get_supylabel() == f"estimate ({unit})"
    assert heat.get_supxlabel().startswith(f"true distance ({unit})")
    titles = [axes.get_title(loc="left") for axes in heat.axes if axes.get_title(loc="left")]
    assert titles == (["misplaced"] if len(metrics) == 1 else ["misplaced, moves", "misplaced, slides"])
    units = unit.split(" or ")
    for figure, label in ((curves, "solution depth"), (lengths, "shortest solution")):
        assert figure is not None
        assert [axes.get_xlabel() for axes in figure.axes] == [f"{label} ({each})" for each in units]
        assert [axes.get_title(loc="left") for axes in figure.axes] == (units if len(units) > 1 else [""])
    assert lengths is not None
    assert lengths.axes[0].get_ylabel() == f"solution found ({unit})"


def test_a_single_depth_makes_no_plot() -> None:
    records = small_records(methods=["bfs", "greedy@misplaced"], boards=[{"size": "3x3", "depth": 9, "count": 5}])
    assert [draw(records) for draw in (length_by_optimum, estimate_by_distance)] == [None, None]
    assert by_depth(records, "expanded") is None


def test_the_spec_chooses_the_axes() -> None:
    records = small_records(methods=["bfs", "ucs"], boards=[{"set": "default8:2-6"}])
    by_range, linear, log = (dict(scales(records, kinds)) for kinds in ({}, {"expanded": "linear"}, {"cost": "log"}))
    assert by_range["expanded-by-depth"] == "log"
    assert linear["expanded-by-depth"] == "linear"
    assert log["expanded-by-depth"] == "log"
    records = small_records(methods=["bfs", "dfs"], boards=[{"set": "default8:2-4"}])
    for kind in ("linear", "log"):
        drawn = dict(scales(records, {"cost": kind}))
        assert drawn["length-by-optimum"] == kind
        assert drawn["cost-by-method"] == kind


def scales(records: list[dict[str, Any]], kinds: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name, _, figure in report_plots(records, ["expanded", "cost"], kinds):
        axes = figure.axes[0]
        yield name, axes.get_xscale() if name.endswith("by-method") else axes.get_yscale()


def test_a_logarithmic_axis_has_no_bars() -> None:
    records = small_records(methods=["bfs", "dfs"], boards=[{"set": "default8:2-4"}])
    drawn = {kind: by_method(records, "cost", kind) for kind in ("linear", "log")}
    assert [len(figure.axes[0].patches) if figure else -1 for figure in drawn.values()] == [2, 0]


def test_methods_that_do_not_differ_make_no_plot() -> None:
    assert by_method(small_records(methods=["bfs", "ucs"]), "cost") is None


def test_a_mean_over_some_boards_says_over_how_many() -> None:
    figure = by_method(small_records(limits={"nodes": 60}), "expanded")
    assert figure is not None
    assert figure.axes[0].get_title(loc="left") == "3 of 5 boards"


def test_means_by_method_are_over_all_repetitions_as_in_the_table() -> None:
    records = small_records(methods=["bfs", "astar@manhattan"], boards=[{"set": "default8:2-3"}], repetitions=3)
    for record in records:
        record["elapsed"] = float(record["repetition"] * (1 if record["method"] == "bfs" else 2))
    figure = by_method(records, "elapsed", "linear")
    assert figure is not None
    bars = [bar.get_width() for bar in figure.axes[0].patches]  # type: ignore[attr-defined]
    assert bars == [row["mean"] for row in summarise(records, "elapsed")] == [2, 4]


def test_a_dollar_in_a_name_is_only_a_sign() -> None:
    boards = [{"size": size, "depth": "2-6", "name": f"cost $\\nosuch$ of {size}"} for size in ("3x3", "2x3")]
    records = small_records(methods=["bfs", "greedy@misplaced"], boards=boards)
    named = [record | {"method": f"$\\nosuch$ {record['method']}", "heuristic": "$x_$"} for record in records]
    drawn = [svg_text(figure) for _, _, figure in report_plots(named, METRICS)]
    assert drawn
    assert any("$\\nosuch$ bfs" in svg for svg in drawn)
    assert not any("mathdefault" in svg for svg in drawn)  # ticks are written without it
    verdict = replace(check_heuristic("manhattan", Board.goal(2, 2)), heuristic="d$\\x$/h.so:$y$")
    assert "d$\\x$/h.so:$y$" in svg_text(verdict_plot(verdict))


def test_a_missing_extra_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(tmp_path, SMALL)
    for module in ("matplotlib", "jinja2", "pyarrow.parquet"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            with pytest.raises(MissingExtraError, match=r"reports need .*: pip install 'taquin\[lab\]'"):
                write_report(spec, SMALL, tmp_path)


def test_rows_outside_the_spec_are_left_out(reported: Path, tmp_path: Path) -> None:
    spec = spec_of(tmp_path, SMALL)
    assert len(select_rows(spec, read_journal(reported)[1])) == len(spec.runs())
