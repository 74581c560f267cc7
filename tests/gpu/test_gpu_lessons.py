# SPDX-License-Identifier: MIT
"""What beams on the card learn about the board at hand: which boards are compared, and what comes of it."""

import numpy as np
import pytest

from taquin.engines.gpu.lessons import APART, MOST, SAMPLES, STEP, Samples, learn

pytestmark = pytest.mark.usefixtures("emulated_card")
CELLS = 16


def boards(count: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).permuted(np.tile(np.arange(CELLS, dtype=np.uint8), (count, 1)), axis=1)


def added_to(numbers: np.ndarray, some: np.ndarray) -> np.ndarray:
    added: np.ndarray = numbers[some, np.arange(CELLS)].sum(axis=1)
    return added


def test_boards_that_look_the_wrong_way_around_are_put_in_order() -> None:
    better, worse = boards(40, seed=1), boards(40, seed=2)
    leads = np.random.default_rng(3).integers(0, 50, 40)
    numbers = learn(better, worse, leads)
    in_order = leads + added_to(numbers, better) < added_to(numbers, worse)
    assert in_order.mean() > 0.8, "not every pair is looked at"
    one, other = better[:1], worse[:1]
    numbers = learn(one, other, np.array([50]))
    assert 50 + added_to(numbers, one) < added_to(numbers, other)


def test_boards_that_are_in_order_teach_nothing() -> None:
    better, worse = boards(40, seed=1), boards(40, seed=2)
    assert not learn(better, worse, np.full(40, -1)).any()
    assert learn(better, worse, np.zeros(40)).any(), "as good is not better"


def test_only_what_tells_two_boards_apart_counts() -> None:
    better = boards(1, seed=4)
    worse = better.copy()
    worse[:, [3, 7]] = better[:, [7, 3]]
    numbers = learn(better, worse, np.array([STEP]))
    assert [*np.unique(np.nonzero(numbers)[1])] == [3, 7]
    assert numbers[better[0, 3], 3] == -numbers[worse[0, 3], 3] < 0


def test_numbers_stay_in_bounds() -> None:
    better, worse = (np.repeat(boards(1, seed), MOST, axis=0) for seed in (5, 6))
    numbers = learn(better, worse, np.full(MOST, 1 << 30))
    assert (numbers.min(), numbers.max()) == (-MOST, MOST)


def test_of_no_boards_nothing_is_learned() -> None:
    assert not learn(boards(0, seed=1), boards(0, seed=1), np.zeros(0)).any()


def test_boards_of_a_path_are_compared_with_others_of_their_layers() -> None:
    path = boards(12, seed=7)
    samples = Samples(4, 9)
    assert [samples.of_layer(moves) is None for moves in (1, 2, 3, 8, 9)] == [True, False, True, False, True]
    noted = {moves: boards(SAMPLES, seed=moves) for moves in range(APART, 9, APART) if moves != 4}
    noted[2][0] = path[2]
    for moves, some in noted.items():
        _, tiles = samples.of_layer(moves) or (None, None)
        assert tiles is not None
        tiles[:] = some
    better, worse = samples.beside(path)
    assert len(better) == len(worse) == 3 * SAMPLES - 1, "none of an empty layer, and no board is compared with itself"
    assert np.array_equal(worse, np.concatenate([noted[2][1:], noted[6], noted[8]]))
    assert np.array_equal(better, path[[2] * (SAMPLES - 1) + [6] * SAMPLES + [8] * SAMPLES])
    assert len(samples.beside(path[:7])[0]) == 2 * SAMPLES - 1, "the path may be shorter than the beam went"
    assert len(samples.beside(path[:2])[0]) == 0
