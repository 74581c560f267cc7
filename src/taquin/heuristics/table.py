# SPDX-License-Identifier: MIT
"""A heuristic as numbers: what every tile costs on every cell, and what pairs of tiles cost together.

The costs are given once, and the compiled core sums them up by itself, from one board to the next, as fast as the heuristics that
it knows by name. Costs belong to one goal: a function of the goal that returns them, declared with `kind="tables"`, serves all.
A table can be kept in a JSON file, and the name of the file is the name of the heuristic: `idastar@mine.json`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from operator import getitem
from pathlib import Path
from typing import Any, Final

from taquin.board import Board, Tiles
from taquin.compiled_core import compiled_core
from taquin.errors import InputError, MethodError, quote
from taquin.heuristics.base import FRACTION_SCALE, LARGEST_VALUE, Estimate, Heuristic, claims_in_words, fingerprint
from taquin.heuristics.numbers import exact
from taquin.notation import board_from_json, board_to_json, format_board, read_board

LARGEST_COST: Final = 65_535
"""Moves that a tile or a pair may cost at most: scaled, it fits 32 bits."""
LARGEST_FILE: Final = 64 << 20
"""Bytes of a file that are read."""
PAIR: Final = "a tile, its cell, another tile, its cell, their cost"
FIELDS: Final = ("goal", "per_tile", "per_pair", "admissible", "consistent")

Pair = tuple[int, int, int, int]
"""A tile, its cell, a tile of a larger number, its cell."""
Cost = int | Fraction


class TableHeuristic:
    """A sum of costs: `per_tile[tile][cell]`, and for pairs `per_pair[tile][cell][other][its cell]`, or a list of them.

    Tiles count from 0, the blank, which costs nothing; cells from 0, row by row. Costs are numbers from 0 to 65,535, rounded down
    to 1/65536 of a move. A pair counts once, however it is written: give either order, or both alike.

    >>> goal = Board.goal(2, 2)
    >>> misplaced = [[0] * 4, *([int(goal.tiles[cell] != tile) for cell in range(4)] for tile in (1, 2, 3))]
    >>> from taquin import solve
    >>> solution = solve("0 1 / 3 2", method="astar", heuristic=TableHeuristic(goal, misplaced, consistent=True))
    >>> solution.cost, str(solution.status)
    (2, 'optimal')
    """

    def __init__(
        self, goal: object, per_tile: object, per_pair: object = (), *, admissible: bool = False, consistent: bool = False
    ) -> None:
        self.goal = read_board(goal)
        """The board that the costs lead to."""
        self.admissible = admissible is True or consistent is True
        self.consistent = consistent is True
        cells = len(self.goal.tiles)
        tile_costs = _read_per_tile(per_tile, cells)
        pair_costs = _read_per_pair(per_pair, cells)
        costs = [*(cost for row in tile_costs for cost in row), *pair_costs.values()]
        self.scale = 1 if all(isinstance(cost, int) for cost in costs) else FRACTION_SCALE
        """How many units of the costs below make one move."""
        self.per_tile = tuple(tuple(math.floor(cost * self.scale) for cost in row) for row in tile_costs)
        self.per_pair = tuple((*pair, math.floor(pair_costs[pair] * self.scale)) for pair in sorted(pair_costs))
        _check_sum(self)
        self._hash = hash((self.goal, self.scale, self.per_tile, self.per_pair, self.admissible, self.consistent))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableHeuristic) and self._hash == other._hash and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<costs for the goal {format_board(self.goal, 'line')}>"

    def as_heuristic(self, name: str, importable: bool) -> Heuristic:
        """Return it as a heuristic of a name."""
        return Heuristic(
            name=name,
            admissible=self.admissible,
            consistent=self.consistent,
            relaxation=f"Costs of your own, summed over tiles and pairs; {claims_in_words(self.admissible, self.consistent)}.",
            bind=self.towards,
            scale=self.scale,
            native=self.in_core,
            custom=True,
            importable=importable,
            function=self,
        )

    def towards(self, goal: Board) -> Estimate:
        """Return the sum as a function of the tiles."""
        self._check_goal(goal)
        by_cell: list[tuple[int, ...]] = list(zip(*self.per_tile, strict=True))
        if not self.per_pair:
            return lambda tiles: sum(map(getitem, by_cell, tiles))
        pairs: list[dict[int, list[tuple[int, int, int]]]] = [{} for _ in by_cell]
        for tile, cell, other, other_cell, cost in self.per_pair:
            pairs[cell].setdefault(tile, []).append((other, other_cell, cost))

        def estimate(tiles: Tiles) -> int:
            total: int = sum(map(getitem, by_cell, tiles))
            for tile, partners in zip(tiles, pairs, strict=True):
                for other, other_cell, cost in partners.get(tile, ()):
                    if tiles[other_cell] == other:
                        total += cost
            return total

        return estimate

    def in_core(self, goal: Board) -> tuple[object, int]:
        """Return it as the core has it, and its scale."""
        self._check_goal(goal)
        return self._core_table, self.scale

    @cached_property
    def _core_table(self) -> object:
        per_tile = [cost for row in self.per_tile for cost in row]
        pairs = [number for pair in self.per_pair for number in pair]
        return compiled_core().CostTable(self.goal.rows, self.goal.cols, per_tile, pairs)

    def _check_goal(self, goal: Board) -> None:
        if goal != self.goal:
            own, other = (format_board(board, "line") for board in (self.goal, goal))
            raise MethodError(
                f"the costs are for the goal {own}, not {quote(other)}; a function of the goal that returns them, "
                "declared with kind='tables', serves every goal"
            )

    def to_json(self) -> dict[str, Any]:
        """Return it for JSON, costs in moves."""

        def moves(cost: int) -> float:
            return cost if self.scale == 1 else cost / self.scale

        return {
            "goal": board_to_json(self.goal),
            "per_tile": [[moves(cost) for cost in row] for row in self.per_tile],
            "per_pair": [[*pair, moves(cost)] for *pair, cost in self.per_pair],
            "admissible": self.admissible,
            "consistent": self.consistent,
        }

    def save(self, path: str | Path) -> None:
        """Write it to a JSON file, which `idastar@FILE` names."""
        Path(path).write_text(json.dumps(self.to_json()) + "\n", encoding="utf-8")


def file_heuristic(text: str) -> Heuristic:
    """Return the heuristic of a JSON file; whatever is wrong with it raises `MethodError`."""
    try:
        data = _read_file(Path(text))
        return replace(_from_json(_parse_json(data)).as_heuristic(text, importable=True), source=fingerprint(data))
    except InputError as error:
        raise MethodError(f"heuristic {quote(text, 80)} cannot be used: {error}") from None


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise MethodError(f"the file cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > LARGEST_FILE:
        raise MethodError(f"expected a file of at most {LARGEST_FILE >> 20} MB")
    return data


def _parse_json(data: bytes) -> object:
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise MethodError(f"the file is not JSON ({str(error)[:80]})") from None
    return value


def _from_json(value: object) -> TableHeuristic:
    if not isinstance(value, Mapping) or not {"goal", "per_tile"} <= value.keys() <= set(FIELDS):
        raise MethodError(f"expected a JSON object with goal and per_tile, and perhaps {', '.join(FIELDS[2:])}")
    claims = {claim: value.get(claim, False) for claim in FIELDS[3:]}
    for claim, said in claims.items():
        if not isinstance(said, bool):
            raise MethodError(f"expected {claim} to be true or false, got {quote(said)}")
    return TableHeuristic(board_from_json(value["goal"]), value["per_tile"], value.get("per_pair", ()), **claims)


def _read_per_tile(value: object, cells: int) -> list[list[Cost]]:
    rows = _list(value, f"expected per_tile with a row for each of {cells} tiles, the blank's first", cells)
    read = []
    for tile, row in enumerate(rows):
        costs = _list(row, f"expected per_tile[{tile}] with a cost for each of {cells} cells", cells)
        read.append([_cost(cost, f"per_tile[{tile}][{cell}]") for cell, cost in enumerate(costs)])
    if any(read[0]):
        raise MethodError("expected zeros in per_tile[0], which is the blank's")
    return read


def _read_per_pair(value: object, cells: int) -> dict[Pair, Cost]:
    read: dict[Pair, Cost] = {}
    for a, cell_a, b, cell_b, given in _listed_pairs(value, cells):
        where = f"per_pair[{a}][{cell_a}][{b}][{cell_b}]"
        cost = _cost(given, where)
        if not cost:
            continue
        if a == b or not a or not b or cell_a == cell_b:
            raise MethodError(f"expected 0 in {where}: a pair is two tiles, not the blank, on two cells")
        pair = (a, cell_a, b, cell_b) if a < b else (b, cell_b, a, cell_a)
        if read.setdefault(pair, cost) != cost:
            raise MethodError(f"expected the same cost in {where} as in the other order, or nothing there")
    return read


def _listed_pairs(value: object, cells: int) -> Iterator[tuple[int, int, int, int, object]]:
    """Yield pairs with their costs, from a list of them or from all that are not 0 in an array of four dimensions."""
    if getattr(value, "ndim", None) == 4:  # numpy finds those that are not 0 much faster
        array: Any = value
        if array.shape != (cells,) * 4:
            raise MethodError(
                f"expected per_pair of {cells} x {cells} x {cells} x {cells}, got {' x '.join(map(str, array.shape))}"
            )
        places = zip(*(axis.tolist() for axis in array.nonzero()), strict=True)
        for (a, cell_a, b, cell_b), cost in zip(places, array[array.nonzero()].tolist(), strict=True):
            yield a, cell_a, b, cell_b, cost
        return
    entries = _list(value, "expected per_pair as a list")
    if entries and not _is_listed(entries[0]):
        yield from _walk_pairs(entries, cells)
        return
    for number, entry in enumerate(entries):
        message = f"expected entry {number} of per_pair as five numbers: {PAIR}"
        *numbers, cost = _list(entry, message, 5)
        for count in numbers:
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count < cells:
                raise MethodError(f"{message}; tiles and cells go from 0 to {cells - 1}, got {quote(count)}")
        yield numbers[0], numbers[1], numbers[2], numbers[3], cost


def _is_listed(entry: object) -> bool:
    return all(not _is_list(item) for item in entry) if isinstance(entry, Sequence) else False


def _walk_pairs(tiles: list[Any], cells: int) -> Iterator[tuple[int, int, int, int, object]]:
    def inside(value: object, where: str) -> Iterator[tuple[int, Any]]:
        return enumerate(_list(value, f"expected {where} with {cells} entries, or a list of pairs: {PAIR}", cells))

    for a, of_tile in inside(tiles, "per_pair"):
        for cell_a, of_cell in inside(of_tile, f"per_pair[{a}]"):
            for b, of_other in inside(of_cell, f"per_pair[{a}][{cell_a}]"):
                for cell_b, cost in inside(of_other, f"per_pair[{a}][{cell_a}][{b}]"):
                    yield a, cell_a, b, cell_b, cost


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _list(value: object, expected: str, length: int | None = None) -> list[Any]:
    """Return a list, also one of numpy's, of a certain length."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise MethodError(f"{expected}, got {quote(value)}")
    if length is not None and len(value) != length:
        raise MethodError(f"{expected}, got {len(value)}")
    return list(value)


def _cost(value: object, where: str) -> Cost:
    """Read a cost: a whole number stays one."""
    if type(value) is int and 0 <= value <= LARGEST_COST:  # nearly all are
        return value
    try:
        cost = None if isinstance(value, bool) else exact(value)
    except (ValueError, OverflowError):
        cost = None
    if cost is None or not 0 <= cost <= LARGEST_COST:
        raise MethodError(f"expected {where} to be a number from 0 to {LARGEST_COST}, got {quote(value)}")
    return cost.numerator if cost.denominator == 1 else cost


def _check_sum(table: TableHeuristic) -> None:
    """Refuse costs whose sum on some board might be more than a heuristic may say."""
    dearest: dict[tuple[int, int], int] = {}
    for tile, _, other, _, cost in table.per_pair:
        dearest[tile, other] = max(cost, dearest.get((tile, other), 0))
    if sum(map(max, table.per_tile)) + sum(dearest.values()) > LARGEST_VALUE * table.scale:
        raise MethodError(f"expected costs that sum up to at most {LARGEST_VALUE} on every board")
