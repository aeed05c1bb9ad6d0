"""What any glue has: the program loaded, positions, the start, the players, and helpers for all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydecl.loading.glue.choosing import Turn
from pydecl.loading.glue.clauses import Lines, shown
from pydecl.loading.glue.players import UNNAMED, Pair, goal_of
from pydecl.loading.glue.program import Program
from pydecl.loading.glue.rule import inner
from pydecl.loading.glue.shapes import ANY, around, parts
from pydecl.loading.glue.slots import Slot
from pydecl.loading.glue.starts import Start
from pydecl.model.term import Atom, Compound, Term, Variable, term_text

_ANY = re.compile(r"\bF\d+x\d+\b")


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
        """The first comment, and the files."""
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
        """The lines to fill in."""
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
        """A position."""
        return board if self.turn is not None else f"state({board}, {player})"

    def restored(self, goal: str) -> str:
        """The goal as it is where the facts are those of the position."""
        return f"snapshot(( restored_(Facts), once({goal}) ))"

    def begin(self) -> None:
        """The first position."""
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
        for head in self.heads:
            self.put(f"changing_({_ANY.sub('_', self.goal(head))})")
        self.put(
            "facts_(Facts)",
            ["findall(Fact, ( changing_(Fact), call(Fact) ), Facts0)", "msort(Facts0, Facts)"],
        )
        self.put(
            "restored_(Facts)",
            ["forall(changing_(Fact), retractall(Fact))", "forall(member(Fact, Facts), assertz(Fact))"],
        )
