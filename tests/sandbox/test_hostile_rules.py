"""Rules files that somebody may have written: what must come of each."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from folders import TESTS
from hostile import answers, contract, endless, reading, tampering
from hostile.case import ENOUGH, GAME, Case, Place, examine, judge

from pydecl.errors import FAULTS, Exit

SEARCHES = {**contract.FAULTY, **endless.CASES}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def examined(place: Place, case: Case) -> None:
    examine(case, place, place.write("game.pl", case.text))


@pytest.mark.parametrize("name", answers.CASES)
@pytest.mark.sampled(5, "each case starts a child that answers")
def test_an_answer_is_told_exactly_or_refused(place: Place, name: str) -> None:
    """Positions and values that are hard to tell."""
    examined(place, answers.CASES[name])


@pytest.mark.parametrize("name", reading.CASES)
@pytest.mark.sampled(5, "each case starts a child that reads")
def test_a_text_is_read_or_refused(place: Place, name: str) -> None:
    """Files that cannot be read, or hardly."""
    examined(place, reading.CASES[name])


@pytest.mark.parametrize("name", tampering.CASES)
@pytest.mark.sampled(4, "each case starts commands; these show that nothing is reached")
def test_rules_that_reach_too_far_get_no_wrong_answer_and_touch_nothing(place: Place, name: str) -> None:
    """Rules that reach for what is not theirs."""
    examined(place, tampering.CASES[name])


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.sampled(2, "each case is a search that is ended by a limit")
def test_a_search_ends_as_it_must(place: Place, name: str) -> None:
    """Games that break their contract, answer with odd terms, or never answer."""
    examined(place, SEARCHES[name])


@pytest.mark.parametrize("name", contract.PICTURES)
def test_a_board_that_cannot_be_drawn_is_told(place: Place, name: str) -> None:
    case = contract.PICTURES[name]
    path = place.write("game.pl", case.text)
    asked = ("--position", "a", "--time", str(ENOUGH), "-o", "board.svg")
    judge(case, place.run("board", path, *asked), "prolog")


def test_every_fault_has_a_game() -> None:
    others = {name for name in FAULTS if name.startswith("own_")}  # test_own_programs, test_moves_again
    others |= {"no_canonical", "canonical_not_ground", "asymmetric"}  # test_symmetries
    others |= {"unknown_value", "native_died", "malformed_reply", "texts_died"}  # trees; who asks
    said = (TESTS / "errors" / "broken_contracts.tsv").read_text("utf-8")
    patterns = {name: re.sub(r"\\{\d\\}", ".*", re.escape(text)) for name, text in FAULTS.items()}
    told = {name for name, pattern in patterns.items() if re.search(pattern, said)}
    assert FAULTS.keys() == others | told | contract.FAULTY.keys() | contract.PICTURES.keys()


def test_a_tree_can_have_unknown_values(place: Place) -> None:
    case = Case("", contract.BROKEN, "the value of .* is unknown", position=None)
    examine(case, place, Path("lecture19_unknown"))


HERE = TESTS / "hostile"


def rows() -> list[list[str]]:
    lines = (HERE / "handed_over.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")][1:]


def case_of(options: str, codes: str, says: str, value: str) -> Case:
    given = {} if options == "-" else dict(zip(options.split()[::2], options.split()[1::2], strict=True))
    position = None if "no" in given else given.get("--position", "a")
    return Case(
        "",
        tuple(Exit(int(code)) for code in codes.split()),
        "" if says == "-" else says,
        None if value == "-" else json.loads(value),
        position,
        given.get("--program", "minimax"),
        float(given.get("--time", "10")),
        options=("--depth", given["--depth"]) if "--depth" in given else (),
    )


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]} {row[1]}")
@pytest.mark.sampled(3, "each case starts a command that must end")
def test_a_hostile_file_ends_as_it_must(place: Place, row: list[str]) -> None:
    name, *rest = row
    path = place.write(f"{name}.pl", (HERE / "files" / f"{name}.pl").read_bytes())
    examine(case_of(*rest), place, path)


def test_every_file_has_its_row() -> None:
    assert {row[0] for row in rows()} == {path.stem for path in (HERE / "files").iterdir()}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a17_bidi", r":1:11: warning: .*U\+202E"),
        ("b21_singleton_typo", r":2:1: warning: .*[Ss]ingleton.*Valu"),
    ],
)
def test_what_is_doubtful_is_said_when_the_file_is_consulted(place: Place, name: str, says: str) -> None:
    path = place.write("game.pl", (HERE / "files" / f"{name}.pl").read_bytes())
    ran = place.run("check", "--about", path)
    assert ran.code == Exit.FINE
    assert re.search(says, ran.err, re.DOTALL), ran.err


LARGE = {
    "a19, a million nested parentheses": Case(
        f"moves(a,{'(' * 1_000_000}", (Exit.BAD_INPUT,), r":1:10008: term nested deeper than 10,000", time=2
    ),
    "a21, a body of 200,000 goals": Case(
        GAME + "long :- " + ", ".join(["true"] * 200_000) + ".\n", (Exit.FINE, Exit.BAD_INPUT), time=20
    ),
    "a23, 200,000 facts": Case("".join(f"fact({n}).\n" for n in range(200_000)) + GAME, time=20),
    "f23, a line of 100 MB": Case(
        b"%" + b"x" * 100_000_000, (Exit.BAD_INPUT,), "longer than 8 MiB", time=0.5
    ),
}


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.sampled(1, "each case starts a command that must end")
def test_a_large_file_is_read_or_refused_in_time(place: Place, name: str) -> None:
    examined(place, LARGE[name])


def test_a_program_of_the_files_own_is_said_when_the_file_is_checked(place: Place) -> None:
    path = place.write("game.pl", (HERE / "files" / "e01_own_minimax.pl").read_bytes())
    ran = place.run("check", path)
    assert "minimax/3" in ran.out + ran.err
