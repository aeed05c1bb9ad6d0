"""SWI-Prolog in the browser answers as the one here does: values, moves, nodes, leaves, errors, events."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from folders import TESTS
from rings import sample, sample_size

from pydecl.crosschecking.cases import Shape, asked_of, make_case, questions
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import question
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult, game_names, what_is_missing
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Limits
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.model.tree import TREE_FACTS, tree_facts
from pydecl.paths import told_names
from pydecl.programs.registry import DECLARED, TRACED, complete
from pydecl.sandbox.replies import items
from pydecl.tracing.events import to_json
from pydecl.tracing.recording import record

TREES = told_names(".tree")

TRACED_GAMES = (*TREES, "nim", "tictactoe", "pig", "kalah")

MOST = 2000
"""How many events are compared."""

ANSWER = ("status", "value", "best", "nodes", "leaves", "horizon", "seconds", "hits", "reached", "culprit")
TIMED = ANSWER.index("seconds")


@pytest.mark.parametrize("name", sorted(game_names(), key=lambda name: name != "nim"))
@pytest.mark.sampled(1, "all programs search each game; random games are asked about, too")
def test_all_programs_answer_and_are_traced_alike_on_bundled_games(asking: Any, name: str) -> None:
    depth = None if name in TREES else 2
    programs = [program.value for program in DECLARED]
    traced = sample(TRACED, 5) if name in TRACED_GAMES else ()
    asked = {
        "game": name,
        "programs": programs,
        "traced": [program.value for program in traced],
        "depth": depth and str(depth),
        "most": MOST,
    }
    found = asking("answers", asked)
    with consult(name) as game:
        (start, *_) = game.initial()
        for program in DECLARED:
            told = found["answers"][program.value]
            assert told == here(game, program, start, depth, told), program
        for program in traced:
            if what_is_missing(game, program) is None:
                check_trace(game, program, depth, found["traces"][program.value])


@pytest.mark.parametrize("file", sorted(path.name for path in (TESTS / "strangers").glob("nim_*.pl")))
@pytest.mark.sampled(1, "what reads each convention is the same here; one shows that it is there")
def test_rules_of_other_conventions_are_read_and_searched_alike(asking: Any, file: str) -> None:
    path = TESTS / "strangers" / file
    programs = [program.value for program in DECLARED]
    asked = {"text": path.read_text("utf-8"), "programs": programs, "traced": [], "depth": "2", "most": MOST}
    found = asking("answers", asked)["answers"]
    with consult(path) as game:
        (start, *_) = game.initial()
        for program in DECLARED:
            told = found[program.value]
            assert told == here(game, program, start, 2, told), program


def here(
    game: SessionGame, program: Program, start: Term, depth: int | None, found: dict[str, Any]
) -> dict[str, Any]:
    """What this SWI-Prolog answers, in the form of the browser's; the time is the browser's own."""
    lacking = what_is_missing(game, program)
    if lacking:
        return {"lacking": lacking}
    asked = question(program, start, complete(program, Limits(depth)))
    try:
        answer = game.session.ask(Compound("search", (*asked.args, 60)))
    except PydeclError as error:
        return {"message": str(error)}
    assert isinstance(answer, Compound)
    told = dict(zip(ANSWER, map(written, answer.args), strict=True))
    best = answer.args[ANSWER.index("best")]
    return {
        **{key: told[key] for key in ("status", "value", "nodes", "leaves", "hits", "reached")},
        "best": term_text(best.args[0]) if isinstance(best, Compound) else None,
        "horizon": told["horizon"] == "true",
        "bound": "exact",
        "seconds": found.get("seconds"),
    }


def written(term: Term) -> str:
    """A term as SWI-Prolog writes it."""
    return re.sub(r"\b1\.0Inf", "inf", term_text(term))


def check_trace(game: SessionGame, program: Program, depth: int | None, told: list[dict[str, Any]]) -> None:
    """The events are the same here."""
    recording = record(game, program, depth=depth, most=MOST)

    def position(number: int) -> str | None:
        return str(recording.positions[number])

    events = list(recording.events())
    shown = [plainly(to_json(event, position)) for event in events]
    assert [plainly(event) for event in told] == shown, program


def plainly(event: dict[str, Any]) -> dict[str, Any]:
    """An event with its numbers as texts and no positions, as the browser has it."""
    skipped = event["skipped"]
    if skipped and isinstance(skipped[0], dict):
        skipped = [one["node"] for one in skipped]
    event = {key: value for key, value in event.items() if key not in ("position", "skipped")}
    numbers = {key: event[key] for key in ("depth", "alpha", "beta", "value", "old")}
    texts = {
        key: value if value is None or isinstance(value, bool) else str(value)
        for key, value in numbers.items()
    }
    return {**event, **texts, "skipped": skipped}


def test_random_games_get_the_same_replies(asking: Any) -> None:
    """Many games in one page, up to five programs each: whole answers are compared."""
    games = sample_size(20, 1000)
    with consult_trees() as game:
        compared = 0
        for first in range(0, games, 20):
            requests = [request for number in range(first, first + 20) for request in about(number)]
            told = asking("replies", requests)
            for request, reply in zip(requests, told, strict=True):
                kind, _, text = reply.partition(" ")
                expected = game.session.ask(request)
                assert kind == "ok", (request, text)
                if not request.startswith("batch("):
                    continue
                answers = list(map(untimed, items(read_term(text))))
                assert answers == list(map(untimed, items(expected))), request
                compared += len(answers)
    assert compared > 5 * games


def about(number: int) -> Iterator[str]:
    """The requests about the random game of this number: its facts, then the searches."""
    shape = list(Shape)[number % len(Shape)]
    case = make_case(shape, 17, number)
    kinds = PrologList(tuple(Compound("/", (Atom(name), arity)) for name, arity in TREE_FACTS.items()))
    yield term_text(Compound("replace", (kinds, PrologList(tuple(tree_facts(case.tree))))))
    programs = asked_of(shape)
    chosen = {*programs[:3], *random.Random(number).sample(programs, min(2, len(programs)))}
    asked = questions(case, [program for program in programs if program in chosen], 17, number)
    root = Atom(case.tree.root.name)
    searches = [question(one.program, root, complete(one.program, one.limits)) for one in asked]
    yield term_text(Compound("batch", (PrologList(tuple(searches)), 60)))


def untimed(answer: Term) -> Sequence[Term]:
    """An answer without its time; it stands for itself if it is an error."""
    assert isinstance(answer, Compound)
    return [arg for at, arg in enumerate(answer.args) if at != TIMED]
