"""What a program does, as lines: the twin of `prolog/support/tracing.pl`, which says what each line means.

The functions of the programs are instantiated anew, in namespaces of their own, where the one that is called
once a node reports; so nothing is slower, and nothing is left behind, where nobody traces.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any, Generic

from pydecl.errors import PydeclError
from pydecl.model.game import Game, Outcome, P, Player
from pydecl.model.number import Number, number_text
from pydecl.model.program import Program, Traced
from pydecl.model.result import Answer, Limits
from pydecl.programs.attached import Attached, Node
from pydecl.programs.interface import Interface, Refined
from pydecl.programs.registry import DECLARED, OWN_MOVERS, twin_of
from pydecl.programs.run import run


def trace(
    program: Program, game: Game[P], position: P, limits: Limits, most: int
) -> tuple[Answer[P] | PydeclError, list[str], list[P]]:
    """Run a program's twin; what it does as lines, `most` of them, and the positions by their numbers.

    An error is the answer of a search that it ended.
    """
    recorder: Recorder[P] = Recorder(most, names_movers=program not in OWN_MOVERS)
    twin = twin_of(program)
    entries = {twin.__globals__[one.function].__code__: one for one in DECLARED[program].traced}

    def reporting(inner: FunctionType) -> Callable[..., Any]:
        return _reporting(inner, recorder, entries[inner.__code__])

    twin = rewired(twin, entries, reporting)

    def traced(attached: Attached[P], node: Node[P], *window: Number) -> Any:
        return twin(_Iterating(attached, recorder), node, *window)

    answer: Answer[P] | PydeclError
    try:
        answer = run(program, game, position, limits, twin=traced)
    except PydeclError as error:
        answer = error
    return answer, recorder.lines, recorder.positions


class Recorder(Generic[P]):
    """The lines so far; `most` bounds them, with the successors that they tell."""

    def __init__(self, most: int, *, names_movers: bool = True) -> None:
        """`names_movers`: the program's nodes say who is to move, and it does not ask the positions."""
        self._names_movers = names_movers
        self.lines: list[str] = []
        self.positions: list[P] = []
        self._numbers: dict[tuple[type, P], int] = {}
        self._left = most

    def write(self, line: str, size: int = 1) -> None:
        """A line, if it is still one of `most`."""
        if self._kept(size):
            self.lines.append(line)

    def entered(self, node: Node[P], window: Sequence[Number]) -> None:
        if self._kept(1):
            depth, mover, position = node
            plies = number_text(depth)
            turn = mover.value if mover is not None and self._names_movers else "any"
            words = [f"e {self._number(position)} {plies} {turn}", *map(number_text, window)]
            self.lines.append(" ".join(words))

    def successors(self, nodes: Sequence[Node[P]]) -> None:
        if self._kept(1 + len(nodes)):
            self.lines.append(" ".join(["s", *(str(self._number(position)) for _, _, position in nodes)]))

    def _kept(self, size: int) -> bool:
        if self._left < 0:
            return False
        self._left -= size
        if self._left < 0:
            self.lines.append("t")
        return self._left >= 0

    def _number(self, position: P) -> int:
        key = type(position), position  # 1 and 1.0 are two positions
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.positions)
            self.positions.append(position)
        return number


def _reporting(inner: Callable[..., Any], recorder: Recorder[P], traced: Traced) -> Callable[..., Any]:
    """A program's function that reports when it is called and when it returns."""

    def entry(game: Interface[Node[P]], node: Node[P], *rest: Any) -> Any:
        reporting = game if isinstance(game, _Reporting) else _Reporting(game, recorder)
        window = rest[traced.before : traced.before + traced.bounds]
        recorder.entered(node, window * 2 if traced.bounds == 1 else window)
        found = inner(reporting, node, *rest)
        recorder.write(f"v {_value(found)}")
        return found

    return entry


def _value(found: Any) -> str:
    """What the program gives: a value alone, or a successor and a value, or a value (true, false) first."""
    if isinstance(found, bool):
        return "true" if found else "false"
    if not isinstance(found, tuple):
        return number_text(found)
    first, second = found
    return _value(first) if isinstance(first, bool) else number_text(second)


class _Iterating(Refined[Node[P]]):
    """The attached game as a whole program sees it."""

    def __init__(self, game: Interface[Node[P]], recorder: Recorder[P]) -> None:
        super().__init__(game)
        self._recorder = recorder

    def iteration(self, node: Node[P], depth: float) -> Node[P]:
        self._recorder.write(f"i {number_text(depth)}")
        return self.game.iteration(node, depth)


class _Reporting(Refined[Node[P]]):
    """The game as a node's function sees it: what it asks is reported."""

    def __init__(self, game: Interface[Node[P]], recorder: Recorder[P]) -> None:
        super().__init__(game)
        self._recorder = recorder
        self.staticval = self._staticval

    def moves(self, node: Node[P]) -> Sequence[Node[P]]:
        found = self.game.moves(node)
        if found:
            self._recorder.successors(found)
        return found

    def _staticval(self, node: Node[P]) -> Number:
        value = self.game.staticval(node)
        self._recorder.write(f"l {number_text(value)}")
        return value

    def decided(self, node: Node[P]) -> Outcome | None:
        outcome = self.game.decided(node)
        if outcome is not None:
            self._recorder.write(f"l {outcome.value}")
        return outcome

    def leaf(self, node: Node[P]) -> None:
        self.game.leaf(node)
        self._recorder.write("l drawn")

    def table_hit(self, node: Node[P]) -> None:
        self.game.table_hit(node)
        self._recorder.write("h")

    def followers(self, node: Node[P]) -> tuple[Player | None, Sequence[tuple[Number, Node[P]]]]:
        turn, found = self.game.followers(node)
        self._recorder.write("m chance" if turn is None else f"m {turn.value}", size=0)
        if found:
            self._recorder.successors([successor for _, successor in found])
        return turn, found

    def terminalwon(self, node: Node[P]) -> bool:
        decided = self.game.terminalwon(node)
        if decided:
            self._recorder.write("l won")
        return decided

    def terminallost(self, node: Node[P]) -> bool:
        decided = self.game.terminallost(node)
        if decided:
            self._recorder.write("l lost")
        return decided

    def move(self, node: Node[P]) -> Any:
        if node[1] is Player.MIN:  # won enters MAX's positions by itself
            self._recorder.entered(node, ())
        return self.game.move(node)


def rewired(
    function: Callable[..., Any], entries: Container[CodeType], wrapped: Callable[[FunctionType], Any]
) -> Callable[..., Any]:
    """A copy of `function` and of all functions of the programs that it can call.

    In place of each copy of a function whose code is in `entries` stands what `wrapped` makes of it. The
    originals stay as they are.
    """
    assert isinstance(function, FunctionType)
    namespaces: dict[int, dict[str, Any]] = {}

    def copied(value: Any) -> Any:
        if isinstance(value, SimpleNamespace):
            return SimpleNamespace(**{name: copied(one) for name, one in vars(value).items()})
        module = value.__globals__["__name__"] if isinstance(value, FunctionType) else ""
        if not module.startswith("pydecl.programs.") or module == __name__:
            return value
        copy = FunctionType(
            value.__code__,
            namespace(value.__globals__),
            value.__name__,
            value.__defaults__,
            value.__closure__,
        )
        copy.__kwdefaults__ = value.__kwdefaults__
        return wrapped(copy) if value.__code__ in entries else copy

    def namespace(known: dict[str, Any]) -> dict[str, Any]:
        if id(known) not in namespaces:
            new = namespaces[id(known)] = dict(known)
            new.update({name: copied(value) for name, value in known.items()})
        return namespaces[id(known)]

    return copied(function)  # type: ignore[no-any-return]
