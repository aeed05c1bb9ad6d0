"""A search on several cores: the successors of the root are searched by processes that share nothing.

They begin in order. The best value of those that are done narrows the window of those that begin later:
so the value, and which of equal moves is the best, are what one core finds. How many nodes that takes depends
on who is done when.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from queue import SimpleQueue

from pydecl.engines.native.game import MachineGame
from pydecl.errors import ContractError, UnfitError
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number, less
from pydecl.model.program import Declaration, Program, Searched, Tie
from pydecl.model.result import Answer, Limits, Order, Status
from pydecl.model.term import Term
from pydecl.programs.order import by_value
from pydecl.programs.registry import DECLARED

AGAIN = 0.01
"""Seconds between two attempts to end what is computed for nothing."""

Done = Answer[Term] | None
"""What a core has found of a successor; None where it need not be searched any more."""


def split(
    machines: Callable[[int], Sequence[MachineGame]], program: Program, position: Term, limits: Limits
) -> Answer[Term] | None:
    """The answer of a program on one machine each core; None if one core must answer.

    `machines` makes so many; no more are wanted than there are moves. One core answers where there is nothing
    to be split, and where something goes wrong, in a position perhaps that one core would not have met.
    """
    (rules,) = machines(1)
    mover, successors = _alternating(rules, position)
    if len(successors) < 2 or limits.depth == 0:
        return None
    _, *others = machines(min(limits.cores, len(successors)))
    started = time.perf_counter()
    for other in others:
        other.player(position)  # compiled again, if need be, one after the other
    root = _Root(DECLARED[program], mover, _in_order(rules, mover, successors, limits), limits, started)
    try:
        return root.searched([rules, *others])
    except (ContractError, UnfitError):
        return None


def _alternating(rules: MachineGame, position: Term) -> tuple[Player, Sequence[Term]]:
    """Who is to move and what follows; nothing where the search itself must say what is wrong."""
    try:
        mover = rules.player(position)
        successors = rules.afters(position)
        if all(rules.player(successor) is mover.opponent for successor in successors):
            return mover, successors
    except ContractError:
        pass
    return Player.MAX, ()


def _in_order(
    rules: MachineGame, mover: Player, successors: Sequence[Term], limits: Limits
) -> Sequence[Term]:
    if limits.settings.order is Order.GAME or limits.depth == 1:
        return successors
    return by_value(mover, [(rules.static_value(successor), successor) for successor in successors])


class _Root:
    """A position whose successors are searched one beside the other."""

    def __init__(
        self, declared: Declaration, mover: Player, successors: Sequence[Term], limits: Limits, started: float
    ) -> None:
        self._declared = declared
        self._by_ply = declared.contract.searched is Searched.PLY
        self._mover = mover
        self._successors = successors
        self._limits = limits
        self._won = limits.settings.win - limits.settings.max_ply
        """What lies beyond is a win, or a loss."""
        self._started = started
        self._lock = threading.Lock()
        self._best: Number | None = None
        self._over = False

    def searched(self, machines: Sequence[MachineGame]) -> Answer[Term]:
        free: SimpleQueue[MachineGame] = SimpleQueue()
        for machine in machines:
            free.put(machine)
        with ThreadPoolExecutor(len(machines)) as pool:
            futures = [pool.submit(self._one, free, successor) for successor in self._successors]
            try:
                found = self._gathered(futures)
            except KeyboardInterrupt:
                found = self._stopped(Status.INTERRUPTED)
            finally:
                self._over = True
                while wait(futures, AGAIN).not_done:  # a child may only be starting
                    for machine in machines:
                        machine.code.interrupt()
        return found

    def _one(self, free: SimpleQueue[MachineGame], successor: Term) -> Done:
        machine = free.get()
        try:
            with self._lock:
                if self._over:
                    return None
                limits = self._narrowed()
            if limits is None:
                return Answer.stopped(Status.TIME, 0.0)
            answer = machine.run(self._declared.program, successor, limits)
            if answer.complete:
                with self._lock:
                    self._take(self._here(answer.value))
            return answer
        finally:
            free.put(machine)

    def _take(self, value: Number) -> None:
        """A successor is worth this, or no more for the mover than another one."""
        if self._best is None or self._better(value, self._best):
            self._best = value
        limits = self._limits
        reached = limits.beta if self._mover is Player.MAX else limits.alpha
        self._over |= self._declared.contract.window and self._better(self._best, reached)

    def _better(self, value: Number, than: Number) -> bool:
        return less(than, value) if self._mover is Player.MAX else less(value, than)

    def _narrowed(self) -> Limits | None:
        """The limits of the next successor; None if the time is over."""
        limits = self._limits.one_ply_less()
        if limits.seconds is not None:
            left = limits.seconds - (time.perf_counter() - self._started)
            if left <= 0:
                return None
            limits = replace(limits, seconds=left)
        if not self._declared.contract.window:
            return limits
        alpha, beta = limits.alpha, limits.beta
        best = self._best
        if best is not None and -INFINITY < best < INFINITY:  # a bound is infinite on its own side only
            if self._mover is Player.MAX and less(alpha, best):
                alpha = best
            if self._mover is Player.MIN and less(best, beta):
                beta = best
        return replace(limits, alpha=self._there(alpha), beta=self._there(beta))

    def _gathered(self, futures: Sequence[Future[Done]]) -> Answer[Term]:
        answers: list[Answer[Term]] = []
        best: Term | None = None
        val: Number | None = None
        for successor, future in zip(self._successors, futures, strict=True):
            answer = future.result()
            if answer is None:
                continue
            answers.append(answer)
            if not answer.complete:
                return self._stopped(answer.status, answers)
            value = self._here(answer.value)
            last = self._declared.contract.tie is Tie.LAST
            if val is None or self._better(value, val) or (last and not self._better(val, value)):
                best, val = successor, value
        return replace(self._stopped(Status.COMPLETE, answers), value=val, best=best)

    def _stopped(self, status: Status, answers: Sequence[Answer[Term]] = ()) -> Answer[Term]:
        """The answer without a value: what the others have counted, and the root."""
        return Answer(
            status=status,
            value=None,
            best=None,
            nodes=1 + sum(answer.nodes or 0 for answer in answers),
            leaves=sum(answer.leaves or 0 for answer in answers),
            horizon=any(answer.horizon for answer in answers),
            seconds=time.perf_counter() - self._started,
            hits=sum(answer.hits for answer in answers),
        )

    # Wins by their plies: seen from the successor they are nearer by one

    def _here(self, value: object) -> Number:
        """A successor's value as the root has it."""
        assert isinstance(value, Number)
        if not self._by_ply:
            return value
        if less(self._won, value):
            return value - 1
        return value + 1 if less(value, -self._won) else value

    def _there(self, bound: Number) -> Number:
        """A bound of the root's as the successor has it: where its value is beyond it the root's is."""
        if not self._by_ply:
            return bound
        if not less(bound, self._won):
            return bound + 1
        return bound if less(-self._won, bound) else bound - 1
