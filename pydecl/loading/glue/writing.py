"""The glue as text: rules in pydecl's interface on top of a program, each guess with its evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pydecl.loading.glue.clauses import shown
from pydecl.loading.glue.ends import CLOSED, WINNER, Ending
from pydecl.loading.glue.found import Blocked, Found
from pydecl.loading.glue.frame import Frame
from pydecl.loading.glue.outline import asked_won, won_slot
from pydecl.loading.glue.rule import BOARD, ME, OTHER, Gives, substituted
from pydecl.loading.glue.shapes import parts, paths
from pydecl.loading.glue.slots import Slot
from pydecl.loading.glue.twins import plain_calls
from pydecl.loading.glue.values import VALUE
from pydecl.model.term import Compound, PrologList, Term, Variable

NEXT = Variable("Next")

LETTERS = ("X", "Y", "X1", "Y1", "X2", "Y2", "Z", "W")


def glue(found: Found, loading: Sequence[str], named_files: str, setting_up: Sequence[Term] = ()) -> str:
    """The text of the glue. `loading` are the files of the program, as the glue's folder names them.

    `setting_up` are goals to be called once.
    """
    return _Glue(found, tuple(loading), named_files, setting_up).text()


class _Glue(Frame):
    """One glue on its way to text."""

    def __init__(self, found: Found, loading: Sequence[str], about: str, setting_up: Sequence[Term]) -> None:
        rule = found.rule
        pair = rule.pair or (found.turn[1] if found.turn else None)
        super().__init__(found.program, found.start, pair, found.heads, loading, about, setting_up)
        self.found = found
        self.turn = found.turn

    def text(self) -> str:
        self.head()
        self.slots(self._open())
        self.begin()
        self.movers(self.found.beginner, self.found.board)
        self._moves()
        self._ends()
        self._values()
        self._counting()
        self._questions()
        self.helpers()
        return self.whole

    # Moves

    def _moves(self) -> None:
        rule, found = self.found.rule, self.found
        self.gap()
        self.say(f"? {rule.makers}: {found.count} at the start, {found.range} later on.")
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
        after = self.position("Next", "Other")
        if move is None:
            self.put(f"move({one}, {after})", goals)
            self._passes("move", one, None)
        else:
            self.put(f"move({one}, {shown(move)}, {after})", goals)
            self._passes("move", one, "pass")
        if rule.blank is not None:
            self._filling(rule.blank)

    def _filling(self, blank: Term) -> None:
        """What keeps pieces off taken squares, if the program itself does not."""
        self.gap()
        fills, squares = self.fresh("fills"), self.fresh("squares")
        self.say(
            f"? A move fills an empty square, {shown(blank)}: what makes the moves does not see to that."
        )
        counted = [f"{squares}({shown(blank)}, {board}, {n})" for board, n in (("Board", "N"), ("Next", "M"))]
        self.put(f"{fills}(Board, Next)", [*counted, "M < N"])

    def _counting(self) -> None:
        """What counts the squares of a board that look alike, if that is asked."""
        winner = self.found.winner
        squares = self.fresh("squares")
        if winner is not None and winner.kind == "pieces":
            self.gap()
            counted = [f"{squares}({who}, Board, {n})" for who, n in (("Player", "N"), ("Other", "M"))]
            self.put(f"{self.fresh('more_pieces')}(Board, Player)", [self.exchange(), *counted, "N > M"])
        elif self.found.rule.blank is None:
            return
        self.gap()
        self.put(f"{squares}(Square, Term, 1)", ["Square == Term", "!"])
        inner = [f"{squares}(Square, Part, K)", f"{squares}(Square, Parts, M)", "N is K + M"]
        self.put(f"{squares}(Square, [Part|Parts], N)", ["!", *inner])
        if any(isinstance(part, Compound) for _, part in paths(self.found.board)):
            parts = ["compound(Term)", "!", "Term =.. [_|Parts]"]
            self.put(f"{squares}(Square, Term, N)", [*parts, f"{squares}(Square, Parts, N)"])
        self.put(f"{squares}(_, _, 0)", [])

    def _passes(self, name: str, one: str, move: str | None) -> None:
        if self.found.blocked is not Blocked.PASSES:
            return
        self.say("? Who cannot move passes, if the other player can move.")
        args = [one, *([move] if move else []), self.position("Board", "Other")]
        can = self.fresh("can_move")
        goals = [f"\\+ {can}(Board, Player)", self.exchange(), f"{can}(Board, Other)"]
        self.put(f"{name}({', '.join(args)})", goals)
        renamed = self._renamed()
        rule = self.found.rule
        made = [_domain(shown(renamed[v.name]), values) for v, values in rule.domains]
        goal = f"once(( {', '.join([*made, *self._made(renamed)])} ))"
        for variable in {word for word in _words(goal) if word[0].isupper()} - {"Board", "Player"}:
            if sum(word == variable for word in _words(goal)) == 1:
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
            renamed[rule.result.variable.name] = found.result_pattern(NEXT)
        elif rule.result.gives is Gives.MANY:
            renamed[rule.result.variable.name] = Variable("Nexts")
        return renamed

    def _made(self, renamed: dict[str, Term]) -> list[str]:
        rule = self.found.rule
        terms = [_anonymous(substituted(goal, renamed), rule.goals) for goal in rule.goals]
        goals: list[str] = []
        if rule.result.gives is Gives.FACTS:
            goals.append(f"snapshot(( restored_(Facts), {self._once(terms)}, facts_(Next) ))")
            if rule.may_fail:
                goals.append("Next \\== Facts")
            return [*goals, *self._filled()]
        given, result = "Board", "Next"
        if self.holes:
            goals.append("opened_(Board, Given)")
            given, result = "Given", "Made"
        if rule.result.gives is Gives.CHANGED:
            goals.append(f"duplicate_term({given}, {result})")
            given = result
        values: dict[str, Term] = {BOARD.name: Variable(given), NEXT.name: Variable(result)}
        made = [substituted(term, values) for term in terms]
        goals += map(self.goal, made) if rule.result.gives is Gives.ONE else [self._once(made)]
        if rule.result.gives is Gives.MANY:
            item = self.found.item_pattern(Variable(result))
            goals.append(f"member({shown(item)}, Nexts)")
        if self.holes:
            goals.append("closed_(Made, Next)")
        if "Opponent" in " ".join(goals):
            goals.insert(0, self.exchange().replace("Other", "Opponent"))
        return [*goals, *self._filled()]

    def _once(self, terms: Sequence[Term]) -> str:
        """All goals, in order, with one solution."""
        told = ", ".join(map(self.goal, terms))
        return f"once({told})" if len(terms) == 1 else f"once(( {told} ))"

    def _filled(self) -> list[str]:
        return [] if self.found.rule.blank is None else [f"{self.fresh('fills')}({self.what}, Next)"]

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
        if ending.kind == "pieces":
            assert player is not None
            return f"{self.fresh('more_pieces')}({self.what}, {shown(player)})"
        values = {ME.name: mover} if player is None else {WINNER.name: player, ME.name: mover}
        term = _anonymous(substituted(ending.goal, values), ())
        if self.facts:
            return f"snapshot(( restored_(Facts), {self._once(plain_calls(term))} ))"
        if CLOSED.name in str(term):
            return self._once(plain_calls(substituted(term, {CLOSED.name: BOARD})))
        if self.holes:
            term = substituted(term, {BOARD.name: Variable("Given")})
            return f"( opened_(Board, Given), {self._once(plain_calls(term))} )"
        return self._once(plain_calls(term))

    def _open(self) -> Sequence[Slot]:
        """The lines to fill in: who has won, if something may say so and was not recognised."""
        return [won_slot(self, self.found.candidates)] if self.found.candidates else []

    def _ends(self) -> None:
        found = self.found
        what = self.what
        winner, overs = found.winner, found.overs
        if self._has_over():
            self.gap()
            over = self._over
            for one in map(shown, self.pair.both if found.candidates else ()):
                self.put(over, [asked_won(self, one)])
            for ending in overs:
                self.say(f"? {ending.why}.")
                self.put(over, [self._ask(ending, None)])
            if winner is not None and any(map(winner.narrows, overs)):
                pass
            elif winner is not None and winner.kind == "lost":
                self.put(over, [self._ask(winner, Variable("_") if winner.is_open else ME)])
            elif winner is not None and winner.is_open and not winner.is_late:
                self.put(over, [self._ask(winner, Variable("_"))])
            elif winner is not None and winner.players and not winner.is_late:
                for player in winner.players:
                    self.put(over, [self._ask(winner, player)])
            elif winner is not None and winner.kind == "mover":
                self.put(over, [self._ask(winner, None)])
        self.gap()
        if winner is not None:
            self.say(f"? {winner.why}.")
        elif found.asked is not None:
            self.say(f"? Who cannot move has lost: {found.asked} fails then, and nothing names a winner.")
        for name, mine in (("terminalwon", 0), ("terminallost", 1)):
            self._won(name, mine, what)

    def _won(self, name: str, mine: int, what: str) -> None:
        """The clauses of terminalwon or terminallost."""
        found, winner = self.found, self.found.winner
        winning, loser = shown(self.pair.both[mine]), shown(self.pair.both[1 - mine])
        stuck = "\\+ move(Pos, _, _)" if found.has_names else "\\+ move(Pos, _)"
        written = False
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
            written = True
        elif winner is not None:
            if self.turn is None:
                self.put(f"{name}({self.position(what, loser)})", [self._ask(winner, None)])
            else:
                mover = "min_to_move" if mine == 0 else "max_to_move"
                self.put(f"{name}({what})", [f"{mover}({what})", self._ask(winner, None)])
            written = True
        elif found.candidates:
            self.put(f"{name}({self.position(what, '_')})", [asked_won(self, winning)])
            written = True
        if found.blocked is Blocked.LOSES:
            mover = "min_to_move" if mine == 0 else "max_to_move"
            mover_in = "Player" if self._asks_mover else "_"
            over = [f"Pos = {self.position(what, mover_in)}", f"\\+ {self._over}"] if self._has_over() else []
            self.put(f"{name}(Pos)", [f"{mover}(Pos)", *over, stuck])
            written = True
        if not written:
            self.put(f"{name}(_)", ["fail"])

    def _has_over(self) -> bool:
        found = self.found
        named = found.winner is not None and not found.winner.is_late
        return named or bool(found.overs or found.candidates)

    def _values(self) -> None:
        found = self.found
        self.gap()
        won, lost = ("1", "-1") if found.value is None else ("inf", "-inf")
        if found.value is not None:
            self.say(f"? {found.value.why}.")
        can = "move(Pos, _, _)" if found.has_names else "move(Pos, _)"
        lines = [f"(   terminalwon(Pos) -> Val = {won}", f"    ;   terminallost(Pos) -> Val = {lost}"]
        if found.value is not None:
            lines.append(f"    ;   {can} -> {self._value()}")
        else:
            self.say(
                "? No predicate values a position in which the game goes on: it is worth as much as a draw."
            )
        lines += ["    ;   Val = 0", "    )"]
        self.lines += ["staticval(Pos, Val) :-", f"    {lines[0]}", *lines[1:-1], f"{lines[-1]}."]

    def _value(self) -> str:
        value = self.found.value
        assert value is not None
        term = substituted(
            value.goal, {VALUE.name: Variable("Val0" if value.negated else "Val"), "Player": self.pair.first}
        )
        asked = f"Pos = {self.position(self.what, '_')}, "
        if self.facts:
            asked += f"snapshot(( restored_(Facts), once({self.goal(term)}) ))"
        else:
            asked += f"once({self.goal(_anonymous(term, ()))})"
        return asked + (", Val is -Val0" if value.negated else "")

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

    def one(part: Term) -> Term:
        if isinstance(part, Variable) and part.name[:1] == "A" and part.name[1:].isdigit():
            met = sum(word == part.name for word in _words(text))
            return Variable("_") if met <= (2 if others else 1) else part
        inner = tuple(map(one, parts(part)))
        if isinstance(part, Compound):
            return Compound(part.name, inner)
        return PrologList(inner) if isinstance(part, PrologList) and part.tail is None else part

    return one(term)


def _words(text: str) -> Iterator[str]:
    word = ""
    for char in text + " ":
        if char.isalnum() or char == "_":
            word += char
        elif word:
            yield word
            word = ""
