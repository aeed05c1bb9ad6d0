"""Proves claims about a position of a game on an engine, and checks each certificate before giving it.

>>> from pydecl.loading.consulting import consult
>>> with consult("lecture19") as game:
...     certificate = prove(game, Claim(Goal.AT_LEAST, 4))
>>> [f"{entry.position} {entry.kind.value}" for entry in certificate.entries]
['j leaf', 'd or', 'k leaf', 'e or', 'b and', 'a or']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default, run, the_depth, the_position
from pydecl.errors import ContractError, Exit, LimitError, PydeclError
from pydecl.loading.consulting import check_runs
from pydecl.model.deadline import Deadline
from pydecl.model.game import Game, P, Player
from pydecl.model.number import Number, number_text
from pydecl.model.program import Program
from pydecl.model.proof import Certificate, Claim, Entry, Found, Goal, Kind, Proof
from pydecl.model.result import Limits, Status
from pydecl.model.term import Term

# A certificate against the rules of a game: its moves, players and values; nothing is searched


def fault(
    game: Game[P], certificate: Certificate[P], tick: Callable[[], object] = lambda: None
) -> str | None:
    """The first wrong entry in words, or None where the claim is proved; `tick` is called once an entry."""
    for number, entry in enumerate(certificate.entries, 1):
        tick()
        try:
            found = _entry_fault(game, certificate, entry, number)
        except ContractError as error:
            found = str(error)
        if found:
            return f"entry {number}, {game.format_position(entry.position)}: {found}"
    last = [(entry.position, entry.depth) for entry in certificate.entries[-1:]]
    proved = last == [(certificate.position, certificate.depth)]
    return None if proved else "the last entry is not the position and the depth of the claim"


def _entry_fault(game: Game[P], certificate: Certificate[P], entry: Entry[P], number: int) -> str | None:
    below_root = number < len(certificate.entries)
    mover = game.player_or(entry.position, entry.mover if below_root else None)
    kind = Kind.OR if mover is certificate.claim.solver else Kind.AND
    legal = [successor for _, successor in game.successors(entry.position)]
    below = [certificate.entries[n - 1] for n in entry.successors if 0 < n < number]
    if entry.number != number or entry.mover is not mover:
        return f"it should be number {number}, with {mover.value} to move"
    if entry.kind is Kind.LEAF and not entry.successors:
        return _leaf_fault(game, certificate.claim, entry, over=not legal)
    if entry.kind is not kind or entry.value is not None:
        return f"it should be an {kind.value} node, which has successors and no value"
    if entry.depth == 0 or not legal:
        return "nothing can follow: " + ("it is at the depth limit" if legal else "the game is over")
    if not below or len(below) < len(entry.successors):
        return f"its successors must be entries from 1 to {number - 1}"
    if any(one.depth != (None if entry.depth is None else entry.depth - 1) for one in below):
        return "it must have one ply more left than its successors"
    given = [one.position for one in below]
    wrong = [f"{game.format_position(one)} is no successor" for one in given if one not in legal]
    if kind is Kind.AND:
        wrong += [f"{game.format_position(one)} is missing" for one in legal if one not in given]
    return wrong[0] if wrong else None


def _leaf_fault(game: Game[P], claim: Claim, entry: Entry[P], *, over: bool) -> str | None:
    if not over and (claim.bound is None or entry.depth != 0):
        return "it should not be a leaf: the game goes on"
    if claim.bound is None:
        end = game.terminal_won if claim.solver is Player.MAX else game.terminal_lost
        return None if end(entry.position) and entry.value is None else f"it should be {claim}, without value"
    value = game.static_value(entry.position)
    proved = value == entry.value and claim.keeps(value)
    return None if proved else f"its value should be the static one, {number_text(value)}, and {claim}"


# The search for one

MOMENT = 5.0
"""Seconds that may be spent on saying what holds where a claim does not."""

STOPPED = {Status.TIME: "time is up", Status.MEMORY: "the memory is used up"}


class RefutedError(PydeclError):
    """A claim that is false, or a certificate that proves nothing."""

    exit_code = Exit.DISAGREEMENT


def clock(seconds: float | None) -> Callable[[], float | None]:
    """What tells the seconds that are left, None for unlimited. It raises LimitError where time is up."""
    return partial(Deadline.after(seconds).left, "unknown: time is up")


@dataclass(frozen=True)
class _Question:
    """Where something is to be proved, and by what."""

    game: SessionGame
    engine: str
    position: Term
    depth: int | None
    left: Callable[[], float | None]


def prove(
    game: SessionGame,
    claim: Claim,
    *,
    engine: str = REFERENCE,
    position: Term | str | None = None,
    depth: int | Default | None = Default.DEPTH,
    seconds: float | None = 60.0,
) -> Certificate[Term]:
    """The certificate of a claim about a position; the arguments are as `engines.search` takes them.

    Raises RefutedError where the claim is false, with what holds instead; LimitError where the time, the
    memory, the depth limit or a cycle leaves it unknown; ContractError where the game breaks its contract.
    """
    if depth is Default.DEPTH and claim.bound is None:  # at a horizon nothing is won or lost
        depth = None
    return _proved(_question(game, engine, position, depth, seconds), claim)


def prove_value(
    game: SessionGame,
    *,
    engine: str = REFERENCE,
    position: Term | str | None = None,
    depth: int | Default | None = Default.DEPTH,
    seconds: float | None = 60.0,
) -> tuple[Number, Certificate[Term], Certificate[Term]]:
    """V(P) by alphabeta, and the certificates that it is at least this and at most this; see `prove`."""
    question = _question(game, engine, position, depth, seconds)
    check_runs(game, Program.ALPHABETA)
    value = _value(question, question.left())
    lower = _proved(question, Claim(Goal.AT_LEAST, value))
    return value, lower, _proved(question, Claim(Goal.AT_MOST, value))


def verify(
    game: SessionGame,
    certificate: Certificate[Term],
    *,
    engine: str = REFERENCE,
    seconds: float | None = 60.0,
) -> None:
    """Check a certificate by the rules of an engine; raises RefutedError with the first wrong entry."""
    left = clock(seconds)
    rules = registry.full_runner(game, engine).verifying
    with game.session.within(left()):
        checked: Certificate[Any] = certificate
        if rules is game:
            game.expand([entry.position for entry in certificate.entries])
        else:
            checked = certificate.map(rules.from_term)
        found = fault(rules, checked, left)
    if found is not None:
        raise RefutedError(f"not verified: {found}")


def _question(
    game: SessionGame,
    engine: str,
    position: Term | str | None,
    depth: int | Default | None,
    seconds: float | None,
) -> _Question:
    limits = Limits(the_depth(game, depth), seconds=seconds)  # which checks them
    return _Question(game, engine, the_position(game, position), limits.depth, clock(seconds))


def _proved(question: _Question, claim: Claim) -> Certificate[Term]:
    check_runs(question.game, Program.AND_OR if claim.bound is None else Program.MINIMAX)
    proof = _searched(question, claim, question.left())
    if proof.found is not Found.PROVED:
        raise _unproved(question, claim, proof)
    certificate = Certificate(question.game.name, question.position, question.depth, claim, proof.entries)
    other = registry.second_opinion(question.engine)
    verify(question.game, certificate, engine=other, seconds=question.left())
    return certificate


def _searched(question: _Question, claim: Claim, seconds: float | None) -> Proof[Term]:
    runner = registry.full_runner(question.game, question.engine)
    return runner.prove(question.position, claim, question.depth, seconds)


def _value(question: _Question, seconds: float | None) -> Number:
    limits = Limits(question.depth, seconds=seconds)
    answer = run(question.game, Program.ALPHABETA, question.engine, question.position, limits)
    if answer.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    if not answer.complete:
        raise LimitError(f"unknown: {STOPPED[answer.status]}")
    assert isinstance(answer.value, Number)
    return answer.value


def _unproved(question: _Question, claim: Claim, proof: Proof[Term]) -> PydeclError:
    if proof.found is None:
        return LimitError(f"unknown: {STOPPED[proof.status]}")
    if proof.found is Found.HORIZON:
        return LimitError(f"unknown: the depth limit, {question.depth} plies, was reached")
    if proof.found is Found.CYCLE:
        return LimitError("unknown: a position repeats below itself: give a depth limit")
    instead = _instead_of_an_end if claim.bound is None else _instead_of_a_bound
    return RefutedError(f"not {claim}: {instead(question, claim)}")


def _instead_of_a_bound(question: _Question, claim: Claim) -> str:
    """What holds where a bound does not."""
    depth = "" if question.depth is None else f" to depth {question.depth}"
    try:
        return f"V(P){depth} is {number_text(_value(question, _moment(question)))}"
    except PydeclError:
        assert claim.bound is not None
        relation = "less" if claim.goal is Goal.AT_LEAST else "more"
        return f"V(P){depth} is {relation} than {number_text(claim.bound)}"


def _instead_of_an_end(question: _Question, claim: Claim) -> str:
    """What holds where a position is not won, or not lost."""
    goal = Goal.LOST if claim.goal is Goal.WON else Goal.WON
    other = claim.solver.opponent.value.upper()
    try:
        found = _searched(question, Claim(goal), _moment(question)).found
    except PydeclError:
        found = None
    if found is Found.PROVED:
        return f"{other} wins"
    return "neither player can force a win" if found is Found.REFUTED else f"{other} can avoid it"


def _moment(question: _Question) -> float:
    left = question.left()
    return MOMENT if left is None else min(left, MOMENT)
