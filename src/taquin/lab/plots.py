# SPDX-License-Identifier: MIT
"""The plots of a report, each a function of records that returns a figure, or None when there is nothing to show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean, median, quantiles
from typing import TYPE_CHECKING, Any, Final

from taquin.lab.endings import SOLVED
from taquin.lab.figures import COLOURS, INK, new_figure, style_of, styled
from taquin.lab.referee import Verdict
from taquin.lab.space import Space
from taquin.lab.spec import METRICS
from taquin.lab.summary import LEAST_DEPTHS, Curve, Kind, depth_curves, kind_of, name_kinds
from taquin.metric import UNITS as STEP_UNITS
from taquin.solution import COUNTERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

Record = dict[str, Any]

BY_DEPTH: Final = (*(counter.name for counter in COUNTERS), "branching")
"""Metrics drawn against the solution depth."""
PREFIXES: Final = ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k"), (1, ""), (1e-3, " m"), (1e-6, " µ"), (1e-9, " n"))
SIGNS: Final = {"seconds": "s", "bytes": "B"}
UNITS: Final = {"time_per_node": "s"} | {
    counter.name: SIGNS[unit] for counter in COUNTERS if (unit := counter.metadata["unit"]) in SIGNS
}
"""The sign after a value, for metrics that have one."""
LINEAR: Final = frozenset(["branching", "cost", "estimate"])
"""Metrics whose axis is logarithmic only where a spec asks for it."""


CURVES_WITH_ROOM: Final = 3
"""So many names find a place in a panel without hiding curves."""
LETTER: Final = 0.085
"""Inches that a letter of a name takes."""


def report_plots(
    records: list[Record], metrics: Iterable[str], axes: Mapping[str, str] | None = None
) -> Iterator[tuple[str, str, Figure]]:
    """Yield every plot of a report that has something to show: its file name, its caption and the figure.

    `axes` says which metrics are drawn on a linear or a logarithmic axis; others by the range of their values.
    """
    metrics, kinds = tuple(metrics), axes or {}
    drawn: list[tuple[str, str, Callable[[], Figure | None]]] = [
        (f"{metric}-by-depth", _depth_caption(records, metric), _lazily(by_depth, records, metric, kinds.get(metric)))
        for metric in BY_DEPTH
        if metric in metrics
    ]
    lengths = "Length of the solutions found against the shortest"
    drawn.append(("length-by-optimum", lengths, _lazily(length_by_optimum, records, kinds.get("cost"))))
    drawn.append(("estimate-by-distance", "Heuristic value against true distance", _lazily(estimate_by_distance, records)))
    drawn += [
        (
            f"{metric}-by-method",
            f"{_title(metric)} by method: mean over the boards that every method shown solved",
            _lazily(by_method, records, metric, kinds.get(metric)),
        )
        for metric in ("expanded", "generated", "elapsed", "cost", "time_per_node")
        if metric in metrics
    ]
    for name, caption, draw in drawn:
        figure = draw()
        if figure is not None:
            yield name, caption, figure


def _lazily(draw: Callable[..., Figure | None], *args: Any) -> Callable[[], Figure | None]:
    return lambda: draw(*args)


def _depth_caption(records: list[Record], metric: str) -> str:
    """Say what is drawn, and which kinds of boards are not."""
    shown = depth_curves(records, metric)
    depths: dict[Kind, set[int]] = {kind_of(record): set() for record in records}
    for record in records:
        if record["depth"] is not None:
            depths[kind_of(record)].add(record["depth"])
    others = [
        f"{name or kind[0]} ({'too few depths' if depths[kind] else 'depths not known'})"
        for kind, name in zip(depths, name_kinds(depths, records), strict=True)
        if kind not in shown
    ]
    caption = f"{_title(metric)} against solution depth: line, median; open marks, mean; band, the middle four fifths"
    return f"{caption}; not drawn: {', '.join(others)}" if others else caption


def by_depth(records: list[Record], metric: str, axis: str | None = None) -> Figure | None:
    """Draw a metric against the true depth, a panel for each kind of boards: median, mean, the middle four fifths of a method."""
    kinds = depth_curves(records, metric)
    if not kinds:
        return None
    methods = method_numbers(records)
    with styled():
        figure, panels = _panels(name_kinds(kinds, records))
        for axes, ((_, unit), curves) in zip(panels, kinds.items(), strict=True):
            values = [value for curve in curves.values() for values in curve.values() for value in values]
            logarithmic = _scale(axes, metric, values, axis)
            for method, curve in curves.items():
                _draw_curve(axes, method, curve, methods[method], 0.15 if len(curves) < 5 else 0.08, logarithmic)
            axes.set_xlabel(f"solution depth ({unit})")
            axes.locator_params(axis="x", integer=True)
        panels[0].set_ylabel(_axis_label(metric))
        _legend(figure, panels)
    return figure


def _panels(titles: list[str]) -> tuple[Figure, list[Axes]]:
    """Return a figure with a panel for every title, side by side."""
    figure, first = new_figure(7.2 if len(titles) == 1 else 4.8 * len(titles), 4.4)
    first.remove()
    panels = list(figure.subplots(1, len(titles), squeeze=False).flat)
    for axes, title in zip(panels, titles, strict=True):
        axes.set_title(title)
    return figure, panels


def method_numbers(records: list[Record]) -> dict[str, int]:
    """Number the methods, so that each looks the same in all plots of a report."""
    return {method: number for number, method in enumerate(dict.fromkeys(record["method"] for record in records))}


def _draw_curve(axes: Axes, method: str, curve: Curve, number: int, shade: float, logarithmic: bool) -> None:
    depths = [depth for depth in sorted(curve) if not logarithmic or min(curve[depth]) > 0]
    style = style_of(number)
    every = max(1, len(depths) // 12)
    axes.plot(depths, [median(curve[depth]) for depth in depths], label=method, markevery=every, **style)
    hollow = {"linestyle": "none", "markerfacecolor": "white", "markeredgewidth": 1.2, "zorder": 1.9}  # behind the median
    axes.plot(depths[::every], [fmean(curve[depth]) for depth in depths[::every]], **style | hollow)
    spread = [quantiles(curve[depth], n=10, method="inclusive") if len(curve[depth]) > 1 else curve[depth] for depth in depths]
    low, high = [values[0] for values in spread], [values[-1] for values in spread]
    axes.fill_between(depths, low, high, color=style["color"], alpha=shade, linewidth=0)


def _is_logarithmic(metric: str, values: Iterable[float], axis: str | None) -> bool:
    """Take the axis that was asked for; without one a logarithmic axis where values span orders of magnitude."""
    positive = [value for value in values if value > 0]
    if not positive or axis is not None:
        return bool(positive) and axis == "log"
    return metric not in LINEAR and max(positive) > 20 * min(positive)


def _scale(axes: Axes, metric: str, values: list[float], axis: str | None) -> bool:
    """Set the axis of a metric up, and tell whether it is logarithmic."""
    positive = [value for value in values if value > 0]
    logarithmic = _is_logarithmic(metric, values, axis)
    if logarithmic:
        axes.set_yscale("log")
        axes.set_ylim(min(positive) / 1.5, max(positive) * 1.5)
        _tick_logarithmically(axes.yaxis, min(positive), max(positive), metric)
    else:
        axes.set_ylim(1 if metric == "branching" else 0, max(values, default=1) * 1.05)
        axes.yaxis.set_major_formatter(_tick_format(metric))
    return logarithmic


def _tick_logarithmically(axis: Axis, low: float, high: float, metric: str) -> None:
    """Name the powers of ten, and 2 and 5 times them where there are few of those."""
    from matplotlib.ticker import LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
    axis.set_major_formatter(_tick_format(metric))
    axis.set_minor_formatter(NullFormatter())


def _format_tick(value: float, _place: float | None = None) -> str:
    return short_number(value)


def _tick_format(metric: str) -> Callable[[float, float | None], str]:
    """Return how values of a metric are written on an axis, with their unit."""
    return lambda value, _place: measure(value, metric)


def _axis_label(metric: str) -> str:
    """Name a metric; its unit, if it has one, stands at the values."""
    return METRICS[metric].partition(" (")[0]


def _title(metric: str) -> str:
    return _axis_label(metric).capitalize()


def _legend(figure: Figure, panels: list[Axes], most_inside: int = CURVES_WITH_ROOM) -> None:
    """Name every curve once: inside a single panel with few of them, beside the panels otherwise, and make room for that."""
    named = {label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    if len(panels) == 1 and len(named) <= most_inside:
        panels[0].legend(loc="best" if len(named) > 1 else "upper left")
    else:
        figure.set_figwidth(figure.get_figwidth() + LETTER * max(map(len, named)))
        figure.legend(named.values(), named.keys(), loc="outside right upper")


def length_by_optimum(records: list[Record], axis: str | None = None) -> Figure | None:
    """Draw the lengths found against the shortest, a panel for each kind of boards, for methods that are not always optimal."""
    longer = {record["method"] for record in records if record["excess"]}
    points: defaultdict[Kind, defaultdict[str, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        if record["method"] in longer and record["excess"] is not None:
            points[kind_of(record)][record["method"]].append((record["depth"], record["cost"]))
    shown = {kind: found for kind, found in points.items() if _depths(found) >= LEAST_DEPTHS}
    if not shown:
        return None
    methods = method_numbers(records)
    with styled():
        figure, panels = _panels(name_kinds(shown, records))
        for axes, ((_, unit), found) in zip(panels, shown.items(), strict=True):
            shortest = [depth for each in found.values() for depth, _ in each]
            ends = [min(shortest), max(shortest)]
            axes.plot(ends, ends, color=INK, linewidth=1, linestyle=":", label="shortest")
            for method, each in found.items():
                style = style_of(methods[method]) | {"linestyle": "none"}
                axes.plot(*zip(*each, strict=True), label=method, alpha=0.6, **style)
            most = max(cost for each in found.values() for _, cost in each)
            if axis == "log" or (axis is None and most > 20 * ends[1]):
                axes.set_yscale("log" if ends[0] > 0 else "symlog")  # the goal itself is 0 moves away
                _tick_logarithmically(axes.yaxis, max(ends[0], 1), most, "cost")
            else:
                axes.set_ylim(bottom=0)
            axes.set_xlabel(f"shortest solution ({unit})")
        panels[0].set_ylabel(f"solution found ({_unit(records)})")
        _legend(figure, panels, most_inside=0)  # points leave no corner free
    return figure


def _unit(records: list[Record]) -> str:
    """Name what lengths and depths count."""
    return " or ".join(sorted({record["unit"] for record in records}))


def _depths(points: Mapping[str, list[tuple[int, int]]]) -> int:
    return len({depth for each in points.values() for depth, _ in each})


def estimate_by_distance(records: list[Record]) -> Figure | None:
    """Draw the start's estimate against its true distance: a small multiple for every heuristic, size and metric."""
    seen: defaultdict[tuple[str, str, str], Counter[tuple[float, float]]] = defaultdict(Counter)
    boards: set[tuple[str, str, str, str]] = set()
    for record in records:
        board = (record["heuristic"], record["unit"], record["start"], record["goal"])
        if record["estimate"] is not None and record["depth"] is not None and board not in boards:
            boards.add(board)
            seen[record["heuristic"], record["size"], record["unit"]][record["depth"], record["estimate"]] += 1
    shown = {key: cells for key, cells in seen.items() if len({depth for depth, _ in cells}) >= LEAST_DEPTHS}
    if not shown:
        return None
    told = [number for number in (1, 2) if len({key[number] for key in shown}) > 1]  # what tells panels of a heuristic apart
    named = {", ".join((key[0], *(key[number] for number in told))): cells for key, cells in shown.items()}
    return heat_maps(named, unit=_unit(records))


def heat_maps(histograms: dict[str, Counter[tuple[float, float]]], title: str = "", unit: str = "moves") -> Figure:
    """Draw estimates against true distances, darker where more boards lie, one panel for each heuristic."""
    from matplotlib.colors import LogNorm, Normalize

    with styled():
        columns = min(3, len(histograms))
        lines = -(-len(histograms) // columns)
        figure, first = new_figure(7.2 if columns < 3 else 9.6, 4.6 if columns == 1 else 3.3 * lines + 0.5)
        first.remove()
        most = max(max(cells.values()) for cells in histograms.values())
        low, longest = _range(histograms.values())
        grid = figure.subplots(lines, columns, squeeze=False, sharex=True, sharey=True)
        drawn: Any = None
        for axes, (heuristic, cells) in zip(grid.flat, histograms.items(), strict=False):
            axes.plot([low, longest], [low, longest], color=INK, linewidth=1, linestyle=":", zorder=3)
            x, y, count = zip(*((truth, estimate, number) for (truth, estimate), number in cells.items()), strict=True)
            norm = LogNorm(0.5, most) if most >= 10 else Normalize(0, most)  # no colour too pale for a single board
            size = max(14.0, min(70.0, (240 / (longest - low + 1)) ** 2 / columns))
            drawn = axes.scatter(x, y, c=count, s=size, marker="s", cmap="viridis_r", norm=norm, linewidths=0, zorder=2)
            axes.set_title(title or heuristic)
        for axes in grid.flat[len(histograms) :]:
            axes.remove()
        figure.supxlabel(f"true distance ({unit}); on the dotted line the estimate is exact", fontsize=11)
        figure.supylabel(f"estimate ({unit})", fontsize=11)
        if most > 1:
            ticks = range(1, most + 1) if most < 10 else None
            panels = list(grid.flat[: len(histograms)])
            bar = figure.colorbar(drawn, ax=panels, label="boards", shrink=0.9, format=_format_tick, ticks=ticks)
            bar.ax.set_ylim(1, most)  # the palest colours stand for less than one board
    return figure


def _range(histograms: Iterable[Counter[tuple[float, float]]]) -> tuple[float, float]:
    """Return the ends of both axes: from 0, unless all boards are far from the goal."""
    values = [value for cells in histograms for point in cells for value in point]
    low, high = min(values), max(values)
    return (low if low > high / 4 else 0), high


def by_method(records: list[Record], metric: str, axis: str | None = None) -> Figure | None:
    """Compare methods by the mean of a metric over the boards that all of them solved, a panel for each group of boards.

    Bars on a linear axis; points on a logarithmic one, which has no zero for a bar to begin at.
    """
    groups = _group_means(records, metric)
    if not any(len(set(group.means.values())) > 1 for group in groups):
        return None
    methods = list(dict.fromkeys(method for group in groups for method in group.means))
    with styled():
        names = LETTER * max(map(len, methods))
        figure, first = new_figure(6 + names, 0.6 + len(groups) * (0.55 + 0.32 * len(methods)))
        first.remove()
        grid = figure.subplots(len(groups), 1, squeeze=False, sharex=True)
        values = [value for group in groups for value in group.means.values() if value > 0]
        logarithmic = _is_logarithmic(metric, values, axis)
        for axes, group in zip(grid.flat, groups, strict=True):
            axes.set_title(group.title(len(groups) > 1))
            if logarithmic:
                axes.set_xscale("log")
                axes.set_xlim(min(values) / 2, max(values) * 6)
                _tick_logarithmically(axes.xaxis, min(values), max(values), metric)
            else:
                axes.set_xlim(0, max(values, default=1) * 1.18)
                axes.xaxis.set_major_formatter(_tick_format(metric))
            _draw_means(axes, group.means, methods, logarithmic, metric)
        grid.flat[-1].set_xlabel(f"{_axis_label(metric)}, mean")
    return figure


@dataclass(frozen=True)
class _Group:
    """The means of the methods over the boards of a group that all of them solved."""

    name: str
    means: dict[str, float]
    common: int
    boards: int

    def title(self, named: bool) -> str:
        """Name the group where there are several, and say how many of its boards count where those are not all."""
        part = f"{self.common} of {self.boards} boards" if self.common < self.boards else ""
        return ", ".join(text for text in (self.name if named else "", part) if text)


def _group_means(records: list[Record], metric: str) -> list[_Group]:
    """Return the means per group, over all runs on the boards that all methods which solved any have solved."""
    values: defaultdict[str, defaultdict[str, defaultdict[str, list[float]]]]
    values = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    boards: defaultdict[str, set[str]] = defaultdict(set)
    for record in records:
        boards[record["group"]].add(record["board"])
        if record["status"] in SOLVED and record[metric] is not None:
            values[record["group"]][record["method"]][record["board"]].append(record[metric])
    groups = []
    for name, methods in values.items():
        common = set.intersection(*(set(solved) for solved in methods.values()))
        if len(methods) > 1 and common:
            means = {method: fmean(value for board in common for value in solved[board]) for method, solved in methods.items()}
            groups.append(_Group(name, means, len(common), len(boards[name])))
    return groups


def _draw_means(axes: Axes, means: dict[str, float], methods: list[str], logarithmic: bool, metric: str) -> None:
    for place, method in enumerate(methods):
        value = means.get(method)
        if value is not None and logarithmic:
            axes.plot(value, place, "o", color=COLOURS[0], markersize=9)
        elif value is not None:
            axes.barh(place, value, color=COLOURS[0], height=0.68)
        text = "   not solved" if value is None else f"   {measure(value, metric)}"
        axes.text(value or axes.get_xlim()[0], place, text, va="center", fontsize=10)
    axes.set_yticks(range(len(methods)), methods)
    axes.set_ylim(len(methods) - 0.4, -0.6)  # the first method on top
    axes.grid(visible=logarithmic, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def space_bars(space: Space) -> Figure:
    """Draw how many boards lie at each depth."""
    with styled():
        figure, axes = new_figure()
        axes.bar(range(len(space.counts)), space.counts, color=COLOURS[0], width=0.85)
        axes.axvline(space.mean_depth, color=COLOURS[1], linestyle="--", linewidth=1.5)
        axes.annotate(
            f"mean {space.mean_depth:.2f}",
            (space.mean_depth, 1),
            xycoords=("data", "axes fraction"),
            xytext=(-6, -4),
            textcoords="offset points",
            ha="right",
            va="top",
            color=COLOURS[1],
        )
        unit = f"{STEP_UNITS[space.metric]}s"
        axes.set_title(f"{space.goal.rows}x{space.goal.cols}: {space.states:,} boards, at most {space.max_depth} {unit}")
        axes.set_xlabel(f"distance from the goal ({unit})")
        axes.set_ylabel("boards")
        axes.yaxis.set_major_formatter(_format_tick)
        axes.margins(y=0.1)
        axes.grid(visible=False, axis="x")
    return figure


def verdict_plot(verdict: Verdict) -> Figure:
    """Draw a heuristic's estimates against the truth."""
    kind = "every board" if verdict.exhaustive else f"{sum(verdict.histogram.values()):,} sampled boards"
    title = f"{verdict.heuristic} on {verdict.goal.rows}x{verdict.goal.cols}, {kind}"
    return heat_maps({verdict.heuristic: Counter(verdict.histogram)}, title, f"{STEP_UNITS[verdict.metric]}s")


def measure(value: float, metric: str) -> str:
    """Write a value of a metric with its unit.

    >>> measure(0.0125, "elapsed"), measure(3, "expanded"), measure(2_500_000, "peak_memory"), measure(0.5, "cost")
    ('12.5 ms', '3', '2.5 MB', '0.5')
    """
    unit = UNITS.get(metric, "")
    text = short_number(value) if unit or abs(value) >= 1 else f"{value:.3g}"  # half a move is no 500 m
    return f"{text}{unit}" if " " in text else f"{text} {unit}".rstrip()


def short_number(value: float) -> str:
    """Write a number with three digits that matter and the usual prefixes.

    >>> short_number(12), short_number(36302808031), short_number(0.00031), short_number(16.5)
    ('12', '36.3 G', '310 µ', '16.5')
    """
    if value == 0:
        return "0"
    for factor, prefix in PREFIXES:
        if abs(value) >= factor:
            digits = f"{value / factor:.3g}"
            return f"{float(digits):g}{prefix}"
    return f"{value:.2g}"
