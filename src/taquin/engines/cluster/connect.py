# SPDX-License-Identifier: MIT
"""Find the cluster that a text names: `local[:N]`, `tcp://host:port`, or a scheduler file."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from taquin.errors import EngineError, quote
from taquin.machine import usable_cores

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS: Final = 10
LOCAL: Final = re.compile(r"local(?::(\d{1,3}))?")
ADDRESS: Final = re.compile(r"(tcp|tls|ucx|ws|wss)://\S+")


@contextlib.contextmanager
def connect(where: str | Client) -> Iterator[Client]:
    """Yield a client of the cluster; a local one is started on the loopback device and ends with the context.

    A client that exists already is used as it is, and stays.
    """
    if not isinstance(where, str):
        yield where
        return
    text = where
    _require()
    from distributed import Client, LocalCluster

    logging.getLogger("distributed").setLevel(logging.ERROR)  # lost workers are dealt with, not reported

    local = LOCAL.fullmatch(text)
    if local:
        workers = int(local[1]) if local[1] else usable_cores()
        if not 1 <= workers <= 256:
            raise EngineError(f"expected local:1 to local:256, got {quote(text)}")
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=logging.ERROR
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    options = {"address": text} if ADDRESS.fullmatch(text) else {"scheduler_file": str(_scheduler_file(text))}
    try:
        client = Client(timeout=CONNECT_SECONDS, **options)
    except (OSError, TimeoutError, ValueError) as error:
        raise EngineError(
            f"no scheduler answers at {quote(text, 200)}: {str(error).splitlines()[0] or type(error).__name__}"
        ) from None
    try:
        yield client
    finally:
        with contextlib.suppress(RuntimeError):  # asyncio's, when the scheduler was lost just now: it must not hide that
            client.close()


def workers_of(client: Client) -> list[str]:
    """Return the addresses of the workers; a client that has lost its scheduler and given up knows nothing of them."""
    known = client.scheduler_info(n_workers=-1)
    if "workers" not in known:
        raise ConnectionError("the client is closed")
    return list(known["workers"])


def _scheduler_file(text: str) -> Path:
    path = Path(text)
    if not path.is_file():
        raise EngineError(f"expected local, local:N, tcp://host:port or a scheduler file, got {quote(text, 200)}")
    return path


def _require() -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise EngineError("a cluster needs Dask; install it with: pip install 'taquin[cluster]'") from None
