"""What a program may raise."""

from __future__ import annotations

from pydecl.model.term import Term


class PrologError(Exception):
    """A Prolog exception, as the term that was thrown."""

    def __init__(self, ball: Term) -> None:
        super().__init__(str(ball))
        self.ball = ball
