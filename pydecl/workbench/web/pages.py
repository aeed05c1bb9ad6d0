"""What pages have in common: templates, addresses, fields of a question, answers as JSON and as a stream."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing, suppress
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.templating import Jinja2Templates

from pydecl.engines import registry
from pydecl.errors import InputError, PydeclError
from pydecl.loading.consulting import game_names
from pydecl.model.program import PREFIX
from pydecl.playing.match import People
from pydecl.programs.registry import DECLARED
from pydecl.workbench.site.writing import STATIC
from pydecl.workbench.web.attempts import SOLVER, USUAL
from pydecl.workbench.web.jobs import AnswerError, BusyError, Jobs, Visitor
from pydecl.workbench.web.settings import Settings

TEMPLATES = Jinja2Templates(directory=[Path(__file__).parent / "templates", STATIC])

FINE, NOT_FOUND, TOO_MANY, BAD = 200, 404, 429, 400

DEEPEST = 99
"""The greatest depth that is asked for."""

SECONDS = 10
"""How long a search may take if nothing else is asked for."""

UNLIMITED = "all"
"""What stands in an address for no limit of the depth."""


class NoSuchGameError(InputError):
    """There is no bundled game of this name."""


def page(request: Request, name: str, status: int = 200, **values: Any) -> Response:
    """A page from a template."""
    return TEMPLATES.TemplateResponse(request, name, values, status_code=status)


async def refusal(request: Request, error: Exception) -> Response:
    """What is said of an error. That rules are wrong is an answer, too: a page's program gets it as such."""
    statuses: dict[type, int] = {BusyError: TOO_MANY, NoSuchGameError: NOT_FOUND}
    status = statuses.get(type(error), BAD)
    if isinstance(error, AnswerError) and not _is_read(request):
        status = FINE
    return complaint(request, str(error), status)


def complaint(request: Request, message: str, status: int) -> Response:
    """A message: to a page's program as JSON, to a person as a page, with a way back."""
    if not _is_read(request):
        return JSONResponse({"wrong": message}, status)
    game = str(request.path_params.get("game", "")).partition(":")[0]
    return page(request, "wrong.html", status, message=message, game=game if game in game_names() else "")


def _is_read(request: Request) -> bool:
    """Whether a person reads the answer."""
    return "text/html" in request.headers.get("accept", "")


def settings(request: Request) -> Settings:
    """How the server is set up."""
    found: Settings = request.app.state.settings
    return found


async def answered(request: Request, question: Mapping[str, Any], lane: str = "quick") -> Any:
    """What a worker answers. Raises BusyError and AnswerError."""
    jobs: Jobs = request.app.state.jobs
    return await jobs.answer(_visitor(request), question, lane=lane)


def _visitor(request: Request) -> Visitor:
    return Visitor(request.scope["visitor"], address_of(request))


def address_of(request: Request) -> str:
    """Where a request comes from; of IPv6, where a machine has many addresses, only its network."""
    host = "" if request.client is None else request.client.host
    with suppress(ValueError):
        long = IPv6Address(host)
        return host if long.ipv4_mapped else long.packed[:8].hex()
    return host


def bundled(name: str) -> str:
    """A bundled game, with its options. Raises NoSuchGameError: whatever else it may be, it is not read."""
    if name.partition(":")[0] not in game_names():
        raise NoSuchGameError(f"{name}: no bundled game; /  lists them")
    return name


# Addresses: `line` has the numbers of the moves that lead to a position, `tried` lines from the same start
# that somebody has played. Together they are a tree, which the page of a game keeps in its address.

Line = tuple[int, ...]
"""The numbers of moves in the lists of moves, from 1."""

KEPT = ("pos", "program", "engine", "depth", "seconds", "as")
"""What stays in the address from move to move, beside the lines."""

MOST_MOVES = 2000
"""How long a line of play may be."""


def read_line(text: str, name: str = "line") -> Line:
    """The line that stands in an address. Raises InputError.

    >>> read_line("3.1.4")
    (3, 1, 4)
    """
    if not re.fullmatch(r"(\d{1,6}(\.\d{1,6})*)?", text):
        raise InputError(
            f"{name}={text[:40]}: expected numbers of moves with points between them, such as 3.1.4"
        )
    numbers = tuple(int(word) for word in text.split(".") if word)
    if len(numbers) > MOST_MOVES:
        raise InputError(f"the line has more than {MOST_MOVES:,} moves")
    return numbers


def read_lines(text: str) -> list[Line]:
    """Lines of which an address has several. Raises InputError.

    >>> read_lines("4.4.1_4.4.2")
    [(4, 4, 1), (4, 4, 2)]
    """
    lines = [read_line(one, "tried") for one in text.split("_") if one]
    if sum(map(len, lines)) > MOST_MOVES:
        raise InputError(f"the lines tried have more than {MOST_MOVES:,} moves")
    return lines


def address(game: str, given: Mapping[str, Any], line: Sequence[int] = ()) -> str:
    """The address of a position of a game.

    >>> address("nim:heaps=[1,2]", {"depth": "4", "line": "9"}, (3, 1))
    '/g/nim:heaps=%5B1,2%5D?depth=4&line=3.1'
    """
    kept = {key: str(given[key]) for key in KEPT if given.get(key)}
    query = urlencode(kept | ({"line": ".".join(map(str, line))} if line else {}))
    return f"/g/{quote(game, safe=':=,')}" + (f"?{query}" if query else "")


def read_people(given: Mapping[str, Any]) -> People:
    """Whom the visitor plays: both sides, unless the address says otherwise.

    >>> read_people({"as": "min"}), read_people({"as": "nobody"})
    (<People.MIN: 'min'>, <People.BOTH: 'both'>)
    """
    text = given.get("as")
    return People(text) if text in {one.value for one in People} else People.BOTH


def play(given: Mapping[str, Any], most: float) -> dict[str, Any]:
    """Where a line begins, the moves since, lines tried, and how much time there is. Raises InputError.

    >>> play({"pos": "1/2 max", "line": "3.1"}, 10)
    {'start': '1/2 max', 'line': (3, 1), 'lines': [], 'seconds': 10}
    """
    line, lines = read_line(str(given.get("line") or "")), read_lines(str(given.get("tried") or ""))
    return {"start": str(given.get("pos") or ""), "line": line, "lines": lines, "seconds": most}


def search(given: Mapping[str, Any], most: float) -> dict[str, Any]:
    """Program, engine, depth and seconds of a search; by default it goes to the end. Raises InputError.

    >>> search({"depth": "4"}, 60)
    {'program': 'alphabeta', 'engine': 'native', 'depth': 4, 'seconds': 10.0}
    """
    found = chosen(given, most)
    found["program"] = found["program"] or "alphabeta"
    found["engine"] = found["engine"] or "native"
    found["depth"] = None if found["depth"] == USUAL else found["depth"]
    return found


def chosen(given: Mapping[str, Any], most: float) -> dict[str, Any]:
    """As `search`, but what is not named is left to the worker. Raises InputError.

    >>> chosen({"depth": "all"}, 60), chosen({}, 60)["depth"]
    ({'program': None, 'engine': None, 'depth': None, 'seconds': 10.0}, 'usual')
    """
    program = str(given.get("program") or "")
    if not program.startswith(PREFIX):
        among(given, "program", ["", *(one.value for one in DECLARED), SOLVER])
    return {
        "program": program or None,
        "engine": among(given, "engine", ["", *registry.names()]) or None,
        "depth": _depth(str(given.get("depth") or "")),
        "seconds": seconds_of(given, "seconds", SECONDS, most),
    }


def _depth(text: str) -> int | str | None:
    """How deep: a number of plies, None to the end, or what is usual."""
    if text in ("", USUAL):
        return USUAL
    if text == UNLIMITED:
        return None
    if not text.isdecimal() or not 1 <= int(text[:9]) <= DEEPEST:
        raise InputError(
            f"depth={text[:40]}: expected a number from 1 to {DEEPEST}, "
            f"{UNLIMITED} for to the end, or nothing"
        )
    return int(text)


def among(given: Mapping[str, Any], name: str, known: Sequence[str]) -> str:
    """One of these words, the first if none is given. Raises InputError."""
    text = str(given.get(name) or known[0])
    if text not in known:
        raise InputError(f"{name}={text[:40]}: expected one of {', '.join(filter(None, known))}")
    return text


def whole_number(given: Mapping[str, Any], name: str, usual: int = 0, low: int = 0, high: int = 10**9) -> int:
    """A number within bounds, the usual one if none is given. Raises InputError.

    >>> whole_number({"node": "7"}, "node"), whole_number({}, "node")
    (7, 0)
    """
    text = str(given.get(name) or usual)
    if not text.isdecimal() or not low <= int(text[:12]) <= high:
        raise InputError(f"{name}={text[:40]}: expected a number from {low:,} to {high:,}")
    return int(text)


def seconds_of(given: Mapping[str, Any], name: str, usual: float, most: float) -> float:
    """A time in seconds, the usual one if none is given. Raises InputError."""
    text = str(given.get(name) or f"{usual:g}")
    if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text) or not 0 < float(text) <= most:
        raise InputError(f"{name}={text[:40]}: expected a number of seconds of at most {most:g}")
    return float(text)


def telling(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The same search on an engine that tells its events, if its own does not: they are the same events.

    >>> [telling({"program": "minimax", "engine": engine})["engine"] for engine in ("native", "prolog")]
    ['python', 'prolog']
    >>> telling({"program": "file:minimax", "engine": "native"})["engine"]
    'prolog'
    """
    engine = asked["engine"]
    if asked["program"].startswith(PREFIX):
        engine = registry.REFERENCE
    elif engine not in registry.complete():
        engine = registry.second_opinion()
    return {**asked, "engine": engine}


async def body(request: Request) -> dict[str, Any]:
    """The fields that a page's program sent. Raises InputError."""
    try:
        found = await request.json()
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InputError("expected whole characters, found half of a surrogate pair") from None
    except ValueError:
        raise InputError("expected JSON") from None
    except RecursionError:
        raise InputError("expected JSON, found brackets that are nested too deeply") from None
    if not isinstance(found, dict):
        raise InputError("expected an object")
    return found


def stream(request: Request, question: Mapping[str, Any]) -> Response:
    """The parts of an answer that takes long as server-sent events; what goes wrong is an event, too.

    When the page is closed, so are the parts.
    """
    jobs: Jobs = request.app.state.jobs

    async def told() -> AsyncIterator[str]:
        try:
            async with aclosing(jobs.ask(_visitor(request), question, lane="slow")) as parts:
                async for kind, value in parts:
                    yield _event(kind, value)
        except PydeclError as error:
            yield _event("wrong", str(error))

    return StreamingResponse(told(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def _event(kind: str, value: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps(value)}\n\n"
