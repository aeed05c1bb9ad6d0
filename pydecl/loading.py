"""A rules file loaded into a session: any error in it refuses it, and so does what lets no program run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydecl.bridge.game import SessionGame
from pydecl.bridge.schema import arguments, atom, integer, items, string
from pydecl.bridge.session import Session
from pydecl.errors import ContractError, Diagnostic, InputError, LimitError, SourceError
from pydecl.model.number import INFINITY
from pydecl.model.program import TEXTBOOK, Program
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term
from pydecl.rules.catalogue.loading import HALTS
from pydecl.rules.conventions import convention_of, nearest
from pydecl.rules.dependencies import files_beside
from pydecl.rules.finding import Severity
from pydecl.rules.source import read_source, visible

MOVES = ("moves/2", "move/2", "move/3")

WITHOUT_VALUES = (Program.WON, Program.OUTCOME, Program.WIN, Program.AND_OR)
"""The programs that only ask whether an end is won or lost."""

SPECIAL = {Program.QUIESCENCE: "turbulent/1", Program.FORWARD_PRUNING: "plausible/2"}
"""What a program needs that no other does."""


def load(
    session: Session, path: Path, options: Mapping[str, Term], name: str, convention: str | None = None
) -> SessionGame:
    """Load a rules file, under its convention or the one named; any error in it refuses it."""
    defined, named, warnings, read = load_clauses(session, path, options)
    read_as = convention_of(str(path), defined.union(named), convention)
    if read_as is None:
        raise InputError(_nothing_runs(path, defined, named))
    report = session.set_up(Compound("convention", (Atom(read_as.name),)))
    told = frozenset(map(_indicator, items(report)))
    game = SessionGame(name, str(path), session, defined=told, convention=(read_as.name, read_as.title))
    game.warnings = warnings
    game.rules_text = visible(read_source(path), str(path))[0]
    game.facts = {(key, 1): [Compound(key, (value,))] for key, value in options.items()}
    game.loaded = read
    return game


def load_clauses(
    session: Session, path: Path, options: Mapping[str, Term]
) -> tuple[frozenset[str], list[str], list[Diagnostic], str]:
    """Load a file of clauses into the session's rules; any error in it refuses it.

    What it defines of a game's interface, all that it defines, the warnings and notes about it, and what
    SWI-Prolog read of it, as `prolog/support/reading.pl` tells it.
    """
    text, invisible = visible(read_source(path), str(path))
    session.readable = (*session.readable, *files_beside(path, text))
    pairs = tuple(Compound("-", (Atom(key), value)) for key, value in options.items())
    request = Compound("load", (Atom(str(path.resolve())), PrologString(text), PrologList(pairs)))
    report = _loaded(session, request, path)
    *lists, read = arguments(report, "loaded", 5)
    messages, interface, named, unknown = map(items, lists)
    lines = text.split("\n")
    diagnostics = [_diagnostic(message, path, lines) for message in messages]
    errors = _better(text, path, [found for severity, found in diagnostics if severity == "error"])
    if any(found.code == HALTS.name for found in errors):
        raise ContractError("halts", "\n".join(str(found) for found in errors))
    if errors:
        raise SourceError(errors)
    if unknown:
        key, _ = arguments(unknown[0], "-", 2)
        raise InputError(f"{path}: no option {key}: the file has no dynamic fact {key}/1 to replace")
    others = [*invisible, *(found for severity, found in diagnostics if severity != "error")]
    return frozenset(map(_indicator, interface)), list(map(_indicator, named)), others, string(read)


READ_AGAIN = 1 << 20
"""The longest text, in characters, that is read a second time to say what is wrong with it."""

_SYNTAX = re.compile("Syntax error|^(End of file|Illegal|Unterminated)")


def _better(text: str, path: Path, errors: list[Diagnostic]) -> list[Diagnostic]:
    """SWI-Prolog's words for errors of syntax, replaced by those of our own reader, which say more."""
    others = [error for error in errors if error.file != str(path) or not _SYNTAX.search(error.message)]
    if len(others) == len(errors) or len(text) > READ_AGAIN:
        return errors
    from pydecl.rules.reader import read_rules  # late: for bad files alone

    faults = [fault for fault in read_rules(text, str(path)).faults if fault.severity is Severity.ERROR]
    found = [
        Diagnostic(fault.file, fault.line, fault.column, fault.message, fault.source_line, fault.code.name)
        for fault in faults
    ]
    return sorted([*found, *others], key=lambda error: (error.line, error.column)) if found else errors


LOADING_SECONDS = 20.0
"""How long a file may take to load, its directives included."""


def _loaded(session: Session, request: Compound, path: Path) -> Term:
    seconds = min(LOADING_SECONDS, INFINITY if session.seconds is None else session.seconds)
    try:
        return session.set_up(request, seconds=seconds)
    except LimitError as error:
        raise LimitError(f"{path}: loading it takes more than {seconds:.3g} s ({error})") from None


def _indicator(term: Term) -> str:
    name, arity = arguments(term, "/", 2)
    return f"{atom(name)}/{arity}"


def _diagnostic(message: Term, path: Path, lines: Sequence[str]) -> tuple[str, Diagnostic]:
    told, code, place, *at, text = arguments(message, "message", 6)
    severity, file = atom(told), atom(place)
    line, column = map(integer, at)
    own = file in ("", str(path.resolve()))
    source_line = lines[line - 1].rstrip("\r") if own and 0 < line <= len(lines) else ""
    wording = string(text).replace("rules:", "").split(" Earlier definition at")[0]
    if severity != "error":
        wording = f"{severity}: {wording}"
    shown = str(path) if own else file
    return severity, Diagnostic(shown, line, column, wording, source_line, atom(code))


def missing(program: Program, defined: frozenset[str]) -> str | None:
    """What a program needs and the rules lack, by name; None where it can run."""
    lacking = []
    if not any(move in defined for move in MOVES):
        lacking.append("one of moves/2, move/2 and move/3")
    lacking += [name for name in ("max_to_move/1", "min_to_move/1") if name not in defined]
    if "staticval/2" not in defined:
        if program not in WITHOUT_VALUES:
            lacking.append("staticval/2")
        elif program is not Program.WIN and not {"terminalwon/1", "terminallost/1"} <= defined:
            lacking.append("terminalwon/1 and terminallost/1, or staticval/2")
    special = SPECIAL.get(program)
    if special is not None and special not in defined:
        lacking.append(special)
    return ", ".join(lacking) or None


def _nothing_runs(path: Path, defined: frozenset[str], named: Sequence[str]) -> str:
    if not named and not defined:
        return f"{path}: no clauses: a game needs {missing(Program.MINIMAX, defined)}"
    lacking = [missing(program, defined) for program in TEXTBOOK]
    wanted = [part.strip(",") for text in lacking if text for part in text.split() if "/" in part]
    near = {name: want for name in named if name not in defined for want in wanted if _same_name(name, want)}
    found = "".join(f"; {name} found, {want} expected" for name, want in near.items())
    rows = [f"  {program.value} needs {text}" for program, text in zip(TEXTBOOK, lacking, strict=True)]
    known = defined.union(named)
    nearly = nearest(known)
    if nearly is not None:
        rows.append(f"  to be read as {nearly.title} it needs {', '.join(nearly.lacks(known))}")
    least = missing(Program.MINIMAX, defined)
    return "\n".join([f"{path}: no program can run on these rules: not defined: {least}{found}", *rows])


def _same_name(one: str, other: str) -> bool:
    return one.split("/")[0] == other.split("/")[0]
