# SPDX-License-Identifier: MIT
"""Runs in Pyodide: answers the questions of `/given/questions.json`, and makes the checks below; see `conftest.py`."""

import importlib
import json
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import taquin
from taquin.board import Board
from taquin.engines import ENGINES
from taquin.question import ask
from taquin.solution import Limits, Observer, Progress, Status

HARD8 = "8 6 7 / 2 5 4 / 3 0 1"
HARD15 = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
FOLDER = Path("/given")


class CancelAt(Observer):
    """Cancels when it is asked for the n-th time."""

    def __init__(self, questions: int) -> None:
        self.left = questions
        self.progressed: list[Progress] = []

    def progress(self, progress: Progress) -> None:
        self.progressed.append(progress)

    def cancelled(self) -> bool:
        self.left -= 1
        return self.left <= 0


def error_of(work: Callable[[], object], kind: type[BaseException]) -> str:
    """Return what an error says that must be raised: there is no pytest in a page."""
    try:
        work()
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__}")


def check_the_engines_of_a_page() -> None:
    ready = [name for name, engine in ENGINES.items() if engine.missing() is None]
    assert ready == ["wasm", "python"], ready
    assert ENGINES["native"].missing() == "a web page has the engine wasm instead"
    assert taquin.solve(HARD8).engine == "wasm"


def check_nothing_of_the_command_line_is_needed() -> None:
    assert not {"click", "rich", "platformdirs"} & set(sys.modules)


def check_cancelling() -> None:
    for method in ("astar@misplaced", "idastar@manhattan", "bfs", "optimal@pdb:5-5-5", "anytime"):
        observer = CancelAt(5)
        solution = taquin.solve(HARD15, method=method, engine="wasm", observer=observer)
        assert solution.status is Status.CANCELLED, (method, solution.status)
        assert observer.left == 0, method


def check_fewest_slides() -> None:
    from taquin.methods.slides import solve_slides
    from taquin.metric import cost_of

    for text, fewest in ((HARD8, 20), ("1 2 3 4 / 5 6 7 8 / 9 0 10 12 / 13 14 11 15", 3)):
        question = ask(text, method="optimal")
        outcome = solve_slides(question, Observer())
        assert outcome.status is Status.OPTIMAL, outcome
        assert outcome.moves is not None
        assert question.start.apply(*outcome.moves) == question.goal
        assert cost_of(outcome.moves, "slides") == outcome.lower_bound == fewest, outcome
    cancelled = solve_slides(ask(HARD15, method="optimal"), CancelAt(5))
    assert cancelled.status is Status.CANCELLED, cancelled


def check_progress_is_told() -> None:
    observer = CancelAt(100)
    taquin.solve(HARD15, method="idastar@manhattan", engine="wasm", observer=observer)
    assert observer.progressed
    assert observer.progressed[-1].stats.generated > 0


def check_what_an_observer_raises_comes_out() -> None:
    class Broken(Observer):
        trace_limit = 5

        def __init__(self, where: str) -> None:
            self.where = where

        def expansion(self, expansion: object) -> None:
            if self.where == "expansion":
                raise ZeroDivisionError("expansion")

        def cancelled(self) -> bool:
            if self.where == "cancelled":
                raise ZeroDivisionError("cancelled")
            return False

    for method, where in [
        ("bfs", "expansion"),
        ("bfs", "cancelled"),
        ("optimal@pdb:5-5-5", "cancelled"),
        ("anytime", "cancelled"),
    ]:
        observer = Broken(where)
        solve = partial(taquin.solve, HARD15, method=method, engine="wasm", observer=observer)
        assert error_of(solve, ZeroDivisionError) == where, method
    assert taquin.solve(HARD8, engine="wasm").cost == 31


def check_limits() -> None:
    for method in ("bfs", "idastar@misplaced", "optimal@pdb:5-5-5"):
        solution = taquin.solve(HARD15, method=method, engine="wasm", limits=Limits(time=0.05))
        assert solution.status is Status.LIMIT, method
    solution = taquin.solve(HARD15, method="astar", engine="wasm", limits=Limits(memory=3_000_000))
    assert (solution.status, solution.reason) == (Status.LIMIT, "memory limit of 3000000 bytes reached")
    assert solution.stats.peak_memory <= 3_300_000


def check_heuristics_in_python() -> None:
    def own(board: Board, goal: Board) -> float:
        return sum(tile != home for tile, home in zip(board.tiles, goal.tiles, strict=True) if tile) * 0.5

    def nested(board: Board, goal: Board) -> float:
        return taquin.solve(board, goal=goal, method="astar@manhattan", engine="wasm").cost or 0

    def broken(board: Board, goal: Board) -> float:
        raise ZeroDivisionError("no luck")

    board = "1 2 3 / 4 0 6 / 7 5 8"
    for engine in ("wasm", "python"):
        assert taquin.solve(HARD8, method="astar", heuristic=own, engine=engine).cost == 31
        assert taquin.solve(board, method="astar", heuristic=nested, engine=engine).stats.expanded == 2
        solve = partial(taquin.solve, board, method="astar", heuristic=broken, engine=engine)
        assert "no luck" in error_of(solve, taquin.TaquinError), engine


def check_costs_of_ones_own() -> None:
    goal = Board.goal(3, 3)
    cells = [divmod(cell, 3) for cell in range(9)]
    costs = [[0] * 9, *([abs(row - r) + abs(col - c) for row, col in cells] for r, c in cells[:8])]
    pairs = [(1, 1, 2, 0, 2), (7, 7, 8, 6, 2)]
    for listed in ((), pairs):
        table = taquin.TableHeuristic(goal, costs, listed, consistent=True)
        for method in ("astar", "idastar"):
            one, other = (taquin.solve(HARD8, method=method, heuristic=table, engine=engine) for engine in ("wasm", "python"))
            assert (one.moves, one.stats.generated, one.status) == (other.moves, other.stats.generated, Status.OPTIMAL)
    assert "cannot be used: there is no such file" in error_of(lambda: taquin.solve(HARD8, method="astar@mine.so"), ValueError)


def check_boards_are_estimated_together() -> None:
    from taquin.lab import check_heuristic

    for name in ("linear-conflict", "max(manhattan,euclidean)"):
        assert check_heuristic(name, Board.goal(2, 3)).consistent


def check_tables_are_kept_and_found_again() -> None:
    from taquin.tables import partitions, source
    from taquin.tables.cache import cache_directory

    goal = Board.goal(3, 3)
    tables = partitions.partition_named("pdb:4-4").plan(goal).tables
    built = [bytes(view) for view in partitions.load_plan(partitions.partition_named("pdb:4-4").plan(goal))]
    names = [table.name for table in tables]
    assert all((cache_directory() / f"{name}.taquin").exists() for name in names)
    for name in names:
        source.forget(name)
    assert [bytes(view) for view in partitions.load_plan(partitions.partition_named("pdb:4-4").plan(goal))] == built


def check_the_core_lets_go_of_tables() -> None:
    from taquin.wasm_core.host import Table

    data = bytes(50_000_000)
    for _ in range(90):  # more than there is
        Table.holding(data)


def check_more_memory_than_there_is() -> None:
    from taquin.wasm_core.host import call, request

    making = request("make_table")
    making.number(5 << 30)
    error_of(partial(call, making), MemoryError)
    assert taquin.solve(HARD8, engine="wasm").cost == 31


def check_bad_values() -> None:
    from taquin.wasm_core import core

    wrong: list[Callable[[], object]] = [
        lambda: core.partition_by_sizes(3, 3, 8, [4, 5]),
        lambda: core.plan_patterns(1, 1, 0, [[0]]),
        lambda: core.PatternDatabases(3, 3, [1, 1, 2, 3, 4, 5, 6, 7, 8], [[0]], []),
        lambda: core.PatternDatabases(3, 3, range(9), [[1, 2]], [b""]),
        lambda: core.explore(rows=9, cols=9, goal=range(81), threads=1, most_deepest=1, layer=print),
        lambda: core.solve_anytime(3, 3, range(9), range(8), 1.0, None, 1, 0, 0, print, print),
    ]
    for work in wrong:
        assert error_of(work, ValueError)


def check_exploring() -> None:
    from taquin.wasm_core import core

    layers: list[tuple[int, int]] = []
    counts, deepest = core.explore(
        rows=3, cols=3, goal=Board.goal(3, 3).tiles, threads=4, most_deepest=9, layer=lambda *layer: layers.append(layer)
    )
    assert (sum(counts), len(counts) - 1, counts[-1]) == (181440, 31, 2)
    assert sorted(map(tuple, deepest)) == [(6, 4, 7, 8, 5, 0, 3, 2, 1), (8, 6, 7, 2, 5, 4, 3, 0, 1)]
    assert layers == list(enumerate(counts))
    counts, _ = core.explore(
        rows=3, cols=3, goal=Board.goal(3, 3).tiles, threads=1, most_deepest=1, layer=lambda *_: None, slides=True
    )
    assert (sum(counts), len(counts) - 1) == (181440, 24)


def check_slides() -> None:
    from taquin.board import codes_of, moves_of_codes
    from taquin.metric import cost_of
    from taquin.wasm_core import core

    start = Board.goal(3, 3).apply(*taquin.parse_moves("U2 L2 D R U"))
    roundabout = taquin.solve(start, method="dfs", max_depth=30, metric="slides").moves
    assert roundabout is not None
    moves, boards = core.shorten_slides(3, 3, start.tiles, codes_of(roundabout), None, 50_000, 0, lambda _slides: False)
    found = moves_of_codes(moves)
    assert start.apply(*found) == Board.goal(3, 3)
    assert cost_of(found, "slides") == 5
    assert boards >= 50_000
    assert taquin.solve(start, metric="slides").cost == 5


def check_a_checkpoint() -> None:
    korf = taquin.load_instances("korf15")[11]
    start, goal, path = korf.start, korf.goal, Path("/tmp/checkpoint")
    with_it = taquin.solve(start, goal=goal, method="optimal@pdb:5-5-5", engine="wasm", checkpoint=str(path))
    without = taquin.solve(start, goal=goal, method="optimal@pdb:5-5-5", engine="wasm")
    assert with_it.cost == without.cost == 45
    assert path.read_text().count('"bound"')


def checks() -> dict[str, Callable[[], None]]:
    return {name: value for name, value in globals().items() if name.startswith("check_")}


def attempt(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except BaseException:
        return traceback.format_exc()


def main() -> None:
    answer = importlib.import_module("rows").row
    asked = json.loads((FOLDER / "questions.json").read_text())
    rows = {group: [attempt(partial(answer, "wasm", question)) for question in questions] for group, questions in asked.items()}
    told = {name: attempt(check) for name, check in checks().items()}
    (FOLDER / "answers.json").write_text(json.dumps({"rows": rows, "checks": told}))


if sys.platform == "emscripten":
    sys.path.insert(0, str(FOLDER))
    main()
