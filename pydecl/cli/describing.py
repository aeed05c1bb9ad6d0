"""pydecl check --about: what a game is, and which programs and engines can run on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydecl.checking.check import text_findings
from pydecl.checking.ends import where_won_errs
from pydecl.cli.failing import complain
from pydecl.cli.options import Loading
from pydecl.cli.output import print_fields, print_json
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit, LimitError, NotCompiledError, PydeclError
from pydecl.loading.turns import UNFIT, Turns, obstacles
from pydecl.model.number import counted
from pydecl.rules.finding import Finding, Severity
from pydecl.rules.summary import file_summary
from pydecl.texts.explaining import refused

T = TypeVar("T")


def describe(file: str, how: Loading, as_json: bool) -> Exit | None:
    """Load a rules file strictly, and say what it is and which programs can run on it."""
    with how.opened(file, has_all=True) as game:
        said = _Description(game, file)
        if as_json:
            print_json(said.json())
        else:
            print_fields(said.fields())
    if said.late is not None:
        complain(f"{file} was not fully examined: {said.late}")
        return said.late.exit_code
    return None


class _Description:
    """What is said of a game that was loaded; what takes most of the time comes last."""

    def __init__(self, game: SessionGame, file: str) -> None:
        self.game = game
        self.file = file
        self.late: LimitError | None = None
        """Why not all is known."""
        self.about = file_summary(Path(game.source))
        self.initial = game.initial()
        self.obstacles = {program.value: why for program, why in obstacles(game).items()}
        if UNFIT[Turns.TWICE] in self.obstacles.values():
            complain(
                "warning: a player moves twice in a row; if that is intended, add the line 'moves_again.' to"
                " the rules, so that the other programs can run, too"
            )
        self.nobodys = _note_nobodys_end(game)
        self.doubtful = where_won_errs(game) if self.obstacles["won"] is None else None
        self.starts = [game.format_position(position) for position in self.initial]
        self.moves = str(len(game.following(self.initial[0]))) if self.initial else ""
        self.protections = game.session.protections
        with game.session.with_half():
            findings: list[Finding] = self._unless_late(lambda: text_findings(game), [])
        self.counted = Counter(finding.severity for finding in findings)
        self.engines = {
            name: self._unless_late(partial(_asked_for_moves, game, name), "unknown: time is up")
            for name in registry.names()
        }
        self.not_compiled: list[str] = self._unless_late(lambda: not_compiled(game), [])

    def _unless_late(self, ask: Callable[[], T], otherwise: T) -> T:
        try:
            return ask()
        except LimitError as error:
            self.late = self.late or error
            return otherwise

    def json(self) -> dict[str, Any]:
        game = self.game
        return {
            "game": game.name,
            "source": game.source,
            "about": self.about,
            "convention": game.convention,
            "protections": list(self.protections),
            "defines": sorted(game.defined),
            "initial": self.starts,
            "programs": {name: why is None for name, why in self.obstacles.items()},
            "missing": {name: why.removeprefix("without ") for name, why in self.obstacles.items() if why},
            "doubtful_end": None if self.doubtful is None else self.doubtful[1],
            "nobodys_end": self.nobodys,
            "not_compiled": self.not_compiled,
            "engines": self.engines,
            "warnings": [str(warning) for warning in game.warnings],
            "findings": {severity.value: self.counted[severity] for severity in Severity},
        }

    def fields(self) -> dict[str, str]:
        game = self.game
        shown = {"game": game.name}
        if self.about:
            shown["about"] = self.about
        shown |= {"source": game.source, "read as": game.read_as}
        shown["defines"] = " ".join(sorted(game.defined))
        shown["can run"] = ", ".join(name for name, why in self.obstacles.items() if why is None)
        for reason in dict.fromkeys(why for why in self.obstacles.values() if why):
            names = ", ".join(name for name, why in self.obstacles.items() if why == reason)
            shown[reason.partition(":")[0].partition(", which")[0]] = f"cannot run: {names}"
        if self.doubtful is not None:
            shown["but"] = self.doubtful[0]
        shown |= {f"on {engine}": what for engine, what in self.engines.items()}
        if self.not_compiled:
            names = ", ".join(self.not_compiled)
            shown["not compiled"] = f"{names}: see 'pydecl compile {game.name} --explain'"
        shown["initial"] = ", ".join(self.starts) or "none: give a position to search"
        if self.initial:
            shown["moves"] = self.moves if int(self.moves) else "none: the game is over at the start"
        if self.counted:
            counts = ", ".join(counted(number, severity.value) for severity, number in self.counted.items())
            shown["findings"] = f"{counts}: 'pydecl check {self.file}' shows them"
        shown["confined"] = ", ".join(self.protections)
        return shown


def _note_nobodys_end(game: SessionGame) -> str | None:
    """Say so if an end names no player; the end, in the game's notation."""
    try:
        end = game.met_nobodys_end()
    except PydeclError:  # a probe beside the question that was asked
        return None
    if end is None:
        return None
    written = game.format_position(end)
    complain(
        f"note: neither player is to move in {written}, where the game is over:"
        " a search assumes that it is the turn of whoever would be next"
    )
    return written


def not_compiled(game: SessionGame) -> list[str]:
    """The predicates that a search asks and that cannot be compiled to Python."""
    if not game.compilable:
        return []
    try:
        return list(refused(game))
    except NotCompiledError:
        return []


def _asked_for_moves(game: SessionGame, engine: str) -> str:
    """What an engine's searches ask for the moves."""
    return registry.runner(game, engine).asked_for_moves
