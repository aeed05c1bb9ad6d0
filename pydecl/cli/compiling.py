"""pydecl compile: what of a game's rules can be compiled, and to what."""

from __future__ import annotations

from typing import Annotated

import typer

from pydecl.bridge.session import MEMORY
from pydecl.cli.output import (
    ConventionOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    TimeOption,
    consulted,
    output,
    plain_table,
    print_json,
    reported,
    seconds_of,
)
from pydecl.compiler.explain import program_lines, refusal_lines
from pydecl.compiler.python import CompiledRules
from pydecl.compiling import compilable, front_end
from pydecl.errors import Exit, InputError


@reported
def compile_game(
    game: GameArgument,
    explained: Annotated[
        bool, typer.Option("--explain", help="Each predicate: modes, determinism, goals, refusals.")
    ] = False,
    text: Annotated[bool, typer.Option("--text", help="The text in Python.")] = False,
    convention: ConventionOption = None,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    as_json: JsonOption = False,
) -> Exit | None:
    """Compile a game's rules to Python, and say what SWI-Prolog is still asked for."""
    with consulted(game, seconds=seconds_of(time), convention=convention, memory=memory) as opened:
        if not compilable(opened):
            raise InputError(f"{game}: only a rules file with pydecl's own predicates is compiled")
        program, sources = front_end(opened)
        compiled = CompiledRules(program)
        if text:
            typer.echo(compiled.text, nl=False)
            return None
        if explained and not as_json:
            typer.echo("\n".join(program_lines(program, sources)))
            return None
        refused = {
            str(key): "\n".join(refusal_lines(refusal, sources)) for key, refusal in program.refusals.items()
        }
        rows = [(str(key), program.procedures[key].determinism.value, "python") for key in program.entries]
        rows += [(key, "", "SWI-Prolog") for key in refused]
        if as_json:
            print_json(
                {
                    "game": opened.name,
                    "predicates": [
                        {"predicate": key, "solutions": many or None, "engine": engine}
                        for key, many, engine in rows
                    ],
                    "refused": refused,
                }
            )
            return None
        table = plain_table("predicate", "solutions", "asked of")
        for row in rows:
            table.add_row(*row)
        output().print(table)
        for lines in refused.values():
            typer.echo(lines)
    return None
