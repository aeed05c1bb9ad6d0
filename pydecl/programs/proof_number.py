"""proof_number: proof-number search for a proof that MAX wins, or for a refutation. The twin of
`prolog/refined/proof_number.pl`.

It goes where the fewest leaves are still to be proved. A position is asked when it is developed, also for
who is to move there. The value is true where MAX wins whatever MIN does, false where not, and unknown
where it is not true and the depth limit was met. Ties: any successor that is proved.

Source: L. V. Allis, 'Searching for solutions in games and artificial intelligence', 1994, chapter 2, with
delayed evaluation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from pydecl.model.game import Outcome, Player
from pydecl.model.program import Contract, Declaration, Kind, Movers, Tie
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "proof_number",
    Contract(Kind.WON, Tie.ANY),
    summary="proves or refutes that MAX wins where the fewest leaves are to be proved",
    source="Allis 1994",
    values=False,
    ends=True,
    movers=Movers.ANY,
)

INFINITE = 1 << 200
"""More than there are leaves."""


@dataclass
class Tree(Generic[N]):
    """A position in the tree.

    `pn`, the proof number, says how many leaves must be proved at the least to prove that MAX wins, `dn`, the
    disproof number, to refute it. `turn` is None until it is developed.
    """

    pos: N
    pn: int = 1
    dn: int = 1
    turn: Player | None = None
    children: list[Tree[N]] = field(default_factory=list)


def proof_number(game: Interface[N], pos: N) -> tuple[N | None, bool | None]:
    """A successor that proves `pos` where MAX chooses, and whether MAX wins; None if that is not known."""
    root = Tree(pos)
    while root.pn and root.dn:
        develop(game, root)
    if root.pn:
        return None, None if game.horizon else False
    proved = [child.pos for child in root.children if root.turn is Player.MAX and not child.pn]
    return proved[0] if proved else None, True


def develop(game: Interface[N], root: Tree[N]) -> None:
    """Develop the most-proving leaf, and tell its ancestors."""
    path = [root]
    while path[-1].children:
        path.append(most_proving(path[-1]))
    leaf = path.pop()
    turn, followers = game.followers(leaf.pos)
    if turn is None:
        raise game.broken("neither_to_move", leaf.pos)
    if followers:
        leaf.turn, leaf.children = turn, [Tree(successor) for _, successor in followers]
        path.append(leaf)
    else:
        leaf.pn, leaf.dn = (0, INFINITE) if is_won(game, leaf.pos) else (INFINITE, 0)
    for tree in reversed(path):
        proofs, disproofs = [child.pn for child in tree.children], [child.dn for child in tree.children]
        if tree.turn is Player.MAX:
            tree.pn, tree.dn = min(proofs), sum(disproofs)
        else:
            tree.pn, tree.dn = sum(proofs), min(disproofs)


def most_proving(tree: Tree[N]) -> Tree[N]:
    """The first child with the number that its parent has from it."""
    if tree.turn is Player.MAX:
        return next(child for child in tree.children if child.pn == tree.pn)
    return next(child for child in tree.children if child.dn == tree.dn)


def is_won(game: Interface[N], pos: N) -> bool:
    """Whether the game is over where nothing follows, and MAX has won."""
    _, over = game.end(pos)
    if not over:
        return False
    outcome = game.decided(pos)
    if outcome is None:
        game.leaf(pos)
    return outcome is Outcome.WON
