"""Arithmetic in compiled Python against SWI-Prolog's, function by function."""

from __future__ import annotations

from itertools import product

import pytest

from pydecl.compiler.runtime.arithmetic import FUNCTIONS, number
from pydecl.compiler.runtime.values import PrologError, UncoveredError, to_term, to_value
from pydecl.engines.prolog.session import Session
from pydecl.model.reader import read_term
from pydecl.model.term import Compound, atom_text, term_text

NUMBERS = (
    "0",
    "1",
    "-1",
    "2",
    "-7",
    "9007199254740993",
    "2.5",
    "-0.5",
    "0.0",
    "-0.0",
    "1r3",
    "-7r2",
    "1.0Inf",
    "foo",
)


@pytest.fixture(scope="module")
def swi() -> Session:
    return Session(None)


def terms() -> list[str]:
    """Every function of every pair of numbers."""
    found = []
    for name, arity in FUNCTIONS:
        for arguments in product(NUMBERS, repeat=arity):
            head = atom_text(name)
            found.append(f"{head}({','.join(arguments)})" if arguments else head)
    return found


def ours(text: str) -> str:
    try:
        return term_text(to_term(number(to_value(read_term(text)))))
    except PrologError as error:
        ball = error.ball
        assert isinstance(ball, Compound)
        return term_text(ball.args[0])
    except UncoveredError:
        return "refused"


def theirs(session: Session, texts: list[str]) -> list[str]:
    """SWI-Prolog's answers, or its errors."""
    goal = f"member(T, [{','.join(texts)}]), catch(V is T, error(V, _), true)"
    return [term_text(row["V"]) for row in session.query(goal, solutions=len(texts))]


def test_functions_give_what_swi_prolog_gives(swi: Session) -> None:
    texts = terms()
    expected = theirs(swi, texts)
    assert len(expected) == len(texts)
    found = list(map(ours, texts))
    wrong = [
        f"{text}: {one}, SWI-Prolog {other}"
        for text, one, other in zip(texts, found, expected, strict=True)
        if one not in (other, "refused")
    ]
    assert not wrong, "\n".join(wrong)
    assert found.count("refused") < len(found) / 2
