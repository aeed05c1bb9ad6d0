"""The options that say how a program is asked: the same for every command that runs programs."""

from __future__ import annotations

from typing import Annotated

import typer

from pydecl.model.own import PREFIX
from pydecl.model.program import PROGRAMS, Program
from pydecl.model.result import BOTH, DEFAULTS, Engine, Order


def program_name(text: str) -> str:
    """The name of a program, or of one that the file brings itself; raises typer.BadParameter."""
    names = [program.value for program in Program]
    if text in names or text.removeprefix(PREFIX) not in ("", text):
        return text
    known = ", ".join(map(repr, names))
    raise typer.BadParameter(f"{text!r} is not one of {known}, and not 'file:NAME', one of the file's own")


def twins_engine(name: str | Engine) -> Engine:
    """An engine on which every program runs; raises typer.BadParameter for another name."""
    for engine in BOTH:
        if name in (engine, engine.value):
            return engine
    raise typer.BadParameter(f"{str(name)!r} is not one of 'prolog', 'python'")


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

ENGINES = f"[{'|'.join(engine.value for engine in BOTH)}]"
"""The metavariable of an option for an engine on which every program runs."""
