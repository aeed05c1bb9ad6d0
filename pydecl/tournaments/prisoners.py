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
from typing import Self

from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, InputError
from pydecl.loading.rules_files import load_clauses
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, atom_text, term_text
from pydecl.paths import prolog_file
from pydecl.tournaments.dilemma import Match, Payoffs, Step, StrategyError
from pydecl.tournaments.strategies import Choice


class Prisoners:
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
            self.session.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def _load(self, file: Path | None) -> None:
        for name in ("dilemma", "backward_induction"):
            path = atom_text(str(prolog_file("dilemma", f"{name}.pl")))
            self.session.set_up(_query(f"use_module({path})"))
        if file is None:
            return
        _, named, _, _ = load_clauses(self.session, file, {})
        if "choice/4" not in named:
            raise InputError(f"{file}: no strategies: expected clauses of choice/4, found {_listed(named)}")
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
        found = []
        for answer in self._answers("strategy(Strategy)"):
            name = answer["Strategy"]
            assert isinstance(name, Atom)
            found.append(name.name)
        return found

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
        """As `induction.induction`."""
        (answer,) = self._answers(f"by_rounds_left({_payoffs(payoffs)},{rounds},Rows)")
        rows = answer["Rows"]
        assert isinstance(rows, PrologList)
        return [_step(row) for row in rows.items]

    def subgames(self, payoffs: Payoffs, rounds: int) -> int | None:
        """How many subgames have a single outcome and telling dominant; None unless all of them have."""
        answers = self._answers(f"every_subgame({_payoffs(payoffs)},{rounds},[],Count)")
        return _integer(answers[0]["Count"]) if answers else None

    def _answers(self, goal: str) -> Sequence[dict[str, Term]]:
        try:
            return self.session.query(goal)
        except ContractError as error:
            if error.fault != "exception":
                raise
            raise StrategyError(error.details[0]) from None


def _query(goal: str) -> Term:
    return Compound("query", (PrologString(goal), 1))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (", …" if len(names) > 5 else "") or "no clauses"


def _payoffs(payoffs: Payoffs) -> str:
    return term_text(Compound("payoffs", payoffs.letters()))


def _choices(term: Term) -> tuple[Choice, ...]:
    assert isinstance(term, PrologList)
    return tuple(_choice(item) for item in term.items)


def _choice(term: Term) -> Choice:
    assert isinstance(term, Atom)
    return Choice(term.name)


def _pair(term: Term) -> tuple[Choice, Choice]:
    assert isinstance(term, Compound)
    own, other = term.args
    return _choice(own), _choice(other)


def _points(term: Term) -> tuple[int, int]:
    assert isinstance(term, Compound)
    own, other = term.args
    return _integer(own), _integer(other)


def _step(row: Term) -> Step:
    assert isinstance(row, Compound)
    left, choices, points, if_silent, if_tells = row.args
    return Step(_integer(left), _pair(choices), _points(points), (_integer(if_silent), _integer(if_tells)))


def _integer(term: Term) -> int:
    assert isinstance(term, int)
    return term
