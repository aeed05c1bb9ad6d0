"""Reads `.graph` files, directed graphs for the game of win/move, and says what is wrong with the others.

A line tells where one can go from a node, in the order of the moves; the first node of the file is where a
game starts. A node is an integer or a Prolog atom, as in `.tree` files; `%` begins a comment.

>>> graph = read_graph("1 -> 2 end   % two edges\\n2 -> 1", "small.graph")
>>> [f"{source}-{target}" for source, target in graph.edges], graph.start
(['1-2', '1-end', '2-1'], 1)
>>> read_graph("1 -> 2, 3", "small.graph")
Traceback (most recent call last):
    ...
pydecl.errors.SourceError: small.graph:1:7: expected a node or the end of the line; found ,: only blanks
separate nodes
  1 -> 2, 3
        ^
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pydecl.errors import Diagnostic, InputError, SourceError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, term_text
from pydecl.rules.tree_syntax import Source, cut

Node = int | Atom


@dataclass(frozen=True)
class WrittenGraph:
    """The edges in the order of the file, each from a node to a node, and the node to start from."""

    edges: tuple[tuple[Node, Node], ...]
    start: Node


@dataclass(frozen=True)
class _Word:
    """A node, an arrow or something else that stands in a line; `column` counts from 1."""

    kind: str
    text: str
    column: int


# A quote that is not closed, and what else is no word, go up to the next blank. A node ends where a blank, an
# arrow, a comment or the line's end follows: `1-2` is none. *+ never tries another reading.
_QUOTED = r"""'([^'\\]|''|\\(x[0-9a-fA-F]++\\?+|[0-7]++\\?+|.))*+"""
_WORDS = re.compile(
    rf"""\s+ | %.*
      | (?P<arrow> ->)
      | (?P<node> (?: -?[0-9]+ | [a-z][a-zA-Z0-9_]* | {_QUOTED}' ) (?= [\s%,] | -> | \Z ))
      | (?P<unclosed> {_QUOTED} \\? \Z)
      | (?P<other> , | (?: (?! -> ) [^\s,%] )+ )
    """,
    re.VERBOSE,
)


def read_graph(text: str, file: str) -> WrittenGraph:
    """The graph that the text of a `.graph` file stands for; `file` is its name, for messages.

    Raises SourceError: all faults at once, the first one of each line, and the edges told twice.
    """
    source = Source(file, text.removeprefix("\ufeff").split("\n"))
    faults: list[Diagnostic] = []
    lines: dict[tuple[Node, Node], int] = {}
    for number, line in enumerate(source.lines, 1):
        try:
            for edge, column in _edges(list(_words(line))):
                if edge in lines:
                    shown = " -> ".join(cut(term_text(node)) for node in edge)
                    message = f"the edge {shown} is given twice, first on line {lines[edge]}"
                    faults.append(source.fault(number, column, message))
                lines.setdefault(edge, number)
        except _LineError as fault:
            faults.append(source.fault(number, fault.column, fault.message))
    if not lines and not faults:
        message = "expected an edge, such as a -> b; found the end of the file"
        faults.append(source.fault(len(source.lines), len(source.lines[-1].rstrip()) + 1, message))
    if faults:
        raise SourceError(faults)
    edges = tuple(lines)
    return WrittenGraph(edges, edges[0][0])


class _LineError(Exception):
    def __init__(self, column: int, message: str) -> None:
        self.column = column
        self.message = message


def _words(line: str) -> Iterator[_Word]:
    for match in _WORDS.finditer(line):
        if match.lastgroup:
            yield _Word(match.lastgroup, match[0], match.start() + 1)


def _edges(words: list[_Word]) -> Iterator[tuple[tuple[Node, Node], int]]:
    """The edges of a line, each with the column of its target; raises _LineError."""
    if not words:
        return
    end = words[-1].column + len(words[-1].text)
    source, *rest = words
    if source.kind != "node":
        raise _unexpected("the name of a node", source, end)
    arrow = rest[0] if rest else None
    if arrow is None or arrow.kind != "arrow":
        raise _unexpected(f"-> after {cut(source.text)}", arrow, end)
    first = _node(source)
    if not rest[1:]:
        hint = f": where {cut(source.text)} leads nowhere, it needs no line"
        raise _LineError(end, f"expected one or more nodes after ->; found the end of the line{hint}")
    for at, word in enumerate(rest[1:]):
        if word.kind != "node":
            raise _unexpected("a node or the end of the line" if at else "a node after ->", word, end)
        yield (first, _node(word)), word.column


def _node(word: _Word) -> Node:
    """The node that a word names; raises _LineError for an escape that means nothing."""
    try:
        node = read_term(word.text)
    except (InputError, ValueError, OverflowError):
        shown = cut(word.text)
        message = f"{shown} is not a node: expected a whole number, or an atom with escapes as in Prolog"
        raise _LineError(word.column, message) from None
    assert isinstance(node, Node)
    return node


def _unexpected(expected: str, found: _Word | None, end: int) -> _LineError:
    if found is None:
        return _LineError(end, f"expected {expected}; found the end of the line")
    if found.kind == "unclosed":
        message = "the quote of this name is not closed: expected another ' on the same line"
        return _LineError(found.column, message)
    return _LineError(found.column, f"expected {expected}; found {cut(found.text)}{_hint(found, expected)}")


def _hint(found: _Word, expected: str) -> str:
    """What is meant by a word that cannot stand where it is."""
    if found.text == ",":
        return ": only blanks separate nodes"
    if found.kind == "arrow" and expected.startswith("a node"):
        return ": a line can have only one arrow"
    if found.text[:1].isupper():
        return f": as a name it needs quotes, '{cut(found.text)}'"
    if re.fullmatch(r"\w+-\w+", found.text):
        return f": an edge is written {cut(found.text.replace('-', ' -> '))}"
    return ""
