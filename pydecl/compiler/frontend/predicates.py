"""The predicates of a rules file: what its clauses are, in simple form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from pydecl.compiler.frontend.sources import Sources
from pydecl.compiler.frontend.terms import arguments, indicator, is_goal
from pydecl.rules.syntax import Node, Span, walk

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
    differs: bool = False
    """Whether it is barred because it is not known where SWI-Prolog has its clauses from."""


TABLED = " tabled"
"""How the names of predicates end that have the clauses of a tabled one."""

ANSWERS = "\0answers"
"""`ANSWERS(Goal)`: Goal, a call of such a predicate, by the table that has its answers."""


@dataclass(slots=True)
class Normal:
    """All predicates of a file."""

    sources: Sources
    predicates: dict[Indicator, Predicate] = field(default_factory=dict)
    tables: list[Indicator] = field(default_factory=list)
    """The predicates that the file declares as tabled."""
    directives: list[Node] = field(default_factory=list)
    """The goals of its directives, in order."""
    barred: tuple[Span, str] | None = None
    """Why nothing of the file can be compiled: what its clauses are is not known from its text."""
    asked: Mapping[Indicator, str] = field(default_factory=dict)
    """What predicates are called that stand for those of the file wherever a game is asked: `overlays.py`."""

    def of(self, key: Indicator, place: Span) -> Predicate:
        """A predicate, made if there is none yet."""
        if key not in self.predicates:
            self.predicates[key] = Predicate(*key, place)
        return self.predicates[key]

    def add(self, head: Node, body: Node, place: Span) -> None:
        key = indicator(head)
        if key is not None:
            self.of(key, place).rules.append(Rule(arguments(head), body, place))


def mentioned(files: Iterable[Normal], names: Collection[str]) -> list[Rule]:
    """The clauses of the predicates of these names, and of all whose names stand in such clauses."""
    of_name: dict[str, list[Rule]] = {}
    for made in files:
        for (name, _), predicate in made.predicates.items():
            of_name.setdefault(name, []).extend(predicate.rules)
    found: list[Rule] = []
    seen, todo = set(names), list(names)
    while todo:
        rules = of_name.get(todo.pop(), [])
        found += rules
        nodes = (node for rule in rules for part in (*rule.args, rule.body) for node in walk(part))
        new = {key[0] for key in map(indicator, nodes) if key is not None} - seen
        seen |= new
        todo += new
    return found
