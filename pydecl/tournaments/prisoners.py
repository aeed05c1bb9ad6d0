"""The Prisoner's Dilemma in SWI-Prolog: the programs of `prolog/dilemma`, and strategies of the user's own.

>>> from pydecl.tournaments.dilemma import LECTURE
>>> with Prisoners() as prisoners:
...     match = prisoners.play("tit_for_tat", "always_tell", 3, Fraction(0), 1)
>>> [choice.value for choice in match.firsts], match.points(LECTURE)
(['silent', 'tell', 'tell'], (-20, -11))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, InputError
from pydecl.loading.rules_files import load_clauses
from pydecl.model.closing import Closeable
from pydecl.model.term import Compound, PrologString, Term, atom_text, term_text
from pydecl.paths import prolog_file
from pydecl.sandbox.replies import atom, compound, integer, items, one_of
from pydecl.tournaments.dilemma import Match, Payoffs, Step, StrategyError
from pydecl.tournaments.strategies import Choice


class Prisoners(Closeable):
    """The bundled strategies, and those of a file; a context manager that ends SWI-Prolog.

    Raises InputError where the file holds no strategy, or one with the name of a bundled one, SourceError
    where it has a fault.
    """

    def __init__(self, file: Path | None = None, *, seconds: float | None = 60.0) -> None:
        """`seconds` is the time that one match may take; None is no limit."""
        self.session = Session(seconds)
        try:
            self._load(file)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.session.close()

    def _load(self, file: Path | None) -> None:
        for name in ("dilemma", "backward_induction"):
            path = atom_text(str(prolog_file("dilemma", f"{name}.pl")))
            self.session.set_up(_query(f"use_module({path})"))
        if file is None:
            return
        _, named, _, _ = load_clauses(self.session, file, {})
        if "choice/4" not in named:
            found = ", ".join(named[:5]) + (", …" if len(named) > 5 else "") or "no clauses"
            raise InputError(f"{file}: no strategies: expected clauses of choice/4, found {found}")
        self.session.set_up(_query("assertz(dilemma:strategies_in(rules))"))
        try:
            names = self.strategies()
        except StrategyError as error:
            raise InputError(f"{file}: the first argument of choice/4 names the strategy: {error}") from None
        taken = [name for name in names if names.count(name) > 1]
        if taken:
            raise InputError(f"{file}: {taken[0]} is a bundled strategy: take another name")

    def strategies(self) -> list[str]:
        """The names, the bundled ones first."""
        return [atom(answer["Strategy"]) for answer in self._answers("strategy(Strategy)")]

    def play(self, first: str, second: str, rounds: int, noise: Fraction, random: int) -> Match:
        """A match, as `dilemma.play`.

        Raises StrategyError where a strategy makes no choice, LimitError where it takes too long.
        """
        one, two = atom_text(first), atom_text(second)
        goal = f"match({one},{two},{rounds},{term_text(noise)},{random},Firsts,Seconds,_)"
        (answer,) = self._answers(goal)
        return Match(first, second, _choices(answer["Firsts"]), _choices(answer["Seconds"]))

    # Backward induction

    def induction(self, payoffs: Payoffs, rounds: int) -> list[Step]:
        (answer,) = self._answers(f"by_rounds_left({_payoffs(payoffs)},{rounds},Rows)")
        return [_step(row) for row in items(answer["Rows"])]

    def subgames(self, payoffs: Payoffs, rounds: int) -> int | None:
        """How many subgames have a single outcome and telling dominant; None unless all of them have."""
        answers = self._answers(f"every_subgame({_payoffs(payoffs)},{rounds},[],Count)")
        return integer(answers[0]["Count"]) if answers else None

    def _answers(self, goal: str) -> Sequence[dict[str, Term]]:
        try:
            return self.session.query(goal)
        except ContractError as error:
            if error.fault != "exception":
                raise
            raise StrategyError(error.details[0]) from None


def _query(goal: str) -> Term:
    return Compound("query", (PrologString(goal), 1))


def _payoffs(payoffs: Payoffs) -> str:
    return term_text(Compound("payoffs", payoffs.letters()))


def _choices(term: Term) -> tuple[Choice, ...]:
    return tuple(one_of(Choice, item) for item in items(term))


def _step(row: Term) -> Step:
    left, choices, points, *gains = compound(row).args
    own, other = (one_of(Choice, choice) for choice in compound(choices).args)
    ours, theirs = map(integer, compound(points).args)
    if_silent, if_tells = map(integer, gains)
    return Step(integer(left), (own, other), (ours, theirs), (if_silent, if_tells))
