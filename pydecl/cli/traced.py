"""What is traced: a program, also a file's own, on a game or on a tree beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.options import (
    COMPLETE_ENGINE,
    PROGRAM,
    TREE,
    Loading,
    Question,
    option,
    options,
)
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import the_program
from pydecl.errors import Exit, InputError, PydeclError
from pydecl.model.number import Number
from pydecl.model.program import PREFIX
from pydecl.tracing.events import Naming
from pydecl.tracing.recording import MOST, Recording, on_tree, record


@options
class Traced(Question):
    """The search that is recorded, and how it is told."""

    program: str = PROGRAM
    engine: str = COMPLETE_ENGINE
    naming: Naming = option(
        "--naming",
        None,
        "Whose names and signs to use for windows, bounds and values.",
        default=Naming.TEXTBOOK,
    )
    tree: str | None = TREE
    limit: int = option("--limit", "N", "How many events to keep at most.", group=LIMITS, default=MOST)

    def record(
        self,
        game: SessionGame,
        program: AnyProgram,
        seconds: float | None,
        window: tuple[Number, Number] | None = None,
        engine: str | None = None,
    ) -> Recording:
        """What the program does on the game, with the window and on the engine asked for, or on others."""
        asked = self.asked
        if window is not None:
            asked |= dict(zip(("alpha", "beta"), window, strict=True))
        return record(game, program, engine=engine or self.engine, seconds=seconds, most=self.limit, **asked)

    @contextmanager
    def on(self, game: str, how: Loading) -> Iterator[tuple[SessionGame, AnyProgram, SessionGame]]:
        """The game, the program, ready to run on it, and the game whose file brings it.

        The first game is the tree, if there is one. Raises InputError for what is no tree, and for a program
        that runs on its own file's game alone.
        """
        with how.opened(game) as opened:
            if self.program.startswith(PREFIX) and game.endswith((".tree", ".graph")):
                raise InputError(
                    f"{game} defines no program: give the rules file that does, and --tree {game}"
                )
            with self.planted(opened, how.seconds) as found:
                yield found

    @contextmanager
    def planted(
        self, home: SessionGame, seconds: float | None
    ) -> Iterator[tuple[SessionGame, AnyProgram, SessionGame]]:
        """The same of a game that is open."""
        if self.tree is None:
            yield home, the_program(home, self.program), home
            return
        with on_tree(home, self.program, self.tree, seconds=seconds) as planted:
            yield *planted, home


def ended(recording: Recording, rest: str = "") -> Exit:
    """The exit code of a search that was recorded; if a limit ended it, that is said, with the rest.

    Raises the error that ended it.
    """
    answer = recording.answer
    if isinstance(answer, PydeclError):
        raise answer
    if not answer.complete:
        complain(STOPPED[answer.status] + rest)
    return answer.exit_code
