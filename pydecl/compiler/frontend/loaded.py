"""What SWI-Prolog has loaded of a game: its terms, with the place of each part.

SWI-Prolog tells (`prolog/support/reading.pl` describes the lines) each term of the rules file, and of those
that it includes or loads, as it read it: after conditional compilation, with the operators, flags and
encoding that hold there; what the file's own term expansion made of it; and from which line each clause of
each predicate comes. Where the clauses of a predicate are others than the terms say, that predicate is not
compiled: the file added or removed some while it was loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydecl.compiler.frontend.normal import from_terms
from pydecl.compiler.frontend.predicates import TABLED, Indicator, Normal
from pydecl.compiler.frontend.sources import Sources
from pydecl.compiler.frontend.terms import NOWHERE, indicator, place_of
from pydecl.errors import InputError, PydeclError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable
from pydecl.rules.source import read_source
from pydecl.rules.syntax import Constant, Items, Named, Node, RulesText, Span, Structure, walk

VARIABLE = "pydecl_"
"""The functor of a numbered variable: no file may have such names."""

RULES = "rules"
"""The module of a rules file, and of the files that it loads into its own module."""

Place = tuple[int, int]
"""A line, and the number of its file."""


class NotFollowedError(InputError):
    """Compiled rules cannot do what the file does when it is loaded."""

    def __init__(self, reason: str, file: str, line: int = 0, column: int = 0, source_line: str = "") -> None:
        """Line and column are 0 if they are not known."""
        where = ":".join(str(part) for part in (file, line, column) if part)
        super().__init__(f"{where}: {reason}")
        self.reason = reason
        self.file = file
        self.line = line
        self.column = column
        self.source_line = source_line


@dataclass(slots=True)
class Read:
    """A term that SWI-Prolog read, and what the file's own term expansion made of it; None: nothing."""

    file: int
    line: int
    start: int
    end: int
    module: str
    names: Mapping[str, str]
    text: str
    layout: str
    made: list[str] | None = None


@dataclass(slots=True)
class Loaded:
    """What SWI-Prolog told of a game."""

    files: list[str] = field(default_factory=list)
    """The files beside the rules file."""
    terms: list[Read] = field(default_factory=list)
    clauses: dict[tuple[str, Indicator], list[Place | None]] = field(default_factory=dict)
    """Where each clause of each predicate of a module comes from; None: from no term of the files."""
    imports: dict[tuple[str, Indicator], str] = field(default_factory=dict)
    """Where a predicate is defined that a module imports, and that is no library's."""
    flags: list[str] = field(default_factory=list)
    """The flags that the files have changed for good."""
    too_much: bool = False
    """Whether there was more than is told."""


def told_lines(told: str) -> Loaded:
    """What the lines say. Raises InputError if they are no such lines."""
    found = Loaded()
    try:
        for line in filter(None, told.split("\n")):
            kind, *fields = line.split("\t")
            if kind == "T":
                file, number, start, end, module, names, text, layout = fields
                pairs = dict(one.split("=", 1) for one in names.split())
                place = range(len(found.files) + 1)[int(file)], int(number), int(start), int(end)
                found.terms.append(Read(*place, _name(module), pairs, text, layout))
            elif kind == "F":
                found.files.append(_name(fields[0]))
            elif kind == "X":
                last = found.terms[-1]
                last.made = [*(last.made or ()), fields[0]]
            elif kind == "P":
                module, name, arity, *places = fields
                key = _name(module), (_name(name), int(arity))
                found.clauses[key] = [_place(place) for place in places if place]
            elif kind == "I":
                module, name, arity, origin = fields
                found.imports[_name(module), (_name(name), int(arity))] = _name(origin)
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
    line, _, number = text.partition(" ")
    return int(line), int(number or 0)


def as_loaded(text: str, file: str, facts: Mapping[Indicator, Sequence[Term]], lines: str) -> Normal:
    """The predicates of a rules file with this text, as SWI-Prolog says that it loaded them.

    `facts` take the place of all clauses of theirs. Raises NotFollowedError.
    """
    told = told_lines(lines)
    if told.too_much:
        raise NotFollowedError("more terms than are compiled", file)
    for flag in told.flags:
        what = "how goals are expanded" if flag == "goal_expansion" else f"the flag {flag}"
        raise NotFollowedError(f"loading it changes {what}, which compiled rules do not follow", file)
    sources = Sources(RulesText(file, text, ()))
    for name in told.files:
        path = Path(file).parent / name
        try:
            sources.add(RulesText(str(path), read_source(path), ()))
        except PydeclError as error:
            raise NotFollowedError(str(error), file) from None
    modules: dict[Span, str] = {}
    made = from_terms(sources, _terms(told, sources, modules), facts)
    if made.barred is None:
        _join(made, told, modules)
        _bar_differing(made, told, facts)
    return made


def _terms(told: Loaded, sources: Sources, modules: dict[Span, str]) -> Iterator[tuple[Node, Span]]:
    """The terms with their places, in order; `modules` gets what they belong to."""
    for read in told.terms:
        offset = sources.parts[read.file][0] + read.start
        whole = Span(offset, offset + max(1, read.end - read.start))
        modules[whole] = read.module
        try:
            if read.made is None:
                yield _Placing(read, offset).node(read_term(read.text, bare=True)), whole
                continue
            for text in read.made:
                if text != "[]":
                    yield _at(read_term(text, bare=True), whole, {}), whole
        except (InputError, ValueError, StopIteration):
            rules, line, column = sources.located(whole)
            reason = "a term that is not compiled, such as [](a) or a number of 100,001 digits"
            raise NotFollowedError(reason, rules.file, line, column, rules.line(line)) from None


class _Placing:
    """Puts the parts of a term into their places."""

    def __init__(self, read: Read, offset: int) -> None:
        self._names = read.names
        self._offset = offset
        self._layout = iter(read.layout.split())

    def node(self, term: Term) -> Node:
        """The term; what has no places of its own stands where the whole does."""
        spine: list[tuple[str, list[Node], Span, Span]] = []  # a body is as deep as it has goals
        made: Node
        while True:
            kind, span = next(self._layout), self._span()
            if kind in "tb":
                functor, number = Span(span.start, span.start + 1), 1
                if kind == "t":
                    functor, number = self._span(), int(next(self._layout))
                if isinstance(term, Compound) and len(term.args) == number and number:
                    spine.append((term.name, [self.node(arg) for arg in term.args[:-1]], span, functor))
                    term = term.args[-1]
                    continue
                for _ in range(number):
                    self._skip()
            if kind == "l":
                made = self._list(term, span)
            elif isinstance(term, Compound) and term.name == VARIABLE:
                made = Named(self._names.get(str(term.args[0]), "_"), span)
            else:
                made = _at(term, span, self._names)
            break
        for name, first, around, functor in reversed(spine):
            made = Structure(name, (*first, made), around, functor)
        return made

    def _list(self, term: Term, span: Span) -> Node:
        number, has_tail = int(next(self._layout)), next(self._layout) == "1"
        if not isinstance(term, PrologList) or len(term.items) < number:
            for _ in range(number + has_tail):
                self._skip()
            return _at(term, span, self._names)
        items = tuple([self.node(item) for item in term.items[:number]])
        rest = PrologList(term.items[number:], term.tail) if len(term.items) > number else term.tail
        if not has_tail:
            return Items(items, None, span)
        return Items(items, self.node(PrologList(()) if rest is None else rest), span)

    def _skip(self) -> None:
        """Pass by the places of a term."""
        kind, _ = next(self._layout), self._span()
        parts = 1 if kind == "b" else 0
        if kind == "t":
            self._span()
            parts = int(next(self._layout))
        elif kind == "l":
            parts = int(next(self._layout)) + int(next(self._layout))
        for _ in range(parts):
            self._skip()

    def _span(self) -> Span:
        return Span(self._offset + int(next(self._layout)), self._offset + int(next(self._layout)))


def _at(term: Term, span: Span, names: Mapping[str, str]) -> Node:
    """A term all of which stands in one place; `names` are those of its variables."""
    if isinstance(term, PrologList):
        tail = None if term.tail is None else _at(term.tail, span, names)
        return Items(tuple([_at(item, span, names) for item in term.items]), tail, span)
    if not isinstance(term, Compound):
        assert not isinstance(term, Variable)
        return Constant(term, span)
    if term.name == VARIABLE:
        number = str(term.args[0])
        return Named(names.get(number, f"v {number}"), span)
    return Structure(term.name, tuple([_at(arg, span, names) for arg in term.args]), span, span)


# Modules


def _join(rules: Normal, told: Loaded, modules: Mapping[Span, str]) -> None:
    """Make the predicates of several modules those of one: bar what would see another one then.

    A predicate that two modules define is barred, and one that names a predicate which its module does not
    see. What the rules' own module does not see is no predicate that a game is asked for.
    """
    homes: dict[Indicator, list[str]] = {}
    for module, key in told.clauses:
        homes.setdefault(key, []).append(module)
    alone = {key: where[0] for key, where in homes.items() if len(where) == 1}
    arities: dict[str, list[int]] = {}
    for name, arity in alone:
        arities.setdefault(name, []).append(arity)
    for key, where in homes.items():
        if len(where) > 1:
            predicate = rules.of(key, NOWHERE)
            predicate.barred = (predicate.place, f"the modules {' and '.join(where)} define it")
        elif where[0] != RULES and (RULES, key) not in told.imports and key in rules.predicates:
            rules.predicates[key].hidden = True
    if len({*modules.values()}) < 2:
        return
    for predicate in rules.predicates.values():
        for rule in predicate.rules:
            here = modules.get(rule.place)
            for node in walk(rule.body) if here is not None else ():
                name, written = indicator(node) or ("", 0)
                for arity in arities.get(name, ()):
                    home = alone[name, arity]
                    if home != here and arity >= written and (here, (name, arity)) not in told.imports:
                        why = f"{name}/{arity} is of the module {home}, and {here} does not import it"
                        predicate.barred = predicate.barred or (place_of(node), why)


# The clauses of each predicate


_GENERATED = ("$", "__aux_")
"""How the names of predicates begin that SWI-Prolog makes for tabling, and for library(apply_macros)."""


def _bar_differing(rules: Normal, told: Loaded, given: Collection[Indicator]) -> None:
    """Bar each predicate whose clauses come from other places there; those of `given` are not the file's."""
    there = {key: places for (_, key), places in told.clauses.items()}
    there |= {key: [None] for (module, key) in told.imports if module == RULES and key not in there}
    for key in dict.fromkeys((*rules.predicates, *there)):
        if key in given or key[0].endswith(TABLED):
            continue
        predicate = rules.predicates.get(key)
        theirs = there.get(key, [])
        written = (
            predicate if predicate is None or predicate.tabled is None else rules.predicates[predicate.tabled]
        )
        rules_of = [] if written is None else [rule.place for rule in written.rules if rule.place != NOWHERE]
        ours = list(map(rules.sources.line_of, rules_of))
        if ours == theirs or (predicate is not None and predicate.barred is not None):
            continue
        predicate = rules.of(key, Span(0, 0))
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
