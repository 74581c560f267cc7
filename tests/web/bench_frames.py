# SPDX-License-Identifier: MIT
"""Measure how smoothly Watch draws thousands of nodes: `python -m tests.web.bench_frames [expansions, 3000 by default]`.

A search of the hardest 8-puzzle plays at 200 steps a second, as a tree and as a map. Told are the CPU time that the page works
for a frame, which a busy machine changes little (at 60 Hz there are 16.7 ms for one), the frames a second that the browser gets
to, and the longest gap between two.
"""

import statistics
import sys

from tests.browser import run_chromium
from tests.web.serving import serve

from taquin.web.settings import Settings

BOARD = "8,6,7/2,5,4/3,0,1"
PLAYED = 1200
"""Steps before the last at which it begins to play: the tree is nearly grown then."""
MEASURE = """async () => {
    document.querySelector('button[aria-label=Play]').click();
    const times = [];
    const end = performance.now() + 5000;
    await new Promise((resolve) => {
        const frame = (now) => {
            times.push(now);
            if (now < end) requestAnimationFrame(frame);
            else resolve();
        };
        requestAnimationFrame(frame);
    });
    return times.slice(1).map((time, at) => time - times[at]);
}"""


def main() -> None:
    expansions = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    with serve(Settings()) as service, run_chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 860})
        context.add_init_script("localStorage.setItem('taquin.settings', JSON.stringify({ speed: 200 }))")
        for drawing in ("tree", "map"):
            page = context.new_page()
            begin = max(1, expansions - PLAYED)
            page.goto(f"{service.url}/#/watch?board={BOARD}&method=astar@manhattan&record={expansions}&draw={drawing}&at={begin}")
            ready = f"() => document.querySelector('[data-test=step]')?.textContent.startsWith('{begin:,} / {expansions:,}')"
            page.wait_for_function(ready, timeout=120_000)
            console = context.new_cdp_session(page)
            console.send("Performance.enable", {"timeDomain": "threadTicks"})

            def worked() -> float:
                metrics = console.send("Performance.getMetrics")["metrics"]  # noqa: B023 - asked before the next page is there
                return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

            before = worked()
            gaps = page.evaluate(MEASURE)
            work = 1000 * (worked() - before) / len(gaps)
            rate = 1000 / statistics.mean(gaps)
            sys.stdout.write(
                f"{drawing}, {expansions:,} expansions: {work:.1f} ms of CPU time a frame; "
                f"{rate:.1f} frames a second, the longest gap {max(gaps):.0f} ms\n"
            )
            page.close()


if __name__ == "__main__":
    main()
