"""The two sides: games as nodes that are looked at, and stepped from by the numbers of their moves.

Whoever begins is player 0 on both, and a result is the sign of what player 0 gets.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol, Self, TypeVar

from pydecl.court.process import SystemFaultError
from pydecl.engines.numbered import Followed, PackedGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError, UnfitError
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.game import MOVES_AGAIN, Outcome, Player
from pydecl.model.number import Number
from pydecl.model.passing import unpassed
from pydecl.model.position import Move, Position
from pydecl.model.reader import read_term
from pydecl.model.solved import Column
from pydecl.model.term import Atom, Compound, Term, term_text

T = TypeVar("T")

CHUNK = 256
"""So many positions, or states, are asked for at a time, at the most."""

FIRST, QUICK = 16, 0.1
"""So many at first; twice as many if they took less than so many seconds, fewer if ten times that."""

MOST_NODES = 200_000
"""How many of the rules' positions are kept."""

MOST_BYTES = 32_000_000
"""How many bytes the packed positions that follow these may take, where rules run in machine code."""


@dataclass(frozen=True, slots=True)
class Look:
    """What can be seen: who moves (None is chance), the moves' names, and the result once all is over."""

    mover: int | None
    moves: Sequence[str]
    result: int | None
    sum: float = 0.0
    """What both players get together."""
    error: str = ""
    """What a system said in place of all this."""

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def sight(self) -> tuple[Any, ...]:
        """What both sides show alike, whatever moves are called."""
        return ("over", self.result) if self.is_over else (self.mover, len(self.moves), bool(self.error))


class Node:
    """A position of the rules, or a state of a system. `kids` are where its moves lead, if known."""

    __slots__ = ("_names", "afters", "keys", "kids", "look", "marks", "state")

    def __init__(
        self,
        state: Any,
        look: Look,
        afters: Sequence[Any] = (),
        marks: Sequence[Hashable] = (),
        keys: Sequence[Term] = (),
    ) -> None:
        """`afters` are the positions that moves of the rules lead to, which nobody need have looked at.

        `marks` tell these apart, and no position is read for them; `keys` are these moves as terms.
        """
        self.state = state
        self.afters = afters
        self.marks = marks
        self.keys = keys
        self.look = look
        self.kids: list[Node | None] = [None] * len(look.moves)
        self._names: Sequence[str] | None = None

    @property
    def mark(self) -> Hashable:
        """What tells a position of the rules apart, as `marks` tell those that follow."""
        return self.state if isinstance(self.state, bytes) else str(self.state)

    @property
    def names(self) -> Sequence[str]:
        """The plain names of the moves; of several with the same one, all but the shortest are whole."""
        if self._names is None:
            moves = self.look.moves
            self._names = names = [plain(name) for name in moves]
            if len(set(names)) < len(names):
                shortest = dict(sorted(zip(names, moves, strict=True), key=lambda one: -len(one[1])))
                self._names = [
                    name if shortest[name] == move else move for name, move in zip(names, moves, strict=True)
                ]
        return self._names


_FUNCTOR = re.compile(r"\w+\((.*)\)$")
_CAPTURE = re.compile(r"(?<=\d)x(?=[a-z\d])")
_TOKEN = re.compile(r"([a-z])(?=\d)|([a-z]+|\d+)")


@lru_cache(maxsize=1 << 16)
def plain(name: str) -> str:
    """A move's name without its punctuation, by which the same move may be known on both sides.

    The letter of a column is its number, and what stands before brackets does not count.

    >>> plain("x(0,2)"), plain("a2-a3"), plain("A2xA3*"), plain("m(1,2,1,3)"), plain("9x18"), plain("pass")
    ('0 2', '1 2 1 3', '1 2 1 3', '1 2 1 3', '9 18', 'pass')
    """
    name = name.lower()
    within = _FUNCTOR.match(name)
    tokens = _TOKEN.findall(_CAPTURE.sub(" ", within[1] if within else name))
    return " ".join(str(ord(column) - 96) if column else other for column, other in tokens)


class Side(ABC):
    """A game, node by node."""

    until = NEVER
    """Afterwards no step is made."""
    chunk = FIRST
    """So many steps are asked for at a time, by how quick the last ones were."""

    @abstractmethod
    def root(self) -> Node:
        """Where it begins."""

    @abstractmethod
    def _stepped(self, steps: Sequence[tuple[Node, int]]) -> Sequence[Node]:
        """Where moves lead that are not known."""

    def step(self, steps: Iterable[tuple[Node, int]]) -> None:
        """See where moves lead, by their numbers: the nodes' `kids` are there then.

        Raises LimitError if the time is over.
        """
        wanted = dict.fromkeys((node, move) for node, move in steps if not self._knows(node.kids[move]))
        todo = list(wanted)
        while todo:
            self.until.left()
            part, todo = todo[: self.chunk], todo[self.chunk :]
            began = time.monotonic()
            for (node, move), kid in zip(part, self._stepped(part), strict=True):
                node.kids[move] = kid
            seconds = time.monotonic() - began
            if seconds < QUICK and len(part) == self.chunk:
                self.chunk = min(2 * self.chunk, CHUNK)
            elif seconds > 10 * QUICK:
                self.chunk = max(int(len(part) * 10 * QUICK / seconds), 1)

    def open(self, nodes: Iterable[Node]) -> None:
        """See where all moves lead."""
        self.step((node, move) for node in nodes for move in range(len(node.kids)))

    def _knows(self, kid: Node | None) -> bool:
        return kid is not None and kid.state is not None

    def forget(self, nodes: Iterable[Node], but: Collection[Node] = ()) -> None:  # noqa: B027
        """Let nodes go, and where they lead, but for some; the root stays."""

    def script(self, moves: Sequence[int], law: str | None) -> Sequence[str]:  # noqa: ARG002
        """A program in the side's own language that shows where moves lead; empty if it has none."""
        return ()

    def replay(self, moves: Sequence[int]) -> list[Node]:
        """The nodes along a line from the root."""
        nodes = [self.root()]
        for move in moves:
            self.step([(nodes[-1], move)])
            kid = nodes[-1].kids[move]
            assert kid is not None
            nodes.append(kid)
        return nodes

    @abstractmethod
    def picture(self, node: Node) -> str | None:
        """The board as text."""

    def optimise(self, until: Deadline) -> None:  # noqa: B027
        """Be quicker from now on, if that can be done in time; no node means anything then."""

    @property
    def in_prolog(self) -> Self:
        """The same side, with no rules in machine code."""
        return self

    def texts(self, node: Node) -> Sequence[str]:
        """The text of a position of the rules, and of those that its moves lead to."""
        return [str(node.state), *map(str, node.marks)]


class RulesSide(Side):
    """The rules in SWI-Prolog: the same position is the same node."""

    def __init__(self, game: SessionGame) -> None:
        self._forgotten = game.times_forgotten
        self._begin(game, game.start.term)

    def _begin(self, game: SessionGame, start: Hashable) -> None:
        self._game = game
        self._passes = MOVES_AGAIN in game.defined
        self._nodes: dict[Hashable, Node] = {}
        self._names: dict[Term | None, str] = {}
        self._first = game.turn(game.from_term(game.start.term)) or Player.MAX
        self._root = self._at([start])[0]

    def root(self) -> Node:
        return self._root

    def _stepped(self, steps: Sequence[tuple[Node, int]]) -> Sequence[Node]:
        if len(self._nodes) > MOST_NODES or self._has_forgotten():
            root = self._root  # others know its kids
            self._root = Node(root.state, root.look, root.afters, root.marks, root.keys)
            self._nodes = {self._root.state: self._root}
        return self._at([node.afters[move] for node, move in steps])

    def _has_forgotten(self) -> bool:
        """Whether what is known of positions takes too much, and was let go."""
        before, self._forgotten = self._forgotten, self._game.times_forgotten
        return before < self._forgotten

    def _at(self, positions: Sequence[Hashable]) -> Sequence[Node]:
        new = [one for one in dict.fromkeys(positions) if one not in self._nodes]
        if new:
            self._nodes.update(zip(new, self._looked_at(new), strict=True))
        return [self._nodes[position] for position in positions]

    def _looked_at(self, positions: Sequence[Any]) -> Iterator[Node]:
        self._game.expand(positions, plies=0)
        return map(self._made, positions)

    def _made(self, position: Term) -> Node:
        rules = self._game
        chances = rules.chance(position)
        if chances:
            look = _chances([chance for chance, _ in chances])
            keys: Sequence[Term] = [
                Compound("-", (number, Compound("name", (chance,))))
                for number, (chance, _) in enumerate(chances, 1)
            ]
            afters: Sequence[Term] = [self._unpassed(after) for _, after in chances]
            return Node(position, look, afters, [str(after) for after in afters], keys)
        names, afters, texts = rules.moves_and_afters(position)
        if names:
            keys = [afters[at] if name is None else name for at, name in enumerate(names)]
            moves = [self._name(name, key) for name, key in zip(names, keys, strict=True)]
            look = Look(int(rules.player(position) is not self._first), moves, None)
            if self._passes:
                afters = Column(unpassed, afters)
                texts = Column(str, afters)
            return Node(position, look, afters, texts, keys)
        if "chance/3" in rules.defined:
            rules.all_movers(position)  # raises what is wrong with chance, where nothing follows for that
        return Node(position, self._end(self._outcome(position)))

    def _outcome(self, position: Term) -> Outcome | None:
        """How a game has ended: by the static value, if the rules have one."""
        rules = self._game
        if "staticval/2" in rules.defined:
            return rules.outcome(position)
        if rules.terminal_won(position):
            return Outcome.WON
        return Outcome.LOST if rules.terminal_lost(position) else Outcome.DRAWN

    def _end(self, outcome: Outcome | None) -> Look:
        sign = 0 if outcome is Outcome.DRAWN else 1 if outcome is Outcome.WON else -1
        return Look(None, (), sign if self._first is Player.MAX else -sign)

    def _unpassed(self, position: Term) -> Term:
        return unpassed(position) if self._passes else position

    def _name(self, name: Term | None, after: Term) -> str:
        if name is None:
            return f"to {term_text(after)}"
        if name not in self._names:
            nowhere: Position[Any] = Position(self._game, None)
            self._names[name] = str(Move(nowhere, name, nowhere))
        return self._names[name]

    def picture(self, node: Node) -> str | None:
        return self._game.picture(node.state) or self._game.format_position(node.state)


class CompiledSide(RulesSide):
    """The rules in machine code."""

    def __init__(self, game: SessionGame) -> None:
        """It is there soon. Raises what `PackedGame` raises."""
        self._bytes = 0
        self._shown = Shown(self)
        self._use(game, PackedGame(game, hastily=True))

    def _use(self, game: SessionGame, rules: PackedGame) -> None:
        self._rules = rules
        self._begin(game, rules.start)

    def optimise(self, until: Deadline) -> None:
        with suppress(PydeclError), self._game.session.before(until):  # or no compiler that optimises works
            rules = PackedGame(self._game)
            self._rules.close()
            self._use(self._game, rules)

    def close(self) -> None:
        """End the process; twice does no harm."""
        self._rules.close()

    @property
    def in_prolog(self) -> RulesSide:  # type: ignore[override]
        return RulesSide(self._game)

    def _has_forgotten(self) -> bool:
        if self._bytes < MOST_BYTES:
            return False
        self._bytes = 0
        return True

    def _looked_at(self, positions: Sequence[Any]) -> Iterator[Node]:
        return map(self._node, positions, self._rules.followed(positions))

    def _node(self, position: bytes, found: Followed) -> Node:
        afters = found.afters
        self._bytes += len(afters.packed)
        if found.odds:
            return Node(position, _chances(found.odds), afters, afters)
        if not afters:
            return Node(position, self._end(found.end))
        moves = MoveNames(len(afters), lambda: self._named(found))
        return Node(position, Look(int(found.mover is not self._first), moves, None), afters, afters)

    def _named(self, found: Followed) -> Sequence[str]:
        if found.unwritten:
            raise UnfitError("machine code does not write the names of moves")
        if found.names is None:
            return [f"to {after}" for after in self._rules.texts(found.afters)]
        return [self._shown[name] for name in found.names.split(b"\n")[:-1]]

    def texts(self, node: Node) -> Sequence[str]:
        return list(self._rules.texts([node.state, *node.afters]))

    def picture(self, node: Node) -> str | None:
        return self.texts(node)[0]  # whoever wants to see a board asks SWI-Prolog


@contextmanager
def rules_side(game: SessionGame) -> Iterator[RulesSide]:
    """The rules, in machine code if they compile."""
    side: CompiledSide | None = None
    with suppress(PydeclError):  # what is wrong with them SWI-Prolog tells
        side = CompiledSide(game)
    if side is None:
        yield RulesSide(game)
        return
    with closing(side):
        yield side


class Shown(dict[bytes, str]):
    """What moves are called, by their canonical texts in UTF-8."""

    def __init__(self, side: RulesSide) -> None:
        self._side = side

    def __missing__(self, name: bytes) -> str:
        text = str(name, "utf-8")
        shown = self[name] = self._side._name(read_term(text), Atom(text))
        return shown


class MoveNames(Sequence[str]):
    """The names of so many moves, asked for when somebody wants to see them."""

    def __init__(self, count: int, ask: Callable[[], Sequence[str]]) -> None:
        self._count = count
        self._ask = ask

    @cached_property
    def _names(self) -> Sequence[str]:
        return self._ask()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:
        return self._names[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)


def _chances(odds: Sequence[Number]) -> Look:
    return Look(None, _told_apart([term_text(chance) for chance in odds]), None)


def _told_apart(names: Sequence[str]) -> Sequence[str]:
    """Names of which none is there twice: the second 1r6 is `1r6 2`."""
    met: Counter[str] = Counter()
    found = []
    for name in names:
        met[name] += 1
        found.append(name if met[name] == 1 else f"{name} {met[name]}")
    return found


def _failed(answer: Mapping[str, Any]) -> Look:
    return Look(None, (), None, error=" ".join(str(answer["error"]).split())[:500])


Way = tuple[Any, ...] | None
"""How a state was made: the way of the one before, a word, and its other arguments; None at the start."""


class Answering(Protocol):
    """What answers requests, as a system's process does."""

    @property
    def answers(self) -> Sequence[Mapping[str, Any]]:
        """The last answers, as far as they came."""

    def ask(self, requests: Sequence[Sequence[object]]) -> Sequence[Mapping[str, Any]]:
        """The answers, in order."""


class SystemSide(Side):
    """A system that answers by its lines: each play makes a state of its own."""

    def __init__(self, process: Answering) -> None:
        self._process = process
        self.name = ""
        self.fault: PydeclError | None = None
        """Why there are no more answers."""
        self._unanswered: Sequence[Way] = ()
        self._swapped = False
        self._dropped: list[int] = []
        self._ways: dict[object, Way] = {}
        self._root = self._new()
        self._swapped = self._root.look.mover == 1
        self._root.look = self._looks([self._root.state])[0]

    def root(self) -> Node:
        return Node(self._root.state, self._root.look)

    def _new(self) -> Node:
        began = time.monotonic()
        (answer,) = self._process.ask([("new",)])
        if "error" in answer:
            raise SystemFaultError(f"the system answers new with an error: {_failed(answer).error}")
        self.name = str(answer.get("system", ""))[:300]
        state = self._state(answer)
        look = self._looks([state])[0]
        if look.error:
            raise SystemFaultError(f"the system answers look with an error: {look.error}")
        if time.monotonic() - began > 10 * QUICK:
            self.chunk = 1
        return Node(state, look)

    def _stepped(self, steps: Sequence[tuple[Node, int]]) -> Sequence[Node]:
        return self._nodes([("play", node.state, move) for node, move in steps])

    def _nodes(self, requests: Sequence[Sequence[object]]) -> Sequence[Node]:
        """What was made, or the error that was told instead."""
        made = self._asked(
            requests, lambda answer: _failed(answer) if "error" in answer else self._state(answer)
        )
        for (word, state, *rest), one in zip(requests, made, strict=True):
            if not isinstance(one, Look):
                self._ways[one] = (self._ways.get(state), word, *rest)
        looks = iter(self._looks([one for one in made if not isinstance(one, Look)]))
        return [Node(-1, one) if isinstance(one, Look) else Node(one, next(looks)) for one in made]

    def _asked(
        self, requests: Sequence[Sequence[object]], read: Callable[[Mapping[str, Any]], T]
    ) -> Sequence[T]:
        """What is read of the answers."""
        found: list[T] = []
        try:
            for answer in self._process.ask(requests):
                found.append(read(answer))
        except PydeclError as error:
            if error is not self.fault:
                left = requests[len(found) or len(self._process.answers) :] or requests
                self._unanswered = [(self._ways.get(state), word, *rest) for word, state, *rest in left]
                self.fault = error
            raise
        return found

    def retraced(self, process: Answering) -> tuple[list[str], list[int], str] | None:
        """The moves, by name and number, and the word after them, on which the system has stopped.

        Of all that had no answer it is what stops another `process`, too; or else the first.
        """
        told: list[tuple[list[str], list[int], str]] = []
        with suppress(PydeclError):
            other = SystemSide(process)
            for way in self._unanswered:
                steps: list[tuple[str, list[int]]] = []
                while way:
                    way, word, *rest = way
                    steps.insert(0, (word, rest))
                state, names = other._root.state, list[str]()
                told.append((names, [move for _, rest in steps for move in rest], steps[-1][0]))
                for word, rest in steps:
                    (look,) = other._looks([state])
                    names += [look.moves[move] for move in rest if move < len(look.moves)]
                    (answer,) = process.ask([(word, state, *rest)])
                    state = answer.get("state", state)
            del told[1:]
        return told[-1] if told else None

    def looked_at_again(self, nodes: Sequence[Node]) -> Sequence[Look]:
        """What can be seen now of nodes that were looked at before."""
        return self._looks([node.state for node in nodes])

    def known(self, words: Sequence[str]) -> Sequence[str]:
        """Those of 'undo' and 'clone' that the system knows."""
        kid = self._new()
        if kid.look.moves:
            (kid,) = self._nodes([("play", kid.state, 0)])
        knows = self._asked([(word, kid.state) for word in words], lambda answer: "error" not in answer)
        return [word for word, is_known in zip(words, knows, strict=True) if is_known]

    def made(self, word: str, nodes: Sequence[Node]) -> Sequence[Node]:
        """What 'undo' or 'clone' makes of nodes."""
        return self._nodes([(word, node.state) for node in nodes])

    def forget(self, nodes: Iterable[Node], but: Collection[Node] = ()) -> None:
        for node in nodes:
            if node.state is None or node in but:
                continue
            self.forget((kid for kid in node.kids if kid is not None), but)
            if node.state not in (self._root.state, -1):
                self._dropped.append(node.state)
                self._ways.pop(node.state, None)
                node.state = None
        if len(self._dropped) >= CHUNK:
            self._process.ask([("drop", *self._dropped)])
            self._dropped = []

    def _looks(self, states: Sequence[int]) -> Sequence[Look]:
        return self._asked([("look", state) for state in states], self._seen)

    def picture(self, node: Node) -> str | None:
        (text,) = self._asked([("show", node.state)], lambda answer: answer.get("text"))
        return text if isinstance(text, str) else None

    def script(self, moves: Sequence[int], law: str | None) -> Sequence[str]:
        """A program in the system's own language that shows where moves lead; empty if it has none."""
        lines = self._process.ask([("script", list(moves), law)])[0].get("lines")
        return [str(line) for line in lines] if isinstance(lines, list) else []

    def _state(self, answer: Mapping[str, Any]) -> int:
        state = answer.get("state")
        if not isinstance(state, int) or isinstance(state, bool):
            raise SystemFaultError(f"the system tells no state, which is a whole number: {answer}"[:500])
        return state

    def _seen(self, answer: Mapping[str, Any]) -> Look:
        if "error" in answer:
            return _failed(answer)
        mover, moves, result = answer.get("mover"), answer.get("moves"), answer.get("result")
        is_number = isinstance(result, int | float) and not isinstance(result, bool)
        is_list = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
        is_look = mover in (0, 1, None) and (result is None or is_number) and is_list
        if not is_look or not isinstance(moves, list):
            wrong = "a mover (0, 1 or null), moves (a list of texts) and a result (a number or null)"
            raise SystemFaultError(f"the system's look must have {wrong}: {answer}"[:500])
        if result is None:
            return Look(mover if mover is None else mover ^ self._swapped, moves, None)
        if result != result:
            return _failed({"error": "the result is no number: NaN"})
        sign = (result > 0) - (result < 0)
        both = answer.get("results")
        total = (
            sum(both) if isinstance(both, list) and all(isinstance(one, int | float) for one in both) else 0.0
        )
        return Look(None, (), -sign if self._swapped else sign, total)
