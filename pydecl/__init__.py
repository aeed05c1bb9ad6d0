"""pydecl: textbook game searches in Prolog, their twins in Python, and a cross-check of the two.

>>> import pydecl
>>> with pydecl.consult("tictactoe") as game:
...     print(len(game.successors(game.initial()[0])))
9
>>> pydecl.crosscheck("hexapawn", plies=1).positions
4
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes longer to import than all else before a command can start
if TYPE_CHECKING:
    from pydecl.api.court import against, suite, verify
    from pydecl.api.crosschecking import check, crosscheck
    from pydecl.api.drawing import board, draw
    from pydecl.api.grading import grade
    from pydecl.api.opening import Engine, Program
    from pydecl.api.picture import Picture
    from pydecl.api.playing import Played, play
    from pydecl.api.proving import Proved, prove
    from pydecl.api.searching import perft, search
    from pydecl.api.solving import SolvedDatabase, SolvedGame, ValuedGame, open_solved, solve, values
    from pydecl.api.stepping import Stepper, stepper
    from pydecl.api.tracing import Trace, trace
    from pydecl.engines.prolog.session import Session
    from pydecl.errors import PydeclError
    from pydecl.loading.consulting import consult
    from pydecl.loading.supplying import supply
    from pydecl.model.game import Game, Outcome, Player
    from pydecl.model.position import Move, Position
    from pydecl.model.result import Result
    from pydecl.tournaments.running import tournament

__version__ = "0.2.0.dev0"

__all__ = [
    "Engine",
    "Game",
    "Move",
    "Outcome",
    "Picture",
    "Played",
    "Player",
    "Position",
    "Program",
    "Proved",
    "PydeclError",
    "Result",
    "Session",
    "SolvedDatabase",
    "SolvedGame",
    "Stepper",
    "Trace",
    "ValuedGame",
    "against",
    "board",
    "check",
    "consult",
    "crosscheck",
    "draw",
    "grade",
    "open_solved",
    "perft",
    "play",
    "prove",
    "search",
    "solve",
    "stepper",
    "suite",
    "supply",
    "tournament",
    "trace",
    "values",
    "verify",
]

_HOMES = {
    "pydecl.api.court": ("against", "suite", "verify"),
    "pydecl.api.crosschecking": ("check", "crosscheck"),
    "pydecl.api.drawing": ("board", "draw"),
    "pydecl.api.grading": ("grade",),
    "pydecl.api.opening": ("Engine", "Program"),
    "pydecl.api.picture": ("Picture",),
    "pydecl.api.playing": ("Played", "play"),
    "pydecl.api.proving": ("Proved", "prove"),
    "pydecl.api.searching": ("perft", "search"),
    "pydecl.api.solving": ("SolvedDatabase", "SolvedGame", "ValuedGame", "open_solved", "solve", "values"),
    "pydecl.api.stepping": ("Stepper", "stepper"),
    "pydecl.api.tracing": ("Trace", "trace"),
    "pydecl.engines.prolog.session": ("Session",),
    "pydecl.errors": ("PydeclError",),
    "pydecl.loading.consulting": ("consult",),
    "pydecl.loading.supplying": ("supply",),
    "pydecl.model.game": ("Game", "Outcome", "Player"),
    "pydecl.model.position": ("Move", "Position"),
    "pydecl.model.result": ("Result",),
    "pydecl.tournaments.running": ("tournament",),
}
"""Where each name is at home."""


def load_ipython_extension(shell: object) -> None:
    """What `%load_ext pydecl` calls."""
    import_module("pydecl.workbench.notebook.extension").load(shell)


if not TYPE_CHECKING:  # so that a checker finds a name that is misspelled

    def __getattr__(name: str) -> object:
        # Late, because `python -m pydecl.bootstrap` must start where no package is installed yet.
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(home), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
