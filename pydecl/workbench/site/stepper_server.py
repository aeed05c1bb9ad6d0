"""The page of `pydecl step`: served to browsers on this machine, as long as somebody looks at it.

The address has a word that nobody can guess, for other users of the machine can connect, too.
"""

from __future__ import annotations

import json
import secrets
import threading
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from string import Template
from typing import Any
from urllib.parse import parse_qs

from pydecl.workbench.site.writing import STATIC
from pydecl.workbench.stepping.shipped import Steps

PAGE = Template((STATIC / "stepper.html").read_text("utf-8"))


class Server(ThreadingHTTPServer):
    """A server for browsers on this machine; it says nothing of those that leave while they are answered."""

    def __init__(self, steps: Steps, title: str, at: int) -> None:
        word = secrets.token_urlsafe(16)
        page = PAGE.substitute(title=escape(title), at=at)
        super().__init__(("127.0.0.1", 0), partial(Handler, steps, page, word))
        self.address = f"http://127.0.0.1:{self.server_address[1]}/{word}/"

    def handle_error(self, *_: Any) -> None:
        """The page says what it could not get."""


class Handler(SimpleHTTPRequestHandler):
    """Answers with the page, what the stepper asks for, and the modules that the site has."""

    _asking = threading.Lock()
    """A game answers one question at a time."""

    def __init__(self, steps: Steps, page: str, word: str, *about: Any) -> None:
        self._steps, self._page, self._root = steps, page, f"/{word}/"
        self.extensions_map = {**self.extensions_map, ".js": "text/javascript"}  # whatever Windows thinks
        super().__init__(*about, directory=str(STATIC))

    def do_GET(self) -> None:
        """Answer."""
        if not self.path.startswith(self._root):
            self.send_error(404)
            return
        name, _, query = self.path.removeprefix(self._root).partition("?")
        if not name:
            self._send("text/html; charset=utf-8", self._page)
        elif name == "recordings":
            self._send_json(self._steps.told())
        elif name == "places":
            self._send_json({"places": self._steps.places()})
        elif name == "board":
            fields = parse_qs(query)
            numbers = [int(fields[one][0]) for one in ("side", "node")]
            with self._asking:
                board = self._steps.board(*numbers)
            self._send_json({"board": board})
        else:
            self.path = f"/{name}"
            super().do_GET()

    def _send_json(self, told: Any) -> None:
        self._send("application/json", json.dumps(told))

    def _send(self, kind: str, text: str) -> None:
        content = text.encode("utf-8", "replace")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Nothing: the terminal is not the place for it."""
