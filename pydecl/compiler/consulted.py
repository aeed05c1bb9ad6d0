"""The rules of a consulted game as they are compiled: what SWI-Prolog has loaded, and an adapter for it.

An adapter for rules of another school, `prolog/support/conventions/NAME.pl`, is rules in pydecl's own
interface on top of the file's, and SWI-Prolog loads it into a module of its own. Here its predicates get
names of their own (ADAPTED), and who asks the game for `move` gets theirs; what the file itself calls `move`
is its own. What SWI-Prolog decides once for all positions, such as which player is MAX, is told as facts,
which take the place of the predicates that work it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from pydecl.compiler.attachment import (
    VALUE,
    add,
    answered,
    defines,
    name_infinity,
    read,
    read_clauses,
    read_text,
    values_name_infinity,
)
from pydecl.compiler.compile import ENTRIES, compile_normal
from pydecl.compiler.frontend.loaded import NotFollowedError, as_loaded
from pydecl.compiler.frontend.normal import as_facts, from_terms
from pydecl.compiler.frontend.predicates import (
    Defines,
    Indicator,
    Normal,
    Predicate,
    Rule,
    Sources,
    indicated,
)
from pydecl.compiler.frontend.state_passing import pass_state
from pydecl.compiler.frontend.terms import arguments, is_goal, items_of
from pydecl.compiler.ir import Key, Program
from pydecl.errors import NotCompiledError
from pydecl.model.game import FOLD, MOVES_AGAIN
from pydecl.model.program import WHOLE
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.paths import prolog_file
from pydecl.rules.checks import interface
from pydecl.rules.conventions import TEXTBOOK
from pydecl.rules.source import refuse_long

ADAPTED, CHECKING = "adapted: ", "checked: "
"""How the names begin of the adapter's predicates, and of what checks its values."""

SETTING = "in_state"
"""What an adapter calls the predicate that sets the state, if its rules have one that is no argument."""

INTERFACE = tuple(dict.fromkeys((key.name, key.arity) for key in ENTRIES))
"""What is asked of a game: of the adapter, not of the file, which may use these names for something else."""


def adapt(rules: Normal, convention: str, decided: Sequence[Term]) -> None:
    """Add the adapter of a convention to a stranger's rules; who asks for what they tell is to get its.

    `decided` are the facts that SWI-Prolog has decided: see decided/1 in `prolog/support/adapting.pl`.
    """
    there = partial(defines, rules)
    clauses = (rule for one in rules.predicates.values() for rule in one.rules)
    gives_up = GIVES_UP if name_infinity(clauses) else {**GIVES_UP, **FINITE}
    adapter = _read(rules, prolog_file("support", "conventions", f"{convention}.pl"), there)
    predicates = adapter.predicates | _read(rules, prolog_file("support", "adapting.pl"), there).predicates
    for key, facts in _decided(decided).items():
        predicates[key] = Predicate(*key, predicates[key].place, rules=as_facts(facts, predicates[key].place))

    for predicate in predicates.values():
        predicate.rules = [
            Rule(rule.args, answered(rule.body, there, gives_up), rule.place) for rule in predicate.rules
        ]
    add(rules, predicates, {key: ADAPTED + key[0] for key in predicates})
    if (ADAPTED + SETTING, 2) in rules.predicates:
        pass_state(rules, ADAPTED + SETTING)
    own = _as_it_is(adapter)
    rules.asked = {key: ADAPTED + key[0] for key in INTERFACE if key not in own or not there(key)}
    if VALUE in rules.asked and not values_name_infinity(rules):
        _check_values(rules)


def _check_values(rules: Normal) -> None:
    """Have values be numbers wherever a game is asked: then their type says so, too."""
    names = {VALUE: CHECKING + VALUE[0], ("valued", 2): rules.asked[VALUE]}
    add(rules, read_clauses(CHECKED).predicates, names)
    rules.asked = {**rules.asked, VALUE: names[VALUE]}


# The files


def _read(rules: Normal, path: Path, there: Defines) -> Normal:
    """The predicates of a file, whose places are behind those of the rules."""
    rules.sources.add(read_text(path))
    return from_terms(rules.sources, rules.sources.terms(there))


def _as_it_is(adapter: Normal) -> set[Indicator]:
    """What the rules mean as pydecl does, if they define it: the adapter says so."""
    lists = [arguments(body)[0] for body in adapter.directives if is_goal(body, "as_it_is", 1)]
    return {indicated(item) for node in lists for item in items_of(node)[0]}


# What is decided, and what is not compiled


def _decided(facts: Sequence[Term]) -> Mapping[Indicator, Sequence[Term]]:
    """The facts by their predicates: `decided(Name, Arity, Facts)` each."""
    found = {}
    for one in facts:
        match one:
            case Compound(_, (Atom(name), int(arity), PrologList(terms))):
                found[name, arity] = terms
            case _:
                raise ValueError(one)
    return found


NO_NUMBER = "a value that is no number"

GIVES_UP: Mapping[Indicator, str] = {
    ("unlike", 2): "the rules do not keep to their convention",
    ("elsewhere", 3): "a state that looks unlike the others",
}
"""What only SWI-Prolog says, which is asked then; and why."""

FINITE = {("opposite", 2): NO_NUMBER}
"""The same, of rules that do not name infinity."""

CHECKED = f"""
staticval(Pos, Val) :-
    valued(Pos, Val0),
    ( number(Val0) -> Val is Val0 ; '$uncovered'('{NO_NUMBER}'), fail ).
"""
"""What is asked for values then: they are known to be numbers."""


DEFAULTS = (Key("default_depth", "-"), Key("default_plies", "-"))
"""What the rules declare besides."""

ASKED = interface.INTERFACE.union(WHOLE, interface.PARTS)
"""All that a session asks of rules in pydecl's own interface."""


class Consulted(Protocol):
    """What is compiled: a game whose rules are in SWI-Prolog, and the text of its file."""

    name: str
    defined: frozenset[str]
    rules_text: str | None
    rules_file: str
    facts: Mapping[tuple[str, int], Sequence[Term]]
    convention: str
    loaded: str
    """What SWI-Prolog says that it loaded: see `prolog/support/reading.pl`."""

    @property
    def decided(self) -> Sequence[Term]:
        """What SWI-Prolog has decided of rules of another school."""


def front_end(
    game: Consulted, more: Callable[[Normal], Sequence[Key]] = lambda _: ()
) -> tuple[Program, Sources]:
    """The rules of a game in the intermediate language; its facts take the place of the file's.

    `more` may add clauses, and says what else is asked then.

    Raises NotCompiledError if the text is too long, or nested too deep, or does what cannot be followed.
    """
    try:
        rules = same_rules(game)
        return compile_normal(rules, (*ENTRIES, *DEFAULTS, *more(rules))), rules.sources
    except RecursionError:
        raise NotCompiledError(f"{game.name}: rules that are nested so deep are not compiled") from None
    except NotFollowedError as error:
        raise NotCompiledError(str(error)) from None


def same_rules(game: Consulted) -> Normal:
    """The predicates of a game's rules, those of another school with its adapter.

    Raises TooLongToCompileError and NotFollowedError.
    """
    rules = loaded_rules(game)
    if game.convention != TEXTBOOK.name:
        adapt(rules, game.convention, game.decided)
    add_overlays(rules, game.defined)
    return rules


def loaded_rules(game: Consulted) -> Normal:
    """The predicates of the file alone. Raises as `same_rules`."""
    assert game.rules_text is not None
    refuse_long(game.rules_text, game.name)
    asked = ASKED if game.convention == TEXTBOOK.name else None
    return as_loaded(game.rules_text, game.rules_file, game.facts, game.loaded, asked)


# Texts that lie over the rules of a game: `folding.pl` and `passing.pl` of `prolog/support/`. Who asks the
# game for `moves` gets the clauses of the uppermost text; what the file itself calls `moves` is its own.
# While the clauses are read, those of the texts have other names; in the program, the file's own have.

OVERLAYS = {FOLD: "folding", MOVES_AGAIN: "passing"}
"""The texts from the lowest to the uppermost, by what a game defines that has them."""

SHOWN = ("canonical", 2), ("move_text", 3), ("position_text", 3), ("position_picture", 3)
"""What they answer besides, and is not compiled."""


def add_overlays(rules: Normal, defined_by_game: Collection[str]) -> None:
    """Add the texts that a game has; who asks for what they define is to get theirs."""
    for file in (file for mark, file in OVERLAYS.items() if mark in defined_by_game):
        written = read(prolog_file("support", f"{file}.pl"), partial(defines, rules)).predicates
        there = [key for key in INTERFACE if key in written and defines(rules, key)]
        found = {key: one for key, one in written.items() if key in there or key not in (*INTERFACE, *SHOWN)}
        names = {key: f"{file}: {key[0]}" for key in found}
        add(rules, found, names)
        rules.asked = {**rules.asked, **{key: names[key] for key in there}}
