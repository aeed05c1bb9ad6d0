"""The states that a browser computes from a shipped recording are Python's, at every event."""

from __future__ import annotations

import json
import math
import random
import subprocess
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import own_texts
from rings import is_thorough, sample, sample_size
from site_modules import asset_modules

from pydecl.crosschecking.cases import Shape, make_case
from pydecl.loading.consulting import consult, what_is_missing
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.number import number_text
from pydecl.model.program import Program
from pydecl.model.term import Atom, term_text
from pydecl.paths import told_names
from pydecl.programs.registry import TRACED
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.stepping.comparison import Comparison
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track, marks_of

NUMBERS = frozenset({"alpha", "beta", "value", "old", "low", "high"})
"""Fields that are texts in the browser, so that no number loses a digit; places are floats in both."""

MOST = sample_size(60, 120)


def asked(
    node: str, folder: Path, single: Sequence[Any], pairs: Sequence[Any] = ()
) -> tuple[list[Any], list[Any]]:
    question, answer = folder / "asked.json", folder / "answer.json"
    question.write_text(json.dumps({"single": single, "pairs": pairs}), "utf-8")
    script = Path(__file__).with_name("states.mjs")
    subprocess.run([node, script, asset_modules(folder), question, answer], check=True)
    found = json.loads(answer.read_text("utf-8"))
    return found["single"], found["pairs"]


def texts(told: Any, key: str = "") -> Any:
    """A state with its numbers as texts."""
    if isinstance(told, dict):
        return {
            name: texts(one, name) if name in NUMBERS or isinstance(one, dict | list) else one
            for name, one in told.items()
        }
    if isinstance(told, list):
        return [texts(one) if isinstance(one, dict | list) else one for one in told]
    if key in NUMBERS and isinstance(told, int | float) and not isinstance(told, bool):
        return number_text(told)
    return told


def alike(here: Any, there: Any) -> bool:
    """Equal, but for the rounding of places."""
    if isinstance(here, dict) and isinstance(there, dict):
        return here.keys() == there.keys() and all(alike(here[key], there[key]) for key in here)
    if isinstance(here, list) and isinstance(there, list):
        return len(here) == len(there) and all(map(alike, here, there))
    if isinstance(here, float) and isinstance(there, int | float):
        return math.isclose(here, there, abs_tol=1e-12)
    return bool(here == there) and isinstance(here, bool) == isinstance(there, bool)


def states(track: Track) -> list[Any]:
    found = []
    for seq in range(1, len(track) + 1):
        state = texts(track.state(seq).to_json())
        event = state["event"]
        event["depth"] = event["depth"] if event["depth"] is None else str(event["depth"])
        ways = [track.next(seq), track.back(seq), track.over(seq), track.out(seq)]
        found.append({**state, "ways": ways, "found": [track.next_leaf(seq), track.next_cut(seq)]})
    return found


def check(
    node: str,
    folder: Path,
    recordings: Sequence[Recording],
    *,
    with_sources: bool = False,
    in_turn: bool = False,
) -> int:
    """Compare the states in all namings, or in each one in turn; how many there were."""
    tracks, single = [], []
    namings = cycle(Naming)
    for recording in recordings:
        sources = marks_of(recording) if with_sources else None
        for naming in islice(namings, 1 if in_turn and not is_thorough() else len(Naming)):
            track = Track(recording, term_text, naming=naming, sources=sources)
            if not len(track):
                continue
            tracks.append(track)
            single.append({"recording": shipped(track, "a test"), "naming": naming.value})
    found, _ = asked(node, folder, single)
    count = 0
    for track, there in zip(tracks, found, strict=True):
        here = states(track)
        assert len(here) == len(there)
        for one, other in zip(here, there, strict=True):
            count += 1
            if not alike(one, other):
                where = f"{track.recording.program} {track.naming} {one['seq']}"
                assert other == one, where
    return count


def test_states_are_the_same_on_all_bundled_trees(node: str, tmp_path: Path) -> None:
    recordings = []
    for name in sample(told_names(".tree"), 2):
        with consult(name) as game:
            recordings += [
                record(game, program, engine="python", most=MOST)
                for program in TRACED
                if what_is_missing(game, program) is None
            ]
    assert check(node, tmp_path, recordings, in_turn=True) > sample_size(300, 1000)


def test_states_are_the_same_on_random_trees(node: str, tmp_path: Path) -> None:
    recordings = []
    rng, trees = random.Random("stepper"), sample_size(7, 200)
    with consult_trees() as game:
        for seed in range(trees):
            tree = make_case(Shape.TREE, 7, seed).tree
            plant(game, tree)
            program = rng.choice([Program.MINIMAX, Program.ALPHABETA, *TRACED])
            if what_is_missing(game, program) is None:
                position = Atom(tree.root.name)
                recordings.append(
                    record(game, program, engine="python", position=position, depth=None, most=200)
                )
    assert check(node, tmp_path, recordings, in_turn=True) > 10 * trees


def test_states_of_own_programs_that_fail_and_answer_again_are_the_same(node: str, tmp_path: Path) -> None:
    choices = own_texts.textbook("minimax").replace(
        " :-\n    moves(Pos, PosList), !,", " :-\n    moves(Pos, PosList),"
    )
    recordings, kinds = [], set()
    for text, position in ((own_texts.FAILS, None), (choices, "h(max,1)")):
        path = tmp_path / "own.pl"
        path.write_text(own_texts.NIM + text, "utf-8")
        with consult(path) as game:
            recordings.append(record(game, "file:minimax", position=position))
        kinds |= {event.kind.value for event in recordings[-1].events()}
    assert kinds >= {"fail", "again"}
    assert check(node, tmp_path, recordings) > 10


def test_places_in_the_programs_are_the_same(node: str, tmp_path: Path) -> None:
    with consult("lecture19") as game:
        recordings = [record(game, name) for name in ("alphabeta", "minimax")]
    assert check(node, tmp_path, recordings, with_sources=True, in_turn=True) > sample_size(50, 100)


def test_differences_are_the_same(node: str, tmp_path: Path) -> None:
    comparisons = []
    names = ("alphabeta", "minimax", "negamax_alphabeta", "ab_procedure")
    known = {program.value for program in TRACED}
    for tree in sample(told_names(".tree"), 4):
        with consult(tree) as game:
            tracks = [
                Track(record(game, name, engine="python", most=MOST), term_text)
                for name in names
                if name in known and what_is_missing(game, Program(name)) is None
            ]
        tracks = [track for track in tracks if len(track)]
        comparisons += [Comparison(one, other) for one in tracks for other in tracks]
    pairs = [[shipped(track, "a test") for track in one.tracks] for one in comparisons]
    _, found = asked(node, tmp_path, [], pairs)
    assert sum(len(one.differences) for one in comparisons) > sample_size(20, 50)
    for one, there in zip(comparisons, found, strict=True):
        left, right = (range(1, len(track) + 1) for track in one.tracks)
        following = [one.next(seq) for seq in left]
        assert there == {
            "differences": [difference.to_json() for difference in one.differences],
            "across": [one.across(seq) for seq in left],
            "back": [one.back_across(seq) for seq in right],
            "next": [difference and difference.to_json() for difference in following],
        }
