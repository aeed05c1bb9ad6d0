"""A player who moves again: with a pass between, every program finds what a plain minimax finds without.

The plain minimax asks each position for its own mover, and knows nothing of passes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from rings import sample_size, seeds

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.engines.registry import names, runner
from pydecl.engines.searching import search
from pydecl.errors import ContractError, InputError, PositionError
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import supply
from pydecl.model.game import Game, Player, Successor
from pydecl.model.passing import Pass, PassingGame
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Atom, Compound, Term
from pydecl.paths import prolog_file
from pydecl.programs.registry import PROGRAMS

EXACT = (
    *("minimax", "alphabeta", "ab_procedure", "white_black_minimax", "white_black_alphabeta", "scout"),
    "sss_star",
)
"""The programs whose value is the minimax value of the static values, with a full window."""


@dataclass(frozen=True)
class Tree:
    """A node: its mover, and its children or its value."""

    name: str
    mover: str
    children: tuple[Tree, ...] = ()
    value: int = 0

    def nodes(self) -> Iterator[Tree]:
        yield self
        for child in self.children:
            yield from child.nodes()


def grown(rng: random.Random, name: str, mover: str, depth: int) -> Tree:
    """A random tree in which the same player is to move again after half of the moves."""
    number = rng.randint(1, 3) if depth and rng.random() < 0.9 else 0
    movers = [rng.choice(("max", "min")) for _ in range(number)]
    children = tuple(grown(rng, f"{name}{i}", movers[i], depth - 1) for i in range(number))
    return Tree(name, mover, children, rng.randint(-3, 3))


def plain_minimax(tree: Tree) -> int:
    """V(P), by the mover of each position itself."""
    if not tree.children:
        return tree.value
    return (max if tree.mover == "max" else min)(map(plain_minimax, tree.children))


def plain_nodes(tree: Tree, *, ends_name_players: bool) -> int:
    """The nodes, and one more for each move after which the same player is known to be to move."""
    named = [child for child in tree.children if child.children or ends_name_players]
    again = sum(child.mover == tree.mover for child in named)
    return 1 + again + sum(plain_nodes(child, ends_name_players=ends_name_players) for child in tree.children)


SEEDS = seeds(4, 40)
TREES = [grown(random.Random(seed), f"t{seed}_", ("max", "min")[seed % 2], 4) for seed in SEEDS]


def facts_with_named_moves(trees: Sequence[Tree]) -> str:
    lines = [
        "move(P, to(N), Q) :- child(P, N, Q).",
        "max_to_move(P) :- mover(P, max).",
        "min_to_move(P) :- mover(P, min).",
    ]
    nodes = [node for tree in trees for node in tree.nodes()]
    lines += [f"initial({tree.name})." for tree in trees]
    lines += [f"mover({node.name}, {node.mover})." for node in nodes]
    lines += [
        f"child({node.name}, {n}, {child.name})." for node in nodes for n, child in enumerate(node.children)
    ]
    lines += [f"staticval({node.name}, {node.value})." for node in nodes]
    return "\n".join(lines)


def lists_and_nobodys_ends(trees: Sequence[Tree]) -> str:
    """moves/2, and ends that name no player."""
    lines = [f"initial(p({tree.name}))." for tree in trees]
    for tree in trees:
        for node in tree.nodes():
            if node.children:
                lines.append(f"{node.mover}_to_move(p({node.name})).")
                lines.append(
                    f"moves(p({node.name}), [{', '.join(f'p({child.name})' for child in node.children)}])."
                )
            else:
                lines.append(f"staticval(p({node.name}), {node.value}).")
    return ":- discontiguous([max_to_move/1, min_to_move/1, moves/2, staticval/2]).\n" + "\n".join(lines)


def terms(trees: Sequence[Tree]) -> str:
    """The whole tree is the position."""

    def term(tree: Tree) -> str:
        return f"n({tree.mover}, {tree.value}, [{', '.join(map(term, tree.children))}])"

    lines = [f"initial({term(tree)})." for tree in trees]
    lines += ["move(n(_, _, Children), Child) :- member(Child, Children).", "staticval(n(_, Val, _), Val)."]
    return "\n".join((*lines, "max_to_move(n(max, _, _)).", "min_to_move(n(min, _, _))."))


@pytest.mark.sampled(1, "each case searches on every engine")
@pytest.mark.parametrize("written", [facts_with_named_moves, lists_and_nobodys_ends, terms])
def test_every_engine_finds_the_plain_minimax_value(
    written: Callable[[Sequence[Tree]], str], tmp_path: Path
) -> None:
    file = rules_file(tmp_path, f"moves_again.\n{written(TREES)}\n", "trees.pl")
    named = written is not lists_and_nobodys_ends
    with consult(file) as game:
        asked = [
            (start, tree) for start, tree in zip(game.initial(), TREES, strict=True) if named or tree.children
        ]
        values = [plain_minimax(tree) for _, tree in asked]
        for engine in names():
            one = runner(game, engine)
            for program in map(Program, EXACT):
                assert one.hindrance(program) is None
                replies = one.run_all([(program, start, Limits()) for start, _ in asked], None)
                answers = [reply for reply in replies if isinstance(reply, Answer)]
                assert [answer.value for answer in answers] == values, (engine, program)
                if program == Program.MINIMAX:
                    nodes = [plain_nodes(tree, ends_name_players=named) for _, tree in asked]
                    assert [answer.nodes for answer in answers] == nodes
        found = crosscheck(game, positions=sample_size(2, 12), depth=None, seconds=None)
        assert isinstance(found, Agreement)
        assert set(found.skipped) == {"quiescence", "forward_pruning", "win"} & {
            one.value for one in PROGRAMS
        }


RULES = """% Who takes two takes again.
initial(p(max, 7)).
max_to_move(p(max, _)).
min_to_move(p(min, _)).
move(p(P, N), take(1), p(Q, M)) :- N > 0, M is N - 1, other(P, Q).
move(p(P, N), take(2), p(P, M)) :- N > 1, M is N - 2.
other(max, min).
other(min, max).
staticval(p(_, N), 0) :- N > 0.
staticval(p(max, 0), -1).
staticval(p(min, 0), 1).
position_text(p(_, N)) --> { number_codes(N, Codes) }, Codes.
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return rules_file(tmp_path, RULES, "twice.pl")


class Twice(Game[tuple[str, int]]):
    """The same rules in Python."""

    name = source = "twice"
    moves_again = True

    def initial(self) -> Sequence[tuple[str, int]]:
        return [("max", 7)]

    def successors(self, position: tuple[str, int]) -> Sequence[Successor[tuple[str, int]]]:
        mover, left = position
        other = "min" if mover == "max" else "max"
        after = {1: other, 2: mover}
        return [(Compound("take", (n,)), (after[n], left - n)) for n in (1, 2) if n <= left]

    def player(self, position: tuple[str, int]) -> Player:
        return Player(position[0])

    def static_value(self, position: tuple[str, int]) -> int:
        return 0 if position[1] else 1 if position[0] == "min" else -1

    def to_term(self, position: tuple[str, int]) -> Term:
        return Compound("p", (Atom(position[0]), position[1]))

    def from_term(self, term: Term) -> tuple[str, int]:
        if not isinstance(term, Compound) or term.name != "p" or not isinstance(term.args[1], int):
            raise PositionError(f"expected p(Mover, Left), found {term}")
        return str(term.args[0]), term.args[1]


def test_a_pass_is_a_move_with_a_position_a_name_and_a_picture(pydecl: Run, file: Path) -> None:
    told = pydecl("board", file, "--moves-again", "--json").json()
    assert told["moves"][1] == {"move": "take(2)", "position": "pass(min,p(max,5))"}
    told = pydecl("board", file, "--moves-again", "--position", "pass(min,p(max,5))", "--json").json()
    assert (told["player"], told["static_value"]) == ("min", 0)
    assert told["moves"] == [{"move": "pass", "position": "p(max,5)"}]
    assert "5\nMIN passes\n" in pydecl("board", file, "--moves-again", "--position", "pass(min,p(max,5))").out


@pytest.mark.parametrize(
    "words",
    [
        *(("search", "--program", "alphabeta", "--engine", engine) for engine in names()),
        ("perft", "--depth", "3"),
        ("solve",),
        ("trace", "--program", "minimax", "--depth", "3"),
        ("play", "--as", "none"),
        ("prove",),
        ("check",),
        ("crosscheck", "--program", "alphabeta"),
        ("compile",),
    ],
)
@pytest.mark.sampled(3, "each case loads rules twice")
def test_the_line_in_the_file_and_the_option_are_one(
    pydecl: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = rules_file(tmp_path, RULES, "twice.pl")
    command, *rest = words
    by_option = pydecl(command, file, "--moves-again", *rest)
    file.write_text(RULES.replace("% Who takes two takes again.", "moves_again."))
    by_line = pydecl(command, file, *rest)
    assert by_option.code == by_line.code == 0

    def untimed(text: str) -> list[str]:
        return [line for line in re.sub(r"\d+\.\d+", "", text).splitlines() if "defines" not in line]

    assert untimed(by_option.out) == untimed(by_line.out)


def test_a_game_in_python_says_so_by_an_attribute() -> None:
    with supply(Twice()) as game:
        answers = [search(game, "minimax", engine=engine).answer for engine in ("prolog", "python")]
        assert [(answer.value, answer.nodes, answer.leaves) for answer in answers] == [(1, 74, 21)] * 2
        assert isinstance(crosscheck(game, seconds=None), Agreement)


def test_passes_by_hand_are_those_of_the_rules(file: Path) -> None:
    passing = PassingGame(Twice())
    start = Pass(Player.MIN, ("max", 5))
    assert passing.from_term(passing.to_term(start)) == start
    assert passing.text(start) == "pass(min,p(max,5))"
    with consult(file, moves_again=True) as game:
        level = [passing.initial()[0]]
        for _ in range(6):
            for position in level:
                term = passing.to_term(position)
                assert passing.player(position) == game.player(term)
                assert passing.static_value(position) == game.static_value(term)
                assert passing.outcome(position) == game.outcome(term)
                ours = [(move, passing.to_term(after)) for move, after in passing.successors(position)]
                assert ours == list(game.successors(term))
            level = [after for position in level for after in passing.afters(position)]


@pytest.mark.parametrize("term", ["pass(max,p(max,5))", "pass(nobody,p(max,5))", "pass(min,p(max,five))"])
def test_what_is_no_pass_is_no_position(term: str) -> None:
    with pytest.raises(PositionError):
        PassingGame(Twice()).from_term(read_term(term))


def test_a_program_of_the_files_own_takes_passes_too(pydecl: Run, file: Path) -> None:
    text = prolog_file("textbook", "minimax.pl").read_text()
    file.write_text(f"{RULES}moves(P, Ps) :- findall(Q, move(P, _, Q), Ps), Ps \\== [].\n{text}")
    done = pydecl("crosscheck", file, "--program", "file:minimax", "--moves-again", "--trees", "5", "--json")
    assert done.code == 0
    for engine in ("prolog", "native"):
        done = pydecl(
            "search", file, "--program", "file:minimax", "--moves-again", "--engine", engine, "--json"
        )
        assert (done.json()["value"], done.json()["nodes"]) == (1, 74)


# Without the line


@pytest.mark.parametrize("engine", names())
def test_without_it_such_a_position_is_an_error_that_names_the_line(file: Path, engine: str) -> None:
    with consult(file) as game, pytest.raises(ContractError, match="unless the rules say moves_again"):
        search(game, "minimax", engine=engine)


ENDS_THAT_NAME_NOBODY = """
    initial(a). moves(a, [b,c]). moves(b, [d]). max_to_move(a). min_to_move(b).
    staticval(X, V) :- member(X-V, [b-0,c-2,d-1]).
"""


@pytest.mark.parametrize("game", ["dots_and_boxes", "pig", "quiescence_errs", "ends"])
@pytest.mark.sampled(1, "each case is a whole cross-check")
def test_a_crosscheck_leaves_out_what_consult_says_cannot_run(pydecl: Run, tmp_path: Path, game: str) -> None:
    (tmp_path / "ends.pl").write_text(ENDS_THAT_NAME_NOBODY, "utf-8")
    name = tmp_path / "ends.pl" if game == "ends" else game
    can = [
        program
        for program, is_so in pydecl("check", "--about", name, "--json").json()["programs"].items()
        if is_so
    ]
    checked = pydecl("crosscheck", name, "--depth", "1", "--plies", "0", "--json").json()
    assert checked["agree"], checked
    assert sorted((*can, *checked.get("skipped", {}))) == sorted(program.value for program in PROGRAMS)


def test_a_player_who_moves_twice_late_is_met_by_random_play(pydecl: Run, tmp_path: Path) -> None:
    path = tmp_path / "late.pl"
    path.write_text(
        "initial(s(max, 300)). max_to_move(s(max, _)). min_to_move(s(min, _)).\n"
        "move(s(P, N), M, s(Q, N1)) :- N > 0, member(M, [1, 2, 3]), N1 is max(0, N - M), after(P, N1, Q).\n"
        "after(P, N, P) :- N < 180. after(max, N, min) :- N >= 180. after(min, N, max) :- N >= 180.\n"
        "staticval(s(_, N), N).\n"
    )
    told = pydecl("check", "--about", path, "--json").json()
    assert told["missing"]["minimax"] == "moves_again: a player moves twice in a row"
    assert pydecl("play", path, "--program", "alphabeta", "--as", "none").code == 2


@pytest.mark.parametrize("game", ["nim", "lecture19", "win_move"])
def test_only_a_rules_file_can_be_said_to_let_a_player_move_again(game: str) -> None:
    with pytest.raises(InputError, match="only a rules file"):
        consult(game, moves_again=True)


@pytest.mark.parametrize("engine", names())
def test_a_start_that_looks_like_a_pass_is_an_error(tmp_path: Path, engine: str) -> None:
    rules = """
        initial(pass(max, 3)). moves_again.
        move(pass(P,N), K, pass(Q,M)) :- member(K, [1,2]), N >= K, M is N - K, other(P, Q).
        other(max, min). other(min, max).
        max_to_move(pass(max,_)). min_to_move(pass(min,_)).
        staticval(pass(max,_), -1). staticval(pass(min,_), 1).
    """
    (tmp_path / "own.pl").write_text(rules, "utf-8")
    with consult(tmp_path / "own.pl") as game, pytest.raises(ContractError, match="looks like a pass"):
        search(game, "minimax", engine=engine)
