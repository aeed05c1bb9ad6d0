"""The text of a source file, or one clear message why there is none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pydecl.errors import Diagnostic, InputError, SourceError, TooLongToCompileError
from pydecl.rules.encoding import Decoded, decoded
from pydecl.rules.finding import place

LARGEST = 8 << 20
"""The longest source file, in bytes."""


LONGEST_COMPILED = 300_000
"""The longest text of rules that is compiled, in characters."""


def refuse_long(text: str, name: str) -> None:
    """Raises TooLongToCompileError if the rules of the game `name` are too long."""
    if len(text) > LONGEST_COMPILED:
        most = f"{LONGEST_COMPILED:,} characters of rules"
        raise TooLongToCompileError(f"{name}: no more than {most} can be compiled")


def read_source(path: Path) -> str:
    """The text of a file, whatever it is encoded in. Raises as `source_at`."""
    return source_at(path).text


def source_at(path: Path) -> Decoded:
    """The text of a file, and the notes on its encoding; the first line of a script, `#!…`, is a comment.

    Raises InputError where it is missing, no file, unreadable or too long, SourceError where it is no text.
    """
    found = decoded(_bytes_of(path), str(path))
    if not found.text.startswith("#!"):
        return found
    return replace(found, text="%" + found.text[1:], is_script=True)


def _bytes_of(path: Path) -> bytes:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise InputError(f"{path}: the file's name is not in UTF-8") from None
    try:
        if path.is_dir():
            raise InputError(f"{path}: a folder, not a file")
        if not path.exists() and not path.is_symlink():
            raise InputError(f"{path}: no such file")
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path}: longer than {LARGEST >> 20} MiB")
        if not path.is_file():
            raise InputError(f"{path}: not a regular file")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None


_SHEET = re.compile(r"^[ \t]*\([ \t]*(?:<=|role|init|base|input)[ \t]", re.MULTILINE | re.IGNORECASE)
"""A line that begins a sentence of KIF, and no clause."""


def sheet_instead(text: str, file: Path) -> Diagnostic | None:
    """What is said where a text that should be Prolog is a sheet of the Game Description Language.

    >>> print(sheet_instead("; Nim\\n(role white)", Path("nim.pl")))
    nim.pl:2:1: expected Prolog, found KIF: a sheet of general game playing is named nim.kif
      (role white)
      ^
    """
    found = _SHEET.search(text)
    if found is None or ":-" in text:
        return None
    line, column = place(text, text.index("(", found.start()))
    message = f"expected Prolog, found KIF: a sheet of general game playing is named {file.stem}.kif"
    return Diagnostic(str(file), line, column, message, line_of(text, line)[:_SHOWN])


_SHOWN = 10_000
"""How much of a line is shown, in characters."""

DEEPEST = 10_000
"""How deep brackets may be nested: SWI-Prolog reads them recursively, and would die of many more."""

INVISIBLE = "\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
"""Characters that nobody sees, as a class of a regular expression: they hide what a text says."""

_TOKEN = re.compile(
    rf"""[(\[{{)\]}}{INVISIBLE}] | %[^\n]* | /\*.*?(?:\*/|\Z) | 0'(?:\\.|''|[^'\\])
      | '(?:[^'\\\n]++|\\.|'')*+' | "(?:[^"\\\n]++|\\.|"")*+" | `(?:[^`\\\n]++|\\.|``)*+` """,
    re.VERBOSE | re.DOTALL,
)

_INVISIBLE = re.compile(f"[{INVISIBLE}]")

_JOINER = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
"""What makes one sign of several, or keeps two letters apart, and is seen by that."""


def visible(text: str, file: str) -> tuple[str, list[Diagnostic]]:
    """The text with a blank for each invisible character outside quotes, and a warning for each line of them.

    Joiners between signs beyond ASCII, such as those of an emoji, are no fault in quotes and in comments.

    Raises SourceError where brackets are nested deeper than SWI-Prolog can read.
    """
    if is_plain(text):
        return text, []
    depth = 0
    parts: list[str] = []
    end = 0
    hidden: list[tuple[int, str]] = []
    for token in _TOKEN.finditer(text):
        char = token[0]
        depth = max(0, depth + (char in "([{") - (char in ")]}"))
        if depth > DEEPEST:
            message = f"term nested deeper than {DEEPEST:,} brackets"
            raise SourceError([Diagnostic(file, *place(text, token.start()), message, code="P019")])
        if _INVISIBLE.fullmatch(char):
            parts += [text[end : token.start()], " "]
            end = token.end()
        if not char.isascii():
            found = (match.start() for match in _INVISIBLE.finditer(text, *token.span()))
            hidden += [(at, char[:2]) for at in found if len(char) == 1 or not _JOINER.match(text, at)]
    return "".join([*parts, text[end:]]), list(_warnings(text, file, hidden))


def is_plain(text: str) -> bool:
    """Whether a text has no invisible characters, and too few brackets to be nested too deep: a quick look.

    >>> is_plain("p(a)."), is_plain("p(\u00a0a)."), is_plain(20_000 * "(")
    (True, False, False)
    """
    deep = sum(map(text.count, "([{")) > DEEPEST
    return not deep and (text.isascii() or _INVISIBLE.search(text) is None)


def _warnings(text: str, file: str, hidden: Sequence[tuple[int, str]]) -> Iterator[Diagnostic]:
    """A warning for each line that has some of these places of characters, with how their tokens begin."""
    line, last, warned = 1, 0, 0
    for at, token in hidden:
        line += text.count("\n", last, at)
        last = at
        if line > warned:
            warned = line
            what = f"U+{ord(text[at]):04X} {unicodedata.name(text[at], '')}".rstrip()
            message = f"warning: invisible character {what}: {_reading(token)}"
            yield Diagnostic(file, line, at - text.rfind("\n", 0, at), message, code="P015")


def _reading(token: str) -> str:
    if len(token) == 1:
        return "outside quotes it is read as a blank"
    if token[0] in "%/":
        return "the comment may not read as it looks"
    return "it is a part of what stands in quotes"


def line_of(text: str, number: int) -> str:
    """A line of a text, from 1; empty where there is no such line. The text is not copied.

    >>> line_of("a.\\r\\nb.", 1), line_of("a.\\nb.", 2), line_of("a.", 2), line_of("a.", 0)
    ('a.', 'b.', '', '')
    """
    start = 0
    for _ in range(number - 1):
        start = text.find("\n", start) + 1
        if not start:
            return ""
    end = text.find("\n", start)
    return text[start : len(text) if end < 0 else end].rstrip("\r") if number > 0 else ""


# Other files that a text names, and where SWI-Prolog finds them: see `declarations.py`


_HINT = re.compile(
    r"\b(?:include|(?:re)?consult|ensure_loaded|use_module|reexport|load_files|autoload)\s*\("
    r"(?!\s*library\s*\()|[:?]-\s*\["
)

_ENDINGS = ("", ".pl", ".prolog")


def may_name_files(text: str) -> bool:
    """Whether a text may name a file; libraries are not in the folder."""
    return _HINT.search(text) is not None


def file_named(folder: Path, name: str) -> Path | None:
    """The file of a name, as a file in `folder` says it, if there is one."""
    for ending in _ENDINGS:
        try:
            file = (folder / (name + ending)).resolve()
            if file.is_file():
                return file
        except (OSError, ValueError, RuntimeError):
            return None
    return None
