"""What SWI-Prolog loaded of a rules file, compared with what is compiled: the two must be one program.

SWI-Prolog tells (`prolog/support/reading.pl` describes the lines) each term of a file as it read it, with its
line, what the file's own term expansion made of it, and from which line each clause of each predicate comes.
Where a term differs, nothing of the file is compiled: the two readings have parted. Where the clauses of a
predicate differ, that predicate is not: the file added or removed some while it was loaded, in a way that its
text does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydecl.compiler.frontend.normal import node_of
from pydecl.compiler.frontend.predicates import TABLED, Indicator, Normal
from pydecl.compiler.frontend.terms import indicator, is_cell, is_empty, items_of, simple
from pydecl.errors import InputError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable, atom_text, term_text
from pydecl.rules.finding import Severity
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Named, Node, Span, Structure

VARIABLE = "pydecl_"
"""The functor of a numbered variable: no file may have such names."""

_NUMBERED = re.compile(rf"\b{VARIABLE}\((\d+)\)")

MOST_SHOWN = 100
"""How many characters of a term a message shows."""

Place = tuple[int, str]
"""A line, and the name of its file; empty for the rules file itself."""


class MisreadError(InputError):
    """SWI-Prolog and this reader do not read the same; line and column are 0 where they are not known."""

    def __init__(
        self,
        reason: str,
        file: str,
        line: int = 0,
        column: int = 0,
        source_line: str = "",
        *,
        is_fault: bool = False,
    ) -> None:
        """`is_fault` says whether it is a fault of this reader, which a check tells anyway."""
        where = ":".join(str(part) for part in (file, line, column) if part)
        super().__init__(f"{where}: {reason}")
        self.reason = reason
        self.file = file
        self.line = line
        self.column = column
        self.source_line = source_line
        self.is_fault = is_fault


@dataclass(slots=True)
class Read:
    """A term that SWI-Prolog read, and what the file's own term expansion made of it; None: nothing."""

    place: Place
    text: str
    made: list[str] | None = None


@dataclass(slots=True)
class Loaded:
    """What SWI-Prolog told of a file."""

    terms: list[Read] = field(default_factory=list)
    clauses: dict[Indicator, list[Place | None]] = field(default_factory=dict)
    """Where each clause of each predicate comes from; None: from no term of the file."""
    flags: list[str] = field(default_factory=list)
    """The flags that the file has changed for good."""
    too_much: bool = False
    """Whether there was more than is told."""


def loaded(told: str) -> Loaded:
    """What the lines say. Raises InputError if they are no such lines."""
    found = Loaded()
    try:
        for line in filter(None, told.split("\n")):
            kind, *fields = line.split("\t")
            if kind == "T":
                found.terms.append(Read((int(fields[0]), ""), "\t".join(fields[1:])))
            elif kind == "I":
                found.terms.append(Read((int(fields[0]), _name(fields[1])), "\t".join(fields[2:])))
            elif kind == "X":
                last = found.terms[-1]
                last.made = [*(last.made or ()), "\t".join(fields)]
            elif kind == "P":
                places = [_place(place) for place in fields[2:] if place]
                found.clauses[_name(fields[0]), int(fields[1])] = places
            elif kind == "S":
                found.flags.append(fields[0])
            elif kind == "O":
                found.too_much = True
            else:
                raise ValueError(kind)
    except (ValueError, IndexError):
        raise InputError("what SWI-Prolog told of the file cannot be read") from None
    return found


def _name(text: str) -> str:
    term = read_term(text)
    if not isinstance(term, Atom):
        return str(term)  # `[]`, which is no atom
    return term.name


def _place(text: str) -> Place | None:
    if text == "-":
        return None
    line, _, name = text.partition(" ")
    return int(line), _name(name) if name else ""


# The terms as they were read


def compare(rules: Normal, told: Loaded) -> list[tuple[Clause, Read]]:
    """The terms of the file as both read them.

    Raises MisreadError at the first fault of this reader, or the first term that SWI-Prolog read otherwise.
    """
    file = rules.sources.rules.file
    for _, text in rules.sources.parts:
        for fault in text.faults:
            if fault.severity is Severity.ERROR:
                reason = f"{fault.message}: what only SWI-Prolog reads is not compiled"
                raise MisreadError(reason, fault.file, fault.line, fault.column, is_fault=True)
    if told.too_much:
        raise MisreadError("more terms than can be compared with what SWI-Prolog reads", file)
    for flag in told.flags:
        what = "how goals are expanded" if flag == "goal_expansion" else f"the flag {flag}"
        raise MisreadError(f"loading it changes {what}, which compiled rules do not follow", file)
    both: list[tuple[Clause, Read]] = []
    there = iter(told.terms)
    other = next(there, None)
    for clause, may_be_left_out in _conditionals(rules.sources.read):
        place = _line_of(rules, clause.span)
        if other is not None and other.place == place and same(clause.term, other.text):
            both.append((clause, other))
            other = next(there, None)
        elif not may_be_left_out:
            raise _differing(rules, clause, place, other)
    if other is not None:
        line, name = other.place
        raise MisreadError(f"SWI-Prolog reads one more term, {_shown(other.text)}", name or file, line, 1)
    return both


def _differing(rules: Normal, clause: Clause, place: Place, other: Read | None) -> MisreadError:
    if other is None:
        return _misread(rules, clause.span, "SWI-Prolog reads nothing more in the file from here on")
    if other.place != place:
        line, name = other.place
        where = f"in line {line}{name and f' of {name}'}"
        reason = f"SWI-Prolog reads nothing here: its next term is {_shown(other.text)}, {where}"
        return _misread(rules, clause.span, reason)
    node, theirs = clause.term, other.text
    with suppress(InputError):
        node, theirs = _first_difference(clause.term, read_term(other.text))
    reason = f"this is read as {_shown(canonical(node))}, and by SWI-Prolog as {_shown(theirs)}"
    return _misread(rules, node.span, reason)


def _first_difference(node: Node, term: Term) -> tuple[Node, str]:
    """The first part of a term that is another one there, and what that is, in canonical notation."""
    whole = node, term_text(term)
    names: dict[str, str] = {}
    todo = [(node, term)]
    while todo:
        ours, theirs = todo.pop()
        if isinstance(ours, Structure) and isinstance(theirs, Compound):
            if ours.name == theirs.name and len(ours.args) == len(theirs.args):
                todo += reversed(list(zip(ours.args, theirs.args, strict=True)))
                continue
        elif isinstance(ours, Items) and isinstance(theirs, PrologList):
            if len(ours.items) == len(theirs.items) and (ours.tail is None) == (theirs.tail is None):
                if ours.tail is not None and theirs.tail is not None:
                    todo.append((ours.tail, theirs.tail))
                todo += reversed(list(zip(ours.items, theirs.items, strict=True)))
                continue
        elif isinstance(ours, Named) and isinstance(theirs, Compound) and theirs.name == VARIABLE:
            if ours.name == "_" or names.setdefault(ours.name, str(theirs)) == str(theirs):
                continue
        elif same(ours, term_text(theirs)):
            continue
        return ours, term_text(theirs)
    return whole


def _misread(rules: Normal, span: Span, reason: str) -> MisreadError:
    text, line, column = rules.sources.located(span)
    return MisreadError(reason, text.file, line, column, text.line(line))


def _shown(text: str) -> str:
    """A text in a message, its variables as SWI-Prolog shows them."""
    text = _NUMBERED.sub(r"_\1", text)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def _conditionals(clauses: Sequence[Clause]) -> Iterator[tuple[Clause, bool]]:
    """Each clause, and whether conditional compilation may leave it out: SWI-Prolog does not tell it then."""
    depth = 0
    for clause in clauses:
        name = ""
        if clause.kind is Kind.DIRECTIVE and clause.body is not None:
            key = indicator(simple(clause.body))
            name = key[0] if key in _CONDITIONS else ""
        depth += name == "if"
        yield clause, depth > 0
        depth -= name == "endif" and depth > 0


_CONDITIONS = (("if", 1), ("elif", 1), ("else", 0), ("endif", 0))


def _line_of(rules: Normal, span: Span) -> Place:
    """The line in which a span begins, and the file's name as SWI-Prolog tells it."""
    file, line, _ = rules.sources.located(span)
    return line, "" if file is rules.sources.rules else Path(file.file).name


def same(node: Node, text: str) -> bool:
    """Whether a term is the one that SWI-Prolog wrote so."""
    ours = canonical(node)
    if ours == text:
        return True
    try:  # the same term may be written in two ways
        return term_text(read_term(text)) == term_text(read_term(ours))
    except InputError:
        return False


def canonical(node: Node) -> str:
    """A term in canonical notation, its variables numbered in the order of the text.

    >>> from pydecl.rules.reader import read_rules
    >>> canonical(read_rules("a(X, _, X) :- {b}, c([1|X]).").clauses[0].term)
    ":-(a(pydecl_(0),pydecl_(1),pydecl_(0)),','({b},c([1|pydecl_(0)])))"
    """
    numbers: dict[str, int] = {}
    count = 0
    out: list[str] = []
    todo: list[Node | str] = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            out.append(part)
        elif isinstance(part, Constant):
            out.append(term_text(part.value))
        elif isinstance(part, Named):
            number = count if part.name == "_" else numbers.setdefault(part.name, count)
            count += number == count
            out.append(f"{VARIABLE}({number})")
        elif is_cell(part) or is_empty(part):
            items, tail = items_of(part)
            todo.append(Items(tuple(items), None if is_empty(tail) else tail, part.span))
        elif isinstance(part, Structure):
            braces = part.name == "{}" and len(part.args) == 1
            out.append("{" if braces else f"{atom_text(part.name)}(")
            _push(todo, part.args, "}" if braces else ")")
        else:
            out.append("[")
            if part.tail is None:
                _push(todo, part.items, "]")
            elif not part.items or isinstance(part.tail, Items):
                out.pop()
                todo.append(_flat(part))
            else:
                todo += ["]", part.tail, "|"]
                _push(todo, part.items, "")
    return "".join(out)


def _flat(items: Items) -> Node:
    """A list whose tail may be a list."""
    found: list[Node] = []
    tail: Node | None = items
    while isinstance(tail, Items):
        found += tail.items
        tail = tail.tail
    return Items(tuple(found), tail, items.span) if found or tail is None else tail


def _push(todo: list[Node | str], parts: Sequence[Node], close: str) -> None:
    todo.append(close)
    for i in range(len(parts) - 1, -1, -1):
        todo.append(parts[i])
        if i:
            todo.append(",")


# What was made of them


def expansions(both: Iterable[tuple[Clause, Read]]) -> dict[Span, list[Node]]:
    """What SWI-Prolog's term expansion made of terms, by their places."""
    return {
        clause.span: [_node(text, clause.span) for text in read.made if text != "[]"]
        for clause, read in both
        if read.made is not None
    }


def _node(text: str, place: Span) -> Node:
    """A term that SWI-Prolog made while it read the term at a place."""
    return node_of(_with_variables(read_term(text)), place)


def _with_variables(term: Term) -> Term:
    """A term whose numbered variables are variables again."""
    if isinstance(term, PrologList):
        tail = None if term.tail is None else _with_variables(term.tail)
        return PrologList(tuple(map(_with_variables, term.items)), tail)
    if not isinstance(term, Compound):
        return term
    if term.name == VARIABLE:
        return Variable(f"V{term.args[0]}")
    return Compound(term.name, tuple(map(_with_variables, term.args)))


# The clauses of each predicate


_GENERATED = ("$", "__aux_")
"""How the names of predicates begin that SWI-Prolog makes for tabling, and for library(apply_macros)."""


def bar_differing(rules: Normal, told: Loaded, given: Collection[Indicator]) -> None:
    """Bar each predicate whose clauses come from other places there; those of `given` are not the file's."""
    for key in dict.fromkeys((*rules.predicates, *told.clauses)):
        if key in given or key[0].endswith(TABLED):
            continue
        predicate = rules.predicates.get(key)
        theirs = told.clauses.get(key, [])
        written = (
            predicate if predicate is None or predicate.tabled is None else rules.predicates[predicate.tabled]
        )
        ours = [] if written is None else [_line_of(rules, rule.place) for rule in written.rules]
        if ours == theirs or (predicate is not None and predicate.barred is not None):
            continue
        first = rules.sources.read[0].span if rules.sources.read else Span(0, 0)
        predicate = rules.of(key, first)
        predicate.barred = (predicate.place, _other_clauses(ours, theirs))
        predicate.differs = not key[0].startswith(_GENERATED)


def _other_clauses(ours: Sequence[Place], theirs: Sequence[Place | None]) -> str:
    if None in theirs:
        what = "has clauses of it that the text does not tell"
    elif len(theirs) != len(ours):
        what = f"has {len(theirs)} clause{'s' * (len(theirs) != 1)} of it, the text {len(ours)}"
    else:
        what = "has clauses of it from other lines"
    return f"SWI-Prolog, once the file is loaded, {what}"
