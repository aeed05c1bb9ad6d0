"""The check of one file: its text, how it loads, and a sample of its positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydecl.checking.positions import doubtful_end, drawn_ends, judged, of_the_starts, won_errs
from pydecl.checking.report import Report, Summary
from pydecl.checking.sampling import Sample, enumerated, followers, sample
from pydecl.checking.text import CheckedText, Places
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, Diagnostic, Exit, LimitError, PydeclError, SourceError
from pydecl.loading.consulting import consult, game_names
from pydecl.loading.rules_files import AS_IT_SAYS, Reading, source_of
from pydecl.loading.turns import obstacles
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.program import Ends, Program
from pydecl.model.term import Term
from pydecl.paths import bundled_file
from pydecl.programs.registry import DECLARED
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.catalogue.loading import TWO_READINGS
from pydecl.rules.catalogue.names import REFUSED, WARNED
from pydecl.rules.checks import in_order
from pydecl.rules.dependencies import files_beside
from pydecl.rules.finding import Code, Finding, Severity
from pydecl.rules.source import LONGEST_COMPILED
from pydecl.sandbox.session import MEMORY
from pydecl.texts.entries import given
from pydecl.texts.session import FINDING, TextSession, finding_of, texts_of

TOLD = (".tree", ".graph", ".kif")
"""The endings of files that tell a game without rules in Prolog."""

STARTS = 50
"""How many positions a sample begins with, at the most."""


def check_file(
    name: str,
    seconds: float | None,
    reading: Reading = AS_IT_SAYS,
    memory: int = MEMORY,
    until: Deadline = NEVER,
) -> Report:
    """All that is worth knowing about a rules file, a tree, a graph, or a bundled game.

    `seconds` is what all of it may take, `until` when it must be done at the latest; `reading` says how the
    rules are to be read, `memory` what they may use, in MiB. Only KeyboardInterrupt is raised: what goes
    wrong is in the report.
    """
    until = until.or_after(seconds)
    with closing(TextSession(memory=memory, until=until)) as texts:
        return _Check(name, reading, memory, until, texts).report()


def first_look(name: str, texts: TextSession) -> Report:
    """What the text alone shows, much sooner: nothing is loaded, and no position is looked at.

    `texts` may serve many looks. What `check_file` finds may be other findings in place of these.
    """
    check = _Check(name, AS_IT_SAYS, MEMORY, NEVER, texts)
    try:
        rules = check._rules(Path(name))
        return Report(name, check._told(rules.survey() if rules is not None else ()))
    except SourceError as error:
        return Report(name, check._told(_untold(error.diagnostics, REFUSED, None, ())))
    except PydeclError as error:
        return Report(name, check._told(), error)


@dataclass
class _Check:
    """The check of one file, and what has been found so far."""

    name: str
    reading: Reading
    memory: int
    until: Deadline
    texts: TextSession
    found: list[Finding] = field(default_factory=list)

    def report(self) -> Report:
        path = bundled_file(self.name) if self.name in game_names() else Path(self.name)
        try:
            rules = self._rules(path)
            if rules is not None:
                self.found += rules.survey()
            return self._checked(path, rules)
        except SourceError as error:
            return Report(self.name, self._told(_untold(error.diagnostics, REFUSED, None, ())))
        except PydeclError as error:
            return Report(self.name, self._told(), error)

    def _rules(self, path: Path) -> CheckedText | None:
        """The text of the rules; None for what has none."""
        if path.suffix in TOLD:
            return None
        text, _ = source_of(self.texts, path)
        self.texts.readable = files_beside(path, text, self.texts.named)
        return CheckedText(self.texts, text, path)

    def _checked(self, path: Path, rules: CheckedText | None) -> Report:
        try:
            game = consult(
                self.name, seconds=None, memory=self.memory, until=self.until, **vars(self.reading)
            )
        except PydeclError as refused:
            if rules is not None:
                with Session(until=self.until) as session:
                    self._calls(rules, session)
            told: list[Finding] = []
            unsaid: PydeclError | None = refused
            if isinstance(refused, SourceError):
                told, unsaid = _untold(refused.diagnostics, REFUSED, rules, self.found), None
            elif any(one.severity is Severity.ERROR for one in self.found):
                unsaid = None if refused.exit_code == Exit.BAD_INPUT else refused
            return Report(self.name, self._told(told), unsaid or (rules.too_many() if rules else None))
        with game:
            left = self.until.most(None)
            game.session.seconds = None if left is None else left / 2  # the rest is to find the culprit
            if rules is not None:
                self._calls(rules, game.session)
                self.found = of_loaded(self.found)
            self.found += _untold(game.warnings, WARNED, rules, self.found)
            late = self._two_readings(game)
            places = Places(str(path), rules)
            try:
                starts = _starts(game, rules)
            except ContractError as error:
                return Report(self.name, self._told([of_the_starts(error, places)]))
            looked_at = sample(game, starts)
            try:
                found, stopped = judged(game, looked_at, places)
                self.found += found
                if stopped is not None:
                    return Report(self.name, self._told(), stopped)
                self.found += drawn_ends(game, looked_at, places)
                late = late or (rules.too_many() if rules else None)
                return Report(self.name, self._told(), late, _summary(game, looked_at))
            except PydeclError as error:
                is_told = any(finding.code.name.startswith("P3") for finding in self.found)
                return Report(self.name, self._told(), None if is_told else error)

    def _two_readings(self, game: SessionGame) -> LimitError | None:
        """Tell what is not compiled because SWI-Prolog loads it otherwise; see `of_loaded`, too.

        The game's own reader is asked, which may read the files that the rules include. Half of the time is
        for this; what is left is for the positions. The error is that this was not enough.
        """
        text = game.rules_text
        if not game.compilable or text is None or len(text) > LONGEST_COMPILED:
            return None
        left = self.until.most(None)
        try:
            told = texts_of(game.session).ask(
                "readings", text.encode(), [FINDING], seconds=left and left / 2, **given(game)
            )
        except LimitError as error:
            return error
        self.found += [finding_of(fields, CATALOGUE) for fields in told]
        return None

    def _calls(self, rules: CheckedText, session: Session) -> None:
        """Calls of what is not defined are told where SWI-Prolog can be asked."""
        with suppress(PydeclError):
            self.found += rules.calls(session)

    def _told(self, more: Sequence[Finding] = ()) -> list[Finding]:
        return in_order([*self.found, *more])


def text_findings(game: SessionGame) -> list[Finding]:
    """What the text of a game's rules alone shows; nothing for a tree or a graph."""
    path = Path(game.source)
    if path.suffix in TOLD or not path.is_file() or game.rules_text is None:
        return []
    rules = CheckedText(texts_of(game.session), game.rules_text, path)
    found = rules.survey()
    with suppress(PydeclError):
        found += rules.calls(game.session)
    return in_order(found)


# What SWI-Prolog says while it loads the file


def _untold(
    told: Sequence[Diagnostic], code: Code, rules: CheckedText | None, found: Sequence[Finding]
) -> list[Finding]:
    """SWI-Prolog's messages about clauses of which nothing is told that is as bad."""
    if not told:
        return []
    known = {(finding.code.name, finding.line) for finding in found}
    clause_of = _clauses(rules, [*(one.line for one in told), *(one.line for one in found)])
    bad = {clause_of(one.line) for one in found if one.severity is Severity.ERROR or code is not REFUSED}
    return [
        Finding(kind, one.file, one.line, one.column, 1, _message(one), "", one.source_line)
        for kind, one in ((CATALOGUE.get(one.code, code), one) for one in told)
        if (one.code in CATALOGUE or clause_of(one.line) not in bad) and (one.code, one.line) not in known
    ]


def _clauses(rules: CheckedText | None, lines: Sequence[int]) -> Callable[[int], int]:
    """What numbers the clause that a line belongs to; without clauses, lines stand for themselves."""
    if rules is not None:
        with suppress(PydeclError):
            return rules.clause_of(lines)
    return lambda line: line


def _message(told: Diagnostic) -> str:
    return " ".join(told.message.removeprefix("warning: ").removeprefix("note: ").split())


# The positions to begin with, and what the game is


def _starts(game: SessionGame, rules: CheckedText | None) -> Sequence[Term]:
    """The starts of a game; where it names none, the positions that its facts are about."""
    if initial := game.initial():
        return initial[:STARTS]
    if told := enumerated(game, STARTS):
        return told
    positions = []
    for text in rules.positions(STARTS) if rules is not None else ():
        with suppress(PydeclError):
            positions.append(game.parse_position(text))
    return positions


def _summary(game: SessionGame, looked_at: Sample) -> Summary:
    numbers = [len(after) for position in looked_at.asked if (after := followers(game, position))]
    branching = (min(numbers), sum(numbers) / len(numbers), max(numbers)) if numbers else None
    starts, mover = game.initial(), ""
    for start in starts[:1]:
        with suppress(PydeclError):
            turn = game.turn(start)
            mover = "chance" if turn is None else turn.value
    return Summary(
        name=game.name,
        read_as=game.read_as,
        starts=[game.format_position(position) for position in starts[:3]],
        mover=mover,
        branching=branching,
        positions=looked_at.counted,
        all_counted=looked_at.all_counted,
        looked_at=len(looked_at.asked),
        programs={
            program.value: why or _errs(game, looked_at, program) for program, why in obstacles(game).items()
        },
    )


def _errs(game: SessionGame, looked_at: Sample, program: Program) -> str:
    """Why a program that can run errs; empty if it does not."""
    doubtful = doubtful_end(game, looked_at) if DECLARED[program].right_for is Ends.DECIDED else None
    return "" if doubtful is None else won_errs(doubtful[0], game.format_position(doubtful[1]))


def of_loaded(found: Sequence[Finding]) -> list[Finding]:
    """The findings on the text of a file that SWI-Prolog has loaded.

    If pydecl's own reader stumbles in it, nothing else is told of the text: what was read in part misleads.
    """
    for one in found:
        if one.code.name.startswith("P0") and one.severity is Severity.ERROR:
            told = f"{one.message}: SWI-Prolog can read this, but pydecl's own reader cannot"
            return [replace(one, code=TWO_READINGS, message=told, remedy="")]
    return list(found)
