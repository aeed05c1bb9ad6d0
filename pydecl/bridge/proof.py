"""The search for a proof as a whole in SWI-Prolog: prove/5 of `prolog/support/programs.pl`."""

from __future__ import annotations

import time

from pydecl.bridge.game import SessionGame
from pydecl.bridge.searching import UNLIMITED, stopped_by
from pydecl.errors import LimitError
from pydecl.model.game import Player
from pydecl.model.proof import Claim, Entry, Found, Kind, Proof
from pydecl.model.result import Status
from pydecl.model.term import Atom, Compound, PrologList, Term


def prove(
    game: SessionGame, position: Term, claim: Claim, depth: int | None, seconds: float | None
) -> Proof[Term]:
    """Search for a solution tree; raises ContractError where the game breaks its contract."""
    name = claim.goal.value
    request = Compound(
        "prove",
        (
            Atom(name) if claim.bound is None else Compound(name, (claim.bound,)),
            game.encode(position),
            UNLIMITED if depth is None else min(depth, UNLIMITED),
            UNLIMITED if seconds is None else min(seconds, UNLIMITED),
        ),
    )
    started = time.monotonic()
    try:
        with game.session.within(seconds):
            answer = game.session.ask(request)
    except LimitError as error:
        return Proof(stopped_by(error), None, (), None, time.monotonic() - started)
    assert isinstance(answer, Compound)
    status, found, entries, nodes, taken = answer.args
    assert isinstance(entries, PrologList)
    assert isinstance(nodes, int)
    assert isinstance(taken, float)
    return Proof(
        status=Status(str(status)),
        found=None if found == Atom("unknown") else Found(str(found)),
        entries=tuple(_entry(game, number, entry) for number, entry in enumerate(entries.items, 1)),
        nodes=nodes,
        seconds=taken,
    )


def _entry(game: SessionGame, number: int, entry: Term) -> Entry[Term]:
    assert isinstance(entry, Compound)
    position, depth, mover, kind, value, below = entry.args
    assert isinstance(depth, int)
    assert isinstance(below, PrologList)
    return Entry(
        number=number,
        position=game.decode(position),
        depth=None if depth >= UNLIMITED else depth,
        mover=Player(str(mover)),
        kind=Kind(str(kind)),
        value=None if value == Atom("none") else value,  # type: ignore[arg-type]
        successors=below.items,  # type: ignore[arg-type]
    )
