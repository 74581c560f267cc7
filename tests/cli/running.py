# SPDX-License-Identifier: MIT
"""The types of the fixtures that run the command line."""

import subprocess
from collections.abc import Callable

from click.testing import Result

Run = Callable[..., Result]
"""Takes the arguments and `stdin`; runs in this process."""
Spawn = Callable[..., "subprocess.CompletedProcess[str]"]
"""Takes the arguments and `stdin`; runs a real process."""
