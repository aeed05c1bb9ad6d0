"""A solved game in a folder: all positions with how they end, sorted by key, in Parquet files.

There is a file for each layer; a look-up reads one group of its rows, and keeps it. `card.py` says what else
is there, and `keeping.py` writes all that.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, PositionError, UnfitError
from pydecl.kept import digest
from pydecl.loading.consulting import consult, folded, game_names
from pydecl.model.closing import Closeable
from pydecl.model.game import CANONICAL, FOLD, MOVES_AGAIN
from pydecl.model.keyed import AT_ONCE
from pydecl.model.result import Answer, End, Solution, Status
from pydecl.model.term import Term, term_text
from pydecl.sandbox.session import MEMORY
from pydecl.solving.card import AnyCard, Card
from pydecl.solving.files import LayerFile, pyarrow

LONGEST_LINE = 200
"""Moves that are told."""


def rules_digest(game: SessionGame) -> str:
    """All that the rules depend on, as a digest."""
    options = game.name.partition(":")[2]
    is_drawn = game.source != game.rules_file  # a tree, a graph: it is all in the facts
    facts = [term_text(fact) for _, some in sorted(game.facts.items()) for fact in some if is_drawn]
    again = str(MOVES_AGAIN in game.defined)
    parts: list[str] = [game.rules_text or "", options, game.convention, again, *facts]
    parts += map(term_text, game.decided)
    parts += [FOLD] if FOLD in game.defined else []
    return digest((*parts, *(path.read_bytes() for path in game.included)))


def is_of(card: AnyCard, game: SessionGame) -> bool:
    """Whether a card is of these rules, folded or not."""
    tells = not card.fold or CANONICAL in game.defined
    return tells and rules_digest(folded(game, card.fold)) == card.rules


@contextmanager
def opened(folder: Path, *, memory: int = MEMORY, seconds: float | None = None) -> Iterator[Database]:
    """The solved game of a folder, with its rules.

    Raises InputError where the folder has none, where it is damaged, or where the rules have changed since.
    """
    pyarrow()
    card = Card.read(folder)
    name = card.source
    if name.partition(":")[0] not in game_names():
        path, colon, options = name.partition(":")
        name = os.path.relpath(folder / path) + colon + options
    with consult(
        name, memory=memory, seconds=seconds, convention=card.convention, moves_again=card.moves_again
    ) as game:
        if not is_of(card, game):
            raise InputError(f"{folder}: {name} has changed since it was solved: solve it again")
        with Database(folder, card, game) as database:
            yield database


class Database(Closeable):
    """A solved game that is opened; a context manager. Its length is the number of positions.

    Of a game of chance, the solution of a position is what it is worth. If symmetric positions were
    folded, those that are asked about are here, and the moves are theirs.
    """

    def __init__(self, folder: Path, card: AnyCard, game: SessionGame) -> None:
        """`game` is what is asked about, folded or not. Raises InputError where a file is damaged."""
        self.folder, self.card, self.game = folder, card, game
        self.runner = registry.keeper(folded(game, card.fold))
        self.files: dict[int, LayerFile] = {}
        try:
            for stored in card.files:
                self.files[stored.layer] = LayerFile(folder, stored, card.coding, card.content)
            self.some(1)
        except UnfitError:
            raise InputError(f"{folder}: the keys were written by another version of pydecl") from None

    def close(self) -> None:
        for file in self.files.values():
            file.close()

    def __len__(self) -> int:
        return self.card.positions

    def solutions(self, positions: Sequence[Term]) -> list[End | None]:
        """How positions end; None for one that is not stored."""
        found: list[End | None] = []
        for start in range(0, len(positions), AT_ONCE):
            some = positions[start : start + AT_ONCE]
            if self.card.fold:
                some = self.game.canonicals(some)
            found += map(self._solution, self.runner.keys(self.card.coding, some))
        return found

    def solution(self, position: Term) -> End:
        """How a position ends. Raises PositionError where it is not stored."""
        (found,) = self.solutions([position])
        if found is None:
            raise PositionError(
                f"{self.game.format_position(position)} is none of the positions of {self.folder}"
            )
        return found

    def answer(self, position: Term) -> Answer[Term]:
        """As of a search: the solution, or the value, and of the best successors the first."""
        started = time.perf_counter()
        end = self.solution(position)
        value = end if isinstance(end, Solution) else end.value
        best = next((successor for _, successor, _ in self.best(position)), None)
        return Answer(Status.COMPLETE, value, best, 0, 0, False, time.perf_counter() - started)

    def successors(self, position: Term) -> list[tuple[Term | None, Term, End]]:
        """The moves, where they have names, with what they lead to, and how that ends."""
        legal = self.game.successors(position)
        ends = [self.solution(successor) for _, successor in legal]
        return [(move, successor, end) for (move, successor), end in zip(legal, ends, strict=True)]

    def best(self, position: Term) -> list[tuple[Term | None, Term, End]]:
        """Those of the successors that keep the outcome of a position, in the plies that it says.

        Of a game of chance, those that may be worth most to the player to move, as far as the bounds tell;
        where chance is to move there are none.
        """
        here, legal = self.solution(position), self.successors(position)
        if not legal:
            return []
        best = self.card.content.best(self.game.player(position), here, [end for *_, end in legal])
        return [legal[number] for number in best]

    def line(self, position: Term, most: int = LONGEST_LINE) -> list[str]:
        """Moves, or positions where moves have no names, that best play makes; at most so many."""
        line: list[str] = []
        while len(line) < most and (best := self.best(position)):
            move, position, _ = best[0]
            line.append(self.game.format_position(position) if move is None else self.game.write(move))
        return line

    def __iter__(self) -> Iterator[tuple[Term, End]]:
        """All positions, layer by layer, in the order of their keys."""
        for file in self.files.values():
            for keys, columns in file.groups():
                terms = self.runner.positions(self.card.coding, keys)
                yield from zip(terms, map(self.card.content.end_of, *columns), strict=True)

    def some(self, number: int) -> list[Term]:
        """Positions that are evenly spread over all: so many, or all."""
        keys, number = [], min(number, len(self))
        files, before = iter(self.files.values()), 0
        file = next(files)
        for n in range(number):
            at = n * len(self) // number
            while at - before >= len(file):
                before += len(file)
                file = next(files)
            keys.append(file.key(at - before))
        return list(self.runner.positions(self.card.coding, b"".join(keys)))

    def _solution(self, key: tuple[int, bytes] | None) -> End | None:
        file = None if key is None else self.files.get(key[0])
        found = None if key is None or file is None else file.found(key[1])
        return None if found is None else self.card.content.end_of(*found)
