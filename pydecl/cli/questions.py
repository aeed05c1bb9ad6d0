"""The options that say how a program is asked: the same for every command that runs programs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from pydecl.cli.completing import suggest_any_program, suggest_asked, suggest_engine, suggest_full_engine
from pydecl.cli.helping import LIMITS, PROGRAM, WINDOW
from pydecl.engines import registry
from pydecl.errors.nearest import meant
from pydecl.model.looked_up import DATABASE, LookedUp
from pydecl.model.own import PREFIX
from pydecl.model.program import Program, Setting
from pydecl.model.ranges import MOST_JOBS
from pydecl.model.result import DEFAULTS, Order
from pydecl.programs.registry import ALL, DECLARED, PROGRAMS, SETTINGS, names
from pydecl.solving.looking_up import looked_up

Result = TypeVar("Result")


def program_name(text: str) -> str:
    """The name of a program, of one that the file brings itself, or of a database.

    Raises typer.BadParameter.
    """
    names = [program.value for program in ALL]
    if text in names or any(text.removeprefix(prefix) not in ("", text) for prefix in (PREFIX, DATABASE)):
        return text
    near = meant(text, names)
    if near:
        raise typer.BadParameter(f"{text!r} is not a program; {near}")
    known = ", ".join(map(repr, names))
    raise typer.BadParameter(
        f"{text!r} is not one of {known}, nor 'file:NAME' for a program of the file's own, "
        "nor 'database:DIR' for a database"
    )


def known_program(name: str | Program) -> Program:
    """A program; raises typer.BadParameter for another name."""
    program = Program(str(name))
    return program if program in ALL else Program(among(str(name), [one.value for one in ALL]))


def playing_program(name: str | Program | LookedUp) -> Program | LookedUp:
    """A program, or a database that plays; raises typer.BadParameter for another name."""
    text = str(name) if isinstance(name, Program) else name
    if isinstance(text, LookedUp):
        return text
    return looked_up(text) if text.startswith(DATABASE) else known_program(text)


def with_settings(command: Callable[..., Result]) -> Callable[..., Result]:
    """The command with an option for each setting that a program declares.

    It gets those that are given as `declared`, by name.
    """
    hints = get_type_hints(command, include_extras=True)
    signature = inspect.signature(command)
    usual = [
        parameter.replace(annotation=hints[parameter.name])
        for parameter in signature.parameters.values()
        if parameter.name != "declared"
    ]
    options = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_option(one))
        for one in SETTINGS.values()
    ]

    @functools.wraps(command)
    def run(**given: Any) -> Result:
        declared = {name: value for name in SETTINGS if (value := given.pop(name, None)) is not None}
        return command(**given, declared=declared)

    whole = [*usual, *options]
    run.__signature__ = signature.replace(parameters=whole)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in whole} | {"return": hints.get("return")}
    return run


def _option(setting: Setting) -> Any:
    takers = [program for program in PROGRAMS if setting in DECLARED[program].settings]
    text = f"For {names(takers)}: {setting.meaning} ({setting.default})."
    return Annotated[
        int | None,
        typer.Option(setting.option, rich_help_panel=PROGRAM, metavar="N", help=text, show_default=False),
    ]


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
    near = meant(text, names)
    known = f"is not known; {near}" if near else f"is not one of {', '.join(map(repr, names))}"
    raise typer.BadParameter(f"{text!r} {known}")


def choice(names: Sequence[str]) -> str:
    """The metavariable of an option that is one of these words."""
    return f"[{'|'.join(names)}]"


PROGRAM_NAMES = f"{', '.join(program.value for program in PROGRAMS)}, or a naive variant"
"""The programs that pydecl knows, for the help of an option."""

SEED_HELP = "The seed for everything random."
WIN_HELP = "For programs that count plies: the value of an immediate win."
MAX_PLY_HELP = "For the same programs: more plies than any line of play has, but less than --win."
EXTENSION_HELP = "For quiescence: how many plies to search beyond the depth at most."

ProgramOption = Annotated[
    str,
    typer.Option(
        "--program",
        metavar="PROGRAM",
        autocompletion=suggest_any_program,
        parser=program_name,
        help=f"The program that searches: {PROGRAM_NAMES}; or file:NAME, a program in the rules file itself.",
    ),
]
AskedOption = Annotated[
    str,
    typer.Option(
        "--program",
        metavar="PROGRAM",
        autocompletion=suggest_asked,
        parser=program_name,
        help=f"The program that searches: {PROGRAM_NAMES}; or file:NAME, a program in the rules file itself; "
        "or database:DIR, which looks up what 'solve --to' has kept.",
    ),
]
AlphaOption = Annotated[
    str | None,
    typer.Option(
        "--alpha",
        rich_help_panel=WINDOW,
        metavar="A",
        help="The lower end of the window: what MAX is already sure of.",
        show_default=False,
    ),
]
BetaOption = Annotated[
    str | None,
    typer.Option(
        "--beta",
        rich_help_panel=WINDOW,
        metavar="B",
        help="The upper end of the window: what MIN can already hold MAX to.",
        show_default=False,
    ),
]
OrderOption = Annotated[
    Order, typer.Option("--order", rich_help_panel=WINDOW, help="The order in which moves are tried.")
]
SeedOption = Annotated[int, typer.Option("--seed", rich_help_panel=PROGRAM, metavar="S", help=SEED_HELP)]
WinOption = Annotated[int, typer.Option("--win", rich_help_panel=PROGRAM, metavar="N", help=WIN_HELP)]
MaxPlyOption = Annotated[
    int, typer.Option("--max-ply", rich_help_panel=PROGRAM, metavar="N", help=MAX_PLY_HELP)
]
ExtensionOption = Annotated[
    int, typer.Option("--extension", rich_help_panel=PROGRAM, metavar="N", help=EXTENSION_HELP)
]

CoresOption = Annotated[
    int,
    typer.Option(
        "--cores",
        metavar="N",
        min=1,
        max=MOST_JOBS,
        rich_help_panel=LIMITS,
        help="How many cores search at the same time, if the engine can split a search.",
    ),
]

WIN, MAX_PLY, EXTENSION = DEFAULTS.win, DEFAULTS.max_ply, DEFAULTS.extension

ENGINES = ", ".join(f"{name} is {registry.title(name)}" for name in registry.names())
"""The engines, for the help of an option."""

EngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        parser=engine_name,
        metavar=choice(registry.names()),
        autocompletion=suggest_engine,
        help=f"The engine: {ENGINES}.",
    ),
]
COMPLETE = choice(registry.complete())
"""The metavariable of an option for an engine on which every program runs."""
CompleteEngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        parser=complete_engine,
        metavar=COMPLETE,
        autocompletion=suggest_full_engine,
        help="The engine that runs the program.",
    ),
]
EventsOption = Annotated[
    int, typer.Option("--limit", rich_help_panel=LIMITS, metavar="N", help="How many events to keep at most.")
]
