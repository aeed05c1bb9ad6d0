"""The verifier of certificates: nothing that is wrong in one place gets past it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from graphs import Graph, Node, claims, depths, graphs, grow, opened, tiny
from hypothesis import assume, example, given, settings
from module_fixtures import for_module_in
from rings import sample_size

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.proof import Certificate, Claim, Entry, Found, Goal, Kind
from pydecl.model.term import Term
from pydecl.programs.solving import prove as prove_in_python
from pydecl.proving.prover import RefutedError, fault, prove, verify

laws = settings(deadline=None, max_examples=sample_size(25, 250))


game = for_module_in(opened)


def mutations(certificate: Certificate[int], graph: Graph) -> Iterator[tuple[str, Certificate[int]]]:
    """Certificates that prove nothing, each wrong in one place."""
    entries = certificate.entries

    def changed(entry: Entry[int], **fields: object) -> Certificate[int]:
        new = replace(entry, **fields)  # type: ignore[arg-type]
        return replace(certificate, entries=tuple(new if one is entry else one for one in entries))

    for entry in entries:
        yield "dropped", replace(certificate, entries=tuple(one for one in entries if one is not entry))
        yield "mover", changed(entry, mover=entry.mover.opponent)
        yield "depth", changed(entry, depth=7 if entry.depth is None else entry.depth + 1)
        for kind in Kind:
            if kind is not entry.kind:
                yield "kind", changed(entry, kind=kind)
        if entry.kind is Kind.LEAF:
            yield "value", changed(entry, value=7 if entry.value is None else entry.value + 1)
            yield "leaf with successors", changed(entry, successors=(1,))
            continue
        yield "valued", changed(entry, value=1)
        yield "no successors", changed(entry, successors=())
        for later in range(entry.number, len(entries) + 2):
            yield "cycle", changed(entry, successors=(*entry.successors, later))
        for below in set(entry.successors):
            kept = tuple(one for one in entry.successors if one != below)
            yield "reply dropped", changed(entry, successors=kept)
            legal = graph.nodes[entry.position][1]
            for other in entries[: entry.number - 1]:
                if entry.kind is Kind.AND or other.position not in legal:
                    swapped = tuple(other.number if one == below else one for one in entry.successors)
                    if set(swapped) != set(entry.successors):
                        yield "swapped", changed(entry, successors=swapped)
    yield "empty", replace(certificate, entries=())
    yield "other depth", replace(certificate, depth=7)
    yield "other position", replace(certificate, position=-1)
    if certificate.claim.bound is not None:
        beyond = 9 if certificate.claim.goal is Goal.AT_LEAST else -9
        yield "other bound", replace(certificate, claim=Claim(certificate.claim.goal, beyond))
    opposite = Goal.LOST if certificate.claim.solver is Player.MAX else Goal.WON
    yield "other claim", replace(certificate, claim=Claim(opposite))


MAX, MIN = Player.MAX, Player.MIN
SHARED: list[Node] = [(MIN, (), 2), (MAX, (0,), 0), (MAX, (), 1), (MIN, (1, 2), 0), (MAX, (3,), 0)]


@laws
@given(graphs(tiny), claims, depths)
@example(SHARED, Claim(Goal.WON), None)
@example(SHARED, Claim(Goal.AT_LEAST, 1), 3)
@example(SHARED, Claim(Goal.AT_MOST, 1), 3)
def test_every_wrong_certificate_is_refused(
    game: SessionGame, nodes: list[Node], claim: Claim, depth: int | None
) -> None:
    graph, root = grow(game, nodes)
    proof = prove_in_python(graph, root, claim, depth, None)
    assume(proof.found is Found.PROVED)
    certificate = Certificate("graph", root, depth, claim, proof.entries)
    assert fault(graph, certificate) is None
    for what, wrong in mutations(certificate, graph):
        assert fault(graph, wrong) is not None, what


def lecture(at: int, fields: dict[str, object]) -> Certificate[Term]:
    """Lecture 19's certificate that a is worth at least 4, one entry changed."""
    with consult("lecture19") as game:
        certificate = prove(game, Claim(Goal.AT_LEAST, 4))
    entries = list(certificate.entries)
    entries[at - 1] = replace(entries[at - 1], **fields)  # type: ignore[arg-type]
    return replace(certificate, entries=tuple(entries))


@pytest.mark.sampled(5, "each case reads a certificate")
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ((1, {"value": 5}), "entry 1, j: its value should be the static one, 4, and at least 4"),
        ((1, {"mover": MAX}), "entry 1, j: it should be number 1, with min to move"),
        ((2, {"number": 3}), "entry 2, d: it should be number 2, with max to move"),
        (
            (2, {"kind": Kind.LEAF, "value": 4, "successors": ()}),
            "entry 2, d: it should not be a leaf: the game goes on",
        ),
        ((2, {"kind": Kind.AND}), "entry 2, d: it should be an or node"),
        ((3, {"kind": Kind.OR, "value": None, "successors": (1,)}), "entry 3, k: it should be an and node"),
        ((4, {"successors": (1,)}), "entry 4, e: j is no successor"),
        ((5, {"successors": (4,)}), "entry 5, b: d is missing"),
        ((5, {"successors": (2, 6)}), "entry 5, b: its successors must be entries from 1 to 4"),
        ((6, {"depth": 3}), "entry 6, a: it must have one ply more left than its successors"),
    ],
)
def test_the_first_wrong_entry_is_named_in_words(wrong: tuple[int, dict[str, object]], words: str) -> None:
    with consult("lecture19") as game:
        for engine in complete():
            with pytest.raises(RefutedError, match=f"^not verified: {words}"):
                verify(game, lecture(*wrong), engine=engine)


def test_an_end_without_replies_is_no_and_node(game: SessionGame) -> None:
    # 'All replies are won' holds of no replies, too.
    graph, root = grow(game, [(MIN, (), -1)])
    entry: Entry[int] = Entry(1, root, None, MIN, Kind.AND)
    wrong = Certificate("graph", root, None, Claim(Goal.WON), (entry,))
    assert "nothing can follow: the game is over" in (fault(graph, wrong) or "")


def test_no_successor_lies_beyond_the_depth_limit(game: SessionGame) -> None:
    graph, root = grow(game, [(MIN, (), 1), (MAX, (0,), 0)])
    leaf: Entry[int] = Entry(1, root - 1, -1, MIN, Kind.LEAF, 1)
    top: Entry[int] = Entry(2, root, 0, MAX, Kind.OR, None, (1,))
    wrong = Certificate("graph", root, 0, Claim(Goal.AT_LEAST, 1), (leaf, top))
    assert "nothing can follow: it is at the depth limit" in (fault(graph, wrong) or "")


class WonOnTheWay(Graph):
    """Rules that call positions won in which the game goes on."""

    def terminal_won(self, position: int) -> bool:
        return self.static_value(position) == 1


def test_a_win_is_an_end_also_where_the_rules_call_more_positions_won() -> None:
    graph = WonOnTheWay([(MIN, (), 0), (MAX, (0,), 1)])
    leaf: Entry[int] = Entry(1, 1, 0, MAX, Kind.LEAF)
    wrong = Certificate("graph", 1, 0, Claim(Goal.WON), (leaf,))
    assert "the game goes on" in (fault(graph, wrong) or "")
    assert prove_in_python(graph, 1, Claim(Goal.WON), 0, None).found is Found.HORIZON
