"""How requests arrive: each has so much time, which uvicorn limits only between two of them."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


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
