# SPDX-License-Identifier: MIT
"""What all tests share: a browser, and a cache directory of their own, kept inside the checkout so that tables are built once."""

import os
import signal
from pathlib import Path

from hypothesis import HealthCheck, settings
from tests.browser import start_browser as start_browser

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # Started in the background: the commands under test would inherit that and not hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

CACHE = Path(__file__).parents[1] / "build" / "test-cache"

# Set here, before any test imports the package, so that workers and subprocesses inherit it.
os.environ["TAQUIN_CACHE"] = str(CACHE)

# How long an example takes, or to make one, says nothing on a busy machine.
settings.register_profile("taquin", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("taquin")

LONGEST_ID = 80


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a test of a huge text by its size: workers tell each other the names of all tests."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_ID:
        return f"{argname} of {len(val)}"
    return None
