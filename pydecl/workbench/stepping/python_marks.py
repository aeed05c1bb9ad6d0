"""The lines of a program's Python twin that belong to a recording, by a replay of the twin.

The twin runs once more, on a game that answers from the recording, one primitive line after the other: no
rules are asked. Python's own trace hook tells which lines of the programs are executed. A twin that asks
for something else than what comes next in the recording ends the replay there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from pydecl.errors import PydeclError
from pydecl.model.game import Outcome, Player
from pydecl.model.interpreter import deep_recursion
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Program, Traced
from pydecl.model.reader import read_term
from pydecl.model.result import Limits, Settings
from pydecl.programs.registry import DECLARED, TWINS
from pydecl.programs.tracing import rewired
from pydecl.workbench.stepping.marks import NOWHERE, Marks, Spot, Tested

Node = tuple[float, Player | None, int]

MOST_TRIED = 24
"""How many places between two primitive lines are kept: the last ones."""


class _OverError(Exception):
    """The recording ends here, or goes on otherwise."""


def python_marks(program: Program, lines: Sequence[str], limits: Limits) -> Marks:
    """The lines of the twin for each primitive line, as far as the replay goes."""
    declared = DECLARED[program]
    twin = TWINS[program]
    entries = {twin.__globals__[one.function].__code__: one for one in declared.traced}
    script = _Script(lines, limits.settings, entries)

    def reporting(inner: FunctionType) -> Callable[..., Any]:
        def entry(game: Any, node: Node, *rest: Any) -> Any:
            here = script.caller(sys._getframe(1), inner.__code__)
            script.entered(node, here)
            found = inner(game, node, *rest)
            script.expect("v", here)
            return found

        return entry

    run = rewired(twin, entries, reporting)
    first = next((line.split() for line in lines if line[0] == "e"), None)
    if first is None:
        return script.marks
    depth = INFINITY if limits.depth is None or limits.depth >= 1 << 59 else limits.depth
    mover = None if first[3] == "any" else Player(first[3])
    window = (
        (limits.alpha, limits.beta)[:: -1 if declared.beta_first else 1] if declared.contract.window else ()
    )
    before = sys.gettrace()
    with deep_recursion():
        sys.settrace(script.called)
        try:
            run(script, (depth, mover, int(first[1])), *window)
        except (_OverError, PydeclError, RecursionError, MemoryError, ArithmeticError):
            pass  # what is beyond has no place
        finally:
            sys.settrace(before)
    return script.marks


class _Script:
    """The interface of a program (`pydecl.programs.interface`), answered from a recording in its order."""

    def __init__(self, lines: Sequence[str], settings: Settings, entries: dict[CodeType, Traced]) -> None:
        self.lines = lines
        self.settings = settings
        self.marks = Marks(source)
        self._entries = entries
        self._at = 0
        self._turn: Player | None = None
        self._steps: list[int] = []
        self._places: dict[tuple[CodeType, int], int] = {}
        self._bounds = _window_names(entries)

    # What is executed

    def called(self, frame: FrameType, event: str, _: Any) -> Any:
        """Python's trace hook: only the programs' own functions are followed."""
        return self._line if event == "call" and frame.f_code.co_filename in _files() else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self._steps.append(self._numbered(frame.f_code, frame.f_lineno))
        return self._line

    def _numbered(self, code: CodeType, line: int) -> int:
        number = self._places.get((code, line))
        if number is None:
            number = self._places[code, line] = len(self.marks.spots)
            self.marks.spots.append(_spot(code, line))
        return number

    def caller(self, frame: FrameType | None, entry: CodeType | None = None) -> int:
        """The line of a program that is being executed; else the first line of `entry`."""
        files = _files()
        while frame is not None and frame.f_code.co_filename not in files:
            if frame.f_code is python_marks.__code__:
                frame = None
                break
            frame = frame.f_back
        if frame is not None:
            return self._numbered(frame.f_code, frame.f_lineno)
        assert entry is not None
        return self._numbered(entry, entry.co_firstlineno)

    def _take(self, main: int) -> None:
        steps = self._steps
        decided = self._decided()
        tests = () if decided == NOWHERE else (Tested(decided, held=True),)
        self.marks.add((main, tuple(steps[-MOST_TRIED:]), tests))
        steps.clear()
        self._at += 1

    def _decided(self) -> int:
        """The first line that leaves a loop or sets a bound of the window, of those just executed."""
        spots = self.marks.spots
        test = NOWHERE
        for number in self._steps:
            spot = spots[number]
            facts = _facts(spot.file).get(spot.line)
            if facts is None:
                continue
            if facts.leaves is not None or facts.sets & self._bounds:
                if facts.leaves is None:
                    return number
                return test if test != NOWHERE else number
            if facts.tests:
                test = number
        return test

    # What the recording says next

    def expect(self, kind: str, main: int | None = None) -> list[str]:
        """The next line, which must be of this kind, is brought about now."""
        words = self.peek()
        if not words or words[0] != kind:
            raise _OverError
        self._take(self.caller(sys._getframe(2)) if main is None else main)
        return words

    def peek(self) -> list[str]:
        """The next line's words."""
        return self.lines[self._at].split() if self._at < len(self.lines) else []

    def entered(self, node: Node, main: int) -> None:
        words = self.peek()
        if not words or words[0] != "e" or int(words[1]) != node[2]:
            raise _OverError
        self._take(main)

    def _nexts(self, node: Node, words: Sequence[str], turn: Player | None) -> list[Node]:
        other = None if turn is None else turn.opponent
        return [(node[0] - 1, other, int(word)) for word in words[1:]]

    # The interface

    def moves(self, node: Node) -> Sequence[Node]:
        words = self.peek()
        if not words:
            raise _OverError
        return self._nexts(node, self.expect("s"), node[1]) if words[0] == "s" else ()

    successors = moves

    def move(self, node: Node) -> Iterable[Node]:
        if node[1] is Player.MIN:
            self.entered(node, self.caller(sys._getframe(1)))
        return self._one_by_one(node)

    def _one_by_one(self, node: Node) -> Iterable[Node]:
        assert node[1] is not None
        other = node[1].opponent
        while (words := self.peek()) and words[0] == "e" and words[3] == other.value:
            yield node[0] - 1, other, int(words[1])
        if not words:
            raise _OverError

    def staticval(self, _: Node) -> Number:
        return _number(self.expect("l")[1])

    def max_to_move(self, node: Node) -> bool:
        return node[1] is Player.MAX

    def min_to_move(self, node: Node) -> bool:
        return node[1] is Player.MIN

    def terminalwon(self, _: Node) -> bool:
        return self._is_leaf("won", sys._getframe(1))

    def terminallost(self, _: Node) -> bool:
        return self._is_leaf("lost", sys._getframe(1))

    def decided(self, _: Node) -> Outcome | None:
        for outcome in (Outcome.WON, Outcome.LOST):
            if self._is_leaf(outcome.value, sys._getframe(1)):
                return outcome
        return None

    def _is_leaf(self, value: str, frame: FrameType) -> bool:
        words = self.peek()
        if words[:2] != ["l", value]:
            return False
        self._take(self.caller(frame))
        return True

    def leaf(self, _: Node) -> None:
        self.expect("l")

    def table_hit(self, _: Node) -> None:
        self.expect("h")

    def followers(self, node: Node) -> tuple[Player | None, Sequence[tuple[Number, Node]]]:
        here = self.caller(sys._getframe(1))
        turn_word = self.expect("m", here)[1]
        turn = self._turn = None if turn_word == "chance" else Player(turn_word)
        if self.peek()[:1] != ["s"]:
            return turn, ()
        found = self._nexts(node, self.expect("s", here), None)
        odds: Number = Fraction(1, len(found)) if turn is None else 1
        return turn, [(odds, one) for one in found]

    def iteration(self, node: Node, depth: float) -> Node:
        self.expect("i")
        return depth, node[1], node[2]

    @property
    def horizon(self) -> bool:
        return self.peek()[:1] == ["i"]

    def turbulent(self, _: Node) -> bool:
        return self.peek()[:1] == ["s"]

    def plausible(self, _: Node, __: Node) -> bool:
        return True

    def remaining(self, node: Node) -> float:
        return node[0]

    def position(self, node: Node) -> Hashable:
        return node[2]

    def end(self, _: Node) -> tuple[Player, bool]:
        assert self._turn is not None
        return self._turn, self.peek()[:1] == ["l"]

    def _nothing(self, *_: object) -> None: ...

    enter = at_horizon = in_time = finished = _nothing

    def names_mover(self, _: Node) -> bool:
        return True

    def setting(self, name: str) -> int:
        return self.settings.numbers[name]

    def broken(self, *_: object) -> Exception:
        return _OverError()


def _number(word: str) -> Number:
    if word in ("inf", "-inf"):
        return INFINITY if word == "inf" else -INFINITY
    return read_term(word)  # type: ignore[return-value]


# The text of the programs


@cache
def _files() -> frozenset[str]:
    """The files of the twins."""
    return frozenset(twin.__code__.co_filename for twin in TWINS.values()) | {
        str(Path(next(iter(TWINS.values())).__code__.co_filename).with_name("naive.py"))
    }


class _Line:
    """What a line does: `sets` these names, `leaves` a loop (on that line), or `tests` a condition."""

    def __init__(self) -> None:
        self.sets: set[str] = set()
        self.leaves: int | None = None
        self.tests = False


@cache
def _facts(file: str) -> dict[int, _Line]:
    found: dict[int, _Line] = {}
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Assign | ast.AugAssign):
            names = {
                one.id
                for one in ast.walk(node)
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            }
            found.setdefault(node.lineno, _Line()).sets |= names
        elif isinstance(node, ast.Break):
            found.setdefault(node.lineno, _Line()).leaves = node.lineno
        elif isinstance(node, ast.If | ast.While):
            found.setdefault(node.lineno, _Line()).tests = True
    return found


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse(source(file))


@cache
def source(file: str) -> str:
    """The text of a Python file of the package, by its name relative to the distribution."""
    return (Path(__file__).parents[2] / file).read_text("utf-8")


def _window_names(entries: dict[CodeType, Traced]) -> frozenset[str]:
    """What the window is called in the functions that are called once a node."""
    return frozenset(
        name
        for code, one in entries.items()
        for name in code.co_varnames[2 + one.before : 2 + one.before + one.bounds]
    )


def _spot(code: CodeType, line: int) -> Spot:
    file = Path(code.co_filename).resolve().relative_to(Path(__file__).parents[2].resolve()).as_posix()
    text = source(file).splitlines()
    top = code.co_firstlineno
    bottom = next(
        (
            node.end_lineno or top
            for node in ast.walk(_tree(file))
            if isinstance(node, ast.FunctionDef) and node.lineno == top
        ),
        line,
    )
    row = text[line - 1]
    return Spot(
        file, line, len(row) - len(row.lstrip()), line, len(row), top, bottom, row.strip(), code.co_name
    )
