"""Layers of games: found, or told by the rules; a game comes out the same with them and without."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from folders import rules_file
from kept_games import short_sample as short_sample
from rings import seeds

from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.keyed import TOLD_BY_RULES, UNLAYERED
from pydecl.solving.card import Card
from pydecl.solving.database import opened
from pydecl.solving.keeping import keep
from pydecl.solving.layered import LayeredSolver
from pydecl.solving.solver import solve

pytestmark = pytest.mark.usefixtures("quick_c")

HEAD = """
initial(p(0, 0, max)).
max_to_move(p(_, _, max)).
min_to_move(p(_, _, min)).
terminalwon(p(_, K, _)) :- end(K, won).
terminallost(p(_, K, _)) :- end(K, lost).
move(p(L0, K0, max), p(L, K, min)) :- edge(L0, K0, L, K).
move(p(L0, K0, min), p(L, K, max)) :- edge(L0, K0, L, K).
"""


CHAIN = "edge(0, 0, 1, 0). edge(1, 0, 2, 0). end(0, won).\n"


CORNER = """
initial(p(0, max, [])).
max_to_move(p(_, max, _)).
min_to_move(p(_, min, _)).
move(p(0, max, []), p(1, min, [K])) :- between(1, 40, K).
move(p(N, max, L), p(M, min, L)) :- N > 0, N < 12, M is N + 1.
move(p(N, min, L), p(M, max, L)) :- N < 12, M is N + 1.
move(p(12, max, [7]), p(3, min, [1000000007, 1000000009, 1000000011, 1000000013, 1000000015])).
staticval(p(12, _, _), 1).
"""

ATOMS = """
initial(p(a, 0, max)).
max_to_move(p(_, _, max)).
min_to_move(p(_, _, min)).
move(p(A, N, max), p(B, M, min)) :- N < 3, M is N + 1, atom_concat(A, b, B).
move(p(A, N, min), p(B, M, max)) :- N < 3, M is N + 1, atom_concat(A, c, B).
staticval(p(_, 3, _), 1).
"""


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def random_rules(random: Random, *, layers: int, wide: int) -> str:
    """Positions in layers, with circles in them, and ends of all kinds."""
    edges = set()
    for layer in range(layers):
        for node in range(wide):
            for _ in range(random.randrange(4)):
                up = random.choice([0, 1, 1, 1, 2])
                edges.add(f"edge({layer}, {node}, {layer + up}, {random.randrange(wide)}).")
    ends = [f"end({node}, {random.choice(['won', 'lost', 'drawn'])})." for node in range(wide)]
    return "\n".join([HEAD, *sorted(edges), *ends])


@pytest.mark.sampled(2, "each case solves random games twice")
@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("seed", seeds(2, 8))
def test_circles_in_layers_come_out_as_they_do_at_once(tmp_path: Path, seed: int, told: bool) -> None:
    random = Random(seed)
    text = random_rules(random, layers=random.randrange(2, 7), wide=random.randrange(3, 25))
    path = rules_file(tmp_path, text + ("\nlayer(p(L, _, _), L).\n" if told else "\n"), "rules.pl")
    with consult(path) as game:
        assert not any("layer/2" in warning.message for warning in game.warnings)
        solved = solve(game, engine="python")
        card = keep(game, tmp_path / "solved", Reading())
    assert (card.layering == TOLD_BY_RULES) or not told
    with opened(tmp_path / "solved") as database:
        assert dict(database) == dict(zip(solved.positions, solved.solutions, strict=True))


@pytest.mark.sampled(3, "each case plays a game many times")
@pytest.mark.parametrize(
    ("game", "layers"),
    [
        ("tictactoe", 10),
        ("connect4:width=3,height=3", 10),
        ("domineering:width=3,height=3", 5),
        ("nim:heaps=[1,2]", 4),
        ("dots_and_boxes:width=1,height=1", 5),
        ("hexapawn", 1),
    ],
)
def test_layers_are_found(tmp_path: Path, game: str, layers: int) -> None:
    """Discs, dominoes, what is left on the heaps, lines; pawns only take and go on: no number is sure."""
    with consult(game) as rules:
        card = keep(rules, tmp_path / "solved", Reading())
    assert len(card.files) == layers
    assert (card.layering == UNLAYERED) == (layers == 1)


def test_a_layer_that_does_not_answer_is_not_used(tmp_path: Path) -> None:
    path = rules_file(tmp_path, HEAD + CHAIN + "layer(p(1, _, _), 1).\n", "rules.pl")
    with consult(path) as game:
        card = keep(game, tmp_path / "solved", Reading())
    assert card.positions == 3
    assert Card.read(tmp_path / "solved") == card


def test_what_random_play_does_not_meet_is_met_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer keys, a layer that goes back in a corner: also when that comes after an interruption."""
    path = rules_file(tmp_path, CORNER, "rules.pl")
    monkeypatch.setattr("pydecl.solving.keeping.SAMPLE", 3)
    with consult(path) as game:
        solved = solve(game, engine="python")
    for name in ("whole", "resumed"):
        with consult(path) as game:
            if name == "resumed":
                with monkeypatch.context() as patches:
                    patches.setattr(LayeredSolver, "_expand", interrupted)
                    with pytest.raises(KeyboardInterrupt):
                        keep(game, tmp_path / name, Reading())
            keep(game, tmp_path / name, Reading(), resume=True)
        with opened(tmp_path / name) as database:
            assert dict(database) == dict(zip(solved.positions, solved.solutions, strict=True))


LOWERED = HEAD + CHAIN + "layer(p(L, _, _), N) :- N is -L.\n"


@pytest.mark.parametrize(
    ("rules", "said"),
    [(LOWERED, r"a move from p\(0,0,max\) lowers layer/2"), (ATOMS, "atoms that the rules make")],
)
def test_a_layer_that_a_move_lowers_and_atoms_that_the_rules_make_are_refused(
    tmp_path: Path, rules: str, said: str
) -> None:
    path = rules_file(tmp_path, rules, "rules.pl")
    with consult(path) as game, pytest.raises(InputError, match=said):
        keep(game, tmp_path / "solved", Reading())
    assert [one.name for one in tmp_path.iterdir()] == ["rules.pl"]


MANY = """
initial(n(0, 0, max, [])).
max_to_move(n(_, _, max, _)).
min_to_move(n(_, _, min, _)).
terminalwon(n(3, K, _, _)) :- 0 is K mod 7.
terminallost(n(3, K, _, _)) :- 1 is K mod 7.
move(n(0, 0, max, []), n(1, K, min, [])) :- between(1, 70, K).
move(n(1, K, min, []), n(2, M, max, [K, M])) :- K =< 6, between(1, 300, I), M is K * I mod 701.
move(n(2, K, max, [L, _]), n(3, M, min, [I, L, K, M])) :-
    0 is L mod 3, between(1, 2, I), M is (K + L * I) mod 1009.
"""


@pytest.mark.thorough("it needs many moves; the layers of smaller games are inside")
def test_more_moves_come_out_than_are_looked_up_at_a_time(tmp_path: Path) -> None:
    """Many positions of a layer, many moves of each, and keys that grow from layer to layer."""
    path = rules_file(tmp_path, MANY, "rules.pl")
    with consult(path) as game:
        solved = solve(game, engine="python")
        machine = solve(game, engine="native")
        card = keep(game, tmp_path / "solved", Reading())
    assert list(machine.solutions) == list(solved.solutions)
    assert len(card.files) == 4
    with opened(tmp_path / "solved") as database:
        assert dict(database) == dict(zip(solved.positions, solved.solutions, strict=True))
