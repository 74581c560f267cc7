# SPDX-License-Identifier: MIT
"""Measure how long a visitor of an exported page waits for an answer: `python -m tests.wasm.bench_visits`.

A first visit loads everything from a plain server on this machine; later ones find it in the browser's own storage. The seconds
are those from opening the address to the answer on the page, with a board that takes no time to solve.
"""

import functools
import http.server
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.browser import run_chromium
from tests.wasm.serving import Quiet

from taquin.web.site import write_site

VISITS = 5
ANSWERED = "document.querySelector('[data-test=verdict]')?.textContent.includes('proven')"
KEPT = """async () => {
    const name = (await caches.keys()).find((name) => name !== 'taquin-snapshots');
    return name && (await (await caches.open(name)).keys()).length >= 20;
}"""
EASY = "#/solve?board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15&run=1"


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
            page.wait_for_function(ANSWERED, timeout=120_000)
            seconds = time.monotonic() - begun
            sys.stdout.write(f"visit {visit + 1}: the first answer after {seconds:.2f} s\n")
            page.wait_for_function(KEPT, timeout=120_000)
            page.close()
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
