"""The record of what was played on a game's page, as `pydecl play` writes and reads it: `/g/GAME/record`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pydecl.errors import InputError
from pydecl.playing.record import read_record
from pydecl.workbench.web.addresses import MOST_MOVES, address, line_text, read_people, read_place
from pydecl.workbench.web.pages import answered, body, bundled, chosen, play, settings

NAME = "record"
"""How a record is called in messages."""


async def record(request: Request) -> Response:
    """The record of the line of play, to be kept in a file."""
    name = bundled(request.path_params["game"])
    given = request.query_params
    limits = settings(request)
    question = {
        "ask": "record",
        "game": name,
        "called": name,
        "people": read_people(given).value,
        **chosen(given, limits.most_seconds),
        **play(given, limits.seconds),
    }
    text = await answered(request, question)
    file = "".join(char if char.isalnum() else "-" for char in name).strip("-")
    headers = {"Content-Disposition": f'attachment; filename="{file}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def load(request: Request) -> Response:
    """The address of the position that a record ends with."""
    bundled(request.path_params["game"])
    text = (await body(request)).get("record")
    if not isinstance(text, str) or not text.strip():
        raise InputError("there is no record: paste one, or choose a file")
    read = read_record(text, NAME)
    if len(read.moves) > MOST_MOVES:
        raise InputError(f"the record has more than {MOST_MOVES:,} moves")
    agreed = read.agreement()
    game = bundled(agreed.game)
    question = {"ask": "replay", "game": game, "record": text, "seconds": settings(request).seconds}
    found = await answered(request, question)
    given = {**request.query_params, "pos": found["start"], "as": agreed.people.value}
    place = read_place({"line": line_text(tuple(found["line"]))})
    return JSONResponse({"address": address(game, given, place)})


ROUTES = [
    Route("/g/{game}/record", record),
    Route("/g/{game}/load", load, methods=["POST"]),
]
