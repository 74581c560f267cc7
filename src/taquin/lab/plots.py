# SPDX-License-Identifier: MIT
"""The plots of a report, each a function of records that returns a figure, or None when there is nothing to show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from statistics import fmean, median, quantiles
from typing import TYPE_CHECKING, Any, Final

from taquin.lab.figures import COLOURS, INK, new_figure, style_of, styled
from taquin.lab.referee import Verdict
from taquin.lab.space import Space
from taquin.lab.spec import METRICS
from taquin.lab.summary import SOLVED
from taquin.solution import COUNTERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Record = dict[str, Any]
Curve = dict[int, list[float]]

BY_DEPTH: Final = (*(counter.name for counter in COUNTERS), "branching")
"""Metrics drawn against the solution depth."""
PREFIXES: Final = ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k"), (1, ""), (1e-3, " m"), (1e-6, " µ"), (1e-9, " n"))
SIGNS: Final = {"seconds": "s", "bytes": "B"}
UNITS: Final = {"time_per_node": "s"} | {
    counter.name: SIGNS[unit] for counter in COUNTERS if (unit := counter.metadata["unit"]) in SIGNS
}
"""The sign after a value, for metrics that have one."""
LINEAR: Final = frozenset(["branching", "cost", "estimate"])
"""Metrics whose axis is not logarithmic."""


def report_plots(records: list[Record], metrics: Iterable[str]) -> Iterator[tuple[str, str, Figure]]:
    """Yield every plot of a report that has something to show: its file name, its caption and the figure."""
    metrics = tuple(metrics)
    drawn: list[tuple[str, str, Callable[[], Figure | None]]] = [
        (f"{metric}-by-depth", f"{_axis_label(metric).capitalize()} against solution depth", _lazily(by_depth, records, metric))
        for metric in BY_DEPTH
        if metric in metrics
    ]
    drawn.append(("length-by-optimum", "Solution length against the optimum", _lazily(length_by_optimum, records)))
    drawn.append(("estimate-by-distance", "Heuristic value against true distance", _lazily(estimate_by_distance, records)))
    drawn += [
        (f"{metric}-bars", f"{_axis_label(metric).capitalize()} by method, mean", _lazily(bars, records, metric))
        for metric in ("expanded", "generated", "elapsed", "cost", "time_per_node")
        if metric in metrics
    ]
    for name, caption, draw in drawn:
        figure = draw()
        if figure is not None:
            yield name, caption, figure


def _lazily(draw: Callable[..., Figure | None], *args: Any) -> Callable[[], Figure | None]:
    return lambda: draw(*args)


def by_depth(records: list[Record], metric: str) -> Figure | None:
    """Draw a metric against the solution depth: the median of each method as a curve, the middle four fifths as a band."""
    curves = _curves(records, metric)
    if max((len(curve) for curve in curves.values()), default=0) < 3:
        return None
    with styled():
        figure, axes = new_figure()
        values = [value for curve in curves.values() for values in curve.values() for value in values]
        logarithmic = _scale(axes, metric, values)
        methods = method_numbers(records)
        for method, curve in curves.items():
            _draw_curve(axes, method, curve, methods[method], 0.15 if len(curves) < 5 else 0.08, logarithmic)
        axes.set_xlabel("solution depth (moves)")
        axes.set_ylabel(_axis_label(metric))
        _legend(axes, len(curves))
    return figure


def method_numbers(records: list[Record]) -> dict[str, int]:
    """Number the methods, so that each looks the same in all plots of a report."""
    return {method: number for number, method in enumerate(dict.fromkeys(record["method"] for record in records))}


def _curves(records: list[Record], metric: str) -> dict[str, Curve]:
    curves: defaultdict[str, Curve] = defaultdict(lambda: defaultdict(list))
    for record in records:
        if record["status"] in SOLVED and record["depth"] is not None and record[metric] is not None:
            curves[record["method"]][record["depth"]].append(record[metric])
    return curves


def _draw_curve(axes: Axes, method: str, curve: Curve, number: int, shade: float, logarithmic: bool) -> None:
    depths = [depth for depth in sorted(curve) if not logarithmic or min(curve[depth]) > 0]
    style = style_of(number)
    axes.plot(depths, [median(curve[depth]) for depth in depths], label=method, markevery=max(1, len(depths) // 12), **style)
    spread = [quantiles(curve[depth], n=10, method="inclusive") if len(curve[depth]) > 1 else curve[depth] for depth in depths]
    low, high = [values[0] for values in spread], [values[-1] for values in spread]
    axes.fill_between(depths, low, high, color=style["color"], alpha=shade, linewidth=0)


def _scale(axes: Axes, metric: str, values: list[float]) -> bool:
    """Use a logarithmic axis where values span orders of magnitude, and tell whether that is so."""
    positive = [value for value in values if value > 0]
    axes.yaxis.set_major_formatter(_tick_format(metric))
    if metric not in LINEAR and positive and max(positive) > 20 * min(positive):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(_tick_format(metric))
        axes.set_ylim(min(positive) / 1.5, max(positive) * 1.5)
        return True
    axes.set_ylim(1 if metric == "branching" else 0, max(values, default=1) * 1.05)
    return False


def _format_tick(value: float, _place: float | None = None) -> str:
    return short_number(value)


def _tick_format(metric: str) -> Callable[[float, float | None], str]:
    """Return how values of a metric are written on an axis, with their unit."""
    return lambda value, _place: measure(value, metric)


def _axis_label(metric: str) -> str:
    """Name a metric; its unit, if it has one, stands at the values."""
    return METRICS[metric].partition(" (")[0]


def _legend(axes: Axes, curves: int) -> None:
    """Put the legend beside many curves, and inside the plot where there are few."""
    if curves > 5:
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    elif curves > 1:
        axes.legend(loc="best")
    else:
        axes.legend(loc="upper left")


def length_by_optimum(records: list[Record]) -> Figure | None:
    """Draw the lengths found against the optimum, for methods that are not always optimal."""
    points: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for record in records:
        if record["excess"] is not None:
            points[record["method"]].append((record["optimal"], record["cost"]))
    shown = {method: found for method, found in points.items() if any(cost > optimal for optimal, cost in found)}
    if not shown:
        return None
    with styled():
        figure, axes = new_figure()
        longest = max(optimal for found in shown.values() for optimal, _ in found)
        axes.plot([0, longest], [0, longest], color=INK, linewidth=1, linestyle=":", label="optimum")
        methods = method_numbers(records)
        for method, found in shown.items():
            style = style_of(methods[method]) | {"linestyle": "none"}
            axes.plot(*zip(*found, strict=True), label=method, alpha=0.6, **style)
        costs = [cost for found in shown.values() for _, cost in found]
        if max(costs) > 20 * max(longest, 1):
            axes.set_yscale("symlog", linthresh=max(longest, 1))
            axes.yaxis.set_major_formatter(_format_tick)
        axes.set_xlabel("shortest solution (moves)")
        axes.set_ylabel("solution found (moves)")
        _legend(axes, len(shown) + 1)
    return figure


def estimate_by_distance(records: list[Record]) -> Figure | None:
    """Draw the start's estimate against its true distance: a small multiple for every heuristic."""
    seen: defaultdict[str, Counter[tuple[float, float]]] = defaultdict(Counter)
    boards: set[tuple[str, str, str]] = set()
    for record in records:
        board = (record["heuristic"], record["start"], record["goal"])
        if record["estimate"] is not None and record["optimal"] is not None and board not in boards:
            boards.add(board)
            seen[record["heuristic"]][record["optimal"], record["estimate"]] += 1
    if max((len(cells) for cells in seen.values()), default=0) < 4:
        return None
    return heat_maps(seen)


def heat_maps(histograms: dict[str, Counter[tuple[float, float]]], title: str = "") -> Figure:
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
            size = max(6.0, min(70.0, (240 / (longest - low + 1)) ** 2 / columns))
            drawn = axes.scatter(x, y, c=count, s=size, marker="s", cmap="viridis_r", norm=norm, linewidths=0, zorder=2)
            axes.set_title(title or heuristic)
        for axes in grid.flat[len(histograms) :]:
            axes.remove()
        figure.supxlabel("true distance (moves); on the dotted line the estimate is exact", fontsize=11)
        figure.supylabel("estimate (moves)", fontsize=11)
        if most > 1:
            ticks = range(1, most + 1) if most < 10 else None
            panels = list(grid.flat[: len(histograms)])
            figure.colorbar(drawn, ax=panels, label="boards", shrink=0.9, format=_format_tick, ticks=ticks)
    return figure


def _range(histograms: Iterable[Counter[tuple[float, float]]]) -> tuple[float, float]:
    """Return the ends of both axes: from 0, unless all boards are far from the goal."""
    values = [value for cells in histograms for point in cells for value in point]
    low, high = min(values), max(values)
    return (low if low > high / 4 else 0), high


def bars(records: list[Record], metric: str) -> Figure | None:
    """Compare methods by the mean of a metric over the boards that all of them solved, a panel for each group of boards."""
    groups = _group_means(records, metric)
    if not groups:
        return None
    methods = list(dict.fromkeys(method for means in groups.values() for method in means))
    with styled():
        figure, first = new_figure(8.4, 0.6 + len(groups) * (0.55 + 0.32 * len(methods)))
        first.remove()
        grid = figure.subplots(len(groups), 1, squeeze=False, sharex=True)
        values = [value for means in groups.values() for value in means.values() if value > 0]
        logarithmic = bool(values) and max(values) > 20 * min(values)
        for axes, (group, means) in zip(grid.flat, groups.items(), strict=True):
            _draw_bars(axes, group if len(groups) > 1 else "", means, methods, logarithmic, metric)
            if logarithmic:
                axes.set_xlim(min(values) / 3, max(values) * 6)
            else:
                axes.set_xlim(0, max(values, default=1) * 1.18)
        grid.flat[-1].set_xlabel(f"{_axis_label(metric)}, mean of the boards that every method shown solved")
    return figure


def _group_means(records: list[Record], metric: str) -> dict[str, dict[str, float]]:
    """Return the mean of each method per group, over the boards that all methods which solved any have solved."""
    values: defaultdict[str, defaultdict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for record in records:
        if record["status"] in SOLVED and record[metric] is not None:
            values[record["group"]][record["method"]][record["board"]] = record[metric]
    groups = {}
    for group, methods in values.items():
        common = set.intersection(*(set(boards) for boards in methods.values()))
        if len(methods) > 1 and common:
            groups[group] = {method: fmean(boards[board] for board in common) for method, boards in methods.items()}
    return groups


def _draw_bars(axes: Axes, group: str, means: dict[str, float], methods: list[str], logarithmic: bool, metric: str) -> None:
    if logarithmic:
        axes.set_xscale("log")
    axes.xaxis.set_major_formatter(_tick_format(metric))
    for place, method in enumerate(methods):
        value = means.get(method)
        if value is not None:
            axes.barh(place, value, color=COLOURS[0], height=0.68)
        text = "  not solved" if value is None else f"  {measure(value, metric)}"
        axes.text(value or axes.get_xlim()[0], place, text, va="center", fontsize=10)
    axes.set_yticks(range(len(methods)), methods)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    if group:
        axes.set_title(group)


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
        axes.set_title(f"{space.goal.rows}x{space.goal.cols}: {space.states:,} boards, at most {space.max_depth} moves")
        axes.set_xlabel("distance from the goal (moves)")
        axes.set_ylabel("boards")
        axes.yaxis.set_major_formatter(_format_tick)
        axes.margins(y=0.1)
        axes.grid(visible=False, axis="x")
    return figure


def verdict_plot(verdict: Verdict) -> Figure:
    """Draw a heuristic's estimates against the truth."""
    kind = "every board" if verdict.exhaustive else f"{sum(verdict.histogram.values()):,} sampled boards"
    title = f"{verdict.heuristic} on {verdict.goal.rows}x{verdict.goal.cols}, {kind}"
    return heat_maps({verdict.heuristic: Counter(verdict.histogram)}, title)


def measure(value: float, metric: str) -> str:
    """Write a value of a metric with its unit.

    >>> measure(0.0125, "elapsed"), measure(3, "expanded"), measure(2_500_000, "peak_memory")
    ('12.5 ms', '3', '2.5 MB')
    """
    unit = UNITS.get(metric, "")
    text = short_number(value)
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
