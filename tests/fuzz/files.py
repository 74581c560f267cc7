# SPDX-License-Identifier: MIT
"""Readers of files: journals, checkpoints, specs and tables. What is damaged is refused, or cut as documented, never believed."""

from __future__ import annotations

import contextlib
import json
import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.fuzz.parsers import NO_IMPORTS, QUESTION_WORDS, BadInputIsFine
from tests.fuzz.registry import RejectedError, Target, words, work_folder

from taquin.cli.row_file import RowFile
from taquin.journal import JournalError
from taquin.lab import boards as lab_boards, journal as lab_journal
from taquin.lab.compare import compare_journals
from taquin.lab.journal import RunJournal, read_journal
from taquin.lab.published import compare_published
from taquin.lab.spec import METRICS, Spec, load_spec, parse_spec
from taquin.lab.summary import make_records, select_rows, summarise
from taquin.methods.checkpoint import Checkpoint
from taquin.question import Question, ask
from taquin.tables import source
from taquin.tables.store import PAYLOAD_OFFSET, TableFileError, open_table, path_of, write_table

SEARCH: Final = {"start": [1, 0], "goal": [0, 1], "tables": "pdb"}
"""What the checkpoint of the corpus belongs to."""
FACTS: Final = {"kind": "test", "rows": 3}
PAYLOAD: Final = bytes(range(256)) * 2
MOST_RUNS: Final = 2000
"""Experiments up to this size are written out."""
ROW_WORDS: Final = (
    *words("index status start goal method options engine error input path optimal solved limit session board group"),
    *words("repetition cost stats generated elapsed expanded machine native null"),
)
SPEC_WORDS: Final = (
    *QUESTION_WORDS,
    *words("boards methods set size file goal name count walk seed repetitions metrics title published crossings"),
    *words("values facts algorithms heuristics korf15:1-3 0-3 0-999999999 bfs astar"),
)


def check_kept(data: bytes, path: Path, opened: Callable[[], Any], first: bytes = b"") -> Any:
    """Open a journal with these bytes; return what `opened` returns, None where it is refused.

    Refused as no journal, the file is as it was. Otherwise it has lost at most a last line that is no JSON, and gained at most an
    end of line. One that is empty then may be begun with a first line.
    """
    path.write_bytes(data)
    found, foreign = None, False
    with BadInputIsFine():
        try:
            found = opened()
        except JournalError:
            foreign = True
            raise
    after = path.read_bytes()
    if foreign:
        assert after == data, "a file that was refused has changed"
    else:
        _check_cut(data, b"" if first and after == first and not data.startswith(first[:-1]) else after)
    return found


def _check_cut(before: bytes, after: bytes) -> None:
    if after == before or (after == before + b"\n" and not before.endswith(b"\n")):
        return
    assert before.startswith(after), "what was kept has changed"
    assert not after or after.endswith(b"\n"), "half a line was kept"
    cut = before[len(after) :]
    assert b"\n" not in cut, "more than the last line was cut off"
    try:
        json.loads(cut)
    except (ValueError, RecursionError):
        return
    raise AssertionError("a whole line was cut off")


@cache
def _batch_question() -> Question:
    return ask("1 2 3 / 4 0 6 / 7 5 8", method="bfs")


def check_batch_rows(data: bytes) -> None:
    """The output of a batch that is gone on with; the command itself is run on it by `cli`."""
    path = work_folder() / "rows.jsonl"

    def opened() -> RowFile:
        rows = RowFile(str(path), resume=True, steps=False)
        try:
            for _ in range(3):
                rows.take(_batch_question())
                rows.take_bad("bad", "input")
        finally:
            rows.close()
        return rows

    check_kept(data, path, opened)


@cache
def _lab_spec() -> Spec:
    return parse_spec({"methods": ["bfs", "astar@manhattan"], "boards": [{"set": "default8:1-2"}], "repetitions": 2})


def check_lab_journal(data: bytes) -> None:
    """The journal of an experiment: what is accepted can be resumed, summed up and compared."""
    folder = work_folder() / "lab"
    folder.mkdir(exist_ok=True)
    path = folder / lab_journal.FILE_NAME

    def opened() -> set[Any]:
        with RunJournal(folder) as journal:
            return journal.done

    done = check_kept(data, path, opened)
    if done is None:
        with BadInputIsFine():
            read_journal(path)
        return
    sessions, rows = read_journal(path)
    assert len(done) <= len(rows)
    with BadInputIsFine():
        records = make_records(rows)
        for metric in METRICS:
            summarise(records, metric)
        make_records(select_rows(_lab_spec(), rows))
        compare_published((), (), (), records)
        compare_journals(rows, rows)
    assert all(isinstance(session["session"], int) for session in sessions)


@cache
def _first_line() -> bytes:
    path = work_folder() / "first"
    Checkpoint(path, SEARCH).close()
    return path.read_bytes()


def check_checkpoint(data: bytes) -> None:
    """A checkpoint, whole or behind its first line: what is taken from it adds up, and is there again the next time."""
    for lines in (data, _first_line() + data):
        _check_checkpoint(lines)


def _check_checkpoint(data: bytes) -> None:
    path = work_folder() / "checkpoint"

    def opened() -> Checkpoint:
        checkpoint = Checkpoint(path, SEARCH)
        checkpoint.close()  # has nothing to write yet
        return checkpoint

    checkpoint = check_kept(data, path, opened, _first_line())
    if checkpoint is None:
        return
    for bound, iteration in checkpoint.iterations.items():
        assert iteration.bound == bound
        assert iteration.roots >= 0
        assert iteration.nodes >= 0
        assert all(0 <= root < iteration.roots and nodes >= 0 for root, nodes in iteration.done.items())
    going_on = Checkpoint(path, SEARCH)
    iteration = going_on.begin(40, 10, 5)
    going_on.finished(iteration, 3, 7)
    going_on.close()
    again = Checkpoint(path, SEARCH)
    again.close()
    assert again.iterations[40].done == iteration.done
    assert again.iterations.keys() == {*checkpoint.iterations, 40}


def check_spec(data: bytes) -> None:
    """Specs of experiments: read alike twice; every run is a question that goes through JSON."""
    folder = work_folder()
    (folder / "boards.txt").write_text("1 2 3 / 4 5 6 / 7 8 0\n", encoding="utf-8")
    path = folder / "study.toml"
    path.write_bytes(data)
    with BadInputIsFine():
        spec = load_spec(path)
        assert load_spec(path) == spec
        if len(spec.boards) * len(spec.methods) * spec.repetitions > MOST_RUNS:
            return
        runs = spec.runs()
        assert len({run.key for run in runs}) == len(runs), "two runs that a journal cannot tell apart"
        for run in runs[:20]:
            assert Question.from_json(json.loads(json.dumps(run.question.to_json()))) == run.question
            assert run.label
        assert spec.part(1, 1).boards
        compare_published(spec.published, spec.crossings, spec.boards, [])


@cache
def _good_table() -> bytes:
    return write_table(work_folder(), "good", FACTS, PAYLOAD).read_bytes()


def check_table(data: bytes) -> None:
    """Table files, damaged: refused, or the same content. The first byte says how the rest damages a good one."""
    if not data:
        raise RejectedError
    good = _good_table()
    rest = data[1:]
    match data[0] % 4:
        case 0:  # other bytes here and there
            damaged = bytearray(good)
            for at, byte in struct.iter_unpack("<HB", rest[: len(rest) // 3 * 3]):
                damaged[at % len(damaged)] = byte
            file = bytes(damaged)
        case 1:  # another header
            header = rest[:4000]
            file = good[:12] + len(header).to_bytes(4, "little") + header.ljust(PAYLOAD_OFFSET - 16, b"\0") + PAYLOAD
        case 2:  # cut, or with something behind
            at = int.from_bytes(rest[:2], "little") % (len(good) + 1)
            file = good[:at] + rest[2:]
        case _:
            file = rest
    path = path_of(work_folder(), "fuzzed")
    path.unlink(missing_ok=True)
    path.write_bytes(file)
    for facts in (FACTS, None):
        with contextlib.suppress(TableFileError):
            assert open_table(path, facts).payload == PAYLOAD, "a table was believed that is not the one that was written"
    _check_source(path)


def _check_source(path: Path) -> None:
    """Where a table comes from: a bad file is built anew."""
    source.forget("fuzzed")
    assert source.load_table("fuzzed", FACTS, len(PAYLOAD), lambda: PAYLOAD) == PAYLOAD
    source.forget("fuzzed")


TABLE_WORDS: Final = ("bytes", "checksum", "facts", "name", "kind", "rows", "TAQUIN\r\n")
NO_ROOM: Final = (lab_journal, "check_room", lambda _folder, _size: None)
"""It asks for 20 MB each time."""
FEW_BOARDS: Final = ((lab_boards, "MAX_DRAWN", 50), (lab_boards, "MAX_WALK", 1000))
"""Bounds are to be met, not to be waited for."""
TARGETS: Final = (
    Target("batch-rows", check_batch_rows, "lines", ROW_WORDS),
    Target("lab-journal", check_lab_journal, "lines", ROW_WORDS, (NO_ROOM,)),
    Target("checkpoint", check_checkpoint, "lines", ("bound", "roots", "nodes", "done", "taquin", "checkpoint")),
    Target("spec", check_spec, "toml", SPEC_WORDS, (NO_IMPORTS, *FEW_BOARDS), seconds=4.0, examples=40),
    Target("table", check_table, "binary", TABLE_WORDS, ((source, "cache_directory", work_folder),)),
)
