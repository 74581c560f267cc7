# SPDX-License-Identifier: MIT
"""`taquin judge`: is an answer right, and is it a shortest one?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import click

from taquin.answers import MAX_LOG, NOTATIONS, Answer, read_log
from taquin.board import Board
from taquin.board_rows import BoardReader, load_row, start_in, told_lines
from taquin.cli.exit_codes import BAD_INPUT, LIMIT, OK, UNSOLVABLE, gravest
from taquin.cli.method_options import limit_options, metric_option
from taquin.cli.options import check_no_file, json_option, reader_options
from taquin.cli.reading import MAX_BYTES, decode, read_lines
from taquin.cli.text_tables import print_table, print_text
from taquin.cli.watch import Watch
from taquin.errors import InputError
from taquin.judgement import Judgement, judge
from taquin.metric import TILES, UNITS, counted
from taquin.solution import Limits

ANSWER_NAMES: Final = ("moves", "answer", "solution", "path", "boards")
EXPECTED: Final = 'an object with "start" and "moves"'
LONGEST_NAME: Final = 80
NUMBER: Final = re.compile("[0-9]")

EXAMPLE: Final = '{"name": "Ann", "start": "013425786", "moves": "RDRD"}'
"""An answer of a file."""

EPILOG = """\b
MOVES are letters, words or arrows, of the blank or of the tiles (whichever
reaches the goal), or the numbers of the tiles that move. With --file, many
answers: a JSON object a line, with "start" and "moves" (or "path", a list of
boards), and "goal" and "name" if there are any; or the log of one answer,
its boards one after the other. Blank lines and lines that begin with # are
skipped. Exit code 0 when every answer reaches its goal, 4 when one does not,
3 when a board cannot be solved, 2 when one cannot be read. With --json all
rows have the same fields, null where nothing is known; "error" says why an
answer cannot be read.

\b
Examples:
  taquin judge "0 1 3 / 4 2 5 / 7 8 6" RDRD
  taquin judge 013425786 "1 2 5 6"
  taquin generate --count 3 --seed 1 | taquin batch - | taquin judge --file -
"""


@dataclass(frozen=True)
class Handed:
    """One answer as it was handed in."""

    name: str
    start: Board
    goal: Board
    answer: object


@click.command("judge", epilog=EPILOG)
@click.argument("words", nargs=-1, metavar="BOARD MOVES")
@click.option("--file", "file", metavar="PATH", help="Read boards and answers from a file, - for standard input.")
@reader_options
@click.option(
    "--moves", "notation", type=click.Choice(NOTATIONS), default="auto", help="What a direction is of (default: auto, see below)."
)
@metric_option
@limit_options
@json_option
def judge_command(
    words: tuple[str, ...],
    file: str | None,
    reader: BoardReader,
    notation: str,
    metric: str,
    limits: Limits,
    as_json: bool,
) -> int:
    """Judge the answer MOVES to BOARD: legal, reaching the goal, how much longer than necessary, and where that begins."""
    if (file is None) == (not words):
        raise InputError("give BOARD and MOVES, such as '1 2 3 / 4 0 6 / 7 5 8' DR, or --file PATH")
    if file is not None:
        return _judge_file(file, reader, notation, metric, limits, as_json)
    if len(words) < 2:
        check_no_file(words)
        raise InputError("give the moves after the board, in quotes, such as 'R2 D'", field="moves")
    start, goal, moves = _split(words, reader)
    with Watch("judging", metric) as watch:
        judgement = judge(start, moves, goal, notation=notation, metric=metric, limits=limits, observer=watch)
    if as_json:
        click.echo(json.dumps(judgement.to_json()))
    else:
        _print_judgement(judgement)
    if watch.interrupted:
        raise KeyboardInterrupt  # with what was known until then
    return _code(judgement)


def _split(words: tuple[str, ...], reader: BoardReader) -> tuple[Board, Board, str]:
    """Tell board and moves apart: all words but the last are the board, or else the first alone."""
    for board, moves in ((" ".join(words[:-1]), words[-1]), (words[0], " ".join(words[1:]))):
        try:
            start, goal = reader.read(board)
        except InputError as error:
            if error.field == "goal":
                raise
            continue
        return start, goal, moves
    if not any(NUMBER.search(word) for word in words[1:-1]):
        reader.read(words[0])  # nothing behind it looks like a board: this says what is wrong with it
    try:
        reader.read(" ".join(words[:-1]))
    except InputError as error:
        raise error.within(error.field or "start", "put the board in quotes, and the moves; as it stands, ") from None
    raise AssertionError("neither reading of the words is a board")


def _judge_file(file: str, reader: BoardReader, notation: str, metric: str, limits: Limits, as_json: bool) -> int:
    codes, rows = [], []
    shown = "given" if metric == TILES else "cost"
    answers = list(_read_answers(file, reader))  # not below: whoever types them ends that with Ctrl-C, which is then the watch's
    with Watch("", metric) as watch:
        for number, handed in enumerate(answers, start=1):
            watch.label = f"answer {number}"
            name, row, code = _judge_one(handed, notation, metric, limits, watch)
            if watch.interrupted:
                break
            codes.append(code)
            watch.clear()
            if as_json:
                click.echo(json.dumps({"name": name} | row))
            else:
                said = "; ".join(filter(None, (row["verdict"], row["advice"])))
                rows.append((name, _text(row["optimal"]), _text(row[shown]), _text(row["excess"]), said))
    if rows:
        heads = ("name", "shortest", f"{UNITS[metric]}s", "more", "verdict")
        print_table(heads, rows, numbers=heads[1:4])
    if watch.interrupted:
        raise KeyboardInterrupt  # with the answers before
    return gravest(codes)


def _judge_one(
    handed: Handed | tuple[str, InputError], notation: str, metric: str, limits: Limits, watch: Watch
) -> tuple[str, dict[str, Any], int]:
    if isinstance(handed, tuple):
        name, error = handed
        return name, _not_judged(error), BAD_INPUT
    try:
        judgement = judge(
            handed.start, handed.answer, handed.goal, notation=notation, metric=metric, limits=limits, observer=watch
        )
    except InputError as error:
        return handed.name, _not_judged(error), BAD_INPUT
    return handed.name, {"error": None} | judgement.to_json(), _code(judgement)


def _not_judged(error: InputError) -> dict[str, Any]:
    """Return the row of an answer that cannot be read: the fields of every other, all of them empty but what is wrong."""
    board = Board.goal(2, 2)
    fields = Judgement(board, board, Answer((), 0, ""), True, 0, 0).to_json()
    return {"error": str(error)} | dict.fromkeys(fields) | {"verdict": str(error)}


def _read_answers(path: str, reader: BoardReader) -> Iterator[Handed | tuple[str, InputError]]:
    """Yield the answers of a file of JSON lines, or the one of a log of boards."""
    data = read_lines(path)
    lines = told_lines(data)
    first = next(lines, (0, b""))
    if not first[1].startswith(b"{"):
        text = decode(_join(chain([first[1] + b"\n"], data)), "the log")
        try:
            boards = read_log(text, reader.size)
        except InputError as error:
            raise InputError(f"{error}; or a JSON object a line, {EXAMPLE}") from None
        yield Handed("1", boards[0], reader.goal_of(boards[0]), boards)
        return
    for number, line in chain([first], lines):
        name = f"line {number}"
        try:
            row = _load_row(line)
            name = name if row.get("name") is None else str(row["name"])[:LONGEST_NAME]
            yield _read_row(row, name, reader)
        except InputError as error:
            yield name, error


def _join(lines: Iterable[bytes]) -> bytes:
    """Put the lines of a log together; one that does not end is refused."""
    data = bytearray()
    for line in lines:
        data += line
        if len(data) > MAX_LOG:
            raise InputError(f"the log holds more than {MAX_LOG:,} bytes")
    return bytes(data)


def _load_row(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_BYTES:
        raise InputError(f"the line holds more than {MAX_BYTES:,} bytes")
    return load_row(decode(line, "the line"), EXPECTED)


def _read_row(row: dict[str, Any], name: str, reader: BoardReader) -> Handed:
    answer = next((row[key] for key in ANSWER_NAMES if row.get(key) is not None), None)
    if start_in(row) is None and isinstance(answer, list) and answer:
        row = row | {"start": answer[0]}
    if start_in(row) is not None and answer is None and any(key in row for key in ANSWER_NAMES):
        answer = ""  # a row of a search that found none
    if start_in(row) is None or answer is None:
        raise InputError(f'expected {EXPECTED}, or with "path", a list of boards')
    start, goal = reader.read_row(row)
    return Handed(name, start, goal, answer)


def _print_judgement(judgement: Judgement) -> None:
    print_text(judgement.verdict[:1].upper() + judgement.verdict[1:])
    if judgement.advice:
        print_text(judgement.advice[:1].upper() + judgement.advice[1:])
    if judgement.answer.notation == "tile":
        print_text("Read as directions of the tiles.")
    if judgement.optimal is not None and not judgement.reaches:
        print_text(f"A shortest path has {counted(judgement.optimal, judgement.metric)}.")


def _code(judgement: Judgement) -> int:
    if not judgement.solvable:
        return UNSOLVABLE
    return OK if judgement.reaches else LIMIT


def _text(value: object) -> str:
    return "" if value is None else str(value)
