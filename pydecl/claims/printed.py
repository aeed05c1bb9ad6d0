"""The programs of lecture 19 as printed, errors and all, on trees.

>>> with printed("minimax") as answers:
...     answers("rules:minimax(t(max, 0, [1,[3,2]]), t(_, Index, _), Val)")
[{'Index': 2, 'Val': 2}]
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydecl.claims import trees
from pydecl.claims.claim import Found, found
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.term import Term, atom_text
from pydecl.paths import prolog_file

RULES = """
initial(t(max, 0, 0)).
moves(t(Mover, _, Trees), Nexts) :-
    is_list(Trees),
    other(Mover, Other),
    findall(t(Other, Index, Tree), nth1(Index, Trees, Tree), Nexts).
move(Pos, Next) :- moves(Pos, Nexts), member(Next, Nexts).
staticval(t(_, _, Val), Val) :- integer(Val).
terminalwon(t(_, _, Val)) :- integer(Val), Val > 0.
terminallost(t(_, _, Val)) :- integer(Val), Val < 0.
max_to_move(t(max, _, _)).
min_to_move(t(min, _, _)).
other(max, min).
other(min, max).
"""
"""A position is t(Mover, Index, Tree): Tree is a value or the list of the trees below, Index its place."""


Answers = Callable[[str], Sequence[dict[str, Term]]]
"""Gives the answers to a goal; `rules:` is where the printed programs are."""


@contextmanager
def printed(*programs: str, seconds: float | None = 60.0) -> Iterator[Answers]:
    """Some of the printed programs, and trees to run them on.

    Raises SourceError where SWI-Prolog cannot read what is printed.
    """
    lines = [f":- include({atom_text(name)})." for name in programs]
    with tempfile.TemporaryDirectory() as folder:
        for name in programs:
            shutil.copy(prolog_file("lecture", f"{name}.pl"), folder)
        file = Path(folder, "printed.pl")
        file.write_text("\n".join([RULES, *lines, ""]), "utf-8")
        with consult(file, seconds=seconds) as game:
            yield game.session.query


def list_text(nest: Nest) -> str:
    """A tree as these rules have it.

    >>> list_text((3, (1, -2)))
    '[3,[1,-2]]'
    """
    return f"[{','.join(map(list_text, nest))}]" if isinstance(nest, tuple) else str(nest)


def printed_is_right(shop: Workshop, program: str, goal: str) -> Found:
    """Whether a printed program has one answer, the right one, on small trees."""
    nests = trees.up_to(5)
    listed = ",".join(map(list_text, nests))
    with printed(*dict.fromkeys(("minimax", program)), seconds=shop.left()) as answers:
        asked = f"member(Tree, [{listed}]), Root = t(max, 0, Tree), findall(Val, rules:{goal}, Vals)"
        (answer,) = answers(f"findall(Vals, ({asked}), All)")
    values = [one.items for one in answer["All"].items]  # type: ignore[union-attr]
    wrong = [
        f"{trees.line(nest)} has the answer: {', '.join(map(str, got)) or 'none'}"
        for nest, got in zip(nests, values, strict=True)
        if list(got) != [trees.value(nest, Player.MAX)]
    ]
    if wrong:
        return found(False, f"{wrong[0]}; wrong {len(wrong)} times in {len(nests)}")
    return found(True, f"{len(nests)} trees, one answer each")
