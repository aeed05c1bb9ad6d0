"""Mutated games and random texts: whatever the text, pydecl ends with one of its exit codes.

Every text is read and checked by pydecl's own reader. One in EVERY goes through a SWI-Prolog of its own,
which takes a quarter of a second to start: with HOSTILE_EVERY=1 in the environment they all do, and
HOSTILE_CASES says how many there are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from random import Random

import pytest
from command_line import no_child_is_left
from hostile.case import GAME
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_texts import CHANGES, random_text
from rings import sample_size

from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.errors import Exit, PydeclError
from pydecl.loading.consulting import consult
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules

CASES = int(os.environ.get("HOSTILE_CASES", sample_size(100, 2000)))
EVERY = int(os.environ.get("HOSTILE_EVERY", "8"))

SECONDS = 0.5

SOURCES = [
    GAME,
    *(prolog_file("games", f"{name}.pl").read_text("utf-8") for name in ("nim", "graph", "kuhn")),
]


def mutated(random: Random) -> str:
    """A game with some of its characters, words or lines changed."""
    text = random.choice(SOURCES)
    for _ in range(random.randint(1, 4)):
        text = random.choice(CHANGES)(random, text)
    return text


def scattered(random: Random) -> str:
    """A random text, before or after a game, or alone."""
    text = random_text(random.randrange(10**9)).text
    return random.choice(("{}", GAME + "{}", "{}\n" + GAME)).replace("{}", text)


@pytest.mark.parametrize("make", [mutated, scattered])
def test_any_text_ends_with_an_exit_code(
    make: Callable[[Random], str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    path = folder / "game.pl"

    @settings(
        max_examples=CASES // 2,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64))
    def holds(seed: int) -> None:
        random = Random(seed)
        text = make(random)
        rules = read_rules(text, str(path))
        assert all(fault.line <= len(re.findall(r"\r\n|\r|\n", text)) + 1 for fault in rules.faults)
        if seed % EVERY:
            return
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        before = path.stat()
        with no_child_is_left():
            code = searched(str(path), complete()[seed // EVERY % 2])
        assert code in list(Exit), text
        assert list(folder.iterdir()) == [path]
        assert path.stat().st_mtime_ns == before.st_mtime_ns

    holds()


def searched(path: str, engine: str) -> Exit:
    """The exit code of a search to depth 3 in the first position, or in a."""
    try:
        with consult(path, seconds=SECONDS, memory=256) as game:
            starts = game.initial() if "initial/1" in game.defined else []
            position = starts[0] if starts else game.parse_position("a")
            return search(
                game, "minimax", engine=engine, position=position, depth=3, seconds=SECONDS
            ).exit_code
    except PydeclError as error:
        return error.exit_code
