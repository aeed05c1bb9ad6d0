"""The programs and the engines by name, for whoever types: as texts that an editor completes, and as
enumerations.

>>> Program.ALPHABETA == "alphabeta", str(Engine.PYTHON)
(True, 'python')
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias


class Program(StrEnum):
    """The search programs; `docs/programs.md` says what each one is.

    >>> import pydecl
    >>> pydecl.search("lecture19", Program.SCOUT).value
    4
    """

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
    AND_OR = "and_or"
    DF_PN = "df_pn"
    MTDF = "mtdf"
    PROOF_NUMBER = "proof_number"
    SCOUT = "scout"
    SSS_STAR = "sss_star"
    UCT = "uct"


class Engine(StrEnum):
    """What executes a program: SWI-Prolog, Python, or machine code made from the rules.

    >>> import pydecl
    >>> {pydecl.search("lecture19", engine=one).nodes for one in (Engine.PROLOG, Engine.PYTHON)}
    {15}
    """

    PROLOG = "prolog"
    PYTHON = "python"
    NATIVE = "native"


ProgramName: TypeAlias = Literal[
    "won",
    "minimax",
    "alphabeta",
    "negamax_ply",
    "alphabeta_tt",
    "white_black_minimax",
    "white_black_alphabeta",
    "ab_procedure",
    "deepening",
    "quiescence",
    "forward_pruning",
    "expectiminimax",
    "outcome",
    "and_or",
    "df_pn",
    "mtdf",
    "proof_number",
    "scout",
    "sss_star",
    "uct",
]
"""A program's name as a text."""

EngineName: TypeAlias = Literal["prolog", "python", "native"]
"""An engine's name as a text."""

OrderName: TypeAlias = Literal["game", "best", "worst", "random", "static"]
"""In which order the moves are searched."""
