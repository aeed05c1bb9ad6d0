"""Lines of glue that a person fills in, and which predicates of a program may belong there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.loading.glue import names
from pydecl.loading.glue.clauses import Lines, shown
from pydecl.loading.glue.facts import MOST_KINDS, changed_by
from pydecl.loading.glue.players import Pair, goal_of, is_player
from pydecl.loading.glue.program import Key, Place, Program
from pydecl.loading.glue.starts import Start, board_places
from pydecl.model.term import Term, Variable

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
        self.program = program
        self.start = start
        self.pair = pair
        self._boards = frozenset(board_places(program, start)) if start is not None else frozenset[Place]()

    @property
    def play(self) -> bool:
        """Whether something is named like a move, be it a dialogue."""
        return any(names.says(key.name, names.MOVE) for key in self.program.predicates)

    def starts(self) -> list[str]:
        """What may give the first board."""
        return self._calls(names.START, names.NO_START)

    def moves(self) -> list[str]:
        """What may make the next board of a board, or list the moves."""
        return self._calls(names.MOVE, (), boards=2)

    def winners(self) -> list[str]:
        """What may say who has won, or that the game is over."""
        return self._calls((*names.WIN, *names.OVER), ())

    def facts(self) -> tuple[Key, ...]:
        """The dynamic predicates that what is named like a move changes, in the order of their names.

        Those that are nowhere declared come with them.
        """
        movers = (key for key in self.program.predicates if names.says(key.name, names.MOVE))
        found = {key for key in changed_by(self.program, movers) if key.arity} | self.program.undeclared
        return tuple(sorted(found)) if len(found) <= MOST_KINDS else ()

    def _held(self, key: Key) -> int:
        """How many arguments of a predicate are boards."""
        return sum((key, i) in self._boards for i in range(key.arity))

    def _calls(self, hints: Sequence[str], others: Sequence[str], boards: int = 100) -> list[str]:
        """Calls of what is so named, or takes so many boards; what says WIN, or takes most boards, first."""
        ranked: list[tuple[float, int, str]] = []
        for key, effects in self.program.effects.items():
            named, held = names.says(key.name, hints), self._held(key)
            if names.says(key.name, (*names.CHOOSER, *others)) or not (effects.callable and key.arity):
                continue
            if named or held >= boards:
                rank = 2.0 * names.says(key.name, names.WIN) + named + held + bool(effects.changes)
                ranked.append((effects.prints - rank, key.arity, self._call(key)))
        return [call for *_, call in sorted(ranked)[:MOST]]

    def _call(self, key: Key) -> str:
        letters, boards = iter(LETTERS), iter(("Board", "Next"))
        args: list[Term] = []
        for i in range(key.arity):
            name = next(letters, "_")
            if (key, i) in self._boards:
                name = next(boards, name)
            elif self.pair is not None and is_player(self.program, self.pair, (key, i)):
                name = "Player"
            args.append(Variable(name))
        return shown(self.program.placed(goal_of(key, args)))
