"""A tree's or a graph's text as the facts of its game, in canonical text."""

from __future__ import annotations

from pydecl.model.term import term_text
from pydecl.model.tree import Chance, tree_facts
from pydecl.rules.graph import read_graph
from pydecl.rules.tree import read_tree


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
