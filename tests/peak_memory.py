# SPDX-License-Identifier: MIT
"""The most memory that a process has taken, in the words of a program that tests start. Linux alone tells it."""

import sys

import pytest

PEAK = "int(__import__('pathlib').Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0]) * 1024"
"""In bytes. What `getrusage` tells begins with what the process had that started this one."""
told = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells the most memory of a process")
