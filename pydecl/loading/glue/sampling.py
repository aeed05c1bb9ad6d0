"""What the predicates of a program answer: goals called in a confined SWI-Prolog, within limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, LimitError
from pydecl.loading.glue.shapes import mapped, parts
from pydecl.model.deadline import Deadline
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable
from pydecl.sandbox.replies import arguments, items

EFFORT = 30_000
"""How many inferences a goal may take by default."""

SECONDS = 5.0
"""How long one request may take."""

BATCH = 24
"""How many goals are asked at once."""


@dataclass(frozen=True)
class Sample:
    """A goal to be called, and what of its solutions is wanted.

    The goal is called once for each choice of values from `domains`. With `state`, a list of facts, the
    dynamic predicates of the sampler's heads have these facts then, and the facts after are answered, too.
    """

    goal: Term
    wanted: tuple[Term, ...]
    domains: tuple[tuple[Variable, tuple[Term, ...]], ...] = ()
    state: Term | None = None
    most: int = 300
    each: int = 300
    effort: int = EFFORT


@dataclass(frozen=True)
class Answered:
    """The solutions of a sample, and how it ended: done, more, limit, or an error's text.

    `states` are the facts after each solution, if the sample had facts.
    """

    solutions: Sequence[tuple[Term, ...]]
    end: str
    states: Sequence[Term] = ()

    @property
    def holds(self) -> bool:
        return bool(self.solutions)


NOTHING = Answered((), "limit")


class Sampler:
    """Asks a session that has loaded a program; `until` is when all must be done."""

    def __init__(self, session: Session, until: Deadline) -> None:
        self.session = session
        self.until = until
        self.heads: tuple[Term, ...] = ()
        """The dynamic predicates that hold the state, each as its most general fact."""

    def one(self, sample: Sample) -> Answered:
        return self.all([sample])[0]

    def all(self, samples: Sequence[Sample]) -> list[Answered]:
        """The answers, in order; once the time is over there are none."""
        found: list[Answered] = []
        for start in range(0, len(samples), BATCH):
            found += self._some(samples[start : start + BATCH])
        return found

    def _some(self, samples: Sequence[Sample]) -> list[Answered]:
        if self.until.is_over:
            return [NOTHING] * len(samples)
        request = Compound("sample", (PrologList(tuple(map(self._term, samples))),))
        try:
            reply = items(self.session.ask(request, seconds=self.until.most(SECONDS)))
        except (LimitError, ContractError):
            if len(samples) == 1:
                return [NOTHING]
            middle = len(samples) // 2
            return [*self._some(samples[:middle]), *self._some(samples[middle:])]
        return [_answered(told, sample) for told, sample in zip(reply, samples, strict=True)]

    def _term(self, sample: Sample) -> Term:
        domains = PrologList(
            tuple(Compound("-", (name, PrologList(tuple(values)))) for name, values in sample.domains)
        )
        facts: Term = Atom("none")
        if sample.state is not None:
            facts = Compound("facts", (sample.state, PrologList(self.heads)))
        wanted = Compound("w", sample.wanted) if sample.wanted else Atom("w")
        return Compound(
            "sample", (sample.goal, domains, wanted, facts, sample.most, sample.each, sample.effort)
        )


def _answered(told: Term, sample: Sample) -> Answered:
    solutions, end = arguments(told, "answer", 2)
    found: list[tuple[Term, ...]] = []
    states: list[Term] = []
    for solution in items(solutions):
        if sample.state is not None:
            solution, state = arguments(solution, "-", 2)
            states.append(state)
        found.append(tuple(map(_freed, parts(solution))))
    text = str(arguments(end, "error", 1)[0]) if isinstance(end, Compound) else str(end)
    return Answered(found, text, states)


def _freed(term: Term) -> Term:
    """The term with variables where they were numbered."""
    if "$VAR" not in str(term):
        return term

    def numbered(one: Term) -> Term | None:
        return Variable(f"_V{one.args[0]}") if isinstance(one, Compound) and one.name == "$VAR" else None

    return mapped(term, numbered)
