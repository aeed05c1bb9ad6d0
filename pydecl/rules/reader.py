"""Reads rules files: clause by clause, so that one that is wrong does not hide the others.

>>> text = read_rules("move(a, b).\\nmove(b c).\\nwon(X) :- \\\\+ move(X, _).", "g.pl")
>>> [clause.indicator for clause in text.clauses]
[('move', 2), ('won', 1)]
>>> print(text.faults[0])
g.pl:2:6: error P008: neither b nor c is an operator
  move(b c).
       ^
  remedy: use one of Prolog's operators, or declare this one with :- op(Priority, Type, Name)

A file can change how the rest of it is read: by op/3, by the flags double_quotes and back_quotes, and by
loading a library or a file with operators, if that is in its folder or below it. The term `end_of_file` ends
it. What a file says only when it runs (`:- if`) is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydecl.errors import PydeclError
from pydecl.model.interpreter import without_collector
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable
from pydecl.rules.catalogue import syntax as codes
from pydecl.rules.complaints import Complaint, Resume, char_name, is_long, unclosed_quote
from pydecl.rules.declarations import atom_of, obey
from pydecl.rules.finding import Finding
from pydecl.rules.operators import Operators, Row
from pydecl.rules.parser import Parser
from pydecl.rules.source import file_named, may_name_files, read_source
from pydecl.rules.stacks import Operand
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Named, Node, RulesText, Span, Structure, parts
from pydecl.rules.tokens import scan

MOST_FAULTS = 1_000
"""How many faults of a file are told."""

MOST_FILES = 100
"""How many files are read for the operators that they give."""

DEEPEST = 30
"""How many of them may lie on the way from one to another."""

_CLAUSE_LINE = re.compile(r"\n(?=[^\W\d_]|'|:-|\?-)")

_DECLARES = re.compile(r"\bop\s*\(")

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def read_rules(text: str, file: str = "") -> RulesText:
    """The clauses of a rules file's text, and the faults of what is none; `file` is its name, for messages.

    Never fails: what cannot be read is a finding, and the clause after it is read again.
    """
    reader = _Reader(text, file, _Beside.of(file) if file and may_name_files(text) else None)
    with without_collector():
        reader.run()
    reader.faults += _invisible(reader.rules)
    faults = sorted(reader.faults, key=lambda fault: (fault.line, fault.column))
    return RulesText(file, text, tuple(reader.clauses), tuple(faults[:MOST_FAULTS]))


class _Reader:
    """One text on its way to clauses."""

    def __init__(self, text: str, file: str, beside: _Beside | None) -> None:
        self.text = text
        self.beside = beside
        self.rules = RulesText(file, text, ())
        self.clauses: list[Clause] = []
        self.faults: list[Finding] = []
        self.parser = Parser(text, scan(text), Operators())
        self.again = 8 * len(text) + 100_000
        """How many characters may still be read again, after quotes that were not closed."""

    def run(self) -> None:
        parser = self.parser
        parser.advance()
        while parser.token is not None:
            start = parser.token.start
            try:
                operand = parser.read()
            except Complaint as complaint:
                self._recover(start, complaint)
                continue
            end = parser.token.end
            if atom_of(operand.node) == "end_of_file":
                break
            parser.advance()
            self._accept(operand, Span(start, end))

    def _accept(self, operand: Operand, span: Span) -> None:
        """A term that was read: a clause, if its head is one's."""
        for note in self.parser.notes:
            self._tell(note)
        complaint = head_fault(operand.node, self.parser.operators)
        if complaint is not None:
            self._tell(complaint)
            if complaint.resume is Resume.STOP:
                return
        clause = clause_of(operand.node, span)
        self.clauses.append(clause)
        for fault in obey(clause, self.parser, self._operators_of):
            self._tell(fault)

    def _operators_of(self, name: str) -> Iterable[Row]:
        """The operators that a file gives which is loaded under this name."""
        return () if self.beside is None else self.beside.operators(name)

    def _tell(self, complaint: Complaint) -> None:
        if len(self.faults) < MOST_FAULTS:
            fault = self.rules.finding(complaint.code, complaint.span, complaint.message, complaint.remedy)
            self.faults.append(fault)

    def _recover(self, start: int, complaint: Complaint) -> None:
        """Tell a fault, keep the clause before it if it is whole, and go to where the next one begins."""
        parser = self.parser
        complaint = self._quote(complaint)
        before = parser.before
        self._tell(complaint)
        if complaint.complete and before is not None:
            try:
                operand = parser.finish()
            except Complaint:
                pass
            else:
                self._accept(operand, Span(start, before.end))
        if complaint.resume is Resume.LINE:
            self._next_line(complaint.span.start)
        elif complaint.resume is Resume.NOWHERE:
            parser.token = None
        elif complaint.resume is Resume.BEHIND:
            parser.advance()
        elif complaint.resume is Resume.STOP:
            self._next_stop()

    def _quote(self, complaint: Complaint) -> Complaint:
        """The fault, or the quote before it that is not closed in its line and seems to be its cause."""
        parser = self.parser
        quoted = parser.long_quote
        token = parser.token
        if quoted is None and token is not None and token.kind in ("QUOTED", "STRING", "CODES"):
            quoted = token if is_long(self.text[token.start : token.end]) else None
        if quoted is None or complaint.code is codes.UNCLOSED_QUOTE:
            return complaint
        return unclosed_quote(quoted.start, self.text[quoted.start])

    def _next_stop(self) -> None:
        """Go behind the next full stop."""
        parser = self.parser
        if parser.token is not None and parser.token.kind != "END":
            if parser.token.kind == "UNCLOSED_QUOTE":
                self._next_line(parser.token.start)
                return
            for token in parser.tokens:
                if token.kind == "END":
                    break
                if token.kind == "UNCLOSED_QUOTE":
                    parser.token = token
                    self._tell(unclosed_quote(token.start, self.text[token.start]))
                    self._next_line(token.start)
                    return
        parser.advance()

    def _next_line(self, at: int) -> None:
        """Go to the next line that looks like the start of a clause, and read on from there."""
        parser = self.parser
        line = _CLAUSE_LINE.search(self.text, at)
        reached = parser.token.end if parser.token is not None else len(self.text)
        if parser.token is not None and parser.token.kind == "UNCLOSED_QUOTE":
            reached = len(self.text)
        self.again -= max(0, reached - at)
        if line is None or self.again < 0:
            parser.token = None
            return
        parser.tokens = scan(self.text, line.end())
        parser.advance()


def _invisible(rules: RulesText) -> Sequence[Finding]:
    """The invisible characters of a text, the first ones, wherever they stand."""
    if rules.text.isascii():
        return []
    found = []
    for match in _INVISIBLE.finditer(rules.text):
        message = f"invisible character {char_name(match[0])}"
        found.append(rules.finding(codes.INVISIBLE_CHARACTER, Span(*match.span()), message))
        if len(found) == MOST_FAULTS:
            break
    return found


@dataclass(frozen=True)
class _Beside:
    """The files that one loads, which may load others: none above the folder of the first is read."""

    path: Path
    folder: Path
    known: dict[Path, Sequence[Row]]
    """The operators that each file gives to those that load it; none while it is read itself."""
    depth: int = 0

    @classmethod
    def of(cls, file: str) -> _Beside:
        path = Path(file).resolve()
        return cls(path, path.parent, {path: ()})

    def operators(self, name: str) -> Sequence[Row]:
        """Those that a module exports under this name, or all that another file declares."""
        path = file_named(self.path.parent, name)
        if path is None or not path.is_relative_to(self.folder):
            return ()
        if path not in self.known and len(self.known) < MOST_FILES and self.depth < DEEPEST:
            self.known[path] = ()
            self.known[path] = self._read(path)
        return self.known.get(path, ())

    def _read(self, path: Path) -> Sequence[Row]:
        try:
            text = read_source(path)
        except PydeclError:
            return ()
        if not (_DECLARES.search(text) or may_name_files(text)):
            return ()
        reader = _Reader(text, str(path), replace(self, path=path, depth=self.depth + 1))
        reader.run()
        parser = reader.parser
        return parser.operators.declared if parser.exported is None else parser.exported


# Terms as clauses, and without their places

_CONTROL = {*((name, 2) for name in (",", ";", "->", "*->", "|")), ("\\+", 1), ("!", 0)}


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
    if (name, arity) in _CONTROL and clause.kind is Kind.CLAUSE:
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


def term_of(node: Node) -> Term:
    """The term that a node stands for; each `_` is a variable of its own, named after its place.

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
