"""pydecl web: what it says when it cannot start."""

from __future__ import annotations

import importlib.util
import socket
from typing import Any

import pytest
from command_line import Run

from pydecl.cli import web


def test_a_port_in_use_is_told(pydecl: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = pydecl("web", "--port", str(port))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"pydecl: cannot listen on 127.0.0.1, port {port}: address already in use\n"


def test_without_its_packages_one_message_says_what_to_install(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = importlib.util.find_spec

    def missing(name: str, *rest: Any) -> Any:
        return None if name == "starlette" else known(name, *rest)

    monkeypatch.setattr(web, "find_spec", missing)
    done = pydecl("web")
    assert (done.code, done.out, done.err) == (2, "", f"pydecl: {web.MISSING}\n")
