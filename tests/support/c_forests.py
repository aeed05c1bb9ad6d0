"""Many random games in one C text: the rules of tree.pl on the facts of them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from bundled_files import rules_asked
from c_back_end import ARENA, Library
from c_games import in_c_with_programs
from native_code import quick
from prolog_text import with_parts

from pydecl.crosschecking.cases import Case, Question, Shape, asked_of, make_case, questions
from pydecl.engines.native.serialisation import End, Searched, fault, search_request
from pydecl.errors import ContractError
from pydecl.games.tree import TreeGame
from pydecl.model.number import Number, number_text
from pydecl.model.result import Answer, Solution, Status
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.model.tree import Chance, Leaf, Node, Tree, by_predicate, tree_facts
from pydecl.paths import bundled_file
from pydecl.programs.run import run
from pydecl.rules.reader import read_rules


def plain(value: Number) -> Number:
    return float(value) if isinstance(value, Fraction) else value


def renamed(case: Case, prefix: str) -> Case:
    """The same game with other names, and with floats in place of fractions, which C does not hold."""

    def node(one: Node) -> Node:
        name = prefix + one.name
        if isinstance(one, Chance):
            return replace(one, name=name, children=tuple(prefix + child for child in one.children))
        value = None if one.value is None else plain(one.value)
        if isinstance(one, Leaf):
            return replace(one, name=name, value=value)
        return replace(one, name=name, value=value, children=tuple(prefix + child for child in one.children))

    return replace(case, tree=Tree(tuple(map(node, case.tree.nodes))))


def quotients(term: Term) -> Term:
    """The same fact with N/D in place of fractions."""
    if isinstance(term, Fraction):
        return Compound("/", (term.numerator, term.denominator))
    return with_parts(term, quotients)


class Forest:
    """The first games of a shape, in C and in Python."""

    def __init__(self, shape: Shape, seed: int, count: int) -> None:
        self.shape, self.seed = shape, seed
        self.cases = [renamed(make_case(shape, seed, n), f"t{n}") for n in range(count)]
        self.nodes = Tree(tuple(node for case in self.cases for node in case.tree.nodes))
        path = bundled_file("tree")
        rules = read_rules(path.read_text(encoding="utf-8"), path.name)
        facts = by_predicate(map(quotients, tree_facts(self.nodes)))
        self.compiled = in_c_with_programs(rules_asked(rules, facts))
        self.library = Library(self.compiled.text, quick())

    def questions(self) -> Iterator[tuple[Case, Question]]:
        """All that is asked of the games, of the programs that there are in C."""
        programs = [program for program in asked_of(self.shape) if program.value in self.compiled.programs]
        for number, case in enumerate(self.cases):
            for question in questions(case, programs, self.seed, number):
                limits = question.limits
                limits = replace(limits, alpha=plain(limits.alpha), beta=plain(limits.beta))
                yield case, replace(question, limits=limits)

    def in_c(self, case: Case, question: Question) -> Searched:
        root = Atom(case.tree.root.name)
        data = search_request(
            ARENA,
            self.compiled.programs.index(question.program.value),
            root,
            question.limits,
            record_leaves=True,
        )
        return Searched(self.library.call("pydecl_search", data))

    def in_python(self, case: Case, question: Question) -> Answer[Atom] | ContractError:
        game = TreeGame(case.tree, "random.tree")
        root = Atom(case.tree.root.name)
        try:
            return run(question.program, game, root, question.limits, record_leaves=True)
        except ContractError as error:
            return error


def c_says(answer: Searched) -> Sequence[object]:
    """What a search in C says."""
    if answer.end is End.CONTRACT:
        name, *details = fault(answer)
        return str(name), *map(term_text, details)
    assert answer.end in (End.OK, End.FAILED), answer.reason
    assert (answer.end is End.OK) or answer.horizon
    return (
        *(answer.nodes, answer.leaves, answer.hits, answer.horizon, answer.reached),
        *([str(leaf) for leaf in answer.evaluated], [str(value) for value in answer.values]),
    )


def python_says(answer: Answer[Atom] | ContractError) -> Sequence[object]:
    """The same of a twin in Python."""
    if isinstance(answer, ContractError):
        return answer.fault, *answer.details
    assert answer.status is Status.COMPLETE
    value = answer.value
    told = [] if value is None else [str(value).lower() if isinstance(value, bool) else ""]
    if isinstance(value, Solution):
        told = [f"outcome({value.outcome.value},{'none' if value.plies is None else value.plies})"]
    elif value is not None and not isinstance(value, bool):
        told = [str(value) if isinstance(value, Fraction) else number_text(value)]
    best = [] if answer.best is None else [str(answer.best)]
    evaluated = [str(leaf) for leaf in answer.evaluated or ()]
    counted = answer.nodes, answer.leaves, answer.hits, answer.horizon, answer.reached
    return *counted, evaluated, told + best
