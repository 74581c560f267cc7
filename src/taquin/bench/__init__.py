# SPDX-License-Identifier: MIT
"""Benchmarks: fixed boards, node counts that must not change, and times as ratios taken in the same run.

`cases` says what is run, `measure` runs it, `naive` and `peers` run what it is compared with, `signature` keeps the
expected counts, `report` puts it all into rows for JSON and tables.
"""
