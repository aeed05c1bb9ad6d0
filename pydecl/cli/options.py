"""The options that mean the same for several commands, each declared once, and the groups that they form.

A command takes a group as one parameter, a dataclass of options: `command` makes options of its fields.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, get_type_hints

import typer
from typer.models import ParameterInfo

from pydecl.cli.completing import (
    Completer,
    suggest_any_program,
    suggest_asked,
    suggest_convention,
    suggest_game,
    suggesting,
)
from pydecl.cli.failing import reported
from pydecl.cli.helping import LIMITS, RULES, SEARCH
from pydecl.cli.output import consulted
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import Default
from pydecl.errors import Exit, InputError, meant
from pydecl.loading.rules_files import Reading
from pydecl.model.number import INFINITY, LEAST_MEMORY, MOST_JOBS, Number
from pydecl.model.program import DATABASE, PREFIX, LookedUp, Program, looked_up
from pydecl.model.result import Order, Preferred, Settings
from pydecl.programs.registry import DECLARED, PROGRAMS, all_settings, names
from pydecl.sandbox.session import MEMORY

if TYPE_CHECKING:
    from pydecl.sandbox.work import PieceExecutor

DEEPEST = 10**9
"""The greatest number of plies that can be asked for; no game is as long."""


def option(
    name: str,
    metavar: str | None = None,
    about: str = "",
    *,
    default: Any = None,
    group: str | None = None,
    complete: Completer | None = None,
    **more: Any,
) -> Any:
    """An option, as typer has it; `name` has the short form, too, if there is one: "-o/--output".

    It stands where its parameter has a default, and has that itself. A `{}` in what is said `about` it stands
    for the words that complete it, which are found for its help alone.
    """
    more |= {"rich_help_panel": group, "autocompletion": complete}
    return typer.Option(default, *name.split("/"), metavar=metavar, help=about, **more)


def flag(name: str, about: str, group: str | None = None) -> Any:
    """An option without a value."""
    return option(name, None, about, group=group, default=False)


def argument(metavar: str | None, about: str, complete: Completer | None = None, default: Any = ...) -> Any:
    """What a command is about, as typer has it."""
    return typer.Argument(default, metavar=metavar, help=about, autocompletion=complete, show_default=False)


Group = TypeVar("Group")


@dataclass_transform(frozen_default=True)
def options(kind: type[Group]) -> type[Group]:
    """Make a group: a frozen dataclass, whose fields have the defaults of the options that are theirs."""
    declared = {name: one for name, one in vars(kind).items() if isinstance(one, ParameterInfo)}
    for name, one in declared.items():
        setattr(kind, name, one.default)
    kind.declared = getattr(kind, "declared", {}) | declared  # type: ignore[attr-defined]
    return dataclass(frozen=True)(kind)


def command(function: Callable[..., Exit | None]) -> Callable[..., None]:
    """A function as a command: its errors are reported, and its groups of options become options.

    >>> def search(game: str, sharing: Sharing) -> None: ...
    >>> list(inspect.signature(command(search)).parameters)
    ['game', 'jobs', 'cluster']
    """
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    groups = {name: kind for name, kind in hints.items() if isinstance(kind, type) and is_dataclass(kind)}
    whole: list[inspect.Parameter] = []
    for one in signature.parameters.values():
        if one.name not in groups:
            whole.append(one.replace(annotation=hints[one.name], kind=one.KEYWORD_ONLY))
            continue
        group = groups[one.name]
        kinds, declared = get_type_hints(group, include_extras=True), getattr(group, "declared", {})
        whole += [
            inspect.Parameter(
                field.name,
                one.KEYWORD_ONLY,
                default=declared.get(field.name, field.default),
                annotation=kinds[field.name],
            )
            for field in fields(group)
        ]

    def grouped(given: Mapping[str, Any]) -> dict[str, Any]:
        taken = {
            name: kind(**{one.name: given[one.name] for one in fields(kind)}) for name, kind in groups.items()
        }
        return taken | {name: value for name, value in given.items() if name in signature.parameters}

    @functools.wraps(function)
    def run(**given: Any) -> Exit | None:
        return function(**grouped(given))

    run.__signature__ = signature.replace(parameters=whole)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in whole} | {"return": hints.get("return")}
    run.grouped = grouped  # type: ignore[attr-defined]
    return reported(run)


def parsed(command: Callable[..., None], name: str, words: Sequence[str]) -> dict[str, Any]:
    """What words say for the options of a command, one by one; empty after --help. Raises UsageError."""
    found: dict[str, Any] = {}

    @functools.wraps(command)
    def taken(**options: Any) -> None:
        found.update(options)

    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name)(taken)
    with suppress(typer.Exit):
        typer.main.get_command(app).main(list(words), prog_name=name, standalone_mode=False)
    return found


# The values of options


def among(text: str, names: Sequence[str], others: str = "") -> str:
    """One of these names, beside which there are `others`; raises typer.BadParameter."""
    if text in names:
        return text
    near = meant(text, names)
    known = f"is not known; {near}" if near else f"is not one of {', '.join(map(repr, names))}{others}"
    raise typer.BadParameter(f"{text!r} {known}")


def program_name(text: str) -> str:
    """The name of a program, of one that the file brings itself, or of a database.

    Raises typer.BadParameter.
    """
    if any(text.removeprefix(prefix) not in ("", text) for prefix in (PREFIX, DATABASE)):
        return text
    others = ", nor 'file:NAME' for a program of the file's own, nor 'database:DIR' for a database"
    return known_program(text, others).value


def known_program(name: str | Program, others: str = "") -> Program:
    """A program, beside which there are `others`; raises typer.BadParameter for another name."""
    program = Program(str(name))
    if program not in DECLARED:
        among(program.value, [one.value for one in DECLARED], others)
    return program


def playing_program(name: str | Program | LookedUp) -> Program | LookedUp:
    """A program, or a database that plays; raises typer.BadParameter for another name."""
    if isinstance(name, LookedUp):
        return name
    return looked_up(str(name)) if str(name).startswith(DATABASE) else known_program(name)


def depth_of(text: str | None) -> int | Default | None:
    """A --depth as plies, None for unlimited."""
    if text is None:
        return Default.DEPTH
    if text == "unlimited":
        return None
    brief = repr(text if len(text) <= 40 else text[:40] + "…")
    try:
        plies = int(text)
    except ValueError:
        message = f"expected a number of plies or 'unlimited', found {brief}"
        raise typer.BadParameter(message, param_hint="--depth") from None
    if plies > DEEPEST:
        message = f"expected up to {DEEPEST:,} plies, or 'unlimited', found {brief}"
        raise typer.BadParameter(message, param_hint="--depth")
    return plies


def number_of(option: str, text: str | None, default: Number) -> Number:
    """An --alpha or --beta as a number.

    >>> [number_of("--beta", text, 0.5) for text in ("1r3", "-inf", "2", None)]
    [Fraction(1, 3), -inf, 2, 0.5]
    """
    if text is None:
        return default
    if text.lstrip("+-") in ("inf", "infinity"):
        return -INFINITY if text.startswith("-") else INFINITY
    for kind in (int, float):
        try:
            value = kind(text)
        except ValueError:
            continue
        if value == value:
            return value
    try:
        return Fraction(text.replace("r", "/"))
    except (ValueError, ZeroDivisionError):
        message = f"expected a number, inf or -inf, found {text!r}"
        raise typer.BadParameter(message, param_hint=option) from None


def settings_about() -> dict[str, str]:
    """What each setting of --set says, its default and the programs that take it included."""
    known = {
        "win": f"the value of an immediate win, for programs that count plies ({Settings.win})",
        "max_ply": f"more plies than any line of play has, but less than win ({Settings.max_ply})",
        "extension": f"for quiescence: how many plies to search beyond the depth ({Settings.extension})",
    }
    for name, one in all_settings().items():
        takers = [program for program in PROGRAMS if one in DECLARED[program].settings]
        known[name] = f"for {names(takers)}: {one.meaning} ({one.default})"
    return known


def settings_of(texts: Sequence[str] | None) -> dict[str, int]:
    """What --set says: numbers by name; raises typer.BadParameter.

    >>> settings_of(["max-ply=50", "playouts=8"])
    {'max_ply': 50, 'playouts': 8}
    """
    known, found = settings_about() if texts else {}, {}
    for text in texts or ():
        name, _, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in known:
            near = meant(name, known)
            said = f"there is no setting {name!r}{near and '; ' + near}: there are {', '.join(known)}"
            raise typer.BadParameter(said, param_hint="--set")
        if name in found:
            raise typer.BadParameter(f"{name} is set more than once", param_hint="--set")
        try:
            found[name] = int(value)
        except ValueError:
            said = f"expected {name}=N with a whole number, found {text!r}: {name} is {known[name]}"
            raise typer.BadParameter(said, param_hint="--set") from None
    return found


# Single options


def one_of(name: str, names: Callable[[], Sequence[str]], about: str, metavar: str = "", **more: Any) -> Any:
    """An option that is one of these words, which are asked for late; they are its metavariable, too."""
    more |= {"complete": suggesting(names), "parser": lambda text: among(text, names())}
    return option(name, metavar or f"[{'|'.join(names())}]", about, **more)


def time_option(about: str, default: float | None = None) -> Any:
    """--time, which means for each command what this says."""
    return option("--time", "S", about, group=LIMITS, min=0, default=default)


def program_option(
    about: str, complete: Completer = suggest_asked, parser: Callable[..., Any] = program_name, **more: Any
) -> Any:
    """--program, of which each command takes some."""
    return option("--program", "PROGRAM", about, complete=complete, parser=parser, **more)


GAME = argument("GAME", "A bundled game, such as nim or nim:heaps=[1,2], or a file.", suggest_game)
POSITION = option("--position", "P", "The position, as the game writes it; else the start.")
DEPTH = option("--depth", "N", "How many plies, or 'unlimited'; else as the rules say.")
CONVENTION = option(
    "--convention",
    "NAME",
    "The convention of the file, if pydecl cannot tell.",
    group=RULES,
    complete=suggest_convention,
)
MOVES_AGAIN = flag("--moves-again", "A player may move twice; the other one passes.", RULES)
FOLD = flag("--fold", "Take one of symmetric positions for all.", RULES)
PREFERRED = option(
    "--rules", None, "For python: rules by hand, or the compiled file.", group=RULES, default=Preferred.HAND
)
JSON = flag("--json", "Print JSON, also for errors.")
FORCE = flag("--force", "Overwrite an existing file.")
TREE = option("--tree", "TREE", "A tree to search, not the game: a name, a file or text.")

_SEARCHES = (
    "The program that searches: 'pydecl check --about GAME' lists them; or file:NAME, one in the file itself"
)
_USUAL = Program.ALPHABETA.value
PROGRAM = program_option(f"{_SEARCHES}.", suggest_any_program, default=_USUAL)
ASKED = program_option(f"{_SEARCHES}; or database:DIR, what 'solve --to' has kept.", default=_USUAL)
_ENGINES = f"The engine: {', '.join(registry.names())}."
ENGINE = one_of("--engine", registry.names, _ENGINES, "ENGINE", default=registry.REFERENCE)
COMPLETE_ENGINE = one_of(
    "--engine", registry.complete, "The engine that runs the program.", default=registry.REFERENCE
)
_ORDERS = f"The order of moves: {', '.join(one.value for one in Order)}."
ORDER = option("--order", "ORDER", _ORDERS, group=SEARCH, default=Order.GAME)
SEED = option("--seed", "S", "The seed for everything random.", group=SEARCH, default=0)
SET = option(
    "--set",
    "NAME=N",
    "A setting: {}.",
    group=SEARCH,
    complete=suggesting(lambda: {f"{name}=": about for name, about in settings_about().items()}),
)
TIME = time_option("Seconds for all of it; 0 is no limit.", default=60.0)
MEMORY_LIMIT = option(
    "--memory", "MIB", "The memory of the rules, in MiB.", group=LIMITS, min=LEAST_MEMORY, default=MEMORY
)
STORE = option("--store", "FILE", "Where results are kept; by default in your cache folder.")


def output_option(formats: Collection[str], what: str = "Write a picture", otherwise: str = "") -> Any:
    """-o FILE for these kinds of file, which the end of its name tells apart."""
    about = f"{what} to this file, whose name ends in .{', .'.join(formats)}."
    return option("-o/--output", "FILE", f"{about} {otherwise}".rstrip())


# Groups


@options
class Loading:
    """How the rules are read, and what they may use."""

    convention: str | None = CONVENTION
    moves_again: bool = MOVES_AGAIN
    time: float | None = TIME
    memory: int = MEMORY_LIMIT

    @property
    def seconds(self) -> float | None:
        """None for no limit."""
        return self.time or None

    def at_most(self, usual: float) -> float | None:
        """The same, but for so many that are usual if nobody says how many."""
        return usual if self.time is None else self.seconds

    @property
    def reading(self) -> Reading:
        return Reading(self.convention, self.moves_again)

    def opened(self, game: str, **more: Any) -> AbstractContextManager[SessionGame]:
        """The game, for all that the command does: see `consulted`."""
        return consulted(game, seconds=self.seconds, memory=self.memory, **vars(self.reading), **more)


@options
class Folding(Loading):
    """As these, with --fold."""

    fold: bool = FOLD

    @property
    def reading(self) -> Reading:
        return Reading(self.convention, self.moves_again, self.fold)


@options
class Question:
    """What a program is asked."""

    position: str | None = POSITION
    depth: str | None = DEPTH
    alpha: str | None = option("--alpha", "A", "The window's lower end: what MAX is sure of.", group=SEARCH)
    beta: str | None = option("--beta", "B", "Its upper end: what MIN can hold MAX to.", group=SEARCH)
    order: Order = ORDER
    seed: int = SEED
    settings: list[str] | None = SET

    @property
    def plies_ahead(self) -> int | Default | None:
        return depth_of(self.depth)

    @property
    def window(self) -> tuple[Number, Number]:
        return number_of("--alpha", self.alpha, -INFINITY), number_of("--beta", self.beta, INFINITY)

    @property
    def settled(self) -> Settings:
        """The order, the seed and what --set says."""
        return Settings(self.order, self.seed).having(settings_of(self.settings))

    @property
    def asked(self) -> dict[str, Any]:
        """The arguments of a search; raises typer.BadParameter and InputError for what cannot be asked."""
        alpha, beta = self.window
        limits = {"position": self.position, "depth": self.plies_ahead, "alpha": alpha, "beta": beta}
        return {**limits, "settings": self.settled}


@options
class Sharing:
    """Where a command's long work runs."""

    jobs: int | None = option(
        "--jobs", "N", "How many processes share the work.", group=LIMITS, min=1, max=MOST_JOBS
    )
    cluster: str | None = option(
        "--cluster", "WHERE", "A Dask cluster: tcp://HOST:PORT, or local:N.", group=LIMITS
    )

    @contextmanager
    def running(self) -> Iterator[PieceExecutor | None]:
        """The cluster, if one is asked for; raises InputError if it cannot be used, or beside --jobs."""
        if self.cluster is None:
            yield None
            return
        if self.jobs is not None:
            raise InputError("--jobs is about this machine: leave it out with --cluster")
        from pydecl.sandbox.executing import executor  # late, as what few commands share

        with executor(1, cluster=self.cluster) as running:
            yield running


def refuse(options: Mapping[str, object], why: str) -> None:
    """Raises InputError for the first of these options that is given: its value is not None, nor False."""
    given = [name for name, value in options.items() if value is not None and value is not False]
    if given:
        raise InputError(f"{given[0]} {why}")
