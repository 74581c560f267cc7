# SPDX-License-Identifier: MIT
"""One server for all tests that do not need a special one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.browsing import make_visit as make_visit
from tests.web.serving import Service, serve

from taquin.web.settings import Settings


@pytest.fixture(scope="package")
def service() -> Iterator[Service]:
    with serve(Settings()) as running:
        yield running
