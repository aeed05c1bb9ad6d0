"""The server: its pages, what they share, and how requests arrive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import h11
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol

from pydecl.errors import PydeclError
from pydecl.sandbox.fork_server import expect_many
from pydecl.workbench.site.writing import STATIC
from pydecl.workbench.web import games, live, practice, searches
from pydecl.workbench.web.classes import Register
from pydecl.workbench.web.games import Boards
from pydecl.workbench.web.guarding import Guard
from pydecl.workbench.web.jobs import Jobs, Pool
from pydecl.workbench.web.pages import BAD, NOT_FOUND, complaint, refusal
from pydecl.workbench.web.settings import Settings


class Punctual(H11Protocol):
    """A connection that is closed if the request that it is to bring, its body included, takes too long."""

    seconds: float
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._unwatch()
        elif self._late is None:
            self._late = self.loop.call_later(self.seconds, self.transport.close)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def arriving_within(seconds: float) -> type[Punctual]:
    """Connections on which each request has so much time."""
    return type("Punctual", (Punctual,), {"seconds": seconds})


HERE = Path(__file__).parent


def application(settings: Settings) -> Starlette:
    """The server, ready to be run; its processes end with it."""

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        app.state.settings = settings
        expect_many()
        pools = {"quick": Pool(settings.quick), "slow": Pool(settings.slow, 5), "step": Pool(settings.quick)}
        app.state.jobs = Jobs(pools, settings.each, settings.all, settings.address)
        app.state.register = None if settings.results is None else Register(settings.results)
        app.state.boards = Boards(app.state.jobs, settings.most_seconds)
        try:
            yield
        finally:
            await app.state.jobs.close()

    async def wrong(request: Request, error: Exception) -> Response:
        assert isinstance(error, PydeclError)
        return refusal(request, error)

    async def gone(_request: Request, _error: Exception) -> Response:
        return Response(status_code=BAD)

    async def nowhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        where = f"{request.url.path}: there is no such page"
        return complaint(
            request, where if error.status_code == NOT_FOUND else error.detail, error.status_code
        )

    parts = (games, searches, live, practice)
    routes = [
        *(route for part in parts for route in part.ROUTES),
        Mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets"),
        Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, settings=settings, pages=[page for part in parts for page in part.PAGES]),
            Middleware(GZipMiddleware, compresslevel=6),
            Middleware(RequestBodyLimitMiddleware, max_body_size=settings.body),
        ],
        exception_handlers={PydeclError: wrong, HTTPException: nowhere, ClientDisconnect: gone},
        lifespan=living,
    )
