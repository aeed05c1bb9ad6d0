"""A reply of a child is hostile input: whatever it says, it is an answer or one named error."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from module_fixtures import for_module
from rings import sample_size

from pydecl.engines.prolog import searching as prolog
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.own import OwnPrograms
from pydecl.engines.prolog.searching import answer_of
from pydecl.engines.prolog.session import Session
from pydecl.engines.prolog.solver import PrologSolver, prove
from pydecl.errors import ContractError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Goal
from pydecl.model.reader import read_term
from pydecl.model.result import Limits
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, term_text
from pydecl.sandbox.faults import contract_error

LEAVES: tuple[Term, ...] = (
    *(0, -1, 10**30, 2.5),
    *(Atom("a"), Atom("none"), PrologString("x"), Variable("_"), PrologList(())),
)


def altered(term: Term, maker: random.Random) -> Term:
    """The term with one part lost, doubled, or put in the place of another."""
    if not isinstance(term, Compound | PrologList) or maker.random() < 0.2:
        return maker.choice((*LEAVES, Compound("f", (term,)), PrologList((term, term))))
    parts = list(term.args if isinstance(term, Compound) else term.items)
    if parts and maker.random() < 0.7:
        at = maker.randrange(len(parts))
        parts[at] = altered(parts[at], maker)
    elif parts and maker.random() < 0.5:
        del parts[maker.randrange(len(parts))]
    else:
        parts.append(maker.choice(LEAVES))
    if isinstance(term, PrologList):
        return PrologList(tuple(parts))
    return Compound(term.name, tuple(parts)) if parts else Atom(term.name)


def forged(reply: str, maker: random.Random) -> str:
    """A reply in the place of a real one: its term altered, its text damaged, or something else."""
    kind, _, text = reply.partition(" ")
    if kind == "ok" and maker.random() < 0.7:
        return f"ok {term_text(altered(read_term(text), maker))}"
    if maker.random() < 0.1:
        return maker.choice(
            ("", "ok", "ok ", "text", "error x", "error game(no_value)", "error prolog(1)", "ok f(", "\n\t")
        )
    letters = list(reply)
    for _ in range(maker.randrange(1, 4)):
        at = maker.randrange(len(letters) + 1)
        letters[at : at + maker.randrange(3)] = maker.choice(
            ["", "\t", "\n", "!", "?", "0", "(", "]", "'", "\u2028"]
        )
    return "".join(letters)


nim = for_module(lambda: consult("nim:heaps=[1,2]"))


def _asked(game: SessionGame, at: Term) -> object:
    game.expand([at])
    return game.successors(at), game.player(at), game.static_value(at)


QUESTIONS: dict[str, Callable[[SessionGame, Term], object]] = {
    "initial": lambda game, _: game.initial(),
    "search": lambda game, at: prolog.run(game, Program.ALPHABETA, at, Limits()),
    "leaves": lambda game, at: prolog.run(game, Program.MINIMAX, at, Limits(), record_leaves=True),
    "batch": lambda game, at: prolog.run_all(game, [(Program.MINIMAX, at, Limits())], 600.0),
    "outcome": lambda game, at: prolog.run(game, Program.OUTCOME, at, Limits()),
    "proof": lambda game, at: prove(game, at, Claim(Goal.WON), None, 600.0),
    "solved": lambda game, _: PrologSolver(game).solve(None, 600.0),
    "expand": lambda game, at: _asked(game, at),
    "picture": lambda game, at: game.picture(at),
    "written": lambda game, at: game.write(Compound("+", (at, at))),
    "default": lambda game, _: game.default("default_depth"),
    "ends": lambda game, _: (game.doubtful_end(), game.met_nobodys_end()),
    "own programs": lambda game, _: OwnPrograms(game).all(),
    "query": lambda game, _: game.session.query("member(X, [1, 2])"),
}


@pytest.mark.sampled(7, "each case starts a child")
@pytest.mark.parametrize("question", QUESTIONS)
def test_whatever_a_child_replies_is_an_answer_or_a_named_error(
    nim: SessionGame, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (start,) = nim.initial()
    real = Session._exchange
    ask = QUESTIONS[question]
    ask(nim, start)
    maker = random.Random(question)
    told = 0

    def forge(self: Session, request: str, *rest: object) -> str:
        return forged(real(self, request, *rest), maker)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "_exchange", forge)
    for _ in range(sample_size(50, 150)):
        nim._known.clear()
        nim._starts = 0
        try:
            ask(nim, start)
        except PydeclError:
            told += 1
    assert told > 10


def test_a_forged_answer_is_named() -> None:
    with pytest.raises(
        ContractError, match=r"^a reply has the wrong form: expected answer/10, found answer\(1\)$"
    ):
        answer_of(read_term("answer(1)"), lambda term: term)


@pytest.mark.parametrize(
    "text", ["x", "game", "prolog(1,2)", "game(f(1))", "resource(1,2)", "unfit(3)", "f(a,b,c)"]
)
def test_a_forged_fault_is_an_error_like_others(text: str) -> None:
    with suppress(ContractError):
        assert isinstance(contract_error(read_term(text)), PydeclError)
