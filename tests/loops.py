# SPDX-License-Identifier: MIT
"""Event loops in a process of which a browser's driver has one already: it stays running in the thread of the tests."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def run_apart(work: Callable[[], T]) -> T:
    """Run what runs an event loop of its own; in another thread where this one has a loop already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()  # a daemon: whoever stops waiting for it is not held up by it
    return done.result()
