"""What the nodes of a searched tree are called: each by the move that leads to it, the root by its game.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("connect4") as game:
...     recording = record(game, "minimax", depth=1)
...     names = Names(recording, game)
...     [names(number, 0 if number else None) for number in range(4)]
['connect4', 'column 1', 'column 2', 'column 3']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from os.path import commonprefix
from pathlib import PurePath

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.model.game import Outcome
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.tracing.recording import Recording

LONGEST = 22
"""The longest name, in characters."""

BOARD = re.compile(r"^$|([._-])\1")
"""What no name has: nothing, or what the text of a board has, empty squares beside each other."""

SHORT = 12
"""The longest text of a position that is its name, in characters; that of an atom may be longer."""

DEEPEST = 20
"""How far into a term a change is looked for."""


def elided(text: str, most: int = LONGEST) -> str:
    """A text, or its beginning and an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


class Names:
    """The names of a recording's nodes, and how the game ends; `known` and `ends` have what was asked for."""

    def __init__(self, recording: Recording, game: SessionGame) -> None:
        self._positions, self._game = recording.positions, game
        self._told = cache(partial(move_name, game))
        self._after: dict[int, dict[Term, str]] = {}
        self.known: dict[tuple[int, int | None], str | None] = {}
        self.ends: dict[int, Outcome | None] = {}

    def __call__(self, number: int, above: int | None) -> str | None:
        """The name of a position as the successor of another one, or as the root; None for a variable."""
        if (number, above) not in self.known:
            self.known[number, above] = self._name(number, above)
        return self.known[number, above]

    def end(self, number: int) -> Outcome | None:
        """How the game ended at a position, if it did; trees tell by their values."""
        if number not in self.ends:
            position, game, ended = self._positions[number], self._game, None
            if isinstance(position, Compound | PrologList):
                with suppress(PydeclError):
                    if not game.successors(position) and not game.chance(position):
                        won, lost = game.terminal_won(position), game.terminal_lost(position)
                        ended = Outcome.WON if won else Outcome.LOST if lost else None
            self.ends[number] = ended
        return self.ends[number]

    def _name(self, number: int, above: int | None) -> str | None:
        position = self._positions[number]
        if position is None:
            return None
        if above is None:
            is_told = "move/3" not in self._game.defined and self._short(position)
            if isinstance(position, Compound | PrologList) and not is_told:
                return elided(PurePath(self._game.name.partition(":")[0]).stem)
        elif above not in self._after:
            self._after[above] = self._named(self._positions[above])
        name = None if above is None else self._after[above].get(position)
        return name or elided(self._text(position))

    def _text(self, position: Term) -> str:
        return " ".join(self._game.format_position(position).split())

    def _short(self, position: Term) -> str:
        """A position's text, if it may be a name; else nothing."""
        text = self._text(position)
        return text if len(text) <= SHORT or not isinstance(position, Compound | PrologList) else ""

    def _named(self, above: Term | None) -> dict[Term, str]:
        """The names of all successors: by the first way in which they differ and tell something."""
        if above is None:
            return {}
        found: Sequence[tuple[Term | None, Term]] = ()
        with suppress(PydeclError):  # a program of the file's own may ask about what is no position
            self._game.expand([above])  # and guess at no others
            found = self._game.successors(above) or [(None, one) for _, one in self._game.chance(above)]
        for way in self._ways(above, found):
            if len(set(way)) == len(way) and all(
                len(one) <= LONGEST and not BOARD.search(one) for one in way
            ):
                return {after: name for (_, after), name in reversed([*zip(found, way, strict=True)])}
        return {}

    def _ways(self, above: Term, found: Sequence[tuple[Term | None, Term]]) -> Iterator[list[str]]:
        """The moves; new words of the notation; what has changed in the terms; the texts; numbers."""
        afters = [after for _, after in found]
        yield [self._move(move, after) for move, after in found]
        texts = list(map(self._text, afters))
        known = set(self._text(above).split())
        news = [[word for word in text.split() if word not in known] for text in texts]
        yield [" ".join(new) if " " in text else "" for new, text in zip(news, texts, strict=True)]
        yield self._changes(above, afters)
        yield list(map(elided, texts))
        yield [f"#{number}" for number in range(1, len(found) + 1)]

    def _move(self, move: Term | None, after: Term) -> str:
        if move is None or move == after:
            return self._short(after)
        return self._told(move)

    def _changes(self, above: Term, afters: Sequence[Term]) -> list[str]:
        """What each has that its parent has not, and where; without what all have."""
        changes = [dict(_changes(above, after)) for after in afters]
        shared = set.intersection(*(set(one.items()) for one in changes)) if len(changes) > 1 else set()
        changes = [{at: new for at, new in one.items() if (at, new) not in shared} for one in changes]
        start = len(commonprefix([at for one in changes for at in one]))  # noqa: RUF071 (of tuples)
        return [
            ", ".join(
                f"{_plain(self._game, new)} at {':'.join(map(str, at[start:]))}".removesuffix(" at ")
                for at, new in one.items()
            )
            for one in changes
        ]


def move_name(game: SessionGame, move: Term) -> str:
    """A move as people read it: by `move_text//1` of the rules, or its term without brackets."""
    told = game.move_text(move)
    if told is not None:
        return " ".join(told.split())
    return f"move {move}" if isinstance(move, int) else _plain(game, move)


def _plain(game: SessionGame, term: Term) -> str:
    """A term without brackets where operators do not need them: take(2) is `take 2`."""
    if isinstance(term, Atom):
        return term.name
    written = str(term) if isinstance(term, int) else game.write(term)
    if len(written) < 2 * LONGEST:
        match term:
            case PrologList((_, *_) as items, None):
                return " ".join(_plain(game, item) for item in items)
            case Compound(name, args) if written.startswith(f"{name}("):
                return " ".join((name, *(_plain(game, one) for one in args)))
    return written


def _changes(before: Term, after: Term, at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Term]]:
    """The smallest parts that differ, by their places, which count from 1."""
    match before, after:
        case (Compound(one, olds), Compound(other, news)) if one == other and len(olds) == len(news):
            pass
        case (PrologList(olds, None), PrologList(news, None)) if len(olds) == len(news):
            pass
        case _:
            olds = news = ()
    if olds and len(at) < DEEPEST:
        for place, pair in enumerate(zip(olds, news, strict=True), 1):
            yield from _changes(*pair, (*at, place))
    elif before != after:
        yield at, after
