"""The options that say how a program is asked: the same for every command that runs programs."""

from __future__ import annotations

from typing import Annotated

import typer

from pydecl.model.result import DEFAULTS, Order

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
