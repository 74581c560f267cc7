# SPDX-License-Identifier: MIT
"""One browser for all tests that need one, Debian's chromium, driven by Playwright: there cannot be two drivers in a process.

Where there is `chromium-headless-shell`, it is taken: the same engine without the browser, at a third of the cost.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Return the program that is meant, None where there is none."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@contextmanager
def run_chromium() -> Iterator[Browser]:
    """Run a browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session", name="browser")
def start_browser() -> Iterator[Browser]:
    pytest.importorskip("playwright", reason="pip install playwright")
    if find_chromium() is None:
        pytest.skip("chromium is not installed: apt-get install chromium-headless-shell")
    with run_chromium() as running:
        yield running
