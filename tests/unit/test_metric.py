# SPDX-License-Identifier: MIT
"""Slides: what one is, and every search that counts them against breadth-first truth."""

import io
import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import PIL.Image
import PIL.ImageSequence
import pytest
from tests.unit.test_searches import all_methods

from taquin import (
    Board,
    Limits,
    Move,
    Observer,
    Question,
    Solution,
    Status,
    ask,
    compare,
    format_moves,
    heuristic,
    judge,
    parse_board,
    parse_moves,
    shortest_paths,
    solve,
)
from taquin.board import codes_of, moves_of_codes
from taquin.compiled_core import compiled_core
from taquin.drawing import solution_svg
from taquin.errors import BoardError, EngineError, InputError, MethodError
from taquin.heuristics import HEURISTICS, under
from taquin.lab.space import boards_at, explore
from taquin.metric import SLIDES, TILES, cost_of, neighbours_in, slides_of, steps_after
from taquin.question import Known, keys_of
from taquin.random_boards import random_board
from taquin.render.gif import solution_gif
from taquin.render.text import solution_lines
from taquin.scramble import depth_layers
from taquin.search import SEARCHES
from taquin.solver import solve_question

HARDEST = "8 6 7 / 2 5 4 / 3 0 1"
"""31 single moves away, 20 slides."""


@cache
def slide_distances(goal: Board) -> dict[Board, int]:
    """Return the slides to a goal from every board, by the plainest search there is: no step is ever left out."""
    reached, layer = {goal: 0}, [goal]
    while layer:
        following = []
        for board in layer:
            for move in Move:
                child = board
                while move in child.moves():
                    child = child.apply(move)
                    if child not in reached:
                        reached[child] = reached[board] + 1
                        following.append(child)
        layer = following
    return reached


def boards_in_slides(goal: Board, most: int, count: int, seed: object) -> list[tuple[Board, int]]:
    """Return random boards at most so many slides away, with their distance."""
    near = [(board, distance) for board, distance in slide_distances(goal).items() if distance <= most]
    return random.Random(str(seed)).sample(near, count)


def shorten_slides(start: Board, moves: tuple[Move, ...], boards: int) -> tuple[tuple[Move, ...], int]:
    found, made = compiled_core().shorten_slides(
        start.rows, start.cols, start.tiles, codes_of(moves), None, boards, 0, lambda _slides: False
    )
    return moves_of_codes(found), made


class TestSteps:
    """What one step is."""

    def test_a_slide_moves_all_tiles_between(self) -> None:
        board = Board([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
        found = dict(neighbours_in(board, SLIDES))
        assert len(found) == 4
        assert found[Move.UP, Move.UP] == Board([[1, 2, 0], [4, 5, 3], [7, 8, 6]])
        assert found[Move.LEFT, Move.LEFT] == Board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])
        assert all(board.apply(*moves) == after for moves, after in found.items())

    @pytest.mark.parametrize("shape", [(2, 2), (2, 5), (4, 3), (6, 6)])
    def test_every_cell_of_the_row_and_the_column_is_one_slide_away(self, shape: tuple[int, int]) -> None:
        rows, cols = shape
        for cell, steps in enumerate(steps_after(rows, cols, SLIDES)[None]):
            reached = {reached for _, reached in steps}
            assert len(steps) == len(reached) == rows + cols - 2
            assert all(other // cols == cell // cols or other % cols == cell % cols for other in reached)

    def test_two_slides_of_one_line_are_never_tried_in_a_row(self) -> None:
        for previous, steps in steps_after(4, 4, SLIDES).items():
            along = {previous, previous.opposite} if previous else set()
            assert not any(move in along for reach in steps for move, _ in reach)

    def test_a_run_of_equal_moves_is_one_slide(self) -> None:
        moves = parse_moves("R2 D L3 U D")
        assert (cost_of(moves, TILES), cost_of(moves, SLIDES)) == (8, 5)
        assert list(slides_of(moves))[:2] == [(Move.RIGHT, 2), (Move.DOWN, 1)]


class TestSearches:
    """Every search under slides."""

    @pytest.mark.parametrize("method", all_methods())
    def test_every_method_against_breadth_first_truth(self, method: str) -> None:
        goal = Board.goal(2, 4)
        for start, depth in boards_in_slides(goal, 8 if method in ("ids", "dls") else 14, 3, method):
            solution = solve(start, goal, method, metric=SLIDES)
            search, heuristic = SEARCHES[solution.algorithm], HEURISTICS.get(solution.heuristic or "zero")
            assert solution.lower_bound <= depth
            if not search.complete and solution.status is Status.GAVE_UP:
                continue
            assert solution.cost is not None
            assert solution.cost == solution.slides
            assert solution.cost >= depth
            if search.optimal and (heuristic is None or heuristic.admissible):
                assert (solution.status, solution.cost) == (Status.OPTIMAL, depth)
            if solution.status is Status.OPTIMAL:
                assert solution.cost == depth == solution.lower_bound

    @pytest.mark.parametrize("name", [name for name, search in SEARCHES.items() if search.optimal and name != "ids"])
    def test_every_optimal_search_on_every_board(self, name: str) -> None:
        goal = Board.goal(3, 2, "snail")
        for start, depth in slide_distances(goal).items():
            solution = solve(start, goal, name, metric=SLIDES)
            assert (solution.status, solution.cost) == (Status.OPTIMAL, depth), start

    @pytest.mark.parametrize("options", [{"pathmax": True}, {"transpositions": 500}, {"epsilon": True}, {"memory_nodes": 60}])
    def test_options_leave_the_shortest_path_alone(self, options: dict[str, Any]) -> None:
        goal = Board.goal(2, 4, "first")
        for start, depth in boards_in_slides(goal, 12, 4, options):
            methods = ("astar@corner-conflict", "idastar@corner-conflict", "mm", "sma")
            assert {answer.cost for answer in compare(start, methods, goal, metric=SLIDES, **options)} == {depth}

    @pytest.mark.parametrize("method", ["astar", "greedy", "bidirectional", "optimal", "anytime", "lrta"])
    def test_the_eight_puzzle(self, method: str) -> None:
        solution = solve(HARDEST, method=method, metric="slides")
        assert solution.cost is not None
        assert solution.start.apply(*(solution.moves or ())) == solution.goal
        if SEARCHES[method].optimal:
            assert (solution.cost, solution.length, solution.headline) == (20, 31, "Minimum number of slides = 20 (31 moves)")

    @pytest.mark.parametrize("method", ["astar", "bidirectional", "optimal", "anytime"])
    def test_a_depth_limit_counts_slides(self, method: str) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2 D R U"))
        assert solve(start, method=method, metric="slides", max_depth=5).cost == 5
        short = solve(start, method=method, metric="slides", max_depth=4)
        assert (short.status, short.lower_bound) == (Status.GAVE_UP, 5)

    def test_one_expansion_is_told_with_its_board(self) -> None:
        class Trace:
            trace_limit = 50

            def __init__(self) -> None:
                self.boards: list[tuple[int, ...]] = []

            def expansion(self, expansion: object) -> None:
                self.boards.append(expansion.tiles)  # type: ignore[attr-defined]

        trace = Trace()
        solve(HARDEST, method="bfs", metric="slides", node_limit=200, observer=trace)  # type: ignore[arg-type]
        assert len(set(trace.boards)) == 50


class TestAnytime:
    """Few slides for boards of any size."""

    @pytest.mark.parametrize("size", ["4x4", "5x5", "3x9", "12x2"])
    def test_windows_only_ever_shorten_the_path(self, size: str) -> None:
        start = random_board(size, seed=1)
        moves = solve(start, method="anytime", node_limit=2_000, threads=1).moves
        assert moves is not None
        few, boards = shorten_slides(start, moves, 100_000)
        assert start.apply(*few) == Board.goal(start.rows, start.cols)
        assert cost_of(few, SLIDES) < cost_of(moves, SLIDES)
        assert boards >= 100_000
        assert shorten_slides(start, moves, 100_000) == (few, boards)

    def test_a_roundabout_path_becomes_the_shortest(self) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2 D R U"))
        long = solve(start, method="dfs", max_depth=30, metric="slides").moves
        assert long is not None
        assert cost_of(shorten_slides(start, long, 50_000)[0], SLIDES) == 5

    def test_needless_moves_fall_away_at_once(self) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2"))
        assert shorten_slides(start, parse_moves("R L R R D U D D"), 1)[0] == parse_moves("R2 D2")
        assert shorten_slides(start.apply(Move.RIGHT), parse_moves("R D2"), 1)[0] == parse_moves("R D2")

    def test_the_windows_ask_whether_to_go_on(self) -> None:
        start = random_board("6x6", seed=1)
        moves = solve(start, method="anytime", node_limit=1_000, threads=1).moves
        assert moves is not None
        asked: list[int] = []

        def enough(slides: int) -> bool:
            asked.append(slides)
            return len(asked) == 3

        compiled_core().shorten_slides(6, 6, start.tiles, codes_of(moves), None, None, 0, enough)
        assert len(asked) == 3
        assert asked[0] <= cost_of(moves, SLIDES)

        def raising(_slides: int) -> bool:
            raise KeyError

        with pytest.raises(KeyError):
            compiled_core().shorten_slides(6, 6, start.tiles, codes_of(moves), None, None, 0, raising)

    def test_limited_by_nodes_it_repeats_itself(self) -> None:
        start = random_board("5x5", seed=2)
        first, second = (solve(start, method="anytime", metric="slides", node_limit=40_000, threads=1) for _ in range(2))
        assert first.moves == second.moves
        assert first.status is Status.SOLVED
        assert first.cost == first.slides
        assert f"{first.cost} slides found" in first.reason

    def test_it_never_says_less_than_was_known(self) -> None:
        start = Board.goal(5, 5).apply(*parse_moves("U4 L4 D2 R2 U"))
        known = Known(2, parse_moves("D L2 U2 R4 D4"))
        found = solve_question(replace(ask(start, method="anytime", metric="slides", node_limit=10), known=known))
        assert (found.cost or 99) <= 5

    def test_a_path_of_more_slides_than_the_depth_is_none(self) -> None:
        start = Board.goal(3, 4).apply(*parse_moves("U2 L3 D R2 U"))
        found = solve(start, method="anytime", metric="slides", limits=Limits(nodes=500, depth=2))
        assert (found.status, found.moves, found.lower_bound) == (Status.GAVE_UP, None, 5)
        assert "depth limit of 2" in found.reason

    def test_cancelled_it_has_a_path_or_says_that_there_is_none(self) -> None:
        start = random_board("4x4", seed=1)
        found = solve(start, method="anytime", metric="slides", observer=Impatient())
        assert found.status is Status.CANCELLED
        assert found.moves is None or start.apply(*found.moves) == Board.goal(4, 4)


class Impatient(Observer):
    def cancelled(self) -> bool:
        return True


class TestSpace:
    """All boards by their distance in slides."""

    @pytest.mark.parametrize("shape", [(2, 2), (3, 2), (2, 4), (4, 2)])
    @pytest.mark.parametrize("layout", ["last", "snail"])
    def test_every_way_to_count_agrees(self, shape: tuple[int, int], layout: str) -> None:
        goal = Board.goal(*shape, layout)
        truth = Counter(slide_distances(goal).values())
        space = explore(goal, metric=SLIDES)
        assert space.counts == tuple(truth[depth] for depth in range(len(truth)))
        cells = len(goal.tiles)
        assert space.counts == tuple(len(layer) // cells for layer in depth_layers(goal, SLIDES))
        assert {slide_distances(goal)[board] for board in space.deepest} == {space.max_depth}

    def test_the_eight_puzzle(self) -> None:
        space = explore(Board.goal(3, 3), metric=SLIDES)
        assert (space.states, space.max_depth, space.counts[:6]) == (181_440, 24, (1, 4, 8, 16, 32, 64))
        assert space.to_json()["metric"] == "slides"

    def test_boards_at_a_depth(self) -> None:
        goal = Board.goal(4, 4)
        assert [len(list(boards_at(goal, depth, SLIDES))) for depth in range(4)] == [1, 6, 18, 54]
        board = random_board("2x4", depth=9, seed=1, metric=SLIDES)
        assert slide_distances(Board.goal(2, 4))[board] == 9
        with pytest.raises(BoardError, match="no 2x2 board is 7 slides from this goal"):
            random_board("2x2", depth=7, metric=SLIDES)
        with pytest.raises(BoardError, match="exact depths in slides are offered for boards of at most 9 cells"):
            random_board("4x4", depth=7, metric=SLIDES)


class TestShortestPaths:
    """All shortest paths, and the referee."""

    def test_all_of_them_are_counted(self) -> None:
        goal = Board.goal(2, 3)
        distances = slide_distances(goal)

        def ways(board: Board) -> int:
            nearer = (child for _, child in neighbours_in(board, SLIDES) if distances[child] < distances[board])
            return 1 if board == goal else sum(map(ways, nearer))

        for start in [board for board, distance in distances.items() if distance in (3, 7)]:
            found = shortest_paths(start, goal, metric=SLIDES, listed=1000)
            assert (found.count, len(set(found.paths))) == (ways(start), ways(start))
            assert {cost_of(path, SLIDES) for path in found.paths} == {distances[start]}

    def test_the_referee_counts_slides(self) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2"))
        good = judge(start, "R2 D2", metric=SLIDES)
        assert (good.excess, good.verdict) == (0, "a shortest path, 2 slides (4 moves)")
        longer = judge(start, "D U R2 D2", metric=SLIDES)
        assert longer.excess == 2
        assert (longer.detour, longer.advice) == (
            1,
            "slide 1, D, leaves every shortest path; R2 keeps to one (moves of the blank)",
        )
        assert longer.to_json()["better"] == "R2"

    @pytest.mark.parametrize("answer", ["R2D2", "→2↓2", "￫2 ￬2", ">> vv", "right right down down", "2 6", "1 2 3 6"])
    def test_what_timers_write_is_read(self, answer: str) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2"))
        assert judge(start, answer, metric=SLIDES).excess == 0

    def test_boards_a_slide_apart_are_an_answer(self) -> None:
        goal = Board.goal(3, 3)
        boards = [goal.apply(*parse_moves(moves)) for moves in ("U2 L2", "U2", "")]
        assert judge(boards[0], boards, metric=SLIDES).excess == 0
        assert judge(boards[0], boards).verdict == "board 2 is not one move from the board before it"


class TestNotation:
    """Moves with counts, read and written."""

    @pytest.mark.parametrize("text", ["R2 D U3", "R2DU3", "RRDUUU", "r2,d,u3", "→2 ↓ ↑3", "￫2 ￬ ￪3", ">2 v ^3", "R2 D1 U3"])
    @pytest.mark.parametrize("notation", ["blank", "tile"])
    def test_every_form_is_read_alike(self, text: str, notation: str) -> None:
        moves = parse_moves(text, notation)
        assert format_moves(moves, notation, counts=True) == "R2 D U3"
        assert format_moves(moves, notation, counts=True, between="") == "R2DU3"
        assert format_moves(moves, notation, counts=False) == "RRDUUU"

    def test_a_scramble_of_tile_moves_is_a_board(self) -> None:
        assert parse_board("3x3 tile: D2 R2") == parse_board("3x3: U2 L2") == parse_board("3x3 blank: U2L2")
        assert parse_board("4x4 snail tile: D2") == Board.goal(4, 4, "snail").apply(*parse_moves("D2", "tile"))


class TestPictures:
    """A slide is one step in texts and pictures."""

    def test_texts(self) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2 D R U"))
        solution = solve(start, method="astar", metric=SLIDES, engine="python")
        lines = list(solution_lines(solution, steps=True, notation="tile"))
        assert lines[0] == "Minimum number of slides = 5 (7 moves)"
        assert parse_moves(lines[1].removeprefix("Slides: "), "tile") == solution.moves
        assert sum(line.startswith("Step ") for line in lines) == 5
        assert sum(line.startswith("Slide: ") for line in lines) == 5

    def test_drawings(self) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2"))
        solution = solve(start, method="astar", metric=SLIDES)
        drawn = solution_svg(solution)
        assert "1. right 2" in drawn
        assert "2. down 2" in drawn
        assert "3. " not in drawn
        frames = PIL.ImageSequence.all_frames(PIL.Image.open(io.BytesIO(solution_gif(solution))))
        assert len(frames) == 3


class TestHeuristics:
    """What heuristics estimate in slides."""

    def test_a_slide_of_the_longest_line_is_estimated_by_one(self) -> None:
        goal = Board.goal(3, 6)
        start = goal.apply(*parse_moves("L5"))
        values = {name: under(each, SLIDES).value(start, goal) for name, each in HEURISTICS.items() if not each.refuses(3, 6)}
        assert set(values.values()) <= {0, 1}
        assert values["manhattan"] == values["misplaced"] == 1

    def test_walking_distance_is_worth_more_than_manhattan(self) -> None:
        goal = Board.goal(2, 4)
        totals = {name: sum(map(under(HEURISTICS[name], SLIDES).towards(goal), (b.tiles for b in slide_distances(goal))))
                  for name in ("misplaced", "manhattan", "walking-distance")}  # fmt: skip
        assert totals["misplaced"] < totals["manhattan"] < totals["walking-distance"]

    def test_an_own_function_may_estimate_slides(self) -> None:
        @heuristic(admissible=True, metric="slides")
        def wrong_blank(board: Board, goal: Board) -> int:
            return int(board.blank != goal.blank)

        start = Board.goal(3, 3).apply(*parse_moves("U2 L2 D"))
        assert solve(start, method="astar", heuristic=wrong_blank, metric="slides").cost == 3
        with pytest.raises(MethodError, match="wrong_blank estimates slides; ask for the metric slides"):
            solve(start, method="astar", heuristic=wrong_blank)

    def test_an_own_function_that_counts_moves_is_divided(self) -> None:
        @heuristic(admissible=True, consistent=True)
        def manhattan(board: Board, goal: Board) -> int:
            return int(HEURISTICS["manhattan"].value(board, goal))

        solution = solve(HARDEST, method="astar", heuristic=manhattan, metric="slides")
        assert (solution.status, solution.cost) == (Status.OPTIMAL, 20)

    def test_a_metric_that_is_none_is_refused(self) -> None:
        with pytest.raises(MethodError, match="unknown metric 'steps'"):
            heuristic(metric="steps")


class TestQuestion:
    """The metric as a part of what is asked."""

    def test_it_makes_another_question_but_the_default_goes_without_saying(self) -> None:
        plain, said, slides = (ask(HARDEST, method="astar", metric=metric) for metric in (None, "tiles", "slides"))
        assert plain.key == said.key != slides.key
        assert (plain.metric, slides.metric) == (TILES, SLIDES)
        assert "metric" not in plain.options
        assert Question.from_json(json.loads(json.dumps(slides.to_json()))) == slides

    def test_a_solution_survives_json(self) -> None:
        solution = solve(HARDEST, method="astar", metric="slides", engine="python")
        row = json.loads(json.dumps(solution.to_json(steps=True)))
        assert (row["metric"], row["cost"], row["length"], row["slides"]) == ("slides", 20, 31, 20)
        assert parse_moves(row["moves"]) == solution.moves
        assert len(row["moves"].split()) == 20
        assert len(row["path"]) == 21
        assert Solution.from_json(row) == solution
        assert ask(HARDEST, method="astar", metric="slides").key in keys_of(row)

    def test_both_lengths_are_told_in_either_metric(self) -> None:
        row = solve(HARDEST).to_json()
        assert (row["metric"], row["cost"], row["length"]) == ("tiles", 31, 31)
        assert 20 <= row["slides"] < 31

    def test_what_is_known_is_compared_in_slides(self) -> None:
        start = Board.goal(3, 3).apply(*parse_moves("U2 L2"))
        few = Known(0, parse_moves("R2 D2"))
        question = ask(start, method="lrta", metric="slides")
        longer = solve(start, method="bfs", metric="slides")
        assert few.joined(longer).moves == few.moves
        assert question.metric == SLIDES

    @pytest.mark.parametrize("metric", ["", "slide", 3, None])
    def test_only_two_metrics_are_known(self, metric: object) -> None:
        if metric is None:
            assert ask(HARDEST, metric=None).metric == TILES
            return
        with pytest.raises(MethodError, match="unknown metric") as caught:
            ask(HARDEST, metric=metric)
        assert caught.value.field == "metric"

    def test_named_databases_are_refused(self) -> None:
        with pytest.raises(InputError, match="optimal chooses its tables itself in the metric slides"):
            ask("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15", method="optimal@pdb:5-5-5", metric="slides")

    @pytest.mark.parametrize("engine", ["native", "gpu", "cluster:local"])
    def test_a_named_engine_says_what_it_cannot_count(self, engine: str) -> None:
        method = "astar" if engine == "native" else "optimal"
        with pytest.raises(EngineError, match="cannot run"):
            solve(HARDEST, method=method, metric="slides", engine=engine, limits=Limits(time=5))
