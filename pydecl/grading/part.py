"""What is said of one part of a homework file: its rules, or one of the programs that it brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any

from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.own_checking import OwnReport
from pydecl.crosschecking.own_judging import Gravity, OwnFinding, named, replay
from pydecl.errors import (
    ContractError,
    InternalFault,
    LimitError,
    PrologUnavailableError,
    PydeclError,
    SystemLimitError,
)
from pydecl.errors.unforeseen import INTERNAL_FAULT
from pydecl.grading.causes import HINTS, TITLES, Cause
from pydecl.grading.diagnosing import Diagnosis, Place
from pydecl.grading.evidence import Evidence
from pydecl.grading.rules import RulesReport
from pydecl.model.number import counted
from pydecl.model.program import Manner

RULES = "rules"

SAID_OF_PLACES = ("predicate", "number", "line", "before")

HOW = {Manner.BARE: "run as it stands", Manner.PART: "run as a part of the textbook's alphabeta"}
"""How a program is run that is not run whole, with counts and limits."""

ABOUT = {
    Law.AGAIN: "further answers",
    Law.END: "whether it comes to an end",
    Law.PRUNING: "the leaves",
    Law.TIES: "the choice among equal moves",
}
"""What differs, where the name of the law does not say it."""


class State(Enum):
    """How a part did; see VERDICTS."""

    AGREES = "agrees"
    DIFFERS = "differs"
    PRUNES_NOTHING = "prunes nothing"
    RULES_BROKEN = "rules broken"
    REFUSED = "refused"
    LIMIT = "limit"
    DIED = "died"
    FAULT = INTERNAL_FAULT
    MISSING = "missing"
    SYSTEM_LIMIT = "system limit"

    @property
    def is_verdict(self) -> bool:
        """Whether it tells something of the homework."""
        return self not in (State.FAULT, State.SYSTEM_LIMIT)


VERDICTS = {
    State.AGREES: "right",
    State.DIFFERS: "not right",
    State.PRUNES_NOTHING: "right, but prunes nothing",
    State.RULES_BROKEN: "not judged: the rules are broken",
    State.REFUSED: "cannot be read",
    State.LIMIT: "stopped at its limit",
    State.DIED: "crashed",
    State.MISSING: "missing",
    State.FAULT: "not judged: a fault of pydecl",
    State.SYSTEM_LIMIT: "not judged: the machine was too busy",
}
"""What a page says of each. A limit is one of the file's; what crashed has done so twice."""

UNJUDGED = (State.REFUSED, State.LIMIT, State.DIED, State.FAULT, State.SYSTEM_LIMIT)
"""The states whose message says why there is no verdict."""


@dataclass(frozen=True)
class Part:
    """How one part did, and the first, smallest place where it differs.

    `line` is the positions from the start to the place in the rules; `size` counts the positions that the
    difference needs: those of that line, or the one that was asked about and all that can follow it. `tree`
    is the text of a `.tree` file. `notes` are no faults. `cause` is claimed only where evidence shows it, at
    these `places`, on so many questions, `tried`; `why` says in words what goes wrong, `evidence` shows it.
    `readings` are the liberties that were taken to find a program: another name, another order of arguments.
    """

    name: str
    state: State
    message: str = ""
    expected: str = ""
    found: str = ""
    position: str | None = None
    line: tuple[str, ...] = ()
    tree: str | None = None
    size: int = 0
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    cause: Cause | None = None
    places: tuple[Place, ...] = ()
    tried: int = 0
    why: str = ""
    readings: tuple[Cause, ...] = ()
    evidence: Evidence | None = None

    @property
    def law(self) -> Law | None:
        """The law that a program breaks; None for the rules, and for what differs in nothing."""
        if self.name == RULES or self.state not in (State.DIFFERS, State.PRUNES_NOTHING):
            return None
        return Law(self.message.partition(";")[0])

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on; what would be right is not among them."""
        fields = self.stored()
        del fields["evidence"], fields["tried"]
        places = [{name: place[name] for name in SAID_OF_PLACES} for place in fields["places"]]
        hint = "" if self.cause is None else HINTS[self.cause]
        return fields | {"places": places, "hint": hint}

    def stored(self) -> dict[str, Any]:
        """All fields, as plain values."""
        fields = asdict(self)
        lists = {name: list(value) for name, value in fields.items() if isinstance(value, tuple)}
        plain = {
            "state": self.state.value,
            "cause": self.cause and self.cause.value,
            "readings": [cause.value for cause in self.readings],
        }
        return fields | lists | plain

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Part:
        """What `stored` told; raises KeyError, TypeError or ValueError for anything else."""
        lists = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
        made = {
            "state": State(fields["state"]),
            "cause": fields["cause"] and Cause(fields["cause"]),
            "places": tuple(Place(**place) for place in fields["places"]),
            "readings": tuple(map(Cause, fields["readings"])),
            "evidence": fields["evidence"] and Evidence.from_json(fields["evidence"]),
        }
        return cls(**(fields | lists | made))


def of_rules(report: RulesReport) -> Part:
    """The part that a comparison of rules makes."""
    how = f"{counted(report.positions, 'position')} matched {report.matched.value}, to {report.plies} plies"
    message = how + (", all there are" if report.complete else "")
    different = report.difference
    if different is None:
        return Part(RULES, State.AGREES, message, notes=tuple(report.notes))
    return Part(
        RULES,
        State.DIFFERS,
        message,
        different.expected,
        different.found,
        position=different.position,
        line=tuple(different.line),
        size=len(different.line),
        notes=tuple(report.notes),
    )


def of_program(report: OwnReport) -> Part:
    """The part that a cross-check of a file's own program makes; raises what kept it from being finished."""
    name = report.program.indicator
    asked = f"{counted(report.asked[0], 'question')} on the file's game, {report.asked[1]:,} on random trees"
    message = f"{report.program.manner.value}; {asked}"
    notes = tuple(
        f"{found.fault.law.value}: {found.fault.found}, not {found.fault.expected}"
        for found in report.findings
        if found.gravity is Gravity.NOTE
    )
    if report.program.manner is Manner.BARE:
        notes += ("judged on the file's own game alone: it cannot be run on random trees",)
    notes += tuple(f"not compared at {position}: {why}" for position, why in report.left_out.items())
    worst = worst_finding(report)
    if worst is None:
        if report.reason is not None:
            raise report.reason
        return Part(name, State.AGREES, message, notes=notes)
    laws = {found.fault.law for found in report.findings if found.gravity is not Gravity.NOTE} - {Law.RULES}
    state = State.DIFFERS if laws else State.RULES_BROKEN
    if laws == {Law.PRUNING}:
        state = State.PRUNES_NOTHING
    return Part(
        name,
        state,
        f"{worst.fault.law.value}; {message}",
        worst.fault.expected,
        worst.fault.found,
        position=worst.position,
        tree=worst.tree,
        size=worst.size,
        options=tuple(worst.options),
        notes=notes,
    )


def explained(part: Part, diagnosis: Diagnosis | None, evidence: Evidence | None) -> Part:
    """The part with what is known of its cause; what needs no change to be seen is seen by the law alone."""
    why = "" if evidence is None else evidence.why
    part = replace(part, why=why, evidence=evidence)
    if diagnosis is None:
        by_law = {Law.END: Cause.ENDLESS, Law.ANSWER: Cause.FAILS}
        return replace(part, cause=by_law.get(part.law) if part.law else None)
    notes = part.notes
    if diagnosis.horizon is not None:
        plies, asked = counted(diagnosis.horizon, "ply", "plies"), counted(diagnosis.asked, "question")
        notes += (f"its answers to {asked} are those of a search of {plies}",)
    return replace(part, notes=notes, cause=diagnosis.cause, places=diagnosis.places, tried=diagnosis.asked)


def worst_finding(report: OwnReport) -> OwnFinding | None:
    """What a part names: the smallest place where something is wrong, the program's own faults first."""
    serious = [found for found in report.findings if found.gravity is not Gravity.NOTE]
    of_its_own = [found for found in serious if found.fault.law is not Law.RULES]
    return min(of_its_own or serious, key=lambda found: found.size, default=None)


def of_error(name: str, error: PydeclError) -> Part:
    """The part that an error makes."""
    if isinstance(error, ContractError) and error.fault == "died":
        return Part(name, State.DIED, f"worker died ({', '.join(error.details)})")
    if isinstance(error, PrologUnavailableError):  # it was there for the reference
        return Part(name, State.DIED, f"worker died ({error})")
    if isinstance(error, InternalFault):
        return Part(name, State.FAULT, str(error))
    if isinstance(error, SystemLimitError):
        return Part(name, State.SYSTEM_LIMIT, str(error))
    state = State.LIMIT if isinstance(error, LimitError) else State.REFUSED
    return Part(name, state, str(error))


def marks(parts: Sequence[Part]) -> tuple[int, int]:
    """How many parts agree, and of how many; none if the file brings none of the required programs."""
    if has_no_program(parts):
        return 0, len(parts)
    return sum(part.state is State.AGREES for part in parts), len(parts)


def has_no_program(parts: Sequence[Part]) -> bool:
    """Whether programs are required, and the file brings none of them."""
    programs = [part for part in parts if part.name != RULES]
    return bool(programs) and all(part.state is State.MISSING for part in programs)


def part_text(file: str, part: Part) -> str:
    """How a part did, and where to see it."""
    lines = [f"\n{file}: {part.name}: {part.state.value}"]
    if part.state is State.MISSING:
        return "\n".join([*lines, "  the file has no such program, under this name or a similar one"])
    if part.state in UNJUDGED:
        return "\n".join([*lines, *(f"  {line}" for line in part.message.splitlines())])
    if part.position is not None:
        lines[0] += f" at {part.position}"
    elif part.tree is not None:
        lines[0] += f" on a tree of {part.size}"
    if part.state is not State.AGREES:
        lines += [f"  expected {part.expected}", f"  found    {part.found}"]
    if len(part.line) > 1:
        lines.append(f"  reached  {', '.join(part.line)}")
    lines += [f"  asked    {' '.join(part.options)}"] if part.options else []
    tree = (part.tree or "").splitlines()
    lines += [f"  {'' if at else 'tree':8} {text}" for at, text in enumerate(tree)]
    lines += [f"  why      {part.why}"] if part.why else []
    if part.cause is not None:
        places = dict.fromkeys(
            place.predicate if place.line is None else f"{place.predicate}, line {place.line}"
            for place in part.places
        )
        lines.append(f"  cause    {TITLES[part.cause]}{': ' if places else ''}{'; '.join(places)}")
    lines += [f"  replay   {again}"] if (again := replay_of(file, part)) else []
    lines.append(f"  compared {compared(part)}")
    return "\n".join([*lines, *(f"  note     {note}" for note in part.notes)])


def compared(part: Part) -> str:
    """What was compared, and what of it differed first.

    >>> compared(Part("minimax/3", State.DIFFERS, "again; bare; 1 question on the file's game"))
    "further answers; 1 question on the file's game; run as it stands"
    """
    *manner, asked = part.message.split("; ")
    what = [] if part.law is None else [ABOUT.get(part.law, f"the {part.law.value}")]
    how = [HOW[Manner(manner[-1])]] if manner and manner[-1] != Manner.ATTACHED.value else []
    return "; ".join([*what, asked, *how])


def replay_of(file: str, part: Part) -> str | None:
    """The command that shows what a program does, beside the textbook's; None if there is nothing to see."""
    if (law := part.law) is None or part.readings:
        return None
    where = {"position": part.position, "tree": part.tree}
    return replay(file, named(part.name), law, **where, options=part.options)
