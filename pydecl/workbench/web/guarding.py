"""Who may ask, and what a page may do: around all pages.

A request must name this machine, or bring the token. Other sites may have links to pages and nothing more;
what changes something must come from a page of this server. Nothing that a page loads comes from elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pydecl.errors.unforeseen import INTERNAL_FAULT, named
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
