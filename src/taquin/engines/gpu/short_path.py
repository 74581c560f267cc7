# SPDX-License-Identifier: MIT
"""The method `anytime` on the card: a short path from beams ordered by what was learned, each much wider than the one before.

The processor runs its own `anytime` meanwhile, so there is an answer at every moment, and every beam looks only for paths shorter
than the best known. The last beam is as wide as the card's memory and the time allow, and changes its width on the way so as to
arrive in time. Beams that miss the goal do no harm. When no wider beam fits, the search ends, before its time if memory is short;
only where the best path is the processor's own does that go on.

Time and nodes are counted as the part of them that is spent, whichever is more; card and processor have half of the nodes each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from taquin import reasons
from taquin.board import Move, moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.engines.gpu.card_run import Incumbent, ProvenError, on_the_card
from taquin.engines.gpu.device import cupy, memory_errors
from taquin.engines.gpu.tables import TABLES, free_memory
from taquin.engines.gpu.turned import Turned
from taquin.engines.gpu.value_beam import ValueBeam
from taquin.errors import MoveError
from taquin.heuristics import HEURISTICS
from taquin.methods.anytime import outcome_of, seconds_of
from taquin.question import Question
from taquin.reasons import Reason
from taquin.solution import Limits, Observer, Outcome, Progress, Stats, Status
from taquin.tables.learned import learned_numbers

FIRST_WIDTH: Final = 1 << 14
"""Boards of the first beam: a narrower one hardly takes less time."""
NARROWEST: Final = 64
WIDEST: Final = 1 << 29
"""Boards that a beam has at least, and at most: four children of each are numbered in 32 bits."""
GROWTH: Final = 8
"""How many times as wide a beam is as the one before, while `LAST_GROWTH` times would fit the time too."""
LAST_GROWTH: Final = 64
LEAST_GROWTH: Final = 2
"""A beam that is less than so many times as wide as the one before is not worth its time."""
HEADROOM: Final = 4
"""Room that the last beam gets, in times of its first width: narrow beams make wide ones seem to cost more than they do."""
ARRIVE_AT: Final = 0.95
"""Part of the time and nodes after which the last beam is to arrive."""
PACE_EVERY: Final = 3
"""Full layers between two changes of the width."""
STEADY: Final = (0.7, 1.3)
"""The least and the most that a width is multiplied with at a time."""
MEMORY_SHARE: Final = 0.9
"""Part of the card's free memory that a beam may take."""
LONGEST: Final = 4
"""Moves to look for where no path is known, in cubes of the side: more than twice what any random board needs."""
LOOK_EVERY: Final = 0.02
"""Seconds between looks at the clock while only the processor works."""


def solve_short(question: Question, observer: Observer) -> Outcome:
    """Find a short path within the time there is."""
    with on_the_card():
        run = ShortPath(question, observer)
        try:
            return run.outcome()
        finally:
            cupy().get_default_memory_pool().free_all_blocks()


@dataclass
class Ladder:
    """The widths of beams, one after the other."""

    width: int = 0
    """Of the latest beam, 0 before the first."""
    cost: float = 0.0
    """What was spent on it."""

    def next(self, spent: float, widest: int) -> tuple[int, int] | None:
        """Return the next width and the room for it to grow, None if there is no memory or no time for a wider one."""
        if widest < max(NARROWEST, LEAST_GROWTH * self.width):
            return None
        if self.width == 0:
            return self._rung(FIRST_WIDTH, widest)
        fitting = (ARRIVE_AT - spent) / max(self.cost, 1e-9) * self.width
        if fitting < LEAST_GROWTH * self.width:
            return None
        if fitting > LAST_GROWTH * self.width:
            return self._rung(GROWTH * self.width, widest)
        return self._rung(int(fitting), widest, HEADROOM)

    @staticmethod
    def _rung(width: int, widest: int, headroom: int = 1) -> tuple[int, int]:
        return min(width, widest), min(headroom * width, widest)


@dataclass
class Pace:
    """How many boards a beam keeps, layer by layer, so as to arrive when `ARRIVE_AT` is spent."""

    width: float
    room: int
    most_moves: int
    children: float
    """Of a board, on average."""
    _since: tuple[int, float] | None = None
    """What was generated and spent at the last change."""

    def next(self, moves: int, generated: int, spent: float) -> int:
        """Return the width of the next layer, by what the last full ones cost; as many are left as the path may still have."""
        before, begin = self._since = self._since or (generated, spent)
        made = generated - before
        if made >= PACE_EVERY * self.children * self.width:
            cost_of_place = (spent - begin) / made * self.children * (self.most_moves - moves)
            affordable = max(0.0, ARRIVE_AT - spent) / max(cost_of_place, 1e-15)
            least, most = (times * self.width for times in STEADY)
            self.width = max(min(max(affordable, least), most, self.room), NARROWEST)
            self._since = (generated, spent)
        return int(self.width)


class ShortPath:
    """One board towards few moves."""

    def __init__(self, question: Question, observer: Observer) -> None:
        seconds, nodes, for_processor = seconds_of(question), question.limits.nodes, None
        if nodes is not None:
            for_processor = nodes // 2
            nodes -= for_processor
        self._question = question
        self._clock = Clock(replace(question.limits, time=seconds, nodes=nodes), observer)
        self._incumbent = Incumbent(question, seconds, for_processor)
        self._turned = Turned(question.goal)
        estimate = HEURISTICS["linear-conflict"].towards(question.goal)(question.start.tiles)
        self._lower_bound = max(question.known.lower_bound, int(estimate))
        self._best = () if question.start == question.goal else question.known.moves
        self._cost_of_card: int | None = None  # of the best path that a beam has found
        self._generated = 0  # by the beams that have ended
        self._generated_now = 0  # with the present one
        self._beams = 0
        self._widest = WIDEST
        self._peak_memory = 0
        self._stage = "preparing the card"

    @property
    def _limits(self) -> Limits:
        return self._clock.limits

    def outcome(self) -> Outcome:
        """Search, and return how it ended."""
        stopped: Stopped | None = None
        with self._incumbent:
            try:
                self._look_up()
                self._run_beams()
            except ProvenError:
                pass
            except Stopped as stop:
                stopped = stop
            self._wait_for_processor()
            found = self._incumbent.take()
        stats = self._stats()
        if found is not None:
            stats.generated += found.boards
            self._lower_bound = max(self._lower_bound, found.lower_bound)
            self._take(None if found.moves is None else moves_of_codes(found.moves))
        cancelled = self._clock.cancelled()
        if self._best is None and not cancelled:
            return self._without_path(None if stopped is None else stopped.reason, stats)
        return outcome_of(self._question, self._best, self._lower_bound, cancelled, stats)

    def _without_path(self, reason: Reason | None, stats: Stats) -> Outcome:
        """Say why there is no path: only without the compiled core, which always finds one."""
        limits = self._limits
        if limits.depth is not None:
            return Outcome(Status.GAVE_UP, None, self._lower_bound, reasons.depth_limit(limits.depth), stats)
        if reason is None and not self._beams:
            reason = reasons.memory_limit(limits.memory)
        elif reason is None:
            reason = reasons.node_limit(limits.nodes) if limits.time is None else reasons.time_limit(limits.time)
        return Outcome(Status.LIMIT, None, self._lower_bound, reason, stats)

    def _run_beams(self) -> None:
        """Run wider and wider beams, until there is no memory or time for another."""
        TABLES.drop()  # what an earlier search has left on the card
        cupy().get_default_memory_pool().free_all_blocks()
        try:
            beam = self._prepared()
        except memory_errors():
            return
        ladder = Ladder()
        while self._most_moves() >= self._lower_bound:
            begin = self._spent()
            widths = ladder.next(begin, self._affordable(beam))
            if widths is None:
                return
            try:
                ladder.width = self._run_beam(beam, *widths)
                ladder.cost = self._spent() - begin
            except memory_errors():
                self._widest = widths[1] // 2
            self._generated = self._generated_now
            cupy().get_default_memory_pool().free_all_blocks()

    def _prepared(self) -> ValueBeam:
        side = self._question.goal.rows
        numbers = learned_numbers(side)
        assert numbers is not None  # else the engine would have declined
        beam = ValueBeam(side, np.frombuffer(numbers, dtype="<i2"))
        self._peak_memory = beam.bytes
        return beam

    def _affordable(self, beam: ValueBeam) -> int:
        """Return the boards of the widest beam that memory allows."""
        memory = int(MEMORY_SHARE * free_memory())
        if self._limits.memory is not None:
            memory = min(memory, self._limits.memory - beam.bytes)
        return min(memory // beam.bytes_per_place(self._most_moves()), self._widest)

    def _run_beam(self, beam: ValueBeam, width: int, room: int) -> int:
        """Look for a shorter path with a beam, and return the width that it had at last."""
        most_moves, neighbours = self._most_moves(), 4 - 4 / beam.side  # of a cell, on average
        pace = Pace(width, room, most_moves, neighbours - 1)

        def before_layer(moves: int, generated: int) -> int:
            self._generated_now = self._generated + generated
            self._peak_memory = max(self._peak_memory, beam.bytes + room * beam.bytes_per_place(moves + 1))
            kept = pace.next(moves, self._generated_now, self._spent())
            self._stage = f"a beam of {kept:,} boards, {moves} moves deep"
            self._look_up()
            return kept

        start = np.frombuffer(self._turned.tiles(self._question.start), dtype=np.uint8).reshape(1, -1)
        beams = beam.run(start, room, most_moves, before_layer)
        self._generated_now = self._generated + int(beams.generated[0])
        self._beams += 1
        path = beams.path()
        if self._take(None if path is None else self._turned.moves(moves_of_codes(path))):
            self._cost_of_card = self._own_cost()
        return int(pace.width)

    def _take(self, moves: tuple[Move, ...] | None) -> bool:
        """Keep a path if there is one, it is the shortest so far and it leads to the goal."""
        if moves is None or (self._best is not None and len(moves) >= len(self._best)) or not self._leads_to_goal(moves):
            return False
        self._best = moves
        return True

    def _leads_to_goal(self, moves: tuple[Move, ...]) -> bool:
        try:
            return self._question.start.apply(*moves) == self._question.goal
        except MoveError:
            return False

    def _wait_for_processor(self) -> None:
        """Let the processor use up its time and nodes, unless the card has the best path or nothing is left to do."""
        self._stage = "shortening the path"
        while not (self._clock.cancelled() or self._is_proven() or self._card_leads()) and self._incumbent.goes_on(LOOK_EVERY):
            self._clock.report(self._progress)

    def _most_moves(self) -> int:
        """Return the most moves that a path may have: those of the best one but two, for all are even or all are odd."""
        cost = self._cost()
        longest = LONGEST * self._question.goal.rows**3 if cost is None else cost - 2
        return longest if self._limits.depth is None else min(longest, self._limits.depth)

    def _own_cost(self) -> int | None:
        return None if self._best is None else len(self._best)

    def _cost(self) -> int | None:
        return min((cost for cost in (self._own_cost(), self._incumbent.length) if cost is not None), default=None)

    def _card_leads(self) -> bool:
        return self._cost_of_card is not None and self._cost_of_card == self._cost()

    def _is_proven(self) -> bool:
        cost = self._cost()
        return cost is not None and cost <= self._lower_bound

    def _spent(self) -> float:
        """Return the part of the time or of the nodes that is spent, whichever is more."""
        time, nodes = self._limits.time, self._limits.nodes
        of_time = 0.0 if time is None else self._clock.elapsed() / max(time, 1e-9)
        return max(of_time, 0.0 if nodes is None else self._generated_now / max(nodes, 1))

    def _look_up(self) -> None:
        """Report, and raise if the search is to end."""
        self._clock.report(self._progress)
        if self._is_proven():
            raise ProvenError
        self._clock.check(self._generated_now)

    def _progress(self) -> Progress:
        stats = self._stats()
        return Progress(stats, 0, self._lower_bound, stats.generated / stats.elapsed, self._stage, self._cost())

    def _stats(self) -> Stats:
        return Stats(self._generated_now, elapsed=self._clock.elapsed(), peak_memory=self._peak_memory)
