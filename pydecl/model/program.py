"""The programs, each with what it promises.

>>> CONTRACTS[Program.ALPHABETA].kind, CONTRACTS[Program.ALPHABETA].tie
(<Kind.GOOD_ENOUGH: 'good enough'>, <Tie.LAST: 'last'>)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Program(Enum):
    """The search programs, under the names of their sources; the naive ones come last."""

    WON = "won"
    MINIMAX = "minimax"
    ALPHABETA = "alphabeta"
    NEGAMAX_PLY = "negamax_ply"
    ALPHABETA_TT = "alphabeta_tt"
    WHITE_BLACK_MINIMAX = "white_black_minimax"
    WHITE_BLACK_ALPHABETA = "white_black_alphabeta"
    AB_PROCEDURE = "ab_procedure"
    DEEPENING = "deepening"
    QUIESCENCE = "quiescence"
    FORWARD_PRUNING = "forward_pruning"
    EXPECTIMINIMAX = "expectiminimax"
    OUTCOME = "outcome"
    WIN = "win"
    AND_OR = "and_or"
    ALPHABETA_NONSTRICT = "alphabeta_nonstrict"
    ALPHABETA_FIRST = "alphabeta_first"
    MINIMAX_MOVERLESS = "minimax_moverless"
    NEGAMAX_PLY_DRAWLESS = "negamax_ply_drawless"
    ALPHABETA_TT_UNADJUSTED = "alphabeta_tt_unadjusted"
    ALPHABETA_TT_BOUNDLESS = "alphabeta_tt_boundless"
    WHITE_BLACK_SWAPPED = "white_black_swapped"


class Kind(Enum):
    """What a program promises about its value, where V(P) is what minimax backs up on the same tree."""

    EXACT = "exact"
    """V(P)."""

    GOOD_ENOUGH = "good enough"
    """Lecture 19's V(P, Alpha, Beta): V(P) if Alpha <= V(P) <= Beta; else on the same side outside."""

    FAIL_SOFT = "fail-soft"
    """V(P) if Alpha < V(P) < Beta; from V(P) to Alpha if V(P) <= Alpha; from Beta to V(P) if V(P) >= Beta."""

    CLAMPED = "clamped"
    """Fail-hard: V(P) if Alpha <= V(P) <= Beta, else the bound; V(P) where the root itself is evaluated."""

    WON = "won"
    """True where MAX wins, whatever MIN does."""

    OUTCOME = "outcome"
    """Won, drawn or lost for MAX; endless play is drawn."""

    EXPECTATION = "expectation"
    """V(P), where chance is worth the mean of what can follow."""


class Tie(Enum):
    """Which of equally good moves a program gives: the first or the last in order, or any."""

    FIRST = "first"
    LAST = "last"
    ANY = "any"
    NONE = "none"
    """It gives no move."""


class Searched(Enum):
    """The tree on which minimax would give the same value."""

    TREE = "the tree"
    PLY = "the tree with won and lost leaves valued WIN - ply and ply - WIN"
    QUIET = "the tree, extended where leaves are turbulent"
    PLAUSIBLE = "the tree of plausible moves"


@dataclass(frozen=True)
class Contract:
    """What a program promises; a naive one breaks the contract of the program that it is a variant of.

    `window` says whether it takes Alpha and Beta, `cause` what is wrong with a naive one.
    """

    kind: Kind
    tie: Tie
    window: bool = False
    searched: Searched = Searched.TREE
    naive_of: Program | None = None
    cause: str = ""


def _variant(of: Program, cause: str) -> Contract:
    right = _RIGHT[of]
    return Contract(right.kind, right.tie, right.window, right.searched, of, cause)


_RIGHT: Mapping[Program, Contract] = {
    Program.WON: Contract(Kind.WON, Tie.NONE),
    Program.MINIMAX: Contract(Kind.EXACT, Tie.LAST),
    Program.ALPHABETA: Contract(Kind.GOOD_ENOUGH, Tie.LAST, window=True),
    Program.NEGAMAX_PLY: Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True, searched=Searched.PLY),
    Program.ALPHABETA_TT: Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True, searched=Searched.PLY),
    Program.WHITE_BLACK_MINIMAX: Contract(Kind.EXACT, Tie.FIRST),
    Program.WHITE_BLACK_ALPHABETA: Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True),
    Program.AB_PROCEDURE: Contract(Kind.CLAMPED, Tie.FIRST, window=True),
    Program.DEEPENING: Contract(Kind.EXACT, Tie.ANY),
    Program.QUIESCENCE: Contract(Kind.GOOD_ENOUGH, Tie.LAST, window=True, searched=Searched.QUIET),
    Program.FORWARD_PRUNING: Contract(Kind.GOOD_ENOUGH, Tie.LAST, window=True, searched=Searched.PLAUSIBLE),
    Program.EXPECTIMINIMAX: Contract(Kind.EXPECTATION, Tie.LAST),
    Program.OUTCOME: Contract(Kind.OUTCOME, Tie.FIRST),
    Program.AND_OR: Contract(Kind.WON, Tie.FIRST),
}

CONTRACTS: Mapping[Program, Contract] = {
    **_RIGHT,
    Program.WIN: Contract(
        Kind.OUTCOME,
        Tie.NONE,
        naive_of=Program.OUTCOME,
        cause="tabling: SWI-Prolog's tnot/1 errs on some cyclic graphs",
    ),
    Program.ALPHABETA_NONSTRICT: _variant(
        Program.ALPHABETA, "strictness of the cut: >= with the last of equal moves"
    ),
    Program.ALPHABETA_FIRST: _variant(Program.ALPHABETA, "tie rule: the first of equal moves"),
    Program.MINIMAX_MOVERLESS: _variant(Program.MINIMAX, "missing side to move: MAX chooses everywhere"),
    Program.NEGAMAX_PLY_DRAWLESS: _variant(
        Program.NEGAMAX_PLY, "missing draw: alpha comes back where no move is left"
    ),
    Program.ALPHABETA_TT_UNADJUSTED: _variant(
        Program.ALPHABETA_TT, "ply adjustment: the table keeps scores relative to the root"
    ),
    Program.ALPHABETA_TT_BOUNDLESS: _variant(
        Program.ALPHABETA_TT, "bound stored as value: the table takes every score for exact"
    ),
    Program.WHITE_BLACK_SWAPPED: _variant(
        Program.WHITE_BLACK_ALPHABETA, "convention of alpha and beta: MAX's bound where White's is expected"
    ),
}
"""What each program promises."""

NAIVE = tuple(program for program in Program if CONTRACTS[program].naive_of)
"""The variants that show the damage."""

OWN_MOVERS = (Program.EXPECTIMINIMAX, Program.OUTCOME, Program.WIN, Program.AND_OR)
"""The programs that ask each position for its own mover: a player may move twice, or chance."""

TEXTBOOK = (Program.WON, Program.MINIMAX, Program.ALPHABETA)
"""Lecture 19's own."""

PROGRAMS = tuple(program for program in Program if program not in NAIVE)

ORDERED = tuple(
    program
    for program, contract in CONTRACTS.items()
    if contract.window or program in (Program.MINIMAX, Program.WHITE_BLACK_MINIMAX)
)
"""The programs whose moves can be put in another order."""
