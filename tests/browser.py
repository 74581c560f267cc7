# SPDX-License-Identifier: MIT
"""One browser for all tests that need one, Debian's chromium, driven by Playwright: there cannot be two drivers in a process."""

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


@contextmanager
def run_chromium() -> Iterator[Browser]:
    """Run a browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session", name="browser")
def start_browser() -> Iterator[Browser]:
    pytest.importorskip("playwright", reason="pip install playwright")
    if shutil.which("chromium") is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    with run_chromium() as running:
        yield running
