"""The requests that `worker.py` answers: those of `prolog/support/worker.pl` which a search needs.

    load(Folder, Name, File, Text, Loaded, Convention, Defined, Facts, Decided)
                                                        compile these rules; names of files begin at Folder,
                                                        Loaded is what SWI-Prolog read of
                                                        them, Facts are facts(Name, Arity, Terms), and Decided
                                                        is what it has decided of rules of another school
    perft(Pos, Plies)                                   how many ways there are to play so many plies
    initial, positions, values, search, leaves, expand, static_value, outcome       as there

A reply is that of `worker.pl`, with two more errors: `unfit(Text)`, where SWI-Prolog must be asked, and
`limit(Text)`. The reply to load is `compiled`, or `refused(Text)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydecl.engines.prolog.searching import asked
from pydecl.engines.python.alarm import alarm
from pydecl.engines.python.expanding import Expander
from pydecl.engines.python.grounded import GroundedGame, rules_in_python
from pydecl.engines.python.rules import CompiledGame
from pydecl.errors import LimitError, NotCompiledError
from pydecl.model.reader import read_term
from pydecl.model.result import Answer, Solution, Value
from pydecl.model.term import Compound, PrologList, PrologString, Term, term_text
from pydecl.programs.perft import perft
from pydecl.programs.registry import TWINS
from pydecl.programs.run import run
from pydecl.sandbox.faults import FAULTS, fault_text

PROMPT = 0.1
"""Seconds after its deadline at which a search is stopped wherever it is: it looks at the clock by itself."""


@dataclass
class Given:
    """Rules as they are sent: a `Consulted` of `pydecl.compiler.consulted`."""

    name: str
    rules_file: str
    rules_text: str | None
    defined: frozenset[str]
    facts: Mapping[tuple[str, int], Sequence[Term]]
    convention: str
    decided: Sequence[Term]
    loaded: str


class Answering:
    """The rules, once they are loaded, and what has been told of them; a function from text to text."""

    _game: CompiledGame | GroundedGame
    _expander: Expander

    def __init__(self) -> None:
        self._answers: Mapping[str, Callable[..., str]] = {
            "load": self._load,
            "initial": lambda: self._listed(self._game.initial()),
            "positions": lambda: self._listed(list(self._game.positions() or ())),
            "values": self._values,
            "search": self._search,
            "leaves": self._leaves,
            "perft": self._perft,
            "expand": self._expand,
            "static_value": lambda at: f"ok {term_text(self._game.static_value(self._position(at)))}",
            "outcome": lambda at: f"ok {self._expander.outcome(self._position(at))}",
        }

    def __call__(self, request: str) -> str:
        try:
            term = read_term(request)
            name, args = (term.name, term.args) if isinstance(term, Compound) else (str(term), ())
            return self._answers[name](*args)
        except (*FAULTS, LimitError, MemoryError, RecursionError) as error:
            return f"error {fault_text(error)}"

    def _load(self, *about: Term) -> str:
        folder, name, file, text, loaded, convention = map(_text, about[:6])
        defined, facts, decided = about[6:]
        os.chdir(folder)
        known = frozenset(map(_text, _items(defined)))
        given = Given(name, file, text, known, _facts(facts), convention, _items(decided), loaded)
        try:
            self._game = rules_in_python(given)
        except NotCompiledError as error:
            return f"ok {term_text(Compound('refused', (PrologString(str(error)),)))}"
        self._expander = Expander(self._game)
        return "ok compiled"

    def _values(self, name: Term) -> str:
        value = self._game.default(str(name))
        return f"ok {term_text(PrologList(() if value is None else (value,)))}"

    def _search(self, *question: Term) -> str:
        return f"ok {self._answer_text(self._answer(question, record=False))}"

    def _leaves(self, *question: Term) -> str:
        answer = self._answer(question, record=True)
        leaves = ",".join(map(self._game.text, answer.evaluated or ()))
        return f"ok -({self._answer_text(answer)},[{leaves}])"

    def _answer(self, question: Sequence[Term], *, record: bool) -> Answer[Any]:
        program, position, limits = asked(question)
        assert limits.seconds is not None
        seconds = limits.seconds + PROMPT

        def twin(*arguments: Any) -> Any:
            with alarm(seconds):
                return TWINS[program](*arguments)

        return run(program, self._game, self._position(position), limits, record_leaves=record, twin=twin)

    def _perft(self, position: Term, plies: Term) -> str:
        assert isinstance(plies, int)
        return f"ok {perft(self._game, self._position(position), plies)}"

    def _expand(self, positions: Term, plies: Term, most: Term) -> str:
        assert isinstance(plies, int)
        assert isinstance(most, int)
        return f"text {self._expander.lines(list(map(self._position, _items(positions))), plies, most)}"

    def _position(self, term: Term) -> Any:
        return self._game.from_term(term)

    def _listed(self, positions: Sequence[Any]) -> str:
        return f"ok [{','.join(map(self._game.text, positions))}]"

    def _answer_text(self, answer: Answer[Any]) -> str:
        """An answer as `pydecl.engines.prolog.searching.answer_of` reads it."""
        told = (
            answer.status.value,
            _value_text(answer.value),
            "none" if answer.best is None else f"succ({self._game.text(answer.best)})",
            answer.nodes,
            answer.leaves,
            str(answer.horizon).lower(),
            float(answer.seconds),
            answer.hits,
            "none" if answer.reached is None else answer.reached,
            "''",
        )
        return f"answer({','.join(map(str, told))})"


def _value_text(value: Value | None) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Solution):
        plies = "none" if value.plies is None else value.plies
        return f"outcome({value.outcome.value},{plies})"
    return term_text(value)


def _text(term: Term) -> str:
    assert isinstance(term, PrologString)
    return term.value


def _items(term: Term) -> Sequence[Term]:
    assert isinstance(term, PrologList)
    return term.items


def _facts(term: Term) -> Mapping[tuple[str, int], Sequence[Term]]:
    found = {}
    for facts in _items(term):
        assert isinstance(facts, Compound)
        name, arity, terms = facts.args
        assert isinstance(arity, int)
        found[_text(name), arity] = _items(terms)
    return found
