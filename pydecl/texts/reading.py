"""A file's text read: what is invisible in it, the files that it names, and what is no clause."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from pydecl.model.term import term_text
from pydecl.model.tree import Chance, tree_facts
from pydecl.rules.dependencies import named_files
from pydecl.rules.finding import Finding, Severity
from pydecl.rules.graph import read_graph
from pydecl.rules.reader import read_rules
from pydecl.rules.source import visible as made_visible
from pydecl.rules.syntax import RulesText
from pydecl.rules.tree import read_tree

FIELDS = ("file", "line", "column", "length", "message", "remedy", "source_line")

MOST = 1_000
"""How many findings are told, at the most."""


@lru_cache(maxsize=1)
def rules_of(text: str, file: str) -> RulesText:
    """The clauses of a text; the last one is kept."""
    return read_rules(text, file)


def visible(text: str, file: str) -> str:
    """A line of JSON, the warnings; behind it the text as it is seen, unless it is the same.

    Raises SourceError.
    """
    seen, warnings = made_visible(text, file)
    told = json.dumps(list(map(asdict, warnings[:MOST])))
    return told if seen == text else f"{told}\n{seen}"


def named(text: str) -> list[str]:
    """The files that the directives of a text name."""
    return list(dict.fromkeys(named_files(text)))[:MOST]


def faults(text: str, file: str) -> list[dict[str, Any]]:
    """The errors of syntax."""
    found = [fault for fault in rules_of(text, file).faults if fault.severity is Severity.ERROR]
    return list(map(finding_fields, found[:MOST]))


def finding_fields(one: Finding) -> dict[str, Any]:
    """A finding for JSON."""
    fields = {name: getattr(one, name) for name in FIELDS}
    return {**fields, "code": one.code.name}


# Trees and graphs: the facts of their games, in canonical text


def tree(text: str, file: str) -> str:
    """Whether there is chance, `chance` or `none`; behind a line's end, the facts. Raises SourceError."""
    read = read_tree(text, file)
    chance = "chance" if any(isinstance(node, Chance) for node in read.nodes) else "none"
    return f"{chance}\n[{','.join(map(term_text, tree_facts(read)))}]"


def graph(text: str, file: str) -> str:
    """The node to start from; behind a line's end, the edges. Raises SourceError."""
    read = read_graph(text, file)
    nodes = {node for edge in read.edges for node in edge}
    texts = {node: term_text(node) for node in nodes}  # once each: most of the time goes there
    edges = ",".join([f"-({texts[source]},{texts[target]})" for source, target in read.edges])
    return f"{texts[read.start]}\n[{edges}]"
