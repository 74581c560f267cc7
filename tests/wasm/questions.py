# SPDX-License-Identifier: MIT
"""The questions that both engines answer, in groups, as JSON."""

import random
from typing import Any, Final

from tests.differential.test_native_equals_python import TIES, methods, random_problem

from taquin.board import Board
from taquin.instances import load_instances
from taquin.method import parse_method
from taquin.question import Question
from taquin.scramble import uniform_board
from taquin.solution import Limits

GROUPS: Final = ("textbook", "ties", "whole searches", "limits", "optimal", "built tables", "anytime")
KORF: Final = load_instances("korf15")
EASY: Final = (11, 30, 41, 47, 54)
"""Of Korf's boards, by index."""

Asked = dict[str, Any]


def asked(question: Question, trace: int = 0) -> Asked:
    return {"asked": question.to_json(), "trace": trace}


def ask(start: Board, goal: Board, method: str, *, trace: int = 0, limits: Limits | None = None, **options: Any) -> Asked:
    return asked(Question(start, goal, parse_method(method, **options), limits=limits or Limits()), trace)


def questions() -> dict[str, list[Asked]]:
    made = (textbook(), ties(), whole_searches(), limits(), optimal(), built_tables(), anytime())
    return dict(zip(GROUPS, made, strict=True))


def textbook() -> list[Asked]:
    """Ask every search with every heuristic."""
    made = []
    for method in methods():
        rng = random.Random(f"wasm {method}")
        for _ in range(4):
            question = random_problem(method, rng)
            heuristic = question.method.heuristic
            if heuristic is None or not heuristic.refuses(question.goal.rows, question.goal.cols):
                most = Limits(nodes=rng.choice([7, 500, 2000]), depth=rng.choice([None, None, 0, 12]))
                made.append(
                    asked(Question(question.start, question.goal, question.method, limits=most), rng.choice([0, 25, 1000]))
                )
    return made


def ties() -> list[Asked]:
    rng = random.Random(1)
    goal = Board.goal(3, 3)
    names = ("greedy@misplaced", "astar@euclidean", "wastar@manhattan")
    return [
        ask(uniform_board(goal, rng), goal, name, trace=200, limits=Limits(nodes=6000), ties=rules)
        for name in names
        for rules in TIES
    ]


def whole_searches() -> list[Asked]:
    """Ask for searches of a hundred thousand nodes, and for traces of many messages."""
    hardest, goal = Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]]), Board.goal(3, 3)
    names = (
        "bfs",
        "ucs",
        "greedy",
        "astar@manhattan",
        "astar@pdb:5-3",
        "idastar@dual(pdb:4-4)",
        "idastar@walking-distance",
        "beam@gaschnig",
        "bidirectional",
    )
    korf = KORF[EASY[0]]
    return [
        *(ask(hardest, goal, name, trace=5000) for name in names),
        ask(korf.start, korf.goal, "idastar@manhattan", limits=Limits(nodes=3_000_000)),
        ask(korf.start, korf.goal, "astar@pdb:5-5-5", limits=Limits(nodes=200_000)),
    ]


def limits() -> list[Asked]:
    korf = KORF[0]
    return [
        *(
            ask(korf.start, korf.goal, name, limits=Limits(nodes=nodes))
            for name in ("dfs", "bfs")
            for nodes in (1, 1000, 300_000)
        ),
        *(ask(korf.start, korf.goal, "dls", limits=Limits(depth=depth, nodes=100_000)) for depth in (0, 15, 10**5)),
        ask(korf.start, korf.goal, "optimal@pdb:5-5-5", threads=1, limits=Limits(nodes=100_000)),
        ask(korf.start, korf.goal, "optimal@pdb:5-5-5", threads=1, limits=Limits(depth=40)),
    ]


def optimal() -> list[Asked]:
    """Ask for shortest paths with the tables that came with the package, and with exact ones."""
    rng = random.Random(2)
    small = [Board.goal(3, 3), Board.goal(2, 4), Board.goal(3, 3, "snail")]
    return [
        *(ask(uniform_board(goal, rng), goal, "optimal", threads=1) for goal in small),
        *(ask(KORF[at].start, KORF[at].goal, "optimal@pdb:5-5-5", threads=1) for at in EASY),
        ask(KORF[EASY[0]].start, KORF[EASY[0]].goal, "optimal@pdb:5-5-5", threads=1, automaton=False),
    ]


def built_tables() -> list[Asked]:
    """Ask for shortest paths with tables that the page has to build."""
    rng = random.Random(3)
    other = Board.goal(3, 4)
    return [
        *(ask(KORF[at].start, KORF[at].goal, "optimal@pdb:6-6-3", threads=1) for at in EASY),
        ask(uniform_board(other, rng), other, "optimal@pdb:5-6", threads=1),
        ask(uniform_board(other, rng), other, "astar@pdb:5-6"),
    ]


def anytime() -> list[Asked]:
    """Ask for short paths; a page has no learned values, so that 5x5 to 8x8 are not the same there."""
    made = []
    for side, work in ((4, 300_000), (9, 300_000), (10, 500_000)):
        rng = random.Random(side)
        goal = Board.goal(side, side)
        start = uniform_board(goal, rng)
        made += [ask(start, goal, "anytime", threads=1, seed=seed, limits=Limits(nodes=work)) for seed in (0, 5)]
    return made
