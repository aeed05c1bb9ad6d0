"""The rules of a file in Prolog as a sheet, if they are one: without cuts, arithmetic and the like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.compiler.consulted import Consulted, loaded_rules
from pydecl.compiler.frontend.loaded import NotFollowedError
from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate
from pydecl.compiler.frontend.predicates import Rule as Clause
from pydecl.compiler.frontend.terms import CELL, arguments, indicator, simple
from pydecl.grounding.flattening import NotGroundedError
from pydecl.grounding.propositional import Propositional, propositional
from pydecl.model.game import FOLD, MOVES_AGAIN
from pydecl.model.term import Atom, Compound, Term, Variable
from pydecl.rules.gdl.dependencies import GIVEN
from pydecl.rules.gdl.rules import (
    CONVENTION,
    MOST_BODIES,
    Body,
    Literal,
    Rule,
    Sheet,
    TooManyError,
    binds,
    combined,
    unbound,
    variables,
)
from pydecl.rules.syntax import Constant, Named, Node, Structure

ALIKE = {("distinct", 2): True, ("\\==", 2): True, ("\\=", 2): True, ("==", 2): False}
"""What compares terms, and whether they must differ."""

NEGATIONS = frozenset({("\\+", 1), ("not", 1)})


def sheet_of(rules: Normal) -> Sheet:
    """The sheet that rules are. Raises NotGroundedError, with the predicate that shows that they are none."""
    if rules.barred is not None:
        raise NotGroundedError(rules.barred[1])
    clauses = {predicate.tabled for predicate in rules.predicates.values()}
    found: list[Rule] = []
    for key, predicate in rules.predicates.items():
        if key not in clauses and not predicate.library:
            found += _Reading(rules, predicate).rules()
    return Sheet(rules.sources.parts[0][1].file, found)


class _Reading:
    """One predicate read."""

    def __init__(self, rules: Normal, predicate: Predicate) -> None:
        self._rules, self._predicate = rules, predicate

    def rules(self) -> Iterator[Rule]:
        predicate = self._predicate
        if (
            predicate.barred is not None
            and (predicate.differs or predicate.rules)
            and predicate.tabled is None
        ):
            raise self._refusal(predicate.barred[1])
        if (predicate.name, predicate.arity) in GIVEN and predicate.rules:
            raise self._refusal("the rules define it, and it is what they are told")
        told = predicate if predicate.tabled is None else self._rules.predicates[predicate.tabled]
        for clause in told.rules:
            yield from self._of(clause)

    def _of(self, clause: Clause) -> Iterator[Rule]:
        args = tuple(map(self._term, clause.args))
        name = self._predicate.name
        head = Compound(name, args) if args else Atom(name)
        try:
            bodies = self._bodies(clause.body, False)
        except TooManyError:
            many = f"a clause stands for more than {MOST_BODIES:,} without alternatives"
            raise self._refusal(many) from None
        for body in bodies:
            rule = Rule(head, body)
            if unbound(rule) or not _is_ordered(body):
                raise self._refusal("a variable is not bound where it is tested, or in the head")
            yield rule

    def _bodies(self, goal: Node, is_negated: bool) -> Sequence[Body]:
        """The bodies without alternatives that a goal, or its negation, stands for."""
        goal = simple(goal)
        key = indicator(goal)
        if key is None:
            raise self._refusal("a goal is a variable")
        if key in ((",", 2), (";", 2)) or (key[0] == "or" and key not in self._rules.predicates):
            parts = (self._bodies(part, is_negated) for part in arguments(goal))
            return combined(parts, (key[0] == ",") != is_negated)
        if key in NEGATIONS:
            return self._bodies(arguments(goal)[0], not is_negated)
        if key in (("true", 0), ("fail", 0), ("false", 0)):
            return [()] if (key[0] == "true") != is_negated else []
        return [(self._literal(goal, key, is_negated),)]

    def _literal(self, goal: Node, key: Indicator, is_negated: bool) -> Literal:
        args = tuple(map(self._term, arguments(goal)))
        if key in ALIKE and key not in self._rules.predicates:
            return Literal(Compound("distinct", args), is_negated == ALIKE[key])
        if key not in GIVEN and key not in self._rules.predicates:
            raise self._refusal(f"it asks {key[0]}/{key[1]}, which is no relation of the rules")
        asked = self._rules.predicates.get(key)
        if asked is not None and asked.barred is not None and asked.tabled is None:
            raise self._refusal(f"it asks {key[0]}/{key[1]}: {asked.barred[1]}")
        return Literal(Compound(key[0], args) if args else Atom(key[0]), is_negated)

    def _term(self, node: Node) -> Term:
        node = simple(node)
        if isinstance(node, Named):
            return Variable(node.name)
        if isinstance(node, Constant) and isinstance(node.value, Atom | int):
            return node.value
        if isinstance(node, Structure) and node.name != CELL:
            return Compound(node.name, tuple(map(self._term, node.args)))
        raise self._refusal("a list, a text or a fraction is no term of a sheet")

    def _refusal(self, why: str) -> NotGroundedError:
        return NotGroundedError(f"{self._predicate.name}/{self._predicate.arity}: {why}")


def _is_ordered(body: Body) -> bool:
    """Whether each test stands behind what binds its variables."""
    bound: set[str] = set()
    for literal in body:
        if binds(literal):
            bound.update(variables(literal.atom))
        elif not bound.issuperset(variables(literal.atom)):
            return False
    return True


def grounded_game(game: Consulted) -> Propositional:
    """The game in propositional form. Raises NotGroundedError, which says why there is none."""
    if game.convention != CONVENTION:
        raise NotGroundedError("the rules are not those of general game playing")
    if MOVES_AGAIN in game.defined:
        raise NotGroundedError("one player moves again")
    if FOLD in game.defined:
        raise NotGroundedError("symmetric positions are folded")
    try:
        return propositional(sheet_of(loaded_rules(game)))
    except NotFollowedError as error:
        raise NotGroundedError(str(error)) from None
    except RecursionError:
        raise NotGroundedError("the rules are nested too deep") from None
