"""pydecl web and site: the workbench as pages in a browser, from a server or without one."""

from __future__ import annotations

import secrets
import socket
from importlib.util import find_spec
from pathlib import Path

from pydecl.cli.options import argument, command, option
from pydecl.cli.output import progress_bar
from pydecl.cli.terminal import echo
from pydecl.errors import InputError
from pydecl.kept import why_unusable
from pydecl.loading.consulting import game_names
from pydecl.sandbox.walls import left_open
from pydecl.solving.database import opened
from pydecl.workbench.site.wasm import swipl_wasm
from pydecl.workbench.site.writing import check_folder, write_site
from pydecl.workbench.web.settings import LOOPBACK

PACKAGES = ("starlette", "uvicorn", "jinja2")

MISSING = "pydecl web needs the packages starlette, uvicorn and jinja2: pip install 'pydecl[web]'"


@command
def serve(
    host: str = option(
        "--host",
        "HOST",
        "The address to listen on; visitors from elsewhere need the token.",
        default="127.0.0.1",
    ),
    port: int = option("--port", "PORT", "The port; 0 picks a free one.", min=0, max=65535, default=8080),
    token: str | None = option("--token", "TOKEN", "What visitors must know; made up if others can connect."),
    database: list[Path] | None = option(
        "--database", "DIR", "Look moves up in this solved game, of 'solve --to'; can be repeated."
    ),
    results: Path | None = option(
        "--results", "FILE", "Keep what students hand in on /practice in this file."
    ),
) -> None:
    """Open the workbench in a browser: play, see what each move is worth, write rules."""
    if any(find_spec(package) is None for package in PACKAGES):
        raise InputError(MISSING)
    if token is not None and not token.strip():
        raise InputError("--token: expected a word, found nothing")
    if token is None and host not in LOOPBACK:
        token = secrets.token_urlsafe(16)
    if results is not None and (why := why_unusable(results)):
        raise InputError(f"--results {results}: cannot be used: {why.lower()}")
    databases = dict(map(_database, database or ()))
    listening = _listening(host, port)
    from uvicorn import Config, Server  # with the extra

    from pydecl.workbench.web.app import application, arriving_within
    from pydecl.workbench.web.settings import Settings

    port = listening.getsockname()[1]
    settings = Settings(host, port, token, results, databases)
    name = f"[{host}]" if ":" in host else host
    echo(f"http://{name}:{port}/" + ("" if token is None else f"?token={token}"))
    if lacking := left_open():
        echo(f"Rules are confined less on this machine: {lacking}.")
    echo("Press Ctrl-C to stop.")
    config = Config(
        application(settings),
        http=arriving_within(settings.arrival),
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    Server(config).run([listening])


def _database(folder: Path) -> tuple[str, str]:
    """The game of a database, and its folder. Raises InputError if no page can look positions up there."""
    with opened(folder) as kept:
        name = kept.game.name
    if name.partition(":")[0] not in game_names():
        raise InputError(f"--database {folder}: it is of {name}; only bundled games have pages")
    return name, str(folder.resolve())


def _listening(host: str, port: int) -> socket.socket:
    """The socket. Raises InputError if there is no such host, or somebody listens there."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, backlog=128)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (while ")[0].lower()
        raise InputError(f"cannot listen on {host}, port {port}: {why}") from None


ADDRESS = "Where the site will be, such as https://example.org/games/: previews of links need it."
PACKAGE = "The npm package of SWI-Prolog for the browser, if npm cannot fetch it."


@command
def make_site(
    folder: Path = argument("DIR", "The folder to write the site to."),
    package: Path | None = option("--package", "FILE", PACKAGE),
    address: str = option("--address", "URL", ADDRESS, default=""),
) -> None:
    """Write a static site: consult a game in the browser and run the programs on it, without a server."""
    check_folder(folder)
    with progress_bar(f"writing {folder}"):
        site = write_site(folder, swipl_wasm(package), address)
    echo(f"{folder}: {site.files} files, {site.size / 1e6:.1f} MB; to view it:")
    echo(f"  python3 -m http.server --directory {folder} --bind 127.0.0.1")
