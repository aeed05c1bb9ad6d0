"""Proofs as pictures: a solution tree is drawn as the tree of a search is.

Above a node stand the number of its entry and the move that leads to it; in it, what it rests on: one answer
of a player's, or all replies, or its own value. What was told before is only referred to.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.model.proof import Certificate, Entry, Kind
from pydecl.model.term import Term
from pydecl.proving.certificate import RESTS_ON, Writer
from pydecl.tracing.events import Turn
from pydecl.tracing.names import elided
from pydecl.workbench.drawing.search_tree import SearchTree, Visit, folded
from pydecl.workbench.drawing.tree_svg import TreePicture, pictures_svg
from pydecl.workbench.drawing.words import Words


def proof_svg(writer: Writer, certificates: Sequence[Certificate[Term]], title: str, most: int) -> str:
    """The proofs below each other: of each the first rows with at most so many entries."""
    drawn = []
    for certificate in certificates:
        writer.fetch(certificate)
        words = _ProofWords(writer, certificate)
        drawn.append(TreePicture(folded(words.tree(), most), words, writer.statement(certificate)))
    return pictures_svg(drawn, title)


class _ProofWords(Words):
    """What stands at the entries of a proof. A visit's `number` is that of its entry."""

    legend = "[number of the entry] move above · all that is shown is proved"

    def __init__(self, writer: Writer, certificate: Certificate[Term]) -> None:
        super().__init__(lambda number: writer.position(certificate.entries[number - 1].position))
        self._writer, self._certificate = writer, certificate
        self._above: dict[int, Entry[Term]] = {}

    def tree(self) -> SearchTree:
        """The whole tree: what is below an entry stands at its first place from above."""
        entries = self._certificate.entries
        visits = [self._visit(0, entries[-1], 0, is_known=False)]
        told = {entries[-1].number}
        for visit in visits:
            entry = entries[visit.number - 1]
            for number in () if visit.is_hit else dict.fromkeys(entry.successors):
                below = entries[number - 1]
                is_known = number in told and below.kind is not Kind.LEAF
                visit.children.append(self._visit(len(visits), below, visit.ply + 1, is_known=is_known))
                visits.append(visit.children[-1])
                self._above[visits[-1].order] = entry
                told.add(number)
        return SearchTree(visits[0])

    def _visit(self, order: int, entry: Entry[Term], ply: int, *, is_known: bool) -> Visit:
        mover = None if is_known else Turn(entry.mover.value)
        return Visit(order, entry.number, ply, mover, None, is_hit=is_known)

    def value(self, visit: Visit) -> str:
        entry = self._certificate.entries[visit.number - 1]
        if visit.is_hit:
            return f"see [{entry.number}]"
        if entry.kind is Kind.LEAF:
            return self._writer.note(self._certificate, entry)
        return f"{entry.mover.value.upper()}: {RESTS_ON[entry.kind]}"

    def is_bold(self, visit: Visit) -> bool:
        return self._certificate.entries[visit.number - 1].kind is Kind.LEAF

    def order(self, visit: Visit) -> str:
        return f"[{visit.number}]"

    def window(self, visit: Visit) -> str:
        """The move that leads there, unless it is called as the position is."""
        if visit.order not in self._above:
            return ""
        branches = self._writer.branches(self._certificate, self._above[visit.order])
        move = next(move for move, entry in branches if entry.number == visit.number)
        return "" if move == self.position(visit.number) else elided(" ".join(move.split()))

    def summary(self, tree: SearchTree) -> str:
        return f"Proved: {self._writer.statement(self._certificate)}, {len(list(tree.visits())):,} entries."
