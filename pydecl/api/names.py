"""The programs and the engines that have been found, as enumerations.

>>> Program.ALPHABETA == "alphabeta", str(Engine.PYTHON)
(True, 'python')
"""

from __future__ import annotations

from enum import EnumMeta, StrEnum
from typing import TYPE_CHECKING, Any

from pydecl.engines import registry
from pydecl.programs.registry import PROGRAMS


class _Found(EnumMeta):
    """Its classes have members that a checker of types does not see."""

    if TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Any: ...


class Program(StrEnum, metaclass=_Found):
    """The search programs; `docs/programs.md` says what each one is.

    >>> import pydecl
    >>> pydecl.search("lecture19", Program.SCOUT).value
    4
    """

    vars().update({one.value.upper(): one.value for one in PROGRAMS})


class Engine(StrEnum, metaclass=_Found):
    """What executes a program: SWI-Prolog, Python, or machine code made from the rules.

    >>> import pydecl
    >>> {pydecl.search("lecture19", engine=one).nodes for one in (Engine.PROLOG, Engine.PYTHON)}
    {15}
    """

    vars().update({name.upper(): name for name in registry.names()})
