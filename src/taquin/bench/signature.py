# SPDX-License-Identifier: MIT
"""The signature of the searches: node counts that change only when a search changes, not with time or machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from taquin.bench.cases import CASES
from taquin.bench.files import checkout_file, find_file
from taquin.bench.measure import Counts, Measurement
from taquin.errors import InputError

FILE: Final = "signature.json"

Signature = dict[str, Counts]
"""Counts by the name of the case."""


def signature_of(measurements: Iterable[Measurement]) -> Signature:
    """Collect the counts of cases that were run."""
    return {done.case.name: done.counts for done in measurements if done.counts}


def total(signature: Signature) -> int:
    """Return one number for all: the generated nodes."""
    return sum(counts.generated for counts in signature.values())


def expected() -> Signature:
    """Read the counts that the searches should give."""
    path = find_file(FILE)
    if path is None:
        raise InputError(f"{FILE} is not here: it comes with the sources and with every built package")
    rows = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return {name: Counts(**row) for name, row in rows.items()}


def differences(found: Signature) -> list[str]:
    """Say in which cases the counts are not the expected ones."""
    known = expected()
    return [
        f"{name}: {_words(counts)}; expected {_words(known[name]) if name in known else 'no such case'}"
        for name, counts in found.items()
        if counts != known.get(name)
    ]


def bless(found: Signature) -> str:
    """Make these the expected counts, beside those of cases that were not run; return where they are kept."""
    path = checkout_file(FILE)
    if not path.parent.is_dir():
        raise InputError(f"expected a checkout of the sources: {FILE} is kept there")
    merged = (expected() if path.exists() else {}) | found
    kept = {case.name: merged[case.name] for case in CASES if case.name in merged}
    quick = {case.name: merged[case.name] for case in CASES if case.quick and case.name in merged}
    rows = {name: asdict(counts) for name, counts in kept.items()}
    result = {"quick": total(quick), "full": total(kept), "cases": rows}
    path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return str(path)


def _words(counts: Counts) -> str:
    return f"{counts.generated:,} generated, {counts.expanded:,} expanded, {counts.cost:,} moves"
