"""Bundled games, and games of other schools, asked about odd positions, such as play never comes to.

A position of play is changed in a few places: a value of another type, a number beyond 64 bits or between
two integers, text for an atom, a list that is none, a nest a hundred deep. The numbers from a multiple of
`SHARED` to the next have the same game, which a batch then loads and compiles once.

>>> program = random_program(7)
>>> program == random_program(7), program.clauses == random_program(8).clauses, len(program.goals) > 0
(True, True, True)
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from mutating import all_places, replaced
from prolog_text import clause_text, parts
from random_mutants import Play, Source, games, nearest, odd, original_states, player, renamed, strangers
from random_templates import RandomProgram
from swi_solutions import Goal

from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term

SHARED = 25
"""So many programs have the same game."""

NEST = 150
"""How deep a nest may be."""

STRANGE: tuple[Term, ...] = (
    *(-0.0, 1.0, 2.5, 1.0e22, 4.0e-320, -1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 2**70),
    *(Fraction(1, 2), Compound("-", (1,)), Compound(",", (0, 1)), Compound("{}", (0,)), PrologList(())),
    *map(Atom, ("[]", "{}", "", "é", "😀", "+", "x", "_", "1")),
    *(PrologString(""), PrologString("x"), PrologString("1"), PrologList((0, 1), Atom("x"))),
)


def random_program(number: int) -> RandomProgram:
    """The game and the positions of a number; the game's predicates are called `q<block>_<name>`."""
    rng = Random(f"positions {number}")
    block = number // SHARED
    source = nearest((*games(), *strangers()), f"positions {block}")
    assert source.walk is not None
    play = Play(loaded(source), source.clauses)
    goals: list[Goal] = []
    while not goals:
        for _ in range(3):
            state = rng.choice(original_states(source))
            for _ in range(rng.choice((1, 1, 1, 2, 4))):
                state = changed(rng, state)
            asked, after = play.asked(source.walk, state)
            goals += asked
            if after and rng.random() < 0.3:
                goals += play.asked(source.walk, rng.choice(after))[0]
    return renamed(RandomProgram(source.clauses, tuple(dict.fromkeys(goals))), f"q{block}_")


@cache
def loaded(source: Source) -> str:
    """The module of the player's SWI-Prolog that has a game."""
    return player().load("".join(map(clause_text, source.clauses)))[0]


def changed(rng: Random, state: Term) -> Term:
    """The position with another term in one place."""
    place = rng.choice(list(all_places(state)))
    return replaced(state, place.path, strange(rng, place.term))


def strange(rng: Random, term: Term) -> Term:
    """Another term: a strange constant, one of another type or of other arguments, or a nest."""
    match rng.randrange(6):
        case 0 | 1:
            return rng.choice(STRANGE)
        case 2 if isinstance(term, PrologList) and term.items:
            return PrologList(term.items * rng.randint(1, 9), rng.choice((term.tail, rng.choice(STRANGE))))
        case 2 | 3 if isinstance(term, Compound):
            args = rng.choice((term.args[1:], (*term.args, 0), term.args[::-1]))
            return Compound(rng.choice((term.name, "odd")), args) if args else Atom(term.name)
        case 4 if not parts(term):
            name, deep = rng.choice(("s", "-", "f")), rng.randint(1, NEST)
            for _ in range(deep):
                term = Compound(name, (term,))
            return term
        case _:
            return odd(rng, term)
