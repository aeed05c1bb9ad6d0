"""Examine a position: each program asked on all engines, each answer held against its contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pydecl.crosschecking.engaged import Answered, Asked, Runners, Twins, ask_all, finished
from pydecl.crosschecking.laws import Fault, Judge, Law, law_of_value, twin_difference
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.model.program import Kind, Program, Tie
from pydecl.model.result import Answer, Limits, Order
from pydecl.model.term import Term
from pydecl.programs.registry import CONTRACTS
from pydecl.tracing.recording import Recording, can_be_traced, record


@dataclass(frozen=True)
class Finding:
    """One law that was kept, or the fault that breaks it; `engine` is None where the two differ."""

    program: Program
    limits: Limits
    law: Law
    engine: str | None = None
    fault: Fault | None = None


def examine(
    game: SessionGame,
    judges: Sequence[Judge[Term]],
    asked: Sequence[Asked],
    seconds: float | None,
    runners: Runners | None = None,
) -> list[list[Finding]]:
    """What the answers to each question show; `judges` has the judge of each question's game."""
    answers = ask_all(game, asked, seconds, runners)
    return [
        list(_findings(judge, *question, twins))
        for judge, question, twins in zip(judges, asked, answers, strict=True)
    ]


def _findings(
    judge: Judge[Term], program: Program, position: Term, limits: Limits, twins: Twins
) -> Iterator[Finding]:
    for engine, answer in twins.others.items():
        yield Finding(program, limits, Law.TWINS, None, twin_fault(twins.reference, engine, answer))
    for engine, answer in twins.answers.items():
        if isinstance(answer, Answer):
            fault = judge.fault(program, position, limits, answer)
            law = fault.law if fault else law_of_value(CONTRACTS[program], limits)
            yield Finding(program, limits, law, engine, fault)
            if fault is None and CONTRACTS[program].tie is not Tie.NONE:
                yield Finding(program, limits, Law.MOVE, engine)


def twin_fault(reference: Answered, engine: str, other: Answered) -> Fault | None:
    """The first thing in which two engines differ, as a fault of the law that they are twins."""
    differ = twin_difference(reference, other)
    if differ is None:
        return None
    name, expected, found = differ
    return _differing(f"{name} {expected}", found, engine, Law.TWINS)


def _differing(expected: str, found: str, engine: str, law: Law) -> Fault:
    """The fault that an engine does not say what the reference does."""
    here, there = (registry.engine(one).place for one in (REFERENCE, engine))
    return Fault(law, f"{expected}, as {here}", f"{found} {there}")


def variations(
    game: SessionGame,
    judges: Sequence[Judge[Term]],
    asked: Sequence[Asked],
    seconds: float | None,
    runners: Runners | None = None,
) -> list[list[Finding]]:
    """Whether each variation ends where its value comes from: the program is asked at each best successor."""
    first = ask_all(game, asked, seconds, runners)
    lines: list[dict[str, list[Term]]] = [{engine: [] for engine in twins.answers} for twins in first]
    cut_short: set[tuple[int, str]] = set()
    todo: list[tuple[int, str, Asked, Answered]] = [
        (index, engine, question, answer)
        for index, (question, twins) in enumerate(zip(asked, first, strict=True))
        for engine, answer in twins.answers.items()
    ]
    while todo:
        deeper = []
        for index, engine, (program, _, limits), answer in todo:
            if not isinstance(answer, Answer):  # a leaf of unknown value, where the window is whole again
                cut_short.add((index, engine))
            elif answer.best is not None:
                lines[index][engine].append(answer.best)
                deeper.append((index, engine, (program, answer.best, limits.one_ply_less())))
        distinct = list(dict.fromkeys(question for _, _, question in deeper))
        found = dict(zip(distinct, ask_all(game, distinct, seconds, runners), strict=True))
        todo = []
        for index, engine, question in deeper:
            answers = found[question].answers
            if engine in answers:
                todo.append((index, engine, question, answers[engine]))
            else:  # it cannot answer
                cut_short.add((index, engine))
    return [
        [
            Finding(
                program,
                limits,
                Law.VARIATION,
                engine,
                judge.end_fault(program, limits, answer, lines[index][engine]),
            )
            for engine, answer in twins.answers.items()
            if isinstance(answer, Answer) and lines[index][engine] and (index, engine) not in cut_short
        ]
        for index, (judge, (program, _, limits), twins) in enumerate(zip(judges, asked, first, strict=True))
    ]


def has_variation(program: Program, limits: Limits) -> bool:
    """Whether a program's variation is examined: it has one, in the whole window and the game's order."""
    contract = CONTRACTS[program]
    if contract.kind in (Kind.WON, Kind.OUTCOME, Kind.ESTIMATE):
        return False
    whole = limits.alpha == -limits.beta == -float("inf")
    return contract.tie is not Tie.NONE and whole and limits.settings.order is Order.GAME


def visits(game: SessionGame, asked: Asked, seconds: float | None) -> Finding | None:
    """Whether the engines do the same, event by event; None for a program that cannot be traced.

    Raises KeyboardInterrupt and LimitError where a search was stopped.
    """
    program, position, limits = asked
    if not can_be_traced(program):
        return None
    recordings = {
        engine: record(
            game,
            program,
            engine=engine,
            position=position,
            depth=limits.depth,
            alpha=limits.alpha,
            beta=limits.beta,
            seconds=seconds,
            settings=limits.settings,
        )
        for engine in registry.complete()
    }
    for recording in recordings.values():
        if isinstance(recording.answer, Answer):
            finished(recording.answer, limits)
    reference = recordings.pop(REFERENCE)
    for engine, recording in recordings.items():
        for number, (one, other) in enumerate(zip_longest(_told(reference), _told(recording)), 1):
            if one != other:
                fault = _differing(f"event {number} {one}", str(other), engine, Law.VISITS)
                return Finding(program, limits, Law.VISITS, None, fault)
    return Finding(program, limits, Law.VISITS)


def _told(recording: Recording) -> Iterator[str]:
    for event in recording.events():
        position = None if event.node is None else recording.positions[event.node]
        yield f"{event} {position}"
