# SPDX-License-Identifier: MIT
"""What all tests share: a cache directory of their own, kept inside the checkout so that tables are built once."""

import os
from pathlib import Path

CACHE = Path(__file__).parents[1] / "build" / "test-cache"

# Set here, before any test imports the package, so that workers and subprocesses inherit it.
os.environ["TAQUIN_CACHE"] = str(CACHE)
