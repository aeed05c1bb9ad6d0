"""The command that shows what a file's own program does on a counterexample, beside the right one.

>>> own = OwnProgram("alphabeta", 3, Manner.ATTACHED)
>>> print(replay("homework.pl", own, OwnLaw.VALUE, tree="a max (\\n  b 3\\n  c 2\\n)\\n"))
pydecl trace homework.pl --program file:alphabeta/3 '--tree=a max ( b 3 c 2 )' --beside alphabeta
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from pydecl.crosschecking.own_judging import OwnLaw
from pydecl.model.own import Manner, OwnProgram

PATIENCE = 5
"""Seconds for a program that did not come to an end."""


def replay(
    file: str,
    program: OwnProgram,
    law: OwnLaw,
    *,
    position: str | None = None,
    tree: str | None = None,
    options: Sequence[str] = (),
) -> str | None:
    """The command, where the position or the tree is known on which the program broke the law.

    None if there is nothing to see: the rules are broken, or it is no matter of one place.
    """
    words = ["pydecl", "trace", file, "--program", program.value]
    if law is OwnLaw.RULES or (position is None and tree is None):
        return None
    if position is not None:
        words.append(f"--position={position}")
    if tree is not None:
        words.append(f"--tree={' '.join(line.strip() for line in tree.splitlines())}")
    words += [*options, "--beside", program.like.value]
    words += ["--time", str(PATIENCE)] if law is OwnLaw.END else []
    return shlex.join(words)


def named(indicator: str) -> OwnProgram:
    """The program of an indicator, as if it was attached.

    >>> named("betterof/6").value, named("alphabeta/3").like.value
    ('file:betterof', 'alphabeta')
    """
    name, _, arity = indicator.rpartition("/")
    return OwnProgram(name, int(arity), Manner.ATTACHED)
