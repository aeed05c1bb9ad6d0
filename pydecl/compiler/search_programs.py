"""Search programs that are compiled with a game's rules: pydecl's own texts, and programs of the rules file.

A predicate of a program of pydecl's is called OWN, the program's name, a colon and its own name among the
rules.

As `prolog/support/own.pl` does, a program of the file's that never looks into positions is attached: it gets
copies of its clauses under other names, and searches nodes at(Depth, Mover, Position), which `attached` below
makes of the game's rules. Another is compiled as it stands. A value that a program leaves unbound where it
evaluates a position, the best successor, is the atom UNBOUND.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pydecl.compiler.attachment import (
    SUCCESSORS,
    add,
    attach,
    bind_best,
    bound,
    defines,
    name_infinity,
    read,
    read_clauses,
)
from pydecl.compiler.frontend.goals_in_terms import Goals
from pydecl.compiler.frontend.predicates import OWN, Indicator, Normal, Predicate, indicated
from pydecl.compiler.frontend.terms import arguments, is_goal, items_of
from pydecl.compiler.ir import Key
from pydecl.paths import prolog_file
from pydecl.rules.declarations import atom_of

IN_C = ("perft", "expectiminimax", "outcome", "win")
"""The programs that machine code has in C, by their numbers; `programs.h` has the same."""

NOT_COMPILED = " rdiv ", " var(", "<< 200"
"""A text that has one of these is not compiled: fractions, a test of a variable, large integers."""

TABLES = """
trie_new(0).
trie_lookup(Trie, Key, Val) :- trie_lookup(Trie, Key, Val).
trie_update(_, _, _).
table_new(0).
table_lookup(Table, Key, Val) :- table_lookup(Table, Key, Val).
table_keep(_, _, _, _).
"""
"""Tables from ground terms to ground terms, as SWI-Prolog's tries and those of
`prolog/support/transpositions.pl`; those of a program are of the same types.

Their effects are primitives.
"""


@cache
def compiled_programs() -> tuple[str, ...]:
    """The programs that machine code has from their texts, found in the folders of these."""
    textbook = sorted(path.stem for path in prolog_file("textbook").glob("*.pl"))
    refined = []
    for path in sorted(prolog_file("refined").glob("*.pl")):
        text = path.read_text(encoding="utf-8")
        wanted = path.stem not in IN_C and f"[ {path.stem}/" in text
        if wanted and not any(word in text for word in NOT_COMPILED):
            refined.append(path.stem)
    return (*textbook, *refined)


def read_programs() -> None:
    """Read the texts of all of them, which are kept."""
    for name in compiled_programs():
        _file(name)


HEADS = {
    1: "run(Depth, Pos) :- player(Pos, Mover), for_max(Mover, Pos), program(at(Depth, Mover, Pos)).",
    3: """
run(Depth, Pos, Moved, Best, Val) :-
    player(Pos, Mover),
    program(at(Depth, Mover, Pos), Node, Val),
    successor(Node, Mover, Pos, Moved, Best).
""",
    5: """
run(Depth, Pos, Alpha, Beta, Moved, Best, Val) :-
    player(Pos, Mover),
    program(at(Depth, Mover, Pos), Alpha, Beta, Node, Val),
    alike(Alpha, Beta, Val),
    successor(Node, Mover, Pos, Moved, Best).
""",
}
OWN_MOVERS = """
run(Depth, Pos, Moved, Best) :-
    program(at(Depth, any, Pos), Node, Whether), !,
    proved(Whether),
    successor(Node, any, Pos, Moved, Best).
"""
MODES = {1: "++", 3: "++---", 5: "++++---"}


@dataclass(frozen=True)
class _File:
    """A file of programs: its predicates, and of which other file those are that it imports."""

    name: str
    predicates: Mapping[Indicator, Predicate]
    imported: Mapping[Indicator, str]


@cache
def _file(name: str) -> _File:
    there = prolog_file("textbook") / f"{name}.pl"
    found = read(there if there.exists() else prolog_file("refined", f"{name}.pl"))
    imported = {("betterof", 6): "minimax"} if name == "alphabeta" else dict(_imported(found))
    predicates = {key: one for key, one in found.predicates.items() if one.rules}
    return _File(name, predicates, imported)


def _imported(file: Normal) -> Iterator[tuple[Indicator, str]]:
    """The predicates that a program uses of others'."""
    for directive in file.directives:
        if not is_goal(directive, "use_module", 2):
            continue
        named, imports = arguments(directive)
        if is_goal(imports, "except", 1):
            continue
        home = atom_of(named).rpartition("/")[2]
        yield from ((indicated(one), home) for one in items_of(imports)[0])


def add_program(rules: Normal, name: str, attached: Collection[Indicator]) -> Key:
    """Add a program to rules that are attached; what is asked."""
    file = _file(name)
    arity = next(key[1] for key in file.predicates if key[0] == name)
    _add_file(rules, file, attached)
    head = HEADS[arity]
    if _says(file, "own_movers"):
        head = OWN_MOVERS
    if _says(file, "beta_first"):
        head = head.replace("Alpha, Beta, Node", "Beta, Alpha, Node")
    asks = read_clauses(head).predicates
    called = f"{OWN}run {name}"
    names = {**_names(attached), ("program", arity): f"{OWN}{name}: {name}", **dict.fromkeys(asks, called)}
    add(rules, asks, names)
    return Key(called, "++--" if _says(file, "own_movers") else MODES[arity])


def _names(attached: Collection[Indicator]) -> dict[Indicator, str]:
    return {key: OWN + key[0] for key in attached}


def _says(file: _File, what: str) -> bool:
    """Whether a program says this of itself, by about/1."""
    about = file.predicates.get(("about", 1))
    return about is not None and any(is_goal(rule.args[0], what, 0) for rule in about.rules)


def _add_file(rules: Normal, file: _File, attached: Collection[Indicator]) -> None:
    """Add the predicates of a file, and of those that it imports from, if they are not there yet.

    A result that a clause leaves unbound is the best successor of a position that it evaluates.
    """
    written = {
        key: replace(one, rules=[bound(rule, range(key[1]), attached=True) for rule in one.rules])
        for key, one in file.predicates.items()
    }
    predicates = {**written, **read_clauses(TABLES).predicates}
    homes = {**file.imported, **dict.fromkeys(predicates, file.name)}
    names = {**_names(attached), **{key: f"{OWN}{home}: {key[0]}" for key, home in homes.items()}}
    new = {key: one for key, one in predicates.items() if (names[key], key[1]) not in rules.predicates}
    add(rules, new, names, _names(attached))
    for other in {*file.imported.values()}:
        _add_file(rules, _file(other), attached)


def attached_programs(rules: Normal, names: Sequence[str]) -> dict[str, Key]:
    """Add programs to the rules of a game; what is asked for each, by its name.

    There are none if the rules do not say what follows a position.
    """
    if not names or not any(defines(rules, key) for key in SUCCESSORS):
        return {}
    attached = attach(rules)
    return {name: add_program(rules, name, attached) for name in names}


def computes_with_infinity(name: str) -> bool:
    """Whether a program makes infinite values itself, so that its values are not the game's."""
    return name_infinity(rule for one in _file(name).predicates.values() for rule in one.rules)


# Programs of a rules file's own

FILE = f"{OWN}file: "
"""How the names of copied predicates begin."""

BEST: Mapping[Indicator, int] = {
    ("minimax", 3): 1,
    ("alphabeta", 5): 3,
    ("alphabeta", 3): 1,
    ("bestmove", 2): 1,
    ("best_move", 2): 1,
}
"""Which argument is the best successor."""

INTERFACE: frozenset[Indicator] = frozenset(
    (
        *(("moves", 2), ("move", 2), ("move", 3), ("staticval", 2), ("max_to_move", 1)),
        *(("min_to_move", 1), ("terminalwon", 1), ("terminallost", 1)),
    )
)
"""What a program asks of a game."""

ASKED: Mapping[Indicator, str] = {
    ("move", 2): "next",
    ("move", 3): "next",
    ("terminalwon", 1): "decided_won",
    ("terminallost", 1): "decided_lost",
}
"""By what name of the attachment a program other than won/1 asks for these."""


def attached(rules: Normal, program: Indicator, textbook: Normal | None, *, empty_ends: bool) -> Indicator:
    """Add to the rules a program of theirs that searches nodes; its name there.

    `textbook` has the clauses of alphabeta where the program is a part of it; `empty_ends` says whether
    moves/2 gives [] where the game is over.
    """
    whole = ("alphabeta", 5) if textbook is not None else program
    homes = (rules, textbook) if textbook is not None else (rules,)
    found = _reached(homes, program, whole)
    asked = dict[Indicator, str]() if whole == ("won", 1) else dict(ASKED)
    if empty_ends and whole != ("won", 1):
        asked["moves", 2] = "moves_or_none"
    names = {key: OWN + asked.get(key, key[0]) for key in INTERFACE}
    add(rules, found, {**names, **{key: FILE + key[0] for key in found}})
    attach(rules)
    programs = {(FILE + key[0], key[1]): index for key, index in BEST.items() if key in found}
    bind_best(rules, programs, attached=True)
    return FILE + whole[0], whole[1]


def as_it_stands(rules: Normal, program: Indicator) -> Indicator:
    """A program that looks into positions: it is compiled under its own name."""
    bind_best(rules, {key: index for key, index in BEST.items() if key in rules.predicates})
    return program


def _reached(homes: Sequence[Normal], part: Indicator, whole: Indicator) -> dict[Indicator, Predicate]:
    """The predicates of a program, from `whole` on; `part` comes from the first home, which is the file."""
    found: dict[Indicator, Predicate] = {}
    goals = [Goals(home.predicates, {}) for home in homes]
    todo = [(part, 0), (whole, 0 if part == whole else -1)]
    while todo:
        key, home = todo.pop(0)
        predicate = homes[home].predicates.get(key)
        if predicate is not None and key not in found and key not in INTERFACE:
            found[key] = predicate
            called = (one for rule in predicate.rules for one in goals[home].called(rule.body))
            todo += [(one.key, home) for one in called if not one.is_library]
    return found
