"""The programs that a rules file brings itself: found by name, and then asked as any other program.

>>> from pydecl.loading.consulting import consult
>>> with consult("nim") as game:
...     own_program(game, "file:alphabeta")
Traceback (most recent call last):
pydecl.errors.InputError: nim: the file has no program of its own, so no file:alphabeta; \
expected one of won/1, minimax/3, alphabeta/5, alphabeta/3, bestmove/2, best_move/2 \
(docs/grade.md, 'Which programs')
"""

from __future__ import annotations

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.own import PREFIX, WHOLE, Manner, OwnProgram


def own_program(game: SessionGame, name: str) -> OwnProgram:
    """The file's program of this name, `file:NAME` or `file:NAME/ARITY`, ready to run on the file's game.

    Raises InputError where the file has none, with the names of those that it has.
    """
    wanted = name.removeprefix(PREFIX)
    reference = registry.reference(game)
    there = reference.own_programs()
    for program in there:
        if wanted in (program.name, program.indicator):
            if program.manner is not Manner.BARE:
                reference.attach(program, reference.own_clauses(program))
            return program
    has = ", ".join(f"{program.value} ({program.indicator})" for program in there)
    what = f"the programs of the file are {has}" if has else "the file has no program of its own"
    known = ", ".join(f"{of}/{arity}" for of, arity in WHOLE)
    expected = "" if has else f"; expected one of {known} (docs/grade.md, 'Which programs')"
    raise InputError(f"{game.name}: {what}, so no {PREFIX}{wanted}{expected}")
