"""The twins over `swipl` as a plain subprocess: slow and obvious, one question a line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import swipl_program
from pydecl.engines.protocol import Engine, Runner
from pydecl.errors import ContractError, NotCompiledError, UnfitError
from pydecl.model.game import Game, Player, Successor, checked_value
from pydecl.model.number import INFINITY, Number
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, as_key, term_text

COMMAND = [swipl_program(), "-q", "-f", "none", "-g", "serve", "-t", "halt"]


class PlainGame(Game[Term]):
    """The rules of a game in a process of their own; positions are terms."""

    def __init__(self, game: SessionGame) -> None:
        self.name, self.source, self._defined = game.name, game.source, game.defined
        server = str(Path(__file__).with_name("serve.pl"))
        self._process = subprocess.Popen(
            [*COMMAND, server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        text = PrologString(game.rules_text or "")
        self._answer(Compound("load", (Atom(str(Path(game.rules_file).absolute())), text)))
        for (name, arity), facts in game.facts.items():
            indicator = Compound("/", (Atom(name), arity))
            self._answer(Compound("with", (indicator, PrologList(tuple(facts)))))

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _answer(self, request: Term) -> Term:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{term_text(request)}.\n")
        self._process.stdin.flush()
        return read_term(self._process.stdout.readline())

    def _found(self, predicate: str, *given: Term) -> list[Any]:
        """What each solution gives for the arguments that are not given; none without such a predicate."""
        if predicate not in self._defined:
            return []
        name, arity = predicate.split("/")
        others = (Variable(f"_{at}") for at in range(len(given), int(arity)))
        answer = self._answer(Compound("found", (Compound(name, (*given, *others)),)))
        if isinstance(answer, PrologList):
            return [tuple(map(as_key, each.items)) for each in answer.items if isinstance(each, PrologList)]
        if isinstance(answer, Compound) and answer.name == "unknown_value":
            raise ContractError("unknown_value", *map(term_text, answer.args))
        raise UnfitError(f"the rules raise {answer}")

    def initial(self) -> Sequence[Term]:
        return [position for (position,) in self._found("initial/1")]

    def successors(self, position: Term) -> Sequence[Successor[Term]]:
        named = self._found("move/3", position)
        afters = [after for (after,) in self._found("move/2", position)]
        for (each,) in self._found("moves/2", position)[:1]:
            afters = list(map(as_key, each.items))
        if not {"moves/2", "move/2"} & self._defined or afters == [after for _, after in named]:
            return named
        return [(None, after) for after in afters]

    def player(self, position: Term) -> Player:
        movers = [player for player in Player if self._found(f"{player.value}_to_move/1", position)]
        if len(movers) == 1:
            return movers[0]
        raise ContractError("both_to_move" if movers else "neither_to_move", term_text(position))

    def static_value(self, position: Term) -> Number:
        values = self._found("staticval/2", position)
        if not values:
            raise ContractError("no_value", term_text(position))
        return checked_value(term_text(position), _number(values[0][0]))

    def terminal_won(self, position: Term) -> bool:
        told = "terminalwon/1" in self._defined
        return bool(self._found("terminalwon/1", position)) if told else super().terminal_won(position)

    def terminal_lost(self, position: Term) -> bool:
        told = "terminallost/1" in self._defined
        return bool(self._found("terminallost/1", position)) if told else super().terminal_lost(position)

    def turbulent(self, position: Term) -> bool:
        return bool(self._found("turbulent/1", position))

    def plausible(self, position: Term, successor: Term) -> bool:
        return bool(self._found("plausible/2", position, successor))

    def chance(self, position: Term) -> Sequence[tuple[Number, Term]]:
        return [(_number(value), after) for value, after in self._found("chance/3", position)]

    def to_term(self, position: Term) -> Term:
        return position

    def from_term(self, term: Term) -> Term:
        return as_key(term)


def _number(term: Term) -> Any:
    """A value, which may be infinite, or a probability, which may be a quotient."""
    if isinstance(term, Compound) and term.name == "/":
        return Fraction(*term.args)  # type: ignore[arg-type]
    return {Atom("inf"): INFINITY, Compound("-", (Atom("inf"),)): -INFINITY}.get(term, term)


class PlainRunner(Runner):
    """Its process starts when it is first asked."""

    asks_session = False

    def __init__(self, game: SessionGame) -> None:
        self.game = game

    @cached_property
    def rules(self) -> PlainGame:
        if not self.game.compilable:
            raise NotCompiledError(f"{self.game.name}: the rules are more than one file")
        return PlainGame(self.game)

    def close(self) -> None:
        if "rules" in vars(self):
            vars(self).pop("rules").close()


class PlainEngine(Engine):
    title, place, rank = "plain swipl", "in plain swipl", 4

    def take_up(self, game: SessionGame) -> PlainRunner:
        return PlainRunner(game)


ENGINE = PlainEngine()
