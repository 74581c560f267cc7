# SPDX-License-Identifier: MIT
"""Tables on huge pages: a private copy of a table whose random access costs fewer page-table walks."""

from __future__ import annotations

import contextlib
import mmap


def in_huge_pages(table: memoryview) -> memoryview:
    """Return a copy on huge pages; the table itself where there is no room for one."""
    if not hasattr(mmap, "MADV_HUGEPAGE") or not table:
        return table
    try:
        memory = mmap.mmap(-1, len(table), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:  # this process may not have so much
        return table
    with contextlib.suppress(OSError):  # a hint: a kernel without huge pages refuses it
        memory.madvise(mmap.MADV_HUGEPAGE)
    memory[:] = table
    return memoryview(memory).toreadonly()
