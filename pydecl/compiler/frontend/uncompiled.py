"""What Prolog and its libraries have, and is not compiled: where it is from, and what to write instead.

>>> reason(("list_to_rbtree", 2))
'list_to_rbtree/2 of library(rbtrees) is not compiled: library(assoc) is'
>>> reason(("nb_setval", 2))
'nb_setval/2 keeps a value outside of the rules, and is not compiled: hand it on as an argument'
>>> reason(("fly", 1))
'fly/1 is not defined in the file, and is no predicate of Prolog that is compiled'
"""

from __future__ import annotations

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
    **dict.fromkeys(("nb_setval", "b_setval", "nb_getval", "b_getval", "nb_current"), _STATE),
    "nb_setarg": "changes a term for good, and is not compiled: setarg/3 on a copy by duplicate_term/2 is",
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
        "limit offset order_by distinct call_nth reduced group_by",
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

_OF_LIBRARY = {
    name: (library, other) for library, (names, other) in _LIBRARIES.items() for name in names.split()
}


def reason(key: tuple[str, int]) -> str:
    """Why a call of a predicate that the file does not define is not compiled."""
    name = f"{key[0]}/{key[1]}"
    if key[0] in _NAMED:
        return f"{name} {_NAMED[key[0]]}"
    if key[0] in _OF_LIBRARY:
        library, other = _OF_LIBRARY[key[0]]
        return f"{name} of library({library}) is not compiled: {other}"
    return f"{name} is not defined in the file, and is no predicate of Prolog that is compiled"
