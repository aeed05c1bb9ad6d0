"""pydecl compile: what of a game's rules can be compiled, and to what."""

from __future__ import annotations

from pydecl.cli.completing import suggesting
from pydecl.cli.limits import finished
from pydecl.cli.options import GAME, JSON, Loading, argument, command, flag
from pydecl.cli.output import show_rows
from pydecl.cli.terminal import echo
from pydecl.compiler.passes import all_passes
from pydecl.errors import InputError
from pydecl.texts.explaining import compiled_table, explanation


@command
def compile_game(
    game: str = GAME,
    *,
    explained: bool = flag(
        "--explain", "Show each predicate's modes, determinism, goals, types and refusals; or what PASS does."
    ),
    shown_pass: str | None = argument(
        "PASS",
        "With --explain: the rules before and after this pass.",
        suggesting(lambda: [one.name for one in all_passes()]),
        default=None,
    ),
    text_in_c: bool = flag("--c", "Print the C code."),
    how: Loading,
    as_json: bool = JSON,
) -> None:
    """Compile a game's rules to C, and say what still has to ask SWI-Prolog."""
    if [explained, text_in_c, as_json].count(True) > 1:
        raise InputError("give only one of --explain, --c and --json")
    if shown_pass is not None:
        check_pass(shown_pass, explained=explained)
    explaining = f"pass {shown_pass}" if shown_pass else "explanation"
    asked = {"c": text_in_c, explaining: explained}
    with how.opened(game) as opened:
        if not opened.compilable:
            raise InputError(f"{game}: only a rules file can be compiled")
        for what in filter(asked.get, asked):
            made = explanation(opened, what)
            finished()
            echo(made, end="")
            return
        told = compiled_table(opened)
        names = ("predicate", "solutions", "engine", "native")
        rows = [
            (name, many or None, "native" if native else "SWI-Prolog", native)
            for name, many, native in told["rows"]
        ]
        data = {
            "game": opened.name,
            "predicates": [dict(zip(names, row, strict=True)) for row in rows],
            **{key: told[key] for key in ("refused", "refused_in_c")},
            "grounding": told["grounding"] or None,
        }
        cells = [(name, many, "yes" if native else "no") for name, many, native in told["rows"]]
        show_rows(("predicate", "solutions", "machine code"), cells, data, as_json=as_json)
        for why in () if as_json else (*told["refused"].values(), *told["others"], told["grounding"]):
            if why:
                echo(why)


def check_pass(name: str, *, explained: bool) -> None:
    """Raises InputError where there is no pass of this name, or nobody asks what it does."""
    names = [one.name for one in all_passes()]
    if name not in names:
        raise InputError(f"{name}: the compiler has no such pass; its passes are {', '.join(names)}")
    if not explained:
        raise InputError(f"{name}: add --explain to see what this pass does")
