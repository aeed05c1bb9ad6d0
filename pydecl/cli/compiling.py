"""pydecl compile: what of a game's rules can be compiled, and to what."""

from __future__ import annotations

from typing import Annotated

import typer

from pydecl.cli.completing import suggesting
from pydecl.cli.failing import reported
from pydecl.cli.limits import finished
from pydecl.cli.output import (
    ConventionOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    TimeOption,
    consulted,
    output,
    plain_table,
    print_json,
    seconds_of,
)
from pydecl.cli.terminal import echo
from pydecl.compiler.passes.registry import all_passes
from pydecl.errors import Exit, InputError
from pydecl.sandbox.replies import read_reply
from pydecl.sandbox.session import MEMORY
from pydecl.texts.explaining import explanation

TABLE = {
    "rows": [[(str, bool)]],
    "refused": {str: str},
    "refused_in_c": {str: str},
    "others": [str],
    "grounding": str,
}
"""The shape of the table: see `pydecl/texts/making.py`."""


@reported
def compile_game(
    game: GameArgument,
    explained: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Show each predicate's modes, determinism, goals, types and refusals; or what PASS does.",
        ),
    ] = False,
    shown_pass: Annotated[
        str | None,
        typer.Argument(
            metavar="PASS",
            autocompletion=suggesting(lambda: [one.name for one in all_passes()]),
            help="With --explain: the rules before and after this pass.",
        ),
    ] = None,
    text_in_c: Annotated[bool, typer.Option("--c", help="Print the C code.")] = False,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    as_json: JsonOption = False,
) -> Exit | None:
    """Compile a game's rules to C, and say what still has to ask SWI-Prolog."""
    if [explained, text_in_c, as_json].count(True) > 1:
        raise InputError("give only one of --explain, --c and --json")
    if shown_pass is not None:
        check_pass(shown_pass, explained=explained)
    with consulted(
        game, seconds=seconds_of(time), convention=convention, moves_again=moves_again, memory=memory
    ) as opened:
        if not opened.compilable:
            raise InputError(f"{game}: only a rules file can be compiled")
        if text_in_c or explained:
            what = "c" if text_in_c else f"pass {shown_pass}" if shown_pass else "explanation"
            made = explanation(opened, what)
            finished()
            echo(made, end="")
            return None
        told = read_reply(explanation(opened, "table").encode(), TABLE)
        if as_json:
            print_json(
                {
                    "game": opened.name,
                    "predicates": [
                        {
                            "predicate": name,
                            "solutions": many or None,
                            "engine": "native" if native else "SWI-Prolog",
                            "native": native,
                        }
                        for name, many, native in told["rows"]
                    ],
                    "refused": told["refused"],
                    "refused_in_c": told["refused_in_c"],
                    "grounding": told["grounding"] or None,
                }
            )
            return None
        table = plain_table("predicate", "solutions", "machine code")
        for name, many, native in told["rows"]:
            table.add_row(name, many, "yes" if native else "no")
        output().print(table)
        for why in (*told["refused"].values(), *told["others"], *filter(None, [told["grounding"]])):
            echo(why)
    return None


def check_pass(name: str, *, explained: bool) -> None:
    """Raises InputError where there is no pass of this name, or nobody asks what it does."""
    names = [one.name for one in all_passes()]
    if name not in names:
        raise InputError(f"{name}: the compiler has no such pass; its passes are {', '.join(names)}")
    if not explained:
        raise InputError(f"{name}: add --explain to see what this pass does")
