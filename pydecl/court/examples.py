"""Lines of play that somebody has, with movers, moves and results, held against rules: a suite, or traces.

An example is `{"line": ["a2-a3", …]}`, with any of `mover` (0 moves first), `moves` and `result` (the sign of
what the first player gets, null while the game goes on) of the position after the line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeGuard

from pydecl.court.sides import Look, Node, Side, plain
from pydecl.errors import Exit, InputError


@dataclass(frozen=True)
class Wrong:
    """An example that is not as the rules: its place, from 1, and the line as far as it differs there."""

    example: int
    line: Sequence[str]
    kind: str
    """`move` if the last of the line is none; else `mover`, `moves` or `result`."""
    rules: Any
    """What the rules say; the moves, if the last of the line is none."""
    said: Any


@dataclass(frozen=True)
class Examined:
    """How much was compared, and what is wrong on the shortest line; None if nothing is."""

    examples: int
    moves: int
    wrong: Wrong | None

    @property
    def exit_code(self) -> Exit:
        if self.wrong is not None:
            return Exit.DISAGREEMENT
        return Exit.FINE if self.moves else Exit.LIMIT

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        agree = None if not self.moves and self.wrong is None else self.wrong is None
        return {**asdict(self), "agree": agree}


def examined(rules: Side, examples: Sequence[Mapping[str, Any]]) -> Examined:
    """Hold examples against rules. Raises InputError if one is none."""
    compared = 0
    wrong: list[Wrong] = []
    for place, example in enumerate(examples, 1):
        line = _line(place, example)
        node: Node = rules.root()
        found = None
        for ply, move in enumerate(line):
            number = _place(node, move)
            compared += 1
            if number is None:
                found = Wrong(place, line[: ply + 1], "move", list(node.look.moves), move)
                break
            rules.step([(node, number)])
            node = node.kids[number] or node
        else:
            compared += len({"mover", "moves", "result"} & example.keys())
            found = _wrong(place, line, node.look, example)
        wrong += [] if found is None else [found]
    return Examined(len(examples), compared, min(wrong, key=lambda one: len(one.line), default=None))


def _line(place: int, example: Mapping[str, Any]) -> Sequence[str]:
    """The line of an example. Raises InputError if it has none, or if anything else in it makes no sense."""
    line = example.get("line") if isinstance(example, Mapping) else None
    if not _are_names(line):
        raise InputError(f'example {place} has no line: expected {{"line": ["move", …]}}')
    for word, expected, is_right in SHAPES:
        if word in example and not is_right(example[word]):
            raise InputError(f'example {place}: expected {expected} as "{word}", found {example[word]!r}')
    return line


def _are_names(value: object) -> TypeGuard[Sequence[str]]:
    return isinstance(value, list | tuple) and all(isinstance(move, str) for move in value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


SHAPES: Sequence[tuple[str, str, Callable[[object], bool]]] = (
    ("mover", "0 for the player who began, 1 or null", lambda said: said is None or said in (0, 1)),
    ("moves", "a list of moves", _are_names),
    ("result", "a number or null", lambda said: said is None or _is_number(said)),
)
"""What may stand in an example besides its line."""


def _place(node: Node, move: str) -> int | None:
    """The number of a move: by its name, else by its name without punctuation, if that is one move's."""
    names = list(node.look.moves)
    if move in names:
        return names.index(move)
    alike = [number for number, name in enumerate(node.names) if name == plain(move)]
    return alike[0] if len(alike) == 1 else None


def _wrong(place: int, line: Sequence[str], look: Look, example: Mapping[str, Any]) -> Wrong | None:
    moves = sorted(look.moves)
    said = example.get("moves", moves)
    if sorted(map(plain, said)) != sorted(map(plain, moves)):
        return Wrong(place, line, "moves", moves, sorted(said))
    result = example.get("result", look.result)
    if (result if result is None else (result > 0) - (result < 0)) != look.result:
        return Wrong(place, line, "result", look.result, result)
    mover = example.get("mover", look.mover)
    if not look.is_over and mover != look.mover:
        return Wrong(place, line, "mover", look.mover, mover)
    return None
