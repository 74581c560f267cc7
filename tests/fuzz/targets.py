# SPDX-License-Identifier: MIT
"""Every fuzz target, by name: to add one, write its check, give it an entry in one of these modules and a folder in `corpus/`."""

from __future__ import annotations

from typing import Final

from tests.fuzz import commands, files, native, parsers, server
from tests.fuzz.registry import Target

TARGETS: Final[dict[str, Target]] = {
    target.name: target for module in (parsers, files, native, commands, server) for target in module.TARGETS
}
