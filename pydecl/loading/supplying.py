"""Supply a game in Python to SWI-Prolog, as facts about numbered positions."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, InputError, LimitError, PositionError
from pydecl.model.folding import FoldedGame, WrappedGame
from pydecl.model.game import CANONICAL, FOLD, Game, checked_value
from pydecl.model.number import INFINITY
from pydecl.model.passing import PassingGame
from pydecl.model.term import Compound, PrologString, Term, term_text
from pydecl.sandbox.frames import Sink
from pydecl.sandbox.session import Payload

MOVERS = ("max_to_move/1", "min_to_move/1")
OPTIONAL = ("turbulent/1", "plausible/2", "chance/3", CANONICAL)
SUPPLIED = frozenset(("initial/1", "moves/2", *MOVERS, "staticval/2", "terminalwon/1", "terminallost/1"))

NO_POSITION = ("died", "exception", "cyclic", "unreadable", "malformed_reply", "answer_too_large", "tampered")
"""The faults whose details do not start with a position."""


class Reach:
    """The positions of a game that SWI-Prolog is told of: those within `plies` of the roots, or all."""

    def __init__(self, game: Game[Any], roots: Sequence[Any], plies: int | None, most: int) -> None:
        self.game = game
        self.roots = tuple(dict.fromkeys(roots))
        self.plies = plies
        self.most = most
        self._until = INFINITY

    def facts(self, seconds: float | None) -> str:
        """The request that tells SWI-Prolog. Raises LimitError where they are too many, or take too long."""
        self._until = INFINITY if seconds is None else time.monotonic() + seconds
        starts = (f"initial({number})" for number in range(len(self.roots)))
        return f"facts([{','.join((*starts, *self._enumerated[1]))}])"

    @cached_property
    def distances(self) -> Mapping[Term, int]:
        """Each position's distance from the roots in plies, in the order of their numbers."""
        return {self.game.to_term(position): distance for position, distance in self._enumerated[0].items()}

    @cached_property
    def terms(self) -> Sequence[Term]:
        """The positions by their numbers."""
        return list(self.distances)

    @cached_property
    def numbers(self) -> Mapping[Term, int]:
        """The numbers of the positions."""
        return {term: number for number, term in enumerate(self.terms)}

    @cached_property
    def is_whole(self) -> bool:
        """Whether there is nothing beyond."""
        return self.plies is None or all(distance <= self.plies for distance in self.distances.values())

    @cached_property
    def _enumerated(self) -> tuple[dict[Any, int], list[str]]:
        """The positions with their distances, breadth first, and the facts about the near ones."""
        game = self.game
        distances: dict[Any, int] = dict.fromkeys(self.roots, 0)
        numbers = {root: number for number, root in enumerate(distances)}
        todo = list(distances)
        facts: list[str] = []
        for position in todo:  # it grows while it is read
            if time.monotonic() > self._until:
                raise LimitError(f"{game.name}: time is up, with {len(todo)} positions met")
            if self.plies is not None and distances[position] > self.plies:
                break
            successors = [successor for _, successor in game.successors(position)]
            chances = game.chance(position)
            for successor in (*successors, *(after for _, after in chances)):
                if successor not in numbers:
                    if len(todo) >= self.most:
                        raise LimitError(f"{game.name} has more than {self.most} positions within reach")
                    numbers[successor] = len(todo)
                    distances[successor] = distances[position] + 1
                    todo.append(successor)
            facts += _facts(game, position, numbers, successors)
        return distances, facts


class SuppliedSession(Session):
    """A session that is told of a game in Python when it is first asked something."""

    def __init__(self, reach: Reach, seconds: float | None) -> None:
        super().__init__(seconds)
        self._reach = reach
        self._told = False

    def tell(self) -> None:
        """Enumerate the positions and load the facts, if that is not done; see `Reach.facts`."""
        if not self._told:
            self._told = True
            try:
                self.set_up(self._reach.facts(self.left()))
            except BaseException:
                self._told = False
                raise

    def _exchange(self, request: Payload, seconds: float | None, events: Sink | None = None) -> str:
        self.tell()
        return super()._exchange(request, seconds, events)


class SuppliedGame(WrappedGame, SessionGame):
    """A game in Python whose rules are facts in SWI-Prolog. Its length is the number of positions."""

    starts_are_chosen = True
    may_define_operators = False

    session: SuppliedSession

    def __init__(self, game: Game[Any], session: SuppliedSession, reach: Reach) -> None:
        defined = SUPPLIED | {name for name in OPTIONAL if _defines(game, name.split("/")[0])}
        if isinstance(game.game if isinstance(game, PassingGame) else game, FoldedGame):
            defined |= {FOLD}
        SessionGame.__init__(self, game.name, game.source, session, defined=defined)
        self.twin = self.game = game
        self._reach = reach

    @property
    def plies(self) -> int | None:
        """How far from the roots the facts go; None if they tell all of the game."""
        return None if self._reach.is_whole else self._reach.plies

    def __bool__(self) -> bool:
        return True  # whatever its length, for which all positions would be enumerated

    def __len__(self) -> int:
        return len(self._reach.terms)

    def prepare(self) -> None:
        self.session.tell()
        _ = self._reach.numbers

    # Position by position, the game in Python answers

    def initial(self) -> Sequence[Term]:
        return list(map(self.told, self._reach.roots))

    def told(self, position: Any) -> Term:
        return self.game.to_term(position)

    def real(self, position: Term) -> Any:
        return self.game.from_term(position)

    def positions(self) -> None:
        """The roots are all that is to be enumerated."""

    def canonicals(self, positions: Sequence[Term]) -> Sequence[Term]:
        return list(map(self.canonical, positions))

    to_term = SessionGame.to_term
    from_term = SessionGame.from_term
    format_position = SessionGame.format_position

    def parse_position(self, text: str) -> Term:
        """As SessionGame's; a game in Python whose positions are texts has them so."""
        try:
            return SessionGame.parse_position(self, text)
        except PositionError:
            return self.game.position(text).term

    def expand(self, positions: Sequence[Term], plies: int = 1, most: int = 0) -> None:
        """There is nothing to fetch: Python answers."""

    def check_reach(self, position: Term, depth: int | None) -> None:
        """Raises InputError where a search to this depth might look beyond what was supplied."""
        self.encode(position)
        if self.plies is not None:
            left = self.plies - self._reach.distances[position]
            if depth is None or depth > left:
                raise InputError(
                    f"{self.name}: {self.plies} plies were supplied, so no more than {max(left, 0)} can be"
                    f" searched from {self.format_position(position)}"
                )

    def about_positions(self, error: ContractError) -> ContractError:
        """SWI-Prolog's error about a numbered position, about the position."""
        if error.fault in NO_POSITION:
            return error
        number, *details = error.details
        return ContractError(error.fault, str(self._reach.terms[int(number)]), *details)

    def encode(self, position: Term) -> Term:
        number = self._reach.numbers.get(position)
        if number is None:
            raise InputError(
                f"{self.format_position(position)} is not one of the {len(self)} positions supplied"
            )
        return number

    def decode(self, term: Term) -> Term:
        assert isinstance(term, int)
        return self._reach.terms[term]


def supply(
    game: Game[Any],
    *,
    positions: Sequence[Any] | None = None,
    plies: int | None = None,
    fold: bool = False,
    most: int = 1_000_000,
    seconds: float | None = 60.0,
    late: bool = False,
) -> SuppliedGame:
    """A game in Python, its rules supplied to SWI-Prolog.

    The positions reachable from `positions` (by default the initial ones) are enumerated, breadth first; with
    `plies`, only as far as a search of that depth from there needs; with `fold`, one of symmetric ones for
    all. `seconds` is the time that enumerating them, loading them, and each later request that says nothing
    else, may take. With `late`, that is done when SWI-Prolog is first asked: a search in Python needs none of
    it.

    Raises LimitError where more than `most` positions are within reach, or time is up; ContractError where
    the game breaks its contract; InputError where it does not tell which positions are symmetric.

    >>> from pydecl.games import bundled
    >>> with supply(bundled("nim", heaps=(1, 2))) as game:
    ...     print(len(game), game.session.query("initial(P), minimax(P, Best, Val)"))
    8 [{'P': 0, 'Best': 2, 'Val': 1}]
    """
    rules, game = game, FoldedGame(game) if fold else game
    game = PassingGame(game) if game.moves_again else game
    reach = Reach(game, list(game.initial() if positions is None else positions), plies, most)
    session = SuppliedSession(reach, seconds)
    try:
        if not late:
            session.tell()
    except BaseException:
        session.close()
        raise
    supplied = SuppliedGame(game, session, reach)
    given = {
        "positions": None if positions is None else list(positions),
        "plies": plies,
        "fold": fold or None,
    }
    said: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    supplied.origin = partial(supply, rules, **said)
    return supplied


def _facts(
    game: Game[Any], position: Any, numbers: Mapping[Any, int], successors: Sequence[Any]
) -> list[str]:
    """What there is to say of one position; where Python does not know, SWI-Prolog shall not either."""
    number = numbers[position]
    movers = () if game.chance(position) else game.all_movers(position)
    facts = [f"{player.value}_to_move({number})" for player in movers]
    if successors:
        facts.append(f"moves({number},{[numbers[after] for after in successors]})")

    def state(fact: str, ask: Callable[[], object], unknown: str) -> None:
        try:
            if (answer := ask()) is not False:
                facts.append(fact.format(answer))
        except ContractError as error:
            if error.fault == "unknown_value":
                facts.append(f":-({unknown},throw(error(unknown_value({number}),_)))")
            elif error.fault != "no_value":
                details = (Compound("said", (PrologString(detail),)) for detail in error.details[1:])
                fault = term_text(Compound(error.fault, (number, *details)))
                facts.append(f":-({unknown},throw(pydecl({fault})))")

    def value() -> str:
        return term_text(checked_value(position, game.static_value(position)))

    state(f"staticval({number},{{}})", value, f"staticval({number},_)")
    won, lost = f"terminalwon({number})", f"terminallost({number})"
    state(won, lambda: game.terminal_won(position), won)
    state(lost, lambda: game.terminal_lost(position), lost)
    if _defines(game, "turbulent") and game.turbulent(position):
        facts.append(f"turbulent({number})")
    if _defines(game, "plausible"):
        kept = [numbers[after] for after in successors if game.plausible(position, after)]
        facts += [f"plausible({number},{after})" for after in kept]
    chances = game.chance(position)
    facts += [f"chance({number},{term_text(chance)},{numbers[after]})" for chance, after in chances]
    return facts


def _defines(game: Game[Any], name: str) -> bool:
    while isinstance(game, WrappedGame):
        game = game.game
    return getattr(type(game), name) is not getattr(Game, name)
