"""pydecl prove: what it writes, what it reads, and its exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

ENGINES = pytest.mark.parametrize("engine", ["prolog", "python"])

QUOTED = """
moves(p("a\\"b"), ['X y', q(1r3)]). max_to_move(p(_)). min_to_move('X y'). min_to_move(q(_)).
staticval('X y', 1r3). staticval(q(_), inf).
"""


@ENGINES
def test_a_certificate_in_json_has_the_promised_fields(pydecl: Run, engine: str) -> None:
    done = pydecl("prove", "nim:heaps=[1,2]", "--won", "--format", "json", "--engine", engine)
    assert (done.code, done.err) == (0, "")
    # By hand: MAX leaves 1/1, MIN takes one of them, MAX the other.
    assert done.json() == {
        "game": "nim:heaps=[1,2]",
        "position": "1/2 max",
        "depth": None,
        "claim": "won",
        "bound": None,
        "entries": [
            entry(1, "0/0 min", "min", "leaf", []),
            entry(2, "0/1 max", "max", "or", [1]),
            entry(3, "1/0 max", "max", "or", [1]),
            entry(4, "1/1 min", "min", "and", [2, 3]),
            entry(5, "1/2 max", "max", "or", [4]),
        ],
    }


def entry(number: int, position: str, mover: str, kind: str, successors: list[int]) -> dict[str, Any]:
    return {
        "number": number,
        "position": position,
        "depth": None,
        "mover": mover,
        "kind": kind,
        "value": None,
        "successors": successors,
    }


@ENGINES
def test_without_a_claim_the_value_is_proved_from_both_sides(pydecl: Run, engine: str) -> None:
    done = pydecl("prove", "lecture19", "--format", "json", "--engine", engine)
    lower, upper = done.json()
    assert done.code == 0
    assert [(one["claim"], one["bound"]) for one in (lower, upper)] == [("at_least", 4), ("at_most", 4)]
    # at_least 4 needs j and k; at_most 4 both leaves of d, and both of f below c.
    assert [leaves(one) for one in (lower, upper)] == [{"j": 4, "k": 5}, {"i": 1, "j": 4, "m": 2, "n": 1}]


def leaves(certificate: dict[str, Any]) -> dict[str, Any]:
    return {one["position"]: one["value"] for one in certificate["entries"] if one["kind"] == "leaf"}


def test_the_tree_for_people_has_a_move_and_a_position_a_line_and_hides_nothing(pydecl: Run) -> None:
    done = pydecl("prove", "nim:heaps=[1,2]", "--at-most", "1", "--depth", "2")
    assert done.code == 0
    assert done.out.splitlines() == [
        "nim:heaps=[1,2]: 1/2 max is worth at most 1 (to depth 2)",
        "",
        "[6] 1/2 max, MAX to move, all replies",
        "  take(1,1): [2] 0/2 min, MIN to move, one answer",
        "    take(2,1): [1] 0/1 max, value 0 at the depth limit",
        "  take(2,1): [3] 1/1 min, MIN to move, one answer",
        "    take(1,1): [1] 0/1 max, value 0 at the depth limit",
        "  take(2,2): [5] 1/0 min, MIN to move, one answer",
        "    take(1,1): [4] 0/0 max, value -1",
    ]
    shared = pydecl("prove", "nim:heaps=[1,2]", "--at-most", "1", "--depth", "unlimited").out
    assert "    take(1,1): [2] 0/1 max, as above" in shared.splitlines()
    assert "…" not in done.out + shared
    assert "[1] 0/0 min, won" in pydecl("prove", "nim:heaps=[1,2]", "--won").out
    assert "[1] 0/0 max, lost" in pydecl("prove", "nim:heaps=[1,1]", "--lost").out


@ENGINES
def test_a_false_claim_is_an_exit_code_and_says_what_holds_instead(pydecl: Run, engine: str) -> None:
    for game, claim, words in (
        ("nim:heaps=[2,2]", "--won", "not won: MIN wins"),
        ("nim:heaps=[1,2]", "--lost", "not lost: MAX wins"),
        ("tictactoe", "--won", "not won: neither player can force a win"),
        ("lecture19", "--at-least=4.5", "not at least 4.5: V(P) is 4"),
        ("lecture19", "--at-most=-inf", "not at most -inf: V(P) is 4"),
    ):
        done = pydecl("prove", game, claim, "--engine", engine, "--depth", "unlimited")
        assert (done.code, done.out, done.err) == (1, "", f"pydecl: {words}\n")


@pytest.mark.sampled(1, "each case proves a game")
@ENGINES
def test_what_is_unknown_is_no_refutation(pydecl: Run, engine: str) -> None:
    done = pydecl("prove", "nim", "--won", "--depth", "2", "--engine", engine)
    assert (done.code, done.out) == (4, "")
    assert done.err == "pydecl: unknown: the depth limit, 2 plies, was reached\n"
    done = pydecl("prove", "connect4", "--depth", "unlimited", "--time", "0.3", "--engine", engine)
    assert (done.code, done.out) == (4, "")
    assert re.fullmatch("pydecl: (unknown: time is up|.*loading it takes more than 0.3 s.*)\n", done.err)


@pytest.mark.sampled(1, "each case proves a game on two engines")
@ENGINES
def test_what_is_written_is_verified_and_the_engines_write_the_same(
    pydecl: Run, tmp_path: Path, engine: str
) -> None:
    path = tmp_path / "certificate.json"
    asked = ("prove", "tictactoe", "--position", "x../.o./...", "--format", "json")
    written = pydecl(*asked, "--output", path, "--engine", engine)
    sentence = "tictactoe: x../.o./... is worth at least 0 (no depth limit), 26 entries"
    assert (written.code, written.out.splitlines()[0]) == (0, f"proved: {sentence}")
    for rules in ("prolog", "python"):
        done = pydecl("prove", "--verify", path, "tictactoe", "--engine", rules)
        assert (done.code, done.out.splitlines()[0]) == (0, f"verified: {sentence}")
        assert done.out == written.out.replace("proved", "verified")
    other = pydecl(*asked, "--engine", "prolog")
    assert other.out == path.read_text("utf-8")


@ENGINES
def test_positions_and_values_of_any_kind_are_written_and_read(
    pydecl: Run, tmp_path: Path, engine: str
) -> None:
    rules, certificate = tmp_path / "quoted.pl", tmp_path / "certificate.json"
    rules.write_text(QUOTED)
    position = ("--position", 'p("a\\"b")')
    options = ("--format", "json", "--output", certificate, "--engine", engine)
    assert pydecl("prove", rules, *position, "--at-most", "inf", *options).code == 0
    values = [one["value"] for one in json.loads(certificate.read_text("utf-8"))["entries"]]
    assert values == ["1r3", "inf", None]
    assert pydecl("prove", "--verify", certificate, rules, "--engine", engine).code == 0


def test_a_wrong_certificate_is_refused_with_its_first_wrong_entry(pydecl: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    certificate = pydecl("prove", "lecture19", "--at-least", "4", "--format", "json").json()
    certificate["entries"][4]["successors"] = [4]
    path.write_text(json.dumps(certificate))
    done = pydecl("prove", "--verify", path, "lecture19")
    assert (done.code, done.out) == (1, "")
    assert done.err == "pydecl: not verified: entry 5, b: d is missing\n"


@pytest.mark.sampled(6, "the reader of certificates has tests of its own")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", ":1:2: not JSON: Expecting property name"),
        ("[]", ": expected a certificate, found an empty list"),
        ("7", ": the whole: expected an object with game, position, depth, claim, bound, entries, found 7"),
        ("NaN", ": NaN is not JSON"),
        ("[" * 100_000, ": nested too deep"),
        ('"game": "nim"', '.game: expected lecture19, found "nim"'),
        ('"claim": "drawn"', '.claim: expected won or lost or at_least or at_most, found "drawn"'),
        ('"claim": "won"', ".bound: won takes no bound"),
        ('"bound": null', ".bound: at_least takes a bound"),
        ('"bound": "4"', '.bound: expected a number, "inf", "-inf" or a rational such as "1r3", found "4"'),
        ('"bound": "1r0"', ".bound: expected a number"),
        ('"depth": -1', ".depth: expected a number from 0, found -1"),
        ('"position": "zz"', ".position: "),
        ('"entries": 3', ".entries: expected a list, found 3"),
        ('"entries": [[]]', ".entries[1]: expected an object with number, position"),
        ('"entries.2.mover": "us"', '.entries[2].mover: expected max or min, found "us"'),
        ('"entries.2.successors": ["1"]', '.entries[2].successors[1]: expected a number from 0, found "1"'),
        ('"entries.2.position": 1', ".entries[2].position: expected a text, found 1"),
    ],
)
def test_a_malformed_certificate_is_bad_input_with_the_place(
    pydecl: Run, tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "malformed.json"
    if text.startswith('"'):
        certificate = pydecl("prove", "lecture19", "--at-least", "4", "--format", "json").json()
        name, value = text.split(": ")
        at: Any = certificate
        *way, last = name.strip('"').split(".")
        for step in way:
            at = at[int(step) - 1] if step.isdigit() else at[step]
        at[last] = json.loads(value)
        text = json.dumps(certificate)
    path.write_text(text)
    done = pydecl("prove", "--verify", path, "lecture19")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"pydecl: {path}")
    assert words.lstrip(".") in done.err


def test_a_claim_needs_what_it_asks_of_the_rules(pydecl: Run, tmp_path: Path) -> None:
    path = tmp_path / "ends.pl"
    path.write_text(
        "moves(a, [b]). max_to_move(a). min_to_move(b). terminalwon(b). terminallost(_) :- fail.\n"
    )
    assert pydecl("prove", path, "--position", "a", "--won").code == 0
    for claim in ((), ("--at-least", "0")):
        done = pydecl("prove", path, "--position", "a", *claim)
        assert (done.code, "staticval/2 is not defined" in done.err) == (2, True)
