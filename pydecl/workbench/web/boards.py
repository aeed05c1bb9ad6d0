"""The boards of the games' starts: one worker draws each when somebody asks for it first."""

from __future__ import annotations

import asyncio

from pydecl.errors import InputError, PydeclError
from pydecl.workbench.web.jobs import Jobs, Visitor

VISITOR = Visitor("boards", "boards")
"""Who asks the worker: no visitor waits for another one's boards."""


class Boards:
    """Pictures by the names of games, drawn one after the other."""

    def __init__(self, jobs: Jobs, seconds: float) -> None:
        self._jobs = jobs
        self._seconds = seconds
        self._drawn: dict[str, str] = {}
        self._drawing = asyncio.Lock()

    async def board(self, name: str) -> str:
        """The board of a game's start, as SVG. Raises InputError if it cannot be drawn."""
        async with self._drawing:
            if name not in self._drawn:
                question = {"ask": "start", "game": name, "keep": "boards", "seconds": self._seconds}
                try:
                    self._drawn[name] = await self._jobs.answer(VISITOR, question)
                except PydeclError as error:
                    raise InputError(f"{name}: its board cannot be drawn: {error}") from None
            return self._drawn[name]
