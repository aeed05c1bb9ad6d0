"""Prove a claim about a position, or its value, by a solution tree."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from pydecl.api.opening import AnyGame, AnyPosition, Engine, opened
from pydecl.api.picture import Picture
from pydecl.engines.searching import Default
from pydecl.errors import InputError
from pydecl.loading.rules_files import Reading
from pydecl.model.number import Number, number_json
from pydecl.model.proof import Certificate, Claim, Goal
from pydecl.model.term import Term, term_text
from pydecl.proving import prover
from pydecl.proving.certificate import Writer, json_text
from pydecl.proving.prover import RefutedError
from pydecl.sandbox.session import MEMORY
from pydecl.workbench.drawing.formats import proof_picture
from pydecl.workbench.drawing.search_tree import SHOWN


@dataclass(frozen=True, repr=False)
class Proved:
    """What came of a claim: its solution tree if it holds, and `why` it does not if it is false.

    Without a claim, `value` is V(P), and two certificates prove that it is at least this and at most this.
    `text` has the solution trees, indented, in the game's notation.

    >>> proof = prove("nim:heaps=[1,2]")
    >>> proof.value, len(proof.certificates)
    (1, 2)
    """

    game: str
    claim: str
    proved: bool
    certificates: tuple[Certificate[Term], ...] = ()
    text: str = ""
    why: str = ""
    value: Number | None = None

    def __repr__(self) -> str:
        said = "proved" if self.proved else f"not proved: {self.why}"
        return f"<{self.game}: {self.claim}, {said}>"

    def __str__(self) -> str:
        return self.text or repr(self)

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on; the certificates are as `pydecl prove` writes them."""
        return {
            "game": self.game,
            "claim": self.claim,
            "proved": self.proved,
            "why": self.why,
            "value": None if self.value is None else number_json(self.value),
            "certificates": [json.loads(json_text([one], term_text)) for one in self.certificates],
        }

    def picture(self, kind: str = "svg", *, nodes: int = SHOWN) -> Picture:
        """The solution trees, at most so many steps of each. Raises InputError if there are none."""
        if not self.certificates:
            raise InputError(f"nothing was proved, so there is nothing to draw: {self.why}")
        title = f"a proof on {self.game}"
        return Picture(proof_picture(Writer(), self.certificates, title, kind, nodes), kind, title)

    def _repr_svg_(self) -> str | None:
        return str(self.picture()) if self.certificates else None


def prove(
    game: AnyGame,
    claim: Literal["won", "lost"] | None = None,
    *,
    at_least: Number | None = None,
    at_most: Number | None = None,
    engine: Engine | str = "prolog",
    position: AnyPosition | None = None,
    depth: int | Default | None = Default.DEPTH,
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    memory: int = MEMORY,
) -> Proved:
    """Prove a claim about a position; without one, the value V(P).

    The claim is "won" or "lost", for MAX, or a bound of V(P), `at_least` or `at_most`: one at a time. The
    other arguments are those of `search`. Raises LimitError where time, memory, depth or a cycle leaves it
    unknown, InputError for a question that makes no sense, and ContractError where the game breaks its
    contract.

    >>> proof = prove("nim:heaps=[1,2]", "won")
    >>> proof.proved, str(proof).partition("\\n")[0]
    (True, 'nim:heaps=[1,2]: 1/2 max is won for MAX (no depth limit)')
    >>> prove("nim:heaps=[1,2]", "lost").why
    'not lost: MAX wins'
    """
    claims = _claims(claim, at_least, at_most)
    reading = Reading(convention, moves_again)
    with opened(game, position, depth, seconds, memory, reading) as (found, at):
        asked: dict[str, Any] = {"engine": str(engine), "position": at, "depth": depth, "seconds": seconds}
        value: Number | None = None
        certificates: tuple[Certificate[Term], ...]
        try:
            if claims:
                certificates = (prover.prove(found, claims[0], **asked),)
            else:
                value, *both = prover.prove_value(found, **asked)
                certificates = tuple(both)
        except RefutedError as error:
            return Proved(found.name, str(claims[0]), False, why=str(error))
        text = Writer(found).text(certificates)
    said = str(claims[0]) if claims else "the value"
    return Proved(found.name, said, True, certificates, text, value=value)


def _claims(claim: str | None, at_least: Number | None, at_most: Number | None) -> list[Claim]:
    if claim not in (None, "won", "lost"):
        raise InputError(f"{claim!r} is no claim: expected 'won' or 'lost', at_least or at_most")
    claims = [] if claim is None else [Claim(Goal(claim))]
    claims += [] if at_least is None else [Claim(Goal.AT_LEAST, at_least)]
    claims += [] if at_most is None else [Claim(Goal.AT_MOST, at_most)]
    if len(claims) > 1:
        raise InputError("several claims are made: prove one at a time")
    return claims
