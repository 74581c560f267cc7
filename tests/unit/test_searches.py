# SPDX-License-Identifier: MIT
"""Every algorithm with every heuristic: right, counted by the rules, and stopped when told to."""

import random
import threading
from typing import Any

import pytest
from tests.waiting import HANGS

from taquin import Board, Cause, Limits, Progress, Solution, Status, parse_board, solve
from taquin.errors import EngineError
from taquin.heuristics import HEURISTICS
from taquin.instances import load_set
from taquin.method import parse_method
from taquin.scramble import layered_board, uniform_board
from taquin.search import SEARCHES
from taquin.solution import Observer

ENGINES = ["python", "native"]
PATCHY = "tests.differential.own_heuristics:patchy_manhattan"
HARD_15 = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"


def all_methods() -> list[str]:
    return [
        f"{name}@{heuristic}" if search.informed else name
        for name, search in SEARCHES.items()
        for heuristic in (HEURISTICS if search.informed else [""])
    ]


@pytest.mark.parametrize("method", all_methods())
def test_every_method_against_breadth_first_truth(method: str) -> None:
    rng = random.Random(method)
    for layout in ("last", "first", "snail"):
        goal = Board.goal(3, 3, layout)
        depth = rng.randint(0, 12 if method in ("ids", "dls") else 18)
        start = layered_board(goal, depth, rng)
        solution = solve(start, goal, method)
        search, heuristic = SEARCHES[solution.algorithm], HEURISTICS.get(solution.heuristic or "zero")
        assert solution.lower_bound <= depth
        if not search.complete and solution.status is Status.GAVE_UP:
            continue
        assert solution.cost is not None
        assert solution.cost >= depth
        if search.optimal and (heuristic is None or heuristic.admissible):  # None: pattern databases
            assert (solution.status, solution.cost) == (Status.OPTIMAL, depth)
        if solution.status is Status.OPTIMAL:
            assert solution.cost == depth == solution.lower_bound


@pytest.mark.parametrize("name", SEARCHES)
def test_a_solved_board_takes_no_moves(name: str) -> None:
    solution = solve(Board.goal(3, 4, "snail"), "snail", name)
    assert (solution.status, solution.moves) == (Status.OPTIMAL, ())
    assert (solution.stats.generated, solution.stats.expanded, solution.stats.max_frontier) == (1, 0, 1)


@pytest.mark.parametrize("name", SEARCHES)
def test_the_same_method_gives_the_same_answer_twice(name: str) -> None:
    start = parse_board("1 2 3 / 5 6 0 / 7 8 4")
    limits = Limits(nodes=20_000) if name == "anytime" else Limits()  # else it goes by the clock
    first, second = (solve(start, method=parse_method(name, threads=1), limits=limits) for _ in range(2))
    assert first.moves == second.moves
    assert first.stats.generated == second.stats.generated


class TestClassroom:
    """Published figures that come out exactly: costs, and the counts of the rules we share."""

    @pytest.mark.parametrize("engine", ENGINES)
    def test_depth_first_table(self, engine: str) -> None:
        solution = solve("806547231", "first", parse_method("dfs", order="ULDR"), engine=engine)
        assert (solution.cost, solution.stats.expanded, solution.stats.max_depth) == (62117, 117230, 67471)

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize(
        "method", ["bfs", "ucs", "bidirectional", "idastar", "rbfs", "astar@manhattan", "astar@euclidean", "astar@misplaced"]
    )
    def test_costs_of_the_hardest_board(self, method: str, engine: str) -> None:
        if engine == "native" and method == "rbfs":
            with pytest.raises(EngineError, match="rbfs runs in Python only"):
                solve("806547231", "first", method, engine=engine)
            return
        solution = solve("806547231", "first", method, engine=engine)
        assert (solution.cost, solution.status) == (31, Status.OPTIMAL)
        if method not in ("bidirectional",):
            assert solution.stats.max_depth == 31

    def test_iterative_deepening_natively(self) -> None:
        solution = solve("806547231", "first", "ids", engine="native")
        assert (solution.cost, solution.stats.generated, solution.stats.iterations) == (31, 144_314_868, 32)

    @pytest.mark.parametrize("method", ["dfs", "bfs", "ids", "astar@manhattan", "astar@euclidean", "astar@misplaced"])
    def test_the_easy_board(self, method: str) -> None:
        solution = solve("125340678", "first", parse_method(method, order="ULDR"))
        assert (solution.cost, solution.stats.max_depth) == (3, 3)
        if method == "bfs":
            assert solution.stats.expanded == 9
        if method in ("dfs", "astar@manhattan"):
            assert solution.stats.expanded == 3

    def test_default_puzzles(self) -> None:
        depths = [solve(puzzle.start, puzzle.goal, "astar").cost for puzzle in load_set("default8").instances]
        assert depths == [0, 2, 4, 8, 12, 16, 20, 24]

    def test_fifteen_puzzle_of_the_depth_sweep(self) -> None:
        solution = solve("0 2 3 4 / 1 5 7 8 / 9 6 10 12 / 13 14 11 15", method="astar@manhattan")
        assert (solution.cost, solution.stats.expanded) == (6, 6)


class TestKorf:
    """Korf's node counts to the digit."""

    @pytest.mark.parametrize("number", [79, 55, 42])
    def test_python(self, number: int) -> None:
        self.check(number, "python")

    @pytest.mark.parametrize(
        "number", [i.id for i in load_set("korf15").instances if i.facts["ida_manhattan_nodes"] < 20_000_000]
    )
    def test_native(self, number: int) -> None:
        self.check(number, "native")

    def check(self, number: int, engine: str) -> None:
        instance = load_set("korf15").instances[number - 1]
        solution = solve(instance.start, instance.goal, "idastar@manhattan", engine=engine)
        assert (solution.cost, solution.stats.generated) == (instance.optimal, instance.facts["ida_manhattan_nodes"])


class Watcher(Observer):
    """Cancels when it has heard of progress, keeps what it is told, and counts what it is asked after that."""

    def __init__(self) -> None:
        self.seen: list[Progress] = []
        self.asked_again = -1

    def progress(self, progress: Progress) -> None:
        self.seen.append(progress)

    def cancelled(self) -> bool:
        self.asked_again += bool(self.seen)
        return bool(self.seen)


LONG_METHODS = [
    "bfs",
    "dfs",
    "ids",
    "ucs",
    "greedy@zero",
    "astar",
    "wastar",
    "idastar",
    "bidirectional",
    "rbfs",
    "biastar",
    "mm",
    "nbs",
    "bae",
    "dwastar@zero",
    "epsilon@zero",
    "ara@zero",
    "epea",
    "sma",
    "dfbnb",
    "bfida",
]


class TestLimits:
    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize("method", LONG_METHODS)
    def test_cancel_progress_and_time(self, method: str, engine: str) -> None:
        if engine == "native" and method == "rbfs":
            return
        if method == "wastar":
            method = "wastar@zero"
        watcher = Watcher()
        solution = solve(HARD_15, "last", method, engine=engine, observer=watcher)
        assert solution.status is Status.CANCELLED
        assert watcher.asked_again == 0
        assert len(watcher.seen) == 1
        assert watcher.seen[-1].stats.generated <= solution.stats.generated
        assert watcher.seen[-1].rate > 0

    @pytest.mark.parametrize("engine", ENGINES)
    def test_time_limit(self, engine: str) -> None:
        solution = solve(HARD_15, "last", "idastar", engine=engine, limits=Limits(time=0.2))
        assert (solution.status, solution.reason) == (Status.LIMIT, "time limit of 0.2 s reached")
        assert solution.stats.elapsed > 0.19
        assert solution.lower_bound >= 40

    @pytest.mark.parametrize("engine", ENGINES)
    def test_node_limit(self, engine: str) -> None:
        solution = solve(HARD_15, "last", "astar", engine=engine, limits=Limits(nodes=1000))
        assert (solution.status, solution.reason) == (Status.LIMIT, "node limit of 1000 reached")
        assert 1000 <= solution.stats.generated < 1004

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize(
        "method",
        [
            "bfs",
            "dfs",
            "ucs",
            "astar",
            "bidirectional",
            "astar@euclidean",
            "beam",
            "biastar",
            "mm",
            "nbs",
            "bae",
            "epsilon@zero",
            "ara",
            "epea",
            "bfida",
        ],
    )
    def test_memory_limit(self, method: str, engine: str) -> None:
        limit = 20_000_000
        width = 1_000_000 if method == "beam" else None
        solution = solve(HARD_15, "last", parse_method(method, beam_width=width), engine=engine, limits=Limits(memory=limit))
        assert (solution.status, solution.reason) == (Status.LIMIT, "memory limit of 20000000 bytes reached")
        assert 0.5 * limit < solution.stats.peak_memory < 1.1 * limit

    @pytest.mark.parametrize("name", SEARCHES)
    def test_depth_limit(self, name: str) -> None:
        start = layered_board(Board.goal(3, 3), 20, random.Random(1))
        solution = solve(start, method=name, limits=Limits(depth=8))
        assert (solution.status, solution.moves) == (Status.GAVE_UP, None)
        assert solution.reason == "no solution found within the depth limit of 8"
        assert solution.lower_bound <= 20
        assert solution.stats.max_depth <= 8

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize(
        "name", [name for name, search in SEARCHES.items() if (search.optimal and not search.free) or name in ("dls", "wastar")]
    )
    def test_no_path_within_a_depth_limit_is_a_bound(self, name: str, engine: str) -> None:
        if (name, engine) == ("rbfs", "native"):
            engine = "python"
        start = layered_board(Board.goal(3, 3), 20, random.Random(1))
        method = parse_method(f"{name}@zero" if SEARCHES[name].informed else name)
        for depth in (0, 8):
            solution = solve(start, method=method, engine=engine, limits=Limits(depth=depth))
            assert (solution.status, solution.lower_bound) == (Status.GAVE_UP, depth + 1)

    @pytest.mark.parametrize("engine", ENGINES)
    def test_a_path_that_is_proven_when_a_limit_stops_the_search_is_optimal(self, engine: str) -> None:
        method = parse_method("dfbnb@max(manhattan,linear-conflict,misplaced,inversion)", order="LUDR")
        for nodes in range(1, 100):
            solution = solve("3 5 1 / 0 4 2", method=method, engine=engine, limits=Limits(nodes=nodes))
            assert (solution.status is Status.OPTIMAL) == (solution.cost == solution.lower_bound)

    def test_a_random_walk_keeps_the_node_limit(self) -> None:
        for seed in range(20):
            method = parse_method("hill", restart="start", seed=seed)
            assert solve(HARD_15, method=method, limits=Limits(nodes=50)).stats.generated < 55

    def test_depth_limited_search_says_what_it_did_not_find(self) -> None:
        solution = solve(layered_board(Board.goal(3, 3), 24, random.Random(2)), method="dls")
        assert (solution.status, solution.lower_bound) == (Status.GAVE_UP, 21)

    def test_an_observer_that_raises_ends_the_search(self) -> None:
        class Boom(Observer):
            def cancelled(self) -> bool:
                raise KeyboardInterrupt

        for engine in ENGINES:
            with pytest.raises(KeyboardInterrupt):
                solve(HARD_15, method="idastar", engine=engine, observer=Boom())


class TestAlgorithms:
    def test_weighted_astar_keeps_its_bound(self) -> None:
        rng = random.Random(3)
        goal = Board.goal(3, 3)
        for weight in ("1", "1.5", "2", "5"):
            start = layered_board(goal, 22, rng)
            solution = solve(start, goal, parse_method("wastar", weight=weight))
            assert solution.cost is not None
            assert solution.cost <= 22 * float(weight)
            assert solution.status is (Status.OPTIMAL if solution.cost == solution.lower_bound else Status.SOLVED)
            if weight == "1":
                assert solution.status is Status.OPTIMAL
            elif solution.status is Status.SOLVED:
                assert solution.reason == f"at most {weight} times the shortest"

    @pytest.mark.parametrize("engine", ENGINES)
    def test_neither_side_of_mm_goes_past_the_middle(self, engine: str) -> None:
        goal = Board.goal(3, 3)
        for seed in range(5):
            for epsilon in (False, True):
                solution = solve(
                    uniform_board(goal, random.Random(seed)), goal, parse_method("mm", epsilon=epsilon), engine=engine
                )
                assert solution.cost is not None
                assert 2 * solution.stats.max_depth <= solution.cost

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize("name", ["biastar", "mm", "nbs", "bae"])
    def test_a_stopped_search_keeps_the_path_it_had(self, name: str, engine: str) -> None:
        goal = Board.goal(3, 3)
        kept = []
        for seed in range(12):
            start = uniform_board(goal, random.Random(seed))
            whole = solve(start, goal, name, engine=engine)
            stopped = solve(start, goal, name, engine=engine, limits=Limits(nodes=whole.stats.generated - 1))
            assert stopped.cost is None or whole.cost is None or stopped.cost >= whole.cost
            kept.append(stopped.status is Status.LIMIT and stopped.solved)
        assert any(kept)

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize("heuristic", ["manhattan", "euclidean", "corner-conflict"])
    @pytest.mark.parametrize("name", ["wastar", "dwastar", "epsilon"])
    def test_a_promised_bound_is_kept_and_reported(self, name: str, heuristic: str, engine: str) -> None:
        rng = random.Random(name + heuristic)
        goal = Board.goal(3, 3)
        for weight in ("1", "1.1", "1.5", "2", "5"):
            depth = rng.randint(12, 26)
            start = layered_board(goal, depth, rng)
            solution = solve(start, goal, parse_method(f"{name}@{heuristic}", weight=weight), engine=engine)
            assert solution.cost is not None
            assert solution.cost <= depth * float(weight)
            assert solution.cost <= solution.lower_bound * float(weight) + 1e-9
            if solution.status is Status.SOLVED:
                assert solution.reason == f"at most {weight} times the shortest"
                assert solution.lower_bound <= depth

    @pytest.mark.parametrize("engine", ENGINES)
    def test_anytime_repairing_keeps_its_best_path(self, engine: str) -> None:
        goal = Board.goal(3, 3)
        start = layered_board(goal, 26, random.Random(5))
        first = solve(start, goal, parse_method("wastar", weight=5), engine=engine)
        whole = solve(start, goal, parse_method("ara", weight=5, weight_step=1), engine=engine)
        assert (whole.status, whole.cost) == (Status.OPTIMAL, 26)
        assert whole.stats.iterations > 1
        stopped = solve(
            start,
            goal,
            parse_method("ara", weight=5, weight_step=1),
            engine=engine,
            limits=Limits(nodes=first.stats.generated + 50),
        )
        assert stopped.status is Status.LIMIT
        assert stopped.cost is not None
        assert 26 <= stopped.cost <= 5 * stopped.lower_bound

    @pytest.mark.parametrize("engine", ENGINES)
    def test_transpositions_spare_nodes_and_change_no_answer(self, engine: str) -> None:
        goal = Board.goal(3, 3)
        start = layered_board(goal, 24, random.Random(6))
        counts = []
        for size in (None, 50, 100_000):
            solution = solve(start, goal, parse_method("idastar", transpositions=size), engine=engine)
            assert (solution.status, solution.cost) == (Status.OPTIMAL, 24)
            counts.append(solution.stats.generated)
        assert counts == sorted(counts, reverse=True)
        assert counts[-1] < counts[0]

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize("name", ["astar", "idastar"])
    @pytest.mark.parametrize("heuristic", [PATCHY, "corner-conflict", "last-moves", "pdb:1+2+3+4-5+6+7+8", "manhattan"])
    def test_pathmax_leaves_shortest_paths_shortest(self, heuristic: str, name: str, engine: str) -> None:
        rng = random.Random(name + heuristic)
        goal = Board.goal(3, 3)
        for _ in range(4):
            depth = rng.randint(8, 17)
            start = layered_board(goal, depth, rng)
            plain, raised = (
                solve(start, goal, parse_method(f"{name}@{heuristic}", pathmax=pathmax), engine=engine)
                for pathmax in (None, True)
            )
            assert (raised.status, raised.cost) == (Status.OPTIMAL, depth)
            if heuristic == "manhattan":  # it is consistent, so there is nothing to carry on
                assert raised.stats.generated == plain.stats.generated

    @pytest.mark.parametrize("engine", ENGINES)
    def test_pathmax_spares_nodes_where_estimates_are_patchy(self, engine: str) -> None:
        goal = Board.goal(3, 3)
        for name in ("astar", "idastar"):
            start = layered_board(goal, 18, random.Random(name))
            plain, raised = (
                solve(start, goal, parse_method(f"{name}@{PATCHY}", pathmax=pathmax), engine=engine) for pathmax in (False, True)
            )
            assert raised.cost == plain.cost == 18
            assert raised.stats.expanded < plain.stats.expanded

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize("heuristic", ["manhattan", "misplaced", "euclidean", "last-moves"])
    def test_memory_bounded_finds_a_shortest_path_that_fits(self, heuristic: str, engine: str) -> None:
        goal = Board.goal(2, 3)
        for seed in range(40):
            start = uniform_board(goal, random.Random(seed))
            cost = solve(start, goal, "bfs").cost
            assert cost is not None
            for kept in range(max(2, cost + 1), cost + 20, 3):
                solution = solve(start, goal, parse_method(f"sma@{heuristic}", memory_nodes=kept), engine=engine)
                assert (solution.status, solution.cost) == (Status.OPTIMAL, cost)

    @pytest.mark.parametrize("engine", ENGINES)
    def test_memory_bounded_says_that_no_path_fits(self, engine: str) -> None:
        start = layered_board(Board.goal(3, 3), 24, random.Random(6))
        solution = solve(start, method=parse_method("sma", memory_nodes=24), engine=engine)
        assert (solution.status, solution.cost, solution.lower_bound) == (Status.GAVE_UP, None, 24)
        assert (solution.reason, solution.cause) == ("no path fits in 24 nodes", Cause.MEMORY_NODES)

    @pytest.mark.parametrize("engine", ENGINES)
    def test_memory_bounded_makes_nodes_again_in_little_memory(self, engine: str) -> None:
        start = layered_board(Board.goal(3, 3), 26, random.Random(8))
        little, much = (solve(start, method=parse_method("sma", memory_nodes=kept), engine=engine) for kept in (27, 100_000))
        assert little.cost == much.cost == 26
        assert little.stats.generated > much.stats.generated
        assert little.stats.max_frontier <= 27

    @pytest.mark.parametrize("engine", ENGINES)
    def test_partial_expansion_stores_less_than_astar(self, engine: str) -> None:
        goal = Board.goal(3, 3)
        for seed in range(5):
            start = uniform_board(goal, random.Random(seed))
            partial, whole = (solve(start, goal, name, engine=engine) for name in ("epea", "astar"))
            assert partial.cost == whole.cost
            assert partial.stats.generated < whole.stats.generated
            assert partial.stats.expanded > whole.stats.expanded / 2

    @pytest.mark.parametrize("engine", ENGINES)
    def test_breadth_first_heuristic_search_holds_few_layers(self, engine: str) -> None:
        goal = Board.goal(3, 3)
        start = layered_board(goal, 28, random.Random(7))
        held, kept = (solve(start, goal, name, engine=engine) for name in ("bfida", "bfs"))
        assert held.cost == kept.cost == 28
        assert held.stats.max_frontier < kept.stats.max_frontier

    def test_learning_comes_to_a_shortest_path(self) -> None:
        goal = Board.goal(3, 3)
        start = layered_board(goal, 14, random.Random(8))
        once, often = (solve(start, goal, parse_method("lrta", trials=trials)) for trials in (1, 3000))
        assert once.cost is not None
        assert once.cost >= 14
        assert once.lower_bound <= often.lower_bound
        assert (often.status, often.cost) == (Status.OPTIMAL, 14)
        assert 1 < often.stats.iterations <= 3000

    @pytest.mark.parametrize(
        "options", [{"climb": "stochastic"}, {"restart": "start"}, {"climb": "stochastic", "restart": "start"}]
    )
    def test_variants_of_hill_climbing(self, options: dict[str, Any]) -> None:
        start = layered_board(Board.goal(3, 3), 12, random.Random(4))
        plain, other, again = (
            solve(start, method=parse_method("hill", **chosen)) for chosen in ({"climb": "steepest"}, options, options)
        )
        assert other.moves == again.moves
        assert other.solved
        assert (plain.moves, plain.stats.generated) != (other.moves, other.stats.generated)

    def test_annealing_depends_only_on_its_seed(self) -> None:
        start = layered_board(Board.goal(3, 3), 10, random.Random(10))
        paths = [solve(start, method=parse_method("annealing", seed=seed)).moves for seed in (1, 1, 2)]
        assert paths[0] == paths[1] != paths[2]

    @pytest.mark.parametrize("engine", ENGINES)
    def test_annealing_that_does_not_arrive_says_so(self, engine: str) -> None:
        start = layered_board(Board.goal(3, 3), 24, random.Random(6))
        solution = solve(start, method=parse_method("annealing", cooling=10), engine=engine)
        assert solution.reason == "no solution after 20 coolings; try another seed, or longer coolings"

    def test_hill_climbing_depends_only_on_its_seed(self) -> None:
        start = layered_board(Board.goal(3, 3), 16, random.Random(4))
        paths = [solve(start, method=parse_method("hill", seed=seed)).moves for seed in (1, 1, 2)]
        assert paths[0] == paths[1] != paths[2]

    def test_a_narrow_beam_dies(self) -> None:
        start = parse_board("8 6 7 / 2 5 4 / 3 0 1")
        solution = solve(start, method=parse_method("beam", beam_width=1))
        assert solution.status in (Status.GAVE_UP, Status.SOLVED)
        wide = solve(start, method=parse_method("beam", beam_width=10_000))
        assert wide.cost == 31

    def test_inadmissible_heuristics_prove_nothing(self) -> None:
        goal = Board.goal(3, 3)
        for seed in range(5):
            start = uniform_board(goal, random.Random(seed))
            for name in ("astar", "idastar", "rbfs"):
                assert solve(start, goal, f"{name}@linear-conflict-pairs").status is Status.SOLVED


def test_two_searches_run_at_the_same_time() -> None:
    results: list[Solution] = []
    both = threading.Barrier(2, timeout=HANGS)

    class Meeting(Observer):
        """Waits in the middle of its search until the other is there."""

        met = False

        def progress(self, progress: Progress) -> None:
            both.wait()
            self.met = True

        def cancelled(self) -> bool:
            return self.met

    def work() -> None:
        results.append(solve(HARD_15, method="idastar", observer=Meeting()))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [r.status for r in results] == [Status.CANCELLED, Status.CANCELLED]
