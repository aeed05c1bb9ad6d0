"""Checks a certificate against the rules of the game: its moves, players and values. It searches nothing."""

from __future__ import annotations

from collections.abc import Callable

from pydecl.errors import ContractError
from pydecl.model.game import Game, P, Player
from pydecl.model.number import number_text
from pydecl.model.proof import Certificate, Claim, Entry, Kind


def fault(game: Game[P], certificate: Certificate[P], tick: Callable[[], None] = lambda: None) -> str | None:
    """The first wrong entry in words, or None where the claim is proved; `tick` is called once an entry."""
    for number, entry in enumerate(certificate.entries, 1):
        tick()
        try:
            found = _entry_fault(game, certificate, entry, number)
        except ContractError as error:
            found = str(error)
        if found:
            return f"entry {number}, {game.format_position(entry.position)}: {found}"
    last = [(entry.position, entry.depth) for entry in certificate.entries[-1:]]
    proved = last == [(certificate.position, certificate.depth)]
    return None if proved else "the last entry is not the position and the depth of the claim"


def _entry_fault(game: Game[P], certificate: Certificate[P], entry: Entry[P], number: int) -> str | None:
    below_root = number < len(certificate.entries)
    mover = game.player_or(entry.position, entry.mover if below_root else None)
    kind = Kind.OR if mover is certificate.claim.solver else Kind.AND
    legal = [successor for _, successor in game.successors(entry.position)]
    below = [certificate.entries[n - 1] for n in entry.successors if 0 < n < number]
    if entry.number != number or entry.mover is not mover:
        return f"it should be number {number}, with {mover.value} to move"
    if entry.kind is Kind.LEAF and not entry.successors:
        return _leaf_fault(game, certificate.claim, entry, over=not legal)
    if entry.kind is not kind or entry.value is not None:
        return f"it should be an {kind.value} node, which has successors and no value"
    if entry.depth == 0 or not legal:
        return "nothing can follow: " + ("it is at the depth limit" if legal else "the game is over")
    if not below or len(below) < len(entry.successors):
        return f"its successors must be entries from 1 to {number - 1}"
    if any(one.depth != (None if entry.depth is None else entry.depth - 1) for one in below):
        return "it must have one ply more left than its successors"
    given = [one.position for one in below]
    wrong = [f"{game.format_position(one)} is no successor" for one in given if one not in legal]
    if kind is Kind.AND:
        wrong += [f"{game.format_position(one)} is missing" for one in legal if one not in given]
    return wrong[0] if wrong else None


def _leaf_fault(game: Game[P], claim: Claim, entry: Entry[P], *, over: bool) -> str | None:
    if not over and (claim.bound is None or entry.depth != 0):
        return "it should not be a leaf: the game goes on"
    if claim.bound is None:
        end = game.terminal_won if claim.solver is Player.MAX else game.terminal_lost
        return None if end(entry.position) and entry.value is None else f"it should be {claim}, without value"
    value = game.static_value(entry.position)
    proved = value == entry.value and claim.keeps(value)
    return None if proved else f"its value should be the static one, {number_text(value)}, and {claim}"
