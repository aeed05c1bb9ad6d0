"""Mutated games and random tokens: whatever the text, pydecl ends with one of its exit codes.

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

_WORDS = r"""
moves move staticval max_to_move min_to_move initial a b c X Y _ 1 -1 0.5 0' 'q' "s" `c` [] {} ( ) [ ] { }
| , . :- --> -> ; \+ = is < >= =.. @ ^ * + - / /* */ % ! halt fail true repeat findall op dynamic table
0'a 0x1F 1r3 1.0Inf 'it''s \ ' é 😀
"""
TOKENS = [*_WORDS.split(), "\u202e", "\x00", "\x01"]

_PIECES: dict[str, Callable[[str], list[str]]] = {
    "token": re.compile(r"\w+|\s+|[^\w\s]").findall,
    "character": list,
    "clause": re.compile(r"[^.]*\.?").findall,
}


def mutated(random: Random) -> str:
    """A game with some of its tokens, characters or clauses deleted, doubled, exchanged, or another's."""
    text = random.choice(SOURCES)
    for _ in range(random.randint(1, 4)):
        kind = random.choice(("token", "token", "token", "character", "clause", "splice"))
        if kind == "splice":
            other = random.choice(SOURCES)
            text = text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other)) :]
            continue
        parts = _PIECES[kind](text)
        if not parts:
            continue
        one, other_one = random.randrange(len(parts)), random.randrange(len(parts))
        change = random.choice(("delete", "double", "exchange", "replace"))
        if change == "delete":
            del parts[one]
        elif change == "double":
            parts.insert(other_one, parts[one])
        elif change == "exchange":
            parts[one], parts[other_one] = parts[other_one], parts[one]
        else:
            parts[one] = random.choice(TOKENS)
        text = "".join(parts)
    return text


def scattered(random: Random) -> str:
    """Tokens in any order, before or after a game, or alone."""
    tokens = " ".join(random.choice(TOKENS) for _ in range(random.randint(1, 60)))
    return random.choice(("{}", GAME + "{}", "{}\n" + GAME)).replace("{}", tokens)


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
        assert all(fault.line <= text.count("\n") + 1 for fault in rules.faults)
        if seed % EVERY:
            return
        path.write_text(text, "utf-8")
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
