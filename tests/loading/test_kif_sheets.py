"""A sheet in KIF is a game as its Prolog is; what cannot be played is refused with its place or state."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from command_line import Run
from folders import ROOT, rules_file
from module_fixtures import for_module

from pydecl.checking.check import check_file
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, Exit, InputError, LimitError, SourceError
from pydecl.loading.consulting import consult
from pydecl.loading.sheets import sheet_in_prolog
from pydecl.model.game import Player

PILE = ROOT / "examples" / "pile.kif"

CLASH = """; Names that SWI-Prolog has, or reads as something else.
(role write) (role halt)
(init (append 1 - :-)) (init (dynamic [])) (init (control write))
(succ 1 2) (succ 2 3)
(:- a b) (end_of_file) (moves_again) (| x) ($set 1) (succ_ 7 8)
(<= (legal ?r (call ?x)) (true (control ?r)) (succ ?n ?x))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (append ?x - :-)) (does ?r (call ?x)))
(<= (next (control ?other)) (true (control ?r)) (role ?other) (distinct ?r ?other) (distinct ?other dynamic))
(<= (member ?x) (true (append ?x ?y ?z)) (:- a b) (end_of_file) (| x) ($set 1) (moves_again))
(<= (goal write 40) (member ?x)) (<= (goal halt 10) (member ?x))
(<= terminal (member 3) (succ_ 7 8))
"""

MAZE = """(role a) (role b)
(init (at 1)) (init (open 1 2)) (init (open 2 3)) (init (control a)) (room 1) (room 2) (room 3)
(<= (reached ?x) (true (at ?x)))
(<= (reached ?y) (reached ?x) (true (open ?x ?y)))
(<= (legal ?r (close ?x ?y)) (true (control ?r)) (true (open ?x ?y)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (at 1)))
(<= (next (open ?x ?y)) (true (open ?x ?y)) (not (closed ?x ?y)))
(<= (closed ?x ?y) (does ?r (close ?x ?y)))
(<= (next (control b)) (true (control a)))
(<= (next (control a)) (true (control b)))
(<= terminal (not (reached 3)))
(<= (goal a 100) (reached 2)) (<= (goal a 0) (not (reached 2)))
(<= (goal b 0) (reached 2)) (<= (goal b 100) (not (reached 2)))
"""


pile = for_module(lambda: consult(PILE))


def playout(game: SessionGame, choices: Sequence[int]) -> list[tuple[str, str | None, Player]]:
    """The moves made by their numbers; each with the position after it, and who is to move there."""
    (position,) = game.initial()
    found = []
    for choice in choices:
        successors = game.successors(position)
        if not successors:
            break
        move, position = successors[choice % len(successors)]
        found.append(
            (game.write(position), None if move is None else game.write(move), game.player(position))
        )
    return found


def test_a_sheet_is_a_game(pile: SessionGame) -> None:
    (start,) = pile.initial()
    assert pile.write(start) == "state(max,[control(max),pile(7)])"
    assert [str(move) for move, _ in pile.successors(start)] == ["take(1)", "take(2)"]
    end = pile.parse_position("state(min,[control(min),pile(0)])")
    assert (pile.successors(end), pile.static_value(end)) == ([], 100)
    assert (pile.read_as, pile.convention) == ("GDL in Prolog", "gdl")


def test_the_imported_rules_consult_and_play_the_same(pile: SessionGame, tmp_path: Path) -> None:
    with Session() as session:
        path = rules_file(tmp_path, sheet_in_prolog(session, PILE), "pile.pl")
    with consult(path) as imported:
        for choices in ([0] * 9, [1] * 9, [0, 1, 1, 0, 0, 1]):
            assert playout(pile, choices) == playout(imported, choices) != []


def test_import_keeps_names_and_comments_and_overwrites_nothing_unasked(pydecl: Run, tmp_path: Path) -> None:
    target = tmp_path / "made.pl"
    assert pydecl("adapt", str(PILE), "-o", str(target)).code == Exit.FINE
    text = target.read_text()
    assert pydecl("adapt", str(PILE)).out == text
    assert text.startswith("% Pile: take one or two counters; who takes the last one wins.\n")
    assert "% whoever is to move and finds nothing has lost\ngoal(Player, 0) :-\n    true(" in text
    assert "\\+ true(control(Player))" in text
    again = pydecl("adapt", str(PILE), "-o", str(target))
    assert (again.code, again.err) == (2, f"pydecl: {target} already exists; use --force to overwrite it\n")
    assert pydecl("adapt", str(PILE), "-o", str(target), "--force").code == Exit.FINE
    assert "must end in .pl" in pydecl("adapt", str(PILE), "-o", "made.txt").err


def test_names_that_clash_are_kept_apart(tmp_path: Path) -> None:
    path = rules_file(tmp_path, CLASH, "g.kif")
    with consult(path) as game, consult_imported(path) as imported:
        for choices in ([0, 0, 1], [1]):
            found = playout(game, choices)
            assert found == playout(imported, choices)
            assert len(found) == len(choices)
        (start,) = game.initial()
        assert [str(move) for move, _ in game.successors(start)] == ["call(2)", "call(3)"]
        end = game.successors(start)[1][1]
        assert (game.successors(end), game.static_value(end)) == ([], 30)


def consult_imported(path: Path) -> SessionGame:
    target = path.with_suffix(".pl")
    with Session() as session:
        target.write_text(sheet_in_prolog(session, path))
    return consult(target)


def test_recursion_is_tabled_and_each_state_has_its_own_answers(tmp_path: Path) -> None:
    path = rules_file(tmp_path, MAZE, "g.kif")
    with consult(path) as game, consult_imported(path) as imported:
        assert ":- table reached/1." in path.with_suffix(".pl").read_text()
        for one in (game, imported):
            (start,) = one.initial()
            values = [one.static_value(after) for _, after in one.successors(start)]
            assert (values, one.static_value(start)) == ([-100, 100], 100)
            assert [one.successors(after) for _, after in one.successors(start)] == [[], []]


def test_a_relation_without_a_fact_or_rule_is_never_true_and_is_noted(tmp_path: Path) -> None:
    path = rules_file(tmp_path, PILE.read_text() + "\n(<= terminal\n (append (nil) ?y))", "g.kif")
    with consult(path) as game:
        (note,) = game.warnings
        assert (note.line, note.column, note.source_line) == (47, 5, "(<= terminal")
        assert note.message == "warning: the sheet has no fact or rule for append: it is never true here"
        assert len(game.successors(game.initial()[0])) == 2


REFUSED = {
    "one role": ("(role min)", "", ["the game is for 1 (role/1 gives [max])", "[control(max),pile(7)]"]),
    "three roles": ("(role min)", "(role min) (role x)", ["the game is for 3", "[control(max),pile(7)]"]),
    "moves at once": (
        "(true (control ?player))\n    (true (pile",
        "(role ?player)\n    (true (pile",
        ["lets max and min both choose", "moves at once cannot be searched: [control(max),pile(7)]"],
    ),
    "a role without a move": (
        "(not (true (control ?player)))",
        "(true (pile 0))",
        ["gives min no move, not even noop, in [control(max),pile(7)]"],
    ),
}


@pytest.mark.parametrize(("old", "new", "said"), REFUSED.values(), ids=REFUSED)
def test_other_games_are_refused_with_the_state(
    old: str, new: str, said: Sequence[str], tmp_path: Path
) -> None:
    text = PILE.read_text()
    assert old in text
    with (
        pytest.raises(ContractError) as caught,
        consult(rules_file(tmp_path, text.replace(old, new), "g.kif")) as game,
    ):
        game.successors(game.initial()[0])
    assert caught.value.exit_code == 3
    assert all(part in str(caught.value) for part in said)


FAULTS = {
    "g.kif": {
        "(role a": "1:1: the parenthesis of this sentence is not closed",
        "(p a)\n(<= q (p a b))": "2:7: p has 2 arguments here: expected 1, as in line 1",
        "(<= p\n (not q))\n(<= q\n p)": "1:5: p depends on not q, which depends on p: expected no recursion",
        "(<= (legal r m) (does r m))": "1:5: legal depends on does: expected that it does not",
        "role(a).\nrole(b).": "1:1: expected a rule or a fact in KIF, found Prolog: a file of Prolog",
        "% Nim\n:- dynamic p/1.": "2:1: expected a rule or a fact in KIF, found Prolog",
    },
    "g.pl": {
        "; Nim\n\n  (role a)": "3:3: expected Prolog, found KIF: a sheet of general game",
        "(<= p q)": "1:1: expected Prolog, found KIF",
    },
}


@pytest.mark.parametrize(
    ("name", "text", "said"), [(name, *one) for name, found in FAULTS.items() for one in found.items()]
)
def test_a_fault_has_its_place(name: str, text: str, said: str, tmp_path: Path) -> None:
    path = rules_file(tmp_path, text, name)
    with pytest.raises(SourceError) as caught:
        consult(path)
    assert str(caught.value).startswith(f"{path}:{said}")
    assert caught.value.exit_code == 2
    (fault,) = check_file(str(path), 60.0).findings
    assert str(caught.value).startswith(f"{path}:{fault.line}:{fault.column}: {fault.message}")


def test_a_sheet_that_lacks_something_is_told_what(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"it lacks init/1, legal/2, next/1, goal/2, terminal/0$"):
        consult(rules_file(tmp_path, "(role a) (role b)", "g.kif"))
    with pytest.raises(InputError, match="a sheet has no options"):
        consult(f"{PILE}:a=1")
    with pytest.raises(InputError, match="a sheet has the convention gdl, and not feup"):
        consult(PILE, convention="feup")


def test_a_sheet_in_latin_1_is_read_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "latin.kif"
    path.write_bytes("; Gedränge\n".encode("latin-1") + PILE.read_bytes())
    with consult(path) as game:
        (note,) = game.warnings
        assert (note.code, note.line) == ("P412", 1)
        assert "Windows-1252" in note.message
        assert len(game.successors(game.initial()[0])) == 2


def test_recursion_without_end_reaches_a_limit(tmp_path: Path) -> None:
    text = PILE.read_text() + "(nat 0) (<= (nat (s ?x)) (nat ?x)) (<= terminal (nat ?x) (distinct ?x ?x))"
    with (
        pytest.raises(LimitError),
        consult(rules_file(tmp_path, text, "g.kif"), memory=64, seconds=0.5) as game,
    ):
        game.successors(game.initial()[0])


def test_a_sheet_of_megabytes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match="the sheet is longer than 1 MiB"):
        consult(rules_file(tmp_path, "(p a)\n" * 200_000, "g.kif"))
