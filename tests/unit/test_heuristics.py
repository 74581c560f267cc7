# SPDX-License-Identifier: MIT
"""Each heuristic on boards worked out by hand, and how heuristics are named."""

from __future__ import annotations

import math
import pickle
import random
import sys
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from taquin.board import GOALS, Board, Move, blank_steps
from taquin.errors import BoardError, MethodError
from taquin.heuristics import ALIASES, DEEPEST_NESTING, HEURISTICS, LONGEST_TEXT, euclidean, manhattan, parse_heuristic
from taquin.heuristics.base import FRACTION_SCALE
from taquin.heuristics.distances import TABLE_CELLS
from taquin.heuristics.inversion import fewest_moves as inversion_moves
from taquin.heuristics.last_moves import final_boards
from taquin.heuristics.linear_conflict import Conflict, conflicts, fewest_removals, removals
from taquin.heuristics.walking_distance import fewest_moves as walking_moves

WORKED = Board([[7, 2, 4], [6, 0, 5], [8, 3, 1]])
"""The worked example of the classroom sheets."""
LAST = Board.goal(3, 3)


def value(name: str, board: Board, goal: Board | None = None) -> float:
    return parse_heuristic(name).value(board, goal or Board.goal(board.rows, board.cols))


def shuffled(rows: int, cols: int, seed: int) -> Board:
    """Return any arrangement, solvable or not."""
    tiles = list(range(rows * cols))
    random.Random(seed).shuffle(tiles)
    return Board.from_tiles(rows, cols, tiles)


# Worked examples


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("zero", 0),
        ("misplaced", 7),
        ("manhattan", 16),
        ("linear-conflict", 18),
        ("linear-conflict-pairs", 18),
        ("gaschnig", 7),
        ("inversion", 19),
        ("walking-distance", 18),
        ("corner-conflict", 20),
        ("last-moves", 18),
    ],
)
def test_classroom_board(name: str, expected: int) -> None:
    assert value(name, WORKED) == expected


def test_classroom_board_euclidean() -> None:
    assert f"{value('euclidean', WORKED):.2f}" == "13.30"
    exact = sum(euclidean.tile_distances(WORKED, LAST).values())
    assert exact - 8 / FRACTION_SCALE < value("euclidean", WORKED) <= exact


def test_classroom_board_tile_by_tile() -> None:
    assert list(manhattan.tile_distances(WORKED, LAST).values()) == [4, 0, 3, 3, 1, 2, 2, 1]
    assert list(manhattan.tile_distances(WORKED, LAST)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert euclidean.tile_distances(WORKED, LAST)[1] == pytest.approx(math.sqrt(8))


def test_classroom_board_conflicts() -> None:
    assert conflicts(WORKED, LAST) == [Conflict("row", 2, (6, 5))]
    assert removals(WORKED, LAST) == {("row", 2): 1}


# Properties of single heuristics


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("layout", GOALS)
@pytest.mark.parametrize("shape", [(2, 2), (2, 6), (5, 3), (4, 4)])
def test_solved_is_zero(name: str, layout: str, shape: tuple[int, int]) -> None:
    goal = Board.goal(*shape, layout)
    assert value(name, goal, goal) == 0


@pytest.mark.parametrize("name", [name for name in HEURISTICS if name != "zero"])
def test_one_move_from_the_goal_is_at_most_one(name: str) -> None:
    for _, board in Board.goal(3, 3, "snail").neighbours():
        assert 0 < value(name, board, Board.goal(3, 3, "snail")) <= 1


@pytest.mark.parametrize("name", HEURISTICS)
def test_names_of_tiles_do_not_matter(name: str) -> None:
    """Renaming the tiles of board and goal alike changes nothing: every goal is treated as any other."""
    rng = random.Random(5)
    for rows, cols in [(3, 3), (2, 4), (4, 3)]:
        board, goal = shuffled(rows, cols, 1), shuffled(rows, cols, 2)
        names = [0, *rng.sample(range(1, rows * cols), rows * cols - 1)]
        renamed = [Board.from_tiles(rows, cols, [names[tile] for tile in each.tiles]) for each in (board, goal)]
        assert value(name, *renamed) == value(name, board, goal)


@pytest.mark.parametrize("name", HEURISTICS)
def test_turning_the_board_over_does_not_matter(name: str) -> None:
    for seed in range(20):
        board, goal = shuffled(3, 4, seed), shuffled(3, 4, seed + 100)
        rows_as_columns = [Board(zip(*each.grid, strict=True)) for each in (board, goal)]
        assert value(name, *rows_as_columns) == value(name, board, goal)


@pytest.mark.parametrize("name", [name for name in HEURISTICS if name != "inversion"])
def test_a_mirror_does_not_matter(name: str) -> None:
    """Inversions do change in a mirror: they depend on the direction of reading."""
    for seed in range(20):
        board, goal = shuffled(3, 4, seed), shuffled(3, 4, seed + 100)
        mirrored = [Board([row[::-1] for row in each.grid]) for each in (board, goal)]
        assert value(name, *mirrored) == value(name, board, goal)


@pytest.mark.parametrize("name", HEURISTICS)
def test_unsolvable_boards_get_a_value_too(name: str) -> None:
    assert value(name, Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])) >= 0
    assert value(name, Board([[0, 2], [1, 3]])) >= 0


@pytest.mark.parametrize("name", HEURISTICS)
def test_boards_of_another_shape_are_refused(name: str) -> None:
    with pytest.raises(BoardError, match="the board is 3x3 but the goal is 3x4"):
        value(name, WORKED, Board.goal(3, 4))


@pytest.mark.parametrize("name", [name for name in HEURISTICS if name != "walking-distance"])
def test_the_largest_board_gets_a_value(name: str) -> None:
    assert value(name, shuffled(128, 128, 3)) >= 0


def test_misplaced_leaves_the_blank_out() -> None:
    assert value("misplaced", Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])) == 1
    assert value("misplaced", Board.goal(3, 3, "first"), LAST) == 8


@pytest.mark.parametrize("name", ["manhattan", "euclidean"])
def test_large_and_small_tables_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, goal = shuffled(5, 7, 1), shuffled(5, 7, 2)
    small = value(name, board, goal)
    monkeypatch.setattr("taquin.heuristics.distances.TABLE_CELLS", 4)
    assert value(name, board, goal) == small
    assert TABLE_CELLS < 128 * 128


@pytest.mark.parametrize(("rows", "cols"), [(0, 0), (0, 7), (3, 4), (1, 1), (2, 1), (127, 127)])
def test_euclidean_is_rounded_down_exactly(rows: int, cols: int) -> None:
    scaled = euclidean.scaled_distance(rows, cols)
    square = (rows * rows + cols * cols) * FRACTION_SCALE**2
    assert scaled**2 <= square < (scaled + 1) ** 2


def test_three_reversed_tiles_are_two_removals_and_three_pairs() -> None:
    board = Board([[3, 2, 1], [4, 5, 6], [7, 8, 0]])
    assert value("manhattan", board) == 4
    assert value("linear-conflict", board) == 4 + 2 * 2
    assert value("linear-conflict-pairs", board) == 4 + 2 * 3
    assert removals(board, LAST) == {("row", 1): 2}
    assert [conflict.tiles for conflict in conflicts(board, LAST)] == [(3, 2), (3, 1), (2, 1)]


def test_column_conflicts_count_too() -> None:
    board = Board([[4, 2, 3], [1, 5, 6], [7, 8, 0]])
    assert conflicts(board, LAST) == [Conflict("column", 1, (4, 1))]
    assert value("linear-conflict", board) == 4


def test_fewest_removals_is_the_smallest_set_that_ends_all_conflicts() -> None:
    rng = random.Random(1)
    for _ in range(200):
        places = rng.sample(range(7), rng.randint(0, 7))
        kept = max(size for size in range(len(places) + 1) for part in combinations(places, size) if list(part) == sorted(part))
        assert fewest_removals(places) == len(places) - kept


def jumps(board: Board, goal: Board) -> int:
    """Play Gaschnig's puzzle out, move by move."""
    tiles, count = list(board.tiles), 0
    while tiles != list(goal.tiles):
        blank = tiles.index(0)
        if blank == goal.blank:
            source = next(cell for cell, tile in enumerate(tiles) if tile != goal.tiles[cell])
        else:
            source = tiles.index(goal.tiles[blank])
        tiles[blank], tiles[source] = tiles[source], 0
        count += 1
    return count


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (4, 5)])
def test_gaschnig_counts_the_jumps(shape: tuple[int, int]) -> None:
    for seed in range(100):
        board, goal = shuffled(*shape, seed), shuffled(*shape, seed + 1000)
        assert value("gaschnig", board, goal) == jumps(board, goal)


@pytest.mark.parametrize("length", range(2, 10))
def test_inversion_moves_are_a_shortest_way_to_zero(length: int) -> None:
    """Breadth-first over the number of inversions, with every change that one move can make."""
    changes = range(-(length - 1), length, 2)
    reached, layer, depth = {0: 0}, {0}, 0
    while depth < 12:
        depth += 1
        layer = {number + change for number in layer for change in changes} - set(reached)
        reached |= dict.fromkeys(layer, depth)
    assert len(reached) > 12
    for number, moves in reached.items():
        if number >= 0:
            assert inversion_moves(number, length) == moves


def matrices(lines: int, length: int) -> int:
    """Count the tables of walking distance: matrices whose rows and columns sum to the length, one of each to one less."""

    @cache
    def ways(lines_left: int, short_to_come: bool, room: tuple[int, ...]) -> int:
        if not lines_left:
            return 1
        total = 0
        for short in {False, short_to_come}:
            if lines_left == 1 and short_to_come and not short:
                continue
            for counts in spread(length - short, room):
                left = tuple(sorted(space - count for space, count in zip(room, counts, strict=True)))
                total += ways(lines_left - 1, short_to_come and not short, left)
        return total

    return ways(lines, True, (length - 1, *[length] * (lines - 1)))


def spread(total: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(room) == 1:
        if total <= room[0]:
            yield (total,)
        return
    for count in range(min(total, room[0]) + 1):
        for rest in spread(total - count, room[1:]):
            yield count, *rest


def vertical_moves(goal: Board) -> dict[tuple[int, ...], int]:
    """Search the puzzle itself with sideways moves for free, each tile known by its goal row only, the blank by -1."""
    rows, cols = goal.shape
    start = tuple(cell // cols if tile else -1 for cell, tile in enumerate(goal.tiles))
    reached, queue = {start: 0}, deque([start])
    while queue:
        labels = queue.popleft()
        blank = labels.index(-1)
        for move, cell in blank_steps(rows, cols)[blank]:
            child = list(labels)
            child[blank], child[cell] = child[cell], -1
            free = move in (Move.LEFT, Move.RIGHT)
            moves = reached[labels] + (not free)
            if moves < reached.get(tuple(child), sys.maxsize):
                reached[tuple(child)] = moves
                (queue.appendleft if free else queue.append)(tuple(child))
    return reached


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)])
@pytest.mark.parametrize("layout", [*GOALS, "random"])
def test_walking_distance_is_the_puzzle_with_one_direction_for_free(shape: tuple[int, int], layout: str) -> None:
    goal = shuffled(*shape, 9) if layout == "random" else Board.goal(*shape, layout)

    def labels(board: Board, goal: Board) -> tuple[int, ...]:
        return tuple(goal.tiles.index(tile) // goal.cols if tile else -1 for tile in board.tiles)

    def turn(board: Board) -> Board:
        return Board(zip(*board.grid, strict=True))

    vertical, sideways = vertical_moves(goal), vertical_moves(turn(goal))
    for seed in range(200):
        board = shuffled(*shape, seed)
        expected = vertical[labels(board, goal)] + sideways[labels(turn(board), turn(goal))]
        assert value("walking-distance", board, goal) == expected


OFFERED = [(rows, cols) for rows in range(2, 7) for cols in range(2, 9 - rows)]


@pytest.mark.parametrize(("lines", "length"), OFFERED)
def test_walking_distance_reaches_every_matrix(lines: int, length: int) -> None:
    assert len(walking_moves(lines, length, 0)) == matrices(lines, length) <= 1_000_000


@pytest.mark.parametrize(("lines", "length", "states"), [(7, 2, 16_854_390), (5, 4, 5_977_015)])
def test_walking_distance_is_refused_where_a_table_is_large(lines: int, length: int, states: int) -> None:
    assert matrices(lines, length) == states
    assert HEURISTICS["walking-distance"].refuses(lines, length)


@pytest.mark.parametrize("shape", [(5, 5), (2, 7), (7, 2), (3, 6), (4, 5), (128, 128), (2, 128)])
def test_walking_distance_says_why_it_is_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(MethodError, match=f"walking-distance does not take {shape[0]}x{shape[1]} boards: .* millions of states"):
        parse_heuristic("walking-distance").towards(Board.goal(*shape))


def test_walking_distance_of_the_fifteen_puzzle() -> None:
    table = walking_moves(4, 4, 3)
    assert (len(table), max(table.values())) == (24964, 35)


def test_corner_conflict_adds_to_linear_conflict() -> None:
    shut_in = Board([[5, 2, 3], [4, 1, 6], [7, 8, 0]])
    assert value("linear-conflict", shut_in) == value("manhattan", shut_in) == 4
    assert value("corner-conflict", shut_in) == 4 + 2 * 2
    counted_already = Board([[3, 2, 1], [4, 5, 6], [7, 8, 0]])
    assert value("corner-conflict", counted_already) == value("linear-conflict", counted_already) + 2 * 2


def test_corner_conflict_spares_corners_of_the_blank() -> None:
    assert value("corner-conflict", Board([[1, 2, 3], [4, 0, 6], [7, 8, 5]])) == 2
    assert value("corner-conflict", Board([[0, 2, 3], [4, 1, 6], [7, 8, 5]])) == value(
        "manhattan", Board([[0, 2, 3], [4, 1, 6], [7, 8, 5]])
    )


@pytest.mark.parametrize("layout", [*GOALS, "random"])
def test_last_moves_is_two_more_than_manhattan_to_a_board_two_moves_away(layout: str) -> None:
    for shape in [(2, 2), (2, 3), (3, 3), (4, 3)]:
        goal = shuffled(*shape, 7) if layout == "random" else Board.goal(*shape, layout)
        near, boards = final_boards(goal)
        for seed in range(50):
            board = shuffled(*shape, seed)
            expected = near.get(board.tiles, 2 + min(value("manhattan", board, last) for last in boards))
            assert value("last-moves", board, goal) == expected


# Names


def test_registry_is_in_order_and_explained() -> None:
    assert list(HEURISTICS) == [
        "zero", "misplaced", "manhattan", "euclidean", "linear-conflict", "linear-conflict-pairs", "gaschnig", "inversion",
        "walking-distance", "corner-conflict", "last-moves",
    ]  # fmt: skip
    for name, heuristic in HEURISTICS.items():
        assert heuristic.name == name
        assert len(heuristic.relaxation) > 30
        assert heuristic.admissible or not heuristic.consistent


@pytest.mark.parametrize("name", HEURISTICS)
def test_every_name_is_read(name: str) -> None:
    assert parse_heuristic(name) is HEURISTICS[name]
    assert parse_heuristic(f"  {name.upper()} ") is HEURISTICS[name]
    assert parse_heuristic(name.replace("-", "_"), allow_custom=False) is HEURISTICS[name]


@pytest.mark.parametrize("alias", ALIASES)
def test_every_alias_is_read(alias: str) -> None:
    assert parse_heuristic(alias) is HEURISTICS[ALIASES[alias]]
    assert alias not in HEURISTICS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("manhatan", "unknown heuristic 'manhatan'; did you mean 'manhattan'?"),
        ("haming", "unknown heuristic 'haming'; did you mean 'hamming'?"),
        ("walkingdistance", "did you mean 'walking-distance'?"),
        ("", "unknown heuristic ''; choose one of: zero, misplaced"),
        ("xyzzy", "choose one of: zero, misplaced, manhattan"),
        ("max(manhattan,manhatan)", "did you mean 'manhattan'?"),
    ],
)
def test_unknown_names_get_a_suggestion(text: str, message: str) -> None:
    with pytest.raises(MethodError) as caught:
        parse_heuristic(text)
    assert message in str(caught.value)


# Combinations


def test_maximum_takes_the_largest() -> None:
    assert value("max(misplaced,manhattan,gaschnig)", WORKED) == 16
    assert value("max(misplaced, linear conflict)", WORKED) == 18
    assert value("max(inversion,linear-conflict)", WORKED) == 19


def test_maximum_has_a_canonical_name() -> None:
    assert parse_heuristic("max(manhattan,walking-distance)").name == "max(manhattan,walking-distance)"
    assert parse_heuristic(" MAX ( md , max(wd,md) ) ").name == "max(manhattan,walking-distance)"
    assert parse_heuristic("max(md,manhattan)") is HEURISTICS["manhattan"]
    assert parse_heuristic("max(wd)") is HEURISTICS["walking-distance"]
    assert parse_heuristic("max(wd,md)") == parse_heuristic("max(walking-distance,manhattan)")


def test_maximum_brings_parts_to_one_scale() -> None:
    both = parse_heuristic("max(misplaced,euclidean)")
    assert both.scale == FRACTION_SCALE
    assert both.value(WORKED, LAST) == value("euclidean", WORKED)
    near = Board([[2, 1, 3], [4, 5, 6], [8, 7, 0]])
    assert both.value(near, LAST) == 4
    assert parse_heuristic("max(manhattan,gaschnig)").scale == 1


@pytest.mark.parametrize(
    ("text", "admissible", "consistent"),
    [
        ("max(manhattan,gaschnig)", True, True),
        ("max(manhattan,corner-conflict)", True, False),
        ("max(manhattan,linear-conflict-pairs)", False, False),
    ],
)
def test_maximum_claims_what_all_parts_claim(text: str, admissible: bool, consistent: bool) -> None:
    heuristic = parse_heuristic(text)
    assert (heuristic.admissible, heuristic.consistent) == (admissible, consistent)


def test_maximum_is_refused_where_a_part_is() -> None:
    heuristic = parse_heuristic("max(manhattan,walking-distance)")
    assert heuristic.refuses(4, 4) is None
    assert heuristic.refuses(5, 5) == HEURISTICS["walking-distance"].refuses(5, 5)
    with pytest.raises(MethodError, match="does not take 5x5 boards"):
        heuristic.towards(Board.goal(5, 5))


@pytest.mark.parametrize(
    "text",
    [
        "max(",
        "max()",
        "max(manhattan",
        "max(manhattan,)",
        "max(,manhattan)",
        "max(zero))",
        "max(zero)x",
        "max(zero),(zero)",
        "max(a,(b)",
    ],
)
def test_malformed_maximum(text: str) -> None:
    with pytest.raises(MethodError, match="expected max"):
        parse_heuristic(text)


def test_maximum_is_bounded() -> None:
    def nested(depth: int) -> str:
        return "max(" * depth + "zero" + ")" * depth

    assert parse_heuristic(nested(DEEPEST_NESTING)) is HEURISTICS["zero"]
    with pytest.raises(MethodError, match="nested at most 8 deep"):
        parse_heuristic(nested(DEEPEST_NESTING + 1))
    for huge in ("max(" * 1_000_000, "x" * 10_000_000, "(" * LONGEST_TEXT, "a:" * 10_000_000):
        with pytest.raises(MethodError) as caught:
            parse_heuristic(huge)
        assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", [*HEURISTICS, "max(euclidean,manhattan)"])
def test_heuristics_can_be_pickled(text: str) -> None:
    heuristic = pickle.loads(pickle.dumps(parse_heuristic(text)))
    assert heuristic == parse_heuristic(text)
    assert heuristic.value(WORKED, LAST) == value(text, WORKED)


# A heuristic of your own


@pytest.fixture
def write_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Stand in a directory with a module of heuristics; yield the module's name."""
    source = """
from decimal import Decimal
from fractions import Fraction

def count(board, goal):
    return sum(tile != wanted for tile, wanted in zip(board.tiles, goal.tiles) if tile)

class Family:
    @staticmethod
    def estimate(board, goal):
        return 2

def shape(board, goal):
    return board.rows * 10 + goal.cols

def returning(value):
    return lambda board, goal: value

half, third, tenth, whole, yes, minus_zero = map(returning, (0.5, Fraction(1, 3), Decimal("0.1"), 3, True, -0.0))
nan, infinite, negative, text, nothing = map(returning, (float("nan"), float("inf"), -1, "7" * 1000, None))
huge, tiny_negative, imaginary, decimal_nan = map(returning, (-10**9999, -1e-300, 1j, Decimal("nan")))
endless, unwritable = map(returning, ([1] * 100000, Fraction(10**9999, 7)))
constant = 5

def divides(board, goal):
    return 1 / 0

def talks(board, goal):
    raise RuntimeError("many\\nlines " * 1000)
"""
    name = f"own_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(source)
    (tmp_path / f"{name}_broken.py").write_text("this is no Python")
    (tmp_path / f"{name}_exits.py").write_text("raise SystemExit(3)")
    (tmp_path / f"{name}_imports.py").write_text("import no_such_module_at_all")
    monkeypatch.chdir(tmp_path)
    yield name
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


def test_a_function_of_your_own(write_module: str) -> None:
    before = list(sys.path)
    heuristic = parse_heuristic(f"{write_module}:count")
    assert sys.path == before
    assert heuristic.name == f"{write_module}:count"
    assert (heuristic.admissible, heuristic.consistent, heuristic.scale) == (False, False, FRACTION_SCALE)
    assert heuristic.value(WORKED, LAST) == 7
    assert value(f"{write_module}:shape", Board.goal(2, 4)) == 24
    assert value(f"{write_module}:Family.estimate", WORKED) == 2


@pytest.mark.parametrize(
    ("function", "scaled"),
    [("half", 32768), ("third", 21845), ("tenth", 6553), ("whole", 3 * 65536), ("yes", 65536), ("minus_zero", 0)],
)
def test_your_own_numbers_are_rounded_down(write_module: str, function: str, scaled: int) -> None:
    assert parse_heuristic(f"{write_module}:{function}").towards(LAST)(WORKED.tiles) == scaled


def test_your_own_in_a_maximum(write_module: str) -> None:
    both = parse_heuristic(f"max(manhattan,{write_module}:half)")
    assert both.name == f"max(manhattan,{write_module}:half)"
    assert both.value(WORKED, LAST) == 16
    assert both.value(LAST, LAST) == 0.5
    assert not both.admissible


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("nan", "it returned nan; expected a finite number"),
        ("infinite", "it returned inf; expected a finite number"),
        ("decimal_nan", "expected a finite number"),
        ("negative", "it returned -1; expected a number from 0"),
        ("tiny_negative", "expected a number from 0"),
        ("huge", "expected a number from 0 to 100000000"),
        ("unwritable", "it returned a value of type Fraction; expected a number from 0"),
        ("text", "expected a number"),
        ("endless", "expected a number"),
        ("imaginary", "expected a number"),
        ("nothing", "it returned None; expected a number"),
        ("divides", "it raised ZeroDivisionError: division by zero"),
        ("talks", "it raised RuntimeError: many lines many lines"),
    ],
)
def test_your_own_mistakes_are_named(write_module: str, function: str, message: str) -> None:
    heuristic = parse_heuristic(f"{write_module}:{function}")
    with pytest.raises(MethodError) as caught:
        heuristic.value(WORKED, LAST)
    assert message in str(caught.value)
    assert f"{write_module}:{function}" in str(caught.value)
    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("suffix", "message"),
    [
        (":constant", "it is no function but 5"),
        (":missing", "its module has no 'missing'"),
        (":Family.missing", "its module has no 'Family.missing'"),
        ("_broken:f", "importing its module raised SyntaxError"),
        ("_exits:f", "importing its module raised SystemExit: 3"),
        ("_imports:f", "importing its module raised ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("_absent:f", "there is no module"),
        (".inner:f", "there is no module"),
    ],
)
def test_your_own_must_be_there(write_module: str, suffix: str, message: str) -> None:
    with pytest.raises(MethodError) as caught:
        parse_heuristic(write_module + suffix)
    assert message in str(caught.value)
    assert write_module + suffix in str(caught.value)


@pytest.mark.parametrize("text", [":", "a:", ":f", "a b:f", "a:b:c", "../x:f", "a.py:f", "1:2", ".a:f", "a:f()"])
def test_your_own_is_written_module_colon_function(text: str) -> None:
    with pytest.raises(MethodError, match=r"expected module:function|there is no module"):
        parse_heuristic(text)


@pytest.mark.parametrize("text", ["os:getcwd", "max(manhattan,os:getcwd)", "nosuch:f"])
def test_your_own_is_refused_where_not_allowed(text: str) -> None:
    with pytest.raises(MethodError, match=r"a heuristic of your own is not taken here, got .*; choose one of: zero"):
        parse_heuristic(text, allow_custom=False)
