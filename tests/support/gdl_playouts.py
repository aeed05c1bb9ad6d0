"""A sheet played by chance, pydecl's game and the second interpreter side by side."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from gdl_interpreter import Interpreter, View
from gdl_interpreter import Term as Written

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError
from pydecl.model.game import Player
from pydecl.model.term import Atom, Compound, PrologList, Term


class DifferError(Exception):
    """Where and how the two differ."""


class AtOnceError(Exception):
    """A state in which both roles choose; pydecl refused it, too."""


@dataclass
class Playout:
    """The states that were compared, and whether the last one is an end."""

    states: list[frozenset[Written]] = field(default_factory=list)
    is_over: bool = False


def as_written(term: Term) -> Written:
    """A term as the second interpreter has it: lower case, numbers as texts."""
    if isinstance(term, Compound):
        return (term.name.lower(), *map(as_written, term.args))
    return term.name.lower() if isinstance(term, Atom) else str(term)


def facts_of(position: Term) -> frozenset[Written]:
    """What holds in a position, state(Role, Facts)."""
    assert isinstance(position, Compound)
    _, facts = position.args
    assert isinstance(facts, PrologList)
    return frozenset(map(as_written, facts.items))


def play(
    game: SessionGame, other: Interpreter, steps: int, chance: random.Random, done: Playout | None = None
) -> Playout:
    """Play at most so many moves, and note in `done` what is compared.

    Raises DifferError at the first difference, AtOnceError if both choose.
    """
    done = Playout() if done is None else done
    (position,) = game.initial()
    state = other.start
    for _ in range(steps):
        same("the state", facts_of(position), state)
        view = other.view(state)
        done.states.append(state)
        moves = _moves(game, position, view, other)
        same_value(game, position, view, other)
        if not moves:
            done.is_over = True
            break
        move = chance.choice(sorted(moves, key=str))
        role = other.roles[0 if game.player(position) is Player.MAX else 1]
        position = moves[move]
        others = {one: next(iter(found)) for one, found in view.legal.items() if one != role}
        state = other.after(state, {role: move, **others})
    return done


def _moves(game: SessionGame, position: Term, view: View, other: Interpreter) -> Mapping[Written, Term]:
    """The moves of a position, each with the next one, after they were compared."""
    choosing = [role for role, moves in view.legal.items() if len(moves) > 1]
    try:
        found = {as_written(name): after for name, after in game.successors(position) if name is not None}
    except ContractError as error:
        if not view.is_terminal and len(choosing) != 1:
            raise AtOnceError(str(error)) from None
        raise DifferError(f"pydecl says: {error}") from None
    same("whether the game is over", not found, view.is_terminal)
    if found:
        role = other.roles[0 if game.player(position) is Player.MAX else 1]
        same(f"what {role} may do", frozenset(found), view.legal[role])
        if len(choosing) > 1:
            raise DifferError(f"both may choose: {view.legal}")
    return found


def same_value(game: SessionGame, position: Term, view: View, other: Interpreter) -> None:
    """Compare the static value with the goals; a role that has none or two makes no value."""
    goals = [view.goals[role] for role in other.roles]
    expected: object = None
    if all(len(goal) == 1 for goal in goals):
        first, second = (int(str(next(iter(goal)))) for goal in goals)
        expected = first - second
    try:
        value: object = game.static_value(position)
    except ContractError:
        value = None
    same("the value", value, expected)


def same(what: str, ours: object, theirs: object) -> None:
    """Raises DifferError if two answers are not equal."""
    if ours == theirs:
        return
    if isinstance(ours, frozenset) and isinstance(theirs, frozenset):
        parts = (sorted(map(str, ours - theirs))[:5], sorted(map(str, theirs - ours))[:5])
        raise DifferError(f"{what}: pydecl alone {parts[0]}, the other alone {parts[1]}")
    raise DifferError(f"{what}: pydecl {ours}, the other {theirs}")
