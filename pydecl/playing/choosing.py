"""A move from what a person has typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from pydecl.games.notation import either
from pydecl.model.position import SHOWN, MoveError, bare
from pydecl.playing.situation import Choice, Situation


def chosen(seen: Situation, text: str) -> Choice:
    """The move that a text means.

    It is a move's name, or the beginning of one name only; a position in the game's notation, as of `to` it
    or not; `#3`, the third in the list; or `3`, where no move's name is a number.

    >>> from pydecl.loading.consulting import consult
    >>> from pydecl.playing.situation import look
    >>> with consult("nim:heaps=[1,2]") as game:
    ...     seen = look(game, game.initial()[0])
    >>> [chosen(seen, text).number for text in ("take(2, 1)", "take(1", "3", "#3", "to 1/0 min")]
    [2, 1, 3, 3, 3]
    >>> chosen(seen, "take(3,1)")
    Traceback (most recent call last):
    pydecl.model.position.MoveError: no move 'take(3,1)': did you mean take(2,1), take(1,1) or take(2,2)?
    """
    text = text.strip()
    if text.startswith("#"):
        return _numbered(seen, text[1:].strip(), text)
    exact = by_name_or_position(seen, text)
    if exact is not None:
        return exact
    if text.isdecimal():
        if any(name.isdecimal() for choice in seen.choices for name in _spellings(choice)):
            raise MoveError(
                f"no move {text}: {_all_of(seen.choices)}; #{text} means the move with this number"
            )
        return _numbered(seen, text, text)
    said, folded = bare(text), bare(text).casefold()
    spelt = [(choice, list(map(bare, _spellings(choice)))) for choice in seen.choices]
    for found in (
        [choice for choice, names in spelt if any(name.casefold() == folded for name in names)],
        [choice for choice, names in spelt if any(name.startswith(said) for name in names)],
        [choice for choice, names in spelt if any(name.casefold().startswith(folded) for name in names)],
    ):
        if found:
            return _only(found, text)
    raise MoveError(no_such_move(seen, text))


def by_name_or_position(seen: Situation, text: str) -> Choice | None:
    """The move of exactly this name, or to exactly this position; None where there is none.

    A name in quotes may also be said without them, where this is no position. Raises MoveError where moves
    of this name lead to several positions.
    """
    named = [choice for choice in seen.choices if choice.name and bare(choice.name) == bare(text)]
    if named:
        return _only(named, text)
    said = (text.strip(), " ".join(text.split()))
    places = [*said, *(place.removeprefix("to ") for place in said)]
    there = [c for c in seen.choices if c.written in places or str(c.position) in places]
    if there:
        return there[-1]
    unquoted = [choice for choice in seen.choices if bare(text) in map(bare, _spellings(choice))]
    return _only(unquoted, text) if unquoted else None


def _numbered(seen: Situation, digits: str, text: str) -> Choice:
    number = int(digits) if re.fullmatch("[0-9]{1,9}", digits) else 0
    if not 1 <= number <= len(seen.choices):
        raise MoveError(f"no move {text}: they are numbered from 1 to {len(seen.choices)}")
    return seen.choices[number - 1]


def _only(found: Sequence[Choice], text: str) -> Choice:
    """The last of several that are one move."""
    if len({choice.position for choice in found}) == 1:
        return found[-1]
    if len({choice.name for choice in found}) == 1:
        numbers = either([f"#{choice.number}" for choice in found[:SHOWN]])
        raise MoveError(f"{text!r} is the name of several moves: say {numbers}")
    raise MoveError(f"{text!r} may be {_list(found)}")


def no_such_move(seen: Situation, text: str) -> str:
    """What to say of a text that is no move here: what is near, or what was expected."""
    names = [choice.name or choice.written for choice in seen.choices]
    near = get_close_matches(text, names, n=3)
    if near:
        return f"no move {text!r}: did you mean {either(near)}?"
    return f"no move {text!r}: {_all_of(seen.choices)}"


def _all_of(choices: Sequence[Choice]) -> str:
    if len(choices) > SHOWN:
        return f"'moves' lists all {len(choices)}"
    return f"expected {_list(choices)}"


def _list(choices: Sequence[Choice]) -> str:
    names = list(dict.fromkeys(choice.name or choice.written for choice in choices))
    if len(names) > SHOWN:
        names = [*names[: SHOWN - 1], "…"]
    return ", ".join(names)


def _spellings(choice: Choice) -> list[str]:
    """The move's name, if it has one, and the same without its quotes."""
    name = choice.name
    if name is None:
        return []
    bare = name[1:-1]
    return [name, bare] if name[0] == name[-1] == "'" and bare and not set(bare) & set("'\\") else [name]
