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
from enum import Enum
from typing import NamedTuple, NoReturn

from pydecl.errors import Diagnostic, SourceError
from pydecl.rules.catalogue.loading import NOT_PLAIN, UNDECODABLE
from pydecl.rules.tokens import Token, scan


class Encoding(Enum):
    """How bytes become characters; the value is what messages call it."""

    UTF_8 = "UTF-8"
    LATIN_1 = "Latin-1"
    WINDOWS_1252 = "Windows-1252"
    UTF_16_LE = "UTF-16LE"
    UTF_16_BE = "UTF-16BE"


_WIDE = (Encoding.UTF_16_LE, Encoding.UTF_16_BE)
"""What no directive in ASCII can stand in."""

NAMES = {
    **dict.fromkeys(("utf8", "utf-8", "text"), Encoding.UTF_8),
    **dict.fromkeys(("iso_latin_1", "octet", "ascii", "us-ascii"), Encoding.LATIN_1),
    **dict.fromkeys(("iso-8859-1", "latin1", "latin-1"), Encoding.LATIN_1),
    **dict.fromkeys(("windows-1252", "windows_1252", "cp1252"), Encoding.WINDOWS_1252),
    **dict.fromkeys(("unicode_le", "utf16le", "utf-16le"), Encoding.UTF_16_LE),
    **dict.fromkeys(("unicode_be", "utf16be", "utf-16be"), Encoding.UTF_16_BE),
}
"""The names that a directive may give: SWI-Prolog's, and those that other Prologs take."""

_MARKS = (
    (codecs.BOM_UTF8, Encoding.UTF_8),
    (codecs.BOM_UTF16_LE, Encoding.UTF_16_LE),
    (codecs.BOM_UTF16_BE, Encoding.UTF_16_BE),
)

_EXPECTED = "utf8, iso_latin_1, ascii, octet, text, 'windows-1252', unicode_le or unicode_be"

_LONGEST_NAME = 40

LONGEST_LINE = 400
"""The longest line that a note or a message shows, in characters."""


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
        what = "not a text file in UTF-8 or UTF-16: its byte-order mark is that of UTF-32; save it as UTF-8"
        raise SourceError([Diagnostic(file, 1, 1, what, code=UNDECODABLE.name)])
    reading = _Reading(file)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            reading.say(0, f"the file begins with a byte-order mark: it is read as {encoding.value}")
            reading.read(data[len(mark) :], encoding)
            break
    else:
        reading.read(data, Encoding.UTF_8)
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
        return Decoded(
            text, [self._told(text, at, f"note: {what}", NOT_PLAIN.name) for at, what in self.said]
        )

    def read(self, data: bytes, encoding: Encoding) -> None:
        """Read what is left of the file, which begins in this encoding."""
        if encoding in _WIDE:
            self._read_wide(data, encoding)
            return
        at = 0
        for directive in directives(data.decode("latin-1")) if b"encoding" in data else ():
            self._add(data[at : directive.start], encoding)
            start, name = self.length, data[directive.name].decode("latin-1")
            self._add(data[directive.start : directive.end], encoding)
            named = self._named(name, start)
            self.say(start, f"encoding({name}): from here on the file is read as {named.value}")
            at, encoding = directive.end, named
            if encoding in _WIDE:
                self._read_wide(data[at:], encoding)
                return
        self._add(data[at:], encoding)

    def say(self, at: int, what: str) -> None:
        """A note about an offset of the text."""
        self.said.append((at, what))

    def refuse(self, at: int, what: str) -> NoReturn:
        """Raises SourceError for an offset of what was read."""
        raise SourceError([self._told("".join(self.parts), at, what, UNDECODABLE.name)])

    def _named(self, name: str, at: int) -> Encoding:
        found = NAMES.get(name.strip("' \t\n").lower())
        if found is None:
            shown = name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "…"
            self.refuse(at, f"unknown encoding {shown}: expected {_EXPECTED}")
        return found

    def _add(self, data: bytes, encoding: Encoding) -> None:
        """Read bytes of an encoding that has ASCII's characters where ASCII has them."""
        if encoding is Encoding.UTF_8:
            try:
                text = data.decode()
            except UnicodeDecodeError as error:
                text = self._read_otherwise(data, error.start)
        else:
            text = data.decode("latin-1")
            if encoding is Encoding.WINDOWS_1252:
                text = text.translate(_BEYOND_LATIN_1)
        self._keep(text)

    def _keep(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _read_otherwise(self, data: bytes, wrong: int) -> str:
        """Bytes that are not UTF-8 from an offset on: Windows-1252, unless more of them is UTF-8."""
        at = self.length + len(data[:wrong].decode())
        latin = data.decode("latin-1")
        if control := _CONTROL.search(latin):
            self._keep(latin[: control.end()])
            code = ord(control[0])
            self.refuse(self.length - 1, f"not a text file: it has the control character U+{code:04X}")
        escaped = data.decode("utf-8", "surrogateescape")
        wrong_bytes = len(_ESCAPED.findall(escaped))
        if len(_BEYOND_ASCII.findall(escaped)) > wrong_bytes:
            self.say(at, "this is not UTF-8, though most of the file is: it is read as Windows-1252")
            return escaped.translate(_ESCAPES)
        self.say(at, "this is not UTF-8: the file is read as Windows-1252")
        return latin.translate(_BEYOND_LATIN_1)

    def _read_wide(self, data: bytes, encoding: Encoding) -> None:
        decode = codecs.utf_16_le_decode if encoding is Encoding.UTF_16_LE else codecs.utf_16_be_decode
        try:
            text, _ = decode(data, "strict", True)
        except UnicodeDecodeError as error:
            self.parts.append(decode(data[: error.start], "strict", True)[0])
            self.length += len(self.parts[-1])
            odd = "it ends in the middle of a character" if len(data) % 2 else "here is half a character"
            self.refuse(self.length, f"the file is not {encoding.value}, as it says: {odd}; save it as UTF-8")
        start = self.length
        self._keep(text)
        for directive in directives(text) if "encoding" in text else ():
            name = text[directive.name]
            if self._named(name, start + directive.start) is not encoding:
                what = f"encoding({name}) cannot be true: the file is {encoding.value} up to here"
                self.refuse(start + directive.start, what)

    def _told(self, text: str, at: int, what: str, code: str) -> Diagnostic:
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        line = text[start : len(text) if end < 0 else end].rstrip("\r")
        shown = line if len(line) <= LONGEST_LINE else ""
        return Diagnostic(self.file, text.count("\n", 0, at) + 1, at - start + 1, what, shown, code)


# Windows-1252 is Latin-1 but for these 32 characters, of which it leaves five out.

_C1 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"

_BEYOND_LATIN_1 = {0x80 + number: char for number, char in enumerate(_C1)}

_ESCAPES = {0xDC80 + number: _BEYOND_LATIN_1.get(0x80 + number, chr(0x80 + number)) for number in range(0x80)}

_ESCAPED = re.compile("[\udc80-\udcff]")

_BEYOND_ASCII = re.compile("[^\x00-\x7f](?<![\ud800-\udfff])")

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
    clause: list[Token] = []
    for token in scan(text) if hints else ():
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
