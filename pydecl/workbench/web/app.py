"""The server: its pages, what they share, how requests arrive, and who may ask.

A request must name this machine, or bring the token. Other sites may have links to pages and nothing more;
what changes something must come from a page of this server. Nothing that a page loads comes from elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import h11
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from pydecl.errors import PydeclError
from pydecl.errors.unforeseen import INTERNAL_FAULT, named
from pydecl.sandbox.fork_server import expect_many
from pydecl.workbench.site.writing import STATIC
from pydecl.workbench.web import games, live, practice, searches
from pydecl.workbench.web.games import Boards
from pydecl.workbench.web.jobs import Jobs, Pool
from pydecl.workbench.web.pages import BAD, NOT_FOUND, complaint, refusal
from pydecl.workbench.web.practice import Register
from pydecl.workbench.web.settings import LOOPBACK, Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

TOKEN, VISITOR = "pydecl_token", "pydecl_visitor"
"""The names of the two cookies."""

MONTH = 30 * 24 * 3600

LOG = logging.getLogger("uvicorn.error")


class Guard:
    """What stands before the pages."""

    def __init__(self, app: ASGIApp, settings: Settings, pages: Sequence[Route]) -> None:
        """`pages` are what other sites may have links to."""
        self._app = app
        self._settings = settings
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        scope["visitor"] = visitor = request.cookies.get(VISITOR) or secrets.token_urlsafe(16)

        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if VISITOR not in request.cookies:
                    headers.append(
                        "Set-Cookie",
                        f"{VISITOR}={visitor}; Path=/; HttpOnly; SameSite=Strict; Max-Age={MONTH}",
                    )
            await send(message)

        refused = self._refusal(request)
        if refused is not None:
            await refused(scope, receive, guarded)
            return
        try:
            await self._app(scope, receive, guarded)
            return
        except asyncio.CancelledError:
            said = PlainTextResponse("this server is being stopped\n", 503)
        except Exception as error:
            LOG.error("%s", named(error))
            said = PlainTextResponse(f"{INTERNAL_FAULT}: whoever runs this server can read more\n", 500)
        if not has_begun:
            await said(scope, receive, guarded)

    def _refusal(self, request: Request) -> Response | None:
        settings = self._settings
        given = request.query_params.get("token")
        if settings.token is None:
            if _name_of(request.headers) not in LOOPBACK:
                return PlainTextResponse("this server answers on this machine only\n", 421)
        elif given is not None and secrets.compare_digest(given.encode(), settings.token.encode()):
            entered = RedirectResponse(request.url.remove_query_params("token"), 303)
            entered.set_cookie(
                TOKEN, settings.token, max_age=MONTH, httponly=True, samesite="strict", path="/"
            )
            return entered
        elif not secrets.compare_digest(request.cookies.get(TOKEN, "").encode(), settings.token.encode()):
            return PlainTextResponse("open the address with its token, as pydecl web has printed it\n", 401)
        is_reading = request.method in ("GET", "HEAD")
        if not (self._may_show(request) if is_reading else _may_change(request.headers)):
            return PlainTextResponse("this request does not come from a page of this server\n", 403)
        return None

    def _may_show(self, request: Request) -> bool:
        """Whether a request comes from here, or only wants to see a page."""
        if request.headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
            return True
        is_page = any(route.matches(request.scope)[0] is Match.FULL for route in self._pages)
        return is_page and request.headers.get("sec-fetch-dest", "document") == "document"


def _name_of(headers: Headers) -> str | None:
    """The machine that a request names.

    >>> [_name_of(Headers({"host": host})) for host in ("localhost:80", "[::1]:80", "evil.example", "[::1")]
    ['localhost', '::1', 'evil.example', None]
    """
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname
    except ValueError:
        return None


def _may_change(headers: Headers) -> bool:
    """Whether a request that changes something comes from a page of this server, and by its programs."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    if origin is not None and origin.partition("://")[2] != headers.get("host"):
        return False
    return headers.get("content-type", "").partition(";")[0] == "application/json"


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
        exception_handlers={PydeclError: refusal, HTTPException: nowhere, ClientDisconnect: gone},
        lifespan=living,
    )
