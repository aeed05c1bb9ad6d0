"""The server: its pages, and what they share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pydecl.errors import PydeclError
from pydecl.sandbox.fork_server import expect_many
from pydecl.workbench.site.writing import STATIC
from pydecl.workbench.web import consulting, editions, games, live, practice, records, steps
from pydecl.workbench.web.boards import Boards
from pydecl.workbench.web.guarding import Guard
from pydecl.workbench.web.jobs import Jobs, Pool
from pydecl.workbench.web.pages import BAD, NOT_FOUND, complaint, refusal
from pydecl.workbench.web.register import Register
from pydecl.workbench.web.settings import Settings

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

    pages = [*games.PAGES, *consulting.PAGES, *live.PAGES, *steps.PAGES, *practice.PAGES]
    routes = [
        *games.ROUTES,
        *editions.ROUTES,
        *records.ROUTES,
        *consulting.ROUTES,
        *live.ROUTES,
        *steps.ROUTES,
        *practice.ROUTES,
        Mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets"),
        Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, settings=settings, pages=pages),
            Middleware(GZipMiddleware, compresslevel=6),
            Middleware(RequestBodyLimitMiddleware, max_body_size=settings.body),
        ],
        exception_handlers={PydeclError: wrong, HTTPException: nowhere, ClientDisconnect: gone},
        lifespan=living,
    )
