"""Procedures in C: the clauses of one instance, tried in order."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.ascending import Ascent, ascent
from pydecl.compiler.c.blocks import NONDET, Rest
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.folding import Fold, fold
from pydecl.compiler.c.functions import Function
from pydecl.compiler.c.goals import GoalWriter
from pydecl.compiler.c.loops import NONE, Loops, at_end, loops, naming, replacing

SHORT = 10
"""Functions of so many statements are written into those that call them: compilers are told so."""


class ProcedureWriter(GoalWriter):
    """Writes all clauses."""

    ascent: Ascent | None = None

    def run(self, *, recursive: bool, alone: bool) -> tuple[str, str]:
        """The prototypes and the definitions; `alone` says that it calls none that calls it, but itself."""
        self.final = Rest(lambda: self.found(self.procedure.clauses[self.clause].results), small=True)
        parameters = [self.variable(name) for name in self.procedure.parameters]
        declared, named = self._declared(parameters)
        if self.procedure.determinism is NONDET:
            k = self.mark("k", self.continuation(self.instance.results))
            declared += [f"{self.kinds['k']} {k}", f"void *{self.mark('context', 'void *')}"]
        else:
            for index, node in enumerate(self.instance.results):
                declared.append(f"{self.layout.c(node)} *{self.result(index)}")
        self.fn = Function(f"static bool {self.name}({', '.join(declared) or 'void'})", main=True)
        self.functions.append(self.fn)
        self.fn.lines += named
        self.stop = "@STOP@"
        self.steps = self._loops(recursive=recursive)
        if recursive:
            self.write("check_stack();")
        self.fail = "return false;"
        self._make_room()
        self.write("start:;")
        if self.ascent is not None:
            self._copy_between(self.ascent)
        uncounted = self.procedure.key.name not in self.program.counted
        if not uncounted:
            self.write(self.program.counted[self.procedure.key.name])
        folded = fold(self.procedure, self._same, self._plain_list) if recursive and uncounted else None
        if folded is None:
            for number, clause in enumerate(self.procedure.clauses):
                self._clause(number, clause, last=number == len(self.procedure.clauses) - 1)
            self.write("return false;")
        else:
            self._from_end(folded)
        lines = self.functions[0].lines
        again = any(f"{self.name}(" in line for f in self.functions for line in f.lines)
        if self.name not in self.program.looping:
            lines.remove("start:;")
        if (self.name in self.program.looping or folded is not None) and alone and not again:
            lines.remove("check_stack();")
        if len(lines) <= SHORT and not again:
            self.functions[0].head = self.functions[0].head.replace("static", "SOME", 1)
        return self.text()

    def _declared(self, parameters: Sequence[str]) -> tuple[list[str], list[str]]:
        """The parameters as C declares them, and the statements that give those passed by a pointer names."""
        declared, named = [], []
        for index, (x, node) in enumerate(zip(parameters, self.instance.parameters, strict=True)):
            c, passed = self.layout.c(node), self.layout.passed(node)
            declared.append(f"{c} {x}" if passed == c else f"{passed}given{index}")
            if passed != c:
                named.append(f"{x} = {self.layout.taken(f'given{index}', node)};")
        return declared, named

    def _same(self, number: int, call: ir.Call) -> bool:
        called = self.instance.calls.get((number, id(call)))
        return called is not None and self.program.function(called) == self.name

    def _plain_list(self, index: int) -> bool:
        nodes = self.instance.results if index >= 0 else self.instance.parameters
        return self.layout.shape(nodes[index if index >= 0 else -1 - index]).kind == "list"

    def _alike(self, result: int, parameter: int) -> bool:
        ours, given = self.instance.results[result], self.instance.parameters[parameter]
        return self._plain_list(result) and self.layout.c(ours) == self.layout.c(given)

    def _from_end(self, folded: Fold) -> None:
        """The clauses as a loop from the end of a list."""
        end, step = self.procedure.clauses
        nodes, i = self.instance.results, self.local("int32_t", "i")
        self.clause = 1
        made = [self.variable(name) for name in folded.names]
        self.clause = 0
        goals, results = at_end(end.results, end.goals[1:])
        self.sequence(goals, Rest(lambda: None))
        self.put_all(made, [self.value(one, node) for one, node in zip(results, nodes, strict=True)], nodes)
        self.clause = 1
        given = self.variable(self.procedure.parameters[folded.parameter])
        self.write(f"for ({i} = {given}.n; {i}-- > 0;) {{")
        element = self.instance.parameters[folded.parameter].list_element()
        self.match(f"{given}.p[{i}]", element, folded.item)
        self.first(folded.goals, "return false;")
        self.put_all(
            made, [self.value(one, node) for one, node in zip(step.results, nodes, strict=True)], nodes
        )
        self.write("}")
        for index, (text, node) in enumerate(zip(made, nodes, strict=True)):
            self.put(f"(*{self.result(index)})", text, node)
        self.write("return true;")

    def _loops(self, *, recursive: bool) -> Loops:
        if not recursive:
            return NONE

        found = loops(self.procedure, self._same, self._plain_list, self._alike)
        if self.procedure.key.name in self.program.counted:
            return found
        self.ascent = self._fitting(ascent(self.procedure, found))
        return found

    def _make_room(self) -> None:
        """Room for the items of the results that are built."""
        for index, parameter in self.steps.fronts.items():
            start, count = self.front(index)
            self.write(f"{start} = {self.variable(self.procedure.parameters[parameter])}.p; {count} = 0;")
        for index, (parameter, each, last) in self.steps.built.items():
            node = self.instance.results[index]
            p, k, most = self.builder(index)
            name = self.variable(self.procedure.parameters[parameter])
            room = f"{self.layout.need('room', self.layout.list_part(node))}((I){name}.n * {each} + {last})"
            t = self.local(self.layout.c(node), "t")
            self.write(f"{t} = {room}; {p} = {t}.p; {k} = 0; {most} = {t}.n;")

    def _fitting(self, found: Ascent | None) -> Ascent | None:
        """None where the items of the lists, or the number, are not held as they must be."""
        if found is None or not (
            self._alike(found.result, found.items) and self._plain_list(-1 - found.given)
        ):
            return None
        number, given = self.instance.parameters[found.number], self.instance.parameters[found.given]
        kinds = {self.layout.shape(node).kind for node in (number, given.list_element())}
        return found if kinds == {"I"} else None

    def _copy_between(self, found: Ascent) -> None:
        """All steps before the next number that is given at once."""
        parameters = [self.variable(name) for name in self.procedure.parameters]
        items, number, given = parameters[found.items], parameters[found.number], parameters[found.given]
        p, k, _ = self.builder(found.result)
        kind = self.layout.c(self.instance.parameters[found.items].list_element())
        steps = self.local("int32_t", "n")
        self.write(f"{steps} = {items}.n;")
        self.write(f"if ({given}.n) {steps} = counted_down({given}.p[0], {number}, {steps});")
        self.write(f"{number} = i_add({number}, {steps});")
        self.write(f"COPY({kind}, {p} + {k}, {items}.p, {steps}); {k} += {steps};")
        self.write(f"{items}.p += {steps}; {items}.n -= {steps};")

    def _clause(self, number: int, clause: ir.Clause, *, last: bool) -> None:
        self.clause = number
        self.fail = self.clause_fail = "return false;" if last else f"goto C{number + 1};"
        self.sequence(clause.goals, self.final)
        if not last:
            self.write(f"C{number + 1}:;")
        if self.procedure.determinism is not NONDET:
            self.not_empty |= self._no_end(clause.goals)

    def _no_end(self, goals: Sequence[ir.Goal]) -> set[str]:
        """The list that is not empty where a clause failed."""
        match goals:
            case [ir.Match(ir.Var(name), ir.ListShape((), None)), *names] if naming(names):
                plain = self.layout.shape(self.type_of(name)).kind == "list"
                return {self.variable(name)} if plain and name in self.procedure.parameters else set()
            case _:
                return set()

    def found(self, expressions: Sequence[ir.Expr]) -> None:
        """A solution of the clause."""
        pairs = enumerate(zip(expressions, self.instance.results, strict=True))
        results = [self._given(index, one, node) for index, (one, node) in pairs]
        if self.procedure.determinism is NONDET:
            k, context = self.mark("k", self.kinds["k"]), self.mark("context", "void *")
            given = [
                self.handed(text, node) for text, node in zip(results, self.instance.results, strict=True)
            ]
            self.write(f"if ({k}({', '.join((context, *given))})) {{ {self.success()} }}")
            self.write(self.fail)
            return
        for index, (text, node) in enumerate(zip(results, self.instance.results, strict=True)):
            self.put(f"(*{self.result(index)})", text, node)
        self.write(self.success())

    def _given(self, index: int, expression: ir.Expr, node: Type) -> str:
        """A result."""
        if index in self.steps.fronts:
            return self._after_front(index, expression, node)
        if index in self.steps.built:
            return self._finished(index, expression, node)
        return self.value(expression, node)

    def _after_front(self, index: int, expression: ir.Expr, node: Type) -> str:
        """A result that begins as a parameter does."""
        start, count = self.front(index)
        c, parameter = self.layout.c(node), self.steps.fronts[index]
        if expression == ir.MakeList((), None):
            return f"(({c}){{{start}, {count}}})"
        item = replacing(self.procedure, self.procedure.clauses[self.clause], parameter, expression)
        if item is not None:
            whole = f"{count} + {self.variable(self.procedure.parameters[parameter])}.n"
            one = self.value(item, node.list_element())
            return f"{self.layout.need('set', node)}(({c}){{{start}, {whole}}}, {count}, {one})"
        append = self.layout.need("append", node)
        return f"{append}(({c}){{{start}, {count}}}, {self.value(expression, node)})"

    def _finished(self, index: int, expression: ir.Expr, node: Type) -> str:
        """A result that is built: its items, and what comes after them."""
        several, count = self.procedure.determinism is NONDET, 0
        if isinstance(expression, ir.MakeList):
            count = len(expression.items)
            self.push(index, expression.items, node)
            expression = expression.tail if expression.tail is not None else ir.MakeList((), None)
        finish = self.layout.need("finish_anew" if several else "finish", self.layout.list_part(node))
        made = f"{finish}({', '.join(self.builder(index))}, {self.value(expression, node)})"
        if not several:
            return made
        name = self.local(self.layout.c(node), "t")  # what is built is needed for the next solution
        self.write(f"{name} = {made}; {self.builder(index)[1]} -= {count};")
        return name
