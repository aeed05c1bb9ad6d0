"""A sheet's rules as Prolog, for the convention `gdl`, laid out where the sheet has its rules, or to be read.

>>> from pydecl.rules.gdl.kif import read_kif
>>> sheet = read_kif("(<= (next (cell ?m ?n b))"
...     "(does ?r (mark ?j ?k)) (distinct ?m ?j) (true (cell ?m ?n b)))"
...     "(<= (append ?x) (succ ?x ?y)) (succ 1 2)", "g.kif")
>>> for clause in Clauses(sheet, {("succ", 2)}).clauses:
...     print("\\n".join(clause.lines))
next(cell(M, N, b)) :-
    does(_R, mark(J, _K)),
    true(cell(M, N, b)),
    M \\== J.
append(X) :-
    succ_(X, _Y).
succ_(1, 2).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile

from pydecl.model.term import Atom, Compound, Term, Variable, term_text
from pydecl.rules.gdl.dependencies import Relation, recursive, relation, undefined
from pydecl.rules.gdl.kif import Comment
from pydecl.rules.gdl.rules import Literal, Rule, Sheet, ordered, variables
from pydecl.rules.operators import Operators

OPERATORS = Operators()

LATER = ("divmod", "tdiv", "tnot")
"""Operators of other editions of SWI-Prolog."""

INDENT = 4


@dataclass(frozen=True)
class Clause:
    """A clause: its predicate, its text line by line, and the rule that it is made from."""

    predicate: Relation
    lines: Sequence[str]
    rule: Rule


@dataclass(frozen=True)
class Clauses:
    """The Prolog of a sheet; `taken` are predicates that SWI-Prolog does not let a file define."""

    sheet: Sheet
    taken: Set[Relation]

    @cached_property
    def clauses(self) -> Sequence[Clause]:
        """A clause for each rule, in their order."""
        return list(map(self._clause, self.sheet.rules))

    @cached_property
    def predicates(self) -> Mapping[Relation, Relation]:
        """The predicate of each relation: of the same name, unless that is taken."""
        told = (relation(rule.head) for rule in self.sheet.rules)
        relations = list(dict.fromkeys([*told, *undefined(self.sheet)]))
        used = {*relations, *self.taken}
        found: dict[Relation, Relation] = {}
        for name, arity in relations:
            other = name if (name, arity) not in self.taken else name.lstrip("$") or "dollar"
            while (other, arity) in (used if other != name else self.taken):
                other += "_"
            found[name, arity] = other, arity
            used.add((other, arity))
        return found

    @cached_property
    def directives(self) -> Mapping[str, Sequence[Relation]]:
        """What is declared of which predicates, in the order of the sheet."""
        last: Relation | None = None
        closed: set[Relation] = set()
        apart: dict[Relation, None] = {}
        for clause in self.clauses:
            if clause.predicate != last:
                if clause.predicate in closed:
                    apart[clause.predicate] = None
                closed.add(clause.predicate)
                last = clause.predicate
        circular = recursive(self.sheet)
        declared = {
            "dynamic": [self.predicates[one] for one in undefined(self.sheet)],
            "discontiguous": list(apart),
            "table": [made for one, made in self.predicates.items() if one in circular],
        }
        return {name: predicates for name, predicates in declared.items() if predicates}

    def directive_lines(self) -> Iterator[str]:
        for name, predicates in self.directives.items():
            listed = ", ".join(f"{_operand(Atom(one))}/{arity}" for one, arity in predicates)
            yield f":- {name} {listed}."

    def _clause(self, rule: Rule) -> Clause:
        body = ordered(rule.body)
        terms = (rule.head, *(literal.atom for literal in body))
        counts = Counter(name for term in terms for name in variables(term))
        shown = {name: name if count > 1 else f"_{name}" for name, count in counts.items()}
        head = self._goal(rule.head, shown)
        goals = [self._condition(literal, shown) for literal in body]
        predicate = self.predicates[relation(rule.head)]
        if not goals:
            return Clause(predicate, [f"{head}."], rule)
        lines = [f"{' ' * INDENT}{goal}," for goal in goals]
        return Clause(predicate, [f"{head} :-", *lines[:-1], f"{lines[-1][:-1]}."], rule)

    def _condition(self, literal: Literal, shown: Mapping[str, str]) -> str:
        atom = literal.atom
        if isinstance(atom, Compound) and relation(atom) == ("distinct", 2):
            sign = "==" if literal.is_negated else "\\=="
            return f" {sign} ".join(_operand(arg, shown) for arg in atom.args)
        goal = self._goal(atom, shown)
        return f"\\+ {goal}" if literal.is_negated else goal

    def _goal(self, atom: Term, shown: Mapping[str, str]) -> str:
        told = relation(atom)
        name, _ = self.predicates.get(told, told)
        if isinstance(atom, Compound):
            return _text(Compound(name, atom.args), shown)
        return _operand(Atom(name))


def _text(term: Term, shown: Mapping[str, str]) -> str:
    """A term as a Prolog programmer writes it; variables have the names that are `shown`."""
    if isinstance(term, Variable):
        return shown[term.name]
    if isinstance(term, Compound):
        return f"{term_text(Atom(term.name))}({', '.join(_text(arg, shown) for arg in term.args)})"
    return term_text(term)


def _operand(term: Term, shown: Mapping[str, str] | None = None) -> str:
    """A term as it stands beside an operator: one that is an operator itself is in parentheses."""
    text = _text(term, shown or {})
    is_operator = isinstance(term, Atom) and (OPERATORS.names(term.name) or term.name in LATER)
    return f"({text})" if is_operator else text


# Layout

WIDEST = 110
"""Where a line with a comment behind it ends, at the latest."""


Place = tuple[int, int, int, int]
"""Line and column of a clause, and those of its rule in the sheet."""


def aligned(made: Clauses) -> tuple[str, Sequence[Place]]:
    """The clauses, each in the line of its rule: whoever names a line of them names one of the sheet.

    >>> from pydecl.rules.gdl.kif import read_kif
    >>> sheet = read_kif("\\n(<= p\\n   (q a) (q b))\\n(q a) (q b)", "g.kif")
    >>> aligned(Clauses(sheet, set()))
    ('\\np :- q(a), q(b).\\n\\nq(a). q(b).', [(2, 1, 2, 5), (4, 1, 4, 1), (4, 7, 4, 7)])
    """
    text = " ".join(made.directive_lines())
    parts, places = [text], []
    line, end = 1, len(text) + 1
    for clause in made.clauses:
        rule = clause.rule
        before = "\n" * (rule.line - line) or " "
        column = 1 if rule.line > line else end + 1
        told = " ".join(map(str.strip, clause.lines))
        parts += [before, told]
        places.append((rule.line, column, rule.line, rule.column))
        line, end = rule.line, column + len(told)
    return "".join(parts), places


def readable(made: Clauses, comments: Sequence[Comment], file: str) -> str:
    """The clauses in the order of the sheet, with its comments.

    >>> from pydecl.rules.gdl.kif import comments, read_kif
    >>> text = "; Pile.\\n(role a) ; begins\\n(role b)\\n; Who takes?\\n(<= (p ?x) (role ?x))"
    >>> made = Clauses(read_kif(text, "pile.kif"), set())
    >>> print(readable(made, list(comments(text)), "pile.kif"))
    % Pile.
    %
    % From pile.kif, in the Game Description Language: docs/gdl.md says how it was turned into Prolog.
    <BLANKLINE>
    role(a).                                % begins
    role(b).
    <BLANKLINE>
    % Who takes?
    p(X) :-
        role(X).
    <BLANKLINE>
    """
    told = _by_clause(made.clauses, comments)
    top = [] if not comments or not made.clauses else _top(comments, made.clauses[0].rule.line)
    telling = dropwhile(lambda comment: not comment.text, top)
    lines = [f"% {comment.text}".rstrip() for comment in telling]
    lines += ["%"] if lines else []
    lines.append(
        f"% From {' '.join(file.split())}, in the Game Description Language:"
        " docs/gdl.md says how it was turned into Prolog."
    )
    directives = list(made.directive_lines())
    lines += ["", *directives] if directives else []
    last: object = None
    for number, clause in enumerate(made.clauses):
        above, beside = told.get(number, ([], []))
        above = [comment for comment in above if comment not in top]
        if clause.predicate != last or above or (len(clause.lines) > 1 and last is not None):
            lines.append("")
        last = clause.predicate
        lines += _with_comments(clause, above, beside)
    behind, _ = told.get(len(made.clauses), ([], []))
    rest = [comment for comment in behind if comment not in top]
    lines += ["", *(f"% {comment.text}".rstrip() for comment in rest)] if rest else []
    return "\n".join(lines) + "\n"


def _top(comments: Sequence[Comment], first: int) -> Sequence[Comment]:
    """The comments at the top of a sheet, up to a line without one."""
    found: list[Comment] = []
    for comment in comments:
        if not comment.alone or comment.line >= first or (found and comment.line != found[-1].line + 1):
            break
        found.append(comment)
    while found and not found[-1].text:
        found.pop()
    return found


def _by_clause(
    clauses: Sequence[Clause], comments: Sequence[Comment]
) -> Mapping[int, tuple[list[Comment], list[Comment]]]:
    """The comments that stand before each clause, and those beside or within it."""
    lines = [clause.rule.line for clause in clauses]
    found: dict[int, tuple[list[Comment], list[Comment]]] = {}
    for comment in comments:
        within = not comment.alone or comment.inside
        at = bisect_right(lines, comment.line) - (1 if within else 0)
        if within:  # of the clauses that one rule stands for, the first
            at = lines.index(lines[at]) if at >= 0 else 0
        found.setdefault(at, ([], []))[within].append(comment)
    return found


def _with_comments(clause: Clause, above: Sequence[Comment], beside: Sequence[Comment]) -> Iterator[str]:
    lines = list(clause.lines)
    if len(beside) == 1 and len(lines) == 1 and len(lines[0]) + len(beside[0].text) + 4 <= WIDEST:
        lines = [f"{lines[0]:<39} % {beside[0].text}"]
        beside = []
    for comment in (*above, *beside):
        yield f"% {comment.text}".rstrip()
    yield from lines
