"""Certificates for people: an indented tree, and the words for pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.number import number_text
from pydecl.model.proof import Certificate, Entry, Goal, Kind
from pydecl.model.term import Term, term_text

RESTS_ON = {Kind.OR: "to move, one answer", Kind.AND: "to move, all replies"}


class Writer:
    """Writes the positions, moves and certificates of one game.

    Without the game positions are canonical terms, and moves have no names.
    """

    def __init__(self, game: SessionGame | None = None) -> None:
        self.game = game
        self.position = cache(term_text if game is None else game.format_position)
        self._move = cache(term_text if game is None else game.write)

    def statement(self, certificate: Certificate[Term]) -> str:
        """The claim as a sentence."""
        claim = certificate.claim
        said = f"is {claim} for MAX" if claim.bound is None else f"is worth {claim}"
        depth = "no depth limit" if certificate.depth is None else f"to depth {certificate.depth}"
        return f"{certificate.game}: {self.position(certificate.position)} {said} ({depth})"

    def text(self, certificates: Sequence[Certificate[Term]]) -> str:
        """An indented tree for each; what was told before is only referred to, by its number."""
        return "\n\n".join("\n".join(self._lines(certificate)) for certificate in certificates)

    def _lines(self, certificate: Certificate[Term]) -> Iterator[str]:
        self.fetch(certificate)
        yield self.statement(certificate)
        yield ""
        told: set[int] = set()
        todo = [(0, "", certificate.entries[-1])]
        while todo:
            level, move, entry = todo.pop()
            again = entry.number in told and entry.kind is not Kind.LEAF
            told.add(entry.number)
            note = "as above" if again else self.note(certificate, entry)
            position = self.position(entry.position)
            lead = "  " * level + (f"{move}: " if move not in ("", position) else "")
            yield f"{lead}[{entry.number}] {position}, {note}"
            if not again:
                todo += [(level + 1, *branch) for branch in reversed(self.branches(certificate, entry))]

    def fetch(self, certificate: Certificate[Term]) -> None:
        """Ask for the moves of all its positions at once, and of no others."""
        if self.game is not None:
            self.game.expand([entry.position for entry in certificate.entries])

    def note(self, certificate: Certificate[Term], entry: Entry[Term]) -> str:
        """What an entry rests on, or what a leaf is worth."""
        if entry.kind is not Kind.LEAF:
            return f"{entry.mover.value.upper()} {RESTS_ON[entry.kind]}"
        if entry.value is None:
            return "won" if certificate.claim.goal is Goal.WON else "lost"
        limit = " at the depth limit" if self._legal(entry) else ""
        return f"value {number_text(entry.value)}{limit}"

    def _legal(self, entry: Entry[Term]) -> Sequence[tuple[Term | None, Term]]:
        return () if self.game is None else self.game.successors(entry.position)

    def branches(self, certificate: Certificate[Term], entry: Entry[Term]) -> list[tuple[str, Entry[Term]]]:
        """The moves to the successors, and these; where several moves lead to one, all of them."""
        found = []
        legal = self._legal(entry) if entry.successors else ()
        for number in dict.fromkeys(entry.successors):
            below = certificate.entries[number - 1]
            moves = [move for move, successor in legal if successor == below.position]
            found.append((" or ".join(self._move(move) for move in moves if move is not None), below))
        return found
