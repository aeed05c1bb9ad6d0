"""All positions of a game solved on several engines, and compared position by position."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from pydecl.crosschecking import Agreement, Divergence, Verdict
from pydecl.crosschecking.databases import ABSENT
from pydecl.crosschecking.engaged import beside
from pydecl.crosschecking.positions import in_time
from pydecl.crosschecking.rules import DivergenceFound, IndependentRules, Tally
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import BuildError, InputError, PositionError
from pydecl.loading.supplying import SuppliedGame
from pydecl.model.deadline import Deadline
from pydecl.model.number import INFINITY
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import End, Limits, Rules, Solution
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.solving.solver import check_solvable, position_for, position_of, solved_by


def compare(
    game: SessionGame,
    engines: Sequence[str] | None = None,
    *,
    bound: float | None = None,
    seconds: float | None = 60.0,
) -> tuple[Verdict | None, Sequence[Solved[Any]]]:
    """The verdict, and what each engine found; no verdict where one of them was stopped.

    The engines are those on which every program runs, or `engines`, the reference first. One that does not
    cover the game is left out, and the verdict says why. A divergence is the nearest to an end of the
    positions whose outcome, distance or mover differs: the rules themselves differ there, and are named where
    they are independent. Values of a game of chance, as close as `bound`, must have something in common; a
    divergence is the first position whose value or mover differs. `seconds` is the time for all of it.

    Raises what `solve` raises, and LimitError where the comparison itself comes too late.
    """
    check_solvable(game, bound)

    def find(engine: str, seconds: float | None) -> Solved[Any]:
        return solved_by(engine, game, bound, seconds)

    deadline = Deadline.after(seconds).at
    Limits(seconds=seconds)  # which checks them
    first, second, *others = registry.complete() if engines is None else engines
    if game.twin is None:  # the second engine asks the same session for the moves
        found = [find(first, seconds)]
        if found[0].complete:
            found.append(find(second, Deadline(deadline).left()))
    else:
        found = [*beside(game, lambda: find(first, seconds), lambda: find(second, seconds))]
    left_out = {}
    for name in others:
        if not all(one.complete for one in found):
            break
        try:
            found.append(find(name, Deadline(deadline).left()))
        except (BuildError, InputError) as error:  # of the rules nothing is wrong: the others take them
            left_out[name] = str(error)
    if not all(one.complete for one in found):
        return None, found
    verdict: Verdict | None = None
    for other in found[1:]:
        with game.session.within(Deadline(deadline).left()):
            verdict = _Comparison(game, found[0], other, deadline).verdict()
        if not verdict.agree:
            break
    assert verdict is not None
    engines = verdict.engines if isinstance(verdict, Divergence) else [one.engine for one in found]
    return replace(verdict, engines=engines, left_out=left_out), found


class _Comparison:
    """The reference and another engine."""

    def __init__(self, game: SessionGame, one: Solved[Any], other: Solved[Any], deadline: float) -> None:
        self.game = game
        self.one = one
        self.other = other
        self.deadline = deadline
        positions: Sequence[Any] = () if isinstance(game, SuppliedGame) else other.positions  # else: numbers
        self.texts = list(map(str, positions))

    def verdict(self) -> Verdict:
        """The two solutions position by position, in the order of the first one's."""
        mine, theirs = self.one, self.other
        nearest: tuple[float, int, int] | None = None
        absent: int | None = None
        told_by_one: tuple[int, int] | None = None
        twins = bytearray(len(theirs.positions))
        for number in range(len(mine.positions)):
            if not number & 255:
                in_time(self.deadline)
            twin = self._twin(number)
            if twin is None:
                absent = number if absent is None else absent
                continue
            twins[twin] = 1
            if (number < mine.roots) is not (twin < theirs.roots):
                told_by_one = told_by_one or (number, twin)
            due, found = mine.solutions[number], theirs.solutions[twin]
            if mine.players[number] is not theirs.players[twin] or not due.agrees(found):
                plies = min(_distance(due), _distance(found))
                if nearest is None or plies < nearest[0]:
                    nearest = plies, number, twin
        if nearest is not None:
            return self._differing(*nearest[1:])
        if absent is not None:
            return self._divergence(self._term(absent), "solution", _said(mine, absent), ABSENT)
        if 0 in twins:
            twin = twins.index(0)
            term = position_of(self.game, theirs.engine, theirs.positions[twin])
            return self._divergence(term, "solution", ABSENT, _said(theirs, twin))
        if told_by_one is not None:
            number, twin = told_by_one
            said = _where(mine, number), _where(theirs, twin)
            return self._divergence(self._term(number), "position/1", *said)
        return Agreement(self.game.name, len(twins), len(twins), self._rules(), engines=self._engines)

    @property
    def _engines(self) -> tuple[str, str]:
        return self.one.engine, self.other.engine

    def _rules(self) -> Rules:
        return Rules.INDEPENDENT if self.game.independent else Rules.SHARED

    def _differing(self, number: int, twin: int) -> Divergence:
        """Both know the position, and judge it differently."""
        term = self._term(number)
        if self.game.independent and self.other.engine in registry.complete():  # it has the rules by hand
            try:
                assert self.game.twin is not None
                IndependentRules(self.game, self.game.twin, Tally(), self.other.engine).compare(term)
            except DivergenceFound as found:
                return self._divergence(term, found.subject, *found.answers.values())
        said = _said(self.one, number), _said(self.other, twin)
        return self._divergence(term, "solution", *said)

    def _divergence(self, term: Term, subject: str, mine: str, theirs: str) -> Divergence:
        written = self.game.format_position(term)
        words = ["pydecl", "crosscheck", self.game.name, "--position", written]
        if self.one.has_values:
            words += ["--program", Program.EXPECTIMINIMAX.value]
        else:
            words += ["--program", Program.OUTCOME.value, "--depth", "unlimited"]
        count = len(self.one.positions)
        return Divergence(
            *(self.game.name, count, count, self._rules()),
            *(subject, written, dict(zip(self._engines, (mine, theirs), strict=True))),
            shlex.join(words),
            engines=self._engines,
        )

    def _twin(self, number: int) -> int | None:
        """Where the other engine has a position of the first one's: most often at the same place."""
        text = self.one.positions[number]
        if number < len(self.texts) and self.texts[number] == text:
            return number
        try:
            return self._numbers.get(position_for(self.game, self.other.engine, self._term(number)))
        except PositionError:
            return None

    def _term(self, number: int) -> Term:
        return self.game.decode(read_term(self.one.positions[number]))

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {position: number for number, position in enumerate(self.other.positions)}


def _distance(one: End) -> float:
    """The plies to the end, if they are known."""
    return one.plies if isinstance(one, Solution) and one.plies is not None else INFINITY


def _said(found: Solved[Any], number: int) -> str:
    player = found.players[number]
    return f"{found.solutions[number]}, {player.value if player else 'chance'} to move"


def _where(found: Solved[Any], number: int) -> str:
    return "enumerated" if number < found.roots else "only reached"
