"""Consult a game: by name, from a rules file, a tree or a graph file, or from a Python class."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import Remembered
from pydecl.engines.prolog.session import Session
from pydecl.errors import InputError, meant
from pydecl.games import BUNDLED, bundled
from pydecl.loading.rules_files import SHEET, Reading, load, missing
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.game import CANONICAL, FOLD, Game
from pydecl.model.number import limits
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Preferred
from pydecl.model.term import PrologList, Term
from pydecl.paths import prolog_file, told_file, told_names
from pydecl.rules.dependencies import LONGEST, files_beside, named_files
from pydecl.rules.source import read_source
from pydecl.sandbox.session import MEMORY


def game_names() -> list[str]:
    """The names of the bundled games, trees and graphs included."""
    return [*BUNDLED, *told_names(".tree"), *told_names(".graph")]


def consult(
    game: str | Path | Game[Any],
    /,
    *,
    seconds: float | None = 60.0,
    memory: int = MEMORY,
    convention: str | None = None,
    moves_again: bool = False,
    fold: bool = False,
    rules: Preferred = Preferred.HAND,
    late: bool = False,
    until: Deadline = NEVER,
    **options: object,
) -> SessionGame:
    """The game of this name or file, its rules in a SWI-Prolog of its own.

    `game` is a bundled name, options included (`"connect4:width=4"`), the path of a rules file, of a `.tree`
    or `.graph` file, or a Game in Python (see `supply`). `options` replace the options' defaults. `seconds`
    is the time that loading, and each later request that says nothing else, may take; `until` is when all
    must be done, loading and whatever is asked later together. `memory` is what the rules may use, in MiB.
    `convention` names the one that a rules file follows (see `pydecl.rules.conventions`), where it cannot be
    told. `moves_again` says that a player may move twice in a row, as the fact of this name in a file does.
    `fold` has symmetric positions folded, as canonical/2 of the rules says.
    `rules` says what the searches in Python take. With `late`, SWI-Prolog does not start before it is asked
    something, where it has loaded the same rules before.

    Raises InputError where there is no such game, option or convention, SourceError where the file has a
    fault, ContractError or LimitError where loading it goes wrong.

    >>> with consult("tictactoe") as game:
    ...     start, = game.initial()
    ...     print(game.picture(game.parse_position("x.o/.x./..o")))
     x | 2 | o
    ---+---+---
     4 | x | 6
    ---+---+---
     7 | 8 | o
    x to move
    """
    if isinstance(game, Game):
        if isinstance(game, SessionGame):
            return folded(game, fold=True) if fold else game
        from pydecl.loading.supplying import supply  # late, as what loads each other kind of game

        return supply(game, fold=fold, seconds=until.most(seconds))
    limits(None, memory)
    name, given = split_options(str(game))
    terms = {**given, **{key: _term(value) for key, value in options.items()}}
    if name in BUNDLED or told_file(name, ".tree") or told_file(name, ".graph"):
        if convention is not None:
            raise InputError(f"{name}: only a rules file can be given a convention")
        if moves_again:
            raise InputError(f"{name}: only a rules file can let a player move again")
    session = Session(seconds, memory=memory, remembered=Remembered() if late else None, until=until)
    try:
        with session.within(seconds):
            loaded = _found(session, name, terms, Reading(convention, moves_again, fold), str(game))
        if fold and FOLD not in loaded.defined:
            raise InputError(f"{name}: to fold symmetric positions, the rules must define {CANONICAL}")
        loaded.preferred = rules
        said: dict[str, Any] = {
            **options,
            **_unless(60.0, seconds=seconds),
            **_unless(MEMORY, memory=memory),
            **_unless(None, convention=convention),
            **_unless(False, moves_again=moves_again, fold=fold),
            **_unless(Preferred.HAND, rules=rules),
        }
        loaded.origin = partial(consult, str(game), **said)
        return loaded
    except BaseException:
        session.close()
        raise


def folded(game: SessionGame, fold: bool) -> SessionGame:
    """The same game with its symmetric positions folded, or not: another one, which is closed with it.

    What it is asked is to be answered as soon as what `game` is. Raises InputError where that cannot be.
    """
    if (FOLD in game.defined) == fold:
        return game

    def opened_again() -> SessionGame:
        if game.origin is None:
            raise InputError(f"{game.name} was made by hand, so it cannot be opened again")
        keywords = {**game.origin.keywords, "fold": fold, "seconds": game.session.seconds, "late": True}
        other: SessionGame = game.origin.func(*game.origin.args, **keywords)
        other.session.until = game.session.until
        return other

    return game.session.companions.of(SessionGame, opened_again)


def _unless(usual: object, **given: Any) -> Mapping[str, Any]:
    """What is given otherwise than as usual."""
    return {key: value for key, value in given.items() if value != usual}


def _found(
    session: Session, name: str, terms: Mapping[str, Term], reading: Reading, given: str
) -> SessionGame:
    """The rules of this name; `given` is the name with its options."""
    if name in BUNDLED:
        twin = bundled(name, **terms)
        loaded = load(session, prolog_file("games", f"{name}.pl"), terms, twin.name, reading)
        if FOLD in loaded.defined:
            from pydecl.model.folding import FoldedGame  # late: few games are folded, or have passes

            twin = FoldedGame(twin)
        if twin.moves_again:
            from pydecl.model.passing import PassingGame

            twin = PassingGame(twin)
        loaded.twin, loaded.independent = twin, True
        return loaded
    if tree := told_file(name, ".tree"):
        from pydecl.loading.trees_and_graphs import load_tree

        if terms:
            raise InputError(f"{name}: a tree has no options")
        return load_tree(session, tree, name)
    if graph := told_file(name, ".graph"):
        from pydecl.loading.trees_and_graphs import load_graph

        return load_graph(session, graph, terms, given)
    path = Path(name)
    if path.suffix == ".py":
        remedy = "call pydecl.search(YourGame()) there: docs/howto/python.md shows how"
        raise InputError(f"{name}: a game in Python is used from Python, not from here", remedy=remedy)
    if not path.exists() and not path.is_symlink() and path.suffix == "":
        remedy = meant(name, game_names(), "'pydecl games' lists the bundled games")
        raise InputError(f"{name}: no bundled game and no file has this name", remedy=remedy)
    if path.suffix == SHEET:
        from pydecl.loading.sheets import load_sheet

        return load_sheet(session, path, terms, given, reading)
    return load(session, path, terms, given, reading)


def game_files(game: str) -> list[Path]:
    """The files that a game is read from, named as `consult` takes it: none for a bundled one.

    >>> game_files("nim:heaps=[1]"), game_files(str(prolog_file("games", "nim.pl")))[0].name
    ([], 'nim.pl')
    """
    name, _ = split_options(game)
    path = Path(name)
    if name in BUNDLED or not path.is_file():
        return []
    try:
        text = "" if path.suffix == SHEET else read_source(path)
    except InputError:  # whoever loads it says so
        text = ""
    folder = path.resolve().parent
    beside = files_beside(path, text, named_files) if len(text) <= LONGEST else []
    return [path, *(path.parent / file.relative_to(folder) for file in beside)]


def split_options(spec: str) -> tuple[str, dict[str, Term]]:
    """A name and its options: `NAME:KEY=VALUE,…` with values that are terms. Raises InputError.

    What begins with the name of a bundled game is that game, whatever files there are.

    >>> split_options("nim:heaps=[1,2]")
    ('nim', {'heaps': PrologList(items=(1, 2), tail=None)})
    """
    name, colon, rest = spec.partition(":")
    if not colon or not (name in game_names() or ("=" in rest and not os.path.exists(spec))):
        return spec, {}
    options: dict[str, Term] = {}
    for part in split_commas(rest):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise InputError(f"{spec}: expected KEY=VALUE, found {part!r}")
        if key in options:
            raise InputError(f"{spec}: {key} is given twice")
        options[key] = _term_of_text(value, spec)
    return name, options


def split_commas(text: str) -> list[str]:
    """The parts between the commas that stand in no bracket.

    >>> split_commas("heaps=[1,2],x=3")
    ['heaps=[1,2]', 'x=3']
    """
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _term_of_text(text: str, spec: str) -> Term:
    try:
        return read_term(_without_infixes(text))
    except InputError as error:
        raise InputError(f"{spec}: {error}") from None


_OPERAND = r"""(?<![\w.])(?:'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|-?\d+(?![.\w])|[a-z]\w*)"""
_PAIR = re.compile(rf"({_OPERAND})(?:\s*-\s*({_OPERAND}))?", re.DOTALL)


def _without_infixes(text: str) -> str:
    """A term in which pairs of numbers and atoms may be written with an infix minus.

    >>> _without_infixes("[1-2,a-'b-c',-3--4,f(1.5e-3)]")
    "[-(1,2),-(a,'b-c'),-(-3,-4),f(1.5e-3)]"
    """
    return _PAIR.sub(lambda pair: f"-({pair[1]},{pair[2]})" if pair[2] else pair[0], text)


def _term(value: object) -> Term:
    if isinstance(value, list | tuple):
        return PrologList(tuple(map(_term, value)))
    if isinstance(value, str):
        return _term_of_text(value, value)
    return value  # type: ignore[return-value]


def check_runs(game: SessionGame, program: Program) -> None:
    """Raises InputError where the rules lack what a program needs, by name."""
    lacking = what_is_missing(game, program)
    if lacking:
        raise InputError(f"{program.value} cannot run: {lacking} is not defined in {game.source}")


def what_is_missing(game: SessionGame, program: Program) -> str | None:
    """The predicates that the rules lack for a program to run, or None where it can run."""
    return missing(program, game.defined)
