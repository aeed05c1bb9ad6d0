"""The check of one file: its text, how it loads, and a sample of its positions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

from pydecl.bridge.game import SessionGame
from pydecl.bridge.session import MEMORY, Session
from pydecl.checking.ends import won_errs
from pydecl.checking.library import known_predicates
from pydecl.checking.places import Places
from pydecl.checking.positions import doubtful_end, drawn_ends, judged, of_the_starts
from pydecl.checking.reading import of_loaded, two_readings
from pydecl.checking.report import Report, Summary
from pydecl.checking.sampling import Sample, followers, sample
from pydecl.consulting import consult, game_names, what_is_missing
from pydecl.errors import ContractError, Diagnostic, Exit, InputError, PydeclError, SourceError
from pydecl.model.program import PROGRAMS, Program
from pydecl.model.term import Term
from pydecl.paths import bundled_file
from pydecl.rules.catalogue import CATALOGUE
from pydecl.rules.catalogue.names import REFUSED, WARNED
from pydecl.rules.checks import static_findings
from pydecl.rules.checks.goals import arguments
from pydecl.rules.checks.interface import ASKED
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.finding import Code, Finding, Severity
from pydecl.rules.reader import read_rules
from pydecl.rules.source import read_source, visible
from pydecl.rules.syntax import Clause, Named, RulesText, walk

TOLD = (".tree", ".graph")
"""The endings of files that tell a game without rules."""

STARTS = 50
"""How many positions a sample begins with, at the most."""

NO_CHANCE = "has chance, which expectiminimax alone takes"


def check_file(
    name: str, seconds: float | None, convention: str | None = None, memory: int = MEMORY
) -> Report:
    """All that is worth knowing about a rules file, a tree, a graph, or a bundled game.

    `seconds` is what loading, and each question about positions, may take; `convention` is that of the rules,
    where it cannot be told, `memory` what they may use, in MiB. Only KeyboardInterrupt is raised: what goes
    wrong is in the report.
    """
    path = bundled_file(name) if name in game_names() else Path(name)
    try:
        text, _ = visible(read_source(path), str(path))
    except SourceError as error:
        return Report(name, _untold(error.diagnostics, REFUSED, None, ()))
    except InputError as error:
        return Report(name, refused=error)
    rules = None if path.suffix in TOLD else read_rules(text, str(path))
    game, refused = _consulted(name, seconds, convention, memory)
    if game is None:
        with closing(Session(seconds)) as session:
            found = [] if rules is None else _of_text(rules, session)
        told, unsaid = _refusal(refused, rules, found)
        return Report(name, _sorted([*found, *told]), unsaid)
    with game:
        found = [] if rules is None else of_loaded(_of_text(rules, game.session))
        predicates = None if rules is None else Predicates(rules)
        found += _warnings(game.warnings, rules, found) + two_readings(game)
        places = Places(str(path), predicates)
        try:
            try:
                starts = _starts(game, predicates)
            except ContractError as error:
                return Report(name, _sorted([*found, of_the_starts(error, places)]))
            looked_at = sample(game, starts)
            found += judged(game, looked_at, places) + drawn_ends(game, looked_at, places)
            return Report(name, _sorted(found), None, _summary(game, looked_at))
        except PydeclError as error:
            is_told = any(finding.code.name.startswith("P3") for finding in found)
            return Report(name, _sorted(found), None if is_told else error)


def text_findings(game: SessionGame) -> list[Finding]:
    """What the text of a game's rules alone shows; nothing for a tree or a graph."""
    path = Path(game.source)
    if path.suffix in TOLD or not path.is_file():
        return []
    text, _ = visible(read_source(path), str(path))
    return _of_text(read_rules(text, str(path)), game.session)


def _consulted(
    name: str, seconds: float | None, convention: str | None, memory: int
) -> tuple[SessionGame | None, PydeclError | None]:
    try:
        return consult(name, seconds=seconds, convention=convention, memory=memory), None
    except PydeclError as error:
        return None, error


def _of_text(rules: RulesText, session: Session) -> list[Finding]:
    """The findings on a text; calls of what is not defined are told where SWI-Prolog can be asked."""
    known = None
    with suppress(PydeclError):
        known = known_predicates(session, Predicates(rules).libraries)
    return static_findings(rules, known)


def _sorted(findings: Sequence[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code.name))


# What SWI-Prolog says while it loads the file


def _refusal(
    error: PydeclError | None, rules: RulesText | None, found: Sequence[Finding]
) -> tuple[list[Finding], PydeclError | None]:
    """The findings that a refusal adds to those on the text, or the refusal itself where it adds none."""
    if isinstance(error, SourceError):
        return _untold(error.diagnostics, REFUSED, rules, found), None
    is_told = any(finding.severity is Severity.ERROR for finding in found)
    return [], None if is_told and error is not None and error.exit_code == Exit.BAD_INPUT else error


def _warnings(
    warnings: Sequence[Diagnostic], rules: RulesText | None, found: Sequence[Finding]
) -> list[Finding]:
    return _untold(warnings, WARNED, rules, found)


def _untold(
    told: Sequence[Diagnostic], code: Code, rules: RulesText | None, found: Sequence[Finding]
) -> list[Finding]:
    """SWI-Prolog's messages about clauses of which nothing is told that is as bad."""
    known = {(finding.code.name, finding.line) for finding in found}
    clause_of = _clauses(rules)
    bad = {clause_of(one.line) for one in found if one.severity is Severity.ERROR or code is not REFUSED}
    return [
        Finding(_code(one, code), one.file, one.line, one.column, 1, _message(one), "", one.source_line)
        for one in told
        if (one.code in CATALOGUE or clause_of(one.line) not in bad) and (one.code, one.line) not in known
    ]


def _clauses(rules: RulesText | None) -> Callable[[int], int]:
    """What numbers the clause that a line belongs to; without clauses, lines stand for themselves."""
    if rules is None:
        return lambda line: line
    starts = [rules.place(clause.span.start)[0] for clause in rules.clauses]
    return lambda line: bisect_right(starts, line)


def _code(told: Diagnostic, otherwise: Code) -> Code:
    return CATALOGUE.get(told.code, otherwise)


def _message(told: Diagnostic) -> str:
    return " ".join(told.message.removeprefix("warning: ").removeprefix("note: ").split())


# The positions to begin with, and what the game is


def _starts(game: SessionGame, predicates: Predicates | None) -> Sequence[Term]:
    """The starts of a game; where it names none, the positions that its facts are about."""
    if initial := game.initial():
        return initial[:STARTS]
    if "position/1" in game.defined:
        return [answer["Pos"] for answer in game.session.query("position(Pos)", solutions=STARTS)]
    if predicates is None:
        return ()
    texts = dict.fromkeys(text for clause in _facts(predicates) if (text := _position(predicates, clause)))
    positions = []
    for text in list(texts)[:STARTS]:
        with suppress(PydeclError):
            positions.append(game.parse_position(text))
    return positions


def _facts(predicates: Predicates) -> Iterator[Clause]:
    for indicator in ASKED:
        yield from predicates.clauses.get(indicator, ())


def _position(predicates: Predicates, clause: Clause) -> str:
    """The text of the position that a clause is about; empty where it has variables."""
    position = arguments(clause.head)[0]
    if any(isinstance(node, Named) for node in walk(position)):
        return ""
    return predicates.rules.text[position.span.start : position.span.end]


def _summary(game: SessionGame, looked_at: Sample) -> Summary:
    numbers = [len(after) for position in looked_at.asked if (after := followers(game, position))]
    branching = (min(numbers), sum(numbers) / len(numbers), max(numbers)) if numbers else None
    starts = game.initial()
    return Summary(
        name=game.name,
        read_as=game.read_as,
        starts=[game.format_position(position) for position in starts[:3]],
        mover=_mover(game, starts[0]) if starts else "",
        branching=branching,
        positions=looked_at.counted,
        all_counted=looked_at.all_counted,
        looked_at=len(looked_at.asked),
        programs={program.value: _why_not(game, looked_at, program) for program in PROGRAMS},
    )


def _mover(game: SessionGame, position: Term) -> str:
    try:
        turn = game.turn(position)
    except PydeclError:
        return ""
    return "chance" if turn is None else turn.value


def _why_not(game: SessionGame, looked_at: Sample, program: Program) -> str:
    """Why a program cannot run, or errs; empty where it can."""
    missing = what_is_missing(game, program)
    if missing:
        return f"without {missing}"
    if game.has_chance and program is not Program.EXPECTIMINIMAX:
        return NO_CHANCE
    if program is Program.WON and (doubtful := doubtful_end(game, looked_at)) is not None:
        return won_errs(doubtful[0], game.format_position(doubtful[1]))
    return ""
