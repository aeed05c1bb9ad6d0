"""Clauses that the file's own term_expansion/2 makes while it is loaded: tables that are computed, mostly.

They are computed here, too, by the file's rules, compiled to Python. A clause that is not ground is not, and
its predicate is barred where term_expansion/2 may change it.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.front.normal import Normal, add_clause, node_of
from pydecl.compiler.front.terms import indicator, is_cell, items_of, variables
from pydecl.errors import PydeclError
from pydecl.model.term import Compound, PrologList, Term
from pydecl.rules.clauses import term_of
from pydecl.rules.syntax import Node, Span, Structure

EXPANSION = ir.Key("term_expansion", "+-")


def expand(rules: Normal, program: ir.Program) -> None:
    """Put what term_expansion/2, compiled, makes of clauses in their places."""
    from pydecl.compiler.python.program import CompiledRules
    from pydecl.compiler.runtime.values import PrologError, to_term, to_value

    compiled = CompiledRules(program)
    expansions, rules.expansions = rules.expansions, []
    for term, span in expansions:
        if EXPANSION not in program.procedures or variables(term):
            _bar(rules, term, span)
            continue
        try:
            found = next(compiled.solutions(EXPANSION, to_value(_value(term))), None)
        except (PrologError, PydeclError):
            _bar(rules, term, span)
            continue
        if found is None:
            add_clause(rules, term, span)
            continue
        made = to_term(found[0])
        for clause in made.items if isinstance(made, PrologList) else (made,):
            add_clause(rules, node_of(clause, span), span)


def _value(node: Node) -> Term:
    """A ground term as a value."""
    if isinstance(node, Structure):
        if is_cell(node) or not node.args:
            items, _ = items_of(node)
            return PrologList(tuple(_value(item) for item in items))
        return Compound(node.name, tuple(_value(arg) for arg in node.args))
    return term_of(node)


def _bar(rules: Normal, term: Node, span: Span) -> None:
    """The clause may be replaced, by what is not known."""
    head = term.args[0] if isinstance(term, Structure) and term.name in (":-", "-->") else term
    key = indicator(head)
    if key is not None:
        rules.of(key, span).barred = (span, "the file's term_expansion/2 may change this clause")
