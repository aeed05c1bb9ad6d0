"""Run a program and record what it does.

>>> from pydecl.loading.consulting import consult
>>> with consult("lecture19") as game:
...     recording = record(game, Program.ALPHABETA, engine="python")
>>> [str(recording.positions[number]) for event in recording.events() for number in event.skipped]
['l', 'g']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default, check_question, the_position, usual_depth
from pydecl.errors import InputError, PydeclError
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Program
from pydecl.model.result import DEFAULTS, Answer, Limits, Settings
from pydecl.model.term import Term
from pydecl.search.registry import TRACED, complete
from pydecl.tracing.deriving import derived
from pydecl.tracing.events import Event

MOST = 100_000
"""How many primitive events are kept by default."""


@dataclass(frozen=True)
class Recording:
    """What a program did, and its answer, or the error that ended it.

    `positions` are the positions by their numbers, None for one that is not ground. `limits` are those
    that were asked for, with the settings of the program.
    """

    program: Program
    answer: Answer[Term] | PydeclError
    lines: Sequence[str]
    positions: Sequence[Term | None]
    most: int
    limits: Limits = field(default_factory=Limits)

    def events(self, lines: Iterable[str] | None = None) -> Iterator[Event]:
        """The stream; `lines` are the recording's own, for who wants to see which one an event comes from."""
        return derived(self.program, self.lines if lines is None else lines, self.most)


def can_be_traced(program: Program) -> bool:
    """Whether a program searches a tree depth first: others go best first, or solve all positions."""
    return program in TRACED


def record(
    game: SessionGame,
    program: Program,
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

    Raises InputError for a question that makes no sense, and for the programs that search no tree.
    """
    if not can_be_traced(program):
        raise InputError(
            f"{program.value} cannot be traced: a trace shows programs that search a tree depth first"
        )
    if most < 1:
        raise InputError(f"the limit must be 1 event or more, not {most}")
    root = the_position(game, position)
    limits = Limits(usual_depth(game, program, depth), alpha, beta, seconds, settings)
    check_question(game, program, limits)
    limits = complete(program, limits)
    told = registry.full_runner(game, engine).trace(program, root, limits, most)
    return Recording(program, *told, most, limits)
