"""Terms of a rules file as clauses: what kind each is, its head and its body; and as terms without places."""

from __future__ import annotations

from pydecl.model.term import Atom, Compound, PrologList, Term, Variable
from pydecl.rules.catalogue import syntax as codes
from pydecl.rules.complaints import Complaint, Resume
from pydecl.rules.operators import Operators
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Named, Node, Span, Structure, parts

_CONTROL = (",", ";", "->", "*->", "|", "\\+", "!")


def clause_of(term: Node, span: Span) -> Clause:
    """The clause that a term of a file is."""
    module, inner = _unqualified(term)
    if isinstance(inner, Structure):
        if len(inner.args) == 1 and inner.name in (":-", "?-"):
            kind = Kind.DIRECTIVE if inner.name == ":-" else Kind.QUERY
            return Clause(term, span, kind, None, inner.args[0], module)
        if len(inner.args) == 2 and inner.name in (":-", "-->", "=>"):
            return _rule(term, span, inner, module)
    return Clause(term, span, Kind.CLAUSE, inner, None, module)


def _rule(term: Node, span: Span, rule: Structure, module: str | None) -> Clause:
    head, body = rule.args
    if isinstance(head, Structure) and head.name == "," and len(head.args) == 2:
        if rule.name == "-->":  # what is pushed back
            head = head.args[0]
        elif rule.name == "=>":  # a guard
            head, guard = head.args
            whole = Span(guard.span.start, body.span.end)
            body = Structure(",", (guard, body), whole, rule.functor)
    qualified, head = _unqualified(head)
    kind = Kind.GRAMMAR if rule.name == "-->" else Kind.CLAUSE
    return Clause(term, span, kind, head, body, qualified or module)


def _unqualified(node: Node) -> tuple[str | None, Node]:
    """The module that a term is qualified with, the innermost one, and the term.

    A file that is no module is `user`: what it says of that is of itself.
    """
    module = None
    while isinstance(node, Structure) and node.name == ":" and len(node.args) == 2:
        qualifier = node.args[0]
        if not isinstance(qualifier, Constant) or not isinstance(qualifier.value, Atom):
            break
        module, node = qualifier.value.name, node.args[1]
    return None if module == "user" else module, node


def head_fault(term: Node, operators: Operators) -> Complaint | None:
    """What is wrong with a term as a clause; None where it is one, as far as it says itself."""
    clause = clause_of(term, term.span)
    head = clause.head
    if head is None:
        return None
    if isinstance(head, Named) or (isinstance(head, Constant) and not isinstance(head.value, Atom)):
        what = "a variable" if isinstance(head, Named) else "not a predicate"
        return Complaint(codes.BAD_HEAD, head.span, f"the head of the clause is {what}")
    name, arity = clause.indicator or ("[]", 0)
    if name in _CONTROL and arity in (0, 1, 2) and clause.kind is Kind.CLAUSE and _is_control(name, arity):
        message = f"goals joined by {name} are not a clause: does the clause before end too early?"
        if name in ("\\+", "!"):
            message = f"the goal {name} is not a clause: does the clause before end too early?"
        return Complaint(codes.CONTROL_HEAD, head.span, message)
    if name == ":=" and arity == 2 and clause.body is None and operators.infix[":="].priority == 800:
        assert isinstance(head, Structure)
        return Complaint(
            codes.ASSIGNED_HEAD, head.functor, "a rule is written with :-, not :=", resume=Resume.HERE
        )
    return None


def _is_control(name: str, arity: int) -> bool:
    return arity == {"!": 0, "\\+": 1}.get(name, 2)


def term_of(node: Node) -> Term:
    """The term that a node stands for; each `_` is a variable of its own, named after its place.

    >>> from pydecl.rules.reader import read_rules
    >>> print(term_of(read_rules("a(X, _) :- b([X|_]), c.").clauses[0].term))
    :-(a(X,_G5),','(b([X|_G16]),c))
    """
    todo: list[tuple[Node, bool]] = [(node, False)]
    done: list[Term] = []
    while todo:
        node, ready = todo.pop()
        if isinstance(node, Constant):
            done.append(node.value)
        elif isinstance(node, Named):
            done.append(Variable(f"_G{node.span.start}" if node.name == "_" else node.name))
        elif ready:
            done.append(_made(node, done))
        else:
            todo.append((node, True))
            todo += [(part, False) for part in reversed(parts(node))]
    return done[0]


def _made(node: Structure | Items, done: list[Term]) -> Term:
    """The term of a node whose parts are the last terms that were made."""
    count = len(parts(node))
    made = tuple(done[len(done) - count :])
    del done[len(done) - count :]
    if isinstance(node, Structure):
        return Compound(node.name, made)
    if node.tail is None:
        return PrologList(made)
    return _flat(made[:-1], made[-1])


def _flat(items: tuple[Term, ...], tail: Term) -> Term:
    """A list whose tail may be a list."""
    if isinstance(tail, PrologList):
        return PrologList((*items, *tail.items), tail.tail)
    return PrologList(items, tail)
