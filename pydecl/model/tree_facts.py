"""A tree as facts: what `prolog/games/tree.pl` has rules for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.model.tree import Chance, Inner, Mark, Node, Tree

TREE_FACTS = {"root": 1, "inner": 3, "leaf": 3, "chance_node": 2, "static": 2, "mark": 2}


def tree_facts(tree: Tree) -> list[Term]:
    """The facts that `prolog/games/tree.pl` wants: root/1, then those of each node.

    These are inner/3, leaf/3 or chance_node/2, then static/2 for an inner node with a value, and mark/2 for
    each mark, the outcome of a leaf first.
    """
    facts: list[Term] = [Compound("root", (Atom(tree.root.name),))]
    for node in tree.nodes:
        facts += _node_facts(node)
    return facts


def _node_facts(node: Node) -> Iterator[Term]:
    name = Atom(node.name)
    if isinstance(node, Chance):
        pairs = zip(node.probabilities, map(Atom, node.children), strict=True)
        yield Compound("chance_node", (name, PrologList(tuple(Compound("-", pair) for pair in pairs))))
        return
    mover = Atom(node.mover.value)
    if isinstance(node, Inner):
        yield Compound("inner", (name, mover, PrologList(tuple(map(Atom, node.children)))))
        if node.value is not None:
            yield Compound("static", (name, node.value))
    else:
        yield Compound("leaf", (name, mover, Atom("unknown") if node.value is None else node.value))
        if node.outcome is not None:
            yield Compound("mark", (name, Atom(node.outcome.value)))
    for mark in Mark if node.marks else ():
        if mark in node.marks:
            yield Compound("mark", (name, Atom(mark.value)))


def by_predicate(facts: Iterable[Term]) -> dict[tuple[str, int], list[Term]]:
    """The facts of a tree, those of each predicate in order."""
    found: dict[tuple[str, int], list[Term]] = {key: [] for key in TREE_FACTS.items()}
    for fact in facts:
        assert isinstance(fact, Compound)
        found[fact.name, len(fact.args)].append(fact)
    return found
