"""Why a program is wrong: the kind of change of its text that makes it right, on all that can be asked.

Every change of `edits.py` is tried on the smallest questions that the program answers wrongly, those that
survive on all questions. So what is said is shown: with this change, here, the program is right. If no change
makes it so, nothing is said.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace

from pydecl.crosschecking.own_checking import BIGGEST, questions_on
from pydecl.crosschecking.own_judging import NotComparedError, OwnJudge
from pydecl.crosschecking.own_trees import TreeCase, judges, leaves_evaluated, random_trees
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.grading.causes import Cause
from pydecl.grading.clauses import Indicator, OwnClauses, read_clause
from pydecl.grading.edits import Change, changes
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Manner, OwnProgram, Program
from pydecl.model.reader import read_term
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.rules.reader import read_rules, term_of
from pydecl.rules.syntax import Kind, RulesText

MOST_ASKED = 20_000
"""Questions that changed programs are asked for one cause, within their inferences: no clock decides."""

SHARE = 0.8
"""Of the time that the file has left; the rest is for showing what was found."""

DAY = 86_400.0
"""Seconds, where there is no limit."""

TREES = 150
"""Random trees on which a change must make the program right."""

FEW = 5
"""Questions that the program answers wrongly, the smallest ones, which decide what is asked further."""

MOST = 60
"""Changes that are tried on all questions."""

SOME = 40
"""Questions on which the changes that are left are tried first."""

HORIZONS = range(1, 21)
"""The depths, in plies, at which a program may stop by itself."""

AT_ONCE = 100
"""Changes that are tried by one request."""


@dataclass(frozen=True)
class Place:
    """A clause where the program is to be changed; `number` counts from 1 within its `predicate`.

    `line` is the file's, None if a new clause is to come in. `before` is the clause, `after` what would be
    right in its place; either may be empty.
    """

    predicate: str
    number: int
    line: int | None
    before: str
    after: str


@dataclass(frozen=True)
class Diagnosis:
    """A kind of change that makes the program right, where, and on how many questions this was seen.

    `horizon` are the plies after which the program stops by itself; then nothing was changed.
    """

    cause: Cause
    places: tuple[Place, ...]
    asked: int
    change: Change = field(compare=False, repr=False, default=())
    horizon: int | None = None


@dataclass(frozen=True)
class _Question:
    position: Term
    limits: Limits
    judge: OwnJudge
    size: int
    case: TreeCase | None = None


def diagnose(
    game: SessionGame,
    program: OwnProgram,
    values: Sequence[Number],
    *,
    seed: int,
    seconds: float | None,
    others: Sequence[Diagnosis] = (),
) -> Diagnosis | None:
    """The change that makes a wrong program of the game's file right; None if none of those known does.

    `values` are those of random trees; `others` are diagnoses of the file's other programs, which may share
    the clauses that are wrong: their changes are tried first. Raises what the game's rules are at fault for,
    and LimitError.
    """
    if game.rules_text is None:
        return None
    until = time.monotonic() + (DAY if seconds is None else SHARE * seconds)
    text = registry.reference(game).own.varied_clauses(program)
    clauses = _Clauses(read_rules(game.rules_text), text)
    if not any(clauses.own.by_predicate.values()):
        return None
    with ExitStack() as opened:
        asking = opened.enter_context(_asked(game, program, values, seed, until))
        search = _Search(program, text, clauses, asking, until)
        if program.manner is not Manner.BARE:
            search.on_the_game = lambda: opened.enter_context(_on_the_game(game, program, seed, until))
        return search.found([one.change for one in others])


class _Clauses:
    """The clauses of the program, as SWI-Prolog has them and as they stand in the file."""

    def __init__(self, rules: RulesText, text: str) -> None:
        loaded = read_term(text)
        assert isinstance(loaded, Compound)
        listed = loaded.args[2]
        assert isinstance(listed, PrologList)
        self.starts: dict[Indicator, int] = {}
        counts: dict[Indicator, int] = {}
        for at, clause in enumerate(listed.items):
            indicator = _indicator(clause)
            self.starts.setdefault(indicator, at)
            counts[indicator] = counts.get(indicator, 0) + 1
        written = OwnClauses(rules, list(counts)).by_predicate
        known = [one for one, clauses in written.items() if len(clauses) == counts[one]]
        self.own = OwnClauses(rules, known)
        directives = [one.span for one in rules.clauses if one.kind is Kind.DIRECTIVE]
        texts = (rules.text[span.start : span.end] + "\n" for span in directives)
        self.operators = "".join(one for one in texts if "op(" in one or "set_prolog_flag(" in one)
        """The directives that change how the text is read."""

    def variant(self, change: Change) -> str | None:
        """The change as `prolog/support/variants.pl` has it; None if its text is no clause."""
        made = []
        for edit in change:
            at = self.starts[edit.predicate] + edit.number
            new = None if edit.after is None else self.term(edit.after, edit.predicate)
            if edit.after is None:
                made.append(f"delete({at})")
            elif new is None:
                return None
            else:
                made.append(f"{'replace' if edit.before else 'insert'}({at},{new})")
        return f"[{','.join(made)}]"

    def term(self, text: str, predicate: Indicator) -> str | None:
        """A clause of the predicate as a canonical text; None for what is none."""
        clause = read_clause(text, self.operators)
        if clause is None or clause.indicator != predicate:
            return None
        term = term_of(clause.term)
        return term_text(term if clause.body is not None else Compound(":-", (term, Atom("true"))))


def _indicator(clause: Term) -> Indicator:
    assert isinstance(clause, Compound)
    head = clause.args[0]
    return (head.name, len(head.args)) if isinstance(head, Compound) else (str(head), 0)


@dataclass(frozen=True)
class _Asking:
    """Who is asked, and what: questions, the smallest first; on trees also what the textbook evaluates."""

    game: SessionGame
    questions: Sequence[_Question]
    textbook: dict[TreeCase, int]
    minimax: dict[TreeCase, int]


@contextmanager
def _asked(
    game: SessionGame, program: OwnProgram, values: Sequence[Number], seed: int, until: float
) -> Iterator[_Asking]:
    """Random trees for a program that runs on them, or else its own game, in a process of its own."""
    if program.manner is Manner.BARE:
        with _on_the_game(game, program, seed, until) as asking:
            yield asking
        return
    left = max(1.0, until - time.monotonic())
    with consult_trees(seconds=left) as trees:
        made = random_trees(seed, values)
        cases = sorted(made.questions(program, TREES), key=lambda one: one.size)
        made.plant(trees, cases)
        questions = [
            _Question(one.root, one.limits, judge, one.size, one)
            for one, judge in zip(cases, judges(cases, until), strict=True)
        ]
        whole = [one for one in cases if one.limits.alpha == -INFINITY and one.limits.beta == INFINITY]
        counts: list[dict[TreeCase, int]] = [{}, {}]
        if program.like == Program.ALPHABETA:
            for count, name in zip(counts, (Program.ALPHABETA, Program.MINIMAX), strict=True):
                count.update(zip(whole, leaves_evaluated(trees, name, whole, left), strict=True))
        yield _Asking(trees, questions, *counts)


@contextmanager
def _on_the_game(game: SessionGame, program: OwnProgram, seed: int, until: float) -> Iterator[_Asking]:
    """The program's own game, in a process of its own."""
    left = max(1.0, until - time.monotonic())
    with consult(game.rules_file, seconds=left, memory=game.session.memory) as again:
        judge = OwnJudge(again, until)
        questions = [
            _Question(position, limits, judge, size)
            for position, size, limits in questions_on(again, program, seed, until)
        ]
        yield _Asking(again, questions, {}, {})


@dataclass
class _Search:
    """For one program.

    `on_the_game` asks about the file's own game, if the questions are about random trees. If it `must_prune`,
    an answer is also wrong if more leaves were evaluated than the textbook's would.
    """

    program: OwnProgram
    text: str
    clauses: _Clauses
    asking: _Asking
    until: float
    left: int = MOST_ASKED
    on_the_game: Callable[[], _Asking] | None = None
    must_prune: bool = False

    def found(self, known: Sequence[Change]) -> Diagnosis | None:
        (answers,) = self.answers(["[]"], self.asking.questions)
        asked = list(zip(self.asking.questions, answers, strict=False))
        failing = [one for one, answer in asked if self.is_wrong(one, answer)]
        self.must_prune = not failing
        failing = failing or [one for one, answer in asked if self.is_wrong(one, answer)]
        if not failing:
            return None
        if (horizon := self.horizon(asked)) is not None:
            return Diagnosis(Cause.HORIZON, (), len(asked), horizon=horizon)
        known = [one for one in known if all(edit.predicate in self.clauses.starts for edit in one)]
        second = None
        for candidates in (known, *changes(self.clauses.own)):
            change, prunes = self.right(candidates, failing[:FEW])
            if change is not None and prunes:
                return self.told(change)
            second = second or change
        return None if second is None else self.told(second)

    def horizon(self, asked: Sequence[tuple[_Question, Answer[Term] | PydeclError]]) -> int | None:
        """The depth at which the program stops by itself: all its answers are those of a search so deep."""
        return next(
            (plies for plies in HORIZONS if all(self.is_of_depth(plies, *one) for one in asked)), None
        )

    def is_of_depth(self, plies: int, question: _Question, answer: Answer[Term] | PydeclError) -> bool:
        """Whether an answer is right for a search of so many plies."""
        depth = question.limits.depth
        limits = replace(question.limits, depth=plies if depth is None else min(plies, depth))
        try:
            return question.judge.fault(self.program, question.position, limits, answer) is None
        except (PydeclError, NotComparedError):
            return False

    def right(self, candidates: Sequence[Change], failing: Sequence[_Question]) -> tuple[Change | None, bool]:
        """The first change that makes the program right, and whether it prunes as the textbook's then.

        One with which it does so comes before others.
        """
        made = [(change, self.clauses.variant(change)) for change in candidates]
        left = [(change, variant) for change, variant in made if variant is not None]
        for some in (failing[:1], failing[1:]):
            left = list(self.surviving(left, some))
        all_of_them = self.asking.questions
        left = list(self.surviving(left[:MOST], all_of_them[:: max(1, len(all_of_them) // SOME)]))
        second = None
        for change, variant in left:
            (answers,) = self.answers([variant], all_of_them)
            if len(answers) < len(all_of_them) or any(map(self.is_wrong, all_of_them, answers)):
                continue
            pruned = self.pruned(answers)
            if pruned is False or not self.is_right_on_the_game(variant):
                continue
            if pruned:
                return change, True
            second = second or change
        return second, False

    def is_right_on_the_game(self, variant: str) -> bool:
        """Whether the changed program is right on the file's own game, too, wherever it answers there."""
        if self.on_the_game is None:
            return True
        asking = self.on_the_game()
        self.on_the_game = lambda: asking
        (answers,) = self.answers([variant], asking.questions, asking)
        return len(answers) == len(asking.questions) and not any(
            self.is_wrong(question, answer)
            for question, answer in zip(asking.questions, answers, strict=True)
            if question.size <= BIGGEST or not isinstance(answer, PydeclError)
        )

    def surviving(
        self, changes: Sequence[tuple[Change, str]], questions: Sequence[_Question]
    ) -> Iterator[tuple[Change, str]]:
        for at in range(0, len(changes) if questions else 0, AT_ONCE):
            some = changes[at : at + AT_ONCE]
            for one, answers in zip(
                some, self.answers([variant for _, variant in some], questions), strict=False
            ):
                asked = list(zip(questions, answers, strict=False))
                if len(asked) == len(questions) and not any(self.is_wrong(*pair) for pair in asked):
                    yield one
        if not questions:
            yield from changes

    def answers(
        self, variants: Sequence[str], questions: Sequence[_Question], asking: _Asking | None = None
    ) -> Sequence[Sequence[Answer[Term] | PydeclError]]:
        """What each variant answers; nothing once MOST_ASKED is used up."""
        self.left -= len(variants) * len(questions)
        if self.left < 0:
            return [()] * len(variants)
        asked = [(self.program, one.position, one.limits) for one in questions]
        most = 20_000 + 2_000 * max((one.size for one in questions), default=0)
        left = max(0.1, self.until - time.monotonic())
        own = registry.reference((asking or self.asking).game).own
        return own.run_variants(self.text, variants, asked, most, left)

    def is_wrong(self, question: _Question, answer: Answer[Term] | PydeclError) -> bool:
        if isinstance(answer, PydeclError):
            return True
        if question.judge.fault(self.program, question.position, question.limits, answer) is not None:
            return True
        most = self.asking.textbook.get(question.case) if self.must_prune and question.case else None
        return most is not None and (answer.leaves or 0) > most

    def pruned(self, answers: Sequence[Answer[Term] | PydeclError]) -> bool | None:
        """Whether as many leaves are pruned as by the textbook's; None if fewer, and False if none are.

        One that evaluates more leaves than there are searches more than once: what it prunes cannot be told.
        """
        asking, own, theirs, all_leaves = self.asking, 0, 0, 0
        for question, answer in zip(asking.questions, answers, strict=True):
            if question.case in asking.textbook and isinstance(answer, Answer):
                own += answer.leaves or 0
                theirs += asking.textbook[question.case]
                all_leaves += asking.minimax[question.case]
        if own <= theirs:
            return True
        return None if own != all_leaves else False

    def told(self, change: Change) -> Diagnosis:
        places = []
        for edit in change:
            clauses = self.clauses.own.by_predicate[edit.predicate]
            name, arity = edit.predicate
            line = self.clauses.own.line(clauses[edit.number]) if edit.before else None
            number = edit.number + 1
            places.append(Place(f"{name}/{arity}", number, line, edit.before, edit.after or ""))
        return Diagnosis(change[0].cause, tuple(places), len(self.asking.questions), change)
