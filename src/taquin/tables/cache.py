# SPDX-License-Identifier: MIT
"""Where tables are kept: the user's cache directory, or `TAQUIN_CACHE`."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_directory() -> Path:
    """Return the directory, which need not exist yet."""
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "emscripten":  # a page has no user, and mounts what its browser keeps where it likes
        return Path.home() / ".cache" / "taquin"
    import platformdirs  # only here: most runs find their tables by the variable or never need them

    return Path(platformdirs.user_cache_dir("taquin"))
