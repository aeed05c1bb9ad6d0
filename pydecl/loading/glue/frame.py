"""Glue as lines of text: what any glue has, such as the program, the start, the players, lines to fill in."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Turn
from pydecl.loading.glue.players import UNNAMED, Pair, goal_of, is_player
from pydecl.loading.glue.program import Key, Place, Program
from pydecl.loading.glue.rule import inner
from pydecl.loading.glue.shapes import ANY, around, parts
from pydecl.loading.glue.starts import MOST_KINDS, Start, board_places, changed_by
from pydecl.model.term import Atom, Compound, Term, Variable, term_text
from pydecl.rules.writing import shown

WIDTH = 100


@dataclass
class Lines:
    """A text on its way, line by line."""

    lines: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        self.lines += textwrap.wrap(text, WIDTH, initial_indent="% ", subsequent_indent="%   ")

    def put(self, head: str, goals: Sequence[str] = ()) -> None:
        if not goals:
            self.lines.append(f"{head}.")
        elif len(head) + sum(map(len, goals)) + 2 * len(goals) < WIDTH - 8 and len(goals) < 3:
            self.lines.append(f"{head} :- {', '.join(goals)}.")
        else:
            self.lines += [f"{head} :-", *(f"    {goal}," for goal in goals[:-1]), f"    {goals[-1]}."]

    def gap(self) -> None:
        """An empty line, if the last one is not empty."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    @property
    def whole(self) -> str:
        return "\n".join(self.lines).rstrip() + "\n"


# Lines that a person fills in

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


# What any glue has

_ANY = re.compile(r"\bF\d+x(\d+)\b")


class Frame(Lines):
    """Glue on its way to text: what does not depend on the moves.

    `loading` are the files of the program, as the glue's folder names them. `start` is None if it is to be
    filled in, and `heads` are the facts that hold the state, if facts do.
    """

    def __init__(
        self,
        program: Program,
        start: Start | None,
        pair: Pair | None,
        heads: Sequence[Term],
        loading: Sequence[str],
        about: str,
    ) -> None:
        super().__init__()
        self.program = program
        self.start = start
        self.heads = heads
        self.loading = loading
        self.about = about
        self.names = {key.name for key in program.predicates}
        self.apart = program.defines_interface
        self.facts = bool(heads)
        self.turn: Turn | None = None
        self.pair = pair or UNNAMED
        self.other = self.fresh("other")
        self.over = self.fresh("over")
        self.won = self.fresh("won")
        self.first = self.fresh("first")

    @property
    def what(self) -> str:
        """The variable for a board."""
        return "Facts" if self.facts else "Board"

    def fresh(self, name: str) -> str:
        """A name that the program does not use."""
        while not self.apart and name in self.names:
            name += "_"
        return name

    def head(self) -> None:
        self.say(f"Glue by 'pydecl adapt' for {self.about}. What follows a question mark is a guess.")
        self.gap()
        for file in self.loading:
            quoted = term_text(Atom(file))
            if self.apart:
                self.lines.append(f":- theirs:consult({quoted}).")
            else:
                self.lines.append(f":- include({quoted}).")

        for key in sorted(self.program.undeclared):
            if key.module == "rules":
                home = f"{self.program.home(key.name)}:" if self.apart else ""
                self.lines.append(f":- dynamic({home}{Atom(key.name)}/{key.arity}).")

    def slots(self, slots: Sequence[Slot]) -> None:
        if slots and self.apart:
            self.gap()
            home = self.program.home(min(self.names, default=""))
            self.say(f"A predicate of the program is called with its module, as in {home}:p(Board).")
        for number, slot in enumerate(slots, 1):
            slot.write(self, number, len(slots))

    def goal(self, term: Term) -> str:
        """A goal of the program, in the module where it lies."""
        if isinstance(term, Compound) and term.name == "once":
            return f"once({self.goal(term.args[0])})"
        return shown(self.program.placed(term))

    def position(self, board: str, player: str) -> str:
        return board if self.turn is not None else f"state({board}, {player})"

    def restored(self, goal: str) -> str:
        """The goal as it is where the facts are those of the position."""
        return f"snapshot(( restored_(Facts), once({goal}) ))"

    def begin(self) -> None:
        start = self.start
        self.gap()
        what = "the board, with the player to move in it" if self.turn else f"state({self.what}, Player)"
        self.say(f"Position: {what}.{f' ? {start.why}.' if start is not None else ''}")
        first = shown(self.pair.first)
        if self.facts:
            goals = ["facts_(Facts)"]
            if start is None:
                goals = [f"snapshot(( once({self.first}), facts_(Facts) ))"]
            elif start.goal is not None:
                goals = [f"snapshot(( once({self.goal(start.goal)}), facts_(Facts) ))"]
            self.put(f"initial({self.position('Facts', first)})", goals)
        elif start is None:
            self.put(f"initial({self.position('Board', first)})", [f"{self.first}(Board)"])
        elif start.goal is None:
            self.put(f"initial({self.position(shown(start.board), first)})")
        else:
            assert start.place is not None
            key, out = start.place
            args = [ANY if isinstance(arg, Variable) else arg for arg in parts(inner(start.goal))]
            args[out] = Variable("Board")
            self.put(f"initial({self.position('Board', first)})", [self.goal(goal_of(key, args))])

    def movers(self, beginner: str, board: Term) -> None:
        """Whose turn it is."""
        self.gap()
        one, other = map(shown, self.pair.both)
        if self.turn is not None:
            path, _ = self.turn
            for name, player in (("max_to_move", one), ("min_to_move", other)):
                self.put(f"{name}({shown(around(board, path, Variable(player)))})")
            return
        by = f", whom {self.pair.by} exchanges" if self.pair.by else ""
        self.say(f"The players are {one} and {other}{by}. ? {one} begins: {beginner}.")
        self.put(f"max_to_move(state(_, {one}))")
        self.put(f"min_to_move(state(_, {other}))")

    def exchange(self) -> str:
        """The goal that leads from Player to Other."""
        if self.pair.by is not None:
            return self.goal(goal_of(self.pair.by, (Variable("Player"), Variable("Other"))))
        return f"{self.other}(Player, Other)"

    def helpers(self) -> None:
        """What the clauses above call."""
        self.gap()
        if self.turn is None and self.pair.by is None:
            one, other = map(shown, self.pair.both)
            self.put(f"{self.other}({one}, {other})")
            self.put(f"{self.other}({other}, {one})")
        if not self.facts:
            return
        self.say("The facts that the program changes as it plays.")
        for head in map(self.goal, self.heads):
            fact = _ANY.sub(r"A\1", head)
            self.put(f"fact_({fact})", [fact])
        self.put("facts_(Facts)", ["findall(Fact, fact_(Fact), Facts0)", "msort(Facts0, Facts)"])
        gone = [f"retractall({_ANY.sub('_', self.goal(head))})" for head in self.heads]
        self.put("restored_(Facts)", [*gone, "forall(member(Fact, Facts), assertz(Fact))"])
