"""Library predicates in C: each mode of `library.py` that the back end covers, and what writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydecl.compiler import ir
from pydecl.compiler.c import atom_text, lists, term_inspection, text_parts
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.signatures import SIGNATURES

LibraryEmitter = Callable[[Emitter, ir.Library, After], None]
"""Writes a call, and after it what follows a success."""

CONCAT = ("atom_concat", "string_concat")
PART = ("sub_atom", "sub_string")
RECAST = ("upcase_atom", "downcase_atom", "string_upper", "string_lower")
CONVERTED = ("atom_string", "string_to_atom", "text_to_string", "number_string")
CHARACTERS = ("atom_chars", "atom_codes", "string_chars", "string_codes")

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
    ("$filled", "++-"): lists.filled,
    ("$split", "++--"): lists.split,
    ("$uncovered", "+"): term_inspection.give_up,
    ("$complete", "+"): term_inspection.check_complete,
    ("atom_length", "+-"): atom_text.atom_length,
    **{(name, "++-"): text_parts.joined for name in CONCAT},
    **{(name, mode): text_parts.rest_of_text for name in CONCAT for mode in ("+-+", "-++")},
    **{(name, "--+"): text_parts.each_split for name in CONCAT},
    **{(name, "++--+"): text_parts.part_at_start for name in PART},
    **{(name, "+--++"): text_parts.part_at_end for name in PART},
    **{(name, "+---+"): text_parts.part_sought for name in PART},
    **{(name, mode): text_parts.part_of_size for name in PART for mode in ("+++--", "++-+-", "+-++-")},
    **{(name, mode): text_parts.parts_of_size for name in PART for mode in ("++---", "+-+--", "+--+-")},
    **{(name, "+----"): text_parts.every_part for name in PART},
    ("char_code", "-+"): atom_text.code_char,
    ("atomic_list_concat", "+-"): atom_text.concat_list,
    ("atomic_list_concat", "++-"): atom_text.concat_list,
    ("char_code", "+-"): atom_text.char_code,
    **{(name, "+-"): atom_text.recast for name in RECAST},
    **{(name, "+-"): atom_text.converted for name in CONVERTED},
    **{(name, "-+"): atom_text.converted for name in ("atom_string", "string_to_atom")},
    ("number_string", "-+"): atom_text.string_number,
    ("string_code", "++-"): atom_text.string_code,
    ("split_string", "+++-"): atom_text.split_string,
    ("string_length", "+-"): atom_text.atom_length,
    ("atom_number", "+-"): atom_text.atom_number,
    ("atomic_list_concat", "-++"): atom_text.split_text,
    **{(name, "+-"): atom_text.characters for name in (*CHARACTERS, "number_codes")},
    **{(name, "-+"): atom_text.atom_of for name in CHARACTERS},
}
"""What writes each predicate in each mode."""


def write_library(e: Emitter, goal: ir.Library, after: After) -> None:
    """One call; `after` writes what follows a success."""
    name, mode = goal.procedure.name, goal.procedure.mode
    write = EMITTERS.get((name, mode))
    if (name, mode) not in SIGNATURES or write is None:
        raise NotCoveredError(f"{name}/{len(mode)} in mode ({','.join(mode)})", goal)
    write(e, goal, after)
