"""Library predicates in C: each mode of `library.py` that the back end covers, and what writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydecl.compiler import ir
from pydecl.compiler.c import lists, term_inspection
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.signatures import SIGNATURES
from pydecl.compiler.library import MODES

LibraryEmitter = Callable[[Emitter, ir.Library, After], None]
"""Writes a call, and after it what follows a success."""

EMITTERS: Mapping[tuple[str, str], LibraryEmitter] = {
    ("member", "-+"): lists.member,
    ("memberchk", "++"): lists.memberchk,
    ("append", "++-"): lists.append_three,
    ("length", "+-"): lists.length_of,
    ("length", "++"): lists.length_is,
    **{(name, "+-"): lists.sorted_list for name in ("msort", "sort")},
    ("sort", "+++-"): lists.sort_four,
    ("keysort", "+-"): lists.keysort,
    ("between", "+++"): lists.between_test,
    ("between", "++-"): lists.between,
    ("compare", "-++"): term_inspection.compare,
    ("arg", "++-"): term_inspection.argument,
    ("arg", "-+-"): term_inspection.argument_each,
    ("$setarg", "+++-"): term_inspection.set_argument,
    ("functor", "+--"): term_inspection.functor,
    ("=..", "-+"): term_inspection.built,
    ("=..", "+-"): term_inspection.apart,
    **{(name, "+"): term_inspection.type_test for name in term_inspection.TESTS},
    ("$codes", "+-"): lists.codes,
    **{(name, "+-"): lists.text_of for name in ("$atom_of", "$string_of")},
    ("$filled", "++-"): lists.filled,
    ("$split", "++--"): lists.split,
    ("$uncovered", "+"): term_inspection.give_up,
    ("$complete", "+"): term_inspection.check_complete,
}
"""What writes each predicate in each mode."""


def write_library(e: Emitter, goal: ir.Library, after: After) -> None:
    """One call; `after` writes what follows a success."""
    name, mode = goal.procedure.name, goal.procedure.mode
    write = EMITTERS.get((name, mode))
    if (name, mode) not in SIGNATURES or write is None:
        raise NotCoveredError(f"{name}/{len(mode)} in mode ({','.join(mode)})", goal)
    write(e, goal, after)


def repeats(goal: ir.Library) -> bool:
    """Whether the call is written as a loop around what follows."""
    key = goal.procedure
    modes = MODES.get((key.name, key.arity), ())
    return any(m.arguments == key.mode and m.determinism is ir.Determinism.NONDET for m in modes)
