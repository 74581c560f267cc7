# SPDX-License-Identifier: MIT
"""The checkpoint of a search: nothing of it is lost, whenever it is killed, and nothing changed is believed."""

from pathlib import Path
from typing import Any

import pytest

from taquin.errors import InputError
from taquin.journal import Journal, JournalError, Row, read_rows
from taquin.methods.checkpoint import Checkpoint, finished_work

SEARCH = {"start": [1, 0], "tables": "pdb:1"}


def make(path: Path) -> Checkpoint:
    """Note some work of two iterations."""
    checkpoint = Checkpoint(path, SEARCH)
    for bound in (11, 13):
        iteration = checkpoint.begin(bound, 5, 100)
        for root in (2, 4):
            checkpoint.finished(iteration, root, 1000 * bound + root)
    checkpoint.close()
    return checkpoint


def done(path: Path) -> dict[int, dict[int, int]]:
    return {bound: each.done for bound, each in finished_work(read_rows(path, "a checkpoint")[1:])[0].items()}


def test_what_is_finished_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    make(path)
    assert done(path) == {11: {2: 11002, 4: 11004}, 13: {2: 13002, 4: 13004}}
    checkpoint = Checkpoint(path, SEARCH)
    assert checkpoint.iterations[13].nodes == 26106
    checkpoint.close()


@pytest.mark.parametrize("rows", range(4))
def test_a_kill_while_it_is_taken_up_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    path = tmp_path / "journal"
    make(path)
    before = done(path)
    real, left = Journal.add, [rows]

    def add(journal: Journal, row: Row) -> None:
        if not left[0]:
            raise SystemExit  # here it is killed
        left[0] -= 1
        real(journal, row)

    checkpoint = Checkpoint(path, SEARCH)
    monkeypatch.setattr(Journal, "add", add)
    try:
        iteration = checkpoint.begin(13, 5, 100)
        checkpoint.finished(iteration, 3, 13003)
        checkpoint.flush()
    except SystemExit:
        pass
    assert checkpoint._journal is not None
    checkpoint._journal.close()  # as the system does
    found = done(path)
    assert found[11] == before[11]
    assert found[13].items() >= before[13].items()


def test_a_full_disk_ends_no_search_and_what_was_not_written_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal"
    real, full = Journal.add, [False]

    def add(journal: Journal, row: Row) -> None:
        if full[0]:
            raise JournalError("cannot write it: no space left on device; what is in it is kept")
        real(journal, row)

    monkeypatch.setattr(Journal, "add", add)
    checkpoint = Checkpoint(path, SEARCH)
    full[0] = True
    for bound in (11, 13):
        checkpoint.finished(checkpoint.begin(bound, 5, 100), 2, bound)
        checkpoint.flush()
    assert caplog.text.count("no space left on device; what is in it is kept, and the search goes on") == 1
    assert done(path) == {}
    full[0] = False
    checkpoint.finished(checkpoint.iterations[13], 4, 17)
    checkpoint.close()
    assert done(path) == {11: {2: 11}, 13: {2: 13, 4: 17}}


def test_a_root_that_was_not_searched_is_never_taken_for_done(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    make(path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"[4, 13004]", b"[3, 13004]"))
    with pytest.raises(InputError, match=r"line 5: damaged"):
        Checkpoint(path, SEARCH)
    lines = data.splitlines(keepends=True)
    first, second = {2: 11002, 4: 11004}, {2: 13002, 4: 13004}
    for left_out, expected in ((4, {11: first, 13: {}}), (3, {11: first}), (1, {13: second})):
        path.write_bytes(b"".join(lines[:left_out] + lines[left_out + 1 :]))  # as the message says
        checkpoint = Checkpoint(path, SEARCH)
        assert {bound: each.done for bound, each in checkpoint.iterations.items()} == expected
        checkpoint.close()


@pytest.mark.parametrize("row", [{"done": 1, "bound": 2}, {"done": [[1]], "bound": 2}, {"done": [[1, 2]]}, {"bound": True}])
def test_rows_of_another_kind_are_refused(tmp_path: Path, row: dict[str, Any]) -> None:
    path = tmp_path / "journal"
    make(path)
    with Journal(path, "anything") as journal:
        journal.add(row)
    with pytest.raises(InputError, match="not a checkpoint"):
        Checkpoint(path, SEARCH)
