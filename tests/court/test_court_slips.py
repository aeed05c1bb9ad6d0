"""Slips in the rules of ten games are found, on lines no longer than the shortest that names lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pydecl.court import suite
from pydecl.court.mutants import mutants_of
from pydecl.court.sides import Node, RulesSide
from pydecl.court.trial import held
from pydecl.court.verdict import CourtVerdict
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline
from pydecl.model.term import Compound

GAMES = (
    "tictactoe",
    "hexapawn",
    "nim:heaps=[2,3]",
    "connect4:width=4,height=4",
    "domineering:width=3,height=4",
    "dots_and_boxes:width=2,height=1",
    "atari_go:size=3",
    "go:rows=2,columns=2",
    "examples/pile.pl",
    "kalah:pits=2,seeds=2",
)

SLIPS = 4
"""So many in each game, the first of a shuffled list that can be seen."""


@pytest.mark.thorough("loads the rules of ten games many times")
@pytest.mark.parametrize("name", GAMES)
def test_slips_are_found_on_shortest_lines(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "NEAR", 300)
    monkeypatch.setattr(suite, "FAR", 200)
    tried = 0
    with consult(name) as game:
        candidates = suite.candidates_of(RulesSide(game), Random(0), (80,))
        file = Path(game.rules_file).resolve()
        for each, text in suite.texts(game).items():
            copy = tmp_path / each.resolve().relative_to(file.parent)
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(text)
        mutants = mutants_of(game.rules_text or "", file.name)
        Random(0).shuffle(mutants)
        for mutant in mutants:
            (tmp_path / file.name).write_text(mutant.text)
            found = seen(game, tmp_path / file.name, candidates)
            if found is None:
                continue
            shortest, verdict = found
            tried += 1
            assert len(verdict.differences) == 1, (mutant.slip, shortest, verdict)
            assert len(verdict.differences[0].line) <= shortest, (mutant.slip, shortest, verdict.differences)
            if tried == SLIPS:
                break
    assert tried == SLIPS, f"{name}: too few slips can be seen"


def is_in_names_alone(game: SessionGame, other: SessionGame) -> bool:
    """Whether moves lead from each position to the same ones, in the same order."""
    todo = list(game.initial())
    reached = set(todo)
    while todo and len(reached) < 1_000:
        position = todo.pop(0)
        after, there = ([one for _, one in rules.successors(position)] for rules in (game, other))
        if after != there or game.player(position) != other.player(position):
            return False
        todo += [one for one in dict.fromkeys(after) if one not in reached]
        reached.update(after)
    return list(game.initial()) == list(other.initial())


def followed(side: RulesSide, candidates: Sequence[suite.Candidate]) -> Mapping[int, Node | None]:
    """Where the lines lead by other rules; None if a move is none there, or raises an exception."""
    nodes: dict[int, Node | None] = {}
    for place in sorted(range(len(candidates)), key=lambda place: len(candidates[place].line)):
        one = candidates[place]
        before = nodes.get(one.before)
        nodes[place] = side.root() if not one.line else None
        if before is not None and one.line and one.line[-1] in before.look.moves:
            move = list(before.look.moves).index(one.line[-1])
            with suppress(ContractError):
                side.step([(before, move)])
                nodes[place] = before.kids[move]
    return nodes


def seen(
    game: SessionGame, file: Path, candidates: Sequence[suite.Candidate]
) -> tuple[int, CourtVerdict] | None:
    """How soon a slip shows whatever moves are called, and the verdict on it.

    None if it never does, shows as an exception, or only gives moves the names of others.
    """
    options: Mapping[str, Any] = {
        key: fact.args[0] for (key, _), (fact,) in game.facts.items() if isinstance(fact, Compound)
    }
    try:
        with consult(file, seconds=5, **options) as other:
            nodes = followed(RulesSide(other), candidates)
            shown = [
                len(one.line)
                for place, one in enumerate(candidates)
                if (node := nodes[place]) is not None and node.look.sight != one.look.sight
            ]
            if not shown or is_in_names_alone(game, other):
                return None
            verdict = held(game, RulesSide(other), file.name, positions=600, until=Deadline.after(60))
    except PydeclError:
        return None
    return None if isinstance(verdict.reason, ContractError) else (min(shown), verdict)
