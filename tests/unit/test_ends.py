# SPDX-License-Identifier: MIT
"""The two ends of a path."""

import random

from taquin import Board, ask
from taquin.board import DEFAULT_ORDER, Move, moves_of_codes
from taquin.methods.ends import End, path_back
from taquin.scramble import walk_board

PATH = [Move.UP, Move.LEFT, Move.LEFT, Move.DOWN, Move.RIGHT]
CODES = [DEFAULT_ORDER.index(move) for move in PATH]


def test_a_path_back() -> None:
    assert moves_of_codes(path_back(CODES)) == (Move.LEFT, Move.UP, Move.RIGHT, Move.RIGHT, Move.DOWN)
    assert list(path_back(path_back(CODES))) == CODES
    assert path_back([]) == b""


def test_the_other_end_is_the_goal() -> None:
    start = walk_board(Board.goal(3, 4), 30, random.Random(1))
    here = End.at_start(ask(start))
    there = here.other
    assert (there.question.start, there.question.goal) == (here.question.goal, here.question.start)
    assert (here.is_goal, there.is_goal) == (False, True)
    assert there.other == here


def test_a_path_leads_from_the_start_whichever_end_found_it() -> None:
    goal = Board.goal(3, 4)
    start = goal.apply(*PATH)
    here = End.at_start(ask(start, goal))
    assert goal.apply(*PATH) == start
    assert start.apply(*moves_of_codes(here.other.forwards(CODES))) == goal
    assert list(here.forwards(CODES)) == CODES
