"""What the shell completes: the values that options and arguments take, as typer's `autocompletion`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from pydecl.engines import registry
from pydecl.loading.consulting import game_names
from pydecl.model.program import DATABASE, PREFIX
from pydecl.paths import bundled_file
from pydecl.programs.registry import DECLARED
from pydecl.rules.conventions import CONVENTIONS

Completer = Callable[[str], list[tuple[str, str]]]
"""Takes what has been typed of a value; gives the values that begin so, each with a few words about it."""

GAME_FILES = (".pl", ".tree", ".graph", ".kif")
"""How the names of the files end that a game may be."""


def suggesting(words: Callable[[], Iterable[str] | Mapping[str, str]]) -> Completer:
    """What completes some words, which are asked for late; a mapping has a few words about each.

    >>> suggesting(lambda: {"hand": "by hand", "compiled": ""})("h")
    [('hand', 'by hand')]
    """

    def complete(incomplete: str) -> list[tuple[str, str]]:
        found = words()
        about = found if isinstance(found, Mapping) else dict.fromkeys(found, "")
        return [(word, said) for word, said in about.items() if word.startswith(incomplete)]

    return complete


def either(*completers: Completer) -> Completer:
    """What completes all that these do."""
    return lambda incomplete: list(dict.fromkeys(word for one in completers for word in one(incomplete)))


def suggest_game(incomplete: str) -> list[tuple[str, str]]:
    """The bundled games, and the files of games in this folder; the shell itself completes other folders."""
    if "/" in incomplete:
        return []
    from pydecl.rules.summary import file_summary  # late: for the shell alone

    names = [name for name in game_names() if name.startswith(incomplete)]
    files = [file for file in _here("*") if file.suffix in GAME_FILES and file.name.startswith(incomplete)]
    found = {name: bundled_file(name) for name in names} | {file.name: file for file in files}
    return [(name, file_summary(file)) for name, file in found.items()]


def _here(pattern: str) -> list[Path]:
    """The files in this folder of such names."""
    try:
        return sorted(Path().glob(pattern))
    except OSError:
        return []


suggest_program = suggesting(lambda: {program.value: one.summary for program, one in DECLARED.items()})

suggest_convention = suggesting(lambda: {one.name: one.title for one in CONVENTIONS})

suggest_full_engine = suggesting(registry.complete)
"""The engines on which every program runs."""

suggest_any_program = either(suggest_program, suggesting(lambda: {PREFIX: "a program of the file's own"}))
"""The programs, and the beginning of the name of one that a file brings itself."""


def _suggest_database(incomplete: str) -> list[tuple[str, str]]:
    """The databases in this folder; before one is begun, how its name begins."""
    from pydecl.solving.card import CARD

    if not incomplete.startswith(DATABASE):
        return [(DATABASE, "what 'solve --to' has kept")] if DATABASE.startswith(incomplete) else []
    names = [f"{DATABASE}{card.parent}" for card in _here(f"*/{CARD}")]
    return [(name, "") for name in names if name.startswith(incomplete)]


suggest_who_plays = either(suggest_program, _suggest_database)

suggest_asked = either(suggest_any_program, _suggest_database)
