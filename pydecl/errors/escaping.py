"""What a reader is shown of a text that a stranger wrote: nothing in it acts on a terminal, or hides.

Control characters, escape sequences, marks that turn the direction of writing, what takes no room, separators
of lines and halves of pairs are shown as Prolog, Python and JSON write them alike.

>>> print(escaped("a\\x1b[2Jb\\u202ec"))
a\\u001b[2Jb\\u202ec
"""

from __future__ import annotations

import json
import re
from typing import Any

HIDDEN = (
    "\x00-\x1f\x7f-\x9f"  # control characters: ESC, BEL, DEL, CSI, ...
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the direction of writing
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f"  # no room
    "\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u2028\u2029"  # ends of lines and paragraphs
    "\ud800-\udfff"  # halves of pairs
)
"""What is shown escaped, as the inside of a character class. What chooses a picture (U+FE0F) is not in it."""

_HIDDEN = re.compile(f"[{HIDDEN}]")
_HIDDEN_IN_LINES = re.compile(f"(?![\n\t])[{HIDDEN}]")
_ESCAPED = re.compile(r"\\u[0-9a-f]{4}|\\U000[0-9a-f]{5}")


def escaped(text: str) -> str:
    """A text on one line: a name, a move, a message's detail."""
    return _HIDDEN.sub(_escape, text)


def escaped_lines(text: str) -> str:
    """A text of several lines: newlines and tabs stay.

    >>> escaped_lines("a\\tb\\r\\n")
    'a\\tb\\\\u000d\\n'
    """
    return _HIDDEN_IN_LINES.sub(_escape, text)


def without_hidden(text: str) -> str:
    """A text without what acts or hides.

    >>> without_hidden("A\\u202ed\\u200ba\\0")
    'Ada'
    """
    return _HIDDEN.sub("", text)


def unescaped(text: str) -> str:
    """What `escaped` made this text of, such as a file's name.

    >>> unescaped(escaped("a\\x1b.pl")) == "a\\x1b.pl", unescaped("C:\\\\users") == "C:\\\\users"
    (True, True)
    """
    return _ESCAPED.sub(lambda found: _hidden_again(found[0]), text)


def encodable(text: str, encoding: str) -> str:
    """A text with whatever an encoding does not have escaped.

    >>> encodable("é1", "ascii")
    '\\\\u00e91'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(char if _has(encoding, char) else _notation(ord(char)) for char in text)
    return text


def json_text(value: Any, *, indent: int | None = None, encoding: str = "utf-8") -> str:
    """A value as JSON that can be shown, and that reads back as the same value.

    >>> print(json_text(["é\\u202e", "\\x9b"]), json_text("é", encoding="ascii"))
    ["é\\u202e", "\\u009b"] "\\u00e9"
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    text = _HIDDEN_IN_LINES.sub(lambda found: _pair(found[0]), text)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text


def _hidden_again(notation: str) -> str:
    char = chr(int(notation[2:], 16))
    return char if _HIDDEN.match(char) else notation


def _escape(found: re.Match[str]) -> str:
    return _notation(ord(found[0]))


def _notation(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _pair(char: str) -> str:
    """JSON knows four digits only."""
    return json.dumps(char)[1:-1] if ord(char) >= 0x80 else f"\\u{ord(char):04x}"


def _has(encoding: str, char: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
