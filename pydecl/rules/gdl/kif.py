"""Reads `.kif` sheets, whose grammar is `grammars/kif.lark`, and says what is wrong with the others.

>>> text = "(role x) (<= (next (cell ?m ?p)) (or (does ?p (mark ?m)) (true (cell ?m ?p))))"
>>> for rule in read_kif(text, "g.kif").rules:
...     print(rule)
role(x)
next(cell(M,P)) <= does(P,mark(M))
next(cell(M,P)) <= true(cell(M,P))
>>> read_kif("(role x)\\n(<= (legal ?r noop) (not (true (control ?r))))", "g.kif")
Traceback (most recent call last):
    ...
pydecl.errors.SourceError: g.kif:2:12: the rule is unsafe: nothing binds ?r: expected a condition
with it, neither under not nor distinct
  (<= (legal ?r noop) (not (true (control ?r))))
             ^
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from lark import Token, Transformer, UnexpectedInput, UnexpectedToken

from pydecl.errors import Diagnostic, SourceError
from pydecl.model.term import Atom, Compound, Term, Variable
from pydecl.rules.gdl.dependencies import impossible
from pydecl.rules.gdl.rules import MOST_BODIES, Body, Literal, Rule, Sheet, TooManyError, combined, unbound
from pydecl.rules.tree_syntax import Source, cut, parser, token_type

DEEPEST = 100
"""How deep parentheses may be nested."""

MOST_FAULTS = 100
"""How many faults are told, at the most."""


class Comment(NamedTuple):
    """A comment: the line where it stands, whether alone, and its text without semicolons."""

    line: int
    alone: bool
    text: str
    inside: bool = False
    """Whether it stands within a sentence."""


def read_kif(text: str, file: str) -> Sheet:
    """The rules that the text of a `.kif` sheet tells; `file` is its name, for messages.

    Names are in the spelling that `_spellings` says; variables have names of Prolog's.

    Raises SourceError: the first fault of syntax; or, all at once, parentheses nested too deep, relations
    with other arguments or in other places than the language or the sheet has them, and unsafe rules; or
    else recursion through `not`, and what depends on the state or the moves and never may.
    """
    source = Source(file, text.split("\n"))
    try:
        sentences = cast(list["_Written"], parser("kif", _Build).parse(text))
    except UnexpectedInput as error:
        raise SourceError([syntax_fault(source, error)]) from None
    reading = _Reading(source, _spellings(text))
    rules = [rule for sentence in sentences for rule in reading.rules(sentence)]
    sheet = Sheet(file, rules)
    faults = reading.faults or [source.fault(at.line, at.column, why) for at, why in impossible(sheet)]
    if faults:
        faults = sorted(dict.fromkeys(faults), key=lambda fault: (fault.line, fault.column))
        raise SourceError(faults[:MOST_FAULTS])
    return sheet


def comments(text: str) -> Iterator[Comment]:
    """The comments of a sheet, in order.

    >>> for comment in comments("; Nim\\n(role a) ;; MAX"):
    ...     print(comment)
    Comment(line=1, alone=True, text='Nim', inside=False)
    Comment(line=2, alone=False, text='MAX', inside=False)
    """
    opened = 0
    for number, line in enumerate(text.split("\n"), 1):
        before, semicolon, after = line.partition(";")
        opened += before.count("(") - before.count(")")
        if semicolon:
            yield Comment(number, not before.strip(), after.lstrip(";").strip(), opened > 0)


# Parsing


@dataclass(slots=True)
class _Written:
    """A relation, function, constant, variable, rule or condition as the file has it.

    `kind` is the name in the grammar, `place` the first token, `word` the name, `depth` how deep it nests.
    """

    kind: str
    place: Token
    word: Token
    parts: Sequence[_Written]
    depth: int


def _maker(kind: str) -> Callable[[object, Sequence[Token | _Written]], _Written]:
    """What the parser calls where it has read something of this kind."""

    def made(_: object, items: Sequence[Token | _Written]) -> _Written:
        tokens = [item for item in items if isinstance(item, Token)]
        parts = [item for item in items if isinstance(item, _Written)]
        word = next(token for token in tokens if token.type != "LPAR")
        return _Written(kind, tokens[0], word, parts, 1 + max((part.depth for part in parts), default=0))

    return made


class _Build(Transformer[Token, _Written]):
    """Makes what is written while the parser runs: nothing here or there recurs into its depth."""

    def start(self, sentences: list[_Written]) -> list[_Written]:
        return sentences

    rule = _maker("rule")
    relation = _maker("relation")
    conjunction = _maker("conjunction")
    disjunction = _maker("disjunction")
    negation = _maker("negation")
    variable = _maker("variable")
    constant = _maker("constant")
    function = _maker("function")


# Names

_WORD = re.compile(r";[^\n]*|[^\s();]+")


def _spellings(text: str) -> Mapping[str, str]:
    """How each name is spelled, by its lower case: as where it first begins with a small letter.

    >>> _spellings("(ROLE White) (knightMove KNIGHTMOVE)")
    {'role': 'role', 'white': 'white', 'knightmove': 'knightMove'}
    """
    found: dict[str, str] = {}
    settled: set[str] = set()
    for word in dict.fromkeys(_WORD.findall(text)):
        if word.startswith(";"):
            continue
        low = word.lower()
        if low not in settled:
            begins = word[0] == low[0]
            found[low] = word if begins else low
            if begins:
                settled.add(low)
    return found


_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def _constant(name: str) -> Atom | int:
    """An integer if it is written as one, else an atom: 07 is another name than 7."""
    return int(name) if _INTEGER.fullmatch(name) else Atom(name)


def _variable_name(word: str) -> str:
    """The name in Prolog's manner.

    >>> [_variable_name(word) for word in ("?x", "?piece-type", "?n++", "?1")]
    ['X', 'Piece_type', 'N', 'V1']
    """
    name = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")
    name = name[:1].upper() + name[1:]
    return name if name[:1].isalpha() else f"V{name}"


# Meaning

KNOWN = {
    "terminal": 0,
    **dict.fromkeys(("role", "init", "true", "next", "base"), 1),
    **dict.fromkeys(("does", "legal", "goal", "distinct", "input"), 2),
}
"""The relations that have a meaning, with the number of their arguments."""

NEVER_HEADS = {
    "true": "next and init say what holds",
    "does": "the players say what they do",
    "distinct": "it holds of two different terms",
}
"""The relations that no rule may define, and why not."""

NEVER_CONDITIONS = {"init": "true asks what holds", "next": "true asks what holds"}
"""The relations that no rule asks, and what to ask instead."""


class _Reading:
    """Makes rules of what is written; the faults are collected."""

    def __init__(self, source: Source, spellings: Mapping[str, str]) -> None:
        self.source = source
        self.spellings = spellings
        self.faults: list[Diagnostic] = []
        self.variables: dict[str, Variable] = {}
        self.places: dict[str, _Written] = {}
        self.counts: dict[str, tuple[int, int]] = {}
        """How many arguments each relation has where it is met first, and in which line."""

    def rules(self, sentence: _Written) -> list[Rule]:
        if sentence.depth > DEEPEST:
            self._fault(sentence, f"parentheses are nested deeper than {DEEPEST}: expected fewer")
            return []
        self.variables, self.places = {}, {}
        head, *conditions = sentence.parts if sentence.kind == "rule" else (sentence,)
        self._check_relation(head, "may define", NEVER_HEADS)
        told = self._term(head)
        try:
            bodies = combined((self._alternatives(one, False) for one in conditions), True)
        except TooManyError:
            message = (
                f"the rule stands for more than {MOST_BODIES:,} rules without or: expected several rules"
            )
            self._fault(sentence, message)
            return []
        line, column = head.place.line or 0, head.place.column or 0
        made = [Rule(told, body, line, column) for body in dict.fromkeys(bodies)]
        self._check_safety(made)
        return made

    def _alternatives(self, one: _Written, is_negated: bool) -> list[Body]:
        """The bodies of one condition or, with `is_negated`, of its contrary."""
        if one.kind == "relation":
            self._check_relation(one, "asks", NEVER_CONDITIONS)
            return [(Literal(self._term(one), is_negated),)]
        if one.kind == "negation":
            return self._alternatives(one.parts[0], not is_negated)
        parts = (self._alternatives(part, is_negated) for part in one.parts)
        return combined(parts, (one.kind == "conjunction") != is_negated)

    def _term(self, one: _Written) -> Term:
        if one.kind == "variable":
            return self._variable(one)
        name = self.spellings[one.word.lower()]
        if name.lower().startswith("pydecl"):
            self._fault(one, f"the name {cut(name)} begins with pydecl: such names are pydecl's own")
        if one.parts:
            return Compound(name, tuple(map(self._term, one.parts)))
        return Atom(name) if one.kind == "relation" else _constant(name)

    def _variable(self, one: _Written) -> Variable:
        word = one.word.lower()
        if word not in self.variables:
            name = base = _variable_name(word)
            taken = {variable.name for variable in self.variables.values()}
            number = 1
            while name in taken:
                number += 1
                name = f"{base}_{number}"
            self.variables[word] = Variable(name)
            self.places[name] = one
        return self.variables[word]

    def _check_relation(self, one: _Written, does_what: str, never: Mapping[str, str]) -> None:
        """Tell what is wrong with it where a rule `does_what`, which it may `never` do with some, and why."""
        name, count = one.word.lower(), len(one.parts)
        met, line = self.counts.setdefault(name, (count, one.place.line or 0))
        expected = KNOWN.get(name, met)
        if count != expected:
            found = f"{count or 'no'} argument{'' if count == 1 else 's'}"
            as_before = "" if name in KNOWN else f", as in line {line}"
            self._fault(one, f"{cut(name)} has {found} here: expected {expected or 'none'}{as_before}")
        if name in never:
            self._fault(one, f"no rule {does_what} {name}: {never[name]}")

    def _check_safety(self, made: Sequence[Rule]) -> None:
        names = {name for rule in made for name in unbound(rule)}
        for name in names:
            place = self.places[name]
            word = cut(str(place.word))
            message = f"the rule is unsafe: nothing binds {word}: expected a condition with it"
            self._fault(place, f"{message}, neither under not nor distinct")

    def _fault(self, one: _Written, message: str) -> None:
        self.faults.append(self.source.fault_at(one.place, message))


# What is wrong with the syntax, said from the last thing that the parser understood


WORDS = ("AND", "OR", "NOT")
"""The types of the words that join conditions."""


@dataclass(frozen=True)
class _Open:
    """A parenthesis that is not closed yet, and what stands behind it."""

    parenthesis: Token
    items: list[object]

    @property
    def word(self) -> str:
        """The type of its first word, empty if there is none."""
        return token_type(self.items[0]) if self.items else ""


def syntax_fault(source: Source, error: UnexpectedInput) -> Diagnostic:
    """Says what was expected, from what is open where the parser stopped."""
    opened = _opened(error.interactive_parser.parser_state.value_stack)
    if not isinstance(error, UnexpectedToken):  # the lexer knows no other lone character
        return source.fault(error.line, error.column, "expected a name right behind ?; found ? alone")
    found = error.token
    if found.type == "$END":
        what = "rule" if opened[0].word == "ARROW" else "sentence"
        message = f"the parenthesis of this {what} is not closed: expected ) before the end of the file"
        return source.fault_at(opened[0].parenthesis, message)
    return source.fault_at(found, f"expected {_expected(opened, found)}")


def _opened(stack: Sequence[object]) -> list[_Open]:
    """What is open, from the outside in."""
    found: list[_Open] = []
    for item in stack:
        # What `*` and `+` of the grammar have collected is a list within.
        for part in item if isinstance(item, list) else [item]:
            if isinstance(part, Token) and part.type == "LPAR":
                found.append(_Open(part, []))
            elif token_type(part) == "RPAR":  # this one is closed, but what it holds is not made yet
                closed = found.pop()
                if found:
                    found[-1].items.append(closed)
            elif found:
                found[-1].items.append(part)
    return found


def _expected(opened: Sequence[_Open], found: Token) -> str:
    """What was expected in place of a word, what was found, and what may be meant."""
    what = f"found {cut(str(found))}"
    if not opened:
        if found.type == "RPAR":
            return f"a rule or a fact; {what}: every ( is closed already"
        return f"a rule or a fact, such as (role white); {what}"
    inner = opened[-1]
    if found.type == "ARROW" and (inner.items or len(opened) > 1):
        begun = opened[0].parenthesis.line
        hint = f"is a parenthesis of the sentence that begins in line {begun} not closed?"
        return f"{_place(opened)}; {what}: rules do not nest: {hint}"
    hint = ": a variable is no relation and no function" if found.type == "VARIABLE" else ""
    if inner.items and found.type in WORDS:
        hint = f": {cut(str(found))} stands right behind a parenthesis"
    if inner.items and inner.word == "NOT" and len(inner.items) == 2:
        hint = ": not has one condition"
    return f"{_place(opened)}; {what}{hint}"


def _place(opened: Sequence[_Open]) -> str:
    """What may stand at the end of what is open."""
    inner = opened[-1]
    if not inner.items:
        return f"{_first_word(opened[:-1])} right behind ("
    if _lacks_head(inner):
        return "the head of the rule, a relation, behind <="
    if inner.word == "NOT" and len(inner.items) == 2:
        return ")"
    if inner.word in ("OR", "NOT") and len(inner.items) == 1:
        return f"a condition behind {str(inner.items[0]).lower()}"
    if inner.word in ("ARROW", *WORDS):
        return "a condition or )"
    return f"an argument of {cut(str(inner.items[0]))}, or )"


def _first_word(outer: Sequence[_Open]) -> str:
    """What may stand right behind a parenthesis within these."""
    if not outer:
        return "the name of a relation, or <=,"
    if outer[-1].word not in ("ARROW", *WORDS):
        return "the name of a function"
    if _lacks_head(outer[-1]):
        return "the name of a relation"
    return "the name of a relation, or not, or, and,"


def _lacks_head(one: _Open) -> bool:
    return one.word == "ARROW" and len(one.items) == 1
