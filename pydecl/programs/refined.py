"""A game in which a refinement sees other moves: the rest is as it was."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydecl.programs.interface import Interface

N = TypeVar("N")


class Refined(Generic[N]):
    """The interface of `game`, for a subclass to change; only what the textbook programs ask."""

    def __init__(self, game: Interface[N]) -> None:
        self.game = game
        self.staticval = game.staticval
        self.max_to_move = game.max_to_move
        self.min_to_move = game.min_to_move

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)
