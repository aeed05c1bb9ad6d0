"""All claims, in the order of the pages.

>>> chosen(lecture=Lecture.PROGRESS)[0].quotation
'White to move can win immediately by moving the queen to square e7'
>>> [claim.id for claim in chosen(ids=["l20-row-2"])]
['l20-row-2']
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.claims import (
    dilemma,
    lecture19,
    lecture19_search,
    lecture20,
    lecture20_search,
    othello,
    othello_steps,
    progress,
    progress_tables,
)
from pydecl.claims.claim import Claim, Claims, Lecture
from pydecl.errors import InputError

SECTIONS: Sequence[Claims] = (
    *(lecture19.setting, lecture19.minimax, lecture19_search.alphabeta, lecture19_search.refined),
    *(othello.evaluation, othello.searching, othello.effect, othello_steps.bounds, othello_steps.stepping),
    *(othello_steps.transcript, othello.question),
    *(lecture20.games, dilemma.dilemma, lecture20.minimax),
    *(lecture20_search.cutoffs, lecture20_search.effective, lecture20_search.tables),
    *(
        progress.position,
        progress.scores,
        progress_tables.code,
        progress_tables.finite,
        progress_tables.hashing,
    ),
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
