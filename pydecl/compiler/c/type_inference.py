"""The types of a closed world: which constructors can occur at each variable of a program.

The program is all there is: what a variable can hold is what the program makes, plus what the examples of
arguments show. Types are found by unification, the numbers of arithmetic by a fixed point. A procedure is
analysed anew for each place that calls it from outside its recursion (an instance), so that one use does not
blur another; instances that turn out alike are one again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from pydecl.compiler import ir
from pydecl.compiler.c.signatures import SIGNATURES, arguments_of, build_term, name_term
from pydecl.compiler.c.types import BOTH, Kinds, Type, copied, hold, result_kinds, show, unify
from pydecl.compiler.frontend.predicates import OWN
from pydecl.compiler.frontend.prelude import APART, prelude
from pydecl.compiler.ir.call_graph import components, recursive
from pydecl.compiler.ir.visitor import goals_of, goals_within, numbered, succeeds
from pydecl.compiler.library import COMES, FACT, FUNCTIONS, KEEP, KEPT
from pydecl.model.term import Term

MOST_INSTANCES = 1000
"""With more, every procedure has one instance, but for short ones."""

SHORT = 4
"""A procedure that needs no more instances, with those of what it calls, is short."""


@dataclass(eq=False)
class Instance:
    """A procedure as one place calls it."""

    procedure: ir.Procedure
    parameters: list[Type]
    results: list[Type]
    variables: dict[tuple[int, str], Type] = field(default_factory=dict)
    """The type of each variable, by the number of its clause and its name."""
    calls: dict[int, Instance] = field(default_factory=dict)
    """What each Call goal calls, by the number of the goal."""
    places: dict[tuple[int, int], Type] = field(default_factory=dict)
    """The types of what a goal takes and gives, by its number and, from RESULT on, that of the result."""

    @property
    def nodes(self) -> Iterator[Type]:
        """All its types."""
        yield from self.parameters
        yield from self.results
        yield from self.variables.values()
        yield from self.places.values()

    def variable(self, clause: int, name: str) -> Type:
        """The type of a variable; parameters are common to all clauses."""
        if name in self.procedure.parameters:
            return self.parameters[self.procedure.parameters.index(name)].find()
        return self.variables.setdefault((clause, name), Type()).find()

    def place(self, goal: ir.Goal, index: int) -> Type:
        """The type of an argument of a goal or, from RESULT on, of a result."""
        assert goal.number, "a goal without a number"
        return self.places.setdefault((goal.number, index), Type()).find()


LIBRARY = {name for name, _ in prelude()}

RESULT = 100
"""The first result of a goal."""

Argument = tuple[ir.Key, int]
"""An argument of an entry, counted from 0."""

Place = Argument | tuple[ir.Key, int, bool]
"""An argument of an entry or, with True, what the list there holds."""


@dataclass
class Typed:
    """A program with its types: the instances of the entries, and all that they call."""

    program: ir.Program
    entries: dict[ir.Key, Instance]
    instances: list[Instance]

    def report(self) -> str:
        """What was found: one line for each instance."""
        lines = []
        for instance in self.instances:
            ins, outs = iter(instance.parameters), iter(instance.results)
            key = instance.procedure.key
            shown = [show(next(ins)) if m == "+" else "-" + show(next(outs)) for m in key.mode]
            lines.append(f"{key.name}({', '.join(shown)})" if shown else key.name)
        return "\n".join(lines)


def infer(
    program: ir.Program,
    same: Iterable[Sequence[Place]] = (),
    examples: Mapping[Argument, Sequence[Term]] | None = None,
    apart: Collection[ir.Key] = (),
    wider: Mapping[Argument, Argument] | None = None,
) -> Typed:
    """The types of a program.

    What is attached to the rules has one instance, for positions and values are of one kind; so has what it
    asks. The programs of the entries `apart` have instances of their own.

    `same` are groups of arguments of entries that pass from one to another, such as positions; `examples` are
    terms that an argument of mode `+` must hold besides what the program makes. `wider` are arguments that
    hold all that another one does, but may hold more.
    """
    same = [list(group) for group in same]
    found = _Inference(program, apart, cloning=True).run(same, examples or {}, wider or {})
    found = found or _Inference(program, apart, cloning=False).run(same, examples or {}, wider or {})
    return found or Typed(program, {}, [])


def list_parts(goal: ir.Library) -> tuple[tuple[ir.Expr, ...], ir.Expr | None]:
    """The items that an argument begins with and the rest, as far as they are written there."""
    given = goal.arguments[0]
    return (given.items, given.tail) if isinstance(given, ir.MakeList) else ((), given)


def _unify_tables(program: Mapping[ir.Key, Instance]) -> None:
    """What is looked up in the tables of a program is what it has put there."""
    for key, looked_up in program.items():
        name, colon, called = key.name.rpartition(": ")
        putting = {"trie_lookup": ("trie_update", "+++"), "table_lookup": ("table_keep", "++++")}.get(called)
        kept = program.get(ir.Key(f"{name}{colon}{putting[0]}", putting[1])) if putting is not None else None
        if kept is not None:
            unify(looked_up.parameters[1], kept.parameters[-2])
            unify(looked_up.results[0], kept.parameters[-1])


class _Inference:
    def __init__(self, program: ir.Program, apart: Collection[ir.Key], *, cloning: bool) -> None:
        self.program = program
        self.apart = apart
        self.rules: dict[ir.Key, Instance] = {}
        """What is attached asks of the rules: the entries, and what it calls besides."""
        self.cloning = cloning
        self.instances: list[Instance] = []
        self.single: dict[ir.Key, Instance] = {}
        self.component = components(program)
        self.short = _short(program, self.component)
        self.numbered: dict[ir.Key, ir.Procedure] = {}
        """The procedures that are reached, with numbers for their goals."""
        self.succeeding: dict[ir.Key, Sequence[bool]] = {}
        """Which clauses of those can have a solution."""
        self.evaluated: list[tuple[Type, ir.Expr, Instance, int]] = []
        self.numbers: dict[Type, frozenset[str]] = {}
        """The kinds of numbers that a sum or the like is that is passed on as a term."""
        self.deferred: list[tuple[Type, int | None, Type]] = []
        """A term and what holds one of its arguments: which, from 1, or any."""
        self.built: list[tuple[Type, list[Type], Type, Type]] = []
        """Terms made of lists: what holds the name, the first arguments, what any others are, the term."""
        self.named: list[tuple[Type, Type]] = []
        """A term and what holds its name, or the term itself where it is no compound."""
        self.looked_for: list[Type] = []
        """Where a rule looks for a certain integer, which need not occur there."""
        self.cells: dict[ir.Expr, Type] = {}
        """What is kept in each cell."""
        self.thrown = Type()
        """All that is thrown, if anything is caught."""
        goals = chain.from_iterable(map(goals_of, program.procedures.values()))
        self.catches = any(isinstance(goal, ir.Catch) for goal in goals)

    def run(
        self,
        same: Sequence[Sequence[Place]],
        examples: Mapping[Argument, Sequence[Term]],
        wider: Mapping[Argument, Argument],
    ) -> Typed | None:
        entries = {}
        shared: dict[ir.Key, Instance] = {}
        for key in self.program.entries:
            if key in self.program.procedures:
                siblings = shared if key.name.startswith(OWN) and key not in self.apart else {}
                entries[key] = self.instance(key, siblings)
                self.rules.setdefault(key, entries[key])
                _unify_tables(siblings if self.cloning else self.single)
        for group in same:
            types = [_place(entries[where[0]], where) for where in group if where[0] in entries]
            for other in types[1:]:
                unify(types[0], other)
        for (key, index), terms in examples.items():
            for term in terms:
                if key in entries:
                    hold(_argument(entries[key], index), term)
        if self.cloning and len(self.instances) > MOST_INSTANCES:
            return None
        self.settle()
        for (name, index), (other_name, at) in wider.items():
            if name in entries and other_name in entries:
                unify(_argument(entries[name], index), copied(_argument(entries[other_name], at), {}))
                self.settle()
        procedures = {**self.program.procedures, **self.numbered}
        return Typed(replace(self.program, procedures=procedures), entries, self.instances)

    def instance(self, key: ir.Key, siblings: dict[ir.Key, Instance]) -> Instance:
        """A new instance of a procedure; `siblings` are those of its recursion that belong to it."""
        if key not in self.short and (not self.cloning or len(self.instances) > MOST_INSTANCES):
            siblings = self.single
        if key in siblings:
            return siblings[key]
        if key not in self.numbered:
            procedure = self.numbered[key] = numbered(self.program.procedures[key])
            self.succeeding[key] = [succeeds(clause.goals) for clause in procedure.clauses]
        procedure = self.numbered[key]
        results = [Type() for mode in key.mode if mode == "-"]
        made = siblings[key] = Instance(procedure, [Type() for _ in procedure.parameters], results)
        self.instances.append(made)
        for number, clause in enumerate(procedure.clauses):
            _Clause(self, made, number, siblings).run(clause)
        return made

    def asked(
        self, caller: Instance, key: ir.Key, siblings: dict[ir.Key, Instance], together: bool
    ) -> dict[ir.Key, Instance]:
        """Among which instances the one is that is called, if it is there already."""
        if not caller.procedure.key.name.startswith(OWN):
            return siblings if together else {}
        if key.name.startswith(OWN):
            return siblings
        return {} if key.name.partition("<")[0].removeprefix(APART) in LIBRARY else self.rules

    def settle(self) -> None:
        """Numbers of arithmetic and arguments of terms, until nothing changes."""
        changed = True
        while changed:
            changed = False
            seen: set[Type] = set()
            before = dict(self.numbers)
            for target, expression, instance, clause in self.evaluated:
                node = target.find()
                for kind in result_kinds(expression, self.kinds(instance, clause, seen)):
                    if kind == "int" and not node.ints:
                        node.ints = changed = True
                    if kind == "float" and not node.floats:
                        node.floats = changed = True
            changed |= self.numbers != before
            for term, number, argument in self.deferred:
                for one in arguments_of(term, number):
                    changed |= unify(one, argument)
            for names, first, others, term in self.built:
                for name in sorted(names.find().atoms):
                    changed |= build_term(name, first, others, term)
            for term, own in self.named:
                changed |= name_term(term, own)
            changed = changed or self.look_for()

    def kinds(self, instance: Instance, clause: int, seen: set[Type]) -> Kinds:
        """The kinds of numbers that variables give where they are evaluated."""
        return lambda name: self.evaluates(instance.variable(clause, name), seen)

    def evaluates(self, node: Type, seen: set[Type]) -> frozenset[str]:
        """The same of a type, which may hold itself: what is `seen` is known as far as `numbers` tells."""
        node = node.find()
        if node in seen or not node.structs:
            return self.numbers.get(node) or BOTH.intersection(node.kinds)
        seen.add(node)
        found = BOTH.intersection(node.kinds)
        for (name, arity), fields in node.structs.items():
            if (name, arity) in FUNCTIONS:
                inner = {str(i): self.evaluates(one, seen) for i, one in enumerate(fields)}
                found |= result_kinds(ir.Arith(name, tuple(map(ir.Var, inner))), inner.__getitem__)
        self.numbers[node] = found
        return found

    def look_for(self) -> bool:
        """An integer that is looked for may be there if another number may be, or nothing else is known."""
        changed = False
        for one in (node.find() for node in self.looked_for):
            if not one.ints and (one.floats or one.unusual or one.is_empty):
                one.ints = changed = True
        return changed


def _short(program: ir.Program, component: Mapping[ir.Key, int]) -> set[ir.Key]:
    """The procedures that need few instances: those that call little, and not themselves."""
    needed: dict[ir.Key, int] = {}
    circular = recursive(program)
    for key in sorted(program.procedures, key=lambda key: component[key]):
        calls = [goal.procedure for goal in goals_of(program.procedures[key]) if isinstance(goal, ir.Call)]
        if key not in circular and all(call in needed for call in calls):
            needed[key] = 1 + sum(needed[call] for call in calls)
    return {key for key, number in needed.items() if number <= SHORT}


def _place(instance: Instance, where: Place) -> Type:
    """The type of an argument, or of the elements of one."""
    node = _argument(instance, where[1])
    return node.list_element() if len(where) > 2 else node


def _argument(instance: Instance, index: int) -> Type:
    """The type of an argument, counted over both modes."""
    mode = instance.procedure.key.mode
    number = mode[:index].count(mode[index])
    return instance.parameters[number] if mode[index] == "+" else instance.results[number]


class _Clause:
    """The constraints of one clause of one instance."""

    def __init__(
        self, inference: _Inference, instance: Instance, number: int, siblings: dict[ir.Key, Instance]
    ) -> None:
        self.inference = inference
        self.instance = instance
        self.number = number
        self.siblings = siblings
        self.is_rule = False
        """Whether the clause does more than to match: facts may become a table."""

    def run(self, clause: ir.Clause) -> None:
        self.is_rule = not all(isinstance(goal, ir.Match) for goal in clause.goals)
        for goal in goals_within(clause.goals):
            self.goal(goal)
        if self.inference.succeeding[self.instance.procedure.key][self.number]:  # others give no results
            for node, expression in zip(self.instance.results, clause.results, strict=True):
                self.make(expression, node)

    def make(self, expression: ir.Expr, node: Type) -> None:
        """`node` holds the value of the expression."""
        node = node.find()
        match expression:
            case ir.Var(name):
                unify(self.instance.variable(self.number, name), node)
            case ir.Const(value):
                hold(node, value)
            case ir.Make(name, args):
                for one, argument in zip(node.arguments(name, len(args)), args, strict=True):
                    self.make(argument, one)
            case ir.MakeList(items, tail):
                element = node.list_element()
                if items and all(isinstance(item, ir.Const) and type(item.value) is int for item in items):
                    element.ints = True
                else:
                    for item in items:
                        self.make(item, element)
                if tail is not None:
                    self.make(tail, node)
            case ir.Arith():
                self.evaluate(expression, node)

    def evaluate(self, expression: ir.Expr, node: Type) -> None:
        """`node` holds the number that the expression is."""
        self.inference.evaluated.append((node, expression, self.instance, self.number))

    def match(self, pattern: ir.Pattern, node: Type) -> None:
        """`node` is taken apart."""
        node = node.find()
        match pattern:
            case ir.Bind(name):
                unify(self.instance.variable(self.number, name), node)
            case ir.Equal(ir.Const(int())) if self.is_rule:
                self.inference.looked_for.append(node)
            case ir.Equal(value):
                self.make(value, node)
            case ir.Shape(name, args):
                for one, argument in zip(node.arguments(name, len(args)), args, strict=True):
                    self.match(argument, one)
            case ir.ListShape(items, tail):
                element = node.list_element()
                for item in items:
                    self.match(item, element)
                if tail is not None:
                    self.match(tail, node)
            case ir.Ignore():
                pass

    def value(self, goal: ir.Goal, index: int, expression: ir.Expr) -> Type:
        """The type of an argument of a goal."""
        node = self.instance.place(goal, index)
        self.make(expression, node)
        return node.find()

    def fitted(self, goal: ir.Goal, index: int, pattern: ir.Pattern) -> Type:
        """The type of what a pattern of a goal is fitted to."""
        node = self.instance.place(goal, RESULT + index)
        self.match(pattern, node)
        return node.find()

    def goal(self, goal: ir.Goal) -> None:
        match goal:
            case ir.Match(ir.Var(name), pattern):
                self.match(pattern, self.instance.variable(self.number, name))
            case ir.Match(value, pattern):
                self.match(pattern, self.value(goal, 0, value))
            case ir.Compute(value, pattern):
                self.evaluate(value, self.fitted(goal, 0, pattern))
            case ir.Order(_, left, right):
                unify(self.value(goal, 0, left), self.value(goal, 0, right))
            case ir.Call():
                self.call(goal)
            case ir.Library(ir.Key("=..", "-+")):
                self.build(goal)
            case ir.Library(key, arguments, results):
                ins = [self.value(goal, i, a) for i, a in enumerate(arguments)]
                outs = [self.fitted(goal, i, r) for i, r in enumerate(results)]
                SIGNATURES[key](ins, outs)
                if key.name in ("arg", "$setarg"):
                    number = arguments[0].value if isinstance(arguments[0], ir.Const) else None
                    which = number if isinstance(number, int) else None
                    term, argument = (ins[1], ins[2]) if key.name == "$setarg" else (ins[-1], outs[-1])
                    self.inference.deferred.append((term, which, argument))
                if key in (KEPT, KEEP, FACT, COMES):
                    cell = self.inference.cells.setdefault(arguments[0], Type())
                    unify(cell, outs[-1] if key in (KEPT, FACT) else ins[1])
                if key.name == "functor":
                    self.inference.named.append((ins[0], outs[0]))
                if key.name == "=..":
                    self.inference.named.append((ins[0], outs[0].list_element()))
                    self.inference.deferred.append((ins[0], None, outs[0].list_element()))
            case ir.Collect():
                self.collect(goal)
            case ir.Raise(ball):
                self.value(goal, 0, ball)
                if self.inference.catches:
                    self.make(ball, self.inference.thrown)
            case ir.Catch(_, ball):
                self.match(ball, self.inference.thrown)
                self.caught(ball)
            case _:
                pass

    def caught(self, ball: ir.Pattern) -> None:
        """Errors of Prolog's own name what nobody has thrown: atoms, and the culprit, often a number."""
        match ball:
            case ir.Shape("error", (ir.Shape(_, args), _)):
                for part in (one for one in args if isinstance(one, ir.Bind)):
                    node = self.instance.variable(self.number, part.name).find()
                    node.open = True
                    node.ints |= part is args[-1] and len(args) > 1
            case _:
                pass

    def build(self, goal: ir.Library) -> None:
        """`Term =.. [Name|Arguments]`: each item has a type of its own, and so has the rest of the list."""
        items, tail = list_parts(goal)
        first = [self.value(goal, index, item) for index, item in enumerate(items)]
        others = self.value(goal, len(items), tail if tail is not None else ir.MakeList((), None))
        term = self.fitted(goal, 0, goal.results[0])
        if first:
            self.inference.built.append((first[0], first[1:], others.list_element(), term))

    def call(self, goal: ir.Call) -> None:
        inference, key = self.inference, goal.procedure
        if key not in inference.program.procedures:
            return
        together = inference.component[key] == inference.component[self.instance.procedure.key]
        called = self.instance.calls.get(goal.number)
        if called is None:
            among = inference.asked(self.instance, key, self.siblings, together)
            called = inference.instance(key, among)
            self.instance.calls[goal.number] = called
        for argument, node in zip(goal.arguments, called.parameters, strict=True):
            self.make(argument, node)
        for result, node in zip(goal.results, called.results, strict=True):
            self.match(result, node)

    def collect(self, goal: ir.Collect) -> None:
        kind, template = goal.kind, goal.template
        node = self.fitted(goal, 0, goal.result)
        match kind:
            case ir.Collection.COUNT:
                node.ints = True
            case ir.Collection.SUM:
                node.ints = True
                self.evaluate(ir.Arith("+", (ir.Const(0), template)), node)
            case _:
                self.make(template, node.list_element())
