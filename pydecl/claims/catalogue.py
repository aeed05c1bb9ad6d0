"""All claims, in the order of the pages.

>>> chosen(lecture=Lecture.PROGRESS)[0].quotation
'White to move can win immediately by moving the queen to square e7'
>>> [claim.id for claim in chosen(ids=["l20-row-2"])]
['l20-row-2']
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.claims.claim import Claim, Claims, Lecture
from pydecl.claims.lecture19 import alphabeta, minimax, refinements, setting
from pydecl.claims.lecture20 import cutoffs, dilemma, effectiveness, games, tables
from pydecl.claims.lecture20 import minimax as minimax20
from pydecl.claims.othello import example, steps
from pydecl.claims.progress import position
from pydecl.claims.progress import tables as hash_tables
from pydecl.errors import InputError

SECTIONS: Sequence[Claims] = (
    *(setting.setting, minimax.minimax, alphabeta.alphabeta, refinements.refined),
    *(example.evaluation, example.searching, example.effect),
    *(steps.bounds, steps.stepping, steps.transcript, example.question),
    *(games.games, dilemma.dilemma, minimax20.minimax),
    *(cutoffs.cutoffs, effectiveness.effective, tables.tables),
    *(position.position, position.scores, hash_tables.code, hash_tables.finite, hash_tables.hashing),
)

CLAIMS: Sequence[Claim] = tuple(claim for section in SECTIONS for claim in section.all)


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
