# SPDX-License-Identifier: MIT
"""Limits and weights: what is refused, and that refusing takes no time."""

from fractions import Fraction
from pathlib import Path

import pytest

from taquin import machine
from taquin.errors import InputError, MethodError
from taquin.method import parse_weight
from taquin.solution import Limits


@pytest.mark.parametrize("seconds", [-1, -0.001, float("nan")])
def test_a_time_limit_is_not_negative(seconds: float) -> None:
    with pytest.raises(InputError, match="expected a time limit of 0 seconds or more"):
        Limits(time=seconds)


@pytest.mark.parametrize("name", ["nodes", "memory", "depth"])
@pytest.mark.parametrize("value", [-1, 1e6, "7"])
def test_other_limits_are_whole_numbers(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"expected a whole number from 0 on as limit of {name}"):
        Limits(**{name: value})  # type: ignore[arg-type]


def test_limits_of_nothing_are_fine() -> None:
    assert Limits(0, 0, 0, 0) == Limits(time=0, nodes=0, memory=0, depth=0)


@pytest.mark.parametrize("text", ["1e99999999999", "1e-99999999999", "nan", "inf", "1/0", "٣", "1_0", "", "9" * 10_000])
def test_a_weight_that_is_none_is_refused_at_once(text: str) -> None:
    with pytest.raises(MethodError, match="expected a weight such as"):
        parse_weight(text)


@pytest.mark.parametrize("value", ["1.5", " 3/2 ", 1.5, Fraction(3, 2)])
def test_a_weight_is_an_exact_fraction(value: str | float | Fraction) -> None:
    assert parse_weight(value) == Fraction(3, 2)


def test_a_control_group_gets_back_what_files_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "memory.max").write_text("8000000000\n")
    (tmp_path / "memory.current").write_text("7900000000\n")
    (tmp_path / "memory.stat").write_text("anon 1900000000\nfile 6000000000\ninactive_file 5000000000\nactive_file 1000000000\n")
    monkeypatch.setattr(machine, "CONTROL_GROUP", tmp_path)
    monkeypatch.setattr(machine, "_free_on_machine", lambda: 1 << 62)
    machine._available_in.cache_clear()
    assert machine.available_memory() == 6_100_000_000
    machine._available_in.cache_clear()


def test_there_is_always_something_to_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "available_memory", lambda: 0)
    assert machine.spare_memory.__wrapped__() == machine.LEAST_SPARE
