# SPDX-License-Identifier: MIT
"""A journal of JSON lines: what is whole is kept, what was cut is cut off, what is somebody else's is left alone."""

import errno
import json
import os
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


def write_rows(path: Path, *rows: Row) -> bytes:
    with open_journal(path) as journal:
        for row in rows:
            journal.add(row)
    return path.read_bytes()


def test_no_changed_bit_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows: list[Row] = [{"index": number, "cost": 10 * number, "moves": "ULDR"} for number in (1, 2, 3)]
    data = write_rows(path, *rows)
    first = data.index(b"\n") + 1  # the name of the check in the first line may change: then it stands there without one
    for place in range(first, len(data)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :])
        try:
            open_journal(path).close()
        except JournalError:
            continue
        found = read_rows(path, "a row of ours", knows)
        assert found == rows[: len(found)]


def test_a_damaged_line_is_named_and_may_be_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    data = write_rows(path, {"index": 1}, {"index": 22}, {"index": 3})
    damaged = data.replace(b"22", b"23")
    path.write_bytes(damaged)
    with pytest.raises(JournalError, match=r"line 2: damaged, .* take that line out"):
        open_journal(path)
    with pytest.raises(JournalError, match="line 2: damaged"):
        read_rows(path, "a row of ours", knows)
    assert path.read_bytes() == damaged
    lines = damaged.splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[2])
    with open_journal(path) as journal:
        assert journal.rows == [{"index": 1}, {"index": 3}]


def test_lines_of_an_older_version_are_believed(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"index": 1}\n')
    data = write_rows(path, {"index": 2})
    assert [row["index"] for row in read_rows(path, "a row of ours", knows)] == [1, 2]
    path.write_bytes(data + b'{"index": 3}\n')  # after one with a check there is none without
    with pytest.raises(JournalError, match="line 3"):
        open_journal(path)


def test_a_half_written_line_is_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "rows.jsonl"
    data = write_rows(path, {"index": 1}, {"index": 2})
    path.write_bytes(data[:-5])
    open_journal(path).close()
    assert "rows.jsonl': the last line was half-written and is cut off" in caplog.text
    caplog.clear()
    open_journal(path).close()
    assert not caplog.text


def test_zeros_that_a_power_cut_leaves_are_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    data = write_rows(path, {"index": 1}, {"index": 2})
    for cut in (len(data), len(data) - 5):
        path.write_bytes(data[:cut] + bytes(4096))
        with open_journal(path) as journal:
            assert journal.rows == ([{"index": 1}, {"index": 2}] if cut == len(data) else [{"index": 1}])
    path.write_bytes(bytes(4096))  # nothing says that this one is ours
    with pytest.raises(JournalError, match="not a row of ours"):
        open_journal(path)


def test_what_a_full_disk_took_half_of_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.jsonl"
    real, room = os.write, [30]

    def write(descriptor: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = real(descriptor, bytes(data)[: room[0]])
        room[0] -= written
        return written

    with open_journal(path) as journal:
        monkeypatch.setattr(os, "write", write)
        with pytest.raises(JournalError, match="no space left on device; what is in it is kept"):
            journal.add({"index": 1, "moves": "U" * 50})
        assert path.read_bytes() == b""
        room[0] = 1000
        journal.add({"index": 2})
    assert read_rows(path, "a row of ours", knows) == [{"index": 2}]
