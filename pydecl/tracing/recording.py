"""Run a program and record what it does.

>>> from pydecl.loading.consulting import consult
>>> with consult("lecture19") as game:
...     recording = record(game, "alphabeta", engine="python")
>>> [str(recording.positions[number]) for event in recording.events() for number in event.skipped]
['l', 'g']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import (
    Default,
    check_question,
    explained,
    the_position,
    the_program,
    usual_depth,
)
from pydecl.errors import ContractError, InputError, PydeclError, meant
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_tree
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Manner, OwnProgram
from pydecl.model.result import DEFAULTS, Answer, Limits, Settings
from pydecl.model.shown import Shown
from pydecl.model.term import Term
from pydecl.paths import told_file, told_names
from pydecl.programs.registry import TRACED, complete
from pydecl.tracing.deriving import OwnStream, Stream
from pydecl.tracing.events import Event

MOST = 100_000
"""How many primitive events are kept by default."""


@dataclass(frozen=True)
class Recording(Shown):
    """What a program did, and its answer, or the error that ended it.

    `positions` are the positions by their numbers, None for one that is not ground. `limits` are those
    that were asked for, with the settings of the program.
    """

    program: AnyProgram
    answer: Answer[Term] | PydeclError
    lines: Sequence[str]
    positions: Sequence[Term | None]
    most: int
    limits: Limits = field(default_factory=Limits)

    @property
    def best(self) -> int | None:
        """The number of the successor that the answer names, if it names one that was met."""
        if isinstance(self.answer, PydeclError) or not self.answer.complete or self.answer.best is None:
            return None
        met = enumerate(self.positions)
        return next((number for number, position in met if position == self.answer.best), None)

    def check(self) -> None:
        """Raises the error that ended the search before it entered a node."""
        if isinstance(self.answer, PydeclError) and not self.lines:
            raise self.answer

    def stream(self) -> Stream:
        """What makes events of the lines, one after the other."""
        if isinstance(self.program, OwnProgram):
            return OwnStream(self.program, self.most)
        return Stream(self.program, self.most)

    def events(self) -> Iterator[Event]:
        """All events."""
        return self.stream().events(self.lines)


def can_be_traced(program: AnyProgram) -> bool:
    """Whether a program searches a tree depth first: others go best first, or solve all positions."""
    return isinstance(program, OwnProgram) or program in TRACED


def record(
    game: SessionGame,
    program: AnyProgram | str,
    *,
    engine: str = REFERENCE,
    position: Term | str | None = None,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    settings: Settings = DEFAULTS,
    most: int = MOST,
) -> Recording:
    """Search one position as `engines.search` does, and keep `most` of the primitive events.

    `program` may be one that the rules file brings itself, such as "file:alphabeta": in SWI-Prolog.

    Raises InputError for a question that makes no sense, and for the programs that search no tree.
    """
    program = the_program(game, program)
    if not can_be_traced(program):
        raise InputError(
            f"{program.value} cannot be traced: a trace shows programs that search a tree depth first"
        )
    if most < 1:
        raise InputError(f"the limit must be 1 event or more, not {most}")
    root = the_position(game, position)
    limits = Limits(usual_depth(game, program, depth), alpha, beta, seconds, settings)
    check_question(game, program, limits)
    if isinstance(program, OwnProgram):
        if engine != REFERENCE:
            raise InputError(f"{program.value} can be traced only on the engine {REFERENCE}, not on {engine}")
    else:
        limits = complete(program, limits)
    answer, lines, positions = registry.full_runner(game, engine).trace(program, root, limits, most)
    if isinstance(answer, ContractError):
        answer = explained(game, answer)
    return Recording(program, answer, lines, positions, most, limits)


# The program of one game's file on a tree: so a counterexample is replayed with the program that failed


@contextmanager
def on_tree(
    game: SessionGame, program: AnyProgram | str, tree: str, *, seconds: float | None = 60.0
) -> Iterator[tuple[SessionGame, AnyProgram]]:
    """The game that a tree is, and the program, ready to run on it.

    `tree` is the name of a bundled tree or of a .tree file, or a tree's text; `program` may be one that the
    game's file brings. Raises InputError for what is no tree, and for a program that runs on its own
    file's game alone.

    >>> from pydecl.loading.consulting import consult
    >>> with consult("nim") as game:
    ...     with on_tree(game, "alphabeta", "a max (b 0  c min (d -1  e 1))") as (tree, program):
    ...         [event.kind.value for event in record(tree, program).events()].count("cut")
    1
    """
    chosen = the_program(game, program)
    with planted(tree, game.session.most(seconds)) as grown:
        if isinstance(chosen, OwnProgram):
            attach_to(grown, game, chosen)
        yield grown, chosen


def planted(tree: str, seconds: float | None) -> SessionGame:
    """The game that a tree is: a bundled one, that of a file, or that of a text. Raises InputError."""
    from pydecl.rules.tree import read_tree  # late, as all that reads with a grammar

    if told_file(tree, ".tree"):
        return consult(tree, seconds=seconds)
    if tree.isidentifier() and (near := meant(tree, told_names(".tree"))):
        raise InputError(f"no bundled tree is named {tree}; {near}")
    return consult_tree(read_tree(tree, "--tree"), "tree", seconds=seconds)


def attach_to(game: SessionGame, home: SessionGame, program: OwnProgram) -> None:
    """Make a program of one game's file, its home, run on another game. Raises InputError if it cannot."""
    if program.manner is Manner.BARE:
        raise InputError(
            f"{program.value} looks into positions: it runs only on its own file's game, not on trees"
        )
    registry.reference(game).own.attach(program, registry.reference(home).own.clauses(program))
