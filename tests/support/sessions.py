"""What tests ask of a session."""

from __future__ import annotations

from pydecl.engines.prolog.session import Session
from pydecl.model.term import Term


def values(session: Session, goal: str) -> list[Term]:
    """The values of X in the answers to a goal."""
    return [answer["X"] for answer in session.query(goal)]


def holds(session: Session, wall: str) -> bool:
    """Whether the session says that a wall is there."""
    return any(name.split()[0] == wall.split()[0] for name in session.protections)
