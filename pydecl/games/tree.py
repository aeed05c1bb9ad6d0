"""An explicit tree, or graph, played as a game: a move goes from a node to one of its children.

>>> from fractions import Fraction
>>> from pydecl.model.tree import Chance, Inner, Leaf
>>> tree = Tree((Inner("a", Player.MAX, ("b", "c")), Leaf("b", Player.MIN, 3), Leaf("c", Player.MIN, None)))
>>> game = TreeGame(tree, "figures/small.tree")
>>> game.name, [str(position) for _, position in game.successors(Atom("a"))]
('small', ['b', 'c'])
>>> game.static_value(Atom("c"))
Traceback (most recent call last):
pydecl.errors.ContractError: the value of c is unknown
>>> die = Chance("die", ("b", "c"), (Fraction(1, 6), Fraction(5, 6)))
>>> game = TreeGame(Tree((die, *tree.nodes[1:])), "figures/die.tree")
>>> [(str(probability), str(position)) for probability, position in game.chance(Atom("die"))]
[('1/6', 'b'), ('5/6', 'c')]
>>> game.player(Atom("die"))
Traceback (most recent call last):
pydecl.errors.ContractError: no player is to move in die
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import PurePath

from pydecl.errors import ContractError, InputError, PositionError
from pydecl.games import notation
from pydecl.model.game import Game, Outcome, Player, Successor
from pydecl.model.number import Number
from pydecl.model.player import by_sign
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Term, atom_text
from pydecl.model.tree import Chance, Inner, Mark, Node, Tree


@dataclass(slots=True)
class _Rules:
    """What the rules say of one node, ready made: a search asks again and again."""

    player: Player | None = None
    successors: list[Successor[Atom]] = field(default_factory=list)
    chance: list[tuple[Number, Atom]] = field(default_factory=list)
    value: Number | None = None
    outcome: Outcome | None = None
    is_doubtful_end: bool = False
    """A leaf of which neither a mark nor a value says how the game ended."""
    turbulent: bool = False
    plausible: frozenset[str] = frozenset()


@dataclass(frozen=True)
class TreeGame(Game[Atom]):
    """The game of one tree. A position is a node's name, and so is the move that leads to it.

    A node's value is the one that the tree states: asked for another's, the game raises ContractError. The
    nodes of a tree may also be several trees: the game starts at the first one's root, and can be played
    from any node.
    """

    tree: Tree
    source: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", PurePath(self.source).stem)

    @cached_property
    def _rules(self) -> dict[str, _Rules]:
        """Made when it is first asked for: a tree that is planted may never be asked itself."""
        return _rules_of(self.tree)

    def initial(self) -> Sequence[Atom]:
        return [Atom(self.tree.root.name)]

    def successors(self, position: Atom) -> Sequence[Successor[Atom]]:
        return self._rules[position.name].successors

    def chance(self, position: Atom) -> Sequence[tuple[Number, Atom]]:
        """The probabilities and the positions that chance leads to; empty where a player moves, or none."""
        return self._rules[position.name].chance

    def player(self, position: Atom) -> Player:
        player = self._rules[position.name].player
        if player is None:
            raise ContractError("neither_to_move", str(position))
        return player

    def static_value(self, position: Atom) -> Number:
        value = self._rules[position.name].value
        if value is None:
            raise ContractError("unknown_value", str(position))
        return value

    def outcome(self, position: Atom) -> Outcome | None:
        """As the leaf is marked, else by the sign of its value."""
        rules = self._rules[position.name]
        return super().outcome(position) if rules.is_doubtful_end else rules.outcome

    def turbulent(self, position: Atom) -> bool:
        """Whether the node is marked turbulent: quiescence search must not stop there."""
        return self._rules[position.name].turbulent

    def plausible(self, position: Atom, successor: Atom) -> bool:
        """Whether the successor is marked plausible: forward pruning must keep it."""
        return successor.name in self._rules[position.name].plausible

    def to_term(self, position: Atom) -> Term:
        return position

    def from_term(self, term: Term) -> Atom:
        if not isinstance(term, Atom):
            raise notation.no_position(
                self.name, f"expected the name of a node, found {notation.shown(term)}"
            )
        if term.name not in self.tree.by_name:
            raise self._no_such_node(term.name)
        return term

    def format_position(self, position: Atom) -> str:
        """The name without quotes, unless it could not be read back, or not be seen."""
        name = position.name
        plain = name.isprintable() and name == name.strip() != "" and not name.startswith("'")
        return name if plain else atom_text(name)

    def parse_position(self, text: str) -> Atom:
        name = text.strip()
        if not name.startswith("'"):
            return self.from_term(Atom(name))
        try:
            term = read_term(name)
        except (InputError, ValueError, OverflowError):
            fault = f"expected the name of a node, found {notation.shown_text(name)}"
            raise notation.no_position(self.name, fault) from None
        return self.from_term(term)

    def _no_such_node(self, name: str) -> PositionError:
        near = tuple(map(notation.shown, map(Atom, get_close_matches(name, self.tree.by_name))))
        hint = f"; similar names: {', '.join(near)}" if near else ""
        return notation.no_position(self.name, f"the tree has no node {notation.shown(Atom(name))}{hint}")


def _rules_of(tree: Tree) -> dict[str, _Rules]:
    atoms = {node.name: Atom(node.name) for node in tree.nodes}
    marked = {node.name for node in tree.nodes if _has(node, Mark.PLAUSIBLE)}
    rules = {}
    for node in tree.nodes:
        here = rules[node.name] = _Rules(turbulent=_has(node, Mark.TURBULENT))
        if isinstance(node, Chance):
            here.chance = list(zip(node.probabilities, map(atoms.__getitem__, node.children), strict=True))
            continue
        here.player, here.value = node.mover, node.value
        if isinstance(node, Inner):
            here.successors = [(atoms[name], atoms[name]) for name in node.children]
            here.plausible = frozenset(marked.intersection(node.children))
        else:
            value = node.value
            told = None if value is None or value != value else by_sign(value)  # NaN is for Game.outcome
            here.outcome = node.outcome or told
            here.is_doubtful_end = here.outcome is None
    return rules


def _has(node: Node, mark: Mark) -> bool:
    return not isinstance(node, Chance) and mark in node.marks
