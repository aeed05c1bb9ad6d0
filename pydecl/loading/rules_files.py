"""A rules file loaded into a session; it is refused if it has an error, or if no program could run on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, Diagnostic, InputError, LimitError, Place, SourceError
from pydecl.model.program import Program
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.programs.registry import DECLARED, TEXTBOOK
from pydecl.rules.conventions import MOVERS, MOVES, convention_of, nearest
from pydecl.rules.dependencies import sources_beside
from pydecl.rules.encoding import Decoded
from pydecl.rules.source import is_plain, line_of, sheet_instead, source_at, visible
from pydecl.sandbox.replies import arguments, atom, integer, items, read_reply, string
from pydecl.sandbox.session import Payload, with_text
from pydecl.texts.session import DIAGNOSTIC, FINDING, TextSession, texts_of

SHEET = ".kif"
"""How the name of a sheet ends, whose rules are in KIF."""

CHANGING = re.compile(
    r"\b(assert[az]?|retract|retractall|abolish|erase|record[az]|[nb]b?_setval|flag|gensym)\("
)
"""What rules that remember something have in their text: they are asked whether they answer twice alike."""


@dataclass(frozen=True)
class Reading:
    """How a rules file is to be read, if it does not say so itself."""

    convention: str | None = None
    """The name of its convention: see `pydecl.rules.conventions`."""
    moves_again: bool = False
    """Whether a player may move twice in a row, as the fact of this name in a file says."""

    fold: bool = False
    """Whether symmetric positions are folded, by the rules' canonical/2."""

    @property
    def words(self) -> Sequence[str]:
        """The options of the command line that say so."""
        named = () if self.convention is None else ("--convention", self.convention)
        again = ("--moves-again",) if self.moves_again else ()
        return (*named, *again, *(("--fold",) if self.fold else ()))


AS_IT_SAYS = Reading()


def load(
    session: Session,
    path: Path,
    options: Mapping[str, Term | Written],
    name: str,
    reading: Reading = AS_IT_SAYS,
    *,
    prolog: str | None = None,
    told: Callable[[Diagnostic], Diagnostic] = lambda one: one,
) -> SessionGame:
    """Load a rules file; any error in it refuses it.

    Where the file is not in Prolog, `prolog` is what was made of it, and `told` tells of the file what
    SWI-Prolog says of that.
    """
    text, warnings = source_of(texts_of(session), path) if prolog is None else (prolog, [])
    included, noted = take_included(session, path, text) if prolog is None else ((), [])
    try:
        defined, named, warned, read = load_clauses(session, path, options, text)
    except SourceError as error:
        raise SourceError([*map(told, error.diagnostics)]) from None
    read_as = convention_of(str(path), defined.union(named), reading.convention)
    if read_as is None:
        raise InputError(_nothing_runs(path, defined, named), remedy=_adapting(path, defined, named))
    said = (Atom("true" if one else "false") for one in (reading.moves_again, reading.fold))
    report = session.set_up(Compound("convention", (Atom(read_as.name), *said)))
    if CHANGING.search(text) or any(CHANGING.search(one.read_text("utf-8", "replace")) for one in included):
        try:
            session.ask(Atom("steady"))
        except ContractError as error:
            raise _with_what_changes(error, text, path) from None
    has = frozenset(map(_indicator, items(report)))
    game = SessionGame(name, str(path), session, defined=has, convention=(read_as.name, read_as.title))
    game.warnings = [*warnings, *noted, *map(told, warned)]
    game.rules_text = text
    game.included = included
    game.facts = {
        (key, 1): [Compound(key, (value,))]
        for key, value in options.items()
        if not isinstance(value, Written)
    }
    game.loaded = read
    return game


def _with_what_changes(error: ContractError, text: str, path: Path) -> ContractError:
    """The error that the rules are no function of the position, with the goal that changes facts."""
    if error.fault != "not_a_function":
        return error
    from pydecl.rules.catalogue.meaning import CHANGES_STATE  # late: few rules need what looks into them
    from pydecl.rules.checks.effects import effects
    from pydecl.rules.checks.predicates import Predicates
    from pydecl.rules.reader import read_rules

    found = effects(Predicates(read_rules(text, str(path))))
    places = (Place(one.file, one.line, one.column) for one in found if one.code is CHANGES_STATE)
    place = next(places, None)
    remedy = "hand what changes from position to position, as an argument: move(at(Board), M, at(NewBoard))"
    return ContractError(error.fault, *error.details, place=place, remedy=remedy)


class Written(str):
    """A term as canonical text that is not read here, for it may be long."""


def source_of(texts: TextSession, path: Path) -> tuple[str, list[Diagnostic]]:
    """The text of a rules file as it is seen, and the notes and warnings on it.

    Raises InputError, SourceError.
    """
    source = source_at(path)
    if (sheet := sheet_instead(source.text, path)) is not None:
        raise SourceError([sheet])
    text, warnings = _visible(texts, path, source.text)
    return text, [*source.notes, *warnings]


def _visible(texts: TextSession, path: Path, text: str) -> tuple[str, list[Diagnostic]]:
    if len(text) <= SHORT or is_plain(text):
        return visible(text, str(path))
    told, changed, seen = texts.ask_bytes("visible", text.encode(), MOST_SEEN, file=str(path)).partition(
        b"\n"
    )
    warnings = [Diagnostic(**warning) for warning in read_reply(told, [DIAGNOSTIC])]
    return seen.decode(errors="replace") if changed else text, warnings


def take_included(session: Session, path: Path, text: str) -> tuple[Sequence[Path], list[Diagnostic]]:
    """The files that a rules file names, and the notes on them; the session may read them now.

    SWI-Prolog is given the text of those that are not plain UTF-8, or have invisible characters. Raises
    SourceError where one has no text.
    """
    found = sources_beside(path, text, texts_of(session).named)
    if faults := [source for source in found.values() if isinstance(source, SourceError)]:
        raise SourceError([fault for source in faults for fault in source.diagnostics])
    session.readable = (*session.readable, *found)
    notes: list[Diagnostic] = []
    for file, source in found.items():
        if not isinstance(source, Decoded):
            continue
        seen, warnings = _visible(texts_of(session), file, source.text)
        if source.notes or source.is_script or seen != source.text:
            before = f"source({term_text(Atom(str(file)))},"
            session.set_up(with_text(before, seen.encode(), ")"))
            notes += [*source.notes, *warnings]
    return list(found), notes


def load_clauses(
    session: Session, path: Path, options: Mapping[str, Term | Written], text: str | None = None
) -> tuple[frozenset[str], list[str], list[Diagnostic], str]:
    """Load a file of clauses into the session's rules; any error in it refuses it.

    `text` is what it holds, and what it names may be read already, where that is known. What it defines of a
    game's interface, all that it defines, the warnings and notes about it, and what SWI-Prolog read of it, as
    `prolog/support/reading.pl` tells it.
    """
    invisible: list[Diagnostic] = []
    if text is None:
        text, invisible = source_of(texts_of(session), path)
        _, noted = take_included(session, path, text)
        invisible += noted
    pairs = ",".join(
        f"-({term_text(Atom(key))},{value if isinstance(value, Written) else term_text(value)})"
        for key, value in options.items()
    )
    before = f"load({term_text(Atom(str(path.resolve())))},"
    report = _loaded(session, with_text(before, text.encode(), f",[{pairs}])"), path)
    *lists, read = arguments(report, "loaded", 5)
    messages, interface, named, unknown = map(items, lists)
    diagnostics = [_diagnostic(message, path, text) for message in messages]
    errors = _better(session, text, path, [found for severity, found in diagnostics if severity == "error"])
    if errors:
        from pydecl.rules.catalogue.loading import HALTS  # late: most files have no errors

        if any(found.code == HALTS.name for found in errors):
            raise ContractError("halts", "\n".join(str(found) for found in errors))
        raise SourceError(errors)
    if unknown:
        key, _ = arguments(unknown[0], "-", 2)
        raise InputError(f"{path}: there is no option {key}: the file has no dynamic fact {key}/1 to replace")
    others = [*invisible, *(found for severity, found in diagnostics if severity != "error")]
    return frozenset(map(_indicator, interface)), list(map(_indicator, named)), others, string(read)


SHORT = 100_000
"""Texts up to this length, in characters, are looked through here: that takes a time in proportion to it."""

MOST_SEEN = 1 << 24
"""The longest text as it is seen, with the warnings on it, in bytes."""

_SYNTAX = re.compile("Syntax error|^(End of file|Illegal|Unterminated)")


def _better(session: Session, text: str, path: Path, errors: list[Diagnostic]) -> list[Diagnostic]:
    """SWI-Prolog's words for errors of syntax, replaced by those of our own reader, which say more."""
    others = [error for error in errors if error.file != str(path) or not _SYNTAX.search(error.message)]
    if len(others) == len(errors):
        return errors
    try:
        faults = texts_of(session).ask("faults", text.encode(), [FINDING], file=str(path))
    except (LimitError, ContractError):
        return errors
    found = [Diagnostic(**{name: fault[name] for name in DIAGNOSTIC}) for fault in faults]
    return sorted([*found, *others], key=lambda error: (error.line, error.column)) if found else errors


LONGEST_LINE = 10_000
"""How much of a line is shown, in characters."""

LOADING_SECONDS = 20.0
"""How long a file may take to load, its directives included."""


def _loaded(session: Session, request: Payload, path: Path) -> Term:
    said = session.deadline(LOADING_SECONDS).said
    try:
        return session.set_up(request, seconds=LOADING_SECONDS)
    except LimitError as error:
        raise LimitError(f"{path}: loading it takes more than {said:.3g} s ({error})") from None


def _indicator(term: Term) -> str:
    name, arity = arguments(term, "/", 2)
    return f"{atom(name)}/{arity}"


def _diagnostic(message: Term, path: Path, content: str) -> tuple[str, Diagnostic]:
    told, code, place, *at, text = arguments(message, "message", 6)
    severity, file = atom(told), atom(place)
    line, column = map(integer, at)
    own = file in ("", str(path.resolve()))
    source_line = line_of(content, line)[:LONGEST_LINE] if own else ""
    wording = string(text).replace("rules:", "").split(" Earlier definition at")[0]
    if severity != "error":
        wording = f"{severity}: {wording}"
    shown = str(path) if own else file
    return severity, Diagnostic(shown, line, column, wording, source_line, atom(code))


def missing(program: Program, defined: frozenset[str]) -> str | None:
    """What a program needs and the rules lack, by name; None where it can run."""
    declared = DECLARED[program]
    lacking = []
    if not any(move in defined for move in MOVES):
        lacking.append("one of moves/2, move/2 and move/3")
    lacking += [name for (name,) in MOVERS if name not in defined]
    if "staticval/2" not in defined:
        if declared.values:
            lacking.append("staticval/2")
        elif declared.ends and not {"terminalwon/1", "terminallost/1"} <= defined:
            lacking.append("terminalwon/1 and terminallost/1, or staticval/2")
    lacking += [name for name in declared.needs if name not in defined]
    return ", ".join(lacking) or None


def _nothing_runs(path: Path, defined: frozenset[str], named: Sequence[str]) -> str:
    if not named and not defined:
        return f"{path}: the file has no clauses; a game needs {missing(Program.MINIMAX, defined)}"
    lacking = [missing(program, defined) for program in TEXTBOOK]
    wanted = [part.strip(",") for text in lacking if text for part in text.split() if "/" in part]
    near = {
        name: want for name in named if name not in defined for want in wanted if _name(name) == _name(want)
    }
    found = "".join(f"; {name} found, {want} expected" for name, want in near.items())
    rows = [f"  {program.value} needs {text}" for program, text in zip(TEXTBOOK, lacking, strict=True)]
    known = defined.union(named)
    nearly = nearest(known)
    if nearly is not None:
        rows.append(f"  to be read as {nearly.title} it needs {', '.join(nearly.lacks(known))}")
    least = missing(Program.MINIMAX, defined)
    return "\n".join([f"{path}: no program can run on these rules: not defined: {least}{found}", *rows])


PROGRAM = 5
"""How many predicates a file has that may be a program with a game in it."""


def _adapting(path: Path, defined: frozenset[str], named: Sequence[str]) -> str:
    """What may help if a file has many predicates and hardly any of a game's interface."""
    if len(named) < PROGRAM or len(defined) > 2:
        return ""
    return f"'pydecl adapt {path}' looks for the game in a program, and writes what is missing"


def _name(indicator: str) -> str:
    return indicator.split("/")[0]
