"""What SWI-Prolog has loaded of a game: its clauses, with the place of each part.

SWI-Prolog tells (`prolog/support/reading.pl` describes the lines) each term of the rules file, and of those
that it includes or loads, as it read it: after conditional compilation, with the operators, flags and
encoding that hold there, and what the file's own term expansion made of it. Of each predicate it tells its
clauses once all is loaded: from which of the terms they come, or, if they were added meanwhile, what they
are. These clauses are compiled, in the order that they have there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from pydecl.compiler.frontend.changed_facts import follow_changes
from pydecl.compiler.frontend.global_variables import constants
from pydecl.compiler.frontend.modules import RULES, joined
from pydecl.compiler.frontend.normal import VARIABLE, add_clause, complete, from_terms, placed, replace_facts
from pydecl.compiler.frontend.predicates import Indicator, Normal, Rule, Sources
from pydecl.compiler.frontend.terms import NOWHERE, simple
from pydecl.errors import InputError, PydeclError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.rules.source import read_source
from pydecl.rules.syntax import Items, Named, Node, RulesText, Span, Structure

Place = tuple[int, int]
"""A line, and the number of its file."""

Told = Place | str | None
"""A clause: where it comes from; or the clause itself, which was added; None: neither is known."""


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


@dataclass(slots=True)
class Loaded:
    """What SWI-Prolog told of a game."""

    files: list[str] = field(default_factory=list)
    """The files beside the rules file."""
    terms: dict[tuple[str, int, int, str], Read] = field(default_factory=dict)
    """By module, file, start and text: a file that is loaded once more is read once more."""
    clauses: dict[str, dict[Indicator, list[Told]]] = field(default_factory=dict)
    """The clauses of the predicates of each module."""
    dynamic: dict[str, list[Indicator]] = field(default_factory=dict)
    """Those of each module that are dynamic."""
    imports: dict[tuple[str, Indicator], str] = field(default_factory=dict)
    """Where a predicate is defined that a module imports, and that is no library's."""
    flags: list[str] = field(default_factory=list)
    """The flags that the files have changed for good."""
    variables: dict[str, Node] = field(default_factory=dict)
    """The values of global variables."""
    too_much: bool = False
    """Whether there was more than is told."""


def told_lines(told: str) -> Loaded:
    """What the lines say. Raises InputError if they are no such lines."""
    found = Loaded()
    try:
        for line in filter(None, told.split("\n")):
            match line.split("\t"):
                case ["T", file, number, start, end, module, names, text, layout]:
                    pairs = dict(one.split("=", 1) for one in names.split())
                    place = range(len(found.files) + 1)[int(file)], int(number), int(start), int(end)
                    read = Read(*place, _name(module), pairs, text, layout)
                    found.terms[read.module, read.file, read.start, text] = read
                case ["F", name]:
                    found.files.append(_name(name))
                case ["P", module, name, arity, dynamic, *clauses]:
                    told_clauses = list(map(_told, filter(None, clauses)))
                    key = _name(name), int(arity)
                    found.clauses.setdefault(_name(module), {})[key] = told_clauses
                    if dynamic == "dynamic":
                        found.dynamic.setdefault(_name(module), []).append(key)
                case ["I", module, name, arity, origin]:
                    found.imports[_name(module), (_name(name), int(arity))] = _name(origin)
                case ["S", flag]:
                    found.flags.append(flag)
                case ["V", name, value]:
                    term = simple(placed(read_term(value, bare=True), NOWHERE, {}))
                    found.variables[_name(name)] = term
                case ["O", *_]:
                    found.too_much = True
                case _:
                    raise ValueError(line)
    except (ValueError, IndexError):
        raise InputError("what SWI-Prolog told of the file cannot be read") from None
    return found


def _name(text: str) -> str:
    term = read_term(text)
    return term.name if isinstance(term, Atom) else str(term)  # `[]` is no atom


def _told(text: str) -> Told:
    if text == "-":
        return None
    if text.startswith(":"):
        return text[1:]
    line, _, number = text.partition(" ")
    return int(line), int(number or 0)


def as_loaded(
    text: str,
    file: str,
    facts: Mapping[Indicator, Sequence[Term]],
    lines: str,
    asked: Collection[Indicator] | None = None,
) -> Normal:
    """The predicates of a rules file with this text, as SWI-Prolog says that it loaded them.

    `facts` take the place of all clauses of theirs; `asked` are the predicates that are asked from outside,
    if they are known. Raises NotFollowedError.
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
    terms: dict[str, list[tuple[Node, Span]]] = {RULES: []}
    places: dict[Span, Place] = {}
    for read in told.terms.values():
        term, span = _term(read, sources)
        terms.setdefault(read.module, []).append((term, span))
        places[span] = read.line, read.file
    modules = {module: from_terms(sources, found) for module, found in terms.items()}
    for module, made in modules.items():
        for key in told.dynamic.get(module, ()):
            made.of(key, NOWHERE).dynamic = True
        _take(made, told.clauses.get(module, {}), places)
    files = [*modules.values()]
    follow_changes(modules[RULES], files, None if facts else asked)
    for made in modules.values():
        complete(made)
    rules = joined(modules, told.imports)
    rules.constants = constants(told.variables, files, None if facts else asked)
    replace_facts(rules, facts)
    return rules


def _term(read: Read, sources: Sources) -> tuple[Node, Span]:
    """A term, with its place."""
    offset = sources.parts[read.file][0] + read.start
    whole = Span(offset, offset + max(1, read.end - read.start))
    try:
        return simple(_Placing(read, offset).node(read_term(read.text, bare=True))), whole
    except (InputError, ValueError, StopIteration):
        rules, line, column = sources.located(whole)
        reason = "a term that is not compiled, such as a dictionary, [](a) or a number of 100,001 digits"
        raise NotFollowedError(reason, rules.file, line, column, rules.line(line)) from None


def _take(made: Normal, there: Mapping[Indicator, Sequence[Told]], places: Mapping[Span, Place]) -> None:
    """Give each predicate the clauses that it has in SWI-Prolog, in their order.

    If some of those that stand in one line are there, and some are not, it is not known which.
    """
    spans = {place: span for span, place in places.items()}
    for key in dict.fromkeys((*made.predicates, *there)):
        predicate = made.of(key, NOWHERE)
        written: dict[Told, list[Rule]] = {}
        for rule in predicate.rules:
            written.setdefault(places[rule.place], []).append(rule)
        following = {place: cycle(rules) for place, rules in written.items()}
        predicate.rules = []
        numbers = Counter(there.get(key, ()))
        for clause in there.get(key, ()):
            if isinstance(clause, str):
                term = simple(placed(read_term(clause, bare=True), predicate.place, {}))
                add_clause(made, term, predicate.place)
            elif len(written.get(clause, ())) in (1, numbers[clause]):
                predicate.rules.append(next(following[clause]))
            elif predicate.barred is None:
                why = "SWI-Prolog has clauses of it of which the text does not tell"
                place = predicate.place
                if clause is not None and place is NOWHERE:
                    place = spans.get(clause, NOWHERE)
                predicate.barred, predicate.differs = (place, why), True
        if not (predicate.rules or predicate.dynamic or predicate.barred):
            del made.predicates[key]


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
                made = placed(term, span, self._names)
            break
        for name, first, around, functor in reversed(spine):
            made = Structure(name, (*first, made), around, functor)
        return made

    def _list(self, term: Term, span: Span) -> Node:
        number, has_tail = int(next(self._layout)), next(self._layout) == "1"
        if not isinstance(term, PrologList) or len(term.items) < number:
            for _ in range(number + has_tail):
                self._skip()
            return placed(term, span, self._names)
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
