# SPDX-License-Identifier: MIT
"""The method `anytime` on the card: a short path from beams ordered by what was learned, each much wider than the one before.

The processor runs its own `anytime` meanwhile, so there is an answer at every moment, and every beam looks only for paths shorter
than the best known. Beams that miss the goal do no harm. When they have grown enough, two rehearsals take a quarter of the time
each, and the last beam the rest: each goes by what the best path and the beam before it, if that was about as wide, have taught
(`lessons`). All three change their widths on the way so as to arrive in time. Where memory keeps the last one from being as wide
as there is time for, others follow it, with lessons of their own. The search ends when there is no time for another, when none
could be wider or go by anything new, or when one has kept every board that it met; only where the best path is the processor's
own does that go on.

Time and nodes are counted as the part of them that is spent, whichever is more; card and processor have half of the nodes each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from taquin import reasons
from taquin.board import Move, moves_of_codes
from taquin.clock import Clock, Stopped
from taquin.engines.gpu.card_run import Incumbent, ProvenError, on_the_card
from taquin.engines.gpu.device import cupy, memory_errors
from taquin.engines.gpu.lessons import Samples
from taquin.engines.gpu.tables import TABLES, free_memory
from taquin.engines.gpu.turned import Turned
from taquin.engines.gpu.value_beam import Array, ValueBeam
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
LEAST_WITH_LESSONS: Final = 0.75
"""A beam that is less than so many times as wide as the one before is not worth its time: without lessons, and with them."""
REHEARSALS: Final = (1 / 4, 1 / 3)
"""Parts that rehearsals take of the time that each finds left: the last beam has twice the time of one."""
COMPARABLE: Final = 4
"""A beam teaches one that is at most so many times as wide; one of a seventh of the width was found to teach nothing."""
HEADROOM: Final = 4
"""Room that the last beam and rehearsals get, in times of their first widths: narrow beams make wide ones seem to cost more than
they do."""
ARRIVE_AT: Final = 0.95
"""Part of the time and nodes after which the last beam is to arrive."""
NARROWS_FROM: Final = 45
HALVED_EVERY: Final = 5
"""Moves before the goal from which on a beam narrows, and in which it halves: there values are surest. Nearly all paths of ten
7x7 boards came from the first 8 % of a layer with 30 to 44 moves left, and from the first 0.3 % with 15 to 29 left."""
AT_GOAL: Final = 10_000
"""No layer gets less than so many boards, if there are as many."""
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


@dataclass(frozen=True)
class Rung:
    """A beam to be run."""

    width: int
    room: int
    """How far it may grow on the way."""
    arrive_at: float = ARRIVE_AT
    """What is to be spent when it arrives."""
    learns: bool = False
    """Whether it is to go by what the beam before it can teach."""
    grows: bool = False
    """Whether it is one of those that come before the first rehearsal."""


@dataclass
class Ladder:
    """Beams, one after the other: small ones that grow, rehearsals, the last one, and others where memory bounds their width."""

    width: int = 0
    """Of the latest beam, 0 before the first."""
    cost: float = 0.0
    """What was spent on it."""
    grown: int = 0
    """How many beams there were since they have stopped growing."""

    def next(self, spent: float, widest: int, has_path: bool) -> Rung | None:
        """Return the next beam, None if there is no memory or no time for one that is worth it; only a known path can teach."""
        if widest < NARROWEST:
            return None
        if self.width == 0:
            return self._growing(FIRST_WIDTH, widest)
        left = max(0.0, ARRIVE_AT - spent)
        fitting = left / max(self.cost, 1e-9) * self.width
        if not self.grown and fitting > LAST_GROWTH * self.width and widest > GROWTH * self.width:
            return self._growing(GROWTH * self.width, widest)
        share = self._share(fitting, has_path)
        width = min(max(int(share * fitting), NARROWEST), widest)
        learns = has_path and width <= COMPARABLE * self.width
        if min(fitting, widest) < (LEAST_WITH_LESSONS if learns else LEAST_GROWTH) * self.width:
            return None
        return Rung(width, min(HEADROOM * width, widest), spent + share * left, learns)

    def climb(self, rung: Rung, width: int, cost: float) -> None:
        """Take note of a beam that was run, and of the width that it had on average."""
        self.width, self.cost = width, cost
        self.grown += not rung.grows

    @staticmethod
    def _growing(width: int, widest: int) -> Rung:
        return Rung(min(width, widest), min(width, widest), grows=True)

    def _share(self, fitting: float, has_path: bool) -> float:
        """Return the part of the time left that the next beam is to take: all of it if that is no rehearsal."""
        if self.grown >= len(REHEARSALS):
            return 1.0
        share = REHEARSALS[self.grown]
        least = (1 if has_path else LEAST_GROWTH) * self.width
        # With nothing to learn the second would be the first over again.
        return share if (has_path if self.grown else share * fitting >= least) else 1.0


@dataclass
class Pace:
    """How many boards a beam keeps, layer by layer, so as to arrive when as much is spent as is meant to be."""

    width: float
    room: int
    most_moves: int
    children: float
    """Of a board, on average."""
    arrive_at: float = ARRIVE_AT
    _since: tuple[int, float] | None = None
    """What was generated and spent at the last change."""

    def next(self, moves: int, generated: int, spent: float) -> int:
        """Return the boards to keep in the next layer, by what the last ones cost and how many the path may still have."""
        left = self.most_moves - moves
        before, begin = self._since = self._since or (generated, spent)
        made = generated - before
        if made >= PACE_EVERY * self.children * self.width:
            cost_of_place = (spent - begin) / made * self.children * self._full_layers(left)
            affordable = max(0.0, self.arrive_at - spent) / max(cost_of_place, 1e-15)
            least, most = (times * self.width for times in STEADY)
            self.width = max(min(max(affordable, least), most, self.room), NARROWEST)
            self._since = (generated, spent)
        return int(self.width * self._part(left))

    def _part(self, left: int) -> float:
        """Return the part of the width that a layer gets so many moves before the goal."""
        return max(math.exp2(min(0, left - NARROWS_FROM) / HALVED_EVERY), min(1.0, AT_GOAL / self.width))

    def _full_layers(self, left: int) -> float:
        """Return how many layers of full width those that are left come to."""
        return sum(map(self._part, range(left)))


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
        self._samples: Samples | None = None  # of the latest beam
        self._saw_all = False  # whether that kept every board that it met
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
        """Run one beam after the other, until none is worth its time."""
        TABLES.drop()  # what an earlier search has left on the card
        cupy().get_default_memory_pool().free_all_blocks()
        try:
            beam = self._prepared()
        except memory_errors():
            return
        ladder = Ladder()
        while self._most_moves() >= self._lower_bound and not self._saw_all:
            begin = self._spent()
            self._take_from_processor()
            rung = ladder.next(begin, self._affordable(beam), self._best is not None)
            if rung is None:
                return
            try:
                self._learn(beam, rung)
                width = self._run_beam(beam, rung)
                ladder.climb(rung, width, self._spent() - begin)
            except memory_errors():
                self._widest = rung.room // 2
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

    def _learn(self, beam: ValueBeam, rung: Rung) -> None:
        """Have a beam go by what the one before it can teach, or by nothing but its network."""
        beam.forget()
        if rung.learns and self._best is not None and self._samples is not None:
            self._stage = "learning about the board"
            beam.learn(self._boards_along(self._best), self._samples)

    def _boards_along(self, moves: tuple[Move, ...]) -> Array:
        """Return the boards that a path leads by, one to a row, as the network knows them."""
        boards = [self._question.start]
        for move in moves:
            boards.append(boards[-1].apply(move))
        return np.array([[*self._turned.tiles(board)] for board in boards], dtype=np.uint8)

    def _run_beam(self, beam: ValueBeam, rung: Rung) -> int:
        """Look for a shorter path with a beam, and return the width that it had on average."""
        most_moves, neighbours = self._most_moves(), 4 - 4 / beam.side  # of a cell, on average
        pace = Pace(rung.width, rung.room, most_moves, neighbours - 1, rung.arrive_at)
        samples, widths, kept = Samples(beam.side, most_moves), [], []

        def before_layer(moves: int, generated: int) -> int:
            self._generated_now = self._generated + generated
            self._peak_memory = max(self._peak_memory, beam.bytes + rung.room * beam.bytes_per_place(moves + 1))
            kept.append(pace.next(moves, self._generated_now, self._spent()))
            widths.append(int(pace.width))
            self._stage = f"a beam of {kept[-1]:,} boards, {moves} moves deep"
            self._look_up()
            return kept[-1]

        beams = beam.run(self._boards_along(()), rung.room, most_moves, before_layer, samples=samples)
        self._generated_now = self._generated + int(beams.generated[0])
        self._beams += 1
        self._samples = samples
        self._saw_all = all(int(count[0]) < most for count, most in zip(beams.counts, kept, strict=True))
        path = beams.path()
        if self._take(None if path is None else self._turned.moves(moves_of_codes(path))):
            self._cost_of_card = self._own_cost()
        return sum(widths) // len(widths)

    def _take_from_processor(self) -> None:
        """Keep the processor's path, if that has ended: beams may learn from it."""
        moves = self._incumbent.path
        self._take(None if moves is None else moves_of_codes(moves))

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
