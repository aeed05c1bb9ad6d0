"""The options that say how a program is asked: the same for every command that runs programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from pydecl.engines import registry
from pydecl.model.own import PREFIX
from pydecl.model.program import PROGRAMS, Program
from pydecl.model.result import DEFAULTS, Order


def program_name(text: str) -> str:
    """The name of a program, or of one that the file brings itself; raises typer.BadParameter."""
    names = [program.value for program in Program]
    if text in names or text.removeprefix(PREFIX) not in ("", text):
        return text
    known = ", ".join(map(repr, names))
    raise typer.BadParameter(f"{text!r} is not one of {known}, and not 'file:NAME', one of the file's own")


def engine_name(text: str) -> str:
    """The name of an engine; raises typer.BadParameter."""
    return among(text, registry.names())


def complete_engine(text: str) -> str:
    """An engine on which every program runs; raises typer.BadParameter for another name."""
    return among(text, registry.complete())


def among(text: str, names: Sequence[str]) -> str:
    """One of these names; raises typer.BadParameter."""
    if text in names:
        return text
    raise typer.BadParameter(f"{text!r} is not one of {', '.join(map(repr, names))}")


def choice(names: Sequence[str]) -> str:
    """The metavariable of an option that is one of these words."""
    return f"[{'|'.join(names)}]"


ProgramOption = Annotated[
    str,
    typer.Option(
        "--program",
        metavar="PROGRAM",
        parser=program_name,
        help=f"What searches: {', '.join(program.value for program in PROGRAMS)}; a naive variant;"
        " or file:NAME, a program of the file's own.",
    ),
]
AlphaOption = Annotated[
    str | None, typer.Option("--alpha", metavar="A", help="What MAX has already.", show_default=False)
]
BetaOption = Annotated[
    str | None, typer.Option("--beta", metavar="B", help="What MAX can hope for.", show_default=False)
]
OrderOption = Annotated[Order, typer.Option("--order", help="The order of the moves.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="For all that is random.")]
WinOption = Annotated[int, typer.Option("--win", metavar="N", help="WIN, for the programs that count plies.")]
MaxPlyOption = Annotated[int, typer.Option("--max-ply", metavar="N", help="MAX_PLY, below WIN.")]
ExtensionOption = Annotated[
    int, typer.Option("--extension", metavar="N", help="How many plies further quiescence may search.")
]

WIN, MAX_PLY, EXTENSION = DEFAULTS.win, DEFAULTS.max_ply, DEFAULTS.extension

EngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        parser=engine_name,
        metavar=choice(registry.names()),
        help="What executes the program, or whose rules count.",
    ),
]
COMPLETE = choice(registry.complete())
"""The metavariable of an option for an engine on which every program runs."""
