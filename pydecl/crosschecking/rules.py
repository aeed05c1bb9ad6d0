"""The rules in SWI-Prolog against the same game's elsewhere: every question that a search may ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.errors import ContractError, PydeclError
from pydecl.model.game import Game
from pydecl.model.number import number_text
from pydecl.model.program import LookedUp, Program
from pydecl.model.term import Term, term_text


class DivergenceFound(Exception):  # noqa: N818  a finding, not an error
    """The engines differ on `subject`, or all answer something else than is `expected`."""

    def __init__(
        self,
        subject: str,
        answers: Mapping[str, object],
        *,
        expected: str | None = None,
        program: Program | LookedUp | None = None,
    ) -> None:
        self.subject = subject
        self.answers = {engine: str(answer) for engine, answer in answers.items()}
        self.expected = expected
        self.program = program


@dataclass
class Tally:
    """How many answers were compared."""

    comparisons: int = 0

    def answers(self, subject: str, reference: object, other: object, engine: str) -> None:
        """Hold another engine's answer against the reference's; that a leaf's value is unknown is one, too.

        Raises DivergenceFound where they differ, and ContractError where both are that error.
        """
        self.comparisons += 1
        if reference != other:
            raise DivergenceFound(subject, {REFERENCE: reference, engine: other})
        if isinstance(reference, ContractError) and reference.fault != "unknown_value":
            raise reference


def attempt(question: Callable[[], object]) -> object:
    """The answer, or the ContractError that stands for it."""
    try:
        return question()
    except ContractError as error:
        return error


def exact(value: object) -> str:
    """A value's text: 1 and 1.0 are different answers."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return number_text(value)  # type: ignore[arg-type]


CHUNK = 500
"""How many positions' rules are fetched from SWI-Prolog in one piece."""

SEARCHED_FOR_THE_REASON = 20_000
"""How many positions are compared, rule by rule, when a search differs."""


class IndependentRules:
    """A game whose rules are there twice: in SWI-Prolog, and elsewhere, written by hand or compiled."""

    def __init__(self, game: SessionGame, rules: Game[Any], tally: Tally, engine: str) -> None:
        """`rules` are those that the searches on `engine` ask."""
        self.game = game
        self.twin = rules
        self.tally = tally
        self.engine = engine

    def _same(self, subject: str, prolog: Callable[[], object], other: Callable[[], object]) -> None:
        self.tally.answers(subject, attempt(prolog), attempt(other), self.engine)

    def fetched(self, positions: Sequence[Term]) -> Iterator[Term]:
        """The positions again, what SWI-Prolog says of them fetched in large pieces."""
        for start in range(0, len(positions), CHUNK):
            chunk = positions[start : start + CHUNK]
            self.game.expand(chunk)
            yield from chunk

    def compare_initial(self) -> None:
        self._same(
            "initial positions",
            lambda: list(map(term_text, self.game.initial())),
            lambda: [term_text(self.twin.to_term(position)) for position in self.twin.initial()],
        )

    def compare(self, position: Term) -> None:
        """Raises DivergenceFound for the first question about `position` that is answered differently."""
        here = self.twin.from_term(position)
        same = self._same
        same("player", lambda: _turn(self.game, position), lambda: _turn(self.twin, here))
        with suppress(ContractError):  # both say so; a search need not ask it here
            same(
                "static value",
                lambda: exact(self.game.static_value(position)),
                lambda: exact(self.twin.static_value(here)),
            )
            same(
                "terminal won, lost",
                lambda: (self.game.terminal_won(position), self.game.terminal_lost(position)),
                lambda: (self.twin.terminal_won(here), self.twin.terminal_lost(here)),
            )
        what = "chance outcome" if self.twin.chance(here) else "successor"
        ours = attempt(lambda: _successors(self.game, position))
        theirs = attempt(lambda: _successors(self.twin, here))
        if isinstance(ours, list) and isinstance(theirs, list):
            for index, (one, other) in enumerate(zip(ours, theirs), 1):  # noqa: B905  told next
                if one != other:
                    raise DivergenceFound(f"{what} {index}", {REFERENCE: one, self.engine: other})
            self.tally.answers(f"number of {what}s", len(ours), len(theirs), self.engine)
        else:
            self.tally.answers("successors", ours, theirs, self.engine)

    def reason(self, position: Term, depth: int | None) -> tuple[Term, DivergenceFound] | None:
        """The first position from `position` down, breadth first, whose rules differ, and how.

        None where there is none within `depth` plies, or within the positions that are looked at.
        """
        level = {self.twin.from_term(position): None}
        seen = dict(level)
        ply = 0
        try:
            while level and len(seen) < SEARCHED_FOR_THE_REASON and (depth is None or ply <= depth):
                for term in self.fetched([self.twin.to_term(here) for here in level]):
                    try:
                        self.compare(term)
                    except DivergenceFound as found:
                        return term, found
                after = {child: None for here in level for child in self.twin.following(here)}
                level = {here: None for here in after if here not in seen}
                seen |= level
                ply += 1
        except (PydeclError, KeyboardInterrupt):  # the divergence that asked for a reason is found already
            pass
        return None


def _turn(rules: Game[Any], position: Any) -> object:
    """Who is to move, None for chance; an end may name nobody."""
    return "nobody" if rules.is_nobodys_end(position) else rules.turn(position)


def _successors(rules: Game[Any], position: Any) -> list[str]:
    """Each move or probability with the position that follows."""
    found = rules.chance(position) or rules.successors(position)
    return [("" if move is None else f"{term_text(move)} to ") + rules.text(after) for move, after in found]
