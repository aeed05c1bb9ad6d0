"""The glue as text: rules in pydecl's interface on top of a program, each guess with its evidence."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pydecl.loading.glue.ends import WINNER, Ending
from pydecl.loading.glue.found import Blocked, Found
from pydecl.loading.glue.players import Pair
from pydecl.loading.glue.program import names_in
from pydecl.loading.glue.rule import BOARD, ME, OTHER, Gives, substituted
from pydecl.loading.glue.shapes import closed, has_holes, parts, replaced
from pydecl.loading.glue.values import VALUE
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable, term_text

WIDTH = 100

NEXT = Variable("Next")

_ANY = re.compile(r"\bF\d+x\d+\b")

LETTERS = ("X", "Y", "X1", "Y1", "X2", "Y2", "Z", "W")

INTERFACE = names_in(
    "initial/1 position/1 move/2 move/3 moves/2 max_to_move/1 min_to_move/1 staticval/2 "
    "terminalwon/1 terminallost/1 turbulent/1 plausible/2 chance/3 position_text/3 "
    "position_picture/3"
)


def glue(found: Found, loading: Sequence[str], named_files: str) -> str:
    """The text of the glue. `loading` are the files of the program, as the glue's folder names them."""
    return _Glue(found, tuple(loading), named_files).text()


@dataclass
class _Glue:
    """One glue on its way to text."""

    found: Found
    loading: tuple[str, ...]
    about: str
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        own = {f"{key.name}/{key.arity}" for key in self.found.program.predicates if key.module == "rules"}
        self.names = {key.name for key in self.found.program.predicates}
        self.apart = bool(own & INTERFACE) or self.found.whole_module
        rule = self.found.rule
        self.facts = rule.result.gives is Gives.FACTS
        self.holes = has_holes(self.found.start.board)
        self.turn = self.found.turn
        self.pair = rule.pair or (self.turn[1] if self.turn else None) or Pair(Atom("max"), Atom("min"))
        self.other = self._fresh("other")
        self.over = self._fresh("over")

    def _fresh(self, name: str) -> str:
        while name in self.names:
            name += "_"
        return name

    def text(self) -> str:
        self._head()
        self._start()
        self._movers()
        self._moves()
        self._ends()
        self._values()
        self._questions()
        self._helpers()
        return "\n".join(self.lines).rstrip() + "\n"

    def say(self, text: str) -> None:
        """A comment."""
        self.lines += textwrap.wrap(text, WIDTH, initial_indent="% ", subsequent_indent="%   ")

    def put(self, head: str, goals: Sequence[str] = ()) -> None:
        """A clause."""
        if not goals:
            self.lines.append(f"{head}.")
        elif len(head) + sum(map(len, goals)) + 2 * len(goals) < WIDTH - 8 and len(goals) < 3:
            self.lines.append(f"{head} :- {', '.join(goals)}.")
        else:
            self.lines += [f"{head} :-", *(f"    {goal}," for goal in goals[:-1]), f"    {goals[-1]}."]

    def gap(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _head(self) -> None:
        self.say(f"Glue by 'pydecl adapt' for {self.about}. What follows a question mark is a guess.")
        self.gap()
        for file in self.loading:
            quoted = term_text(Atom(file))
            if self.apart:
                self.lines.append(f":- theirs:consult({quoted}).")
            else:
                self.lines.append(f":- include({quoted}).")

    # Goals

    def goal(self, term: Term) -> str:
        """A goal of the program, in the module where it lies."""
        if self.apart and not (isinstance(term, Compound) and term.name in (":", "member", "between")):
            return f"theirs:{shown(term)}"
        return shown(term)

    def _position(self, board: str, player: str) -> str:
        return board if self.turn is not None else f"state({board}, {player})"

    def _start(self) -> None:
        start = self.found.start
        self.gap()
        what = "Facts" if self.facts else "Board"
        position = "the board, with the player to move in it" if self.turn else f"state({what}, Player)"
        self.say(f"Position: {position}. ? {start.why}.")
        first = shown(self.pair.first)
        if self.facts:
            goals = ["facts_(Facts)"]
            if start.goal is not None:
                goals = [f"snapshot(( once({self.goal(start.goal)}), facts_(Facts) ))"]
            self.put(self._head_of("initial", self._position("Facts", first)), goals)
        elif start.goal is None:
            self.put(self._head_of("initial", self._position(shown(closed(start.board)), first)))
        else:
            assert start.place is not None
            out = Variable("Given" if self.holes else "Board")
            goal = _with_argument(start.goal, start.place[1], out)
            goals = [self.goal(goal), *(["closed_(Given, Board)"] if self.holes else [])]
            self.put(self._head_of("initial", self._position("Board", first)), goals)

    def _head_of(self, name: str, *args: str) -> str:
        return f"{name}({', '.join(args)})"

    def _movers(self) -> None:
        self.gap()
        one, other = map(shown, self.pair.both)
        if self.turn is not None:
            path, _ = self.turn
            for name, player in (("max_to_move", one), ("min_to_move", other)):
                self.put(self._head_of(name, self._pattern(path, Variable(player))))
            return
        by = f", whom {self.pair.by} exchanges" if self.pair.by else ""
        self.say(f"The players are {one} and {other}{by}. ? {one} begins: {self.found.beginner}.")
        self.put(self._head_of("max_to_move", f"state(_, {one})"))
        self.put(self._head_of("min_to_move", f"state(_, {other})"))

    def _pattern(self, path: tuple[int, ...], term: Term) -> str:
        """Any board with a term at a path."""
        board: Term = self.found.board
        for depth in range(len(path)):
            inner = parts(_at(board, path[:depth]))
            for i in range(len(inner)):
                if i != path[depth]:
                    board = replaced(board, (*path[:depth], i), Variable("_"))
        return shown(replaced(board, path, term))

    # Moves

    def _moves(self) -> None:
        rule, found = self.found.rule, self.found
        self.gap()
        self.say(f"? {rule.maker} makes the moves: {found.count} at the start, {found.range} later on.")
        renamed = self._renamed()
        goals: list[str] = []
        if (self.found.winner is not None and self.found.winner.kind != "count") or self.found.overs:
            goals.append(f"\\+ {self.over}({'Facts' if self.facts else 'Board'})")
        for variable, values in rule.domains:
            goals.append(_domain(shown(renamed[variable.name]), values))
        goals += self._made(renamed)
        move = found.move_pattern(renamed)
        if found.same:
            goals.append("Next \\== Board")
        if found.repeats:
            goals = [f"distinct(Next, ( {', '.join(goals)} ))"]
        if self.turn is None:
            goals.append(self._exchange())
        one = self._position("Facts" if self.facts else "Board", "Player")
        after = self._position("Next", "Other")
        if move is None:
            self.put(self._head_of("move", one, after), goals)
            self._passes("move", one, None)
        else:
            self.put(self._head_of("move", one, shown(move), after), goals)
            self._passes("move", one, "pass")

    def _passes(self, name: str, one: str, move: str | None) -> None:
        if self.found.blocked is not Blocked.PASSES:
            return
        self.say("? Who cannot move passes, if the other player can move.")
        hidden = "_, _" if move else "_"
        args = [one, *([move] if move else []), self._position("Board", "Other")]
        can = self._fresh("can_move")
        goals = [f"\\+ {can}(Board, Player)", self._exchange(), f"{can}(Board, Other)"]
        self.put(self._head_of(name, *args), goals)
        renamed = self._renamed()
        rule = self.found.rule
        made = [_domain(shown(renamed[v.name]), values) for v, values in rule.domains]
        self.put(f"{can}(Board, Player)", [f"once(( {', '.join([*made, *self._made(renamed)])} ))"])
        del hidden

    def _exchange(self) -> str:
        if self.pair.by is not None:
            by = Compound(self.pair.by.name, (ME, OTHER))
            qualified = (
                by if self.pair.by.module == "rules" else Compound(":", (Atom(self.pair.by.module), by))
            )
            return self.goal(qualified)
        return f"{self.other}(Player, Other)"

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
            return [f"snapshot(( restored_(Facts), once({self.goal(terms[-1])}), facts_(Next) ))"]
        given, result = "Board", "Next"
        if self.holes:
            goals.append("opened_(Board, Given)")
            given, result = "Given", "Made"
        if rule.result.gives is Gives.CHANGED:
            goals.append(f"duplicate_term({given}, {result})")
            given = result
        values: dict[str, Term] = {BOARD.name: Variable(given), NEXT.name: Variable(result)}
        goals += [self.goal(substituted(term, values)) for term in terms]
        if rule.result.gives is Gives.MANY:
            item = self.found.item_pattern(Variable(result))
            goals.append(f"member({shown(item)}, Nexts)")
        if self.holes:
            goals.append("closed_(Made, Next)")
        if "Opponent" in " ".join(goals):
            goals.insert(0, self._exchange().replace("Other", "Opponent"))
        return goals

    # Ends

    def _ask(self, ending: Ending, player: Term | None) -> str:
        values = {} if player is None else {WINNER.name: player}
        term = _anonymous(substituted(ending.goal, values), ())
        if self.facts:
            return f"snapshot(( restored_(Facts), once({self.goal(term)}) ))"
        if self.holes:
            term = substituted(term, {BOARD.name: Variable("Given")})
            return f"( opened_(Board, Given), once({self.goal(term)}) )"
        return f"once({self.goal(term)})"

    def _ends(self) -> None:
        found = self.found
        what = "Facts" if self.facts else "Board"
        winner, overs = found.winner, found.overs
        if (winner is not None and winner.kind != "count") or overs:
            self.gap()
            for ending in overs:
                self.say(f"? {ending.why}.")
                self.put(f"{self.over}({what})", [self._ask(ending, None)])
            if winner is not None and winner.players and winner.kind != "count":
                for player in winner.players:
                    self.put(f"{self.over}({what})", [self._ask(winner, player)])
            elif winner is not None and winner.kind == "mover":
                self.put(f"{self.over}({what})", [self._ask(winner, None)])
        self.gap()
        if winner is not None:
            self.say(f"? {winner.why}.")
        for name, mine in (("terminalwon", 0), ("terminallost", 1)):
            self._won(name, mine, what)

    def _won(self, name: str, mine: int, what: str) -> None:
        """The clauses of terminalwon or terminallost."""
        found, winner = self.found, self.found.winner
        loser = shown(self.pair.both[1 - mine])
        stuck = "\\+ move(Pos, _, _)" if found.has_names else "\\+ move(Pos, _)"
        written = False
        if winner is not None and winner.players is not None:
            goals = [self._ask(winner, winner.players[mine])]
            if winner.kind == "count":
                goals = [f"Pos = {self._position(what, '_')}", stuck, *goals]
                self.put(f"{name}(Pos)", goals)
            else:
                self.put(self._head_of(name, self._position(what, "_")), goals)
            written = True
        elif winner is not None:
            if self.turn is None:
                self.put(self._head_of(name, self._position(what, loser)), [self._ask(winner, None)])
            else:
                mover = "min_to_move" if mine == 0 else "max_to_move"
                self.put(f"{name}({what})", [f"{mover}({what})", self._ask(winner, None)])
            written = True
        if found.blocked is Blocked.LOSES:
            mover = "min_to_move" if mine == 0 else "max_to_move"
            over = (
                [f"Pos = {self._position(what, '_')}", f"\\+ {self.over}({what})"] if self._has_over() else []
            )
            self.put(f"{name}(Pos)", [f"{mover}(Pos)", *over, stuck])
            written = True
        if not written:
            self.put(f"{name}(_)", ["fail"])

    def _has_over(self) -> bool:
        found = self.found
        return bool(found.overs) or (found.winner is not None and found.winner.kind != "count")

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
        asked = f"Pos = {self._position('Facts' if self.facts else 'Board', '_')}, "
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

    def _helpers(self) -> None:
        self.gap()
        if self.turn is None and self.pair.by is None:
            one, other = map(shown, self.pair.both)
            self.put(f"{self.other}({one}, {other})")
            self.put(f"{self.other}({other}, {one})")
        if self.facts:
            self._fact_helpers()
        if self.holes:
            self.say("A position has '_' where their board has a free variable.")
            self.put(
                "closed_(Given, Board)",
                ["copy_term(Given, Board)", "term_variables(Board, Free)", "maplist(=('_'), Free)"],
            )
            self.put("opened_('_', _)", ["!"])
            self.put("opened_(Board, Board)", ["atomic(Board)", "!"])
            self.put(
                "opened_(Board, Given)",
                ["Board =.. [Name|Parts]", "maplist(opened_, Parts, Opened)", "Given =.. [Name|Opened]"],
            )

    def _fact_helpers(self) -> None:
        self.say("The facts that the program changes as it plays.")
        for head in self.found.heads:
            self.put(f"changing_({_ANY.sub('_', self.goal(head))})")
        self.put(
            "facts_(Facts)",
            ["findall(Fact, ( changing_(Fact), call(Fact) ), Facts0)", "msort(Facts0, Facts)"],
        )
        self.put(
            "restored_(Facts)",
            ["forall(changing_(Fact), retractall(Fact))", "forall(member(Fact, Facts), assertz(Fact))"],
        )


def _domain(variable: str, values: Sequence[Term]) -> str:
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"between({numbers[0]}, {numbers[-1]}, {variable})"
    return f"member({variable}, {shown(PrologList(tuple(values)))})"


def _with_argument(goal: Term, i: int, term: Term) -> Term:
    if isinstance(goal, Compound) and goal.name == ":":
        return Compound(":", (goal.args[0], _with_argument(goal.args[1], i, term)))
    assert isinstance(goal, Compound)
    args = [Variable("_") if isinstance(arg, Variable) else arg for arg in goal.args]
    args[i] = term
    return Compound(goal.name, tuple(args))


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


def _at(term: Term, path: tuple[int, ...]) -> Term:
    for i in path:
        term = parts(term)[i]
    return term


OPERATORS = {"-": 500, "/": 400, ":": 200, ",": 1000}


def shown(term: Term) -> str:
    """The term as people write it: a blank after a comma, and the operators of moves between operands."""
    if isinstance(term, Compound) and len(term.args) == 2 and term.name in OPERATORS:
        left, right = (_operand(arg) for arg in term.args)
        if term.name == ",":
            return f"({left}, {right})"
        return f"{left}{term.name}{right}"
    if isinstance(term, Compound):
        return f"{Atom(term.name)}({', '.join(map(shown, term.args))})"
    if isinstance(term, PrologList):
        items = ", ".join(map(shown, term.items))
        return f"[{items}]" if term.tail is None else f"[{items}|{shown(term.tail)}]"
    return term_text(term)


def _operand(term: Term) -> str:
    text = shown(term)
    plain = not (isinstance(term, Compound) and term.name in OPERATORS) or term.name == ","
    negative = isinstance(term, int | float) and term < 0
    symbolic = isinstance(term, Atom) and not (text[:1].isalpha() or text[:1] in "'[")
    return f"({text})" if not plain or negative or symbolic else text
