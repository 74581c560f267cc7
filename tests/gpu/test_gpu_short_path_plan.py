# SPDX-License-Identifier: MIT
"""Which beams `anytime` runs on the card, one after the other, and how wide they are on the way; this needs no card."""

from dataclasses import replace

import pytest

from taquin.engines.gpu import short_path
from taquin.engines.gpu.short_path import ARRIVE_AT, AT_GOAL, HALVED_EVERY, NARROWS_FROM, Ladder, Pace, Rung


class TestLadder:
    MUCH = 1 << 30
    """Boards that there is memory for."""

    @staticmethod
    def is_like(rung: Rung | None, other: Rung) -> bool:
        return rung is not None and replace(rung, arrive_at=round(rung.arrive_at, 9)) == other

    def test_widths_grow_while_much_is_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(short_path, "FIRST_WIDTH", 1000)
        assert Ladder().next(0.0, self.MUCH, False) == Rung(1000, 1000, grows=True)
        assert Ladder(1000, 0.001).next(0.001, self.MUCH, True) == Rung(8000, 8000, grows=True)

    def test_two_rehearsals_take_a_quarter_of_the_time_each(self) -> None:
        ladder, spent, rungs = Ladder(8000, 0.02), 0.05, []
        while (rung := ladder.next(spent, self.MUCH, True)) is not None:
            rungs.append(rung)
            cost = 0.02 * rung.width / 8000
            assert rung.arrive_at == pytest.approx(spent + cost, abs=0.001)
            spent += cost
            ladder.climb(rung, rung.width, cost)
        assert [rung.width for rung in rungs] == pytest.approx([90_000, 90_000, 180_000], rel=0.001)
        assert all(rung.room == 4 * rung.width for rung in rungs)
        assert [rung.learns for rung in rungs] == [False, True, True], "not from a beam that is much narrower"
        assert spent == pytest.approx(ARRIVE_AT, abs=0.001)

    def test_narrower_ones_than_before_are_no_rehearsals(self) -> None:
        assert self.is_like(Ladder(1000, 0.3).next(0.35, self.MUCH, True), Rung(2000, 8000, ARRIVE_AT, learns=True))

    def test_without_a_path_nothing_is_repeated(self) -> None:
        rung = Ladder(1000, 0.2).next(0.25, self.MUCH, False)
        assert self.is_like(rung, Rung(3499, 4 * 3499, ARRIVE_AT))
        assert Ladder(1000, 0.2, 1).next(0.25, self.MUCH, False) == rung
        assert Ladder(1000, 0.1, 1).next(0.25, 1999, False) is None

    def test_memory_bounds_the_width_but_not_the_lessons(self) -> None:
        assert self.is_like(Ladder(1000, 0.001).next(0.1, 5000, True), Rung(5000, 5000, 0.3125))
        for beams in range(6):
            rung = Ladder(5000, 0.1, beams).next(0.2, 5100, True)
            assert rung is not None
            assert (rung.room, rung.learns) == (5100, True)
        assert self.is_like(Ladder(5000, 0.1, 4).next(0.84, 4900, True), Rung(4900, 4900, ARRIVE_AT, learns=True))
        assert Ladder(5000, 0.1, 4).next(0.88, 5000, True) is None, "no time for a whole one"
        assert Ladder(5000, 0.1, 4).next(0.2, 3000, True) is None, "nor memory"
        assert Ladder().next(0.0, 63, True) is None

    @pytest.mark.parametrize("has_path", [True, False])
    def test_time_is_the_end_of_it(self, has_path: bool) -> None:
        assert Ladder(1000, 0.7).next(0.5, self.MUCH, has_path) is None
        assert Ladder(1000, 0.2).next(ARRIVE_AT + 0.01, self.MUCH, has_path) is None

    def test_a_beam_that_was_not_run_does_not_count(self) -> None:
        ladder = Ladder(5000, 0.1, 1)
        assert ladder.next(0.2, 5000, True) == ladder.next(0.2, 5000, True)
        ladder.climb(Rung(64, 64, grows=True), 64, 0.1)
        assert ladder.grown == 1
        ladder.climb(Rung(64, 64), 60, 0.1)
        assert ladder == Ladder(60, 0.1, 2)


@pytest.mark.parametrize("cost", [1e-9, 4e-9, 3e-8])
@pytest.mark.parametrize("length", [100, 97])
@pytest.mark.parametrize("arrive_at", [ARRIVE_AT, 0.7])
def test_a_paced_beam_arrives_in_time(cost: float, length: int, arrive_at: float) -> None:
    children, spent, generated, width = 2.2, 0.1, 0, 1.0
    pace = Pace(500_000, 4_000_000, 100, children, arrive_at)
    for moves in range(length):
        width = min(2 * width, pace.next(moves, generated, spent))
        generated += int(children * width)
        spent += cost * children * width
    assert spent <= arrive_at + 0.03
    assert spent > arrive_at - 0.1 or pace.width == 4_000_000


def test_a_wide_beam_narrows_before_the_goal_and_a_narrow_one_does_not() -> None:
    wide, narrow = (Pace(width, width, 200, 2.2) for width in (4_000_000, AT_GOAL))
    layers = [wide.next(moves, 0, 0.1) for moves in range(200)]
    assert set(layers[: 200 - NARROWS_FROM]) == {4_000_000}
    assert layers == sorted(layers, reverse=True)
    assert layers[200 - NARROWS_FROM + HALVED_EVERY] == 2_000_000
    assert layers[-1] == AT_GOAL
    assert {narrow.next(moves, 0, 0.1) for moves in range(200)} == {AT_GOAL}
