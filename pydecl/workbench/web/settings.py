"""How the server is set up: where it listens, and what each visitor may do."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Settings:
    """Where the server listens, and its limits.

    Without a `token` it answers requests for this machine's own names only. `results` is the file that keeps
    what classes hand in; without it there are none. `databases` are the folders of solved games, by the names
    of the games. `body` is in bytes; `seconds` are those of one question, `most_seconds` what a visitor may
    ask for; `each`, `address` and `all` are questions that a browser, an address and everybody may have open,
    `quick` and `slow` are processes; `arrival` are the seconds that a request may take to arrive.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    results: Path | None = None
    databases: Mapping[str, str] = field(default_factory=dict)
    body: int = 1 << 20
    seconds: float = 10.0
    most_seconds: float = 60.0
    each: int = 6
    address: int = 30
    all: int = 100
    quick: int = 4
    arrival: float = 30.0
    slow: int = max(2, os.cpu_count() or 2)
