"""What of Prolog's built-ins and libraries the compiler knows: each predicate in its modes.

A back end implements exactly the modes of `MODES` and the functors of `FUNCTIONS`. A call takes the first
mode whose `+` are all given; what is given beside, or given in part, is a pattern that the result must fit:
so member/2 needs the mode `-+` alone, and `member(7-X, Pairs)` is that with a pattern.

Control (`;`, `\\+`, `findall/3` …) is no library: the intermediate language has goals for it. The library's
other predicates, and the other modes of append/3, are written in Prolog (`frontend/library`).

>>> [(mode.arguments, mode.determinism.value) for mode in MODES["between", 3]]
[('+++', 'at most one'), ('++-', 'any number')]
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.compiler.ir import Determinism, Key
from pydecl.model.term import Atom


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to call a predicate. A mode may always raise Prolog's errors for arguments of wrong types."""

    arguments: str
    determinism: Determinism
    types: str


_TABLE = """
    member/2            -+ many L E
    memberchk/2         ++ once E L
    append/3            ++- once L L L
    length/2            ++ once L I, +- once L I
    msort/2             +- once L L
    sort/2              +- once L L
    sort/4              +++- once I * L L
    keysort/2           +- once P P
    between/3           +++ once I * I, ++- many I * I
    arg/3               ++- once I * *, -+- many * I *
    functor/3           +-- once * * I
    =../2               +- once * L, -+ once * *
    compare/3           -++ once T T O
    $codes/2            +- once * C
    $atom_of/2          +- once C A
    $string_of/2        +- once C X
    $filled/3           ++- once I E L
    $split/4            ++-- once I L L L
    $setarg/4           +++- once I T * T
    $uncovered/1        + once *
    $complete/1         + once *
    $kept/2             +- once * *
    $keep/2             ++ once * *
    $snapshot/1         + once *
    $changing/1         + once *
    $facts_loaded/1     + once *
    $fact/3             +-- many * I *
    $fact_comes/2       ++ once * *
    $fact_goes/2        ++ once * I
"""
"""Each mode with its determinism and types, first of the arguments, then of the results: `L` a list, `E` its
element, `I` an integer, `C` a list of integers, `A` an atom made at run time, `X` a string, `O` an order, `P`
a list of pairs, `T` a term, `*` anything.

From `$codes` on they are the compiler's own, and so is `$atom_joined`, which has up to MOST_JOINED texts.
TYPE_TESTS are there, too.

`$codes(Text, Codes)`: the codes of an atom, a string or an integer.
`$atom_of(Codes, Atom)`, `$string_of(Codes, String)`: the text of codes, each of which is that of a character.
`$atom_joined(Text, …, Atom)`: the text of each, an atom, a string or an integer, one after the other.
`$filled(N, Item, List)`: N times Item; errors as of length(List, N), domain_error(not_less_than_zero, N)
for N < 0 and type_error(integer, N).
`$split(N, List, Front, Back)`: Front are the first N of List; fails if it has fewer; N is the length of a
list. Back need not be a list.
`$setarg(N, Term0, Item, Term)`: Term is Term0 with Item as the N-th argument, as setarg/3.
`$uncovered(What)`: compiled rules give up; What, an atom, is what they met.
`$complete(Answers)`: compiled rules give up if more answers may come to these, which a table has told last.
`$keep(Cell, Term)`: Term is kept until another one is, or the call ends; Cell is a constant.
`$kept(Cell, Term)`: what is kept; fails if nothing is.
`$snapshot(begins)`, `$snapshot(ends)`: what happens to facts in between is undone at the end.
`$changing(Cell)`: this is in between, where a predicate's facts are in a cell, a constant.
`$facts_loaded(Cell)`: those that were loaded are in it; if it fails they come next, one by one.
`$fact(Cell, Number, Fact)`: each one that is there when this is called, in order.
`$fact_comes(Cell, Fact)`: as assertz/1. `$fact_goes(Cell, Number)`: as erase/1; fails if it is gone.
"""

UNCOVERED = Key("$uncovered", "+")
KEPT, KEEP = Key("$kept", "+-"), Key("$keep", "++")
FACT, COMES = Key("$fact", "+--"), Key("$fact_comes", "++")
CHANGES = frozenset((FACT, COMES, Key("$fact_goes", "++"), Key("$snapshot", "+"), Key("$changing", "+")))
"""What asks for facts that change, or changes them."""
UNFILLED = Atom("$unfilled")
"""What stands for an argument of a term that is still free."""

TYPE_TESTS = (
    *("atom", "atomic", "callable", "compound", "float"),
    *("integer", "is_list", "number", "rational", "string"),
)

MOST_JOINED = 8
"""So many texts are joined at once."""

TOTAL = frozenset((Key("$atom_of", "+-"), Key("$string_of", "+-")))
"""What has one solution for all that it is given."""

MADE = TOTAL.union(
    (Key("append", "++-"), Key("sort", "+++-")),
    (Key(name, "+-") for name in ("sort", "msort", "keysort", "length", "$codes")),
)
"""What has one solution for all that it is given, or raises an error."""

WANTED = Key("$wanted", "")
"""Asked where a solution may be passed over: see `c/counting.py`."""

COMPLETE, ONLY_ANSWER = Key("$complete", "+"), Key("$only_answer", "+-")
"""What asks whether all answers of a table are there, and, in the prelude, for the only one of them."""


def _modes() -> dict[tuple[str, int], tuple[Mode, ...]]:
    found = {}
    joined = (f"$atom_joined/{n + 1} {'+' * n}- once {'* ' * n}A" for n in range(2, MOST_JOINED + 1))
    tests = (f"{name}/1 + once *" for name in TYPE_TESTS)
    for line in (*_TABLE.strip().splitlines(), *tests, *joined):
        indicator, modes = line.split(maxsplit=1)
        name, _, arity = indicator.rpartition("/")
        told = (mode.split(maxsplit=2) for mode in modes.split(", "))
        kinds = {"once": Determinism.SEMIDET, "many": Determinism.NONDET}
        found[name, int(arity)] = tuple(Mode(text, kinds[kind], types) for text, kind, types in told)
    return found


MODES = _modes()
"""The modes of each predicate, by name and arity, in order of preference."""

SOLUTIONS = {
    Key(name, mode.arguments): mode.determinism for (name, _), modes in MODES.items() for mode in modes
} | {WANTED: Determinism.SEMIDET}
"""How many solutions a call in a mode has."""


def _functors(*rows: tuple[int, str]) -> frozenset[tuple[str, int]]:
    return frozenset((name, arity) for arity, names in rows for name in names.split())


FUNCTIONS = _functors(
    (0, "pi e inf nan epsilon"),
    (1, "- + abs sign sqrt sin cos tan asin acos atan exp log ceiling floor round truncate integer"),
    (1, "sinh cosh tanh asinh acosh atanh"),
    (1, "float float_integer_part float_fractional_part rational rationalize numerator denominator"),
    (1, "\\ msb popcount"),
    (2, "+ - * / // mod rem div rdiv min max ** ^ >> << /\\ \\/ xor gcd lcm getbit atan2 atan copysign"),
)
"""The functors that is/2 and comparison evaluate."""

OTHER_FUNCTIONS = _functors(
    (0, "infinite max_tagged_integer min_tagged_integer max_integer min_integer random random_float"),
    (0, "cputime realtime"),
    (1, "random eval succ log2 log10 ceil lsb erf erfc lgamma cot acot"),
    (1, "trunc"),
    (2, "log plus truncate cmpflags nexttoward roundtoward tdiv maxr minr"),
    (3, "powm"),
)
"""Functors that some version of SWI-Prolog evaluates, and that are not compiled."""


COMPARISONS = frozenset(("<", ">", "=<", ">=", "=:=", "=\\="))
"""Of numbers."""

ORDERS = frozenset(("@<", "@>", "@=<", "@>=", "==", "\\=="))
"""Of terms."""


# What Prolog and its libraries have, and is not compiled: where it is from, and what to write instead

_STATE = "keeps a value outside of the rules, and is not compiled: hand it on as an argument"
_CLAUSES = "changes clauses while the rules run, and is not compiled: hand what changes on as an argument"
_CHANCE = "depends on chance, and is not compiled: a game of chance has chance/3"
_CLOCK = "depends on the clock, and is not compiled: --time limits a search"
_CATCH = "is not compiled: catch/3 is"
_INPUT = "reads input, and is not compiled: a game gets all that it needs from the position"
_OUTPUT = "makes text in a way that is not compiled: atomic_list_concat/2 is, and write/1 for what is printed"
_TERMS = (
    "reads or writes terms as text, and is not compiled: take the text apart by sub_atom/5 or split_string/4"
)
_CHECKS = "is not compiled: a test such as integer/1 is, and type_error/2"
_LATER = "waits for a variable, and is not compiled: call the goal where its variables are bound"

_NAMED: dict[str, str] = {
    "nb_setarg": "is compiled only for a term that is made in the same clause, and that no other goal gets",
    **dict.fromkeys(("recorda", "recordz", "recorded", "flag", "gensym", "reset_gensym"), _STATE),
    **dict.fromkeys(("assert", "asserta", "assertz", "retract", "retractall", "abolish"), _CLAUSES),
    **dict.fromkeys(("random", "random_between", "random_member", "random_permutation"), _CHANCE),
    **dict.fromkeys(("random_select", "set_random", "randseq", "randset"), _CHANCE),
    **dict.fromkeys(("get_time", "statistics", "call_with_time_limit"), _CLOCK),
    **dict.fromkeys(("catch_with_backtrace", "setup_call_cleanup", "call_cleanup"), _CATCH),
    **dict.fromkeys(
        ("read", "read_term", "get_char", "peek_char", "get_code", "read_line_to_string"), _INPUT
    ),
    **dict.fromkeys(("format", "with_output_to", "sformat"), _OUTPUT),
    **dict.fromkeys(("term_to_atom", "term_string", "read_term_from_atom"), _TERMS),
    **dict.fromkeys(("must_be", "is_of_type"), _CHECKS),
    **dict.fromkeys(("freeze", "when", "put_attr", "get_attr"), _LATER),
}
"""What is said of predicates, whatever their number of arguments."""

_LIBRARIES: dict[str, tuple[str, str]] = {
    "rbtrees": (
        "list_to_rbtree ord_list_to_rbtree rb_new rb_empty rb_lookup rb_insert rb_insert_new rb_update "
        "rb_delete rb_visit rb_keys rb_map rb_fold rb_size rb_min rb_max rb_next rb_previous rb_in",
        "library(assoc) is",
    ),
    "ugraphs": (
        "top_sort connect_ugraph ugraph_layers",
        "the other predicates of library(ugraphs) are, and a search with the list of what has been visited",
    ),
    "solution_sequences": (
        "limit offset order_by call_nth reduced group_by",
        "findall/3 with sort/4 or nth1/3 is",
    ),
    "nb_set": ("empty_nb_set add_nb_set gen_nb_set", "library(assoc) is"),
    "heaps": (
        "empty_heap singleton_heap add_to_heap get_from_heap heap_size list_to_heap min_of_heap",
        "a sorted list of pairs is, by keysort/2",
    ),
    "clpfd": (
        "#= #\\= #< #> #=< #>= #<==> #==> ins in label labeling all_different all_distinct sum tuples_in "
        "global_cardinality element circuit transpose",
        "between/3 and member/2 with is/2 are",
    ),
    "aggregate": ("foreach aggregate aggregate_all", "aggregate_all/3, forall/2, bagof/3 or foldl/4 is"),
    "dicts": ("dict_pairs get_dict put_dict del_dict dict_create", "library(assoc) is"),
    "tabling": ("tnot abolish_all_tables undefined", "a list of what has been visited is"),
}
"""The predicates of libraries, and what is compiled instead."""


def reason(key: tuple[str, int]) -> str:
    """Why a call of a predicate that the file does not define is not compiled.

    >>> reason(("list_to_rbtree", 2))
    'list_to_rbtree/2 of library(rbtrees) is not compiled: library(assoc) is'
    >>> reason(("recordz", 2))
    'recordz/2 keeps a value outside of the rules, and is not compiled: hand it on as an argument'
    >>> reason(("fly", 1))
    'fly/1 is not defined in the file, and is no predicate of Prolog that is compiled'
    """
    name = f"{key[0]}/{key[1]}"
    if key[0] in _NAMED:
        return f"{name} {_NAMED[key[0]]}"
    for library, (names, other) in _LIBRARIES.items():
        if key[0] in names.split():
            return f"{name} of library({library}) is not compiled: {other}"
    return f"{name} is not defined in the file, and is no predicate of Prolog that is compiled"
