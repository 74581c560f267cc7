# SPDX-License-Identifier: MIT
"""Readers of texts and JSON values: they take the input or raise `InputError`, and what they take is read back as it was."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from tests.fuzz.registry import RejectedError, Target, json_of, text_of, words, work_folder

from taquin import instances
from taquin.answers import NOTATIONS as ANSWER_NOTATIONS, read_answer, read_log
from taquin.board import GOALS, Board
from taquin.board_rows import BoardReader
from taquin.cli.board_lines import BoardLine, file_lines
from taquin.engines import choose_engine
from taquin.errors import InputError, MethodError
from taquin.heuristics import custom
from taquin.instances import SET_NAMES, load_instances
from taquin.method import OPTIONS, Method, parse_method
from taquin.moves import NOTATIONS, format_moves, parse_moves
from taquin.notation import STYLES, board_from_json, board_to_json, format_board, parse_board, parse_goal, parse_size, read_board
from taquin.question import Question, keys_of
from taquin.search import SEARCHES
from taquin.service.requests import read_rows
from taquin.solution import LIMITS, Limits, Solution, Status, read_limits
from taquin.solver import solve_question

T = TypeVar("T")

SIZES: Final = (None, "2x3", "3x3", "8-puzzle", (4, 4))
SOLVED_CELLS: Final = 9
"""Boards up to this size are solved, within `SOLVE_LIMITS`."""
SOLVE_LIMITS: Final = Limits(time=1.0, nodes=2000, memory=64 << 20)
BOARD_WORDS: Final = (
    "1 2 3",
    " / ",
    "; ",
    "\n",
    "_",
    "3x3: ",
    "4x4 snail: ",
    "ULDR",
    "R2",
    "[[1,2],[3,0]]",
    "123456780",
    "3\n",
    "| 1 |",
    "array([",
    "(1,2",
    "# ",
    "9abcdef0",
    "+--+",
)
METHOD_WORDS: Final = (
    *SEARCHES,
    *words("manhattan max( ) , pdb pdb:5-5-5 linear-conflict wd inversion @ : a* optimal@pdb:6-6-3"),
)
OPTION_WORDS: Final = (
    *OPTIONS,
    *words("ULDR 3/2 deep,lifo fifo fast best true time nodes memory depth 1GiB 2GB"),
)
QUESTION_WORDS: Final = (
    *METHOD_WORDS,
    *OPTION_WORDS,
    *GOALS,
    *words("start goal method engine limits native python gpu"),
)
SET_WORDS: Final = words("size goal about instances start optimal solvable facts 3x3")


def no_imports(module_name: str, name: str) -> object:
    """Stand in for the import of a module that the input names: fuzzing must not run what is on this machine."""
    raise MethodError(f"heuristic {name!r} is not imported while fuzzing")


NO_IMPORTS: Final = (custom, "_import", no_imports)


class BadInputIsFine:
    """Take an `InputError`, whose message must be one line of a length that people read, and fit into JSON."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, InputError):
            return False
        message = str(error)
        assert message, "an error without a word"
        assert len(message) < 2000, f"an error of {len(message)} letters"
        assert "\n" not in message, "an error of several lines"
        json.dumps(error.to_json(), ensure_ascii=False).encode()
        return True


def taken(read: Callable[[], T]) -> T | None:
    """Return what is read, None where it is refused."""
    with BadInputIsFine():
        return read()
    return None


def check_board(data: bytes) -> None:
    """Boards as text, in every notation, with and without a size."""
    text = text_of(data)
    for size in SIZES:
        for goal in GOALS:
            with BadInputIsFine():
                _check_round_trips(parse_board(text, size, goal=goal))


def _check_round_trips(board: Board) -> None:
    assert sorted(board.tiles) == list(range(board.rows * board.cols))
    if len(board.tiles) > 100:
        return
    for style in STYLES:
        written = format_board(board, style)
        assert parse_board(written) == board
        assert parse_board(written, board.shape) == board
        assert parse_goal(written, *board.shape) == board
    assert board_from_json(board_to_json(board)) == board
    assert Board.unrank(*board.shape, board.rank()) == board
    for move in board.moves():
        assert board.apply(move, move.opposite) == board


def check_board_json(data: bytes) -> None:
    """Boards as JSON: the library, the text reader and the server agree."""
    value = json_of(data)
    found: list[Board | None] = []
    for read in (board_from_json, lambda rows: parse_board(json.dumps(rows)), read_rows):
        board = None
        with BadInputIsFine():
            board = read(value)
            _check_round_trips(board)
        found.append(board)
    if isinstance(value, list):
        assert found[0] == found[1], "the text reader disagrees"
        with BadInputIsFine():
            assert read_board(value) == found[0]
        if found[2] is not None:
            assert found[2] == found[0], "the server disagrees"


def check_moves(data: bytes) -> None:
    """Moves in both notations; those that stay on a board can be undone."""
    text = text_of(data)
    for notation in NOTATIONS:
        with BadInputIsFine():
            moves = parse_moves(text, notation)
            if len(moves) < 10_000:
                assert parse_moves(format_moves(moves, notation), notation) == moves
                goal = Board.goal(3, 3)
                with contextlib.suppress(InputError):
                    assert goal.apply(*moves).apply(*(move.opposite for move in reversed(moves))) == goal


def check_handed(data: bytes) -> None:
    """What is handed in as a solution: legal moves as far as they go, in whatever notation; and logs of boards."""
    start, goal = Board.from_tiles(3, 3, (0, 1, 3, 4, 2, 5, 7, 8, 6)), Board.goal(3, 3)
    text = text_of(data)
    for notation in ANSWER_NOTATIONS:
        answer = taken(lambda notation=notation: read_answer(text, start, goal, notation))  # type: ignore[misc]
        if answer is not None:
            start.apply(*answer.moves)
            assert len(answer.moves) == answer.given or answer.problem
    taken(lambda: read_log(text))


def check_size(data: bytes) -> None:
    """Sizes of boards."""
    with BadInputIsFine():
        rows, cols = parse_size(text_of(data))
        assert 2 <= rows <= 128
        assert 2 <= cols <= 128
        assert parse_size(f"{rows}x{cols}") == (rows, cols)


def check_goal(data: bytes) -> None:
    """Goals by name or as boards."""
    for shape in ((2, 2), (3, 3), (2, 4)):
        with BadInputIsFine():
            goal = parse_goal(text_of(data), *shape)
            assert goal.shape == shape
            _check_round_trips(goal)


def check_method(data: bytes) -> None:
    """Methods: what is read is written in one way, and read back the same."""
    with BadInputIsFine():
        method = parse_method(text_of(data), allow_custom=False)
        _check_method(method)
        again = parse_method(str(method), allow_custom=False)
        assert again == method, f"{again!r} is not {method!r}"


def _check_method(method: Method) -> None:
    assert method.algorithm in SEARCHES
    json.dumps(method.options)
    assert len(str(method)) < 2000


def check_options(data: bytes) -> None:
    """Options: a JSON object of a method and what it sets, through JSON and back."""
    row = json_of(data)
    if not isinstance(row, dict):
        raise RejectedError
    name = row.pop("method", "optimal")
    for option in (*OPTIONS.values(), *LIMITS):
        for value in row.values():
            with BadInputIsFine():
                read = option.read(value)
                written = json.dumps(
                    option.kind.write(read), ensure_ascii=False
                )  # escaped, two lone surrogates would be one letter
                assert option.read(json.loads(written)) == read
    with BadInputIsFine():
        method = parse_method(name if isinstance(name, str) else "bfs", allow_custom=False).with_options(row)
        _check_method(method)
        written = json.loads(json.dumps(method.to_json(), ensure_ascii=False))
        assert parse_method(written.pop("method"), allow_custom=False).with_options(written) == method


def check_limits(data: bytes) -> None:
    """Limits as JSON, and as the texts of the command line."""
    row = json_of(data)
    if not isinstance(row, dict):
        raise RejectedError
    with BadInputIsFine():
        limits = read_limits(row)
        assert read_limits(json.loads(json.dumps(limits.to_json()))) == limits
    for option in LIMITS:
        with BadInputIsFine():
            value = option.read(row.get(option.name, ""))
            limits = Limits(**{option.name: value})
            assert read_limits(json.loads(json.dumps(limits.to_json()))) == limits


def check_question(data: bytes) -> None:
    """Questions: through JSON and back, and small ones answered, with a path that is replayed."""
    row = json_of(data)
    question = taken(lambda: Question.from_json(row))
    if question is None:
        return
    written = json.loads(json.dumps(question.to_json()))
    again = Question.from_json(written)
    assert again == question, "a question is not read back as it was"
    assert again.key == question.key
    assert hash(again) == hash(question)
    if len(question.start.tiles) <= SOLVED_CELLS:
        with BadInputIsFine():
            check_answer(replace(question, limits=SOLVE_LIMITS))


def check_answer(question: Question) -> None:
    """Answer a question and read the answer back."""
    question = question.with_threads_at_most(1).with_threads(1)
    if choose_engine(question).name not in ("native", "python"):
        return
    if question.method.heuristic is not None and question.method.heuristic.patterns is not None:
        raise RejectedError  # tables are built for whole seconds, once for each partition
    solution = solve_question(question)  # replays the path
    assert solution.status is not Status.FAILED
    if solution.moves is not None:
        assert solution.start.apply(*solution.moves) == question.goal
    row = json.loads(json.dumps(solution.to_json()))
    assert Solution.from_json(row).to_json() == row
    assert question.key in keys_of(row) or question.engine != "auto"


def check_batch_lines(data: bytes) -> None:
    """Lines of a batch, boards or JSON: each is a board with its goal or an error; an object that names both says the same.

    A file may be refused, too, such as one in which boards take several lines.
    """
    path = work_folder() / "boards.txt"
    path.write_bytes(data)
    for reader in (BoardReader(), BoardReader((3, 3), "snail"), BoardReader(None, "0 1 2 3 4 5 6 7 8")):
        with BadInputIsFine():
            for line in file_lines(str(path), reader):
                check_batch_line(line, reader)


def check_batch_line(line: BoardLine, reader: BoardReader) -> None:
    """A board with its goal, or an error."""
    assert (line.start is None) == bool(line.error)
    assert (line.start is None) == (line.goal is None)
    json.dumps(line.text)
    if line.start is not None and line.goal is not None:
        row = {"start": board_to_json(line.start), "goal": board_to_json(line.goal)}
        assert taken(lambda: reader.read_line(json.dumps(row))) == (line.start, line.goal)


def check_instances(data: bytes) -> None:
    """Names of instances, such as korf15:1,3-7."""
    with BadInputIsFine():
        found = load_instances(text_of(data))
        assert len({each.id for each in found}) == len(found)


def check_instance_set(data: bytes) -> None:
    """The JSON of an instance set: read whole or refused."""
    value = json_of(data)
    with BadInputIsFine():
        made = instances.make_set("fuzz", value)
        assert [each.id for each in made] == list(range(1, len(made) + 1))
        for each in made:
            assert each.start.shape == each.goal.shape


TARGETS: Final = (
    Target("board", check_board, "text", BOARD_WORDS),
    Target("board-json", check_board_json, "json", ()),
    Target("moves", check_moves, "text", ("U", "D2", "L ", "R,", "10000000")),
    Target("answer", check_handed, "text", ("U", "↓", "left ", "1 2 5 6", *BOARD_WORDS)),
    Target("size", check_size, "text", ("3x3", "15-puzzle", "×", "8 puzzle", "4")),
    Target("goal", check_goal, "text", (*GOALS, *BOARD_WORDS)),
    Target("method", check_method, "text", METHOD_WORDS),
    Target("options", check_options, "json", (*METHOD_WORDS, *OPTION_WORDS)),
    Target("limits", check_limits, "json", OPTION_WORDS),
    Target("question", check_question, "json", QUESTION_WORDS, examples=40),
    Target("batch-lines", check_batch_lines, "lines", (*BOARD_WORDS, "start", "goal")),
    Target("instances", check_instances, "text", (*SET_NAMES, ":", "1-3", ",", "100")),
    Target("instance-set", check_instance_set, "json", SET_WORDS),
)
