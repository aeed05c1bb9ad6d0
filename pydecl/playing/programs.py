"""The program that plays: how it is asked, and what it advises.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.playing.situation import look
>>> with consult("nim:heaps=[1,2]") as game:
...     seen = look(game, game.initial()[0])
...     advised = advice(game, seen, Thinking(depth=None))
>>> print(advised)
take(2,1), value 1
>>> advised.line
('take(2,1)', 'take(2,1)', 'take(1,1)')
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydecl.engines import registry
from pydecl.engines.fitting import depth_advice
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE, databases
from pydecl.engines.searching import (
    Default,
    check_engine,
    check_question,
    run,
    search,
    the_depth,
    usual_depth,
)
from pydecl.errors import ContractError, Exit, InputError, LimitError, PydeclError
from pydecl.loading.consulting import check_runs, what_is_missing
from pydecl.loading.turns import Turns, turns_from
from pydecl.model.program import LookedUp, Program, Tie
from pydecl.model.result import DEFAULTS, NUMBERS, Answer, End, Limits, Order, Settings, Status, value_text
from pydecl.model.term import Term
from pydecl.playing.situation import Choice, Situation, look
from pydecl.programs.registry import DECLARED, OWN_MOVERS, PROGRAMS, all_settings, contract_of, searched_as

DEFAULT = Program.ALPHABETA

UNLIMITED = "unlimited"

NUMBERED = (*NUMBERS, *all_settings())
"""The settings that are numbers."""

KEYS = ("engine", "depth", "time", "order", *NUMBERED)
"""What can be said of how a program plays."""

PLAYERS = tuple(program for program in PROGRAMS if DECLARED[program].contract.tie is not Tie.NONE)
"""The programs that give a move."""


@dataclass(frozen=True)
class Thinking:
    """How a program is asked for a move: `depth` in plies and `seconds` of wall time, None for unlimited."""

    program: Program | LookedUp = DEFAULT
    engine: str = REFERENCE
    depth: int | None = None
    seconds: float | None = 60.0
    settings: Settings = DEFAULTS

    @property
    def limits(self) -> Limits:
        return Limits(self.depth, seconds=self.seconds, settings=self.settings)


def value_of(key: str, text: str) -> Any:
    """What a word says of how a program plays, by one of KEYS. Raises InputError.

    >>> value_of("depth", "unlimited"), value_of("time", "0.5"), value_of("engine", "native")
    (None, 0.5, 'native')
    """
    if key in ("engine", "order"):
        known = registry.names() if key == "engine" else [one.value for one in Order]
        if text not in known:
            raise InputError(f"{key}: expected one of {', '.join(known)}, found {text!r}")
        return Order(text) if key == "order" else text
    if key == "time":
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?(e[+-]?[0-9]{1,2})?", text):
            raise InputError(f"time: expected seconds, 0 for no limit, found {text!r}")
        return float(text)
    if key == "depth" and text == UNLIMITED:
        return None
    if not re.fullmatch("-?[0-9]{1,18}" if key in all_settings() else "[0-9]{1,18}", text):
        more = f" or {UNLIMITED}" if key == "depth" else ""
        raise InputError(f"{key}: expected a whole number{more}, found {text!r}")
    return int(text)


def settings_of(values: Mapping[str, Any]) -> Settings:
    """The settings among values by KEYS. Raises InputError for what they cannot be."""
    numbers = {key: value for key, value in values.items() if key in NUMBERED}
    return replace(DEFAULTS, order=values.get("order", DEFAULTS.order)).having(numbers)


@dataclass(frozen=True)
class Advice:
    """What a program would play, its answer, and best play from there on, as moves.

    `best` is False where the program gave no move, and the choice is the first one.
    """

    choice: Choice
    best: bool
    answer: Answer[Term]
    line: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.choice}, {self.why}"

    @property
    def why(self) -> str:
        answer = self.answer
        said = f"value {value_text(answer.value)}"
        said += "" if answer.reached is None else f" to depth {answer.reached}"
        said += ", an estimate at the horizon" if answer.horizon else ""
        return said if self.best else f"the first move: the program gives none ({said})"


def playing_depth(game: SessionGame, program: Program | LookedUp, depth: int | Default | None) -> int | None:
    """The depth meant of a program that plays, in plies; None is unlimited."""
    return usual_depth(game, program, depth) if isinstance(program, LookedUp) else the_depth(game, depth)


def check_plays(game: SessionGame, thinking: Thinking) -> None:
    """Raises InputError where the program gives no move, or cannot run on the rules so."""
    check_engine(thinking.program, thinking.engine)
    if contract_of(thinking.program).tie is Tie.NONE:
        names = ", ".join(program.value for program in PLAYERS)
        raise InputError(f"{thinking.program.value} gives no move: those that do are {names}")
    if thinking.depth == 0:
        raise InputError("a program that plays must look at least 1 ply ahead: --depth is 0")
    check_question(game, thinking.program, thinking.limits)


def check_movers(game: SessionGame, seen: Situation, thinking: Thinking) -> None:
    """Raises InputError where a program that expects the players to alternate sees that they do not."""
    turns = turns_from(game, [seen.position])
    if searched_as(thinking.program) not in turns.fit:
        what = f"{thinking.program.value} expects MAX and MIN to alternate, but here they do not"
        otherwise = "; with moves_again in the rules, all of them could" if turns is Turns.TWICE else ""
        raise InputError(f"{what}: the programs that can play are {_names(game, turns.fit)}{otherwise}")


def default_program(game: SessionGame, seen: Situation) -> Program:
    """The program that plays where none is named: alphabeta, or one for rules that it is not for."""
    turns = turns_from(game, [seen.position])
    choices = (DEFAULT, *OWN_MOVERS) if turns is Turns.ALTERNATE else turns.fit
    return next((program for program in choices if _can_play(game, program)), DEFAULT)


def _names(game: SessionGame, programs: Sequence[Program]) -> str:
    return ", ".join(program.value for program in programs if _can_play(game, program)) or "none"


def _can_play(game: SessionGame, program: Program) -> bool:
    return DECLARED[program].contract.tie is not Tie.NONE and what_is_missing(game, program) is None


class UnfitError(PydeclError):
    """A program met turns that it is not for."""

    exit_code = Exit.BROKEN_CONTRACT


def _why_unfit(game: SessionGame, error: ContractError, program: Program | LookedUp) -> PydeclError:
    """The error, with the programs that can play if what it says is meant so."""
    turns = {"same_mover": Turns.TWICE}.get(error.fault)
    if error.fault == "neither_to_move" and game.has_chance:
        turns = Turns.CHANCE
    if turns is None or searched_as(program) in turns.fit:
        return error
    names = _names(game, turns.fit)
    return UnfitError(f"{error}; if that is intended, the programs that can play are {names}")


def reply(game: SessionGame, seen: Situation, thinking: Thinking) -> Advice:
    """The program's move, without the play that follows.

    Raises LimitError where it has none in time, KeyboardInterrupt, and ContractError.
    """
    if isinstance(thinking.program, Program):
        check_runs(game, thinking.program)
    try:
        answer = run(game, thinking.program, thinking.engine, seen.position, thinking.limits)
    except ContractError as error:
        raise _why_unfit(game, error, thinking.program) from None
    return _advised(seen, answer, thinking)


def advice(game: SessionGame, seen: Situation, thinking: Thinking) -> Advice:
    """As `reply`, with best play from there on."""
    check_plays(game, thinking)
    result = search(
        game,
        thinking.program,
        engine=thinking.engine,
        position=seen.position,
        depth=thinking.depth,
        seconds=thinking.seconds,
        settings=thinking.settings,
    )
    if result.interrupted:
        raise KeyboardInterrupt
    found = _advised(seen, result.answer, thinking)
    line = []
    for position in result.variation:
        choice = seen.leading_to(position)
        line.append(position if choice is None else choice)
        seen = look(game, position, seen.due)
    return Advice(found.choice, found.best, found.answer, tuple(map(str, line)))


def known_ends(game: SessionGame, seen: Situation, program: Program | LookedUp) -> Sequence[End | None]:
    """How the game ends after each move, as a database says, the move counted; empty without a database."""
    if not isinstance(program, LookedUp):
        return ()
    ends = databases(game)[program].solutions([choice.position for choice in seen.choices])
    return [None if end is None else end.a_ply_earlier() for end in ends]


def _advised(seen: Situation, answer: Answer[Term], thinking: Thinking) -> Advice:
    if answer.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    if not answer.complete:
        what = "the memory is used up" if answer.status is Status.MEMORY else "time is up"
        raise LimitError(f"{thinking.program.value} found no move: {what}; {depth_advice(None)}")
    choice = None if answer.best is None else seen.leading_to(answer.best)
    return Advice(choice or seen.choices[0], choice is not None, answer)
