"""All positions of a game solved on two engines, and compared position by position."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

from pydecl.crosschecking import Agreement, Divergence, Verdict
from pydecl.crosschecking.positions import in_time
from pydecl.crosschecking.rules import IndependentRules
from pydecl.crosschecking.tally import DivergenceFound, Tally
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.errors import PositionError
from pydecl.loading.supplying import SuppliedGame
from pydecl.model.number import INFINITY
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Limits, Rules
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.solving.solver import check_solvable, position_of, solved_by

ABSENT = "no such position"


def compare(
    game: SessionGame, *, seconds: float | None = 60.0
) -> tuple[Verdict | None, Sequence[Solved[Any]]]:
    """The verdict, and what Prolog found and what Python; no verdict where one of them was stopped.

    A divergence is the nearest to an end of the positions whose outcome, distance or mover differs: the rules
    themselves differ there, and are named where they are independent. `seconds` is the time for all of it.

    Raises what `solve` raises, and LimitError where the comparison itself comes too late.
    """
    deadline = INFINITY if seconds is None else time.monotonic() + seconds
    Limits(seconds=seconds)  # which checks them
    check_solvable(game)
    if game.twin is None:  # Python asks the same session for the moves
        found: list[Solved[Any]] = [solved_by(REFERENCE, game, seconds)]
        if found[0].complete:
            in_time(deadline)
            left = None if seconds is None else deadline - time.monotonic()
            found.append(solved_by(registry.second_opinion(), game, left))
        texts: Sequence[str] = list(map(str, found[-1].positions))
    else:
        *found, texts = _at_the_same_time(game, seconds)
    if not all(one.complete for one in found):
        return None, found
    prolog, python = found
    with game.session.within(None if seconds is None else deadline - time.monotonic()):
        return _Comparison(game, prolog, python, texts, deadline).verdict(), found


def _at_the_same_time(
    game: SessionGame, seconds: float | None
) -> tuple[Solved[str], Solved[Any], Sequence[str]]:
    """What Prolog found and what Python, and the positions that Python found as texts."""
    with ThreadPoolExecutor(1) as helper:
        prolog = helper.submit(solved_by, REFERENCE, game, seconds)
        try:
            python = solved_by(registry.second_opinion(), game, seconds)
            texts = list(map(str, python.positions))
            return prolog.result(), python, texts
        except BaseException:
            game.session.interrupt()
            raise


class _Comparison:
    def __init__(
        self,
        game: SessionGame,
        prolog: Solved[str],
        python: Solved[Any],
        texts: Sequence[str],
        deadline: float,
    ) -> None:
        self.game = game
        self.prolog = prolog
        self.python = python
        self.texts: Sequence[str] = () if isinstance(game, SuppliedGame) else texts  # else: others' numbers
        self.deadline = deadline

    def verdict(self) -> Verdict:
        """The two solutions position by position, in the order of Prolog's."""
        prolog, python = self.prolog, self.python
        nearest: tuple[float, int, int] | None = None
        absent: int | None = None
        told_by_one: tuple[int, int] | None = None
        twins = bytearray(len(python.positions))
        for number in range(len(prolog.positions)):
            if not number & 255:
                in_time(self.deadline)
            twin = self._twin(number)
            if twin is None:
                absent = number if absent is None else absent
                continue
            twins[twin] = 1
            if (number < prolog.roots) is not (twin < python.roots):
                told_by_one = told_by_one or (number, twin)
            one, other = prolog.solutions[number], python.solutions[twin]
            if prolog.players[number] is not python.players[twin] or one != other:
                plies = min(INFINITY if plies is None else plies for plies in (one.plies, other.plies))
                if nearest is None or plies < nearest[0]:
                    nearest = plies, number, twin
        if nearest is not None:
            return self._differing(*nearest[1:])
        if absent is not None:
            return self._divergence(self._term(absent), "solution", _said(prolog, absent), ABSENT)
        if 0 in twins:
            twin = twins.index(0)
            term = position_of(self.game, python.engine, python.positions[twin])
            return self._divergence(term, "solution", ABSENT, _said(python, twin))
        if told_by_one is not None:
            number, twin = told_by_one
            said = _where(prolog, number), _where(python, twin)
            return self._divergence(self._term(number), "position/1", *said)
        return Agreement(self.game.name, len(twins), len(twins), self._rules(), engines=self._engines)

    @property
    def _engines(self) -> tuple[str, str]:
        return self.prolog.engine, self.python.engine

    def _rules(self) -> Rules:
        return Rules.INDEPENDENT if self.game.independent else Rules.SHARED

    def _differing(self, number: int, twin: int) -> Divergence:
        """Both know the position, and judge it differently."""
        term = self._term(number)
        if self.game.independent:
            try:
                assert self.game.twin is not None
                other = self.python.engine
                IndependentRules(self.game, self.game.twin, Tally(), other).compare(term)
            except DivergenceFound as found:
                return self._divergence(term, found.subject, *found.answers.values())
        said = _said(self.prolog, number), _said(self.python, twin)
        return self._divergence(term, "solution", *said)

    def _divergence(self, term: Term, subject: str, prolog: str, python: str) -> Divergence:
        written = self.game.format_position(term)
        words = ["pydecl", "crosscheck", self.game.name, "--position", written]
        words += ["--program", Program.OUTCOME.value, "--depth", "unlimited"]
        count = len(self.prolog.positions)
        return Divergence(
            *(self.game.name, count, count, self._rules()),
            *(subject, written, dict(zip(self._engines, (prolog, python), strict=True))),
            shlex.join(words),
            engines=self._engines,
        )

    def _twin(self, number: int) -> int | None:
        """Where Python has a position of Prolog's: most often at the same place."""
        text = self.prolog.positions[number]
        if number < len(self.texts) and self.texts[number] == text:
            return number
        try:
            twin = self.game.twin
            term = self._term(number)
            return self._numbers.get(term if twin is None else twin.from_term(term))
        except PositionError:
            return None

    def _term(self, number: int) -> Term:
        return self.game.decode(read_term(self.prolog.positions[number]))

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {position: number for number, position in enumerate(self.python.positions)}


def _said(solved: Solved[Any], number: int) -> str:
    return f"{solved.solutions[number]}, {solved.players[number].value} to move"


def _where(solved: Solved[Any], number: int) -> str:
    return "enumerated" if number < solved.roots else "only reached"
