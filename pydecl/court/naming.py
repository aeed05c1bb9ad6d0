"""Names that are given: what the system calls the rules' moves, as a file says."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydecl.court.pairing import Given
from pydecl.engines.prolog.session import Session
from pydecl.errors import InputError
from pydecl.loading.rules_files import load_clauses
from pydecl.model.term import Atom, PrologString, Term, term_text


@contextmanager
def clauses_of(file: Path, wanted: str) -> Iterator[Session]:
    """A session with the clauses of a file, which defines a predicate, such as `called/2`.

    Raises InputError if it does not, and what loading a file raises.
    """
    with Session() as session:
        named = load_clauses(session, file, {})[1]
        if wanted not in named:
            raise InputError(f"{file}: it must define {wanted}", remedy="see docs/court.md")
        yield session


@contextmanager
def given_names(file: Path | None) -> Iterator[Given | None]:
    """What the system calls moves, by called/2 of a file in Prolog or the function `called` of one in Python.

    Raises InputError if the file has neither, and what loading a file raises.
    """
    if file is None:
        yield None
    elif file.suffix == ".py":
        called = _function(file)

        def said(moves: Sequence[str]) -> list[str | None]:
            try:
                return [None if (found := called(move)) is None else str(found) for move in moves]
            except Exception as error:
                raise InputError(f"{file}: called raises {type(error).__name__}: {error}") from None

        yield said
    else:
        with clauses_of(file, "called/2") as session:
            yield lambda moves: _asked(session, moves)


def _function(file: Path) -> Callable[[str], object]:
    try:
        called: Callable[[str], object] | None = runpy.run_path(str(file)).get("called")
    except Exception as error:
        raise InputError(f"{file}: {type(error).__name__}: {error}") from None
    if not callable(called):
        raise InputError(f"{file}: it must define the function called(move)", remedy="see docs/court.md")
    return called


NAMED = "(catch(term_string(M, Text), _, fail), ground(M) ; atom_string(M, Text)), called(M, Name)"
"""A move is a term, or an atom with quotes around it that nobody shows."""


def _asked(session: Session, moves: Sequence[str]) -> list[str | None]:
    texts = ", ".join(str(PrologString(move)) for move in moves)
    answers = session.query(f"nth1(Place, [{texts}], Text), once(({NAMED}))", solutions=len(moves))
    found = {answer["Place"]: answer["Name"] for answer in answers}
    return [_text(found[place]) if place in found else None for place in range(1, len(moves) + 1)]


def _text(term: Term) -> str:
    match term:
        case Atom(text) | PrologString(text):
            return text
        case _:
            return term_text(term)
