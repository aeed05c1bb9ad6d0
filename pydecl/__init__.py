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
    from pydecl.crosschecking import crosscheck
    from pydecl.engines.prolog.session import Session
    from pydecl.loading.consulting import consult
    from pydecl.loading.supplying import supply

__version__ = "0.2.0.dev0"

__all__ = ["Session", "consult", "crosscheck", "supply"]

_HOMES = {
    "Session": "pydecl.engines.prolog.session",
    "consult": "pydecl.loading.consulting",
    "crosscheck": "pydecl.crosschecking",
    "supply": "pydecl.loading.supplying",
}


def load_ipython_extension(shell: object) -> None:
    """What `%load_ext pydecl` calls."""
    import_module("pydecl.workbench.notebook.extension").load(shell)


def __getattr__(name: str) -> object:
    # Late, because `python -m pydecl.bootstrap` must start where no package is installed yet.
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
