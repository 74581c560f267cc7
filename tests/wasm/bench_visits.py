# SPDX-License-Identifier: MIT
"""Measure how long a visitor of an exported page waits for a search, and Korf's boards there: `python -m tests.wasm.bench_visits`.

A first visit loads everything from a plain server on this machine; later ones come from the browser's own storage. From opening the
address to the answer on the page, each with a board that takes no time to solve.
"""

import functools
import http.server
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.browser import run_chromium

from taquin.web.site import write_site

VISITS = 5
EASY = "#/solve?board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15&run=1"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, run_chromium() as browser:
        write_site(Path(folder) / "site")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/site/{EASY}"
        context = browser.new_context()
        for visit in range(VISITS):
            page = context.new_page()
            begun = time.monotonic()
            page.goto(address)
            page.wait_for_function("document.querySelector('[data-test=verdict]')?.textContent.includes('proven')", timeout=120_000)
            seconds = time.monotonic() - begun
            sys.stdout.write(f"visit {visit + 1}: the first answer after {seconds:.2f} s\n")
            page.wait_for_function(
                "async () => { const names = await caches.keys(); if (!names.length) return false;"
                " return (await (await caches.open(names[0])).keys()).length >= 20 }",
                timeout=120_000,
            )
            page.close()
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
