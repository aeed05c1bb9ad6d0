"""The options of a game, and other editions of it: `/g/GAME/edition`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pydecl.errors import InputError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import split_options
from pydecl.model.term import Atom, PrologList, Term, term_text
from pydecl.workbench.web.addresses import address, read_place
from pydecl.workbench.web.pages import bundled

LONGEST = 2000
"""How many characters an option may have."""


@dataclass(frozen=True)
class Option:
    """An option of a game: its value, and the one that it has by default, as they are written."""

    name: str
    value: str
    default: str


def options_of(game: str) -> list[Option]:
    """The options of a bundled game, whose name may give some. Raises InputError for one that is not written.

    >>> options_of("nim:heaps=[1,2]"), options_of("kuhn"), options_of("lecture19")
    ([Option(name='heaps', value='[1,2]', default='[1,3,5]')], [], [])
    """
    name, given = split_options(game)
    if name not in BUNDLED:
        return []
    known: Mapping[str, Parameter] = signature(BUNDLED[name]).parameters
    return [
        Option(key, term_text(given.get(key, _term(one.default))), term_text(_term(one.default)))
        for key, one in known.items()
    ]


def _term(value: Any) -> Term:
    """A default as a term."""
    if isinstance(value, tuple):
        return PrologList(tuple(map(_term, value)))
    term: Term = Atom(value) if isinstance(value, str) else value
    return term


def edition(name: str, given: Mapping[str, str]) -> str:
    """The game with these options: those that are as by default are not said. Raises InputError.

    >>> edition("connect4:width=5", {"width": "7", "height": "5"})
    'connect4:height=5'
    """
    options = []
    for one in options_of(name.partition(":")[0]):
        value = given.get(one.name, one.default).strip() or one.default
        if len(value) > LONGEST:
            raise InputError(f"{one.name}: the value has more than {LONGEST:,} characters")
        if value != one.default:
            options.append(f"{one.name}={value}")
    return name.partition(":")[0] + (":" + ",".join(options) if options else "")


async def other_edition(request: Request) -> Response:
    """The start of the game with other options, or from another position."""
    name = bundled(request.path_params["game"])
    given = dict(request.query_params)
    options = {key[len("option-") :]: value for key, value in given.items() if key.startswith("option-")}
    other = edition(name, options) if options else name
    if other != name:
        given.pop("pos", None)
    return RedirectResponse(address(other, given, read_place({})), 303)


ROUTES = [Route("/g/{game}/edition", other_edition)]
