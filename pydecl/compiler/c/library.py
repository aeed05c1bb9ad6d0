"""Library predicates in C: each mode of `library.py` that the back end covers, written where it is called."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c.arguments import After
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.inspecting import TESTS, TermGoals
from pydecl.compiler.c.integers import IntegerGoals
from pydecl.compiler.c.lists import ListGoals
from pydecl.compiler.c.pairs import PairGoals
from pydecl.compiler.c.signatures import SIGNATURES
from pydecl.compiler.c.texts import TextGoals
from pydecl.compiler.library import MODES


class LibraryGoals(ListGoals, PairGoals, IntegerGoals, TermGoals, TextGoals):
    """Writes the calls of library predicates."""

    def library(self, goal: ir.Library, after: After) -> None:
        """One call; `after` writes what follows a success."""
        name, mode = goal.procedure.name, goal.procedure.mode
        method = getattr(self, _METHODS.get((name, mode), ""), None)
        if (name, mode) not in SIGNATURES or method is None:
            raise NotCoveredError(f"{name}/{len(mode)} in mode ({','.join(mode)})", goal)
        if self.idle(goal):
            after()
        else:
            method(goal, after)

    def repeats(self, goal: ir.Library) -> bool:
        """Whether the call is written as a loop around what follows."""
        key = goal.procedure
        modes = MODES.get((key.name, key.arity), ())
        return any(m.arguments == key.mode and m.determinism is ir.Determinism.NONDET for m in modes)


_METHODS = {
    ("member", "-+"): "member",
    ("memberchk", "++"): "memberchk",
    ("append", "++-"): "append_three",
    ("append", "+-+"): "append_after",
    ("append", "-++"): "append_before",
    ("append", "--+"): "append_split",
    ("append", "+-"): "append_two",
    ("select", "-+-"): "select",
    ("select", "+-+"): "select_insert",
    ("select", "-++-"): "select_four",
    ("subset", "++"): "subset",
    ("delete", "++-"): "delete",
    **dict.fromkeys((("subtract", "++-"), ("intersection", "++-"), ("union", "++-")), "subtract"),
    **{(name, mode): "nth" for name in ("nth0", "nth1") for mode in ("++-", "++--")},
    **{(name, mode): "nth_each" for name in ("nth0", "nth1") for mode in ("-+-", "-+--")},
    **{(name, "+-++"): "nth_insert" for name in ("nth0", "nth1")},
    **{(name, "--++"): "nth_insert_each" for name in ("nth0", "nth1")},
    ("length", "+-"): "length_of",
    ("length", "++"): "length_is",
    ("last", "+-"): "last",
    **{(name, "+-"): "one_list" for name in ("reverse", "list_to_set", "msort", "sort")},
    **{(name, "+-"): "total" for name in ("sum_list", "max_list", "min_list")},
    **{(name, "-+"): "extreme" for name in ("max_member", "min_member")},
    ("numlist", "++-"): "numlist",
    ("sort", "+++-"): "sort_four",
    ("keysort", "+-"): "keysort",
    ("pairs_keys_values", "+--"): "pairs_apart",
    ("pairs_keys_values", "-++"): "pairs_together",
    ("pairs_keys", "+-"): "pairs_apart",
    ("pairs_values", "+-"): "pairs_apart",
    ("group_pairs_by_key", "+-"): "group_pairs",
    ("between", "+++"): "between_test",
    ("between", "++-"): "between",
    ("succ", "+-"): "succ",
    ("succ", "-+"): "succ",
    **{("plus", mode): "plus" for mode in ("++-", "+-+", "-++")},
    ("compare", "-++"): "compare",
    ("arg", "++-"): "argument",
    ("arg", "-+-"): "argument_each",
    ("$setarg", "+++-"): "set_argument",
    ("functor", "+--"): "functor",
    ("=..", "-+"): "built",
    ("=..", "+-"): "apart",
    **{(name, "+"): "type_test" for name in TESTS},
    ("$filled", "++-"): "filled",
    ("$split", "++--"): "split",
    ("$uncovered", "+"): "give_up",
    ("atom_length", "+-"): "atom_length",
    ("atom_concat", "++-"): "atom_concat",
    ("char_code", "-+"): "code_char",
    ("atomic_list_concat", "+-"): "concat_list",
    ("atomic_list_concat", "++-"): "concat_list",
    ("char_code", "+-"): "char_code",
    ("sub_atom", "+++--"): "part_of_atom",
    ("sub_atom", "+----"): "parts_of_atom",
    ("upcase_atom", "+-"): "upcase",
    ("atom_number", "+-"): "atom_number",
    ("atomic_list_concat", "-++"): "split_text",
    **{(name, "+-"): "characters" for name in ("atom_chars", "atom_codes")},
    **{(name, "-+"): "atom_of" for name in ("atom_chars", "atom_codes")},
}
"""The method of each predicate and mode."""
