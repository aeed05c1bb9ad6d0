"""The predicates of a rules file: what its clauses are, in simple form, and in which text they stand.

The text of an included file is put behind that of the file; a span tells by its offset which of them it is
in. In pydecl's own texts `:- if` asks nothing but what rules define: `defines(moves/2)`, or `\\+` that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydecl.compiler.frontend.terms import arguments, indicator, is_goal, moved, simple
from pydecl.errors import InputError
from pydecl.rules.declarations import atom_of
from pydecl.rules.reader import read_rules
from pydecl.rules.source import read_source
from pydecl.rules.syntax import Constant, Node, RulesText, Span, walk

Defines = Callable[[tuple[str, int]], bool]
"""Whether rules define a predicate."""


class Sources:
    """A rules file and what it includes, with the offset at which the spans of each begin."""

    def __init__(self, rules: RulesText) -> None:
        self.parts: list[tuple[int, RulesText]] = [(0, rules)]

    def terms(self, defines: Defines = lambda _: False) -> Iterator[tuple[Node, Span]]:
        """The terms of the last text, in order, each with its place.

        Those of an included file stand for the directive that includes it; what conditional compilation
        leaves out is left out.
        """
        offset, rules = self.parts[-1]
        # whether clauses are taken in each branch that is open, and whether they were in one before
        branches: list[tuple[bool, bool]] = []
        for clause in rules.clauses:
            goal = simple(clause.body) if clause.head is None and clause.body is not None else clause.term
            name, _ = indicator(goal) or ("", 0)
            if clause.head is None and name in ("if", "elif", "else"):
                _, had = branches.pop() if name != "if" else (False, False)
                holds = not had and (name == "else" or _holds(arguments(goal)[0], defines))
                branches.append((holds, had or holds))
            elif clause.head is None and name == "endif":
                branches.pop()
            elif not all(taken for taken, _ in branches):
                continue
            elif clause.head is None and is_goal(goal, "include", 1):
                (named,) = arguments(goal)  # 'board', or chess/board
                atoms = (key[0] for key in map(indicator, walk(named)) if key is not None and not key[1])
                path = Path(rules.file).parent / f"{'/'.join(atoms)}.pl"
                self.add(read_rules(read_source(path), str(path)))
                yield from self.terms(defines)
            else:
                yield simple(clause.term, offset), moved(clause.span, offset)

    def add(self, text: RulesText) -> None:
        """Put a text behind the others."""
        start, last = self.parts[-1]
        self.parts.append((start + len(last.text) + 1, text))

    def located(self, span: Span) -> tuple[RulesText, int, int]:
        """The text that a span is in, and the line and column in which it begins."""
        start, rules = next(part for part in reversed(self.parts) if part[0] <= span.start)
        line, column = rules.place(span.start - start)
        return rules, line, column


def _holds(condition: Node, defines: Defines) -> bool:
    if is_goal(condition, "\\+", 1):
        return not _holds(arguments(condition)[0], defines)
    if not is_goal(condition, "defines", 1):
        raise InputError(":- if/1: a text of pydecl's own asks only what rules define")
    return defines(indicated(arguments(condition)[0]))


def indicated(node: Node) -> tuple[str, int]:
    """The predicate that `Name/Arity` names."""
    name, arity = arguments(node)
    assert isinstance(arity, Constant)
    assert isinstance(arity.value, int)
    return atom_of(name), arity.value


Indicator = tuple[str, int]

OWN = "own "
"""How the names of predicates begin that are added to those of a file: pydecl's own, and copies."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause: the arguments of its head, and its body (`true` for a fact)."""

    args: tuple[Node, ...]
    body: Node
    place: Span

    @property
    def is_fact(self) -> bool:
        return is_goal(self.body, "true", 0)


@dataclass(slots=True)
class Predicate:
    """The clauses of a predicate. `barred` says why it cannot be compiled, whatever it is."""

    name: str
    arity: int
    place: Span
    rules: list[Rule] = field(default_factory=list)
    dynamic: bool = False
    barred: tuple[Span, str] | None = None
    tabled: Indicator | None = None
    """The predicate that has its clauses, if its answers are kept in a table."""
    answers: bool = False
    """Whether it collects all answers to a question of a tabled predicate."""
    single_sided: int = 0
    """How many of its clauses are rules with `=>`."""
    library: bool = False
    """Whether its clauses, and their places, are in no file of the user's."""
    shown: str = ""
    """The name of its procedures, if that is another one."""
    differs: bool = False
    """Whether it is barred because it is not known where SWI-Prolog has its clauses from."""


TABLED = " tabled"
"""How the names of predicates end that have the clauses of a tabled one."""

ANSWERS = "\0answers"
"""`ANSWERS(Goal)`: Goal, a call of such a predicate, by the table that has its answers.

`ANSWERS(Goal, Value, min)`, or `max`: of answers that differ in Value alone, the table has one.
"""


CHANGING_FACTS = "facts change"
"""The predicate that is there if facts change (`changed_facts.py`)."""


@dataclass(slots=True)
class Normal:
    """All predicates of a file."""

    sources: Sources
    predicates: dict[Indicator, Predicate] = field(default_factory=dict)
    tables: dict[Indicator, Sequence[str]] = field(default_factory=dict)
    """The tabled predicates of the file, each with `min` or `max` for the argument of which one is kept."""
    directives: list[Node] = field(default_factory=list)
    """The goals of its directives, in order."""
    barred: tuple[Span, str] | None = None
    """Why nothing of the file can be compiled: what its clauses are is not known from its text."""
    constants: Mapping[str, Node] = field(default_factory=dict)
    """The values of the global variables that no rule sets."""
    undone: Collection[str] = ()
    """The global variables that some b_setval/2 sets; empty: one that is not known."""
    asked: Mapping[Indicator, str] = field(default_factory=dict)
    """What predicates are called that stand for those of the file wherever it is asked (`consulted.py`)."""

    def of(self, key: Indicator, place: Span) -> Predicate:
        """A predicate, made if there is none yet."""
        if key not in self.predicates:
            self.predicates[key] = Predicate(*key, place)
        return self.predicates[key]


Nodes = Callable[[Node], Iterable[Node]]
"""Which parts of a term are looked at."""


def terms_of(rules: Iterable[Rule], nodes: Nodes = walk) -> Iterator[Node]:
    """All terms in clauses."""
    return (node for rule in rules for part in (*rule.args, rule.body) for node in nodes(part))


def mentioned(files: Iterable[Normal], asked: Collection[Indicator | str], nodes: Nodes = walk) -> list[Rule]:
    """The clauses of these predicates, or those of a name, and of all whose names stand in such clauses."""
    clauses: dict[Indicator | str, list[Rule]] = {}
    for made in files:
        for key, predicate in made.predicates.items():
            for called in (key, key[0]):
                clauses.setdefault(called, []).extend(predicate.rules)
    found: list[Rule] = []
    seen, todo = set(asked), list(asked)
    while todo:
        rules = clauses.get(todo.pop(), [])
        found += rules
        new = {key[0] for key in map(indicator, terms_of(rules, nodes)) if key is not None} - seen
        seen |= new
        todo += new
    return found
