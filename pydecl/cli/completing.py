"""What the shell completes: the values that options and arguments take, as typer's `autocompletion`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from pydecl.engines import registry
from pydecl.loading.consulting import game_names
from pydecl.model.looked_up import DATABASE
from pydecl.model.own import PREFIX
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


def suggest_game(incomplete: str) -> list[tuple[str, str]]:
    """The bundled games, and the files of games in this folder; the shell itself completes other folders."""
    if "/" in incomplete:
        return []
    from pydecl.rules.summary import file_summary  # late: for the shell alone

    names = [name for name in game_names() if name.startswith(incomplete)]
    return [(name, file_summary(bundled_file(name))) for name in names] + _files(incomplete)


def _files(incomplete: str) -> list[tuple[str, str]]:
    from pydecl.rules.summary import file_summary

    try:
        found = sorted(Path().glob("*"))
    except OSError:
        return []
    files = [file for file in found if file.suffix in GAME_FILES and file.name.startswith(incomplete)]
    return [(file.name, file_summary(file)) for file in files]


suggest_program = suggesting(lambda: {program.value: one.summary for program, one in DECLARED.items()})

suggest_convention = suggesting(lambda: {one.name: one.title for one in CONVENTIONS})


suggest_full_engine = suggesting(registry.complete)
"""The engines on which every program runs."""


def suggest_any_program(incomplete: str) -> list[tuple[str, str]]:
    """The programs, and the beginning of the name of one that a file brings itself."""
    own = [(PREFIX, "a program of the file's own")] if PREFIX.startswith(incomplete) else []
    return suggest_program(incomplete) + own


def suggest_who_plays(incomplete: str) -> list[tuple[str, str]]:
    """The programs, and the databases in this folder; before one is begun, how its name begins."""
    kept = [(DATABASE, "what 'solve --to' has kept")] if DATABASE.startswith(incomplete) else []
    if incomplete.startswith(DATABASE):
        kept = [(name, "") for name in _databases() if name.startswith(incomplete)]
    return suggest_program(incomplete) + kept


def _databases() -> list[str]:
    from pydecl.solving.card import CARD

    try:
        return [f"{DATABASE}{card.parent}" for card in sorted(Path().glob(f"*/{CARD}"))]
    except OSError:
        return []


def suggest_asked(incomplete: str) -> list[tuple[str, str]]:
    """All of these."""
    return list(dict.fromkeys(suggest_any_program(incomplete) + suggest_who_plays(incomplete)))
