"""pydecl mcp: what models that write rules may ask, as a server of the Model Context Protocol."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydecl.api import court, crosschecking, searching
from pydecl.checking.catalogue import explained
from pydecl.cli.checking import code_of
from pydecl.cli.options import command, flag
from pydecl.cli.terminal import echo
from pydecl.court.telling import court_text
from pydecl.court.trial import COMMAND, RULES
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, LimitError, PydeclError
from pydecl.kept import stamps
from pydecl.loading import consulting
from pydecl.model.position import Position
from pydecl.model.term import term_text

MISSING = "pydecl mcp needs the package mcp: pip install 'pydecl[mcp]'"

SECONDS = 20.0
"""The time for each answer."""

MOST_POSITIONS = 200
"""So many positions are told at the most."""

MOST_ANSWERS = 50
"""So many answers to a goal are told at the most."""

MOST_KEPT = 100
"""So many answers of each tool are kept."""

UNTRUSTED = (COMMAND, "python")
"""Systems that are any program: a model is not to start those."""


@contextmanager
def file_of(rules: str) -> Iterator[str]:
    """Rules as a file: a name, a path, or a text, which has several lines or none, or ends with a clause."""
    if rules.strip() and "\n" not in rules and not rules.rstrip().endswith("."):
        yield rules
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rules.pl")
        file.write_text(rules, "utf-8")
        yield str(file)


@contextmanager
def position_of(rules: str, line: Sequence[str]) -> Iterator[tuple[SessionGame, Position[Any]]]:
    """The game of these rules, and its position after a line of moves."""
    with file_of(rules) as file, consulting.consult(file, seconds=SECONDS) as game:
        position = game.start
        for move in line:
            position = position.play(move)
        yield game, position


def check(rules: str) -> Mapping[str, Any]:
    """Say all that is wrong with a game's rules in Prolog: a bundled game's name, a path, or the text."""
    with file_of(rules) as file:
        return crosschecking.check(file, seconds=SECONDS).to_json()


def explain(code: str) -> Mapping[str, Any]:
    """Say why what `check` has found matters, by its code, such as P008, with an example."""
    return explained(code_of(code))


def consult(rules: str, goal: str) -> Mapping[str, Any]:
    """The answers to a goal in Prolog about the rules' predicates, each a value for every variable."""
    with file_of(rules) as file, consulting.consult(file, seconds=SECONDS) as game:
        answers = game.session.query(goal, solutions=MOST_ANSWERS)
        return {"answers": [{name: term_text(term) for name, term in one.items()} for one in answers]}


def moves(rules: str, line: Sequence[str] = ()) -> Mapping[str, Any]:
    """The position after a line of moves: who moves, the moves, the board."""
    with position_of(rules, line) as (game, position):
        found = [str(move) for move in position]
        player = position.player if found else None
        board = game.picture(position.state) or str(position)
        return {"player": player and player.name, "moves": found, "board": board}


def search(rules: str, depth: int, line: Sequence[str] = ()) -> Mapping[str, Any]:
    """The value for MAX of the position after a line of moves, and the best move, by alpha-beta."""
    with position_of(rules, line) as (_, position):
        return searching.search(position, "alphabeta", depth=depth, seconds=SECONDS).to_json()


def crosscheck(rules: str) -> Mapping[str, Any]:
    """Run the search programs in SWI-Prolog, Python and machine code on these rules, and compare them."""
    with file_of(rules) as file:
        return crosschecking.crosscheck(file, seconds=SECONDS).to_json()


def verify(rules: str, examples: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Hold rules against lines of play that are known to be right: the shortest that is not the rules'.

    An example is {"line": ["move", ...]}, with any of "mover" (0 began), "moves", and "result", the sign of
    what the first player gets, null while the game goes on.
    """
    with file_of(rules) as file:
        return court.verify(file, examples, seconds=SECONDS).to_json()


def against(rules: str, system: str) -> Mapping[str, Any]:
    """Hold another game against rules, whatever moves are called, and tell where they differ.

    `system` is such as rules:GAME, kif:FILE or open_spiel:NAME; the error about an unknown one lists all.
    """
    if system.partition(":")[0] in UNTRUSTED:
        raise InputError(
            f"{system}: a program of its own is not started here: use pydecl crosscheck --against"
        )
    with file_of(rules) as file:
        verdict = court.against(file, system, seconds=SECONDS)
        return {"text": court_text(verdict), **verdict.to_json()}


def suite(rules: str, positions: int = 50) -> Mapping[str, Any]:
    """Positions of a game, with moves, mover and result, that show slips in other programs of it."""
    with file_of(rules) as file:
        found = court.suite(file, positions=min(positions, MOST_POSITIONS), seconds=SECONDS)
        return {"slips": found.shown, "positions": found.entries[:MOST_POSITIONS]}


Tool = Callable[..., Mapping[str, Any]]

ALL: Sequence[Tool] = (check, explain, consult, moves, search, crosscheck, verify, against, suite)

TOOLS = {tool.__name__: tool for tool in ALL}


def answering(tool: Tool) -> Callable[..., dict[str, Any]]:
    """A tool that answers with an error in the place of raising it.

    Its last finished answers are kept, as long as the files that they are about stay as they are.
    """
    kept: dict[str, dict[str, Any]] = {}

    @wraps(tool)
    def answer(*arguments: Any, **keywords: Any) -> dict[str, Any]:
        try:
            question = json.dumps((arguments, keywords, _stamps((*arguments, *keywords.values()))))
            if question in kept:
                return kept[question]
            found = dict(tool(*arguments, **keywords))
            if found.get("agree", True) is not None and found.get("complete", True):
                kept[question] = found
            if len(kept) > MOST_KEPT:
                del kept[next(iter(kept))]
            return found
        except LimitError as error:
            return {"error": f"{error}: rules that run for ever, or too long, are no game"}
        except PydeclError as error:
            return {"error": str(error)}

    return answer


def _stamps(arguments: Sequence[Any]) -> list[str]:
    """What changes when a file does that an argument names: rules, or a system that is a file of rules."""
    named = [one for one in arguments if isinstance(one, str) and "\n" not in one]
    named += [one.partition(":")[2] for one in named if one.partition(":")[0] in RULES]
    return [stamp for one in named for stamp in stamps(consulting.game_files(one))]


@command
def serve(
    listed: bool = flag("--list", "Only say which tools there are."),
) -> None:
    """Answer a model that writes rules, on standard input and output, until its client goes.

    Its tools are check, explain, consult, moves, search, crosscheck, verify, against and suite. Rules run
    confined and limited, as ever; programs of others are not started, but for packages that are installed.
    """
    if listed:
        for name, tool in TOOLS.items():
            echo(f"{name:10} {(tool.__doc__ or '').splitlines()[0]}")
        return
    if find_spec("mcp") is None:
        raise InputError(MISSING)
    from mcp.server.mcpserver import MCPServer  # with the extra

    server = MCPServer("pydecl")
    for name, tool in TOOLS.items():
        server.tool(name)(answering(tool))
    server.run()
