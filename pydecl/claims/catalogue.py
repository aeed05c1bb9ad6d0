"""All claims, in the order of the pages: their sentences are in `sentences.txt`, their evidence in modules.

>>> chosen(lecture=Lecture.PROGRESS)[0].quotation
'White to move can win immediately by moving the queen to square e7'
>>> [claim.id for claim in chosen(ids=["l20-row-2"])]
['l20-row-2']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydecl.claims import lecture19, lecture20, othello, progress
from pydecl.claims.claim import Claim, Compute, Lecture
from pydecl.errors import InputError

EVIDENCE: dict[str, Compute] = {
    name: evidence
    for module in (lecture19, othello, lecture20, progress)
    for name, evidence in vars(module).items()
    if re.match("_(l19|ol|l20|fp)_", name)
}
"""What decides the claim l19-or-node is called _l19_or_node."""


def _claims() -> Iterator[Claim]:
    """Each sentence stands behind the name of its claim, and its scope on the line below."""
    lecture, section = Lecture.LECTURE19, ""
    lines = iter(Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines())
    for line in filter(None, lines):
        name, _, said = line.partition(" ")
        if name == "#":
            lecture = Lecture(said)
        elif name == "##":
            section = said
        else:
            name = name.removesuffix(":")
            compute = EVIDENCE[f"_{name.replace('-', '_')}"]
            yield Claim(name, lecture, section, said, next(lines).strip(), compute)


CLAIMS: Sequence[Claim] = tuple(_claims())


def chosen(lecture: Lecture | None = None, ids: Sequence[str] = ()) -> list[Claim]:
    """The claims of a lecture, or of all; of those, where ids are given, the ones with these.

    Raises InputError where there is no such claim.
    """
    among = [claim for claim in CLAIMS if lecture in (None, claim.lecture)]
    known = {claim.id for claim in among}
    for name in ids:
        if name not in known:
            where = "" if lecture is None else f" of {lecture.value}"
            raise InputError(f"{name}: no claim{where}; 'pydecl claims --list' lists them")
    return [claim for claim in among if not ids or claim.id in ids]
