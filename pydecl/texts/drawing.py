"""A tree's or a graph's text as the facts of its game, in canonical text."""

from __future__ import annotations

from pydecl.model.term import Compound, PrologList, term_text
from pydecl.model.tree import Chance
from pydecl.rules.graph import read_graph
from pydecl.rules.tree import read_tree, tree_facts


def tree(text: str, file: str) -> str:
    """Whether there is chance, `chance` or `none`; behind a line's end, the facts. Raises SourceError."""
    read = read_tree(text, file)
    chance = "chance" if any(isinstance(node, Chance) for node in read.nodes) else "none"
    return f"{chance}\n[{','.join(map(term_text, tree_facts(read)))}]"


def graph(text: str, file: str) -> str:
    """The node to start from; behind a line's end, the edges. Raises SourceError."""
    read = read_graph(text, file)
    edges = PrologList(tuple(Compound("-", edge) for edge in read.edges))
    return f"{term_text(read.start)}\n{term_text(edges)}"
