"""Glue as text: rules in pydecl's interface on top of a program, each guess with its evidence.

If no game was found, it is an outline: all of the interface, with lines to fill in for what was not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.ends import WINNER, Ending
from pydecl.loading.glue.frame import Candidates, Frame, Slot
from pydecl.loading.glue.program import Program
from pydecl.loading.glue.rule import BOARD, ME, OTHER, Gives, Rule, named, substituted
from pydecl.loading.glue.shapes import ANY, around, mapped, parts, with_parts
from pydecl.loading.glue.starts import heads_of
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable
from pydecl.rules.writing import shown


class Blocked(Enum):
    """What becomes of a player who cannot move, if the program does not say that somebody has won."""

    DRAWN = "the game is drawn"
    LOSES = "the player has lost"
    PASSES = "the player passes"


@dataclass(frozen=True, kw_only=True)
class Found(Chosen):
    """All of it. `example` is what the rule's result looked like: an item of the list, or the term."""

    program: Program
    range: str
    beginner: str
    example: Term | None
    repeats: bool
    same: bool
    winner: Ending | None
    overs: Sequence[Ending]
    blocked: Blocked
    questions: Sequence[str]
    heads: Sequence[Term] = ()
    candidates: Sequence[str] = ()
    """Calls that may say who has won, if `winner` is to be filled in."""

    def pattern(self, board: Term) -> Term:
        """What the result is, or an item of the list, with this in the place of the board."""
        path = self.rule.result.path
        if not path or self.example is None:
            return board
        some = enumerate(parts(self.example))
        made = [around(one, path[1:], board) if i == path[0] else Variable(f"M{i}") for i, one in some]
        return with_parts(self.example, made)

    def move_pattern(self, renamed: Mapping[str, Term]) -> Term | None:
        """What names a move; None if nothing does."""
        rule = self.rule
        own = [renamed.get(v.name, v) for v in rule.moves]
        if rule.result.path and self.example is not None:
            others = [Variable(f"M{i}") for i in range(len(parts(self.example))) if i != rule.result.path[0]]
            return named([*own, *others])
        return None if rule.result.gives is Gives.MANY else named(own)


def example_of(rule: Rule, value: Term) -> Term | None:
    """The term in which a next board lies."""
    if rule.result.gives is Gives.MANY:
        return value.items[0] if isinstance(value, PrologList) and value.items else None
    return value if isinstance(value, Compound | PrologList) else None


# The outline

STATIC_VALUE = (
    "staticval(Pos, Val) :-",
    "    (   terminalwon(Pos) -> Val = 1",
    "    ;   terminallost(Pos) -> Val = -1",
    "    ;   Val = 0",
    "    ).",
)


def outline(candidates: Candidates, loading: Sequence[str], named_files: str) -> str | None:
    """The text of the outline; None if nothing looks like a move, or like a start.

    `loading` are the files of the program, as the glue's folder names them.
    """
    start = candidates.start or candidates.starts() or candidates.facts()
    if not start or not (candidates.moves() or candidates.play):
        return None
    return _Outline(candidates, loading, named_files).text()


def won_slot(frame: Frame, candidates: Sequence[str]) -> Slot:
    """The line that says who has won."""
    if frame.facts:
        return Slot(f"{frame.won}(Player)", "Player has won, as the facts are.", candidates)
    return Slot(f"{frame.won}(Board, Player)", "Player has won at Board.", candidates)


def asked_won(frame: Frame, player: str) -> str:
    """The goal that asks it of a position."""
    if frame.facts:
        return frame.restored(f"{frame.won}({player})")
    return f"once({frame.won}(Board, {player}))"


class _Outline(Frame):
    """One outline on its way to text."""

    def __init__(self, given: Candidates, loading: Sequence[str], about: str) -> None:
        facts = given.facts() if given.start is None else given.start.facts
        super().__init__(given.program, given.start, given.pair, heads_of(facts), loading, about)
        self.given = given
        self.next = self.fresh("next")

    def text(self) -> str:
        self.head()
        self.slots([*self._open()])
        self.begin()
        named = self.given.pair is not None
        self.movers("it is the first one in the text" if named else "nothing names them", Atom("b"))
        self._moves()
        self._ends()
        self.helpers()
        return self.whole

    def _open(self) -> Iterator[Slot]:
        if self.start is None:
            head = self.first if self.facts else f"{self.first}(Board)"
            says = (
                "it makes the facts those of the first position" if self.facts else "Board is the first one"
            )
            yield Slot(head, f"{says}.", self.given.starts())
        if self.facts:
            says = "Player makes Move: the facts change. One solution for each move."
            yield Slot(f"{self.next}(Player, Move)", says, self.given.moves())
        else:
            says = "Player makes Move at Board, which leads to Next. One solution for each move."
            yield Slot(f"{self.next}(Board, Player, Move, Next)", says, self.given.moves())
        yield won_slot(self, self.given.winners())

    def _moves(self) -> None:
        self.gap()
        head = f"move({self.position(self.what, 'Player')}, Move, {self.position('Next', 'Other')})"
        goals = [f"{self.next}(Board, Player, Move, Next)"]
        if self.facts:
            made = f"{self.next}(Player, Move), facts_(Next), restored_(Facts)"
            found = f"findall(Move-Next, ( {made} ), Nexts)"
            goals = [f"snapshot(( restored_(Facts), {found} ))", "member(Move-Next, Nexts)"]
        self.put(head, [f"\\+ {self.over}({self.what})", *goals, self.exchange()])

    def _ends(self) -> None:
        self.gap()
        for one in map(shown, self.pair.both):
            self.put(f"{self.over}({self.what})", [asked_won(self, one)])
        self.gap()
        for name, player in zip(("terminalwon", "terminallost"), self.pair.both, strict=True):
            self.put(f"{name}({self.position(self.what, '_')})", [asked_won(self, shown(player))])
        self.gap()
        self.lines += STATIC_VALUE
        self.gap()


# The glue

NEXT = Variable("Next")

LETTERS = ("X", "Y", "X1", "Y1", "X2", "Y2", "Z", "W")


def glue(found: Found, loading: Sequence[str], named_files: str) -> str:
    """The text of the glue. `loading` are the files of the program, as the glue's folder names them."""
    return _Glue(found, tuple(loading), named_files).text()


class _Glue(Frame):
    """One glue on its way to text."""

    def __init__(self, found: Found, loading: Sequence[str], about: str) -> None:
        super().__init__(found.program, found.start, found.pair, found.heads, loading, about)
        self.found = found
        self.turn = found.turn

    def text(self) -> str:
        self.head()
        self.slots([won_slot(self, self.found.candidates)] if self.found.candidates else [])
        self.begin()
        self.movers(self.found.beginner, self.found.start.board)
        self._moves()
        self._ends()
        self._values()
        self._questions()
        self.helpers()
        return self.whole

    # Moves

    def _moves(self) -> None:
        rule, found = self.found.rule, self.found
        self.gap()
        self.say(f"? {rule.maker} makes the moves: {found.count} at the start, {found.range} later on.")
        renamed = self._renamed()
        goals: list[str] = []
        if self._has_over():
            goals.append(f"\\+ {self._over}")
        for variable, values in rule.domains:
            goals.append(_domain(shown(renamed[variable.name]), values))
        goals += self._made(renamed)
        move = found.move_pattern(renamed)
        if found.same:
            goals.append("Next \\== Board")
        if found.repeats:
            goals = [f"distinct(Next, ( {', '.join(goals)} ))"]
        if self.turn is None:
            goals.append(self.exchange())
        one = self.position(self.what, "Player")
        named = [] if move is None else [shown(move)]
        self.put(f"move({', '.join([one, *named])}, {self.position('Next', 'Other')})", goals)
        if found.blocked is Blocked.PASSES:
            self._passes([one, "pass"] if named else [one])

    def _passes(self, args: Sequence[str]) -> None:
        self.say("? Who cannot move passes, if the other player can move.")
        can = self.fresh("can_move")
        goals = [f"\\+ {can}(Board, Player)", self.exchange(), f"{can}(Board, Other)"]
        self.put(f"move({', '.join(args)}, {self.position('Board', 'Other')})", goals)
        renamed = self._renamed()
        rule = self.found.rule
        made = [_domain(shown(renamed[v.name]), values) for v, values in rule.domains]
        goal = f"once(( {', '.join([*made, *self._made(renamed)])} ))"
        for variable in {word for word in _words(goal) if word[0].isupper()} - {"Board", "Player"}:
            if _words(goal).count(variable) == 1:
                goal = re.sub(rf"\b{variable}\b", f"_{variable}", goal)
        self.put(f"{can}(Board, Player)", [goal])

    def _renamed(self) -> dict[str, Term]:
        """Readable names for the variables of the rule."""
        rule, found = self.found.rule, self.found
        names = iter(LETTERS)
        renamed: dict[str, Term] = {BOARD.name: BOARD, ME.name: ME, OTHER.name: Variable("Opponent")}
        for variable in dict.fromkeys((*rule.moves, *(v for v, _ in rule.domains))):
            renamed[variable.name] = Variable(next(names, variable.name))
        if rule.result.gives is Gives.ONE:
            renamed[rule.result.variable.name] = found.pattern(NEXT)
        elif rule.result.gives is Gives.MANY:
            renamed[rule.result.variable.name] = Variable("Nexts")
        return renamed

    def _made(self, renamed: dict[str, Term]) -> list[str]:
        rule = self.found.rule
        terms = [_anonymous(substituted(goal, renamed), rule.goals) for goal in rule.goals]
        if rule.result.gives is Gives.FACTS:
            return [f"snapshot(( restored_(Facts), {self._once(terms)}, facts_(Next) ))"]
        goals = [*map(self.goal, terms)]
        if rule.result.gives is Gives.MANY:
            goals = [self._once(terms), f"member({shown(self.found.pattern(NEXT))}, Nexts)"]
        if "Opponent" in " ".join(goals):
            goals.insert(0, self.exchange().replace("Other", "Opponent"))
        return goals

    def _once(self, terms: Sequence[Term]) -> str:
        """All goals, in order, with one solution."""
        told = ", ".join(map(self.goal, terms))
        return f"once({told})" if len(terms) == 1 else f"once(( {told} ))"

    # Ends

    @property
    def _over(self) -> str:
        """The goal that says that the game is over."""
        return f"{self.over}({self.what}, Player)" if self._asks_mover else f"{self.over}({self.what})"

    @property
    def _asks_mover(self) -> bool:
        """Whether the end depends on whose turn it is."""
        return any(one.asks_mover for one in (self.found.winner, *self.found.overs) if one is not None)

    def _ask(self, ending: Ending, player: Term | None, mover: Term = ME) -> str:
        values = {ME.name: mover} if player is None else {WINNER.name: player, ME.name: mover}
        goal = self.goal(_anonymous(substituted(ending.goal, values), ()))
        return self.restored(goal) if self.facts else f"once({goal})"

    def _ends(self) -> None:
        found = self.found
        winner, overs = found.winner, found.overs
        if self._has_over():
            self.gap()
            over = self._over
            for one in map(shown, self.pair.both if found.candidates else ()):
                self.put(over, [asked_won(self, one)])
            for ending in overs:
                self.say(f"? {ending.why}.")
                self.put(over, [self._ask(ending, None)])
            if winner is not None and not winner.is_late:
                named = [ME] if winner.kind == "lost" else winner.players or [None]
                for player in [ANY] if winner.is_open else named:
                    self.put(over, [self._ask(winner, player)])
        self.gap()
        if winner is not None:
            self.say(f"? {winner.why}.")
        for name, mine in (("terminalwon", 0), ("terminallost", 1)):
            self._won(name, mine)

    def _won(self, name: str, mine: int) -> None:
        """The clauses of terminalwon or terminallost."""
        found, winner, what = self.found, self.found.winner, self.what
        loses = ("min_to_move", "max_to_move")[mine]
        winning, loser = shown(self.pair.both[mine]), shown(self.pair.both[1 - mine])
        stuck = "\\+ move(Pos, _, _)" if found.move_pattern({}) is not None else "\\+ move(Pos, _)"
        before = len(self.lines)
        if winner is not None and winner.players is not None:
            goals = [self._ask(winner, winner.players[mine])]
            mover = "Player" if winner.asks_mover else "_"
            if winner.kind == "lost":
                mover = loser
                goals = [self._ask(winner, winner.players[mine], self.pair.both[1 - mine])]
            if winner.is_late:
                goals = [f"Pos = {self.position(what, mover)}", stuck, *goals]
                self.put(f"{name}(Pos)", goals)
            else:
                self.put(f"{name}({self.position(what, mover)})", goals)
        elif winner is not None:
            if self.turn is None:
                self.put(f"{name}({self.position(what, loser)})", [self._ask(winner, None)])
            else:
                self.put(f"{name}({what})", [f"{loses}({what})", self._ask(winner, None)])
        elif found.candidates:
            self.put(f"{name}({self.position(what, '_')})", [asked_won(self, winning)])
        if found.blocked is Blocked.LOSES:
            mover_in = "Player" if self._asks_mover else "_"
            over = [f"Pos = {self.position(what, mover_in)}", f"\\+ {self._over}"] if self._has_over() else []
            self.put(f"{name}(Pos)", [f"{loses}(Pos)", *over, stuck])
        if len(self.lines) == before:
            self.put(f"{name}(_)", ["fail"])

    def _has_over(self) -> bool:
        found = self.found
        named = found.winner is not None and not found.winner.is_late
        return named or bool(found.overs or found.candidates)

    def _values(self) -> None:
        self.gap()
        self.say("? A position in which the game goes on is worth as much as a draw.")
        self.lines += STATIC_VALUE

    def _questions(self) -> None:
        if not self.found.questions:
            return
        self.gap()
        self.say("Open questions:")
        for question in self.found.questions:
            self.say(f"  {question}")


def _domain(variable: str, values: Sequence[Term]) -> str:
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"between({numbers[0]}, {numbers[-1]}, {variable})"
    return f"member({variable}, {shown(PrologList(tuple(values)))})"


def _anonymous(term: Term, others: Sequence[Term]) -> Term:
    """The term with `_` for the variables A1, A2, … that are met once in all goals."""
    text = " ".join(map(str, (*others, term) if others else (term,)))

    def one(part: Term) -> Term | None:
        if not isinstance(part, Variable) or re.fullmatch(r"A\d+", part.name) is None:
            return None
        return ANY if _words(text).count(part.name) <= (2 if others else 1) else None

    return mapped(term, one)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
