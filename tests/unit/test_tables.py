# SPDX-License-Identifier: MIT
"""Tables on disk: never believed when broken, never half-written, never fought over."""

import json
import os
import signal
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from tests.waiting import wait_until

from taquin import _core as core
from taquin.machine import lock_file
from taquin.tables import source, store, warn_once
from taquin.tables.automata import automaton_name, load_automaton, word_length
from taquin.tables.patterns import PatternTable, groups_by_sizes, load_pattern, plan_tables
from taquin.tables.store import (
    PAYLOAD_OFFSET,
    TableFileError,
    building,
    open_table,
    path_of,
    remove_remains,
    remove_table,
    table_files,
    write_table,
)

FACTS = {"kind": "test", "rows": 3}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache directory; nothing is remembered from before."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(source, "_loaded", {})
    monkeypatch.setattr(warn_once, "_given", set())
    return tmp_path / "cache"


def some_table() -> PatternTable:
    return plan_tables(3, 4, 11, groups_by_sizes(3, 4, 11, (6, 5))).tables[0]


class TestStore:
    def test_round_trip(self, tmp_path: Path) -> None:
        path = write_table(tmp_path, "t", FACTS, b"abc" * 1000)
        opened = open_table(path, FACTS)
        assert bytes(opened.payload) == b"abc" * 1000
        assert opened.facts == FACTS
        assert table_files(tmp_path) == [path]
        remove_table(path)
        assert table_files(tmp_path) == []

    @pytest.mark.parametrize(
        ("damage", "message"),
        [
            (lambda data: data[:-1], "truncated"),
            (lambda data: data[:100], "truncated"),
            (lambda data: b"", "truncated"),
            (lambda data: b"PNG" + data[3:], "not a table"),
            (lambda data: data[:8] + b"\x63" + data[9:], "format version"),
            (lambda data: data[:20] + b"\xff\xff" + data[22:], "header"),
            (lambda data: data[: PAYLOAD_OFFSET + 7] + b"\x01" + data[PAYLOAD_OFFSET + 8 :], "checksum"),
            (lambda data: data + b"more", "truncated"),
        ],
    )
    def test_damage_is_detected(self, tmp_path: Path, damage: object, message: str) -> None:
        path = write_table(tmp_path, "t", FACTS, bytes(5000))
        path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
        with pytest.raises(TableFileError, match=message):
            open_table(path, FACTS)

    def test_no_changed_byte_is_believed(self, tmp_path: Path) -> None:
        path = write_table(tmp_path, "t", FACTS, bytes(100))
        data = path.read_bytes()
        for place in [*range(400), *range(400, len(data), 37), *range(PAYLOAD_OFFSET - 2, len(data))]:
            path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            with pytest.raises(TableFileError):
                open_table(path)

    def test_a_stamp_of_nonsense_is_no_obstacle(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("taquin.tables.store.ALWAYS_CHECKED", 100)
        path = write_table(tmp_path, "t", FACTS, bytes(5000))
        path.with_name("t.taquin.checked").write_bytes(b"\xff\x00")
        assert open_table(path, FACTS).facts == FACTS

    def test_everybody_may_read_a_table_who_may_read_other_files(self, tmp_path: Path) -> None:
        (tmp_path / "other").touch()
        assert write_table(tmp_path, "t", FACTS, b"x").stat().st_mode == (tmp_path / "other").stat().st_mode

    def test_the_next_build_clears_away_what_a_killed_one_left(self, tmp_path: Path) -> None:
        for name in (".t.taquin.12-34.tmp", ".t.1.taquin.12-34.tmp"):
            (tmp_path / name).touch()
        with building(tmp_path, "t"):
            assert [path.name for path in tmp_path.glob(".*.tmp")] == [".t.1.taquin.12-34.tmp"]  # that of another table
        with building(tmp_path, "t.1"):  # now being built: what is there may be in use
            (tmp_path / ".t.1.taquin.12-34.tmp").touch()
            remove_remains(tmp_path)
            assert list(tmp_path.glob(".*.tmp"))
        remove_remains(tmp_path)
        assert not list(tmp_path.glob(".*.tmp"))

    def test_who_waits_for_another_build_hears_that_it_shall_stop(self, tmp_path: Path) -> None:
        answers = iter([False, True])
        with building(tmp_path, "t"), building(tmp_path, "t", lambda: next(answers)):
            assert next(answers, None) is None

    def test_a_lock_that_was_removed_with_its_table_is_no_lock(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = write_table(tmp_path, "t", FACTS, b"x")

        def remove_first(file: BinaryIO) -> bool:
            if path.exists():
                remove_table(path)
            return lock_file(file)

        monkeypatch.setattr(store, "lock_file", remove_first)
        with building(tmp_path, "t"):
            assert path.with_name("t.taquin.lock").exists()

    def test_another_table_under_this_name_is_detected(self, tmp_path: Path) -> None:
        path = write_table(tmp_path, "t", FACTS, b"x")
        with pytest.raises(TableFileError, match="another table"):
            open_table(path, {"kind": "other"})

    def test_a_large_table_is_checked_again_when_it_changes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("taquin.tables.store.ALWAYS_CHECKED", 100)
        path = write_table(tmp_path, "t", FACTS, bytes(5000))
        assert path.with_name("t.taquin.checked").exists()
        written = path.stat().st_mtime_ns
        data = bytearray(path.read_bytes())
        data[-1] ^= 1
        path.write_bytes(data)
        os.utime(path, ns=(written + 1, written + 1))  # a coarse clock may not have gone on
        with pytest.raises(TableFileError, match="checksum"):
            open_table(path, FACTS)

    def test_nothing_is_left_when_writing_fails(self, tmp_path: Path) -> None:
        class Unwritable(bytes):
            def __buffer__(self, flags: int) -> memoryview:
                raise OSError(28, "No space left on device")

        with pytest.raises(TypeError):
            write_table(tmp_path, "t", FACTS, "not bytes")  # type: ignore[arg-type]
        assert list(tmp_path.iterdir()) == []


class TestLoading:
    def test_a_table_is_built_once_and_then_mapped(self, cache: Path) -> None:
        table = some_table()
        built = bytes(load_pattern(table))
        path = path_of(cache, table.name)
        assert path.exists()
        source.forget(table.name)
        before = path.stat().st_mtime_ns
        assert bytes(load_pattern(table)) == built
        assert path.stat().st_mtime_ns == before

    def test_a_corrupt_table_is_reported_and_built_anew(self, cache: Path, caplog: pytest.LogCaptureFixture) -> None:
        table = some_table()
        built = bytes(load_pattern(table))
        source.forget(table.name)
        path = path_of(cache, table.name)
        data = bytearray(path.read_bytes())
        data[PAYLOAD_OFFSET + 99] ^= 255
        path.unlink()  # the old map must keep its bytes
        path.write_bytes(data)
        assert bytes(load_pattern(table)) == built
        assert "corrupt" in caplog.text
        assert "built anew" in caplog.text
        open_table(path, table.facts)

    def test_a_cache_that_nobody_may_look_into_holds_nothing(self, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real = os.stat

        def guarded(path: Any, **options: Any) -> os.stat_result:
            if str(cache) in str(path):
                raise PermissionError(13, "Permission denied")
            return real(path, **options)

        monkeypatch.setattr(os, "stat", guarded)
        assert not source.is_available(some_table().name)

    @pytest.mark.parametrize("damage", [lambda data: data[:50], lambda data: data[:90] + b"?" + data[91:], lambda data: b""])
    def test_a_damaged_table_of_the_package_is_built_anew(
        self, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, damage: Any
    ) -> None:
        table = some_table()
        shipped = tmp_path / "shipped.z"
        shipped.write_bytes(damage(zlib.compress(os.urandom(table.size))))
        monkeypatch.setattr(source, "shipped_file", lambda name: shipped)
        monkeypatch.setattr(source, "is_shipped", lambda name: True)
        assert len(load_pattern(table)) == table.size
        assert "reinstall Taquin, until then it is built anew" in caplog.text
        assert path_of(cache, table.name).exists()

    def test_a_cache_that_cannot_be_written_is_survived(
        self, cache: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cache.write_text("a file where the directory should be")
        table = some_table()
        assert len(load_pattern(table)) == table.size
        assert "stay in memory" in caplog.text

    def test_a_full_disk_is_survived(
        self, cache: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> Path:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(source, "write_table", full)
        assert len(load_pattern(some_table())) == some_table().size
        assert "No space left on device" in caplog.text

    def test_two_processes_build_the_same_table(self, cache: Path) -> None:
        code = "from tests.unit.test_tables import *; sys.stdout.buffer.write(load_in_process(sys.argv[1]))"
        command = [sys.executable, "-c", code, str(cache)]
        builds = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
        first, second = (build.communicate(timeout=60)[0] for build in builds)
        assert first == second == bytes(load_pattern(some_table()))[:1000]
        assert not list(cache.glob(".*.tmp"))

    def test_kill_in_the_middle_of_a_build(self, cache: Path) -> None:
        code = (
            "from tests.unit.test_tables import *; import sys; load_pattern(plan_tables(4, 4, 15, ((0,1,2,4,5,6,8),)).tables[0])"
        )
        environment = os.environ | {"TAQUIN_CACHE": str(cache)}
        process = subprocess.Popen([sys.executable, "-c", code], env=environment)
        wait_until(lambda: list(cache.glob("*.lock")) or process.poll() is not None, "a build")
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not table_files(cache)
        assert len(load_pattern(some_table())) == some_table().size


def load_in_process(cache: str) -> bytes:
    os.environ["TAQUIN_CACHE"] = cache
    return bytes(load_pattern(some_table()))[:1000]


class TestShipped:
    def test_what_ships_is_what_the_builder_makes(self) -> None:
        plan = plan_tables(4, 4, 0, groups_by_sizes(4, 4, 0, (5, 5, 5)))
        for table in plan.tables:
            assert source.is_shipped(table.name)
            built = core.build_pattern(4, 4, table.blank, table.tiles, 2, lambda depth, share: True)
            assert zlib.decompress(source.shipped_file(table.name).read_bytes()) == bytes(built or b"")
        name = automaton_name(4, 4)
        assert zlib.decompress(source.shipped_file(name).read_bytes()) == core.build_automaton(4, 4, word_length(4, 4))

    def test_the_header_is_json(self, tmp_path: Path) -> None:
        path = write_table(tmp_path, "t", FACTS, b"x")
        data = path.read_bytes()
        assert json.loads(data[16 : 16 + int.from_bytes(data[12:16], "little")])["facts"] == FACTS

    def test_an_automaton_is_kept_like_a_table(self, cache: Path) -> None:
        states = bytes(load_automaton(2, 3))
        source.forget(automaton_name(2, 3))
        assert bytes(load_automaton(2, 3)) == states
        assert path_of(cache, automaton_name(2, 3)).exists()


def test_builds_do_not_depend_on_threads() -> None:
    tiles = (0, 1, 2, 4, 5, 6)
    tables = [core.build_pattern(4, 4, 15, tiles, threads, lambda depth, share: True) for threads in (1, 2, 3)]
    assert tables[0] == tables[1] == tables[2]


def test_a_build_can_be_cancelled() -> None:
    assert core.build_pattern(4, 4, 15, (0, 1, 2, 4, 5, 6, 8), 1, lambda depth, share: False) is None
