"""A solution tree as pictures show it: what was told before is only referred to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pydecl.model.proof import Certificate, Entry, Kind
from pydecl.model.term import Term
from pydecl.proving.certificate import Writer
from pydecl.tracing.names import elided

RESTS_ON = {Kind.OR: "one answer", Kind.AND: "all replies"}


@dataclass(slots=True, eq=False)
class Step:
    """An entry of a proof at one of its places; `move` leads to it, `note` says what it rests on.

    One that is told `again` has no children here; of one that was `cut` there are more, which are not shown.
    """

    entry: Entry[Term]
    name: str
    note: str
    move: str
    again: bool = False
    cut: bool = False
    children: list[Step] = field(default_factory=list)

    @property
    def kind(self) -> Kind:
        return self.entry.kind


@dataclass(frozen=True, slots=True)
class ProofTree:
    """The proof of one claim; `hidden` counts the entries that are not shown."""

    statement: str
    root: Step
    hidden: int

    def steps(self) -> Iterator[Step]:
        """All that are shown, each before its children."""
        todo = [self.root]
        while todo:
            step = todo.pop()
            yield step
            todo.extend(reversed(step.children))

    @property
    def notes(self) -> list[str]:
        """What a reader must know of a picture that does not show everything."""
        entries = "entry" if self.hidden == 1 else "entries"
        return [f"{self.hidden:,} more {entries} below: --nodes N shows more"] if self.hidden else []


def proof_tree(writer: Writer, certificate: Certificate[Term], most: int) -> ProofTree:
    """The tree, row by row as long as at most so many steps are shown.

    A row holds the first place of an entry before any lower one, so a reference is never to what is hidden.
    """
    writer.fetch(certificate)
    told: set[int] = set()
    root = _step(writer, certificate, "", certificate.entries[-1], told)
    row, shown = [root], 1
    while row:
        known = set(told)
        below = [
            (parent, _step(writer, certificate, move, entry, told))
            for parent in row
            if not parent.again
            for move, entry in writer.branches(certificate, parent.entry)
        ]
        shown += len(below)
        if shown > most:
            for parent, _ in below:
                parent.cut = True
            told = known
            break
        for parent, step in below:
            parent.children.append(step)
        row = [step for _, step in below]
    return ProofTree(writer.statement(certificate), root, len(certificate.entries) - len(told))


def _step(
    writer: Writer, certificate: Certificate[Term], move: str, entry: Entry[Term], told: set[int]
) -> Step:
    again = entry.number in told and entry.kind is not Kind.LEAF
    told.add(entry.number)
    name = writer.position(entry.position)
    if again:
        note = f"see [{entry.number}]"
    elif entry.kind is Kind.LEAF:
        note = writer.note(certificate, entry)
    else:
        note = f"{entry.mover.value.upper()}: {RESTS_ON[entry.kind]}"
    moved = "" if move == name else move
    return Step(entry, elided(" ".join(name.split())), note, elided(" ".join(moved.split())), again)
