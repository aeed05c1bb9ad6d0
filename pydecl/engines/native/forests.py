"""Many trees as one game in machine code: what a batch of random games is searched in."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.model.term import Compound, PrologList, Term
from pydecl.model.tree import Chance, Tree
from pydecl.model.tree_facts import by_predicate, tree_facts


def machine_for_trees(game: SessionGame, trees: Sequence[Tree]) -> MachineGame:
    """The trees in machine code, but for those with values that are no integers and no floats.

    Their nodes must have different names. `game` is one of `consult_trees`. Raises NotCompiledError and
    NoCompilerError.
    """
    told = [node for tree in trees if _can_be_told(tree) for node in tree.nodes]
    facts = by_predicate(tree_facts(Tree(tuple(told) or trees[0].nodes)))
    quotients = [_with_quotients(fact) for fact in facts["chance_node", 2]]
    facts = {**facts, ("chance_node", 2): quotients}
    return MachineGame(game, facts=facts, widens=False, hastily=True)


def _can_be_told(tree: Tree) -> bool:
    return not any(isinstance(node.value, Fraction) for node in tree.nodes if not isinstance(node, Chance))


def _with_quotients(fact: Term) -> Term:
    """A fact of chance_node/2 in which a probability such as 1r3 is 1/3, which is the same to a game."""
    assert isinstance(fact, Compound)
    name, pairs = fact.args
    assert isinstance(pairs, PrologList)
    return Compound(fact.name, (name, PrologList(tuple(map(_with_quotient, pairs.items)))))


def _with_quotient(pair: Term) -> Term:
    assert isinstance(pair, Compound)
    probability, child = pair.args
    if isinstance(probability, Fraction):
        probability = Compound("/", (probability.numerator, probability.denominator))
    return Compound("-", (probability, child))
