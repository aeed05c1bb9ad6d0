"""Certificates as JSON, one entry a line: written, and read with care.

A file holds one certificate, or a list of several.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path, PurePath
from typing import Any, TypeVar

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.errors.escaping import json_text as shown_json
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number, number_json, number_text
from pydecl.model.proof import Certificate, Claim, Entry, Goal, Kind
from pydecl.model.term import Term, term_text

LARGEST = 256 << 20
"""The largest certificate that is read, in bytes."""

Choice = TypeVar("Choice", bound=Enum)

FIELDS = ("game", "position", "depth", "claim", "bound", "entries")
ENTRY_FIELDS = ("number", "position", "depth", "mover", "kind", "value", "successors")


def certificates_text(file: Path) -> str:
    """What a file of certificates holds. Raises InputError if it cannot be read."""
    try:
        if file.exists() and not file.is_file():
            raise InputError(f"{file}: not a regular file")
        if file.stat().st_size > LARGEST:
            raise InputError(f"{file}: longer than {LARGEST >> 20} MiB")
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: not UTF-8 text, at byte {error.start}") from None
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None


def json_text(certificates: Sequence[Certificate[Term]], notation: Callable[[Term], str]) -> str:
    """One certificate, or a list of several; `notation` writes a position as the game does."""
    texts = [_json_text(certificate, notation) for certificate in certificates]
    return texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "\n]"


def _json_text(certificate: Certificate[Term], notation: Callable[[Term], str]) -> str:
    claim = certificate.claim
    fields = {
        "game": certificate.game,
        "position": notation(certificate.position),
        "depth": certificate.depth,
        "claim": claim.goal.value,
        "bound": None if claim.bound is None else number_json(claim.bound),
    }
    lines = [f"  {shown_json(name)}: {shown_json(value)}," for name, value in fields.items()]
    entries = [
        {
            **vars(entry),
            "position": notation(entry.position),
            "mover": entry.mover.value,
            "kind": entry.kind.value,
            "value": None if entry.value is None else number_json(entry.value),
        }
        for entry in certificate.entries
    ]
    told = ",\n".join(f"    {shown_json(entry)}" for entry in entries)
    return "\n".join(["{", *lines, '  "entries": [', told, "  ]", "}"])


def read_certificates(
    text: str,
    file: str,
    game: str,
    position: Callable[[str], Term],
    tick: Callable[[], object],
) -> list[Certificate[Term]]:
    """The certificates in a JSON text, about the game of this name or file, in whatever folder.

    `position` reads the game's notation, `tick` is called once an entry. Raises InputError with the place in
    `file` where it is no such certificate.
    """
    found = _parsed(text, file)
    several = isinstance(found, list)
    if several and not found:
        raise InputError(f"{file}: expected a certificate, found an empty list")
    return [
        _certificate(_Place(file, f"[{number}]" if several else "", one), game, position, tick)
        for number, one in enumerate(found if several else [found], 1)
    ]


def game_of(text: str, file: str) -> str:
    """The name of the game that a JSON text has certificates of; raises InputError if it names none."""
    found = _parsed(text, file)
    first = found[0] if isinstance(found, list) and found else found
    name = first.get("game") if isinstance(first, dict) else None
    if not isinstance(name, str):
        raise InputError(f"{file}: expected a certificate, as 'pydecl prove --format json' writes it")
    return name


def _parsed(text: str, file: str) -> Any:
    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    try:
        return json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise InputError(f"{file}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except ValueError as error:
        raise InputError(f"{file}: {error}") from None
    except RecursionError:
        raise InputError(f"{file}: nested too deep for a certificate") from None


@dataclass(frozen=True)
class _Place:
    """A value in a JSON file and the way to it, such as `entries[3].mover`; lists count from 1."""

    file: str
    path: str
    value: Any

    def expected(self, what: str) -> InputError:
        found = json.dumps(self.value, ensure_ascii=False)
        shown = found if len(found) <= 60 else found[:60] + "…"
        return InputError(f"{self.file}: {self.path or 'the whole'}: expected {what}, found {shown}")

    def record(self, fields: Sequence[str]) -> dict[str, _Place]:
        """The fields of an object that has these and no others."""
        if not isinstance(self.value, dict) or set(self.value) != set(fields):
            raise self.expected(f"an object with {', '.join(fields)}")
        dot = "." if self.path else ""
        return {name: _Place(self.file, f"{self.path}{dot}{name}", self.value[name]) for name in fields}

    def items(self) -> list[_Place]:
        if not isinstance(self.value, list):
            raise self.expected("a list")
        return [_Place(self.file, f"{self.path}[{number}]", one) for number, one in enumerate(self.value, 1)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.expected("a text")
        return self.value

    def choice(self, choices: type[Choice]) -> Choice:
        for choice in choices:
            if self.value == choice.value:
                return choice
        raise self.expected(" or ".join(choice.value for choice in choices))

    def count(self) -> int:
        if type(self.value) is not int or self.value < 0:
            raise self.expected("a number from 0")
        return self.value

    def number(self) -> Number:
        value = self.value
        if type(value) in (int, float):
            return value  # type: ignore[no-any-return]
        if value in ("inf", "-inf"):
            return INFINITY if value == "inf" else -INFINITY
        try:
            numerator, denominator = value.split("r")
            return Fraction(int(numerator), int(denominator))
        except (AttributeError, ValueError, ZeroDivisionError):
            raise self.expected('a number, "inf", "-inf" or a rational such as "1r3"') from None

    def position(self, read: Callable[[str], Term]) -> Term:
        try:
            return read(self.text())
        except InputError as error:
            raise InputError(f"{self.file}: {self.path}: {error}") from None


def _certificate(
    place: _Place, game: str, position: Callable[[str], Term], tick: Callable[[], object]
) -> Certificate[Term]:
    fields = place.record(FIELDS)
    if PurePath(fields["game"].text()).name != PurePath(game).name:
        raise fields["game"].expected(game)
    goal = fields["claim"].choice(Goal)
    bound = None if fields["bound"].value is None else fields["bound"].number()
    try:
        claim = Claim(goal, bound)
    except InputError as error:
        raise InputError(f"{place.file}: {fields['bound'].path}: {error}") from None
    entries = []
    for one in fields["entries"].items():
        tick()
        entries.append(_entry(one, position))
    return Certificate(
        game=fields["game"].text(),
        position=fields["position"].position(position),
        depth=_depth(fields["depth"]),
        claim=claim,
        entries=tuple(entries),
    )


def _entry(place: _Place, position: Callable[[str], Term]) -> Entry[Term]:
    fields = place.record(ENTRY_FIELDS)
    return Entry(
        number=fields["number"].count(),
        position=fields["position"].position(position),
        depth=_depth(fields["depth"]),
        mover=fields["mover"].choice(Player),
        kind=fields["kind"].choice(Kind),
        value=None if fields["value"].value is None else fields["value"].number(),
        successors=tuple(below.count() for below in fields["successors"].items()),
    )


def _depth(place: _Place) -> int | None:
    return None if place.value is None else place.count()


# Certificates for people: an indented tree, and the words for pictures


RESTS_ON = {Kind.OR: "one answer", Kind.AND: "all replies"}


class Writer:
    """Writes the positions, moves and certificates of one game.

    Without the game positions are canonical terms, and moves have no names.
    """

    def __init__(self, game: SessionGame | None = None) -> None:
        self.game = game
        self.position = cache(term_text if game is None else game.format_position)
        self._move = cache(term_text if game is None else game.write)

    def statement(self, certificate: Certificate[Term]) -> str:
        claim = certificate.claim
        said = f"is {claim} for MAX" if claim.bound is None else f"is worth {claim}"
        depth = "no depth limit" if certificate.depth is None else f"to depth {certificate.depth}"
        return f"{certificate.game}: {self.position(certificate.position)} {said} ({depth})"

    def text(self, certificates: Sequence[Certificate[Term]]) -> str:
        """An indented tree for each; what was told before is only referred to, by its number."""
        return "\n\n".join("\n".join(self._lines(certificate)) for certificate in certificates)

    def _lines(self, certificate: Certificate[Term]) -> Iterator[str]:
        self.fetch(certificate)
        yield self.statement(certificate)
        yield ""
        told: set[int] = set()
        todo = [(0, "", certificate.entries[-1])]
        while todo:
            level, move, entry = todo.pop()
            again = entry.number in told and entry.kind is not Kind.LEAF
            told.add(entry.number)
            note = "as above" if again else self.note(certificate, entry)
            position = self.position(entry.position)
            lead = "  " * level + (f"{move}: " if move not in ("", position) else "")
            yield f"{lead}[{entry.number}] {position}, {note}"
            if not again:
                todo += [(level + 1, *branch) for branch in reversed(self.branches(certificate, entry))]

    def fetch(self, certificate: Certificate[Term]) -> None:
        """Ask for the moves of all its positions at once, and of no others."""
        if self.game is not None:
            self.game.expand([entry.position for entry in certificate.entries])

    def note(self, certificate: Certificate[Term], entry: Entry[Term]) -> str:
        """What an entry rests on, or what a leaf is worth."""
        if entry.kind is not Kind.LEAF:
            return f"{entry.mover.value.upper()} to move, {RESTS_ON[entry.kind]}"
        if entry.value is None:
            return "won" if certificate.claim.goal is Goal.WON else "lost"
        limit = " at the depth limit" if self._legal(entry) else ""
        return f"value {number_text(entry.value)}{limit}"

    def _legal(self, entry: Entry[Term]) -> Sequence[tuple[Term | None, Term]]:
        return () if self.game is None else self.game.successors(entry.position)

    def branches(self, certificate: Certificate[Term], entry: Entry[Term]) -> list[tuple[str, Entry[Term]]]:
        """The moves to the successors, and these; where several moves lead to one, all of them."""
        found = []
        legal = self._legal(entry) if entry.successors else ()
        for number in dict.fromkeys(entry.successors):
            below = certificate.entries[number - 1]
            moves = [move for move, successor in legal if successor == below.position]
            found.append((" or ".join(self._move(move) for move in moves if move is not None), below))
        return found
