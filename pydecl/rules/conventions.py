"""How rules files of other schools tell a game, recognised by the predicates that they define.

Each convention but the textbook's has its adapter, `prolog/support/conventions/NAME.pl`.

>>> file = {"tomove/2", "terminal/2", "moves/3", "initial/1"}
>>> [convention.name for convention in recognised(file)]
['and-or']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from pydecl.errors import InputError, meant
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text

Choice = tuple[str, ...]
"""Predicates, as `name/arity`, of which one is enough."""


@dataclass(frozen=True)
class Convention:
    """A way to tell a game: its name for `--convention`, its title for people, and its signature."""

    name: str
    title: str
    source: str
    """Where it comes from."""
    needs: tuple[Choice, ...]
    """Of each choice, a file defines at least one."""
    never: frozenset[str] = frozenset()
    """What no file of this convention defines."""
    refines: frozenset[str] = frozenset()
    """The names of those that also fit where this one does, and that mean less of the file."""

    def lacks(self, defined: Set[str]) -> list[str]:
        """What a file that defines these lacks, as text; empty where the signature is complete."""
        return [_one_of(choice) for choice in self.needs if defined.isdisjoint(choice)]

    def fits(self, defined: Set[str]) -> bool:
        """Whether a file that defines these follows the convention."""
        return not self.lacks(defined) and not self.never & defined


def _one_of(choice: Choice) -> str:
    return choice[0] if len(choice) == 1 else f"one of {', '.join(choice[:-1])} and {choice[-1]}"


MOVES = ("moves/2", "move/2", "move/3")
MOVERS = (("max_to_move/1",), ("min_to_move/1",))

TEXTBOOK = Convention(
    "textbook",
    "the textbook's",
    "docs/rules.md",
    (MOVES, *MOVERS, ("staticval/2", "terminalwon/1"), ("staticval/2", "terminallost/1")),
)

UTILITY = Convention(
    "utility",
    "moves by backtracking, with utility/2",
    "minimax programs after Bratko, Prolog Programming for Artificial Intelligence, ch. 22",
    (MOVES, *MOVERS, ("utility/2",)),
    never=frozenset({"staticval/2"}),
    refines=frozenset({"textbook"}),
)

STERLING_SHAPIRO = Convention(
    "sterling-shapiro",
    "Sterling & Shapiro",
    "The Art of Prolog, 2nd edition, ch. 20 and 21",
    (("initialize/3",), ("move/2",), ("move/3",), ("game_over/3",), ("next_player/2",)),
    refines=frozenset({"sterling-shapiro-fixed"}),
)

CONVENTIONS = (
    TEXTBOOK,
    UTILITY,
    STERLING_SHAPIRO,
    replace(
        STERLING_SHAPIRO,
        name="sterling-shapiro-fixed",
        title="Sterling & Shapiro, values from the first player's point of view",
        refines=frozenset(),
    ),
    Convention(
        "feup",
        "the FEUP course's",
        "Faculdade de Engenharia da Universidade do Porto, Functional and Logic Programming, board games",
        (("initial_state/2",), ("move/3",), ("valid_moves/2", "valid_moves/3"), ("game_over/2",)),
    ),
    Convention(
        "and-or",
        "AND/OR",
        "won/1 on AND/OR trees with the players us and them",
        (("tomove/2",), ("terminal/2",), ("moves/3",)),
    ),
    Convention(
        "gdl",
        "GDL in Prolog",
        "the Game Description Language of general game playing, Stanford University",
        (("role/1",), ("init/1",), ("legal/2",), ("next/1",), ("goal/2",), ("terminal/0",)),
    ),
    Convention(
        "openspiel",
        "OpenSpiel-like",
        "the state interface of OpenSpiel, as Prolog predicates",
        (
            ("init/1", "init/2", "init/3"),
            *(("current_player/2",), ("legal_actions/2",), ("apply_action/3",)),
            *(("is_terminal/1",), ("returns/3",)),
        ),
    ),
    Convention(
        "aima",
        "AIMA's",
        "Artificial Intelligence: A Modern Approach, 4th edition, section 5.1, the functions as predicates",
        (
            ("initial_state/1", "initial/1"),
            *(("to_move/2",), ("actions/2",), ("result/3",), ("utility/3",)),
        ),
    ),
)


def recognised(defined: Set[str]) -> list[Convention]:
    """The conventions whose signature a file that defines these predicates has, without those refined."""
    found = [convention for convention in CONVENTIONS if convention.fits(defined)]
    refined = {name for convention in found for name in convention.refines}
    return [convention for convention in found if convention.name not in refined]


def asked_as(decided: Sequence[Term]) -> Mapping[str, str]:
    """What the author of the rules calls predicates of the interface, by their names there.

    `decided` is what SWI-Prolog says of the rules: see decided_facts/1 in `prolog/support/adapting.pl`.

    >>> from pydecl.model.reader import read_term
    >>> asked_as([read_term("decided(told,2,[told(/(staticval,2),/(utility,2))])")])
    {'staticval/2': 'utility/2'}
    """
    names = {}
    for facts in decided:
        match facts:
            case Compound("decided", (Atom("told"), 2, PrologList(terms))):
                for term in terms:
                    assert isinstance(term, Compound)
                    ours, theirs = map(_indicator, term.args)
                    names[ours] = theirs
    return names


def _indicator(term: Term) -> str:
    assert isinstance(term, Compound)
    return "/".join(map(term_text, term.args))


def nearest(defined: Set[str]) -> Convention | None:
    """The convention, not the textbook's, of which a file has most, where that is at least half of it."""
    shares = {
        convention: 1 - len(convention.lacks(defined)) / len(convention.needs)
        for convention in CONVENTIONS
        if convention not in (TEXTBOOK, UTILITY)
    }
    best = max(shares, key=lambda convention: shares[convention])
    return best if shares[best] >= 0.5 else None


def convention_of(file: str, defined: Set[str], name: str | None = None) -> Convention | None:
    """The convention that `file`, which defines these, follows, or is said to: `name`. None where none fits.

    Raises InputError where several fit, and where the file cannot be what it is said to be.
    """
    if name is not None:
        return _said_to_be(file, defined, name)
    fitting = recognised(defined)
    if len(fitting) > 1:
        titles = " and ".join(f"{convention.title} ({convention.name})" for convention in fitting)
        raise InputError(f"{file} can be read in {len(fitting)} ways, as {titles}: say --convention NAME")
    return fitting[0] if fitting else None


def _said_to_be(file: str, defined: Set[str], name: str) -> Convention:
    convention = next((convention for convention in CONVENTIONS if convention.name == name), None)
    if convention is None:
        names = [convention.name for convention in CONVENTIONS]
        remedy = meant(name, names, f"the conventions are {', '.join(names)}")
        raise InputError(f"no convention is called {name!r}", remedy=remedy)
    lacking = convention.lacks(defined)
    if lacking:
        raise InputError(f"{file} cannot be read as {convention.title}: it lacks {', '.join(lacking)}")
    return convention
