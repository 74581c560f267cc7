# SPDX-License-Identifier: MIT
"""Beams ordered by a network, on an emulated card: their values, their layers and their paths; all but the lanes."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.gpu.networks import distance_network, value_of
from tests.neighbours import NEAR

from taquin import Board, Move
from taquin.board import DEFAULT_ORDER, moves_of_codes
from taquin.compiled_core import compiled_core, core_is_built
from taquin.engines.gpu.lessons import APART, DRAWS, SAMPLES, Samples
from taquin.engines.gpu.turned import Turned
from taquin.engines.gpu.value_beam import NONE, Beams, ValueBeam
from taquin.scramble import depth_layers, layered_board, uniform_board
from taquin.solvability import is_solvable

pytestmark = pytest.mark.usefixtures("emulated_card")
DROPPED = 0x7FFFFFFF
HEAD = 16
"""Bytes of a board on the card before its tiles."""


def rows_of(*boards: Board) -> np.ndarray:
    return np.array([board.tiles for board in boards], dtype=np.uint8)


def boards_of(side: int, count: int, seed: int) -> list[Board]:
    rng = random.Random(seed)
    return [uniform_board(Board.goal(side, side), rng) for _ in range(count)]


def check_path(board: Board, beams: Beams, solve: int = 0) -> int | None:
    """Replay the path of a beam and return its length."""
    path = beams.path(solve)
    if path is not None:
        assert board.apply(*moves_of_codes(path)) == Board.goal(*board.shape)
        assert len(path) == int(beams.arrived_at[solve])
    return None if path is None else len(path)


def priced_by_beams(side: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Board, int]]:
    """Have beams write down the children that they price, and the values."""
    priced: list[tuple[Board, int]] = []
    call = ValueBeam._call

    def watched(self: ValueBeam, kernel: str, *arguments: Any) -> None:
        call(self, kernel, *arguments)
        if kernel != "price_layer":
            return
        boards, counts, values = arguments[0].reshape(-1, HEAD + -(-side * side // 16) * 16), arguments[2], arguments[16]
        width = len(boards) // len(counts)
        for place in (solve * width + number for solve, count in enumerate(counts) for number in range(int(count))):
            parent = Board.from_tiles(side, side, boards[place][HEAD : HEAD + side * side].tolist())
            for move, child in parent.neighbours():
                value = int(values[4 * place + DEFAULT_ORDER.index(move)])
                if value != DROPPED:
                    priced.append((child, value))

    monkeypatch.setattr(ValueBeam, "_call", watched)
    return priced


@pytest.mark.parametrize(("side", "own"), [(3, 1), (4, 128), (4, 130), (8, 3)])
def test_values_are_those_of_the_definition_and_of_the_core(side: int, own: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = distance_network(side, own, seed=own)
    core = compiled_core().LearnedValues(side, numbers.tobytes()) if core_is_built() else None
    beam, priced = ValueBeam(side, numbers), priced_by_beams(side, monkeypatch)
    assert beam.units % 256 == 0
    assert beam.units >= 2 * own
    beam.run(rows_of(*boards_of(side, 1, seed=own)), 32, 1000, enough=0)
    assert len(priced) > 100
    for board, value in priced:
        assert value == value_of(numbers, side, np.array(board.tiles))
        assert core is None or value == core.value(board.tiles)


@pytest.mark.parametrize("side", [3, 4, 5, 6, 7, 8])
def test_values_of_the_first_boards_are_those_of_the_definition(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = distance_network(side, 2, seed=side)
    beam, priced = ValueBeam(side, numbers), priced_by_beams(side, monkeypatch)
    with pytest.raises(StopIteration):
        beam.run(rows_of(*boards_of(side, 50, seed=side)), 8, 500, stops_after(1))
    assert len(priced) >= 100
    for board, value in priced:
        assert value == value_of(numbers, side, np.array(board.tiles))


@pytest.mark.parametrize(("side", "own"), [(3, 1), (4, 130), (8, 3)])
def test_values_of_any_boards_are_those_of_the_definition(side: int, own: int) -> None:
    numbers = distance_network(side, own, seed=own)
    boards = rows_of(*boards_of(side, 30, seed=own))
    assert [*ValueBeam(side, numbers).values(boards)] == [value_of(numbers, side, board) for board in boards]
    assert len(ValueBeam(side, numbers).values(boards[:0])) == 0


def boards_along(start: Board, path: list[int] | None) -> np.ndarray:
    boards = [start]
    for move in moves_of_codes(path or []):
        boards.append(boards[-1].apply(move))
    return rows_of(*boards)


def test_samples_are_the_best_looking_of_what_is_drawn_of_every_other_layer() -> None:
    (board,) = boards_of(4, 1, seed=6)
    beam, samples, layers = ValueBeam(4, distance_network(4, 3, seed=4)), Samples(4, 200), {}

    def watch(moves: int, tiles: np.ndarray, counts: np.ndarray) -> None:
        layers[moves] = tiles[: int(counts[0])].copy()

    beam.run(rows_of(board), 100, 200, lambda _moves, _generated: 100, watch=watch, samples=samples)
    assert len(layers) > 30
    for moves, layer in layers.items():
        place = samples.of_layer(moves)
        assert (place is None) == (moves % APART != 0)
        if place is None or not len(layer):
            continue
        draws, tiles = place
        drawn = layer[(draws.astype(np.uint64) * len(layer) >> 32).astype(int)].reshape(SAMPLES, DRAWS, -1)
        for best, some in zip(tiles, drawn, strict=True):
            values = beam.values(some)
            assert np.array_equal(best, some[values.argmin()])
    spread = (np.concatenate([(samples.of_layer(moves) or (None,))[0] for moves in (2, 4, 6, 8)]) >> 30).astype(int)
    assert set(spread) == {0, 1, 2, 3}


def test_beams_go_by_what_was_learned_until_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    (board,) = boards_of(4, 1, seed=5)
    numbers = distance_network(4, 3, seed=2)
    beam, samples = ValueBeam(4, numbers), Samples(4, 120)
    first = beam.run(rows_of(board), 64, 120, samples=samples)
    path = boards_along(board, first.path())
    better, worse = samples.beside(path)
    assert len(better) > 100
    plain = beam.values(better), beam.values(worse)
    beam.learn(path, samples)
    learned = beam.values(better), beam.values(worse)
    assert (learned[0] < learned[1]).mean() > (plain[0] < plain[1]).mean() + 0.1

    priced = priced_by_beams(4, monkeypatch)
    beam.run(rows_of(board), 64, 120)
    children = rows_of(*(child for child, _ in priced))
    values = np.array([value for _, value in priced])
    own = np.array([value_of(numbers, 4, child) for child in children])
    assert np.array_equal(values, beam.values(children)), "what a move changes comes to the same as all added up"
    assert (values != own).mean() > 0.9
    beam.learn(path, samples)
    assert np.array_equal(values, beam.values(children)), "and is not learned twice"
    beam.forget()
    assert np.array_equal(own, beam.values(children))
    again = beam.run(rows_of(board), 64, 120)
    assert again.path() == first.path()


@pytest.mark.parametrize("side", [5, 4])
def test_networks_of_another_size_are_refused(side: int) -> None:
    with pytest.raises(ValueError, match="not those of this size"):
        ValueBeam(side, distance_network(3))


def test_networks_that_lack_a_number_are_refused() -> None:
    with pytest.raises(ValueError, match="not those of this size"):
        ValueBeam(3, distance_network(3)[:-1])


@pytest.mark.parametrize("depths", [(31,), (30, 1), (25, 8), (18, 13)])
def test_a_beam_wider_than_every_layer_finds_shortest_paths(depths: tuple[int, ...]) -> None:
    goal, rng = Board.goal(3, 3), random.Random(depths[0])
    width = max(map(len, depth_layers(goal)[: max(depths) + 1]))
    beam = ValueBeam(3, distance_network(3, 2, seed=1))
    for depth in depths:
        board = layered_board(goal, depth, rng)
        assert check_path(board, beam.run(rows_of(board), width, 40)) == depth
        assert check_path(board, beam.run(rows_of(board), width, depth)) == depth, "as many moves as it may"
        assert check_path(board, beam.run(rows_of(board), width, depth - 1)) is None


def test_many_boards_at_once_are_as_each_by_itself() -> None:
    boards = boards_of(4, 12, seed=3)
    beam = ValueBeam(4, distance_network(4, 5, seed=2))
    together = beam.run(rows_of(*boards), 100, 120)
    lengths = [check_path(board, together, number) for number, board in enumerate(boards)]
    assert lengths == [check_path(board, beam.run(rows_of(board), 100, 120)) for board in boards]
    assert None not in lengths
    assert len(set(lengths)) > 3


def test_enough_boards_end_a_run() -> None:
    boards = boards_of(4, 12, seed=4)
    beam = ValueBeam(4, distance_network(4))
    some = beam.run(rows_of(*boards), 40, 120, enough=0.25)
    assert 3 <= int((some.arrived_at != NONE).sum()) < 12
    for number, board in enumerate(boards):
        check_path(board, some, number)


@pytest.mark.parametrize("width", [13, 64, 100])
def test_any_width_will_do(width: int) -> None:
    (board,) = boards_of(4, 1, seed=1)
    beams = ValueBeam(4, distance_network(4)).run(rows_of(board), width, 200)
    assert beams.width == -(-width // 8) * 8
    assert all(int(count[0]) <= beams.width for count in beams.counts)
    assert check_path(board, beams) is not None


def test_who_watches_the_layers_says_how_wide_they_are() -> None:
    (board,) = boards_of(4, 1, seed=1)
    told: list[tuple[int, int]] = []

    def before_layer(moves: int, generated: int) -> int:
        told.append((moves, generated))
        return 30 if moves < 20 else 1000

    beams = ValueBeam(4, distance_network(4)).run(rows_of(board), 48, 200, before_layer)
    assert check_path(board, beams) == len(told), "and it ends with the goal"
    assert [moves for moves, _ in told] == list(range(len(told)))
    made = [generated for _, generated in told]
    assert made == sorted(set(made))
    assert int(beams.generated[0]) > made[-1]
    kept = [int(count[0]) for count in beams.counts]
    assert max(kept[:20]) == 30
    assert max(kept) == 48


def test_boards_farther_than_fine_bins_reach_are_ordered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.from_tiles(8, 8, [62, 63, *range(61, -1, -1)])
    assert is_solvable(board, Board.goal(8, 8))
    compared, call = 0, ValueBeam._call

    def compare(self: ValueBeam, kernel: str, *arguments: Any) -> None:
        nonlocal compared
        call(self, kernel, *arguments)
        if kernel == "keep_layer":
            counts, values, kept, origins = (arguments[number] for number in (2, 10, 16, 17))
            values = values[: 4 * int(counts[0])]
            staying = np.isin(np.arange(len(values)), origins[: int(kept[0])])
            leaving = ~staying & (values != DROPPED)
            if leaving.any() and values[staying].min() > 64 * 512:
                assert values[staying].max() <= values[leaving].min() + 32, "half a move"
                compared += 1

    monkeypatch.setattr(ValueBeam, "_call", compare)
    with pytest.raises(StopIteration):
        ValueBeam(8, distance_network(8)).run(rows_of(board), 64, 3000, stops_after(40))
    assert compared > 10


def stops_after(layers: int) -> Callable[[int, int], int]:
    widths = iter([1000] * layers)
    return lambda _moves, _generated: next(widths)


def test_memory_is_what_it_says() -> None:
    beam = ValueBeam(5, distance_network(5, 256))
    places, units = 25 * 25, beam.units
    assert units == 512
    assert beam.bytes == places * (4 + 8 + 2 + 2 * units + 4 * 2 * units) + 2 * 2 * units + 2 * NEAR
    assert beam.bytes_per_place(100) - beam.bytes_per_place(0) == 400
    assert beam.bytes_per_place(0) > 2 * 2 * units


@pytest.mark.parametrize("corner", [0, 4, 20, 24])
def test_turned_boards_move_as_they_do(corner: int) -> None:
    rng = random.Random(corner)
    tiles = rng.sample(range(1, 25), 24)
    goal = Board.from_tiles(5, 5, [*tiles[:corner], 0, *tiles[corner:]])
    assert Turned.is_possible(goal)
    turned = Turned(goal)
    assert list(turned.tiles(goal)) == [*range(1, 25), 0]
    board, image = goal, Board.goal(5, 5)
    for _ in range(100):
        move, board = rng.choice([*board.neighbours()])
        image = image.apply(*turned.moves([move]))
        assert turned.tiles(board) == bytes(image.tiles)
    assert turned.moves(turned.moves(Move)) == tuple(Move)


def test_other_boards_cannot_be_turned() -> None:
    assert not Turned.is_possible(Board.goal(5, 5, "snail"))
    assert not Turned.is_possible(Board.goal(5, 5).apply(Move.LEFT))
    assert not Turned.is_possible(Board.goal(4, 5))
