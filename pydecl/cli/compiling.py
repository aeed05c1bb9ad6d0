"""pydecl compile: what of a game's rules can be compiled, and to what."""

from __future__ import annotations

from collections.abc import Mapping
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
from pydecl.cli.terminal import echo
from pydecl.compiler.explain import program_lines, refusal_text
from pydecl.compiler.ir import Program
from pydecl.compiler.python.program import CompiledRules
from pydecl.compiling import front_end
from pydecl.errors import Exit, InputError
from pydecl.machine.making import OTHERS, in_c


@reported
def compile_game(
    game: GameArgument,
    explained: Annotated[
        bool, typer.Option("--explain", help="Each predicate: modes, determinism, goals, types, refusals.")
    ] = False,
    text: Annotated[bool, typer.Option("--text", help="The text in Python.")] = False,
    text_in_c: Annotated[bool, typer.Option("--c", help="The text in C.")] = False,
    convention: ConventionOption = None,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    as_json: JsonOption = False,
) -> Exit | None:
    """Compile a game's rules to Python and to C, and say what SWI-Prolog is still asked for."""
    if [explained, text, text_in_c, as_json].count(True) > 1:
        raise InputError("--explain, --text, --c and --json: one of them at a time")
    with consulted(game, seconds=seconds_of(time), convention=convention, memory=memory) as opened:
        if not opened.compilable:
            raise InputError(f"{game}: only a rules file with pydecl's own predicates is compiled")
        program, sources = front_end(opened)
        compiled = CompiledRules(program)
        if text:
            echo(compiled.text, end="")
            return None
        in_text, without_c = in_c(opened)
        if text_in_c:
            echo(in_text.text, end="")
            return None
        if explained:
            echo("\n".join(program_lines(program, sources)))
            echo("The types in machine code:\n")
            echo(in_text.typed.report())
            _say_refusals(without_c, program)
            return None
        refused = {str(key): refusal_text(refusal, sources) for key, refusal in program.refusals.items()}
        rows = [
            (key, program.procedures[key].determinism.value, "python", key in in_text.entries)
            for key in program.entries
        ]
        rows += [(key, "", "SWI-Prolog", False) for key in program.refusals]
        if as_json:
            print_json(
                {
                    "game": opened.name,
                    "predicates": [
                        {"predicate": str(key), "solutions": many or None, "engine": engine, "native": native}
                        for key, many, engine, native in rows
                    ],
                    "refused": refused,
                    "refused_in_c": without_c,
                }
            )
            return None
        table = plain_table("predicate", "solutions", "python asks", "machine code")
        for key, many, engine, native in rows:
            table.add_row(
                str(key), many, "itself" if engine == "python" else engine, "yes" if native else "no"
            )
        output().print(table)
        for why in refused.values():
            echo(why)
        _say_refusals(without_c, program)
    return None


def _say_refusals(refused: Mapping[str, str], program: Program) -> None:
    """Why machine code does not cover what the rules define, where that was not said before."""
    said = {f"{key.name}/{key.arity}" for key in program.refusals}
    for name, why in refused.items():
        if name not in said:
            echo(why.removesuffix(f"\n{OTHERS}"))
