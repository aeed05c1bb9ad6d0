"""Claims and their certificates: the laws of proof and refutation, and known results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from folders import rules_file
from graphs import Graph, Node, claims, depths, graphs, grow, opened, tiny
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from module_fixtures import for_module_in
from rings import sample_size

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.solver import prove as prove_in_prolog
from pydecl.engines.registry import complete
from pydecl.errors import ContractError, InputError, LimitError
from pydecl.games.nim import Nim
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import supply
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.proof import Claim, Found, Goal, Proof
from pydecl.model.result import Status
from pydecl.model.term import Term
from pydecl.programs.solving import prove as prove_in_python
from pydecl.proving.prover import RefutedError, fault, prove, verify

values: st.SearchStrategy[Number] = st.one_of(tiny, st.sampled_from([-0.5, 0.5, INFINITY, -INFINITY]))
laws = settings(deadline=None, max_examples=sample_size(25, 250))
engines = pytest.mark.parametrize("engine", complete())


game = for_module_in(opened)


def backed_up(graph: Graph, position: int, depth: int | None) -> Number:
    """V(P) where a search looks `depth` plies ahead, in the plainest words."""
    mover, below, value = graph.nodes[position]
    if not below or depth == 0:
        return value
    found = [backed_up(graph, one, None if depth is None else depth - 1) for one in below]
    return max(found) if mover is Player.MAX else min(found)


@laws
@given(graphs(values), depths)
def test_v_is_proved_from_both_sides_and_nothing_beyond_it(
    game: SessionGame, nodes: list[Node], depth: int | None
) -> None:
    graph, root = grow(game, nodes)
    value = backed_up(graph, root, depth)
    for engine in complete():
        for goal, step in ((Goal.AT_LEAST, 1), (Goal.AT_MOST, -1)):
            certificate = prove(game, Claim(goal, value), engine=engine, position=root, depth=depth)
            assert fault(game, certificate) is None
            if value not in (INFINITY, -INFINITY):
                with pytest.raises(RefutedError, match=f"not {goal.value.replace('_', ' ')}"):
                    prove(game, Claim(goal, value + step), engine=engine, position=root, depth=depth)


def searched(game: SessionGame, root: int, claim: Claim, depth: int | None) -> list[Proof[Term]]:
    """What each engine finds, without the seconds."""
    assert game.twin is not None
    found = [
        prove_in_prolog(game, root, claim, depth, None),
        prove_in_python(game.twin, root, claim, depth, None),
    ]
    return [replace(one, seconds=0) for one in found]


@laws
@given(st.one_of(graphs(tiny), graphs(tiny, cyclic=True)), claims, depths)
def test_the_twins_give_the_same_certificate_from_as_many_nodes(
    game: SessionGame, nodes: list[Node], claim: Claim, depth: int | None
) -> None:
    _, root = grow(game, nodes)
    prolog, python = searched(game, root, claim, depth)
    assert prolog == python
    assert prolog.status is Status.COMPLETE


def forced(graph: Graph, claim: Claim) -> set[int]:
    """Where the solver reaches an end that keeps the claim, however often positions come again."""
    ends = {
        number
        for number, (_, below, value) in enumerate(graph.nodes)
        if not below
        and (
            (value > 0 if claim.goal is Goal.WON else value < 0)
            if claim.bound is None
            else claim.keeps(value)
        )
    }
    before: set[int] = set()
    found = ends
    while found != before:
        before = found
        found = ends | {
            number
            for number, (mover, below, _) in enumerate(graph.nodes)
            if below and (any if mover is claim.solver else all)(one in before for one in below)
        }
    return found


@laws
@given(st.one_of(graphs(tiny), graphs(tiny, cyclic=True)), claims, depths)
def test_proved_and_refuted_are_never_wrong_even_where_positions_come_again(
    game: SessionGame, nodes: list[Node], claim: Claim, depth: int | None
) -> None:
    assume(depth is None or claim.bound is None)  # a bound to a depth is about estimates, see above
    graph, root = grow(game, nodes)
    found = searched(game, root, claim, depth)[0].found
    if found is Found.PROVED:
        assert root in forced(graph, claim)
    elif found is Found.REFUTED:
        assert root not in forced(graph, claim)
    else:
        assert (found is Found.HORIZON) is (depth is not None)


@engines
def test_a_position_that_comes_again_leaves_a_claim_unknown(game: SessionGame, engine: str) -> None:
    # MAX can go round and round, or lose.
    _, root = grow(game, [(Player.MIN, (2,), 0), (Player.MIN, (), -1), (Player.MAX, (0, 1), 0)])
    with pytest.raises(LimitError, match="a position repeats below itself"):
        prove(game, Claim(Goal.WON), engine=engine, position=root, depth=None)
    with pytest.raises(LimitError, match="the depth limit, 3 plies, was reached"):
        prove(game, Claim(Goal.WON), engine=engine, position=root, depth=3)


@engines
def test_a_refutation_says_the_value_and_its_depth(engine: str) -> None:
    with consult("lecture19") as game:
        with pytest.raises(RefutedError, match=r"^not at least 5: V\(P\) is 4$"):
            prove(game, Claim(Goal.AT_LEAST, 5), engine=engine)
        with pytest.raises(RefutedError, match=r"^not at most 0.5: V\(P\) to depth 2 is 1$"):
            prove(game, Claim(Goal.AT_MOST, 0.5), engine=engine, position="c", depth=2)


@engines
def test_a_proof_stops_when_the_time_is_over(engine: str) -> None:
    with consult("connect4") as game, pytest.raises(LimitError, match="unknown: time is up"):
        prove(game, Claim(Goal.WON), engine=engine, depth=None, seconds=0.1)


@engines
def test_an_end_is_an_end_also_where_the_rules_call_more_positions_won_or_lost(
    tmp_path: Path, engine: str
) -> None:
    path = tmp_path / "early.pl"
    path.write_text(
        "moves(a, [b]). moves(b, [c]). max_to_move(a). min_to_move(b). max_to_move(c).\n"
        "terminalwon(b). terminallost(b).\n"
    )
    with consult(path) as game:
        for goal in (Goal.WON, Goal.LOST):
            with pytest.raises(LimitError, match="the depth limit, 1 plies, was reached"):
                prove(game, Claim(goal), engine=engine, position="a", depth=1)
            with pytest.raises(RefutedError, match="neither player can force a win"):
                prove(game, Claim(goal), engine=engine, position="a", depth=2)


@engines
def test_chance_is_refused(tmp_path: Path, engine: str) -> None:
    path = rules_file(
        tmp_path, "move(a, d). chance(d, 1, b). max_to_move(a). min_to_move(b). staticval(_, 1).\n", "dice.pl"
    )
    with consult(path) as game:
        for depth in (None, 1):
            with pytest.raises(ContractError, match="no player is to move in d"):
                prove(game, Claim(Goal.AT_MOST, 1), engine=engine, position="a", depth=depth)


@engines
def test_a_game_in_python_is_proved_as_far_as_it_is_supplied(engine: str) -> None:
    with supply(Nim((1, 2))) as game:
        verify(game, prove(game, Claim(Goal.WON), engine=engine))
    with supply(Nim((1, 2)), plies=1) as game:
        certificate = prove(game, Claim(Goal.AT_LEAST, 0), engine=engine, depth=1)
        assert certificate.entries[0].value == 0
        with pytest.raises(InputError, match="1 plies were supplied"):
            prove(game, Claim(Goal.WON), engine="prolog")


def test_a_claim_has_a_bound_exactly_where_it_needs_one() -> None:
    for goal, bound in ((Goal.WON, 1), (Goal.AT_LEAST, None)):
        with pytest.raises(InputError, match=goal.value):
            Claim(goal, bound)
