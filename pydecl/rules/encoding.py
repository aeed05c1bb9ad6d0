"""Which characters the bytes of a source file stand for, and a note if that is not plain UTF-8.

SWI-Prolog goes by a byte-order mark, then by UTF-8, and from a directive `:- encoding(Name)` on by that
encoding; so does this. Bytes that are not UTF-8 where it is due, SWI-Prolog replaces; here they are read as
Windows-1252.

>>> decoded(b":- encoding(iso_latin_1).\\nname('caf\\xe9').\\n", "game.pl").text
":- encoding(iso_latin_1).\\nname('café').\\n"
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from pydecl.errors import Diagnostic, SourceError
from pydecl.rules.finding import LONGEST_LINE, place

TITLES = {
    "utf-8": "UTF-8",
    "latin-1": "Latin-1",
    "cp1252": "Windows-1252",
    "utf-16-le": "UTF-16LE",
    "utf-16-be": "UTF-16BE",
}
"""The encodings, by Python's names for them, as messages call them."""

_WIDE = ("utf-16-le", "utf-16-be")
"""What no directive in ASCII can stand in."""

NAMES = {
    **dict.fromkeys(("utf8", "utf-8", "text"), "utf-8"),
    **dict.fromkeys(("iso_latin_1", "octet", "ascii", "us-ascii"), "latin-1"),
    **dict.fromkeys(("iso-8859-1", "latin1", "latin-1"), "latin-1"),
    **dict.fromkeys(("windows-1252", "windows_1252", "cp1252"), "cp1252"),
    **dict.fromkeys(("unicode_le", "utf16le", "utf-16le"), "utf-16-le"),
    **dict.fromkeys(("unicode_be", "utf16be", "utf-16be"), "utf-16-be"),
}
"""The names that a directive may give: SWI-Prolog's, and those that other Prologs take."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"", ""),
)

_EXPECTED = "utf8, iso_latin_1, ascii, octet, text, 'windows-1252', unicode_le or unicode_be"

_LONGEST_NAME = 40


@dataclass(frozen=True)
class Decoded:
    """The text of a file, and the notes on how it was read; none if it is plain UTF-8."""

    text: str
    notes: Sequence[Diagnostic] = ()
    is_script: bool = False
    """Whether a comment stands in the place of a first line `#!…`, which is no Prolog in an included file."""


class Directive(NamedTuple):
    """`:- encoding(Name).` in a text: where it begins, where its name stands, and where it ends."""

    start: int
    name: slice
    end: int


def decoded(data: bytes, file: str) -> Decoded:
    """The text of a file's bytes; lines that end in carriage returns alone end in line feeds in it.

    Raises SourceError if they stand for none, or name an unknown encoding.
    """
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        from pydecl.rules.catalogue.loading import UNDECODABLE  # late: there is little to say of most files

        what = "not a text file in UTF-8 or UTF-16: its byte-order mark is that of UTF-32; save it as UTF-8"
        raise SourceError([Diagnostic(file, 1, 1, what, code=UNDECODABLE.name)])
    reading = _Reading(file)
    mark, encoding = next(pair for pair in _MARKS if data.startswith(pair[0]))
    if mark:
        reading.say(0, f"the file begins with a byte-order mark: it is read as {TITLES[encoding]}")
    reading.read(data[len(mark) :], encoding or "utf-8")
    return reading.whole()


def with_names_of_utf_8(text: str) -> str:
    """A text to be saved as UTF-8: its directives name this encoding.

    >>> with_names_of_utf_8(":- encoding(iso_latin_1).\\np(é).")
    ':- encoding(utf8).\\np(é).'
    """
    for directive in reversed(list(directives(text))):
        text = f"{text[: directive.name.start]}utf8{text[directive.name.stop :]}"
    return text


class _Reading:
    """What has been read of one file's bytes."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.parts: list[str] = []
        self.length = 0
        self.said: list[tuple[int, str]] = []
        """Notes with the offsets in the text that they are about."""

    def whole(self) -> Decoded:
        text = "".join(self.parts)
        if "\n" not in text:
            text = text.replace("\r", "\n")
        if "\0" in text:
            what = "not a text file: it has a NUL character (UTF-16 needs a byte-order mark)"
            self.refuse(text.index("\0"), what)
        if not self.said:
            return Decoded(text, [])
        from pydecl.rules.catalogue.loading import NOT_PLAIN

        notes = [self._told(text, at, f"note: {what}", NOT_PLAIN.name) for at, what in self.said]
        return Decoded(text, notes)

    def read(self, data: bytes, encoding: str) -> None:
        """Read what is left of the file, which begins in this encoding."""
        at = 0
        has_names = encoding not in _WIDE and b"encoding" in data
        for directive in directives(data.decode("latin-1")) if has_names else ():
            self._add(data[at : directive.start], encoding)
            start, name = self.length, data[directive.name].decode("latin-1")
            self._add(data[directive.start : directive.end], encoding)
            encoding = self._named(name, start)
            self.say(start, f"encoding({name}): from here on the file is read as {TITLES[encoding]}")
            at = directive.end
            if encoding in _WIDE:
                break
        (self._add_wide if encoding in _WIDE else self._add)(data[at:], encoding)

    def say(self, at: int, what: str) -> None:
        """A note about an offset of the text."""
        self.said.append((at, what))

    def refuse(self, at: int, what: str) -> NoReturn:
        """Raises SourceError for an offset of what was read."""
        from pydecl.rules.catalogue.loading import UNDECODABLE

        raise SourceError([self._told("".join(self.parts), at, what, UNDECODABLE.name)])

    def _named(self, name: str, at: int) -> str:
        found = NAMES.get(name.strip("' \t\n").lower())
        if found is None:
            shown = name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "…"
            self.refuse(at, f"unknown encoding {shown}: expected {_EXPECTED}")
        return found

    def _keep(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _add(self, data: bytes, encoding: str) -> None:
        """Read bytes of an encoding that has ASCII's characters where ASCII has them."""
        try:
            self._keep(data.decode(encoding, "strict" if encoding == "utf-8" else BYTE_BY_BYTE))
        except UnicodeDecodeError as error:
            self._add_otherwise(data, error.start)

    def _add_otherwise(self, data: bytes, wrong: int) -> None:
        """Read bytes that are not UTF-8 from an offset on: Windows-1252, unless more of them is UTF-8."""
        at = self.length + len(data[:wrong].decode())
        latin = data.decode("latin-1")
        if control := _CONTROL.search(latin):
            self._keep(latin[: control.end()])
            code = ord(control[0])
            self.refuse(self.length - 1, f"not a text file: it has the control character U+{code:04X}")
        right = data.decode("utf-8", "ignore")
        beyond_ascii = len(right) - len(right.encode("ascii", "ignore"))
        if beyond_ascii > len(data) - len(right.encode()):
            self.say(at, "this is not UTF-8, though most of the file is: it is read as Windows-1252")
            self._keep(data.decode("utf-8", BYTE_BY_BYTE))
        else:
            self.say(at, "this is not UTF-8: the file is read as Windows-1252")
            self._keep(data.decode("cp1252", BYTE_BY_BYTE))

    def _add_wide(self, data: bytes, encoding: str) -> None:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            self._keep(data[: error.start].decode(encoding))
            odd = "it ends in the middle of a character" if len(data) % 2 else "here is half a character"
            self.refuse(
                self.length, f"the file is not {TITLES[encoding]}, as it says: {odd}; save it as UTF-8"
            )
        start = self.length
        self._keep(text)
        for directive in directives(text) if "encoding" in text else ():
            name = text[directive.name]
            if self._named(name, start + directive.start) != encoding:
                what = f"encoding({name}) cannot be true: the file is {TITLES[encoding]} up to here"
                self.refuse(start + directive.start, what)

    def _told(self, text: str, at: int, what: str, code: str) -> Diagnostic:
        line, column = place(text, at)
        start, end = at - column + 1, text.find("\n", at)
        shown = text[start : len(text) if end < 0 else end].rstrip("\r")
        return Diagnostic(self.file, line, column, what, shown if len(shown) <= LONGEST_LINE else "", code)


BYTE_BY_BYTE = "pydecl.byte_by_byte"
"""How bytes are read that are not UTF-8: as Windows-1252; and the five that it leaves out: as Latin-1."""


def _byte_by_byte(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    wrong = error.object[error.start : error.end]
    return wrong.decode("cp1252" if error.encoding == "utf-8" else "latin-1", BYTE_BY_BYTE), error.end


codecs.register_error(BYTE_BY_BYTE, _byte_by_byte)

_CONTROL = re.compile("[\x00-\x06\x0e-\x19\x1c-\x1f\x7f]")
"""What no text has, in whatever encoding."""


# Directives

_HINT = re.compile(r"[:?]-\s*+encoding\s*+\(")

_MOST_TOKENS = 20
"""So many tokens has no directive that names an encoding."""


def directives(text: str) -> Iterator[Directive]:
    """The directives of a text that name an encoding, in comments and quotes none.

    Conditional compilation is not carried out: those that it would leave out are among them.
    """
    hints = [hint.start() for hint in _HINT.finditer(text)]
    if not hints:
        return
    from pydecl.rules.tokens import Token, scan  # late: few files name an encoding

    clause: list[Token] = []
    for token in scan(text):
        # The dot of a file that goes on in UTF-16 may have a NUL behind it.
        if token.kind != "END" and text[token.start : token.end + 1] != ".\0":
            clause += [token] if len(clause) < _MOST_TOKENS else []
            continue
        words = [text[one.start : one.end] for one in clause]
        named = words[3:-1]
        is_call = words[1:3] == ["encoding", "("] and words[-1] == ")" and not {"(", ")"} & set(named)
        if is_call and named and words[0] in (":-", "?-"):
            yield Directive(clause[0].start, slice(clause[3].start, clause[-2].end), token.end)
        if token.end > hints[-1]:
            return
        clause.clear()
