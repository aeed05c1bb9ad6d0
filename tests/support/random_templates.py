r"""Random programs from templates: clauses as text with holes, which what is known at a place fills.

A style is three tables: terms of each kind, goals of each sort, and predicates. A hole in a template is one
of

    {int}       something of a kind that is known: a variable, or a term made for the place
    {~int}      a term of a kind without variables
    {+int}      a new variable, which is of that kind after the goal
    {?int}      a result: as a rule a new variable, now and then what is known
    {-open>int} a variable of the one kind, which is of the other one after the goal
    {X}         a variable of the template's own; {X:int} is known in the goals behind, and {X>int} after
                the template
    {:test}     a goal of a sort, whose new variables nobody else sees; {.test} one whose variables are seen
    {.goal*}    none to three goals with commas between them; {.goal+} one or two
    {p}         the predicate's name, in the clauses of a predicate
    {a|b|c}     one of these texts

>>> clauses = "1 int > int\n{p}({X:int}, {R}) :- {.goal+}, {R} = {int}."
>>> style = Style.of("int: 1 ; 2", "goal: 1 {+int} is {int} + {int}", clauses)
>>> print(program_of(style, "p", Random(5)).text.partition(".")[0])
p_0(V1, V2) :-
    V3 is (V1 + 1),
    V2 = V3
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from random import Random

from folders import SUPPORT
from mutating import is_directive, name_of
from prolog_text import clause_text, conjunction, conjuncts
from swi_solutions import Goal, goals_of

from pydecl.model.term import Atom, Compound, Term
from pydecl.rules.reader import read_rules, term_of


@dataclass(frozen=True)
class RandomProgram:
    """Clauses, and what is asked of them."""

    clauses: tuple[Term, ...]
    goals: tuple[Goal, ...]

    @property
    def defined(self) -> set[tuple[str, int]]:
        """Names and arities of its predicates."""
        found = set()
        for clause in self.clauses:
            indicator = None if is_directive(clause) else name_of(clause)
            if indicator is not None:
                more = 2 if isinstance(clause, Compound) and clause.name == "-->" else 0
                found.add((indicator[0], more + indicator[1]))
        return found

    @property
    def asked(self) -> str:
        """Its goals as comments, as in a file of idioms."""
        return "".join(f"%? {goal}\n" for goal in self.goals)

    @property
    def text(self) -> str:
        return "".join(clause_text(clause) for clause in self.clauses)


ILL_TYPED = 0.02
"""How often a term is of another kind than is wanted, on purpose."""

CLOSE = "close"
"""The sort of goals that bind all that is left open, one goal for each such variable."""


@dataclass(frozen=True)
class Choice:
    """Templates with how often each is taken, and those of them without holes for other templates."""

    templates: tuple[str, ...]
    weights: tuple[float, ...]
    flat: tuple[str, ...]
    flat_weights: tuple[float, ...]

    @staticmethod
    def of(pairs: Sequence[tuple[float, str]]) -> Choice:
        flat = [(weight, text) for weight, text in pairs if not _NESTED.search(text)] or pairs
        return Choice(
            tuple(text for _, text in pairs),
            tuple(weight for weight, _ in pairs),
            tuple(text for _, text in flat),
            tuple(weight for weight, _ in flat),
        )

    def take(self, rng: Random, flat: bool) -> str:
        if flat:
            return rng.choices(self.flat, self.flat_weights)[0]
        return rng.choices(self.templates, self.weights)[0]


_NESTED = re.compile(r"\{[:.]")

_END = re.compile(r"\)|>>|:-")
"""Between the place that names a variable and one that reads it."""

_HOLE = re.compile(
    r"\{(?P<local>[A-Z_]\w*)(?:(?P<when>[:>])(?P<local_kind>[a-z]\w*))?\}"
    r"|\{(?P<mark>[~+?:.-]?)(?P<kind>[a-z]\w*)(?P<many>[*+]?)(?:>(?P<after>[a-z]\w*))?\}"
    r"|\{(?P<either>[^{}]*\|[^{}]*)\}"
)


@dataclass(frozen=True)
class Predicate:
    """A predicate of a style: kinds of its arguments of mode `+`, then of mode `-`, and its clauses."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Style:
    """What programs are made of. `wider` says which kinds fit into a kind, besides itself."""

    terms: Mapping[str, Choice]
    sorts: Mapping[str, Choice]
    predicates: Sequence[Predicate]
    weights: Sequence[float]
    wider: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @staticmethod
    def of(terms: str, sorts: str, predicates: str, wider: str = "") -> Style:
        """A style of tables.

        `terms` has lines `kind: term ; term ; …`; `sorts` lines `sort: weight goal`, `predicates` blocks of a
        line `weight kind kind > kind` and clauses that end with a full stop and a newline; `wider` lines
        `kind: kinds that fit`.
        """
        found: dict[str, list[tuple[float, str]]] = {}
        for line in _lines(terms):
            kind, _, rest = line.partition(":")
            texts = map(str.strip, rest.split(" ; "))
            signed = (f"({text})" if text[0] in "-\\" else text for text in texts)
            found.setdefault(kind, []).extend((1, text) for text in signed)
        goals: dict[str, list[tuple[float, str]]] = {}
        for line in _lines(sorts):
            sort, _, rest = line.partition(":")
            weight, _, goal = rest.strip().partition(" ")
            goals.setdefault(sort, []).append((float(weight), goal.strip()))
        heads, weights = [], []
        for block in predicates.strip().split("\n\n"):
            first, _, clauses = block.partition("\n")
            weight, *kinds = first.split()
            before = list(takewhile(lambda kind: kind != ">", kinds))
            parts = [part for part in re.split(r"(?<=\.)\n(?! )", clauses.strip()) if part]
            heads.append(Predicate(tuple(before), tuple(kinds[len(before) + 1 :]), tuple(parts)))
            weights.append(float(weight))
        fits = {kind: frozenset(rest.split()) for kind, _, rest in (_parts(one) for one in _lines(wider))}
        return Style(
            {kind: Choice.of(one) for kind, one in found.items()},
            {sort: Choice.of(one) for sort, one in goals.items()},
            heads,
            weights,
            fits,
        )

    @staticmethod
    @cache
    def named(name: str) -> Style:
        """The style of the file `styles/NAME.txt`: a text about it, and its tables, each below its name."""
        text = (SUPPORT / "styles" / f"{name}.txt").read_text("utf-8")
        tables = dict(part.split("\n", 1) for part in text.split("\n== ")[1:])
        return Style.of(tables["terms"], tables["goals"], tables["predicates"], tables["wider"])


def _lines(table: str) -> list[str]:
    return [line.strip() for line in table.strip().splitlines() if line.strip()]


def _parts(line: str) -> tuple[str, str, str]:
    return line.partition(":")


class UnfitError(Exception):
    """A template asks for a variable that is not there."""


@dataclass
class Place:
    """A place in a clause: what is known, as names of variables with their kinds."""

    known: list[tuple[str, str]] = field(default_factory=list)

    def inner(self) -> Place:
        return Place(list(self.known))


@dataclass
class Writer:
    """Fills the holes of the templates of one program."""

    style: Style
    rng: Random
    name: str = ""
    """What `{p}` stands for."""
    calls: list[str] = field(default_factory=list)
    """Templates of calls of the predicates that are there."""
    used: int = 0
    """How many variables the clause has."""

    def fresh(self) -> str:
        self.used += 1
        return f"V{self.used}"

    def fill(self, template: str, place: Place, depth: int) -> str:
        """The template with its holes filled; what it binds is known in the place afterwards."""
        own: dict[str, str] = {}
        later: list[tuple[str, str]] = []
        inner = place.inner()
        closed: list[tuple[str, str]] = []
        pending: list[tuple[str, str]] = []
        seen = 0

        def replaced(match: re.Match[str]) -> str:
            nonlocal seen
            if match["mark"] in (":", ".") or _END.search(template, seen, match.start()):
                inner.known += pending
                pending.clear()
                seen = match.end()
            if match["either"] is not None:
                return str(self.rng.choice(match["either"].split("|")))
            if match["local"] == "_":
                return "_"
            if match["local"] is not None:
                name = own.setdefault(match["local"], "") or self.fresh()
                own[match["local"]] = name
                if match["when"] == ":":
                    pending.append((name, match["local_kind"]))
                elif match["when"] == ">":
                    later.append((name, match["local_kind"]))
                return name
            mark, kind = match["mark"], match["kind"]
            if mark in (":", "."):
                before = list(inner.known)
                text = self.goals(kind, match["many"], inner if mark == "." else inner.inner(), depth - 1)
                ended = [one for one in before if one not in inner.known]
                closed.extend(ended)
                later[:] = [one for one in later if one not in ended]
                later.extend(one for one in inner.known if mark == "." and one not in before)
                return text
            if mark == "-":
                return self.opened(kind, match["after"], inner, later, closed)
            if not mark and kind == "p":
                return self.name
            if mark == "+" or (mark == "?" and self.rng.random() < 0.85):
                later.append((self.fresh(), kind))
                return later[-1][0]
            return self.term(kind, Place() if mark == "~" else inner, 2)

        text = _HOLE.sub(replaced, template)
        place.known = [one for one in place.known if one not in closed] + later
        return text

    def opened(
        self, kind: str, after: str, inner: Place, later: list[tuple[str, str]], closed: list[tuple[str, str]]
    ) -> str:
        """A variable of a kind that is of another kind afterwards. Raises UnfitError if there is none."""
        there = [one for one in inner.known if one[1] == kind]
        if not there:
            raise UnfitError
        chosen = self.rng.choice(there)
        closed.append(chosen)
        later.append((chosen[0], after))
        return chosen[0]

    def term(self, kind: str, place: Place, depth: int) -> str:
        """A term of a kind, now and then of another one."""
        if self.rng.random() < ILL_TYPED:
            kind = self.rng.choice(list(self.style.terms))
        fits = {kind} | self.style.wider.get(kind, frozenset())
        known = [name for name, has in place.known if has in fits]
        if known and self.rng.random() < 0.75:
            return self.rng.choice(known[-3:] if self.rng.random() < 0.5 else known)
        choice = self.style.terms.get(kind)
        if choice is None:
            raise UnfitError
        if depth <= 0:
            flat = [text for text in choice.templates if "{" not in text] or choice.templates
            return self.fill(self.rng.choice(flat), place, depth - 1)
        return self.fill(choice.take(self.rng, False), place, depth - 1)

    def goals(self, sort: str, many: str, place: Place, depth: int) -> str:
        """A goal of a sort, or several."""
        if sort == CLOSE:
            return self.close(place)
        if sort == "call":
            return self.attempt(self.calls, place, depth) if self.calls else "true"
        count = {"*": self.rng.randint(0, 3), "+": self.rng.randint(1, 2)}.get(many, 1)
        choice = self.style.sorts[sort]
        made = []
        for _ in range(count):
            text = self.attempt([choice.take(self.rng, depth <= 0) for _ in range(5)], place, depth)
            made.append(f"({text})" if ", " in text else text)
        text = ", ".join(made) or "true"
        return f"({text})" if len(made) > 1 else text

    def attempt(self, templates: Sequence[str], place: Place, depth: int) -> str:
        """The first template, in a random order, that fits."""
        for template in self.rng.sample(templates, len(templates)):
            try:
                return self.fill(template, place, depth)
            except UnfitError:
                continue
        return "true"

    def close(self, place: Place) -> str:
        """Goals that bind what is open: the sort `close_K` for each variable of a kind K that has one."""
        made = []
        todo = [one for one in place.known if f"close_{one[1]}" in self.style.sorts]
        self.rng.shuffle(todo)
        for name, kind in todo:
            if self.rng.random() < 0.97:
                template = self.style.sorts[f"close_{kind}"].take(self.rng, True)
                made.append(self.fill(template.replace("{it}", name), place, 0))
            place.known = [one for one in place.known if one != (name, kind)]
        ended = {"part": "any", "cells": "any"}
        place.known = [(name, ended.get(kind, kind)) for name, kind in place.known]
        return ", ".join(made) or "true"

    def question(self, predicate: Predicate) -> str:
        """A goal: all arguments of mode `+`, and now and then a result."""
        given = [self.term(kind, Place(), 3) for kind in predicate.inputs]
        for kind in predicate.outputs:
            given.append(self.term(kind, Place(), 2) if self.rng.random() < 0.08 else "_")
        return f"{self.name}({', '.join(given)})" if given else self.name


def program_of(style: Style, prefix: str, rng: Random) -> RandomProgram:
    """A program in a style, whose predicates are called `<prefix>_<index>`."""
    writer = Writer(style, rng)
    texts: list[str] = []
    asked: list[str] = []
    for index in range(rng.randint(1, 3)):
        writer.name = f"{prefix}_{index}"
        predicate = rng.choices(style.predicates, style.weights)[0]
        for clause in predicate.clauses:
            writer.used = 0
            texts.append(writer.fill(clause, Place(), 3))
        writer.used = 0
        asked += dict.fromkeys(writer.question(predicate) for _ in range(4))
        holes = [f"{{{kind}}}" for kind in predicate.inputs] + [f"{{?{kind}}}" for kind in predicate.outputs]
        writer.calls.append(f"{writer.name}({', '.join(holes)})")
    rules = read_rules("\n".join(texts))
    assert not rules.faults, f"{rules.faults[0]}"
    clauses = tuple(_without_true(term_of(clause.term)) for clause in rules.clauses)
    return RandomProgram(clauses, tuple(goals_of(asked)))


def _without_true(clause: Term) -> Term:
    """A clause without the goals for which no template was found."""
    if not (isinstance(clause, Compound) and clause.name == ":-" and len(clause.args) == 2):
        return clause
    head, body = clause.args
    left = [goal for goal in conjuncts(body) if goal != Atom("true")]
    return Compound(":-", (head, conjunction(left))) if left else head
