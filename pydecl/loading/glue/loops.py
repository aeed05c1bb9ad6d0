"""What a program asks before each turn, if games played at random do not show how they end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.loading.glue import names
from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.ends import WINNER, Ending
from pydecl.loading.glue.moves import takes_board
from pydecl.loading.glue.players import Pair, goal_of, is_player
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import BOARD, ME, Gives
from pydecl.model.term import Compound, Term, Variable


def asked_each_turn(program: Program, chosen: Chosen, games: int) -> Ending | None:
    """The end of the game as the first goal of what calls itself with the next board; None if there is none.

    It is given the board, and perhaps who is to move, and names the winner.
    """
    pair = chosen.rule.pair
    if pair is None or chosen.rule.result.gives is Gives.FACTS:
        return None
    for loop, args, goal in _firsts(program, chosen.rule.maker):
        key = program.key_of(loop.module, goal)
        if key is None or not names.says(key.name, names.OVER) or not program.effects[key].callable:
            continue
        roles = _roles(program, chosen, pair, loop, args)
        told = [roles.get(arg, WINNER) for arg in goal.args]
        if told.count(BOARD) == 1 and told.count(WINNER) == 1:
            why = f"{loop} asks {key} before each turn; it held in none of {games} games"
            return Ending(key, goal_of(key, told), pair.both, "told", 0.0, why, is_open=True)
    return None


def _firsts(program: Program, maker: Key) -> Iterator[tuple[Key, Sequence[Term], Compound]]:
    """The first goals of the clauses of what makes moves and calls itself, with the heads' arguments."""
    for key, predicate in program.predicates.items():
        if key not in program.calls[key] or maker not in program.reached(key):
            continue
        for args, body in predicate.clauses:
            _, first = next(iter(program.goals(body, key.module)), ("", None))
            if isinstance(first, Compound) and all(isinstance(arg, Variable) for arg in first.args):
                yield key, args, first


def _roles(
    program: Program, chosen: Chosen, pair: Pair, loop: Key, args: Sequence[Term]
) -> dict[Term, Variable]:
    """What the variables in a head stand for: the board, or who is to move, another one each time."""
    found: dict[Term, Variable] = {}
    for i in _changing(program, loop):
        if not isinstance(args[i], Variable):
            continue
        if takes_board(program, chosen.start, chosen.board, loop, i):
            found[args[i]] = BOARD
        elif is_player(program, pair, (loop, i)):
            found.setdefault(args[i], ME)
    return found


def _changing(program: Program, loop: Key) -> list[int]:
    """The arguments at which a predicate has something else when it calls itself."""
    found: set[int] = set()
    for args, body in program.predicates[loop].clauses:
        for module, goal in program.goals(body, loop.module):
            if program.key_of(module, goal) == loop and isinstance(goal, Compound):
                found |= {
                    i for i, (mine, next_) in enumerate(zip(args, goal.args, strict=True)) if mine != next_
                }
    return sorted(found)
