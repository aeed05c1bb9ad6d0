"""Collections in C: findall/3, setof/3, aggregate_all/3 and the like."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.library import LibraryGoals
from pydecl.compiler.c.remembered import is_remembered
from pydecl.compiler.c.types import RESULT, Instance
from pydecl.compiler.ir.visitor import bound


class Collections(LibraryGoals):
    """Writes what is made of all solutions of goals."""

    @abstractmethod
    def every(self, goals: Sequence[ir.Goal], each: Callable[[], None]) -> None:
        """`each` with every solution; then code runs on."""

    def collect(self, goal: ir.Collect) -> None:
        """One value of all solutions."""
        kind, node = goal.kind, self.instance.place(self.clause, goal, RESULT)
        if kind is ir.Collection.COUNT:
            count = self.mark(self.new("count"), "I")
            self.write(f"{count} = 0;")
            self.every(goal.goals, lambda: self.write(f"{count}++;"))
            self.fit(self.wrapped("I", count, node), node, goal.result)
        elif kind is ir.Collection.SUM:
            held = "I" if self._whole(goal.template) else "N"
            total = self.mark(self.new("sum"), held)
            self.write(f"{total} = {'0' if held == 'I' else 'n_I(0)'};")
            self._add_all(goal, total, held)
            self.fit(self.wrapped(held, total, node), node, goal.result)
        elif kind in (ir.Collection.MAX, ir.Collection.MIN):
            self._extreme(goal, node)
        elif kind in (ir.Collection.MAX_WITNESS, ir.Collection.MIN_WITNESS):
            self._witnessed(goal, node)
        else:
            self._gather(goal, node)

    def _add_all(self, goal: ir.Collect, total: str, held: str) -> None:
        """What a remembered function gives is 0 where it fails: then it is added without asking."""
        match goal.goals:
            case [
                *goals,
                ir.Call(_, _, (ir.Bind(worth),)) as call,
                ir.Compute(ir.Var(name), ir.Bind(added), _),
            ] if held == "I" and worth == name and goal.template == ir.Var(added):
                called = self.instance.calls.get((self.clause, id(call)))
                if called is not None and is_remembered(self.program, called):
                    self.every(goals, lambda: self._add_call(total, call, called))
                    return
            case _:
                pass
        self.every(goal.goals, lambda: self._add(total, held, goal.template))

    def _add_call(self, total: str, call: ir.Call, called: Instance) -> None:
        inputs = [self.value(a, t) for a, t in zip(call.arguments, called.parameters, strict=True)]
        found = self.local("I", "i")
        self.write(f"(void){self.program.function(called)}({', '.join((*inputs, f'&{found}'))});")
        self.write(f"{total} = i_add({total}, {found});")

    def _whole(self, template: ir.Expr) -> bool:
        """Whether what is added up can be nothing but integers."""
        return isinstance(template, ir.Var) and self.layout.c(self.type_of(template.name)) == "I"

    def _add(self, total: str, held: str, template: ir.Expr) -> None:
        kind, text = self.number(template)
        if held == "I":
            self.write(f"{total} = i_add({total}, {text});")
            return
        self.write(f"{total} = n_add({total}, {text if kind == 'N' else f'n_{kind}({text})'});")

    def _extreme(self, goal: ir.Collect, node: Type) -> None:
        """The largest or smallest number, by max/2 or min/2: of the first number and itself to begin with."""
        name = self._number_bound(goal, goal.template)
        held = self.layout.c(self.type_of(name))
        function = f"{held.lower()}_{'max' if goal.kind is ir.Collection.MAX else 'min'}"
        found, best = self.mark(self.new("found"), "bool"), self.mark(self.new("best"), held)
        self.write(f"{found} = false;")

        def better() -> None:
            one = self.variable(name)
            self.write(f"{best} = {function}({found} ? {best} : {one}, {one}); {found} = true;")

        self.every(goal.goals, better)
        self.require(found)
        self.fit(self.wrapped(held, best, node), node, goal.result)

    def _witnessed(self, goal: ir.Collect, node: Type) -> None:
        """The first largest or smallest number, with its witness."""
        largest = goal.kind is ir.Collection.MAX_WITNESS
        if not isinstance(goal.template, ir.Make):
            raise NotCoveredError("the witness of what is always the same", goal)
        template, witness = goal.template.args
        name = self._number_bound(goal, template)
        functor = "max" if largest else "min"
        types = node.arguments(functor, 2)
        held = self.layout.c(self.type_of(name))
        found, best = self.mark(self.new("found"), "bool"), self.mark(self.new("best"), held)
        which, floor = (
            self.mark(self.new("which"), self.layout.c(types[1])),
            self.mark(self.new("floor"), "char *"),
        )
        self.write(f"{floor} = hp_floor; {found} = false;")

        def better() -> None:
            one = self.variable(name)
            less, more = (best, one) if largest else (one, best)
            test = f"n_less({less}, {more})" if held == "N" else f"{less} < {more}"
            kept = f"{best} = {one}; {which} = {self.value(witness, types[1])}; hp_floor = hp;"
            self.write(f"if (!{found} || {test}) {{ {found} = true; {kept} }}")

        self.every(goal.goals, better)
        self.write(f"hp_floor = {floor};")
        self.require(found)
        pair = self.wrapped(held, best, types[0]), which
        self.fit(self.compound(functor, pair, node), node, goal.result)

    def _number_bound(self, goal: ir.Collect, template: ir.Expr) -> str:
        """The variable that holds each number."""
        if not isinstance(template, ir.Var) or template.name not in bound(goal.goals):
            raise NotCoveredError("the largest or smallest of what the goals do not bind", goal)
        if self.layout.c(self.type_of(template.name)) not in ("I", "D", "N"):
            raise NotCoveredError("the largest or smallest of what may be no number", goal)
        return template.name

    def _gather(self, goal: ir.Collect, node: Type) -> None:
        element, part = node.list_element(), self.layout.list_part(node)
        c = self.layout.c(element)
        base, floor = self.mark(self.new("base"), "char *"), self.mark(self.new("floor"), "char *")
        start, top = self.mark(self.new("start"), "char *"), self.mark(self.new("top"), "char *")
        self.write(f"{start} = up; {base} = up_align(); {floor} = hp_floor; {top} = hp;")
        plain = element.find().is_plain  # what the goals made is needed no longer

        def keep() -> None:
            value = self.local(c, "t")
            self.write(f"{value} = {self.value(goal.template, element)};")
            pinned = "" if plain else " hp_floor = hp;"
            self.write(f"*({c} *)up_push(sizeof({c})) = {value};{pinned}")

        self.every(goal.goals, keep)
        part_c = self.layout.c(part)
        found = self.local(part_c, "t")
        if plain:
            self.write(f"hp_floor = {floor}; release({top});")
        self.write(
            f"{found} = {self.layout.need('gathered', part)}({base}); up = {start}; hp_floor = {floor};"
        )
        if goal.kind in (ir.Collection.SORTED, ir.Collection.BAG):
            self.require(f"{found}.n > 0")
        if goal.kind in (ir.Collection.SORTED, ir.Collection.SET_ALL):
            self.layout.need("order", element)
            sort, unique = self.layout.need("sorted", part), self.layout.need("unique", part)
            self.write(f"{found} = {unique}({sort}({found}));")
        self.fit(self.wrapped("L", found, node), node, goal.result)
