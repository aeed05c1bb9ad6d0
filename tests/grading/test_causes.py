"""Why a program is wrong: the change that makes it right, and no cause without one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import pytest
from folders import rules_file
from grades import ENOUGH, GOOD
from grades import graded as parts_of
from labelled_homework import GAME, MINIMAX_TEXT, SHORT_SIGHTED, Labelled, labelled, written
from rings import is_thorough, sample, sample_size

from pydecl.grading import diagnosing
from pydecl.grading.causes import Cause
from pydecl.grading.clauses import OwnClauses
from pydecl.grading.edits import edits, pairs
from pydecl.grading.part import Part, State
from pydecl.grading.running import Asked, grade
from pydecl.rules.reader import read_rules

pytestmark = pytest.mark.usefixtures("own_folder")

MANY = (
    *("betterof_cut_missing", "cuts_at_equality", "goodenough_missing", "newbounds_swapped", "ite_mover"),
    *("minimax_evaluates_first", "first_of_equals", "best_is_forgotten", "if_then_else", "accumulator"),
    *("findall_mover", "won_negation_apart"),
)
SAMPLE = ("max_mover", "children_get_bounds_swapped", "sign_in_minimax", *sample(MANY, 0))
"""The whole is for `benchmarks/grading.py`."""


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Sequence[Part]]]:
    """The parts of each file of the sample: those of which the same is required are graded at once."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(diagnosing, "TREES", sample_size(60, diagnosing.TREES))
        yield graded(tmp_path_factory)


def graded(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Sequence[Part]]:
    found: dict[str, Sequence[Part]] = {}
    files = sorted((one for one in labelled() if one.name in SAMPLE), key=required_of)
    for required, alike in groupby(files, key=required_of):
        those = list(alike)
        paths = written(those, tmp_path_factory.mktemp("homework"))
        grades = grade(GOOD, paths, Asked(seconds=ENOUGH, trees=60, required=required)).files
        found |= {file.name: one.parts for file, one in zip(those, grades, strict=True)}
    return found


def required_of(file: Labelled) -> tuple[str, ...]:
    """What is graded; in the inner ring one wrong program, as others of a file have the same cause."""
    return file.required if is_thorough() else tuple(file.labels)[:1]


@pytest.mark.sampled(2, "each case grades a file")
@pytest.mark.parametrize("file", [one for one in labelled() if one.name in SAMPLE], ids=lambda one: one.name)
def test_every_verdict_is_the_label_s(file: Labelled, parts: Mapping[str, Sequence[Part]]) -> None:
    for part in parts[file.name]:
        label = file.label(part.name)
        assert part.state is label.state, part
        assert not label.causes or part.cause in label.causes
        assert part.state is not State.AGREES or part.cause is None
        if part.cause is not None and part.places:
            assert part.tried >= 50
            assert part.why
            assert part.evidence is not None
            assert all(svg.startswith("<?xml") for _, svg in part.evidence.pictures)


def test_sixty_files_have_labels() -> None:
    names = [file.name for file in labelled()]
    assert len(names) == len(set(names)) >= 60
    assert set(SAMPLE) <= set(names)


def test_the_reason_is_said_in_words(parts: Mapping[str, Sequence[Part]]) -> None:
    said = {name: next((part.why for part in found if part.why), "") for name, found in parts.items()}
    assert said["max_mover"] == "MAX chose the smaller value at a: 0 (c), not 0.5 (b)."
    assert said["children_get_bounds_swapped"].startswith("At a, the program looks at b with alpha inf;")
    assert said["sign_in_minimax"].endswith("the sign is turned round.")


def test_edits_are_of_one_place_and_their_text_can_be_read() -> None:
    text = read_rules(
        "better(P, V, _, W, P, V) :- min_to_move(P), V > W, !.\nbetter(_, _, Q, W, Q, W).\n"
        "walk([P|Ps], B, Q) :- better(P, 1, P, B, R, V), walk(Ps, V, Q), \\+ R = Q.\n"
    )
    slips, clauses, others = edits(OwnClauses(text, [("better", 6), ("walk", 3)]))
    everything = [*slips, *clauses, *others]
    assert {edit.cause for edit in everything} >= {
        *(Cause.EQUALITY, Cause.DIRECTION, Cause.MOVER, Cause.CUT, Cause.EXCHANGED, Cause.ORDER),
        *(Cause.NEGATION, Cause.MISSING_CLAUSE, Cause.EXTRA_CLAUSE, Cause.VARIABLE),
    }
    for edit in everything:
        assert edit.after != edit.before
        assert edit.after is None or not read_rules(edit.after).faults, edit
    assert all(len({edit.predicate for edit in pair}) == 1 for pair in pairs(slips, [Cause.CUT]))


TRIED = Asked(seconds=ENOUGH, trees=60, required=("minimax/3",))


def test_a_depth_of_its_own_is_a_cause_and_no_comparison_is_blamed(tmp_path: Path) -> None:
    file = rules_file(tmp_path, GAME + SHORT_SIGHTED.format(plies=3), "own.pl")
    part = parts_of(file, TRIED)["minimax/3"]
    assert (part.state, part.cause, part.places) == (State.DIFFERS, Cause.HORIZON, ())
    assert any("are those of a search of 3 plies" in note for note in part.notes)


def test_a_misprinted_variable_is_the_cause(tmp_path: Path) -> None:
    file = rules_file(tmp_path, GAME + MINIMAX_TEXT.replace("best(Nexts,", "best(Next,", 1), "own.pl")
    part = parts_of(file, TRIED)["minimax/3"]
    assert part.cause is Cause.MISPRINT


def test_rules_that_reach_for_processes_are_flagged(tmp_path: Path) -> None:
    file = rules_file(
        tmp_path, GAME + MINIMAX_TEXT.replace("moves(", "catch(shell(ls), _, true), moves(", 1), "own.pl"
    )
    notes = parts_of(file, TRIED)["rules"].notes
    assert any("shell/1 reaches for what is outside of Prolog" in note for note in notes)
