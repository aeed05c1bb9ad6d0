"""The site's modules that need no page, in Node.js: they read terms, numbers and rules as is done here."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from random_texts import random_text
from rings import sample, sample_size
from site_modules import asset_modules

from pydecl.model.number import Number, brief_text, less, number_text
from pydecl.model.reader import read_term
from pydecl.rules.checks.interface import INTERFACE
from pydecl.rules.tokens import scan

Ask = Callable[..., Any]


@pytest.fixture
def ask(node: str, tmp_path: Path) -> Ask:
    """What gives a task of `modules.mjs` to Node.js."""

    def ask(name: str, asked: Any = None) -> Any:
        question, answer = tmp_path / "asked.json", tmp_path / "answer.json"
        question.write_text(json.dumps({"name": name, "asked": asked}), "utf-8")
        script = Path(__file__).with_name("modules.mjs")
        subprocess.run([node, script, asset_modules(tmp_path), question, answer], check=True)
        return json.loads(answer.read_text("utf-8"))

    return ask


# Terms and numbers


def test_numbers_are_compared_as_here(ask: Ask) -> None:
    rng = random.Random(3)
    some = [
        *("0", "-1", "3", "1r3", "-7r2", "0.1", "-0.0", "1.0e10", "inf", "-inf", str(10**30), "2.5", "3.0"),
        "1.0e-5",
    ]
    pairs = [(rng.choice(some), rng.choice(some)) for _ in range(500)]

    def value(text: str) -> Number:
        return read_term(text.replace("-inf", "-(inf)")) if "inf" not in text else float(text)  # type: ignore[return-value]

    found = ask("comparisons", pairs)
    for (one, other), sign in zip(pairs, found, strict=True):
        a, b = value(one), value(other)
        assert sign == (-1 if less(a, b) else 1 if less(b, a) else 0), (one, other)


def test_numbers_are_shortened_as_they_are_here(ask: Ask) -> None:
    rng = random.Random(7)
    numbers: list[Number] = [1.125, 0.0, -2 / 35, 1234.5, 12345, Fraction(1, 3)]
    numbers += [rng.uniform(-1, 1) * 10 ** rng.randint(-3, 8) for _ in range(300)]
    numbers += [rng.randint(-9999, 9999) / 2 ** rng.randint(0, 10) for _ in range(300)]  # ties when rounded
    numbers += [Fraction(rng.randint(-(10**6), 10**6), rng.randint(1, 10**9)) for _ in range(300)]
    assert ask("brief", list(map(number_text, numbers))) == list(map(brief_text, numbers))


def test_terms_are_read_as_they_are_written_here(ask: Ask) -> None:
    texts = [
        "a", "[]", "'hello world'", "'it\\'s'", "f(a,[1,-2.5,1r3],\"a \\\"text\\\"\\n\")", "-(1,2)", "-(1)",
        "'\\x1F\\'", "{}", "!", "+(;,',')", "élan", "[a,b|_1]", "inf", "-inf", "1.0e10", "f(-1)",
    ]  # fmt: skip
    expected: list[Any] = [
        ["atom", "a"], [], ["atom", "hello world"], ["atom", "it's"],
        ["f", ["atom", "a"], [["number", "1"], ["number", "-2.5"], ["number", "1r3"]],
            ["string", 'a "text"\n']],
        ["-", ["number", "1"], ["number", "2"]], ["-", ["number", "1"]],
        ["atom", "\x1f"], ["atom", "{}"], ["atom", "!"], ["+", ["atom", ";"], ["atom", ","]],
        ["atom", "élan"],
        ["[|]", ["atom", "a"], ["atom", "b"], ["variable", "_1"]],
        ["number", "inf"], ["number", "-inf"], ["number", "1.0e10"], ["f", ["number", "-1"]],
    ]  # fmt: skip
    assert ask("terms", texts) == expected


# The editor's colours and words

KINDS = {
    "VARIABLE": "variable",
    "NAME": "name",
    "QUOTED": "quoted",
    "END": "end",
    **dict.fromkeys(("NUMBER", "BASED", "CHARACTER"), "number"),
    **dict.fromkeys(("STRING", "CODES"), "string"),
    "UNCLOSED_COMMENT": "comment",
}
"""Our reader's kinds of tokens; all others are signs."""

PIECES = {
    **dict.fromkeys(("atom", "word", "directive", "head"), "name"),
    "variableName": "variable",
    **{kind: kind for kind in ("number", "string", "quoted", "end", "comment")},
}
"""The editor's kinds of pieces; all others are signs."""


def read(text: str) -> list[str]:
    """For each character what our reader takes it for."""
    kinds = ["comment"] * len(text)
    for kind, start, end in scan(text):
        if kind.startswith("UNCLOSED"):
            end = len(text)
        if kind == "UNCLOSED_QUOTE":
            kind = "QUOTED" if text[start] == "'" else "STRING"
        kinds[start:end] = [KINDS.get(kind, "sign")] * (end - start)
    return kinds


def shown(text: str, pieces: list[dict[str, Any]]) -> list[str]:
    """For each character what the editor takes it for; each is one unit of the editor's here."""
    kinds = ["sign"] * len(text)
    for piece in pieces:
        start, end = piece["from"], piece["to"]
        kind = PIECES.get(piece["name"], "sign")
        is_quoted = kind == "name" and text[start] == "'"
        kinds[start:end] = ["quoted" if is_quoted else kind] * (end - start)
    return kinds


def differences(text: str, pieces: list[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    for at, (one, other) in enumerate(zip(read(text), shown(text, pieces), strict=True)):
        if one != other and not text[at].isspace():
            yield text[max(0, at - 20) : at + 20], one, other


ACROSS = re.compile(r"\d_\s*(?:\n|/\*|%)")
"""Digits of one number in several lines, or with a comment between: the editor goes line by line."""


def test_the_colours_are_those_of_our_readers_tokens(ask: Ask) -> None:
    """In all Prolog of the repository, and in random terms within sixteen bits."""
    paths = [path for folder in ("prolog", "examples") for path in sorted((ROOT / folder).rglob("*.pl"))]
    files = [path.read_text("utf-8") for path in sample(paths, 40)]
    texts = [*files, *(random_text(number).text for number in range(2, 2 + 3 * sample_size(20, 200), 3))]
    texts = [text for text in texts if max(text, default="") < "\U00010000" and not ACROSS.search(text)]
    assert len(texts) > sample_size(20, 200)
    for text, pieces in zip(texts, ask("pieces", texts), strict=True):
        assert list(differences(text, pieces)) == []


WORD = re.compile(r"(\w+)(?:\((.*)\))?( -->)?")


def test_the_words_of_the_game_interface_are_offered_all_of_them(ask: Ask) -> None:
    found = set()
    for word in ask("words"):
        match = WORD.fullmatch(word)
        assert match is not None
        name, arguments, arrow = match.groups()
        arity = len(arguments.split(",")) if arguments else 0
        found.add((name, arity + 2 if arrow else arity))
    assert found == INTERFACE
