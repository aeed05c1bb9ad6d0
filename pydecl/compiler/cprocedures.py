"""Procedures in C: the clauses of one instance, tried in order."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.cfunctions import Function
from pydecl.compiler.cgoals import NONDET, GoalWriter, Rest


class ProcedureWriter(GoalWriter):
    """Writes all clauses."""

    def run(self, *, recursive: bool) -> tuple[str, str]:
        """The prototypes and the definitions."""
        self.final = Rest(self._found, small=True)
        parameters = [self.variable(name) for name in self.procedure.parameters]
        types = [self.layout.c(node) for node in self.instance.parameters]
        declared = [f"{c} {x}" for c, x in zip(types, parameters, strict=True)]
        if self.procedure.determinism is NONDET:
            k = self.mark("k", self.continuation(self.instance.results))
            declared += [f"{self.kinds['k']} {k}", f"void *{self.mark('context', 'void *')}"]
        else:
            for index, node in enumerate(self.instance.results):
                declared.append(f"{self.layout.c(node)} *{self.result(index)}")
        self.fn = Function(f"static bool {self.name}({', '.join(declared) or 'void'})", main=True)
        self.functions.append(self.fn)
        self.stop = "@STOP@"
        if recursive:
            self.write("check_stack();")
        self.write("start:;")
        for number, clause in enumerate(self.procedure.clauses):
            self._clause(number, clause, last=number == len(self.procedure.clauses) - 1)
        self.write("return false;")
        if self.name not in self.program.looping:
            self.functions[0].lines.remove("start:;")
        return self.text()

    def _clause(self, number: int, clause: ir.Clause, *, last: bool) -> None:
        self.clause = number
        self.fail = "return false;" if last else f"goto C{number + 1};"
        self.sequence(clause.goals, self.final)
        if not last:
            self.write(f"C{number + 1}:;")

    def _found(self) -> None:
        """A solution of the clause."""
        clause = self.procedure.clauses[self.clause]
        results = [self.value(e, t) for e, t in zip(clause.results, self.instance.results, strict=True)]
        if self.procedure.determinism is NONDET:
            k, context = self.mark("k", self.kinds["k"]), self.mark("context", "void *")
            self.write(f"if ({k}({', '.join((context, *results))})) {{ {self.success()} }}")
            self.write(self.fail)
            return
        for index, text in enumerate(results):
            self.write(f"*{self.result(index)} = {text};")
        self.write(self.success())
