"""Random texts of rules files, whatever they may be: each is for two readers, and most are no game.

Three styles, in turn: tokens put together; files of the repository with something changed; well-formed terms,
written in odd ways.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from folders import SUPPORT, TESTS

HERE = TESTS

INCLUDED = "more.pl"


@dataclass(frozen=True)
class RandomText:
    """A text, and the files beside it that it may include."""

    number: int
    text: str
    others: Mapping[str, str] = field(default_factory=dict)


def random_text(number: int) -> RandomText:
    """The text of a number: the number is its seed."""
    at = random.Random(f"text {number}")
    return _STYLES[number % len(_STYLES)](at, number)


# What texts are made of

PARTS: Mapping[str, Sequence[str]] = json.loads((SUPPORT / "random_texts.json").read_text("utf-8"))
ATOMS, VARIABLES, NUMBERS, TEXTS, INFIX, PREFIX, LAYOUT, ENDS, DIRECTIVES, CHARACTERS = PARTS.values()


# Tokens put together


def _soup(at: random.Random, number: int) -> RandomText:
    clauses = [_soup_clause(at) for _ in range(at.randint(1, 8))]
    return _with_more(at, number, "".join(clauses))


def _soup_clause(at: random.Random) -> str:
    if at.random() < 0.35:
        return at.choice(DIRECTIVES) + at.choice(ENDS)
    inner = _soup_tokens(at)
    body = at.choice(
        ("p({})", "p({})", "a :- X = {}", "{}", "p(X) :- q(X, {}), b", ":- {}", "[{}]", "f :- ( {} )")
    )
    return body.format(inner) + at.choice(ENDS)


def _soup_tokens(at: random.Random, depth: int = 2) -> str:
    """Operands with operators between them, mostly."""
    out = [_operand(at, depth)]
    while at.random() < 0.45:
        out += [_space(at), at.choice(INFIX), _space(at), _operand(at, depth)]
    if at.random() < 0.1:
        out.insert(
            at.randrange(len(out)), at.choice((*INFIX, *PREFIX, *NUMBERS, "(", ")", "|", "{", "}", "[", "]"))
        )
    return "".join(out)


def _space(at: random.Random) -> str:
    return at.choice(LAYOUT) if at.random() < 0.6 else ""


def _operand(at: random.Random, depth: int) -> str:
    kind = at.random()
    if depth and kind < 0.30:
        inner = at.choice((",", ",", "|", ", ")).join(
            _soup_tokens(at, depth - 1) for _ in range(at.randint(1, 3))
        )
        form = at.choice(
            ("({})", "[{}]", "{{{}}}", "f({})", "'g h'({})", "-({})", "- ({})", "a ({})", "X({})", "[]({})")
        )
        return form.format(inner)
    if kind < 0.42:
        return at.choice(PREFIX) + _space(at) + _operand(at, 0)
    return at.choice(at.choice((ATOMS, VARIABLES, NUMBERS, TEXTS)))


def _with_more(at: random.Random, number: int, text: str) -> RandomText:
    """The text, now and then with a mark of its encoding before it, and a file that it may include."""
    if at.random() < 0.05:
        text = at.choice(("\ufeff", "#!/usr/bin/swipl\n", "\n", "\r\n", "\u200b", "#! p(0).\n")) + text
    if at.random() < 0.05:
        text = text.replace("\n", at.choice(("\r\n", "\r", "\u0085\n")))
    if at.random() < 0.3:
        text += at.choice(
            ("p(5)", "p(6).", "/* p(7).", "'p", "%", "p(5) .\n", "end_of_file. p(7).\n", "p(7).\x00")
        )
    if "more" not in text:
        return RandomText(number, text)
    more = "".join(_soup_clause(at) for _ in range(at.randint(1, 3)))
    return RandomText(number, text, {INCLUDED: at.choice(("", "\ufeff")) + more})


# Files with something changed


@cache
def _pieces() -> Sequence[str]:
    """A few clauses at a time of the files at hand."""
    found = []
    for folder in (
        "prolog/games",
        "prolog/textbook",
        "prolog/refined",
        "examples",
        "tests/strangers",
        "tests/idioms",
    ):
        for file in sorted((HERE.parent / folder).glob("*.pl")):
            clauses = re.split(r"(?<=\.)\n(?=\S)", file.read_text(encoding="utf-8"))
            found += ["\n".join(clauses[i : i + 6]) + "\n" for i in range(0, len(clauses), 6)]
    return found


def _mutated(at: random.Random, number: int) -> RandomText:
    text = at.choice(_pieces())
    for _ in range(at.randint(1, 3)):
        text = at.choice(CHANGES)(at, text)
    return _with_more(at, number, text)


def _inserted(at: random.Random, text: str) -> str:
    i = at.randrange(len(text) + 1)
    return text[:i] + at.choice(CHARACTERS) + text[i:]


def _removed(at: random.Random, text: str) -> str:
    i = at.randrange(len(text) + 1)
    return text[:i] + text[i + at.choice((1, 1, 2)) :]


def _line_inserted(at: random.Random, text: str) -> str:
    lines = text.split("\n")
    lines.insert(at.randrange(len(lines) + 1), at.choice(DIRECTIVES) + at.choice(ENDS).rstrip("\n"))
    return "\n".join(lines)


_WORD = re.compile(r"\b\w+\b")


def _word_replaced(at: random.Random, text: str) -> str:
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word = at.choice(words)
    return (
        text[: word.start()] + at.choice(at.choice((ATOMS, VARIABLES, NUMBERS, TEXTS))) + text[word.end() :]
    )


def _blank_replaced(at: random.Random, text: str) -> str:
    blanks = [i for i, char in enumerate(text) if char in " \n"]
    if not blanks:
        return text
    i = at.choice(blanks)
    return text[:i] + at.choice((*LAYOUT, *INFIX, "", "")) + text[i + 1 :]


CHANGES: Sequence[Callable[[random.Random, str], str]] = (
    *(_inserted, _removed, _line_inserted, _word_replaced, _blank_replaced, _line_inserted),
)


# Well-formed terms, written in odd ways


def _printed(at: random.Random, number: int) -> RandomText:
    clauses = []
    for _ in range(at.randint(1, 7)):
        if at.random() < 0.3:
            clauses.append(at.choice(DIRECTIVES))
        else:
            name = at.choice(("p", "foo", "'p'", "é", "q"))
            head = f"{name}({_argument(at, 2)})"
            clauses.append(head if at.random() < 0.5 else f"{head}{_gap(at)}:-{_gap(at)}{_term(at, 999, 3)}")
    return _with_more(at, number, "".join(clause + at.choice(ENDS[:10]) for clause in clauses))


_OPERATORS = (
    *((700, 699, 699, "="), (700, 699, 699, "is"), (700, 699, 699, "=.."), (500, 500, 499, "+")),
    *((500, 500, 499, "-"), (400, 400, 399, "*"), (400, 400, 399, "mod"), (200, 199, 200, "^")),
    *((200, 199, 199, "**"), (1000, 999, 1000, ","), (1100, 1099, 1100, ";"), (1050, 1049, 1050, "->")),
    *((1200, 1199, 1199, ":-"), (200, 199, 200, ":")),
)

_UNARY = (
    *((200, 200, "-"), (200, 200, "+"), (200, 200, "\\"), (900, 900, "\\+"), (1, 0, "$")),
    *((1150, 1149, "dynamic"),),
)


def _argument(at: random.Random, depth: int) -> str:
    return _term(at, 999, depth)


def _gap(at: random.Random) -> str:
    return at.choice(LAYOUT[:16]) if at.random() < 0.5 else " "


def _term(at: random.Random, priority: int, depth: int) -> str:
    kind = at.random()
    if not depth or kind < 0.3:
        return _leaf(at)
    if kind < 0.55:
        own, left, right, name = at.choice(_OPERATORS)
        return _bracketed(
            at,
            f"{_term(at, left, depth - 1)}{_gap(at)}{name}{_gap(at)}{_term(at, right, depth - 1)}",
            own > priority,
        )
    if kind < 0.65:
        own, right, name = at.choice(_UNARY)
        return _bracketed(
            at, f"{name}{at.choice(('', ' ', _gap(at)))}{_term(at, right, depth - 1)}", own > priority
        )
    items = f"{_gap(at)},".join(_argument(at, depth - 1) for _ in range(at.randint(1, 3)))
    if kind < 0.8:
        tail = f"|{_argument(at, 0)}" if at.random() < 0.3 else ""
        return f"[{items}{tail}]"
    if kind < 0.85:
        return f"{{{items}}}"
    name = at.choice(("f", "g", "'h i'", "+", "é", "[]", "-"))
    return f"{name}({items})"


def _bracketed(at: random.Random, text: str, needed: bool) -> str:
    return f"({text})" if needed or at.random() < 0.1 else text


def _leaf(at: random.Random) -> str:
    kind = at.random()
    if kind < 0.25:
        return at.choice(VARIABLES)
    if kind < 0.5:
        return _number(at)
    if kind < 0.75:
        return _quoted(at, at.choice("''\"`"))
    return at.choice(("a", "b", "foo", "[]", "{}", "é", "!", "∀", "'A'"))


def _number(at: random.Random) -> str:
    value = at.choice((at.randrange(10), at.randrange(1000), at.randrange(1 << 70), 10 ** at.randrange(30)))
    how = at.randrange(9)
    if how == 0:
        return f"0x{value:x}"
    if how == 1:
        return f"0b{value:b}"
    if how == 2:
        return f"0o{value:o}"
    if how == 3:
        digits = f"{value:,}"
        return digits.replace(",", at.choice(("_", "_\n", "_ ", " ", "_/* c */")))
    if how == 4:
        return "0'" + at.choice(("a", "Z", "\\n", "\\x41\\", " ", chr(0x4E00 + value % 1000), "\\\\", "''"))
    if how == 5:
        eighths = repr(value / 8 if value < 1 << 53 else 0.5)
        return at.choice((eighths, f"{value}.0e{at.randrange(9)}", "1.0Inf"))
    if how == 6:
        return f"{value}r{at.randrange(1, 50)}"
    if how == 7:
        return "".join(chr(0x660 + int(digit)) for digit in str(value))
    return f"{at.choice(('', '-', '- '))}{value}"


def _quoted(at: random.Random, quote: str) -> str:
    out = []
    for _ in range(at.randrange(6)):
        char = at.choice(
            ("a", "B", " ", "\n", "'", '"', "`", "\\", "é", "日", "\t", "%", "/*", "0", "\u00a0", "x")
        )
        if char == quote:
            out.append(at.choice((quote * 2, f"\\{quote}")))
        elif char == "\\":
            out.append("\\\\")
        elif char == "\n":
            out.append(at.choice(("\\n", "\\\n", "\\c\n  ", "\\12\\", "\\xA\\")))
        elif at.random() < 0.3:
            code = ord(char[0])
            out.append(
                at.choice((f"\\x{code:x}\\", f"\\{code:o}\\", f"\\u{code:04x}", f"\\U{code:08x}")) + char[1:]
            )
        else:
            out.append(char)
    return quote + "".join(out) + quote


_STYLES: Sequence[Callable[[random.Random, int], RandomText]] = (_soup, _mutated, _printed)
