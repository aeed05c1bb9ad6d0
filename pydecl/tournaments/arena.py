"""Where a game of a tournament is played: the rules, and each player's own variant of them.

The tournament's game is the referee: it says who is to move, what the moves are, and how the game ends. A
player searches in its own variant, which may differ in its values alone; that is checked in each position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import identity
from pydecl.engines.searching import the_position
from pydecl.errors import Exit, InputError, LimitError, PydeclError
from pydecl.errors.unforeseen import named
from pydecl.kept import Answers, code, digest_of
from pydecl.loading.consulting import consult
from pydecl.model.closing import Closeable
from pydecl.model.game import Outcome, Player
from pydecl.model.position import ended
from pydecl.model.term import Term, term_text
from pydecl.playing.match import Turn
from pydecl.playing.programs import check_movers, check_plays, reply
from pydecl.playing.situation import Situation, drawn, look, written
from pydecl.sandbox.work import Progress
from pydecl.tournaments.players import RANDOM, PlayerSpec


class Ending(Enum):
    """Why a game was over."""

    RULES = "rules"
    LENGTH = "length"
    """Too many plies: a draw."""

    TIME = "time"
    """A player had no move when its time was over, and has lost."""


@dataclass(frozen=True)
class Opening:
    """How a game begins: a start, the turns that were drawn, and the seed of all that is drawn later.

    `written` is the start in the game's notation.
    """

    number: int
    start: Term
    written: str
    turns: tuple[Turn, ...]
    seed: int

    @property
    def position(self) -> Term:
        return self.turns[-1].position if self.turns else self.start


@dataclass(frozen=True)
class Fixture:
    """A game to be played: who is MAX, who is MIN, by their places among the players, from which opening."""

    number: int
    max_player: int
    min_player: int
    opening: Opening

    def __str__(self) -> str:
        return f"game {self.number}"

    def of(self, player: Player) -> int:
        return self.max_player if player is Player.MAX else self.min_player


@dataclass(frozen=True)
class Played:
    """A finished game: how it ended for MAX, and why, and the turns, those of the opening included.

    A turn is who moved, `max`, `min` or `chance`, and the move as a record writes it.
    """

    outcome: Outcome
    ending: Ending
    turns: tuple[tuple[str, str], ...]

    def to_json(self) -> list[Any]:
        return [self.outcome.value, self.ending.value, self.turns]

    @staticmethod
    def read(told: Any) -> Played:
        """What `to_json` has told. Raises ValueError and TypeError."""
        outcome, ending, turns = told
        moves = tuple((str(mover), str(move)) for mover, move in turns)
        return Played(Outcome(outcome), Ending(ending), moves)


class GameError(PydeclError):
    """A game that could not be played to its end; the message says which."""

    def __init__(self, message: str, exit_code: Exit) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@dataclass(frozen=True)
class Rules:
    """What all games of a tournament share: the game, the players, and the limits.

    `max_plies` is the length at which a game is drawn; `seconds` is each player's time for a move where it
    names none itself, None for unlimited.
    """

    game: str
    players: Sequence[PlayerSpec]
    max_plies: int
    seconds: float | None = None

    @property
    def timed(self) -> bool:
        """Whether time decides moves, so that another run may end differently."""
        programs = [player for player in self.players if player.program is not None]
        return any(self.seconds if one.seconds is None else one.seconds for one in programs)


@contextmanager
def playing(rules: Rules) -> Iterator[Callable[[Fixture, Progress], Played]]:
    """What a process plays with: see `pydecl/sandbox/work.py`."""
    with Arena(rules) as arena:
        yield lambda fixture, _: arena.play(fixture)


CODE = (
    ("model", "programs", "games", "sandbox", "engines/prolog", "playing", "tournaments"),
    ("textbook", "refined", "naive", "support", "games"),
)
"""What of pydecl's own code decides a game."""


class Arena(Closeable):
    """The game and the players' variants, each in its SWI-Prolog; a context manager that ends them.

    Raises InputError where there is no such game or option, where a program cannot play it, and where a
    variant is another game.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        with ExitStack() as opened:
            self.game = opened.enter_context(consult(rules.game))
            self._variants: dict[frozenset[tuple[str, str]], SessionGame] = {frozenset(): self.game}
            for player in rules.players:
                options: dict[str, Any] = dict(player.options)
                try:
                    if "seconds" in options:  # consult takes it for the time
                        raise InputError(f"{rules.game} has no option seconds")
                    if (key := frozenset(options.items())) not in self._variants:
                        self._variants[key] = opened.enter_context(consult(rules.game, **options))
                except InputError as error:
                    raise InputError(f"player {player.name}: {error}") from None
            self.thinking = [player.thinking(self.variant(player), rules.seconds) for player in rules.players]
            self._opened = opened.pop_all()

    def close(self) -> None:
        self._opened.close()

    def variant(self, player: PlayerSpec) -> SessionGame:
        return self._variants[frozenset(player.options.items())]

    def check(self, start: Term) -> None:
        """Raises InputError where a program cannot play from here, or a variant has another start."""
        seen = look(self.game, start)
        for player, thinking in zip(self.rules.players, self.thinking, strict=True):
            variant = self.variant(player)
            try:
                if player.options and variant.initial() != self.game.initial():
                    raise InputError(f"its options change the game {self.rules.game}: the start differs")
                self._compare(variant, seen)
                if thinking is not None:
                    check_plays(variant, thinking)
                    check_movers(variant, seen, thinking)
            except InputError as error:
                raise InputError(f"player {player.name}: {error}") from None

    def play(self, fixture: Fixture) -> Played:
        """Play a game. Raises GameError where rules or searches go wrong, and KeyboardInterrupt."""
        try:
            return self._played(fixture)
        except Exception as error:
            told = named(error)
            sides = (self.rules.players[fixture.of(player)].name for player in Player)
            pair = "{} (MAX) against {} (MIN)".format(*sides)
            raise GameError(f"game {fixture.number}, {pair}: {told}", told.exit_code) from None

    def answers(self, store: Path, *, fresh: bool) -> Answers:
        """How games like these went, as far as neither rules, SWI-Prolog nor pydecl has changed since."""
        text = digest_of(Path(self.game.source))
        return Answers(store, "game", *identity(), code(*CODE), self.game.name, text, fresh=fresh)

    def question(self, fixture: Fixture) -> list[Any]:
        """All that tells a game from others; the tournament that it is part of is no matter."""
        opening = fixture.opening
        positions = [term_text(position) for position in (opening.start, opening.position)]
        begun = [opening.seed, *positions, [turn.move for turn in opening.turns]]
        return [self.rules.max_plies, begun, *(self._told(fixture.of(player)) for player in Player)]

    def _told(self, place: int) -> list[Any]:
        player, thinking = self.rules.players[place], self.thinking[place]
        options = sorted(player.options.items())
        if thinking is None:
            return [RANDOM, player.settings.seed, options]
        settings = thinking.settings
        return [
            *(thinking.program.value, thinking.engine, thinking.depth, thinking.seconds),
            *(settings.order.value, dict(settings.numbers), options),
        ]

    def _played(self, fixture: Fixture) -> Played:
        opening = fixture.opening
        turns = list(opening.turns)
        position = opening.position
        due = Player.MAX
        while True:
            seen = look(self.game, position, due)
            due = seen.due
            for place in {fixture.max_player, fixture.min_player}:
                self._compare(self.variant(self.rules.players[place]), seen)
            if seen.outcome is not None:
                return _finished(seen.outcome, Ending.RULES, turns)
            if len(turns) >= self.rules.max_plies:
                return _finished(Outcome.DRAWN, Ending.LENGTH, turns)
            if seen.is_pass:
                choice = seen.choices[0]
            elif seen.mover is None:
                choice = drawn(seen.choices, opening.seed, len(turns))
            else:
                place = fixture.of(seen.mover)
                player, thinking = self.rules.players[place], self.thinking[place]
                if thinking is None:
                    random = Random(f"{player.settings.seed} {opening.seed} {len(turns)}")
                    choice = random.choice(seen.choices)
                else:
                    try:
                        choice = reply(self.variant(player), seen, thinking).choice
                    except LimitError:
                        if thinking.seconds is None:
                            raise
                        lost = Outcome.LOST if seen.mover is Player.MAX else Outcome.WON
                        return _finished(lost, Ending.TIME, turns)
            turns.append(seen.turn(choice))
            position = choice.position

    def _compare(self, variant: SessionGame, seen: Situation) -> None:
        """Raises InputError where a variant has another mover, other moves or another end than the game."""
        if variant is self.game:
            return
        position = seen.position
        variant.expand([position])
        found: list[Any]
        if seen.mover is None:
            found = [(chance, after) for chance, after in variant.chance(position)]
            same = found == [(choice.probability, choice.position) for choice in seen.choices]
        else:
            own, theirs = self.game.successors(position), variant.successors(position)
            same = variant.player_or(position, seen.mover) is seen.mover and list(own) == list(theirs)
            if same and seen.outcome is not None:
                same = ended(variant, position) is seen.outcome
        if not same:
            raise InputError(
                f"the options of a player may change only values, but in {term_text(position)} the"
                " mover, the moves or the end differ"
            )


def _finished(outcome: Outcome, ending: Ending, turns: Sequence[Turn]) -> Played:
    movers = ("chance" if turn.mover is None else turn.mover.value for turn in turns)
    return Played(outcome, ending, tuple(zip(movers, (turn.move for turn in turns), strict=True)))


TRIES = 50
"""How often an opening is drawn again that has been drawn before."""


def openings(game: SessionGame, count: int, plies: int, seed: int) -> list[Opening]:
    """So many openings, each of `plies` random moves of the players, fewer only where the game would end.

    They lead to different positions as long as the game has enough of them. The first ones do not depend on
    `count`. Raises InputError where the game has no start, or is over there.
    """
    found: list[Opening] = []
    starts = list(game.initial()) or [the_position(game, None)]
    met: set[Term] = set()
    tries = TRIES if plies else 1
    seen = cache(lambda position: look(game, position, Player.MAX))
    for number in range(count):
        for attempt in range(tries):
            opening = _drawn(game, seen, starts, plies, number, Random(f"{seed} {number} {attempt}"))
            if opening.position not in met:
                break
        else:
            tries = 1  # the game has no more, or nearly so
        met.add(opening.position)
        found.append(opening)
    return found


def _drawn(
    game: SessionGame,
    situation: Callable[[Term], Situation],
    starts: list[Term],
    plies: int,
    number: int,
    random: Random,
) -> Opening:
    start = random.choice(starts)
    seed = random.randrange(1 << 32)
    turns: list[Turn] = []
    seen = situation(start)
    if not seen.choices:
        raise InputError(f"{game.name}: the game is over where it starts: {game.format_position(start)}")
    left = plies
    while left > 0:
        if seen.mover is None:
            after = situation(drawn(seen.choices, seed, len(turns)).position)
        else:
            choices = list(seen.choices)
            random.shuffle(choices)
            nexts = (situation(choice.position) for choice in choices)
            going_on = next((following for following in nexts if following.choices), None)
            if going_on is None:
                break
            after = going_on
            left -= 1
        choice = seen.leading_to(after.position)
        assert choice is not None
        if not after.choices:
            break
        turns.append(seen.turn(choice))
        seen = after
    return Opening(number, start, written(game, start), tuple(turns), seed)
