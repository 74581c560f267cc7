# SPDX-License-Identifier: MIT
"""The searches, readable, listed by name in `SEARCHES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from taquin.search.annealing import annealing_search
from taquin.search.anytime_repairing import ara_search
from taquin.search.bae import bae_search
from taquin.search.base import SearchRun
from taquin.search.beam import beam_search
from taquin.search.best_first import astar_search, dwastar_search, greedy_search, ucs_search, wastar_search
from taquin.search.bidirectional import bidirectional_search
from taquin.search.bidirectional_astar import bidirectional_astar_search
from taquin.search.branch_and_bound import dfbnb_search
from taquin.search.breadth_first import bfs_search
from taquin.search.breadth_first_heuristic import bfida_search
from taquin.search.depth_first import dfs_search
from taquin.search.focal import epsilon_search
from taquin.search.hill_climbing import hill_search
from taquin.search.iterative import dls_search, idastar_search, ids_search
from taquin.search.learning_real_time import lrta_search
from taquin.search.meet_in_the_middle import mm_search
from taquin.search.memory_bounded import sma_search
from taquin.search.near_optimal_bidirectional import nbs_search
from taquin.search.partial_expansion import epea_search
from taquin.search.recursive_best_first import rbfs_search
from taquin.solution import Outcome


@dataclass(frozen=True)
class Search:
    """An algorithm as the registry lists it."""

    name: str
    title: str
    run: Callable[[SearchRun], Outcome]
    informed: bool
    """Takes a heuristic."""
    optimal: bool
    """Returns shortest paths, given an admissible heuristic where it takes one."""
    complete: bool
    """Finds a path whenever there is one, given enough time and memory."""
    free: bool = False
    """Free in how it searches: an engine may use tables and threads, so its expansions cannot be watched."""


SEARCHES: Final[dict[str, Search]] = {
    search.name: search
    for search in (
        # The two methods that are free to be fast; in Python they are plain IDA* and beam search.
        Search(
            "optimal", "shortest by the fastest means", idastar_search, informed=False, optimal=True, complete=True, free=True
        ),
        Search(
            "anytime", "short at once, shorter in time", beam_search, informed=False, optimal=False, complete=False, free=True
        ),
        Search("bfs", "breadth-first", bfs_search, informed=False, optimal=True, complete=True),
        Search("dfs", "depth-first", dfs_search, informed=False, optimal=False, complete=True),
        Search("dls", "depth-limited", dls_search, informed=False, optimal=False, complete=False),
        Search("ids", "iterative deepening", ids_search, informed=False, optimal=True, complete=True),
        Search("ucs", "uniform cost", ucs_search, informed=False, optimal=True, complete=True),
        Search("greedy", "greedy best-first", greedy_search, informed=True, optimal=False, complete=True),
        Search("astar", "A*", astar_search, informed=True, optimal=True, complete=True),
        Search("wastar", "weighted A*", wastar_search, informed=True, optimal=False, complete=True),
        Search("dwastar", "dynamically weighted A*", dwastar_search, informed=True, optimal=False, complete=True),
        Search("epsilon", "A*-epsilon, focal search", epsilon_search, informed=True, optimal=False, complete=True),
        Search("ara", "ARA*, anytime repairing A*", ara_search, informed=True, optimal=True, complete=True),
        Search("epea", "enhanced partial expansion A*", epea_search, informed=True, optimal=True, complete=True),
        Search("sma", "SMA*, memory-bounded A*", sma_search, informed=True, optimal=True, complete=True),
        Search("idastar", "iterative-deepening A*", idastar_search, informed=True, optimal=True, complete=True),
        Search("dfbnb", "depth-first branch and bound", dfbnb_search, informed=True, optimal=True, complete=True),
        Search("bfida", "breadth-first heuristic search", bfida_search, informed=True, optimal=True, complete=True),
        Search("bidirectional", "bidirectional breadth-first", bidirectional_search, informed=False, optimal=True, complete=True),
        Search("biastar", "bidirectional A*", bidirectional_astar_search, informed=True, optimal=True, complete=True),
        Search("mm", "MM, meet in the middle", mm_search, informed=True, optimal=True, complete=True),
        Search("nbs", "near-optimal bidirectional", nbs_search, informed=True, optimal=True, complete=True),
        Search("bae", "BAE*, bidirectional with error correction", bae_search, informed=True, optimal=True, complete=True),
        Search("beam", "beam", beam_search, informed=True, optimal=False, complete=False),
        Search("rbfs", "recursive best-first", rbfs_search, informed=True, optimal=True, complete=True),
        Search("lrta", "LRTA*, learning real-time A*", lrta_search, informed=True, optimal=False, complete=True),
        Search("hill", "hill climbing with restarts", hill_search, informed=True, optimal=False, complete=False),
        Search("annealing", "simulated annealing", annealing_search, informed=True, optimal=False, complete=False),
    )
}
"""Every algorithm by its name."""

ALIASES: Final = {
    "a*": "astar",
    "a-star": "astar",
    "wa*": "wastar",
    "weighted-astar": "wastar",
    "ida*": "idastar",
    "ida-star": "idastar",
    "ida": "idastar",
    "iddfs": "ids",
    "uniform-cost": "ucs",
    "dijkstra": "ucs",
    "best-first": "greedy",
    "gbfs": "greedy",
    "gbs": "greedy",
    "bibfs": "bidirectional",
    "bidirectional-astar": "biastar",
    "bae*": "bae",
    "dibbs": "bae",
    "dynamic-weighting": "dwastar",
    "astar-epsilon": "epsilon",
    "a*-epsilon": "epsilon",
    "focal": "epsilon",
    "ara*": "ara",
    "epea*": "epea",
    "sma*": "sma",
    "branch-and-bound": "dfbnb",
    "bfhs": "bfida",
    "bfida*": "bfida",
    "lrta*": "lrta",
    "simulated-annealing": "annealing",
    "hill-climbing": "hill",
}
"""Other names that are accepted."""
