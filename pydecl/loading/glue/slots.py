"""Lines of glue that a person fills in, and which predicates of a program may belong there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydecl.loading.glue import names
from pydecl.loading.glue.clauses import Lines, shown
from pydecl.loading.glue.facts import MOST_KINDS
from pydecl.loading.glue.players import Pair, goal_of
from pydecl.loading.glue.program import Effects, Key, Place, Program
from pydecl.loading.glue.starts import Start, board_places
from pydecl.model.term import Atom, Compound, Term, Variable

MARK = "fill_in"
"""The goal in the place of which a person writes another one; `prolog/support/policy.pl` refuses it."""

MOST = 5
"""How many candidates are named."""

LETTERS = "XYZUVWABCDEF"


@dataclass(frozen=True)
class Slot:
    """A clause with a goal to be filled in: its head, what it says, and calls that may belong there."""

    head: str
    meaning: str
    candidates: Sequence[str]

    def write(self, lines: Lines, number: int, count: int) -> None:
        """Add the clause, with its comment."""
        lines.gap()
        lines.say(f"To fill in, {number} of {count}: {self.meaning}")
        if self.candidates:
            lines.say(f"  Candidates: {'; '.join(self.candidates)}.")
        lines.put(self.head, [MARK])


class Candidates:
    """Calls of predicates that may start a game, make a move, or tell its end."""

    def __init__(self, program: Program, start: Start | None, pair: Pair | None) -> None:
        self._program = program
        self._pair = pair
        self._apart = program.defines_interface
        self._boards = frozenset(board_places(program, start)) if start is not None else frozenset[Place]()

    @property
    def play(self) -> bool:
        """Whether something is named like a move, be it a dialogue."""
        return any(names.says(key.name, names.MOVE) for key in self._program.predicates)

    def starts(self) -> list[str]:
        """What may give the first board."""
        return self._calls(self._is_start)

    def moves(self) -> list[str]:
        """What may make the next board of a board, or list the moves."""
        return self._calls(self._is_move)

    def winners(self) -> list[str]:
        """What may say who has won, or that the game is over."""
        return self._calls(self._is_end)

    def facts(self) -> tuple[Key, ...]:
        """The dynamic predicates that what is named like a move changes, in the order of their names.

        Those that are nowhere declared come with them.
        """
        found = {
            changed
            for key in self._program.predicates
            if names.says(key.name, names.MOVE)
            for changed in self._program.effects[key].changes
            if self._program.predicates[changed].is_dynamic and changed.arity
        }
        found |= self._program.undeclared
        return tuple(sorted(found)) if len(found) <= MOST_KINDS else ()

    def _is_start(self, key: Key, effects: Effects) -> float:
        if not names.says(key.name, names.START) or names.says(key.name, names.NO_START) or effects.random:
            return 0.0
        return 1.0 / (1 + key.arity)

    def _is_move(self, key: Key, effects: Effects) -> float:
        named, held = names.says(key.name, names.MOVE), self._held(key)
        if key.arity < 1 or not (named or held > 1):
            return 0.0
        return 1.0 + named + held - effects.prints + bool(effects.changes)

    def _is_end(self, key: Key, effects: Effects) -> float:
        named = names.says(key.name, (*names.WIN, *names.OVER))
        if len(self._boards) > 1 and not self._held(key) and not names.says(key.name, names.WIN):
            return 0.0
        won = 2 * names.says(key.name, names.WIN)
        return named * (1.5 + (self._held(key) > 0) + won - effects.prints)

    def _held(self, key: Key) -> int:
        """How many arguments of a predicate are boards."""
        return sum((key, i) in self._boards for i in range(key.arity))

    def _calls(self, worth: Callable[[Key, Effects], float]) -> list[str]:
        ranked: list[tuple[float, str]] = []
        for key in self._program.predicates:
            effects = self._program.effects[key]
            if names.says(key.name, names.CHOOSER) or not effects.callable:
                continue
            if (value := worth(key, effects)) > 0:
                ranked.append((-value, self._call(key)))
        return [call for _, call in sorted(ranked, key=lambda one: one[0])[:MOST]]

    def _call(self, key: Key) -> str:
        letters, boards = iter(LETTERS), iter(("Board", "Next"))
        args: list[Term] = []
        for i in range(key.arity):
            name = next(letters, "_")
            if (key, i) in self._boards:
                name = next(boards, name)
            elif self._is_player(key, i):
                name = "Player"
            args.append(Variable(name))
        goal = goal_of(key, args)
        if self._apart and not (isinstance(goal, Compound) and goal.name == ":"):
            goal = Compound(":", (Atom(self._program.home(key.name)), goal))
        return shown(goal)

    def _is_player(self, key: Key, i: int) -> bool:
        constants = self._program.flow.constants((key, i))
        return self._pair is not None and any(player in constants for player in self._pair.both)
