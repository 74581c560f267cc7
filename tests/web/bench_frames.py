# SPDX-License-Identifier: MIT
"""Measure how smoothly Watch draws thousands of nodes: `python -m tests.web.bench_frames [steps, 3000 by default]`.

A search of the hardest 8-puzzle plays at 200 steps a second, as a tree and as a map. Told are the frames a second of the browser
meanwhile, the time that the page itself works for one (a frame at 60 Hz has 16.7 ms), and the longest gap between two.
"""

import statistics
import sys

from tests.browser import run_chromium
from tests.web.serving import serve

from taquin.web.settings import Settings

BOARD = "8,6,7/2,5,4/3,0,1"
MEASURE = """async () => {
    document.querySelector('button[aria-label=Play]').click();
    const [times, work] = [[], []];
    const end = performance.now() + 5000;
    return await new Promise((resolve) => {
        const frame = (now) => {
            times.push(now);
            // What the page paints runs before the channel's message comes: until then the frame is being made.
            const channel = new MessageChannel();
            channel.port1.onmessage = () => work.push(performance.now() - now);
            channel.port2.postMessage(0);
            if (performance.now() < end) requestAnimationFrame(frame);
            else resolve({ gaps: times.slice(1).map((time, at) => time - times[at]), work });
        };
        requestAnimationFrame(frame);
    });
}"""


def main() -> None:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    with serve(Settings()) as service, run_chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 860})
        context.add_init_script("localStorage.setItem('taquin.settings', JSON.stringify({ speed: 200 }))")
        for drawing in ("tree", "map"):
            page = context.new_page()
            at = max(1, steps - 1200)
            page.goto(f"{service.url}/#/watch?board={BOARD}&method=astar@manhattan&record={steps}&draw={drawing}&at={at}")
            page.wait_for_function(
                f"document.querySelector('[data-test=step]')?.textContent.startsWith('{at:,} ')", timeout=60_000
            )
            measured = page.evaluate(MEASURE)
            gaps, work = measured["gaps"], sorted(measured["work"])
            rate = 1000 / statistics.mean(gaps)
            middle, most = statistics.median(work), work[int(0.95 * len(work))]
            sys.stdout.write(
                f"{drawing}, {steps:,} expansions: {rate:.1f} frames a second, {middle:.1f} ms of work a frame "
                f"(95 % within {most:.1f} ms), longest gap {max(gaps):.0f} ms\n"
            )
            page.close()


if __name__ == "__main__":
    main()
