# SPDX-License-Identifier: MIT
"""A journal of JSON lines: what is whole is kept, what was cut is cut off, what is somebody else's is left alone."""

import json
from pathlib import Path

import pytest

from taquin.journal import Journal, JournalError, Row, read_rows

OPENINGS = (b'{"index": ', b'{"note": ')


def knows(row: dict[str, object]) -> bool:
    return "index" in row or "note" in row


def open_journal(path: Path) -> Journal:
    return Journal(path, "a row of ours", knows, OPENINGS)


def test_rows_come_back(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows: list[Row] = [{"index": 1, "stats": {"nodes": 3}}, {"note": "x"}, {"index": 2}]
    with open_journal(path) as journal:
        for row in rows:
            journal.add(row)
    assert read_rows(path, "a row of ours", knows) == rows
    with open_journal(path) as journal:
        assert journal.rows == rows


def test_every_cut_of_the_last_line_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    first, last = {"index": 1}, {"index": 2, "stats": {"nodes": 3}, "options": {"order": "ULRD"}, "path": [[1, 2], [3, 0]]}
    whole = json.dumps(last).encode()
    for cut in range(len(whole) + 1):
        path.write_bytes(json.dumps(first).encode() + b"\n" + whole[:cut])
        with open_journal(path) as journal:
            assert journal.rows == ([first, last] if cut == len(whole) else [first])
            journal.add({"index": 3})
        assert [row["index"] for row in read_rows(path, "a row of ours", knows)][-1] == 3


@pytest.mark.parametrize(
    "data",
    [
        b"precious notes",
        b"precious notes\n",
        b'{"title": "mine"}',
        b'{"title": "mine"}\n',
        b'{"index": 1}\n{"a": [1,',
        b'{"index": 1}\nprecious',
        b'{"index": 1}\n{"title": 1}',
        b"[1, 2]\n",
        b"\x00\xff",
    ],
)
def test_somebody_elses_file_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(data)
    with pytest.raises(JournalError, match="not a row of ours"):
        open_journal(path)
    assert path.read_bytes() == data


def test_a_second_writer_is_kept_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with open_journal(path), pytest.raises(JournalError, match="another run is writing to it"):
        open_journal(path)
    open_journal(path).close()


def test_a_full_disk_is_told_by_name() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    journal = Journal(Path("/dev/full"), "a row of ours")
    with pytest.raises(JournalError, match="/dev/full"):
        journal.add({"index": 1})
    journal.close()
