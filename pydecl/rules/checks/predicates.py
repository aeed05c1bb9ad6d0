"""What a rules file defines, declares, loads and calls: what all checks ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pydecl.model.term import Atom
from pydecl.rules.checks.goals import Call, Indicator, arguments, calls, conjuncts, functor, place_of
from pydecl.rules.declarations import LOADING
from pydecl.rules.finding import Code, Finding, Severity
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Node, RulesText, Structure, parts, walk

DECLARATIONS = {"dynamic", "discontiguous", "multifile", "table", "thread_local", "volatile"}

ADDS = {(name, arity) for name in ("assert", "asserta", "assertz") for arity in (1, 2)}


class Predicates:
    """The predicates of one file."""

    def __init__(self, rules: RulesText) -> None:
        self.rules = rules

    @cached_property
    def clauses(self) -> Mapping[Indicator, Sequence[Clause]]:
        """The clauses of each predicate that the file defines, in order; those of other modules left out."""
        found: dict[Indicator, list[Clause]] = {}
        for clause in self.rules.clauses:
            if clause.module is None and (indicator := clause.indicator) is not None:
                found.setdefault(indicator, []).append(clause)
        return found

    @cached_property
    def calls(self) -> Mapping[int, Sequence[Call]]:
        """What each clause and directive calls, by the place where it begins."""
        return {clause.span.start: list(calls(clause)) for clause in self.rules.clauses}

    def calls_of(self, clause: Clause) -> Sequence[Call]:
        return self.calls[clause.span.start]

    @cached_property
    def called(self) -> Mapping[Indicator, Sequence[tuple[Clause, Call]]]:
        """Where each predicate is called, in order."""
        found: dict[Indicator, list[tuple[Clause, Call]]] = {}
        for clause in self.rules.clauses:
            for call in self.calls_of(clause):
                found.setdefault(call.indicator, []).append((clause, call))
        return found

    def at_head(self, clause: Clause, code: Code, message: str, remedy: str = "") -> Finding:
        """A finding at the name of the predicate that a clause is of."""
        assert clause.head is not None
        return self.rules.finding(code, place_of(clause.head), message, remedy)

    def called_from_elsewhere(self, indicator: Indicator) -> bool:
        """Whether another predicate, or a directive, calls it."""
        return any(clause.indicator != indicator for clause, _ in self.called.get(indicator, ()))

    @cached_property
    def declared(self) -> Mapping[str, frozenset[Indicator]]:
        """The predicates of each declaration, of `:- dynamic` and the like, and of a module's exports."""
        found: dict[str, set[Indicator]] = {name: set() for name in (*DECLARATIONS, "module")}
        for goal in self._directives:
            name, args = (functor(goal) or ("", 0))[0], arguments(goal)
            if name in DECLARATIONS:
                found[name].update(told for arg in args for told in _indicators(arg))
            elif name == "module" and len(args) == 2:
                found[name].update(_indicators(args[1]))
        return {name: frozenset(told) for name, told in found.items()}

    @cached_property
    def asserted(self) -> frozenset[Indicator]:
        """What the clauses of the file add facts to."""
        goals = [call.goal for at in self.calls.values() for call in at if call.indicator in ADDS]
        heads = [_head(arguments(goal)[0]) for goal in goals if arguments(goal)]
        return frozenset(found for head in heads if (found := functor(head)) is not None)

    @cached_property
    def defined(self) -> frozenset[Indicator]:
        """What can be called without an error: what has clauses, is declared, or may get facts."""
        declared = (self.declared[name] for name in ("dynamic", "discontiguous", "multifile", "thread_local"))
        return frozenset(self.clauses).union(self.asserted, *declared)

    @cached_property
    def _directives(self) -> Sequence[Node]:
        kinds = (Kind.DIRECTIVE, Kind.QUERY)
        return [
            goal for clause in self.rules.clauses if clause.kind in kinds for goal in conjuncts(clause.body)
        ]

    @cached_property
    def _loaded(self) -> Sequence[Node]:
        args = [arguments(goal) for goal in self._directives if (functor(goal) or ("", 0))[0] in LOADING]
        return [
            file for arg in args if arg for file in (parts(arg[0]) if isinstance(arg[0], Items) else arg[:1])
        ]

    @cached_property
    def libraries(self) -> Sequence[str]:
        """The libraries of SWI-Prolog's that the file names, such as `dcg/basics`."""
        libraries = [arguments(file)[0] for file in self._loaded if functor(file) == ("library", 1)]
        return [name for library in libraries if (name := _path(library))]

    @cached_property
    def is_all_here(self) -> bool:
        """Whether all clauses were read: none is faulty, in another file, or rewritten."""
        rewritten = {(name, arity) for name in ("term_expansion", "goal_expansion") for arity in (2, 4)}
        conditional = any((functor(goal) or ("", 0)) == ("if", 1) for goal in self._directives)
        heads = {clause.indicator for clause in self.rules.clauses}
        others = any(functor(file) != ("library", 1) for file in self._loaded)
        faulty = any(fault.severity is Severity.ERROR for fault in self.rules.faults)
        return not (faulty or others or conditional or heads & rewritten)

    def reached(self, roots: Iterable[Indicator]) -> Mapping[Indicator, Indicator]:
        """The predicates of the file that can be called from `roots`, each with one root that calls it."""
        found: dict[Indicator, Indicator] = {}
        todo = [(root, root) for root in roots if root in self.clauses]
        while todo:
            indicator, root = todo.pop()
            if indicator in found:
                continue
            found[indicator] = root
            inner = [call.indicator for clause in self.clauses[indicator] for call in self.calls_of(clause)]
            todo += [(called, root) for called in inner if called in self.clauses]
        return found

    def is_recursive(self, indicator: Indicator) -> bool:
        """Whether a predicate calls itself, or what it calls does."""
        reached = self.reached([indicator])
        return any(
            call.indicator == indicator
            for other in reached
            for clause in self.clauses[other]
            for call in self.calls_of(clause)
        )

    def is_data(self, indicator: Indicator) -> bool:
        """Whether the name of a predicate of the file stands elsewhere too, such as in its data."""
        own = (call for clause in self.clauses.get(indicator, ()) for call in self.calls_of(clause))
        return self.atoms.get(indicator[0], 0) > sum(call.indicator[0] == indicator[0] for call in own)

    @cached_property
    def atoms(self) -> Mapping[str, int]:
        """How often each atom or functor's name stands in the file, outside of the heads of clauses."""
        found: dict[str, int] = {}
        for clause in self.rules.clauses:
            for node in _outside_head(clause):
                name = (functor(node) or (None, 0))[0]
                if name is not None:
                    found[name] = found.get(name, 0) + 1
        return found


def _outside_head(clause: Clause) -> Iterator[Node]:
    if clause.body is not None:
        yield from walk(clause.body)
    for arg in arguments(clause.head):
        yield from walk(arg)


def _indicators(node: Node) -> Iterator[Indicator]:
    """The predicates of a declaration: `p/1, q//2`, in a list, in parentheses, or `as` something."""
    for item in walk(node):
        if isinstance(item, Structure) and item.name in ("/", "//") and len(item.args) == 2:
            name, arity = (arg.value if isinstance(arg, Constant) else None for arg in item.args)
            if isinstance(name, Atom) and isinstance(arity, int):
                yield name.name, arity + (2 if item.name == "//" else 0)


def _head(node: Node) -> Node:
    """The head of a clause that is asserted."""
    while isinstance(node, Structure) and node.name in (":-", ":") and len(node.args) == 2:
        node = node.args[0 if node.name == ":-" else 1]
    return node


def _path(node: Node) -> str:
    """A library's name with its folders, empty where it is none."""
    if isinstance(node, Structure) and node.name == "/" and len(node.args) == 2:
        left, right = map(_path, node.args)
        return f"{left}/{right}" if left and right else ""
    found = functor(node)
    return found[0] if found and found[1] == 0 else ""


def shown(indicator: Indicator) -> str:
    """A predicate as a user writes it.

    >>> shown(("move", 3))
    'move/3'
    """
    return f"{indicator[0]}/{indicator[1]}"
