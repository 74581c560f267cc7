# SPDX-License-Identifier: MIT
"""What other systems do differently: locks, memory, mapped files. Stand-ins play them."""

import contextlib
import ctypes
import errno
import json
import logging
import mmap
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.waiting import HANGS, wait_until

from taquin import journal, machine
from taquin.journal import Journal, JournalError
from taquin.tables import source, store
from taquin.tables.store import TableFileError, building, open_table, remove_table, write_table

FACTS = {"kind": "test"}


class Msvcrt(ModuleType):
    """Windows' module of that name: a locked byte belongs to one descriptor until it is closed, and nobody else may lock it."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[tuple[int, int], int] = {}
        self.refused = 0

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        place = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        holder = self.held.get(place)
        if holder is not None and holder != descriptor and self.is_open(holder, place[0]):
            self.refused += 1
            raise OSError(errno.EACCES, "Permission denied")
        self.held[place] = descriptor

    @staticmethod
    def is_open(descriptor: int, inode: int) -> bool:
        try:
            return os.fstat(descriptor).st_ino == inode
        except OSError:
            return False


@pytest.fixture
def windows_locks(monkeypatch: pytest.MonkeyPatch) -> Msvcrt:
    module = Msvcrt()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", module)
    return module


@pytest.fixture
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", None)


class TestJournal:
    def test_a_second_writer_is_kept_out_on_windows(self, tmp_path: Path, windows_locks: Msvcrt) -> None:
        path = tmp_path / "journal"
        with Journal(path, "a row") as first:
            first.add({"a": 1})
            with pytest.raises(JournalError, match="another run is writing"):
                Journal(path, "a row")
            first.add({"a": 2})
        with Journal(path, "a row") as again:
            assert again.rows == [{"a": 1}, {"a": 2}]

    def test_no_byte_that_is_read_is_locked(self, tmp_path: Path, windows_locks: Msvcrt) -> None:
        path = tmp_path / "journal"
        with Journal(path, "a row") as writer:
            writer.add({"a": 1})
            [(_, place)] = windows_locks.held
            assert place > path.stat().st_size
        assert path.read_bytes().startswith(b'{"a": 1, ')
        assert path.read_bytes().count(b"\n") == 1

    @pytest.mark.usefixtures("no_locks")
    def test_no_locks_are_survived(self, tmp_path: Path) -> None:
        with Journal(tmp_path / "journal", "a row") as writer:
            writer.add({"a": 1})

    def test_lines_end_in_one_byte(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        wanted, real = [], os.open

        def remember(path: Path, flags: int, mode: int) -> int:
            wanted.append(flags)
            return real(path, flags & ~(1 << 15), mode)

        monkeypatch.setattr(journal, "BINARY", 1 << 15)
        monkeypatch.setattr(os, "open", remember)
        with Journal(tmp_path / "journal", "a row"):
            assert wanted[0] & 1 << 15


class TestBuilding:
    def test_one_builder_at_a_time_on_windows(
        self, tmp_path: Path, windows_locks: Msvcrt, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(store, "WAIT_FOR_LOCK", 0.001)
        order = []

        def second() -> None:
            with building(tmp_path, "t"):
                order.append("second")

        thread = threading.Thread(target=second)
        with building(tmp_path, "t"):
            thread.start()
            wait_until(lambda: windows_locks.refused >= 2, "a builder that waits")
            order.append("first")
        thread.join(HANGS)
        assert order == ["first", "second"]

    @pytest.mark.usefixtures("no_locks")
    def test_nobody_waits_without_locks(self, tmp_path: Path) -> None:
        with building(tmp_path, "t"), building(tmp_path, "t"):
            pass


@pytest.fixture
def mapped_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[Path]]:
    """Let files be replaced and deleted as Windows does: not while they are mapped or open."""
    held: set[Path] = set()

    def refuse(path: Path) -> None:
        if path in held:
            raise PermissionError(errno.EACCES, "Access is denied", str(path))

    replace, unlink = Path.replace, Path.unlink

    def guarded_replace(self: Path, target: Path) -> Path:
        refuse(target)
        return replace(self, target)

    def guarded_unlink(self: Path, missing_ok: bool = False) -> None:
        refuse(self)
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "replace", guarded_replace)
    monkeypatch.setattr(Path, "unlink", guarded_unlink)
    yield held
    held.clear()


class TestMappedTables:
    def test_a_table_that_is_mapped_elsewhere_is_built_in_memory(
        self, tmp_path: Path, mapped_files: set[Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(source, "cache_directory", lambda: tmp_path)
        mapped_files.add(write_table(tmp_path, "t", {"kind": "of another version"}, b"old"))
        with caplog.at_level(logging.WARNING):
            payload = source._find("t", FACTS, 3, lambda: b"new", lambda: False)
        assert bytes(payload) == b"new"
        assert "stay in memory" in caplog.text
        assert bytes(open_table(store.path_of(tmp_path, "t")).payload) == b"old"
        assert not list(tmp_path.glob("*.tmp"))

    def test_a_table_that_is_refused_is_let_go(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[Any] = []
        real = mmap.mmap

        def remember(*arguments: Any, **options: Any) -> Any:
            opened.append(real(*arguments, **options))
            return opened[-1]

        path = write_table(tmp_path, "t", FACTS, b"x" * 100)
        path.write_bytes(path.read_bytes()[:-1] + b"y")
        monkeypatch.setattr(mmap, "mmap", remember)
        with pytest.raises(TableFileError, match="checksum"):
            open_table(path, FACTS)
        assert opened[0].closed  # at once, whoever keeps the error

    def test_removing_leaves_what_is_in_use_beside_a_table(self, tmp_path: Path, mapped_files: set[Path]) -> None:
        path = write_table(tmp_path, "t", FACTS, b"x")
        with building(tmp_path, "t"):
            mapped_files.add(tmp_path / "t.taquin.lock")
            remove_table(path)
        assert not path.exists()


class TestMemory:
    @pytest.fixture(autouse=True)
    def fresh(self) -> Iterator[None]:
        machine._available_in.cache_clear()
        yield
        machine._available_in.cache_clear()

    def test_windows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Kernel:
            @staticmethod
            def GlobalMemoryStatusEx(pointer: Any) -> int:  # noqa: N802 - its name
                address = ctypes.addressof(pointer._obj)
                assert ctypes.c_uint32.from_address(address).value == 64
                ctypes.c_uint64.from_address(address + 8).value = 16 << 30
                ctypes.c_uint64.from_address(address + 16).value = 5 << 30
                return 1

        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(ctypes, "windll", type("Libraries", (), {"kernel32": Kernel}), raising=False)
        monkeypatch.setattr(machine, "_free_in_control_group", lambda: machine.UNLIMITED)
        assert machine.total_memory() == 16 << 30
        assert machine.available_memory() == 5 << 30

    def test_macos(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told = {"hw.pagesize": 16384, "hw.memsize": 8 << 30, "vm.page_free_count": 1000, "vm.page_pageable_external_count": 500}
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr(machine, "_sysctl", told.get)
        monkeypatch.setattr(machine, "_free_in_control_group", lambda: machine.UNLIMITED)
        assert machine.available_memory() == 1500 * 16384

        def no_pages(name: str) -> int:
            raise ValueError("unrecognized configuration name")

        monkeypatch.setattr(os, "sysconf", no_pages)
        assert machine.total_memory() == 8 << 30

    @pytest.mark.parametrize("platform", ["win32", "darwin"])
    def test_a_system_that_tells_nothing(self, platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(machine, "_free_in_control_group", lambda: machine.UNLIMITED)
        monkeypatch.delattr(os, "sysconf", raising=False)
        assert machine.total_memory() is None  # neither Windows nor macOS answers here
        assert machine.available_memory() == machine.ASSUMED_MEMORY

    def test_cores_without_affinity(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
        monkeypatch.setattr(os, "cpu_count", lambda: 6)
        assert machine.usable_cores() == 6
        monkeypatch.setattr(os, "cpu_count", lambda: None)
        assert machine.usable_cores() == 1


def test_no_system_needs_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(path: Path, **_: object) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", nothing)
    with contextlib.suppress(Exception):
        machine._available_in.cache_clear()
    assert machine.available_memory() > 0
    assert machine.private_memory(os.getpid()) == 0
    assert json.dumps(machine.describe_machine())
    machine._available_in.cache_clear()
