"""The search for a proof as a whole in SWI-Prolog: prove/5 of `prolog/support/programs.pl`."""

from __future__ import annotations

import time

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import UNLIMITED, stopped_by
from pydecl.errors import LimitError
from pydecl.model.game import Player
from pydecl.model.proof import Claim, Entry, Found, Kind, Proof
from pydecl.model.result import Status
from pydecl.model.term import Atom, Compound, Term
from pydecl.sandbox import replies
from pydecl.sandbox.replies import arguments, integer, items, one_of, real


def prove(
    game: SessionGame, position: Term, claim: Claim, depth: int | None, seconds: float | None
) -> Proof[Term]:
    """Search for a solution tree; raises ContractError where the game breaks its contract."""
    asked = question(claim, game.encode(position), depth)
    request = Compound("prove", (*asked.args, UNLIMITED if seconds is None else min(seconds, UNLIMITED)))
    started = time.monotonic()
    try:
        with game.session.within(seconds):
            answer = game.session.ask(request)
    except LimitError as error:
        return Proof(stopped_by(error), None, (), None, time.monotonic() - started)
    status, found, entries, nodes, taken = arguments(answer, "proof", 5)
    return Proof(
        status=one_of(Status, status),
        found=None if found == Atom("unknown") else one_of(Found, found),
        entries=tuple(_entry(game, number, entry) for number, entry in enumerate(items(entries), 1)),
        nodes=integer(nodes),
        seconds=real(taken),
    )


def question(claim: Claim, position: Term, depth: int | None) -> Compound:
    """The request for it, all but its time; the position is the term that stands for it there."""
    name = claim.goal.value
    goal = Atom(name) if claim.bound is None else Compound(name, (claim.bound,))
    return Compound("prove", (goal, position, UNLIMITED if depth is None else min(depth, UNLIMITED)))


def _entry(game: SessionGame, number: int, entry: Term) -> Entry[Term]:
    position, depth, mover, kind, value, below = arguments(entry, "entry", 6)
    plies = integer(depth)
    return Entry(
        number=number,
        position=game.decode(position),
        depth=None if plies >= UNLIMITED else plies,
        mover=one_of(Player, mover),
        kind=one_of(Kind, kind),
        value=None if value == Atom("none") else replies.number(value),
        successors=tuple(map(integer, items(below))),
    )
