# SPDX-License-Identifier: MIT
"""Draw how short the paths of large boards get with time, from results.json beside this file.

    python experiments/large-boards/plot.py

The figures come from `large_bench bench evaluation SIZE COUNT SECONDS 2`, compiled from core/tests/large_bench.cpp.
"""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib as mpl

HERE = Path(__file__).parent


def main() -> None:
    """Draw a curve for every size."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    results = json.loads((HERE / "results.json").read_text(encoding="utf-8"))
    figure, axis = plt.subplots(figsize=(8, 5), layout="constrained")
    colours = plt.get_cmap("viridis")
    sizes = results["ratios"]
    for number, (size, ratios) in enumerate(sizes.items()):
        seconds = [float(each) for each in ratios]
        colour = colours(number / len(sizes))
        axis.plot(seconds, list(ratios.values()), marker="o", color=colour, label=f"{size}x{size}")
    axis.set(xscale="log", yscale="log", xlabel="seconds on two cores", ylabel="length / Manhattan distance of the start")
    axis.set_xticks([0.1, 1, 10, 60], ["0.1", "1", "10", "60"])
    axis.set_yticks([1.25, 1.5, 2, 3, 4], ["1.25", "1.5", "2", "3", "4"])
    axis.minorticks_off()
    axis.grid(alpha=0.3)
    axis.legend(ncols=3, fontsize="small")
    figure.savefig(HERE / "quality.png", dpi=150)


if __name__ == "__main__":
    main()
