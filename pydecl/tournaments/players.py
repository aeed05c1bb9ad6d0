"""Who plays in a tournament: a program, how it is asked, and its own options of the game.

A player is written as a program, as `database:DIR` or `random`, and what is known of it, divided by commas.
What follows the game's name and a colon are options of the game, for this player's searches alone.

>>> player = read_player("alphabeta,depth=2,engine=python,othello:size=4", "othello")
>>> player.program.value, player.depth, player.engine, player.options
('alphabeta', 2, 'python', {'size': '4'})
>>> read_player("random,depth=2", "nim")
Traceback (most recent call last):
pydecl.errors.InputError: player random,depth=2: no depth: expected seed or name
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default
from pydecl.errors import InputError, meant
from pydecl.games.notation import either
from pydecl.loading.consulting import split_commas
from pydecl.model.program import DATABASE, LookedUp, Program, looked_up
from pydecl.model.result import Settings
from pydecl.playing.programs import KEYS, PLAYERS, Thinking, playing_depth, settings_of, value_of
from pydecl.programs.registry import DECLARED
from pydecl.solving.looking_up import program_of

RANDOM = "random"
"""The player that takes any move."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player as it is written: `program` is None for the random one.

    `seconds` is the time for a move, None where the player names none, 0 for no limit.
    """

    name: str
    program: Program | LookedUp | None
    engine: str = REFERENCE
    depth: int | Default | None = Default.DEPTH
    seconds: float | None = None
    settings: Settings = field(default_factory=Settings)
    options: Mapping[str, str] = field(default_factory=dict)

    def thinking(self, game: SessionGame, seconds: float | None) -> Thinking | None:
        """How the program is asked on its game, by default within so many seconds; None for `random`.

        Raises InputError if it is a database of another game.
        """
        if self.program is None:
            return None
        if self.seconds is not None:
            seconds = self.seconds or None
        program = program_of(game, self.program)
        depth = playing_depth(game, program, self.depth)
        return Thinking(program, self.engine, depth, seconds, self.settings)


def read_player(text: str, game: str) -> PlayerSpec:
    """The player that a text means; `game` is the game's name, without its options.

    Raises InputError that names the player, what was found and what was expected.
    """
    try:
        return _read(text, game)
    except InputError as error:
        raise InputError(f"player {text}: {error}") from None


def _read(text: str, game: str) -> PlayerSpec:
    own, comma, told = text.strip().partition(f",{game}:")
    options = _pairs(split_commas(told) if comma else (), f"an option of {game}, KEY=VALUE")
    first, *rest = (part.strip() for part in split_commas(own))
    given = _pairs(rest, "KEY=VALUE")
    only_name = ("seed", "name") if first == RANDOM else ("name",) if first.startswith(DATABASE) else ()
    keys = only_name or (*KEYS, "name")
    for key in given:
        if key not in keys:
            raise InputError(f"no {key}: expected {either(keys)}")
    name = given.pop("name", text.strip())
    values = {key: value_of(key, text) for key, text in given.items()}
    settings = settings_of(values)
    if first == RANDOM:
        return PlayerSpec(name, None, settings=settings, options=options)
    return PlayerSpec(
        name=name,
        program=_program(first),
        engine=values.get("engine", REFERENCE),
        depth=values.get("depth", Default.DEPTH),
        seconds=values.get("time"),
        settings=settings,
        options=options,
    )


def _pairs(parts: Sequence[str], expected: str) -> dict[str, str]:
    """What parts such as `depth=2` say."""
    found: dict[str, str] = {}
    for part in parts:
        key, _, value = (each.strip() for each in part.partition("="))
        if not value or not key.isidentifier():
            raise InputError(f"expected {expected}, found {part!r}")
        if key in found:
            raise InputError(f"{key} is given twice")
        found[key] = value
    return found


def _program(name: str) -> Program | LookedUp:
    if name.startswith(DATABASE):
        return looked_up(name)
    if Program(name) in DECLARED:
        return Program(name)
    names = (*(program.value for program in PLAYERS), f"{DATABASE}DIR", RANDOM)
    if near := meant(name, names):
        raise InputError(f"no program {name!r}", remedy=near)
    raise InputError(f"no program {name!r}: expected {either(names)}")
