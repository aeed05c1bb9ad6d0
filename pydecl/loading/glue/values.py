"""What a program thinks of a board: a number, and from whose point of view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.moves import takes_board
from pydecl.loading.glue.players import goal_of
from pydecl.loading.glue.playing import Played
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import BOARD, ME, Gives, Position, substituted
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.model.term import Term, Variable

VALUE = Variable("Val")

EFFORT = 60_000

MOST_ARITY = 3


@dataclass(frozen=True)
class Value:
    """A goal with BOARD and VALUE, and ME for the player whose point of view it takes, if it takes one.

    It is `negated` if the second player's good values are the high ones.
    """

    key: Key
    goal: Term
    negated: bool
    why: str


def value_of(
    program: Program,
    sampler: Sampler,
    chosen: Chosen,
    games: Sequence[Played],
    won: Sequence[tuple[Position, int]],
) -> Value | None:
    """The program's own static value; `won` are ends with their winners, 0 for the first player."""
    positions = [
        position for game in games for position in game.positions[1 :: max(1, len(game.positions) // 6)]
    ]
    best: tuple[float, Value] | None = None
    for key, goal in value_goals(program, chosen):
        if sampler.late:
            break
        values = asked(sampler, chosen, goal, positions[:20])
        if None in values or len(set(values)) < 2 or _alternates(sampler, chosen, goal, games):
            continue
        at_ends = asked(sampler, chosen, goal, [position for position, _ in won[:8]])
        sign = sum(
            (1 if winner == 0 else -1) * (value > 0) - (1 if winner == 0 else -1) * (value < 0)
            for value, (_, winner) in zip(at_ends, won, strict=False)
            if value is not None
        )
        if sign == 0 or abs(sign) < max(len(won[:8]) / 2, abs(_by_mover(at_ends, won))):
            continue
        view = "" if ME.name not in str(goal) else ", from a player's point of view"
        why = f"{key} gives numbers{view}; the first player's ends are worth {'more' if sign > 0 else 'less'}"
        score = 2.0 * names.says(key.name, ("static", "staticval", "evaluate", "eval", "value"))
        score += len(set(values)) / 10
        if best is None or score > best[0]:
            best = score, Value(key, goal, sign < 0, why)
    return best[1] if best is not None else None


def _alternates(sampler: Sampler, chosen: Chosen, goal: Term, games: Sequence[Played]) -> bool:
    """Whether the value changes its sign from ply to ply: it is that of whoever is to move."""
    kept = turned = 0.0
    for game in games[:2]:
        values = asked(sampler, chosen, goal, game.positions[1:13])
        for before, after in pairwise(values):
            if before is not None and after is not None:
                kept += abs(after - before)
                turned += abs(after + before)
    return 2 * turned < kept


def _by_mover(values: Sequence[float | None], won: Sequence[tuple[Position, int]]) -> int:
    """How well values tell whether who is to move has won: they may be meant so."""
    return sum(
        (1 if winner == position.turn else -1) * ((value > 0) - (value < 0))
        for value, (position, winner) in zip(values, won, strict=False)
        if value is not None
    )


def value_goals(program: Program, chosen: Chosen) -> Iterator[tuple[Key, Term]]:
    """Goals with BOARD and VALUE, and perhaps ME, whose names say that they value a board."""
    for key in program.predicates:
        effects = program.effects[key]
        if not effects.callable or effects.random or effects.changes or not 2 <= key.arity <= MOST_ARITY:
            continue
        if not names.says(key.name, names.VALUE) or chosen.rule.result.gives is Gives.FACTS:
            continue
        for i in range(key.arity):
            if not takes_board(program, chosen.start, chosen.board, key, i):
                continue
            others = [k for k in range(key.arity) if k != i]
            for out in reversed(others):
                args: list[Term] = [Variable(f"A{k}") for k in range(key.arity)]
                args[i], args[out] = BOARD, VALUE
                if key.arity == 2:
                    yield key, goal_of(key, args)
                for k in others if key.arity == 3 else ():
                    if k != out and chosen.rule.pair is not None:
                        yield key, goal_of(key, [ME if j == k else arg for j, arg in enumerate(args)])


def asked(sampler: Sampler, chosen: Chosen, goal: Term, positions: Sequence[Position]) -> list[float | None]:
    """The value of each position, None if there is none."""
    pair = chosen.rule.pair
    samples = []
    for position in positions:
        values: dict[str, Term] = {BOARD.name: position.board}
        if pair is not None:
            values[ME.name] = pair.first
        samples.append(Sample(substituted(goal, values), (VALUE,), (), None, 1, 1, EFFORT))
    found: list[float | None] = []
    for answer in sampler.all(samples):
        value = answer.solutions[0][0] if answer.holds else None
        found.append(float(value) if isinstance(value, int | float) else None)
    return found
