"""What the Prolog files say of themselves: their headers, and the comments above their predicates.

Three styles are read: PlDoc's `%!  name(+Mode, -Mode) is det.`, the older `%   name(+Mode): what it means`,
and a header between `/*` and `*/`. In them text that is set further in than its paragraph is kept as it is.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reference.markdown import blocks, escaped, fence

PROLOG = Path(__file__).parents[2] / "prolog"

HEADER = re.compile(r"/\*\*?\s(.*?)\*/", re.DOTALL)
EXPORTS = re.compile(r"^:- module\(\s*(\w+),\s*\[(.*?)\]\s*\)\.", re.DOTALL | re.MULTILINE)
EXPORT = re.compile(r"([a-z]\w*/{1,2}\d+),?\s*(?:%\s*(.*))?")
COMMENT = re.compile(r"(?:^%.*\n)+", re.MULTILINE)
PLDOC = re.compile(r"%!\s+(.*)")
SIGNATURE = re.compile(r"%\s+([a-z]\w*\((?:[^()]|\([^()]*\))*\)(?:, [a-z]\w*\([^()]*\))*):\s*(.*)", re.DOTALL)
INDICATOR = re.compile(r"(?<![\w/`.])([a-z]\w*//?\d+)(?![\w`])")
WHOLE = ("textbook", "lecture")
"""Folders whose programs are shown whole: each is a screen."""

LABEL = re.compile(r"\b(Source|Contract|Ties): ")


@dataclass(frozen=True)
class Predicate:
    """A predicate as its comment tells of it."""

    signature: str
    text: str


@dataclass(frozen=True)
class PrologFile:
    """A file: what it says of itself, what it exports with its modes, and predicates with comments."""

    name: str
    header: str
    exports: dict[str, str] = field(default_factory=dict)
    predicates: tuple[Predicate, ...] = ()
    clauses: str = ""


def read(path: Path) -> PrologFile:
    """What a Prolog file says of itself."""
    text = path.read_text(encoding="utf-8")
    module = EXPORTS.search(text)
    exports = {}
    if module is not None:
        exports = {found[1]: (found[2] or "").strip() for found in EXPORT.finditer(module[2])}
    header = HEADER.search(text)
    comments = [found[0] for found in COMMENT.finditer(text)]
    predicates = [one for comment in comments for one in _predicates(comment)]
    if header is not None:
        said = inspect.cleandoc("  " + header[1].removeprefix("<module>").lstrip())
    elif comments and not _predicates(comments[0]) and text.startswith("%"):
        said = _uncommented(comments[0])
    else:
        said = ""
    clauses = text.removeprefix(comments[0]) if comments and text.startswith(comments[0]) else text
    return PrologFile(path.stem, said, exports, tuple(predicates), clauses)


def _uncommented(comment: str) -> str:
    return inspect.cleandoc("\n".join(re.sub(r"^%!?", "", line) for line in comment.splitlines()))


def _predicates(comment: str) -> list[Predicate]:
    """The predicates that a comment is about, or none, if it is another comment."""
    lines = comment.splitlines()
    signatures = [found[1] for line in lines if (found := PLDOC.match(line))]
    if signatures:
        rest = _uncommented("\n".join(line for line in lines if not PLDOC.match(line)))
        return [Predicate(one.rstrip("."), rest if one is signatures[-1] else "") for one in signatures]
    whole = SIGNATURE.match(comment)
    if whole is None:
        return []
    first, _, rest = whole[2].partition("\n")
    return [Predicate(whole[1], f"{first}\n{textwrap.dedent(re.sub('^%', '', rest, flags=re.MULTILINE))}")]


def paragraphs(text: str) -> Iterator[str]:
    """A comment as Markdown: paragraphs, and blocks of what is set in."""
    for part in re.split(r"\n\s*\n|\n(?=(?:Source|Contract|Ties): )", text.strip("\n")):
        lines = part.splitlines()
        if not part.strip():
            continue
        if all(line.startswith("    ") for line in lines):
            yield fence(inspect.cleandoc("\n" + part))
        else:
            said = INDICATOR.sub(r"`\1`", " ".join(part.split()))
            yield LABEL.sub(r"**\1.** ", escaped(said))


def reference(folder: str) -> str:
    """A section for each file of a folder of `prolog`."""
    return blocks(_section(folder, read(path)) for path in sorted((PROLOG / folder).glob("*.pl")))


def _section(folder: str, file: PrologFile) -> str:
    exports = "\n".join(f"{name:<24}% {modes}".rstrip(" %") for name, modes in file.exports.items())
    return blocks(
        (
            f"({folder}-{file.name})=\n### {file.name}",
            f"`prolog/{folder}/{file.name}.pl`",
            *paragraphs(file.header),
            fence(exports, "prolog") if exports else "",
            *map(_definition, _own(file)),
            fence(file.clauses, "prolog") if folder in WHOLE else "",
        )
    )


def _definition(one: Predicate) -> str:
    """A predicate with its text below it, set in."""
    text = textwrap.indent(blocks(paragraphs(one.text)), "    ").strip() or "The same."
    return f"`{one.signature}`\n:   {text}"


def _own(file: PrologFile) -> list[Predicate]:
    """The predicates of a file that others may call: all, if it says nothing of that."""
    if not file.exports:
        return list(file.predicates)
    names = {name.partition("/")[0] for name in file.exports}
    return [one for one in file.predicates if re.split(r"\W", one.signature)[0] in names]
