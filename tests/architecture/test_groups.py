# SPDX-License-Identifier: MIT
"""Tests that share something slow stay in one process: else each of them has a browser, a cluster, all boards of a shape."""

import pytest


@pytest.mark.xdist_group("together")
def test_groups_are_kept(request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("only with pytest -n 2 --dist loadgroup, as scripts/test runs them")
    assert request.node.nodeid.endswith("@together"), "pytest and pytest-xdist do not fit together"
