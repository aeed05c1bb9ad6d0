"""The boards of the games' starts: one worker draws them all, as soon as somebody asks for the first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from pydecl.errors import InputError, PydeclError
from pydecl.workbench.web.jobs import Jobs, Visitor

VISITOR = Visitor("boards", "boards")
"""Who asks the worker: no visitor waits for another one's boards."""


class Boards:
    """Pictures by the names of games, each there as soon as it is drawn."""

    def __init__(self, jobs: Jobs, names: Sequence[str], seconds: float) -> None:
        self._jobs = jobs
        self._names = names
        self._question = {"ask": "boards", "game": "", "keep": "boards", "names": names, "seconds": seconds}
        self._drawn: dict[str, asyncio.Future[str]] = {}
        self._drawing: asyncio.Task[None] | None = None

    async def board(self, name: str) -> str:
        """The board of a game's start, as SVG. Raises InputError if it cannot be drawn."""
        if self._drawing is None or (self._drawing.done() and self._failed(name)):
            self._drawn = {known: asyncio.Future() for known in self._names}
            self._drawing = asyncio.create_task(self._draw())
        return await asyncio.shield(self._drawn[name])

    def _failed(self, name: str) -> bool:
        return self._drawn[name].exception() is not None

    async def _draw(self) -> None:
        why: PydeclError = InputError("it is not there")
        try:
            async for kind, value in self._jobs.ask(VISITOR, self._question):
                if kind == "part":
                    self._drawn[value["name"]].set_result(value["svg"])
        except PydeclError as error:
            why = error
        finally:
            for name, drawn in self._drawn.items():
                if not drawn.done():
                    drawn.set_exception(InputError(f"{name}: its board cannot be drawn: {why}"))
                    drawn.exception()  # whoever asks is told; nobody needs to ask

    async def close(self) -> None:
        """Draw no more."""
        if self._drawing is not None:
            self._drawing.cancel()
            with suppress(asyncio.CancelledError):
                await self._drawing
