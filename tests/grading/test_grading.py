"""pydecl grade: homework against a reference, and that nothing that is finished is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from grades import ENOUGH, GOOD, HOMEWORK, QUICK, graded, parts
from rings import sample_size

from pydecl.errors import Exit
from pydecl.grading.part import RULES, State
from pydecl.grading.rules import Matched, compare_rules
from pydecl.grading.running import Asked, _graded, _reference, grade
from pydecl.grading.submissions import Submission
from pydecl.loading.consulting import consult

pytestmark = pytest.mark.usefixtures("own_folder")


# Rules


@pytest.mark.sampled(1, "each case grades a file")
@pytest.mark.parametrize(
    ("file", "position", "expected", "found", "size"),
    [
        ("draw_is_won", "offered(max)", "max to move, the end: worth 0", "max to move, the end: worth 1", 3),
        (
            "min_missing_at_one",
            "heap(min,1)",
            "min to move, 1 successor",
            "no player is to move in heap(min,1)",
            4,
        ),
        ("same_player", "heap(max,5)", "heap(min,3) among the successors", "heap(max,3) instead", 1),
    ],
)
def test_known_bugs_of_rules_are_found_at_the_smallest_place(
    file: str, position: str, expected: str, found: str, size: int
) -> None:
    rules = graded(HOMEWORK / f"{file}.pl", QUICK)[RULES]
    assert (rules.state, rules.position, rules.size) == (State.DIFFERS, position, size)
    assert rules.expected.startswith(expected)
    assert rules.found == found
    assert rules.line[0] == "heap(max,5)"
    assert size <= 10


@pytest.mark.parametrize(
    ("old", "new", "position", "expected", "found"),
    [
        ("member(Taken, [1,2])", "member(Taken, [1,2,3])", "heap(max,5)", "no others", "heap(min,2) besides"),
        ("member(Taken, [1,2])", "member(Taken, [1])", "heap(max,5)", "heap(min,3) among", "it is missing"),
        ("heap(max, 5)", "heap(max, 4)", "the start", "heap(max,5) among the starts", "heap(max,4) instead"),
        (
            "staticval(_, 0).",
            "staticval(heap(_, _), 0).",
            "offered(max)",
            "max to move, the end: worth 0",
            "no",
        ),
        (
            "heap(max, 0), -1",
            "heap(max, 0), foo",
            "heap(max,0)",
            "max to move, the end: worth -1",
            "the static",
        ),
    ],
)
def test_a_changed_rule_is_found_where_it_shows_first(
    tmp_path: Path, old: str, new: str, position: str, expected: str, found: str
) -> None:
    assert old in GOOD.read_text()
    file = rules_file(tmp_path, GOOD.read_text().replace(old, new), "changed.pl")
    with consult(GOOD) as reference, consult(file) as homework:
        difference = compare_rules(reference, homework, 2000).difference
    assert difference is not None
    assert difference.position == position
    assert difference.expected.startswith(expected)
    assert found in difference.found


def test_order_duplicates_and_estimates_are_notes(tmp_path: Path) -> None:
    for old, new, note in [
        ("[1,2]", "[2,1]", "another order"),
        ("[1,2]", "[1,1,2]", "several times"),
        (
            "staticval(_, 0)",
            "staticval(offered(_), 0).\nstaticval(heap(_, C), C) :- C > 0.\nunused(0)",
            "estimate",
        ),
    ]:
        file = rules_file(tmp_path, GOOD.read_text().replace(old, new), "changed.pl")
        with consult(GOOD) as reference, consult(file) as homework:
            report = compare_rules(reference, homework, 2000)
        assert report.difference is None
        assert report.complete
        assert [note in said for said in report.notes] == [True]


def test_positions_written_otherwise_are_matched_by_playing() -> None:
    with consult(GOOD) as reference, consult(HOMEWORK / "other_board.pl") as homework:
        report = compare_rules(reference, homework, 2000)
    assert (report.matched, report.positions, report.complete) == (Matched.SHAPES, 12, True)
    assert report.difference is None
    assert "another order" in report.notes[0]


def test_a_difference_below_the_same_shapes_is_no_matter_of_their_order(tmp_path: Path) -> None:
    """Both files have a start with two successors of one shape; they are given the other way round."""
    tree = "initial(a). max_to_move(a). min_to_move(b). min_to_move(c). max_to_move(X) :- end(X, _).\n"
    tree += "staticval(X, V) :- end(X, V).\nend(d, 1). end(e, 2).\n"
    renamed = tree
    for name in "abcde":
        renamed = renamed.replace(f"({name}", f"(o{name}")
    (tmp_path / "one.pl").write_text(tree + "moves(a, [b,c]). moves(b, [d]). moves(c, [e]).\n")
    (tmp_path / "other.pl").write_text(renamed + "moves(oa, [oc,ob]). moves(ob, [od]). moves(oc, [oe]).\n")
    (tmp_path / "wrong.pl").write_text(renamed + "moves(oa, [oc,ob]). moves(ob, [od]). moves(oc, [od]).\n")
    with consult(tmp_path / "one.pl") as one:
        with consult(tmp_path / "other.pl") as other:
            assert compare_rules(one, other, 100).difference is None
        with consult(tmp_path / "wrong.pl") as wrong:
            difference = compare_rules(one, wrong, 100).difference
    assert difference is not None
    assert (difference.position, difference.reference) == ("od", "e")
    assert (difference.expected, difference.found) == (
        "max to move, the end: worth 2",
        "max to move, the end: worth 1",
    )


def test_a_difference_on_the_way_round_a_circle_is_found(tmp_path: Path) -> None:
    """One goes round in two plies, the other in four, and has an end where it comes round the second time."""
    both = "max_to_move(X) :- memberchk(X, [a,c,oa,oc,end]). min_to_move(X) :- memberchk(X, [b,ob,od]).\n"
    both += "staticval(_, 0).\n"
    (tmp_path / "one.pl").write_text(both + "initial(a). moves(a, [b]). moves(b, [a]).\n")
    round_four = "initial(oa). moves(oa, [ob]). moves(ob, [oc]). moves(oc, [od]). moves(od, [oa]).\n"
    (tmp_path / "same.pl").write_text(both + round_four)
    (tmp_path / "ends.pl").write_text(both + round_four.replace("[oa]", "[oa,end]"))
    with consult(tmp_path / "one.pl") as one:
        with consult(tmp_path / "same.pl") as same:
            report = compare_rules(one, same, 100)
            assert (report.difference, report.complete) == (None, True)
        with consult(tmp_path / "ends.pl") as ends:
            difference = compare_rules(one, ends, 100).difference
    assert difference is not None
    assert list(difference.line) == ["oa", "ob", "oc", "od"]


# Programs


@pytest.mark.parametrize(
    ("file", "states"),
    [
        ("good", {}),
        ("cuts_at_equality", {"alphabeta/5": State.DIFFERS, "alphabeta/3": State.DIFFERS}),
        ("newbounds_swapped", {"alphabeta/5": State.DIFFERS, "alphabeta/3": State.DIFFERS}),
        ("bounds_inverted", {"alphabeta/3": State.DIFFERS}),
        ("goodenough_missing", {"alphabeta/5": State.PRUNES_NOTHING, "alphabeta/3": State.PRUNES_NOTHING}),
        ("draw_is_won", {RULES: State.DIFFERS}),
    ],
)
@pytest.mark.sampled(1, "each case grades a file")
def test_each_part_has_its_own_state(file: str, states: dict[str, State]) -> None:
    found = graded(HOMEWORK / f"{file}.pl", Asked(seconds=ENOUGH, trees=sample_size(60, 300)))
    expected = dict.fromkeys((RULES, "minimax/3", "alphabeta/5", "alphabeta/3"), State.AGREES) | states
    assert {name: part.state for name, part in found.items()} == expected
    assert all(part.size <= 10 for part in found.values())


def test_programs_on_broken_rules_are_not_blamed() -> None:
    found = graded(HOMEWORK / "min_missing_at_one.pl", QUICK)
    assert found[RULES].state is State.DIFFERS
    assert found["minimax/3"].state is State.RULES_BROKEN


def test_a_file_with_a_part_alone_is_graded_by_it(tmp_path: Path) -> None:
    text = (HOMEWORK / "betterof_exchanged.pl").read_text()
    rules, rest = text.split("minimax(Pos, Best, Val)", 1)
    betterof = "betterof(" + rest.split("betterof(", 2)[2].split("alphabeta(Pos", 1)[0]
    file = rules_file(tmp_path, rules + betterof, "part.pl")
    found = graded(file, QUICK)
    assert {name: part.state for name, part in found.items()} == {
        RULES: State.AGREES,
        "betterof/6": State.DIFFERS,
    }


# Bad files

BAD = {
    "syntax.pl": ("initial(a.\n", State.REFUSED, "syntax.pl:1:"),
    "empty.pl": ("", State.REFUSED, "no clauses"),
    "binary.pl": ("initial(a).\0", State.REFUSED, "NUL"),
    "halts.pl": (GOOD.read_text().replace("    Nexts = [_|_].", "    halt."), State.DIED, "worker died"),
    "loops.pl": (
        GOOD.read_text().replace("    Nexts = [_|_].", "    moves(Pos, Nexts)."),
        State.LIMIT,
        "",
    ),
    "no_start.pl": (GOOD.read_text().replace("initial(", "begin("), State.REFUSED, "no initial/1"),
    "never_loaded.pl": (GOOD.read_text() + ":- repeat, fail.\n", State.LIMIT, "loading it takes more than"),
    "talks.pl": (
        GOOD.read_text() + ":- forall(between(1, 300000, N), (write(N), write(' and so on'), nl)).\n",
        State.AGREES,
        "positions matched",
    ),
}


@pytest.mark.thorough("what one file does to others is tried in errors/test_internal_faults")
def test_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    files = [tmp_path / name for name in [*BAD, "missing.pl"]]
    for name, (text, _, _) in BAD.items():
        (tmp_path / name).write_text(text)
    quick = Asked(seconds=ENOUGH, trees=5)
    slow = [path for path in files if path.name in BAD and BAD[path.name][1] is State.LIMIT]
    grades = grade(GOOD, [*(path for path in files if path not in slow), GOOD], quick)
    assert grades.exit_code is Exit.DISAGREEMENT
    with _reference(GOOD, quick) as reference:  # which has time enough itself
        hasty = replace(quick, seconds=1.0)
        given = [Submission(path.stem, str(path), path) for path in slow]
        ended = [_graded(reference, file, hasty) for file in given]
    grades = replace(grades, files=[*ended, *grades.files])
    for name, (_, state, message) in BAD.items():
        rules = parts(grades, tmp_path / name)[RULES]
        assert rules.state is state, name
        assert message in rules.message
    assert parts(grades, tmp_path / "missing.pl")[RULES].state is State.REFUSED
    assert grades.files[-1].agrees


def test_a_file_that_wants_all_the_memory_has_its_limit_for_its_grade(tmp_path: Path) -> None:
    file = rules_file(tmp_path, GOOD.read_text() + ":- numlist(1, 100000000, L), length(L, _).\n", "hog.pl")
    hog, good = grade(GOOD, [file, GOOD], Asked(seconds=ENOUGH, trees=5, memory=256)).files
    assert hog.parts[0].state in (State.REFUSED, State.LIMIT)
    assert re.search("Stack limit|memory", hog.parts[0].message)
    assert good.agrees


@pytest.mark.parametrize("name", ["syntax.pl", "halts.pl", "no_start.pl", "missing.pl"])
def test_a_bad_reference_is_bad_input(pydecl: Run, tmp_path: Path, name: str) -> None:
    if name in BAD:
        (tmp_path / name).write_text(BAD[name][0])
    done = pydecl("grade", tmp_path / name, GOOD)
    assert done.code == Exit.BAD_INPUT
    assert done.err.startswith("pydecl: ")


# The command


def test_the_table_and_the_details(pydecl: Run) -> None:
    done = pydecl("grade", GOOD, GOOD, HOMEWORK / "draw_is_won.pl", "--trees", "5")
    assert done.code == Exit.DISAGREEMENT
    head, first, second = done.out.splitlines()[:3]
    assert head.split() == ["file", "rules", "alphabeta/3", "alphabeta/5", "minimax/3", "marks"]
    assert first.split()[1:] == ["agrees"] * 4 + ["4/4"]
    assert second.split()[1:] == ["differs", "agrees", "agrees", "agrees", "3/4"]
    assert "rules: differs at offered(max)" in done.out
    assert "reached  heap(max,5), heap(min,3), offered(max)" in done.out


def test_json_has_stable_fields(pydecl: Run) -> None:
    done = pydecl("grade", GOOD, GOOD, "--trees", "5", "--json")
    assert done.code == Exit.FINE
    found = done.json()
    assert found.keys() == {"reference", "title", "agree", "interrupted", "files"}
    (file,) = found["files"]
    assert file.keys() == {
        *("file", "student", "agree", "marks", "points", "missing", "resumed", "parts"),
    }
    assert file["marks"] == {"right": 4, "of": 4}
    assert file["parts"][0].keys() == {
        *("name", "state", "message", "expected", "found", "position", "line", "tree", "size", "options"),
        *("notes", "cause", "places", "why", "hint", "readings", "points"),
    }
